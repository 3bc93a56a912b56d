"""Words about dice: rolling for an effect, and altering the roll that lies on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dicelaw.model.dice_throne.language import Op, Who
from dicelaw.model.dice_throne.rules import Rules, Writes
from dicelaw.model.dice_throne.state.dice import (
    live_owner,
    live_pool,
    live_rival,
    rolled_pool,
    rolling_off,
    whose_die,
)
from dicelaw.model.dice_throne.state.duel_state import (
    ABILITY_ROLL,
    ACTION_ROLL,
    DICE,
    NO_ROLL,
    OFFENSE_ROLL,
)
from dicelaw.model.dice_throne.words.running import HERE, Running, onward
from dicelaw.model.dice_throne.words.words import word
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind
from dicelaw.model.kernel.lookups import lookup

LOWEST = [0, *((value & -value).bit_length() - 1 for value in range(1, 2**DICE))]
WITHOUT_LOWEST = [value & (value - 1) for value in range(2**DICE)]
FACE_RULE = "dice/six-faces"


def add(rules: Rules) -> None:
    """The words ROLL, REROLL, NUDGE, SET_DIE, COPY_DIE, ATTEMPT and DEFENSE_ATTEMPT."""
    _add_roll(rules)
    _add_reroll(rules)
    _add_altering(rules)
    d = rules.duel
    run = Running.of(rules)
    word(
        rules, Op.ATTEMPT, "another roll attempt is granted",
        {d.attempts: d.attempts + run.row.amount, d.granted: d.granted + run.row.amount, d.altered: 1}, run,
        cites=("cards/named/one-more-time-optional",),
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.DEFENSE_ATTEMPT, "another defensive roll attempt is granted",
        {d.again: d.again + run.row.amount}, run, cites=("cards/named/better-d-optional",),
    )  # fmt: skip


def add_rolling(rules: Rules, point: str, pool: Expr | int, says: str, rule: str) -> None:
    """A chance point that rolls the pending dice of ``pool``, one at a time from the first."""
    d, timing = rules.duel, rules.timing
    timing.point(point, Kind.CHANCE, says)
    face = Choice("face", 1, 6)
    which = lookup("first pending die", LOWEST, d.pending)
    timing.add(
        f"{point}/die",
        point,
        point,
        Agent.CHANCE,
        "roll a {face}",
        choices=[face],
        requires=[(d.pending >= 1, rule)],
        effect={
            d.die(pool, which): face,
            d.pending: lookup("dice after the first pending one", WITHOUT_LOWEST, d.pending),
        },
        cites=[FACE_RULE],
    )


def _add_roll(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    run = Running.of(rules)
    count = at_most(run.row.base, DICE)
    bits = lookup("dice to roll", [2**number - 1 for number in range(DICE + 1)], count)
    word(
        rules, Op.ROLL, "dice are rolled for the effect",
        {**_thrown(rules), d.pending: bits, d.covered: run.row.arg == 1, d.versus[_roller(rules)]: 0}, run,
        target="resolve/roll", cites=("ability/inner-roll-once-fresh",),
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.ROLL_OFF, "both players roll a die",
        {**_thrown(rules), d.pending: 3, d.covered: 0, d.versus[_roller(rules)]: 1}, run,
        target="resolve/roll", cites=("ability/inner-roll-once-fresh",),
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.LOOK, "everybody looks at the dice", rules.opening(), run,
        target="resolve/dice", cites=("offense/roll-cards-on-effect-dice",),
    )  # fmt: skip
    run = Running.of(rules)
    word(rules, Op.CLEAR, "the dice are put away", {d.live: d.live_before}, run)
    add_rolling(
        rules, "resolve/roll", live_pool(d), "dice are rolled for an effect", "ability/inner-roll-once-fresh"
    )
    rolled = (d.pending == 0, "ability/inner-roll-once-fresh")
    timing.add(
        "resolve/roll/rolled", "resolve/roll", "resolve/dice", Agent.RULES, "look at the dice",
        requires=[rolled, (d.covered == 0, "ability/inner-roll-once-fresh")],
        effect=rules.opening(), cites=["offense/roll-cards-on-effect-dice"],
    )  # fmt: skip
    timing.add(
        "resolve/roll/covered", "resolve/roll", HERE, Agent.RULES, "go on with the effect",
        requires=[rolled, (d.covered == 1, "ability/inner-roll-once-fresh")], effect={d.covered: 0},
    )  # fmt: skip


def _roller(rules: Rules) -> Expr:
    """Which of the rolls for an effect it is: the ability's (0) or an action's (1)."""
    return where(rules.duel.top == 0, 0, 1)


def _thrown(rules: Rules) -> Writes:
    """The effect of taking up dice for an effect."""
    d = rules.duel
    pool = rolled_pool(d)
    return {
        **{d.die(pool, place): 0 for place in range(DICE)},
        d.live_before: where(d.top == 0, NO_ROLL, d.live),
        d.live: where(d.top == 0, ABILITY_ROLL, ACTION_ROLL),
        d.roll_frame: d.top,
    }


def _named_die(rules: Rules, run: Running, die: Choice) -> Expr:
    """Whether ``die`` is one that the instruction means: in a roll-off each of two players has one."""
    d = rules.duel
    if d.seats.duel:
        meant = d.die_owner(live_pool(d), die) == run.target
    else:
        owner = where(die == 1, live_rival(d), live_owner(d))
        meant = whose_die(d, owner, run.owner, run.row.who == Who.SELF, run.row.wide)
    return any_of(negate(rolling_off(d)), run.row.who == Who.CHOSEN, meant)


def _altered(rules: Rules) -> Expr:
    d = rules.duel
    return where(d.live == OFFENSE_ROLL, 1, d.altered)


def _add_reroll(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    run = Running.of(rules)
    word(
        rules, Op.REROLL, "dice may be rerolled", {d.picks: at_most(run.row.base, DICE)}, run,
        target="resolve/reroll", stays=True,
    )  # fmt: skip
    timing.point("resolve/reroll", Kind.DECISION, "a die may be rerolled")
    run = Running.of(rules)
    die = Choice("die", 0, DICE - 1, ("1", "2", "3", "4", "5"))
    timing.add(
        "resolve/reroll/die", "resolve/reroll", "resolve/reroll/roll", run.owner, "reroll die {die}",
        choices=[die, *run.row.choices],
        requires=[
            (d.picks >= 1, "cards/named/try-again-not-opponents"),
            (d.die(live_pool(d), die) >= 1, FACE_RULE),
            (_named_die(rules, run, die), "cards/named/six-it-samesies-own-dice"),
        ],
        effect={
            d.pending: lookup("bit of the die", [2**place for place in range(DICE)], die),
            d.rerolled[d.top]: 1,
            d.altered: _altered(rules),
        },
        cites=["paladin/tithe-any-die-any-time", *rules.of_teams("team/may-alter-dice-for-teammate")],
    )  # fmt: skip
    run = Running.of(rules)
    timing.add(
        "resolve/reroll/stop", "resolve/reroll", HERE, run.owner, "reroll no more",
        effect={**onward(rules, run), d.picks: 0}, cites=["cards/named/one-more-time-optional"],
    )  # fmt: skip

    rule = "cards/named/try-again-not-opponents"
    add_rolling(rules, "resolve/reroll/roll", live_pool(d), "a die is rerolled", rule)
    timing.add(
        "resolve/reroll/rolled", "resolve/reroll/roll", "resolve/reroll", Agent.RULES,
        "look at the rerolled die",
        requires=[(d.pending == 0, rule)], effect={d.picks: at_least(d.picks - 1, 0)},
    )  # fmt: skip


@dataclass(frozen=True)
class Alteration:
    """One way to alter a die: which die, by which further choices, to which face, and when it is allowed.

    The ``model`` is the die whose face it is turned to, where there is one.
    """

    die: Choice
    others: tuple[Choice, ...]
    face: Expr
    allowed: Expr
    model: Choice | None = None


def _nudged(rules: Rules, _run: Running) -> Alteration:
    die, up = _die_choice("die"), Choice("up", 0, 1, ("down", "up"))
    turned = rules.duel.die(live_pool(rules.duel), die) + up * 2 - 1
    return Alteration(die, (up,), turned, all_of(turned >= 1, turned <= 6))


def _set(_rules: Rules, run: Running) -> Alteration:
    face = Choice("face", 1, 6)
    return Alteration(_die_choice("die"), (face,), face, any_of(run.row.arg == 0, run.row.arg == face))


def _copied(rules: Rules, _run: Running) -> Alteration:
    model = _die_choice("model")
    pattern = rules.duel.die(live_pool(rules.duel), model)
    return Alteration(_die_choice("die"), (model,), pattern, pattern >= 1, model)


def _die_choice(name: str) -> Choice:
    return Choice(name, 0, DICE - 1, ("1", "2", "3", "4", "5"))


WAYS: tuple[tuple[Op, str, str, Callable[[Rules, Running], Alteration]], ...] = (
    (Op.NUDGE, "nudge", "turn die {die} {up}", _nudged),
    (Op.SET_DIE, "set", "set die {die} to {face}", _set),
    (Op.COPY_DIE, "copy", "turn die {die} to the face of die {model}", _copied),
)


def _add_altering(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    timing.point("resolve/alter", Kind.DECISION, "a die is to be altered")
    for op, name, says, way in WAYS:
        run = Running.of(rules)
        times = at_most(run.row.base, DICE) if op is Op.SET_DIE else 1
        word(rules, op, "dice may be altered", {d.picks: times}, run, target="resolve/alter", stays=True)
        for last in (True, False) if op is Op.SET_DIE else (True,):
            run = Running.of(rules)
            altered = way(rules, run)
            shown = d.die(live_pool(d), altered.die)
            meant = [_named_die(rules, run, die) for die in (altered.die, altered.model) if die is not None]
            timing.add(
                f"resolve/alter/{name}" if last else f"resolve/alter/{name}-first",
                "resolve/alter",
                HERE if last else "resolve/alter",
                run.owner,
                says,
                choices=[altered.die, *altered.others, *run.row.choices],
                requires=[
                    (run.row.op == op, "def/ability"),
                    ((d.picks <= 1) if last else (d.picks >= 2), "dice/alteration-counts"),
                    (shown >= 1, FACE_RULE),
                    (altered.allowed, FACE_RULE),
                    (all_of(*meant), "cards/named/six-it-samesies-own-dice"),
                ],
                effect={
                    **(onward(rules, run) if last else {}),
                    shown: altered.face,
                    d.picks: at_least(d.picks - 1, 0),
                    d.altered: _altered(rules),
                },
                cites=[
                    "offense/roll-cards-by-any-player",
                    *rules.of_teams("team/may-alter-dice-for-teammate"),
                ],
            )
