"""The Targeting Roll Phase: with several opponents, whom an activated ability is aimed at."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_throne.modes import ATTACKER, OPPONENTS, targets
from dicelaw.model.dice_throne.resolution.actions import add_acts
from dicelaw.model.dice_throne.resolution.leaders import brings_card
from dicelaw.model.dice_throne.resolution.triggers import add_due, noted
from dicelaw.model.dice_throne.rules import Demands, Rules, Writes
from dicelaw.model.dice_throne.state.duel_state import ACTIVATION, NO_ROLL, TARGET_POOL, TARGET_ROLL
from dicelaw.model.dice_throne.words.dice import add_rolling
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    constant,
    negate,
    where,
)
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where
from dicelaw.model.kernel.lookups import lookup

SEVERAL = "targeting/several-opponents-required"
ONE = "targeting/single-opponent-skip"
TABLES = {"2v2": "team/2v2/target-table", "3v3": "team/3v3/target-table", "2v2v2": "team/2v2v2/target-table"}
"""The rule that says what the faces of the targeting die mean, by mode."""


def add_targeting(rules: Rules) -> None:
    """From the end of the Offensive Roll Phase to the point at which an ability strikes its target."""
    d, timing = rules.duel, rules.timing
    duel = d.seats.duel
    says = "the Targeting Roll Phase, skipped with one opponent" if duel else "the Targeting Roll Phase"
    timing.point("targeting", Kind.RULES, says)
    landing = d.activated == 1
    rule = ONE if duel else SEVERAL
    aim = "targeting"
    ready: Demands = []
    if not duel:
        aim = "targeting/aim"
        _add_aim(rules)
        ready.append((negate(d.waiting), "def/defender"))
    choices, due = noted(rules, "attacking")
    target = "the only opponent" if duel else "the target"
    timing.add(
        "targeting/attack", aim, "attacking/due", Agent.RULES, f"attack {target}",
        choices=choices, requires=[*ready, (d.is_attack, rule)],
        effect={**due, **rules.enter("targeting")}, cites=["def/attack", "damage/pure/is-attack"],
    )  # fmt: skip
    add_due(rules, "attacking", "an attack is under way", [("attacking/due/done", "landing", TRUE, {})])
    add_acts(rules, rules.window("attacking", "an effect of the attack is resolved", "attacking/due"))
    timing.add(
        "targeting/no-attack", aim, "landing", Agent.RULES, f"aim at {target}",
        requires=[
            *ready,
            (landing, rule),
            (negate(d.is_attack), "targeting/also-for-damage-free-abilities"),
        ],
        effect=rules.enter("targeting"),
    )  # fmt: skip


def _add_aim(rules: Rules) -> None:
    """How the target is found: by a choice or by a die, unless an additional phase has it already."""
    d, timing = rules.duel, rules.timing
    rolls = bool(rules.mode.die)
    landing = d.activated == 1
    known = all_of(d.target >= 1, d.plays(d.defender))
    there: Demands = [(landing, SEVERAL)]
    same = "status/stun/extra-offensive-phase"
    picked = d.named[0] == d.target
    entering: Writes = {**rules.enter("targeting"), **rules.opening()}
    timing.add(
        "targeting/same", "targeting", "targeting/aimed", Agent.RULES, "keep the target that there is",
        requires=[*there, (known, SEVERAL)], effect=entering,
        cites=rules_where({same: negate(picked), "def/defender": picked}),
    )  # fmt: skip
    first: Writes = {d.pending: 1, d.live: TARGET_ROLL, d.die(TARGET_POOL, 0): 0} if rolls else {}
    timing.add(
        "targeting/begin", "targeting", "targeting/roll" if rolls else "targeting/choose", Agent.RULES,
        "determine the target", requires=[*there, (negate(known), SEVERAL)],
        effect={**entering, d.target: 0, **first},
    )  # fmt: skip
    if rolls:
        _add_roll(rules)
    _add_choice(rules)
    window = "the target is known, and the ability has not struck it"
    add_acts(rules, rules.window("targeting/aimed", window, "targeting/aim"))
    timing.point("targeting/aim", Kind.RULES, "the ability goes to its target")
    timing.add(
        "targeting/go-on", "targeting/aim", "resolve/next", Agent.RULES,
        "go on with what waited for the target", requires=[(d.waiting, "def/defender")],
        effect={d.program: ACTIVATION},
    )  # fmt: skip


def _add_roll(rules: Rules) -> None:
    """The targeting die: it is rolled, may be altered, and says who the target is or who chooses it."""
    d, timing, mode = rules.duel, rules.timing, rules.mode
    table = TABLES[mode.id]
    add_rolling(rules, "targeting/roll", TARGET_POOL, "the attacker rolls for a target", table)
    timing.add(
        "targeting/roll/rolled", "targeting/roll", "targeting/rolled", Agent.RULES, "look at the die",
        requires=[(d.pending == 0, "targeting/team-modes-roll-one")], effect=rules.opening(),
        cites=["targeting/roll-cards-allowed"],
    )  # fmt: skip
    window = rules.window("targeting/rolled", "the targeting die lies on the table", "targeting/read")
    add_acts(rules, window)
    timing.point("targeting/read", Kind.RULES, "the targeting die is read")
    face = d.die(TARGET_POOL, 0)
    meant = lookup("opponent meant by the targeting die", [0, *(_or_zero(one) for one in mode.die)], face)
    named = any_of(*(face == place + 1 for place, one in enumerate(mode.die) if one > 0))
    shut: Writes = {d.live: NO_ROLL, **rules.opening()}
    timing.add(
        "targeting/read/named", "targeting/read", "targeting/aimed", Agent.RULES, "aim where the die says",
        requires=[(named, table)], effect={**shut, d.target: _seat_meant(rules, meant) + 1},
        cites=["targeting/team-modes-roll-one", "team/seating"],
    )  # fmt: skip
    for who, name, point in (
        (ATTACKER, "attacker", "targeting/choose"), (OPPONENTS, "opponents", "targeting/opponents"),
    ):  # fmt: skip
        faces = [place + 1 for place, one in enumerate(mode.die) if one == who]
        if faces:
            timing.add(
                f"targeting/read/{name}", "targeting/read", point, Agent.RULES, f"let the {name} choose",
                requires=[(any_of(*(face == one for one in faces)), table)], effect=shut,
            )  # fmt: skip


def _or_zero(value: int) -> int:
    """``value``, or 0 where that is less."""
    return max(value, 0)


def _seat_meant(rules: Rules, place: Expr) -> Expr:
    """The seat that is ``place`` (from 1) among the opponents as they sit.

    Where a team has been defeated, counting goes round among the others.
    """
    d = rules.duel
    left = rules.reads("team-seating", "first-left")
    found: Expr = constant(0)
    for attacker in d.seats.numbers:
        seats = targets(d.seats, attacker, left_first=left)
        found = where(d.attacker == attacker, _among(rules, seats, place), found)
    return d.definitions.said("the opponent whom the targeting die means", found)


def _among(rules: Rules, seats: Sequence[int], place: Expr) -> Expr:
    d = rules.duel
    every = lookup("opponent by place", [0, *seats], place)
    if len(d.seats.side_numbers) == 2:
        return every
    half = len(seats) // 2
    first, second = (lookup("opponent left", [0, *[*seats[which::half]] * half], place) for which in range(2))
    return where(d.plays(seats[0]), where(d.plays(seats[1]), every, first), second)


def _add_choice(rules: Rules) -> None:
    """The target is chosen, and whoever attacks a Leader in King of the Hill draws a card."""
    d, timing, mode = rules.duel, rules.timing, rules.mode
    rolls = bool(mode.die)
    rule = TABLES[mode.id] if rolls else "targeting/koth-free-choice"
    choosers: list[tuple[str, Expr, str]] = [("choose", d.attacker, "the attacker chooses a target")]
    if OPPONENTS in mode.die:
        speaker = _speaker(rules)
        if rules.reads("ultimate-target", "attacker"):
            speaker = where(d.ultimate == 1, d.attacker, speaker)
        choosers.append(("opponents", speaker, "the opponents choose the target"))
    for name, actor, says in choosers:
        point = f"targeting/{name}"
        timing.point(point, Kind.DECISION, says)
        player = Choice("player", 0, len(d.seats) - 1, d.seats.names)
        anybody = not rolls and rules.reads("koth-target", "anybody")
        opposed = TRUE if anybody else d.opposed(player, d.attacker)
        requires: Demands = [(opposed, rule), (d.plays(player), "health/zero-is-defeat")]
        bonus = all_of(d.is_attack, brings_card(rules, player)) if not rolls else None
        if name == "choose":
            requires = [(negate(d.stunned(actor)), "status/stun/no-actions"), *requires]
            meant = d.next_opponent(actor)
            timing.add(
                f"{point}/silent", point, "targeting/aimed", Agent.RULES,
                "aim at the next opponent, since the attacker may not act",
                requires=[(d.stunned(actor), "status/stun/no-actions"), (d.opposed(meant, actor), rule)],
                effect={d.target: meant + 1, **rules.opening()},
            )  # fmt: skip
        timing.add(
            f"{point}/aim", point, "targeting/aimed", actor, "aim at player {player}", choices=[player],
            requires=[*requires, *([] if bonus is None else [(negate(bonus), "koth/leader-bonus-card")])],
            effect={d.target: player + 1, **rules.opening()},
            cites=[rule] if rolls else [rule, "koth/sole-leader-no-bonus"],
        )  # fmt: skip
        if bonus is not None:
            _add_bonus(rules, point, bonus, requires, player)


def _speaker(rules: Rules) -> Expr:
    """Who says whom the opponents choose: the first of them who is not stunned; if all are, the first."""
    d = rules.duel
    found = d.next_opponent(d.attacker)
    for places in reversed(range(1, len(d.seats))):
        seat = d.seats.next(d.attacker, places)
        able = all_of(d.opposed(seat, d.attacker), d.plays(seat), negate(d.stunned(seat)))
        found = where(able, seat, found)
    return d.definitions.said("the opponent who speaks for all", found)


def _add_bonus(rules: Rules, point: str, bonus: Expr, requires: Demands, player: Choice) -> None:
    d = rules.duel
    rules.timing.add(
        f"{point}/aim-leader", point, "draw", d.attacker, "aim at player {player}, a Leader, and draw a card",
        choices=[player], requires=[*requires, (bonus, "koth/leader-bonus-card")],
        effect={d.target: player + 1, d.drawing: d.attacker, d.draws: 1},
        cites=[
            "koth/leader-definition", "koth/bonus-timing", "targeting/koth-free-choice",
            *rules_where({
                "koth/tied-leader-still-bonus": d.health_of(d.attacker) == d.health_of(player),
            }),
        ],
    )  # fmt: skip
