"""The Defensive Roll Phase: the defender's choice, one roll attempt, and what it gives."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import DamageType
from dicelaw.model.dice_throne.resolution.actions import add_acts
from dicelaw.model.dice_throne.resolution.triggers import add_due, noted
from dicelaw.model.dice_throne.rules import Demands, Rules, Writes
from dicelaw.model.dice_throne.state.duel_state import ALL_DICE, DEFENSE, DEFENSE_ROLL, DICE
from dicelaw.model.dice_throne.words.dice import add_rolling
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, at_least, negate, total, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where
from dicelaw.model.kernel.lookups import lookup


def add_defense(rules: Rules) -> None:
    """Everything from the landing of an attack to the last chance to act."""
    window = rules.window("defense/start", "an attack has landed", "defense/choose")
    add_acts(rules, window)
    _add_choosing(rules)
    _add_rolling(rules)
    d = rules.duel
    choices, due = noted(rules, "phase-over")
    rules.timing.point("phase-over", Kind.RULES, "a Roll Phase comes to its conclusion")
    rules.timing.add(
        "phase-over/note", "phase-over", "conclusion", Agent.RULES, "note what is due",
        choices=choices,
        effect={
            **{cell: where(d.extra == 0, times, 0) for cell, times in due.items()},
            d.concluded: 1,
            **rules.opening(),
        },
        cites=("def/conclusion-of-roll-phase",),
    )  # fmt: skip
    add_due(
        rules, "phase-over", "effects of the conclusion of a Roll Phase are due",
        [("phase-over/due/done", "conclusion/split", TRUE, {})],
    )  # fmt: skip
    window = rules.window("conclusion", "the last chance to act before damage is applied", "phase-over/due")
    add_acts(rules, window)


def may_defend(rules: Rules) -> list[tuple[Expr, str]]:
    """What activating a Defensive Ability requires, but for its owner's being able to act."""
    d = rules.duel
    shadows = d.has_trait(d.defender, lambda status: status.no_offense_damage)
    return [
        (d.is_attack, "defense/one-defendable-damage-needed"),
        (d.kind == DamageType.NORMAL, "defense/step2-activate-if-defendable"),
        (d.defended == 0, "nyra/choice-is-final"),
        (negate(shadows), "status/shadows/no-defense"),
        (negate(d.has_trait(d.attacker, lambda s: s.deals_nothing)), "status/parlay/no-defense-roll"),
    ]


def _add_choosing(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    seat = d.defender
    silent = rules.barred(seat)
    may = rules.free(seat)
    timing.point("defense/choose", Kind.DECISION, "the defender chooses how to meet the attack")
    ability = rules.content.ability(d, seat, defensive=True)
    timing.add(
        "defense/choose/defend", "defense/choose", "defense/roll", seat, "activate a Defensive Ability",
        choices=ability.choices,
        requires=[*may, *may_defend(rules), (ability.available, ability.unavailable)],
        effect={
            **{d.die(1, place): 0 for place in range(DICE)},
            d.pending: lookup("dice to roll", [2**count - 1 for count in range(DICE + 1)], ability.dice),
            d.pc[0]: ability.start,
            d.owner[0]: seat,
            d.live: DEFENSE_ROLL,
            d.defended: 1,
            d.defense_used: 1,
            d.again: 0,
            d.paid[0]: 0,
            d.rerolled[0]: 0,
        },
        cites=[
            "defense/single-attempt", "defense/choose-one-of-two", "damage/normal/defendable",
            *rules_where({
                "damage/pure/defendable": d.kind == DamageType.PURE,
                "damage/collateral/defendable": d.collateral[seat] >= 1,
                "damage/ultimate/defendable": d.ultimate == 1,
            }),
        ],
    )  # fmt: skip
    timing.add(
        "defense/choose/companion", "defense/choose", "phase-over", seat,
        "pass all of the damage to the companion",
        requires=[
            *may,
            (d.companion_up[seat] == 1, "companion/nyra/pass-damage"),
            (d.is_attack, "damage/collateral/not-attack"),
            (d.ultimate == 0, "companion/nyra/pass-damage"),
            (d.defended == 0, "nyra/after-defense-roll-no-pass"),
        ],
        effect={d.passed_on: 1, d.defended: 1},
        cites=[
            "nyra/taking-damage-forfeits-defense", "nyra/choice-is-final", "nyra/status-stays-on-huntress",
        ],
    )  # fmt: skip
    done: Writes = {d.defended: 1}
    declines: Demands = list(may)
    if rules.reads("defense-duty", "must"):
        able = all_of(*(condition for condition, _ in may_defend(rules)))
        declines.append((negate(able), "defense/optional"))
    timing.add(
        "defense/choose/decline", "defense/choose", "phase-over", seat, "use no Defensive Ability",
        requires=declines, effect=done, cites=["defense/optional", "defense/phase-without-defensive-ability"],
    )  # fmt: skip
    timing.add(
        "defense/choose/silent", "defense/choose", "phase-over", Agent.RULES, "go on without a defence",
        requires=[(silent, "status/stun/no-actions")], effect=done, cites=["ultimate/no-opponent-action"],
    )  # fmt: skip


def _add_rolling(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    seat = d.defender
    add_rolling(rules, "defense/roll", 1, "the defender rolls", "defense/single-attempt")
    timing.add(
        "defense/roll/rolled", "defense/roll", "defense/rolled", Agent.RULES, "look at the dice",
        requires=[(d.pending == 0, "defense/single-attempt")], effect=rules.opening(),
        cites=["defense/roll-cards-by-any-player"],
    )  # fmt: skip
    window = rules.window("defense/rolled", "the defensive dice lie on the table", "defense/again")
    add_acts(rules, window)
    timing.point("defense/again", Kind.DECISION, "the defender may use a further attempt")
    silent = rules.barred(seat)
    may: Demands = [
        *rules.free(seat),
        (d.again >= 1, "cards/named/better-d-optional"),
    ]
    which = Choice("dice", 1, ALL_DICE)
    timing.add(
        "defense/again/reroll", "defense/again", "defense/roll", seat, "reroll the dice {dice}",
        choices=[which], requires=[*may, (which <= _rolled_dice(rules), "defense/single-attempt")],
        effect={d.again: at_least(d.again - 1, 0), d.pending: which}, cites=["def/roll-attempt"],
    )  # fmt: skip
    reading = ["defense/resolve-all-nondamage-results", "defense/dice-count-for-every-effect"]
    resolve: Writes = {d.program: DEFENSE, **d.forget_picks(0)}
    timing.add(
        "defense/again/keep", "defense/again", "resolve/next", seat, "keep the defensive dice",
        requires=may, effect=resolve, cites=reading,
    )  # fmt: skip
    timing.add(
        "defense/again/none", "defense/again", "resolve/next", Agent.RULES, "read the defensive dice",
        requires=[(silent | (d.again == 0), "defense/single-attempt")],
        effect=resolve, cites=reading,
    )  # fmt: skip


def _rolled_dice(rules: Rules) -> Expr:
    """The set of the defensive dice that are in use, as bits: always the first ones."""
    d = rules.duel
    return total(where(d.die(1, place) >= 1, 2**place, 0) for place in range(DICE))
