"""Where play can be while what is under way: the invariant that the other proofs stand on.

It says, for each point of the turn, which phase it is and what of an attack is there; for the points inside
of an effect, that the same holds of the window to which play will go back.
"""

from __future__ import annotations

from dicelaw.model.dice_throne.language import DamageType
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.rules import site
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ABILITY_ROLL,
    ACTION_ROLL,
    ACTIVATION,
    DEFENSE,
    DEFENSE_ROLL,
    DICE,
    FRAMES,
    LANDING,
    NO_ROLL,
    NOTHING,
    OFFENSE_ROLL,
    TARGET_POOL,
    TARGET_ROLL,
    WINDOWS,
)
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    count,
    implies,
    negate,
    number,
    where,
)
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_throne.invariants.contexts import (
    INNER,
    context_of,
    contexts,
    in_phase,
    no_attack,
    undefended,
    under_actions,
    windows,
)
from dicelaw.specs.property import AllOf, Always, Goal, Property

STRUCTURE = ("play/structure",)
"""What most proofs name as the invariant that they assume."""
DUE_POINTS = tuple(name for name in WINDOWS if name.endswith("/due"))
"""Where effects that run by themselves are picked."""
QUIET = ("*", "!resolve/*", "!interrupt", "!answer*", "!draw", "!turn-lost", "!over")
"""The points of the turn itself, where no action is under way."""
ROLLING = ("offense/roll", "targeting/roll", "defense/roll", "resolve/roll", "resolve/reroll/roll")
BITS = [[value >> place & 1 for value in range(2**DICE)] for place in range(DICE)]


def outer(window: Expr) -> Expr:
    """Whether ``window`` is a window of the turn itself."""
    return all_of(*(window != site(inner) for inner in INNER))


def answers(d: Duel) -> Expr:
    """How many of the actions under way were put in front of something declared."""
    return count(all_of(d.depth >= f, d.back[f] == site("answer")) for f in range(1, FRAMES))


def going_back(d: Duel) -> list[Expr]:
    """The window to which play goes back when no action is under way, and what else tells moments apart."""
    declared = where(d.declared >= 1, d.declared_at, d.returning)
    outermost = all_of(d.depth >= 1, d.back[1] != site("answer"))
    return [where(outermost, d.back[1], declared), d.phase, d.activated]


def _programs(d: Duel) -> Expr:
    """What is there while the program of an ability runs."""
    roll = under_actions(d)
    common = all_of(d.activated == 1, d.concluded == 0, any_of(roll == NO_ROLL, roll == ABILITY_ROLL))
    guarding = all_of(
        d.activated == 1, d.concluded == 0,
        any_of(roll == NO_ROLL, roll == ABILITY_ROLL, roll == DEFENSE_ROLL),
    )  # fmt: skip
    fresh = undefended(d)
    activating = ("offense",) if d.seats.duel else ("offense", "targeting")
    attacking = d.owner[0] == d.attacker
    waiting: list[Expr] = []
    if not d.seats.duel:
        aimed = implies(in_phase(d, "targeting"), d.target >= 1)
        waiting = [implies(d.waiting, attacking), implies(d.program == ACTIVATION, aimed)]
    return all_of(
        *waiting,
        implies(d.program == ACTIVATION, all_of(common, in_phase(d, *activating), fresh, attacking)),
        implies(
            d.program == LANDING,
            all_of(
                common,
                in_phase(d, "defense"),
                d.defense_used == 0,
                d.passed_on == 0,
                attacking,
                d.defended == d.shared,
            ),
        ),
        implies(
            d.program == DEFENSE,
            all_of(guarding, in_phase(d, "defense"), d.ultimate == 0, d.defense_used == 1, d.defended == 1),
        ),
    )


def _over(d: Duel, window: Expr, below: int | Expr) -> Expr:
    """That ``window`` can be open with ``below`` actions under way, and what is then there."""
    below = d.depth * 0 + below
    effect = any_of(window == site("resolve/then"), window == site("resolve/dice"))
    return all_of(
        implies(outer(window), all_of(below == 0, context_of(d, window))),
        implies(effect, any_of(d.program != NOTHING, below >= 1)),
        implies(all_of(window == site("resolve/then"), below == 0), under_actions(d) == NO_ROLL),
        implies(window == site("interrupt"), below >= 1),
    )


def _frames(d: Duel) -> Expr:
    """That each action under way goes back to a window that fits what is under way below it."""
    return all_of(
        *(
            implies(
                d.depth >= f,
                all_of(
                    _over(d, d.back[f], f - 1),
                    implies(d.back[f] == site("answer"), _over(d, d.declared_at, f - 1)),
                ),
            )
            for f in range(1, FRAMES)
        ),
        implies(d.declared >= 1, all_of(*(d.declared_at != site(w) for w in ("answer", *DUE_POINTS)))),
    )


def _declared(d: Duel) -> Expr:
    """That something declared waits exactly as long as one action was put in front of it."""
    waiting = all_of(d.declared >= 1, answers(d) == 1)
    return any_of(waiting, all_of(d.declared == 0, answers(d) == 0))


