"""Properties of cards, tokens and board actions: when each kind of action can be used, whatever it does."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import DamageType, Timing, When
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.resolution.totals import attack_total
from dicelaw.model.dice_throne.state.duel_state import NO_ROLL
from dicelaw.model.kernel.expressions import Expr, all_of, any_of
from dicelaw.specs.bugs import dropping
from dicelaw.specs.dice_throne.invariants.contexts import in_phase
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.property import Chosen, Goal, Never, Property

USING = ("*/act", "*/declare", "*/play", "!answer/act")
"""The transitions by which the player with priority uses something."""


def action_properties(made: DuelMachine) -> list[Property]:
    """Each kind of action against the moments at which it must not be used."""
    d = made.duel
    own_attack = all_of(d.is_attack, d.attacker == d.holder)
    attacked = all_of(d.is_attack, in_phase(d, "defense"), d.attacked(d.holder))
    main = all_of(in_phase(d, "main-1", "main-2"), d.holder == d.turn)
    rows: list[tuple[str, str, Expr, str]] = [
        (
            "cards/main/own-main-phase-only",
            "A Main Phase Action is used only in a Main Phase of its player's own turn.",
            all_of(Chosen("timing") == Timing.MAIN, ~main),
            "cards/main/own-main-phase-only",
        ),
        (
            "cards/roll/phases",
            "A Roll Phase Action is used only in a Roll Phase.",
            all_of(Chosen("timing") == Timing.ROLL, ~in_phase(d, "offense", "targeting", "defense")),
            "cards/roll/phases",
        ),
        (
            "cards/enough-tokens",
            "Nobody spends tokens that are not there.",
            all_of(
                Chosen("tokens") >= 1,
                Chosen("token") >= 1,
                *(_short(made, kind) for kind in range(1, d.kinds + 1)),
            ),
            "status/spend-discards-no-cost",
        ),
        (
            "cards/in-hand",
            "A card is played only from the hand.",
            all_of(Chosen("is_card") == 1, d.hand[d.holder] == 0),
            "cards/lost-card-unusable",
        ),
        (
            "modifier/own-attack",
            "An Attack Modifier is used only on an attack of its player.",
            all_of(_flag(When.MODIFIER), ~own_attack),
            "modifier/needs-attack",
        ),
        (
            "modifier/enhanceable",
            "An Attack Modifier is not used on pure damage.",
            all_of(_flag(When.MODIFIER), any_of(d.kind == DamageType.PURE, d.kind == DamageType.NONE)),
            "damage/pure/enhanceable",
        ),
        (
            "def/defender",
            "What answers an attack is used only by the player who is being attacked.",
            all_of(_flag(When.ATTACKED), ~attacked),
            "def/defender",
        ),
        (
            "damage/incoming-needed",
            "What prevents incoming damage is used only when avoidable damage is coming.",
            all_of(_flag(When.INCOMING), ~d.incoming(d.holder)),
            "damage/incoming-definition",
        ),
        (
            "nyra/bond-before-defense",
            "What replaces the Defensive Ability is not used after the defence.",
            all_of(_flag(When.BEFORE_DEFENSE), d.defended == 1),
            "nyra/after-defense-roll-no-pass",
        ),
        (
            "defense/last-window",
            "What waits for the end of the defence is not used before it.",
            all_of(_flag(When.AFTER_DEFENSE), d.defended == 0),
            "defense/last-window",
        ),
        (
            "status/accuracy/in-time",
            "What belongs to the conclusion of the Offensive Roll Phase is used only there.",
            all_of(_flag(When.OFFENSE_END), ~all_of(in_phase(d, "offense"), d.activated == 1)),
            "status/accuracy/makes-undefendable",
        ),
        (
            "status/chi/not-turn-gained",
            "What may not be used in the turn in which it was gained is not used after a gain.",
            all_of(_flag(When.NOT_TURN_GAINED), _gained(made)),
            "status/chi/not-turn-gained",
        ),
        (
            "status/crit/threshold",
            "What needs a printed damage is not used on a smaller attack.",
            all_of(Chosen("at_least") > d.printed, Chosen("at_least") >= 1),
            "status/crit/threshold-before-modification",
        ),
        (
            "damage/total/threshold",
            "What needs a final total is not used while the attack comes to less.",
            all_of(Chosen("total_at_least") >= 1, Chosen("total_at_least") > attack_total(made.rules)),
            "damage/total/final-total-definition",
        ),
        (
            "dice/only-on-the-table",
            "What alters dice is used only while a roll may be altered.",
            all_of(Chosen("touches") >= 1, d.live == NO_ROLL),
            "targeting/offense-dice-fixed-before",
        ),
        (
            "nyra/bond-needs-nyra",
            "What shares damage with Nyra is used only while she is active.",
            all_of(_flag(When.COMPANION_ACTIVE), d.companion_up[d.holder] == 0),
            "status/nyras-bond/distribute",
        ),
        (
            "nyra/bond-needs-wound",
            "What heals Nyra is used only while she is below 7 health.",
            all_of(_flag(When.COMPANION_HURT), d.companion[d.holder] == 7),
            "nyra/bond-heal-must-be-possible",
        ),
    ]
    used = Goal("an action is under way", d.depth >= 1, "resolve/next")
    found = [
        Property(id, says, Never(given, USING), (rule,), STRUCTURE, used, dropping(rule, USING))
        for id, says, given, rule in rows
    ]
    instants = Property(
        "cards/instants-at-once",
        "Only instants take effect without a chance to interrupt them.",
        Never(Chosen("timing") != Timing.INSTANT, ("*/act", "*/declare")),
        ("cards/instant/any-time", "cards/main-and-roll-interruptible"),
        STRUCTURE,
        used,
        dropping("cards/instant/any-time", ("*/act", "*/declare")),
    )
    interrupts = Property(
        "cards/interrupts-are-instants",
        "Only instants are put in front of what another player does.",
        Never(Chosen("timing") != Timing.INSTANT, ("interrupt/*", "answer/act")),
        ("cards/instant/interrupts",),
        STRUCTURE,
        Goal("an action waits to be interrupted", d.depth >= 1, "interrupt"),
        dropping("cards/instant/interrupts", "answer/act"),
    )
    return [*found, instants, interrupts]


def trade_properties(made: DuelMachine) -> list[Property]:
    """When cards are sold, and when upgrades are played."""
    d = made.duel
    return [
        Property(
            "cards/main-phase-only",
            "Upgrades and sales happen in the active player's own Main Phases.",
            Never(
                any_of(~in_phase(d, "main-1", "main-2"), d.holder != d.turn),
                ("*/upgrade", "*/sell", "!discard/*"),
            ),
            ("upgrade/main-phase-only", "cards/sell-only-main-or-discard"),
            using=STRUCTURE,
            goal=Goal("a card is sold", any_of(*(p >= 1 for p in d.pile)), "main-1"),
            bug=dropping("upgrade/main-phase-only"),
        ),
    ]


def _flag(when: When) -> Expr:
    return Chosen(f"when_{when.name.lower()}") == 1


def _short(made: DuelMachine, kind: int) -> Expr:
    """That, if tokens of ``kind`` are spent, the player with priority has fewer."""
    d = made.duel
    return any_of(Chosen("token") != kind, d.token(d.holder, kind) < Chosen("tokens"))


def _gained(made: DuelMachine) -> Expr:
    """That no token that the player with priority holds is older than this turn."""
    d = made.duel
    if made.rules.reads("fresh-chi", "per-token"):
        kinds = range(1, d.kinds + 1)
        return all_of(
            d.fresh[d.holder] >= 1,
            *(
                any_of(Chosen("token") != kind, d.token(d.holder, kind) <= d.fresh[d.holder])
                for kind in kinds
            ),
            Chosen("token") >= 1,
        )
    return d.fresh[d.holder] >= 1
