"""Which programs run where, and for whom: an invariant about a duel whose content is known."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_throne.language import Op, Timing
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.resolution.triggers import BETWEEN, GROUPS
from dicelaw.model.dice_throne.rules import site
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import ACTIVATION, DEFENSE_ROLL, FRAMES, LANDING, NOTHING
from dicelaw.model.dice_throne.tables.tables import ANYBODY, TableContent
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, implies
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_throne.invariants.addresses import Addresses
from dicelaw.specs.dice_throne.invariants.contexts import in_phase, under_actions
from dicelaw.specs.dice_throne.invariants.structure import by_itself
from dicelaw.specs.property import AllOf, Always, Goal, Property

DUE_AT = {
    "resolve/or": (Op.OR,),
    "resolve/pay": (Op.PAY,),
    "resolve/reroll*": (Op.REROLL,),
    "resolve/alter": (Op.NUDGE, Op.SET_DIE, Op.COPY_DIE),
    "resolve/pick-token": (Op.REMOVE_ONE, Op.TRANSFER, Op.WARD),
    "resolve/discard-pick": (Op.DISCARD_PICK,),
    "resolve/shield": (Op.TOKEN,),
}
"""The instructions that may be due where a decision of an effect is open."""
ENDING = {"turn-end": "turn-end/apply*"}
"""The points after all that was due at a point from which play goes to its window once more."""


def programs(made: DuelMachine) -> Property:
    """The invariant about which instructions can be due where, for a duel with known content."""
    assert isinstance(made.content, TableContent)
    known = Addresses(made.duel, made.content)
    parts = [*_abilities(made.duel, known), *_actions(made.duel, known), *_due(made.duel, known)]
    points = [Always(part, ("*", "!over")) for part in parts]
    op = made.content.code(made.duel, made.duel.pc[made.duel.top]).op
    points += [Always(any_of(*(op == one for one in ops)), where) for where, ops in DUE_AT.items()]
    points += _noted(made.duel, known)
    return Property(
        "play/programs",
        "What runs is what its player has begun: the announced ability, an action of his, or what is due.",
        AllOf(tuple(points)),
        ("def/ability",),
        goal=Goal("an action is under way", made.duel.depth >= 1),
        bug=rewriting(
            "answer/carry-out", made.duel.declared, lambda _: made.duel.declared, "a declared action is kept"
        ),
    )


def _abilities(d: Duel, known: Addresses) -> Iterator[Expr]:
    """The program of an ability is that of the announced one, or of a Defensive Ability of the defender."""
    starts, pc = known.content.starts(), d.pc[0]
    yield implies(all_of(d.activated == 1, d.defense_used == 0), d.owner[0] == d.attacker)
    yield implies(d.program == NOTHING, any_of(pc == 0, under_actions(d) == DEFENSE_ROLL))
    yield implies(d.program == ACTIVATION, known.of("the activation", starts["activation"], d.announced, pc))
    yield implies(d.program == LANDING, known.of("the landing", starts["landing"], d.announced, pc))
    guards = [guard for guard, _ in known.content.printed(defensive=True)]
    for seat in d.seats.numbers:
        own = [start for start, guard in zip(starts["defending"], guards, strict=True) if guard == seat]
        guarding = all_of(in_phase(d, "defense"), d.program != LANDING, d.defender == seat)
        defending = known.among(f"a Defensive Ability of player {seat + 1}", own, pc)
        yield implies(guarding, any_of(pc == 0, all_of(d.owner[0] == seat, defending)))


def _actions(d: Duel, known: Addresses) -> Iterator[Expr]:
    """The program of an action is one that its player may begin there; nothing runs above the topmost one."""
    starts = known.content.starts()["action"]
    used = [(start, *one) for start, one in zip(starts, known.content.used(), strict=True)]
    instant = [1, *(int(action is not None and action.timing is Timing.INSTANT) for _, _, action in used)]
    yield lookup("may be declared", instant, d.declared) == 1
    for frame in range(1, FRAMES):
        pc = d.pc[frame]
        main = any_of(*(d.back[frame] == site(window) for window in ("main-1", "main-2")))
        for seat in d.seats.numbers:
            own = [(start, action) for start, owner, action in used if owner in (seat, ANYBODY)]
            late = [start for start, action in own if action and action.timing is not Timing.MAIN]
            given = all_of(d.depth >= frame, d.owner[frame] == seat)
            due = by_itself(d) if frame == 1 else FALSE
            any_time = known.among(f"an action of player {seat + 1}", [start for start, _ in own], pc)
            in_any_phase = known.among(f"an action of player {seat + 1} for any phase", late, pc)
            yield implies(given, any_of(any_time, due))
            yield implies(given, any_of(in_any_phase, main, due))
        yield implies(d.depth < frame, pc == 0)


def _due(d: Duel, known: Addresses) -> Iterator[Expr]:
    """What runs by itself is what is due there, and its bearer's."""
    for group, moments in GROUPS.items():
        running = any_of(
            d.pc[1] == 0,
            *(
                all_of(d.owner[1] == owner, known.among(f"a program due at {group}", [start], d.pc[1]))
                for start, owner in known.content.due_programs(d, moments)
            ),
        )
        yield implies(all_of(d.depth >= 1, d.back[1] == site(f"{group}/due")), running)


def _noted(d: Duel, known: Addresses) -> Iterator[Always]:
    """No more is noted as due than there is for the moment, also while one of it is under way."""
    for group, moments in GROUPS.items():
        there = len(known.content.due_programs(d, moments))
        none_else = all_of(*(cell == 0 for cell in [*d.due][there:]))
        for place in (f"{group}/due", *([BETWEEN[group]] if group in BETWEEN else [])):
            yield Always(none_else, place)
            yield Always(implies(all_of(d.depth >= 1, d.back[1] == site(place)), none_else), ("*", "!over"))
            declared = all_of(d.declared >= 1, d.declared_at == site(place))
            yield Always(implies(declared, none_else), ("*", "!over"))
            yield Always(implies(d.returning == site(place), none_else), "resolve/return")
        if group in ENDING:
            yield Always(none_else, ENDING[group])