def _answering(d: Duel) -> Expr:
    return all_of(d.declared >= 1, answers(d) == 0, _over(d, d.declared_at, d.depth))


def _returning(d: Duel) -> Expr:
    to_answer = d.returning == site("answer")
    return all_of(
        _over(d, d.returning, d.depth),
        implies(to_answer, _answering(d)),
        implies(~to_answer, _declared(d)),
    )


def _elsewhere(made: DuelMachine, window: Expr) -> Expr:
    """That ``window`` is none of those that only another reading has."""
    return all_of(*(window != site(one) for one in windows(made.duel) if one not in made.machine.point_index))


def _there(made: DuelMachine) -> Expr:
    """That every window to which play goes back is there under this reading."""
    d = made.duel
    backs = (implies(d.depth >= f, _elsewhere(made, d.back[f])) for f in range(1, FRAMES))
    return all_of(*backs, implies(d.declared >= 1, _elsewhere(made, d.declared_at)))


def _dealing(d: Duel) -> Expr:
    dealing = any_of(in_phase(d, "setup"), all_of(in_phase(d, "income"), d.depth == 0))
    idle = implies(dealing, all_of(d.depth == 0, d.live == NO_ROLL, no_attack(d)))
    under_way = any_of(d.depth >= 1, d.program != NOTHING)
    if d.seats.duel:
        return all_of(idle, any_of(dealing, under_way))
    bonus = all_of(in_phase(d, "targeting"), context_of(d, number(site("targeting/aimed"))))
    return all_of(idle, any_of(dealing, under_way, bonus))


def _action_dice(d: Duel) -> Expr:
    return implies(
        d.live == ACTION_ROLL,
        all_of(d.live_before != ACTION_ROLL, d.roll_frame >= 1, d.roll_frame <= d.depth),
    )


def _shown(d: Duel) -> Expr:
    """That the first die of each roll that may be altered shows a face, or is being rolled."""
    first = lookup("die 0 pending", BITS[0], d.pending) == 1
    offense = all_of(*(d.die(0, place) >= 1 for place in range(DICE)))
    roll = under_actions(d)
    aimed: list[Expr] = []
    if not d.seats.duel:
        thrown = any_of(d.die(TARGET_POOL, 0) >= 1, all_of(first, d.live == TARGET_ROLL))
        aimed.append(implies(roll == TARGET_ROLL, thrown))
    return all_of(
        *aimed,
        implies(d.live == ACTION_ROLL, any_of(d.die(3, 0) >= 1, first)),
        implies(roll == ABILITY_ROLL, any_of(d.die(2, 0) >= 1, all_of(first, d.live == ABILITY_ROLL))),
        implies(roll == DEFENSE_ROLL, any_of(d.die(1, 0) >= 1, all_of(first, d.live == DEFENSE_ROLL))),
        implies(all_of(roll == OFFENSE_ROLL, d.attempts >= 0, d.pending == 0), offense),
        implies(all_of(roll == OFFENSE_ROLL, d.live == ACTION_ROLL), offense),
    )


def _rolling_offense(d: Duel) -> Expr:
    return all_of(
        *(
            any_of(d.die(0, place) >= 1, lookup(f"die {place} pending", BITS[place], d.pending) == 1)
            for place in range(DICE)
        )
    )


def _altering_one(d: Duel) -> Expr:
    """While a die is rerolled by an effect, the other dice of the roll keep their faces."""
    offense = all_of(*(d.die(0, place) >= 1 for place in range(DICE)))
    return implies(under_actions(d) == OFFENSE_ROLL, offense)


def _own_dice(d: Duel) -> Expr:
    """That the roll that may be altered is of the ability's program under way."""
    return any_of(
        all_of(d.live == ABILITY_ROLL, d.program != NOTHING),
        all_of(d.live == DEFENSE_ROLL, d.program == DEFENSE),
    )


def _owners(d: Duel) -> Expr:
    """That during an Ultimate only the side of its user acts."""
    unasked = by_itself(d)
    frames = all_of(
        implies(d.depth >= 1, any_of(_with_attacker(d, d.owner[1]), unasked)),
        *(implies(d.depth >= f, _with_attacker(d, d.owner[f])) for f in range(2, FRAMES)),
    )
    program = implies(d.program != NOTHING, d.owner[0] == d.attacker)
    declared = d.attacker != d.turn if d.seats.duel else _with_attacker(d, d.declarer)
    return implies(d.ultimate == 1, all_of(frames, program, implies(d.declared >= 1, declared)))


def _with_attacker(d: Duel, seat: Expr) -> Expr:
    """Whether ``seat`` is the attacker, or plays on the same side."""
    return seat == d.attacker if d.seats.duel else negate(d.opposed(seat, d.attacker))


def by_itself(d: Duel) -> Expr:
    """That the first action under way is a program that runs by itself."""
    return any_of(*(d.back[1] == site(name) for name in DUE_POINTS))


