"""The Offensive Roll Phase and the Targeting Roll Phase: rolling, announcing, altering, activating."""

from __future__ import annotations

from dicelaw.model.dice_throne.resolution.actions import add_acts
from dicelaw.model.dice_throne.resolution.triggers import add_due, noted
from dicelaw.model.dice_throne.rules import Rules, Writes, fresh_phase, landing_bonus
from dicelaw.model.dice_throne.state.duel_state import (
    ACTIVATION,
    ALL_DICE,
    DICE,
    LANDING,
    NO_ROLL,
)
from dicelaw.model.dice_throne.tables.own_rules import rule_of_attempts
from dicelaw.model.dice_throne.timing.targeting import ONE, SEVERAL, add_targeting
from dicelaw.model.dice_throne.words.dice import add_rolling
from dicelaw.model.kernel.expressions import Expr, all_of, at_least, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where


def add_offense(rules: Rules) -> None:
    """Everything from the start of the Offensive Roll Phase to the landing of what was activated."""
    _add_begin(rules)
    _add_attempts(rules)
    _add_choosing(rules)
    _add_activation(rules)
    _add_targeting(rules)


def _add_begin(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    timing.point("offense/begin", Kind.RULES, "the Offensive Roll Phase is due")
    stunned = d.stunned(d.turn)
    down = d.has_trait(d.turn, lambda status: status.skips_offense)
    timing.add(
        "offense/begin/roll", "offense/begin", "offense/roll", Agent.RULES, "begin the Offensive Roll Phase",
        requires=[
            (negate(stunned), "status/stun/no-actions"), (negate(down), "status/knockdown/skip-offense"),
        ],
        effect={**fresh_phase(rules, d.turn), **rules.aimless()},
        cites=["offense/up-to-three-attempts", "offense/first-attempt-five-dice"],
    )  # fmt: skip
    main: Writes = {**rules.enter("main-2"), **rules.opening(), d.offense_begun: 1}
    kinds = d.kinds_with(lambda status: status.skips_offense)
    timing.add(
        "offense/begin/knocked-down", "offense/begin", "main-2", Agent.RULES,
        "skip the phase and lose the token",
        requires=[(down, "status/knockdown/skip-offense")],
        effect={
            **main,
            **{d.tokens[d.place(d.turn, kind)]: at_least(d.token(d.turn, kind) - 1, 0) for kind in kinds},
        },
    )  # fmt: skip
    timing.add(
        "offense/begin/stunned", "offense/begin", "main-2", Agent.RULES, "skip the phase of a stunned player",
        requires=[(stunned, "status/stun/no-actions"), (negate(down), "status/knockdown/skip-offense")],
        effect=main,
    )  # fmt: skip


def _add_attempts(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    add_rolling(rules, "offense/roll", 0, "the attacker rolls", "offense/first-attempt-five-dice")
    timing.add(
        "offense/roll/rolled", "offense/roll", "offense/rolled", Agent.RULES, "look at the dice",
        requires=[(d.pending == 0, "offense/up-to-three-attempts")], effect=rules.opening(),
        cites=["offense/roll-cards-by-any-player"],
    )  # fmt: skip
    window = rules.window("offense/rolled", "the offensive dice lie on the table", "offense/choose")
    add_acts(rules, window)
    timing.point("offense/choose", Kind.DECISION, "the attacker rerolls, announces an ability, or declines")
    may = rules.free(d.attacker)
    which = Choice("dice", 1, ALL_DICE)
    timing.add(
        "offense/choose/reroll", "offense/choose", "offense/roll", d.attacker, "reroll the dice {dice}",
        choices=[which], requires=[*may, (d.attempts >= 1, rule_of_attempts(d))],
        effect={d.pending: which, d.attempts: at_least(d.attempts - 1, 0), d.made: d.made + 1},
        cites=[
            "offense/rerolls-optional-any-subset", "offense/kept-dice-not-locked",
            "offense/altered-dice-use-unused-rerolls",
        ],
    )  # fmt: skip


def _add_choosing(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    silent = rules.barred(d.attacker)
    ability = rules.content.ability(d, d.attacker, defensive=False)
    timing.add(
        "offense/choose/announce", "offense/choose", "offense/announced", d.attacker, "announce {ability}",
        choices=ability.choices,
        requires=[
            *rules.free(d.attacker),
            (ability.available, ability.unavailable),
            (ability.met, "offense/requirement-must-be-met"),
            (ability.unbarred, "status/silence/no-straights"),
            (ability.known, "model/unknown-effect"),
        ],
        effect={
            d.announced: ability.code,
            d.announced_ultimate: ability.is_ultimate,
            d.altered: 0,
            **rules.opening(),
        },
        cites=[
            "offense/announce-intended-ability",
            *rules_where({
                "offense/altered-dice-choose-other-ability": d.altered == 1,
                "ultimate/five-sixes": ability.is_ultimate,
                "dice/of-a-kind-by-number": ability.of_a_kind >= 1,
                "dice/small-straight": ability.straight >= 1,
                "dice/large-straight": ability.straight >= DICE,
                "dice/large-contains-small": all_of(ability.straight >= 1, ability.straight < DICE),
            }),
        ],
    )  # fmt: skip
    concluding, choices, due = after_choosing(rules)
    nothing: Writes = {
        d.announced: 0, d.announced_ultimate: 0, d.live: NO_ROLL, **rules.opening(),
    }  # fmt: skip
    timing.add(
        "offense/choose/decline", "offense/choose", concluding, d.attacker, "activate nothing",
        choices=choices, requires=rules.free(d.attacker), effect={**nothing, **due},
        cites=["offense/may-decline-ability"],
    )  # fmt: skip
    concluding, choices, due = after_choosing(rules)
    timing.add(
        "offense/choose/silent", "offense/choose", concluding, Agent.RULES,
        "activate nothing for a stunned player", choices=choices,
        requires=[(silent, "status/stun/no-actions")], effect={**nothing, **due},
    )  # fmt: skip
    window = rules.window("offense/announced", "an ability is announced", "offense/activation")
    add_acts(rules, window)


def _add_activation(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    timing.point("offense/activation", Kind.RULES, "the announced ability is due")
    first = rules.reads("blind-roll", "first")
    choices, due = noted(rules, "concluding") if first else ([], {})
    timing.add(
        "offense/activation/activate", "offense/activation", "concluding/due" if first else "resolve/next",
        Agent.RULES, "activate the ability", choices=choices,
        requires=[
            (d.altered == 0, "offense/window-before-activation"),
            (d.activations == 0, "offense/single-ability-per-phase"),
        ],
        effect={
            d.activated: 1,
            d.activations: d.activations + 1,
            d.ultimate: d.announced_ultimate,
            d.live: NO_ROLL,
            d.program: ACTIVATION,
            d.pc[0]: rules.content.activation(d.announced),
            d.owner[0]: d.attacker,
            d.paid[0]: 0,
            d.rerolled[0]: 0,
            **due,
        },
        cites=[
            "targeting/offense-dice-fixed-before", "offense/activation-variable-effects-first",
            "ultimate/offensive-phase-only",
        ],
    )  # fmt: skip
    timing.add(
        "offense/activation/reconsider", "offense/activation", "offense/choose", Agent.RULES,
        "let the attacker choose anew, since dice were altered",
        requires=[(d.altered == 1, "offense/altered-dice-choose-other-ability")],
        effect={d.altered: 0, d.announced: 0, d.announced_ultimate: 0},
        cites=["ultimate/stopped-only-by-dice-before-activation"],
    )  # fmt: skip
    _add_concluding(rules)


def after_choosing(rules: Rules) -> tuple[str, list[Choice], Writes]:
    """Where a phase without an ability goes on, with the choices and the effect of that."""
    if rules.reads("blind-roll", "first"):
        return "concluding/due", *noted(rules, "concluding")
    return "offense/end", [], {}


def _add_concluding(rules: Rules) -> None:
    """The conclusion of the phase, and what is due then: before anything else happens, or at its end."""
    d, timing = rules.duel, rules.timing
    says = "the Offensive Roll Phase comes to its conclusion"
    window_says = "the Offensive Roll Phase concludes"
    first = rules.reads("blind-roll", "first")
    add_acts(rules, rules.window("offense/end", window_says, "targeting" if first else "offense/conclude"))
    if not first:
        timing.point("offense/conclude", Kind.RULES, "the Offensive Roll Phase is at its end")
        choices, due = noted(rules, "concluding")
        timing.add(
            "offense/conclude/note", "offense/conclude", "concluding/due", Agent.RULES, "note what is due",
            choices=choices, effect={cell: where(d.extra == 0, times, 0) for cell, times in due.items()},
            cites=["tactician/profiteer-resets-phase"],
        )  # fmt: skip
    says_between = "an effect of the conclusion is resolved"
    add_acts(rules, rules.window("concluding", says_between, "concluding/due"))
    active = d.program == ACTIVATION
    add_due(
        rules, "concluding", says,
        [
            ("concluding/due/activate", "resolve/next", active, {}),
            ("concluding/due/end", "offense/end" if first else "targeting", negate(active), rules.opening()),
        ],
    )  # fmt: skip


def _add_targeting(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    add_targeting(rules)
    timing.point("landing", Kind.RULES, "an ability is about to take effect on its target")
    lowering = all_of(d.is_attack, d.ultimate == 0)
    once = d.traits(d.attacker, lambda status: status.attack_minus * status.minus_once)
    bonus = landing_bonus(rules) if rules.reads("attack-bonus", "aimed") else {}
    timing.add(
        "targeting/land", "landing", "resolve/next", Agent.RULES, "strike the target",
        effect={
            **rules.enter("defense"),
            **bonus,
            d.lowered: where(lowering, once, 0),
            **_used_up(rules, d.is_attack),
            d.program: LANDING,
            d.pc[0]: rules.content.landing(d.announced),
            d.owner[0]: d.attacker,
            d.live: NO_ROLL,
        },
        cites=[
            "targeting/also-for-damage-free-abilities", "defense/step1-targeted-nondamage-effects",
            "damage/nondamage-effects-first", "damage/no-special-targeting",
        ],
    )  # fmt: skip
    rule = ONE if d.seats.duel else SEVERAL
    timing.add(
        "targeting/nothing", "targeting", "phase-over", Agent.RULES, "conclude a phase without an ability",
        requires=[(negate(d.activated == 1), rule)],
        effect={**rules.enter("defense"), d.live: NO_ROLL},
    )  # fmt: skip


def _used_up(rules: Rules, given: Expr) -> Writes:
    """The effect of removing the tokens that lowered an attack once."""
    d = rules.duel
    return {
        d.tokens[d.place(d.attacker, kind)]: where(given, 0, d.token(d.attacker, kind))
        for kind in d.kinds_with(lambda status: status.minus_once)
    }
