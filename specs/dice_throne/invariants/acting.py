"""Who may act: an invariant about a duel whose heroes are known."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_throne.language import Op, Who
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.rules import site
from dicelaw.model.dice_throne.state.duel_state import DEFENSE_ROLL, FRAMES, NOTHING
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.dice_throne.words.words import PICKING
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, implies
from dicelaw.specs.bugs import dropping
from dicelaw.specs.dice_throne.invariants.addresses import to_come
from dicelaw.specs.dice_throne.invariants.contexts import in_phase, under_actions
from dicelaw.specs.dice_throne.invariants.structure import by_itself
from dicelaw.specs.property import AllOf, Always, Goal, Property

ASKING = PICKING | {Op.DISCARD_PICK}
"""The words that ask somebody for a decision."""


def acting(made: DuelMachine) -> Property:
    """Nobody attacks or has an action under way who may not act."""
    d = made.duel
    return Property(
        "play/acting",
        "Nobody is stunned who attacks, has an action under way that asks for more, or has declared one.",
        AllOf(tuple(Always(part, ("*", "!over")) for part in _acting(made))),
        ("status/stun/no-actions", "status/stun/limit"),
        goal=Goal("an action is under way while a player is stunned", all_of(d.depth >= 1, d.stunned(1))),
        bug=dropping("status/stun/no-actions", "offense/begin/*"),
    )


def _acting(made: DuelMachine) -> Iterator[Expr]:
    d = made.duel
    for seat in d.seats.numbers:
        for kind in range(1, d.kinds + 1):
            yield d.token(seat, kind) <= d.limit(seat, kind)
    barring = d.kinds_with(lambda status: status.bars_actions)
    yield all_of(*(d.raised[d.place(seat, kind)] == 0 for seat in d.seats.numbers for kind in barring))
    yield ~all_of(*map(d.stunned, d.seats.numbers))
    attacking = in_phase(d, "offense", "targeting", "defense")
    yield implies(attacking, all_of(d.attacker == d.turn, ~d.stunned(d.attacker)))
    yield implies(under_actions(d) == DEFENSE_ROLL, ~d.stunned(d.defender))
    yield implies(d.program != NOTHING, ~d.stunned(d.owner[0]))
    declarer = d.seats.opponent(d.turn) if d.seats.duel else d.declarer
    yield implies(d.declared >= 1, ~d.stunned(declarer))
    for frame in range(1, FRAMES):
        first = frame == 1
        main = any_of(*(d.back[1] == site(window) for window in ("main-1", "main-2"))) if first else FALSE
        done = all_of(main, _asks_no_more(made, d.pc[frame])) if first else FALSE
        free = ~d.stunned(d.owner[frame])
        yield implies(d.depth >= frame, any_of(free, done, by_itself(d) if first else FALSE))


def _asks_no_more(made: DuelMachine, pc: Expr) -> Expr:
    """That what is left of the program from ``pc`` on asks its player nothing."""
    assert isinstance(made.content, TableContent)
    return ~to_come(made.content, "a question", lambda row: row.op in ASKING or row.who is Who.CHOSEN, pc)