def _modifiers(d: Duel) -> Expr:
    enhanced = all_of(d.is_attack, d.enhanceable)
    frames = (
        implies(all_of(d.depth >= f, d.enhancing[f] == 1), all_of(enhanced, d.owner[f] == d.attacker))
        for f in range(1, FRAMES)
    )
    idle = (implies(d.depth < f, d.enhancing[f] == 0) for f in range(FRAMES))
    plain = implies(all_of(d.depth >= 1, by_itself(d)), d.enhancing[1] == 0)
    return all_of(*frames, *idle, plain, d.enhancing[0] == 0)


def _some_token(d: Duel) -> Expr:
    """That somebody whom the instruction can mean has a token to pick, or one that the attack inflicted."""
    owner = d.owner[d.top]
    meant: list[Expr | int] = [*d.seats.numbers]
    if not d.seats.duel:
        meant = [owner, d.opponent_in(d.top, owner), at_least(d.chosen - 1, 0), d.that_player]
    removable = d.kinds_with(lambda status: status.removable)
    inflicted = (
        all_of(d.landed[kind - 1] >= 1, d.token(d.defender, kind) + d.later[kind - 1] >= 1)
        for kind in range(1, d.kinds + 1)
    )
    return any_of(
        *(d.token(seat, kind) >= 1 for seat in meant for kind in removable),
        all_of(owner == d.defender, any_of(*inflicted)),
    )


def structure(made: DuelMachine) -> Property:
    """The invariant about the structure of play, for a duel with any content."""
    d = made.duel
    at_points = tuple(Always(condition, pattern) for pattern, condition in contexts(d))
    picking = ("resolve/pick-token", "resolve/reroll", "resolve/reroll/roll", "resolve/alter", "resolve/pay")
    ultimate_kind = all_of(
        implies(d.ultimate == 1, any_of(d.kind == 0, d.kind == DamageType.ULTIMATE)),
        implies(all_of(d.kind == DamageType.ULTIMATE, d.activated == 1), d.ultimate == 1),
    )
    return Property(
        "play/structure",
        "Every action goes back to where it was used, and each moment of the turn finds just what belongs to "
        "it.",
        AllOf(
            (
                *at_points,
                Always(all_of(d.depth == 0, d.declared == 0), QUIET),
                Always(_frames(d), ("*", "!over")),
                Always(_declared(d), ("*", "!answer*", "!resolve/return", "!turn-lost", "!over")),
                Always(_answering(d), "answer*"),
                Always(_returning(d), "resolve/return"),
                Always(_there(made), ("*", "!over")),
                Always(_elsewhere(made, d.returning), "resolve/return"),
                Always(any_of(d.depth >= 1, d.program != NOTHING), ("resolve/*", "!resolve/return")),
                Always(d.depth >= 1, "interrupt"),
                Always(_programs(d), ("*", "!over")),
                Always(_dealing(d), "draw"),
                Always(~in_phase(d, "setup"), ("*", "!setup", "!draw", "!over")),
                Always(d.pending == 0, ("*", *(f"!{point}" for point in ROLLING), "!over")),
                Always(
                    implies(d.depth == 0, any_of(d.live == NO_ROLL, _own_dice(d))),
                    ("draw", "resolve/*", "!resolve/roll", "!resolve/dice", "!resolve/return"),
                ),
                Always(implies(d.depth == 0, d.live == NO_ROLL), "resolve/then"),
                Always(_action_dice(d), ("*", "!over")),
                Always(_shown(d), ("*", "!over")),
                Always(_rolling_offense(d), "offense/roll"),
                Always(_altering_one(d), ("resolve/roll", "resolve/reroll/roll")),
                Always(_owners(d), ("*", "!over")),
                Always(_modifiers(d), ("*", "!over")),
                Always(ultimate_kind, ("*", "!over")),
                Always(_some_token(d), "resolve/pick-token"),
                Always(~made.rules.barred(d.owner[d.top]), picking),
                Always(~made.rules.barred(d.decider), ("resolve/or", "resolve/shield")),
                Always(~made.rules.barred(d.drawing), ("resolve/give-card", "resolve/search")),
                Always(any_of(d.live == ABILITY_ROLL, d.live == ACTION_ROLL), "resolve/roll"),
                Always(all_of(d.live != NO_ROLL, d.picks >= 1), "resolve/reroll/roll"),
                Always(implies(d.live == OFFENSE_ROLL, d.altered == 1), "resolve/reroll/roll"),
                Always(
                    all_of(d.live != NO_ROLL, any_of(d.depth >= 1, _own_dice(d))),
                    ("resolve/alter", "resolve/reroll", "resolve/reroll/roll"),
                ),
            )
        ),
        ("cards/instant/interrupted-completes", "turn/phase-order", "def/roll-phase"),
        goal=Goal("an action is put in front of a declared one", all_of(answers(d) == 1, TRUE)),
        bug=rewriting("resolve/end/action", d.depth, lambda _: d.depth, "a finished action stays under way"),
    )
