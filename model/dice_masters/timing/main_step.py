"""The Main Step: purchases, fielding, action dice and Globals, the priority loop, and paying energy."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Moment
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.costs.paying import begin, paid
from dicelaw.model.dice_masters.costs.prices import OF_TEXTS, purchase_price
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes, moving
from dicelaw.model.dice_masters.state.table_state import (
    ARRIVALS,
    ATTACK,
    CARD,
    FIELD,
    IN_PLAY,
    NO_ACT,
    PURCHASE,
    RESERVE,
    USED,
)
from dicelaw.model.dice_masters.timing.continuous import add_sending, begins_with_something, effect_of
from dicelaw.model.dice_masters.timing.fabricate import add_fabricate
from dicelaw.model.dice_masters.timing.fielding import add_fielding
from dicelaw.model.dice_masters.timing.global_abilities import add_globals
from dicelaw.model.dice_masters.timing.turn_effects import used_later
from dicelaw.model.kernel.expressions import FALSE, all_of, any_of, at_least, negate, where
from dicelaw.model.kernel.fragments.priority_window import Window, priority_window
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where
from dicelaw.model.kernel.lookups import lookup


def add_window(rules: Rules, id: str, says: str, close_to: str, closing: Writes | None = None) -> Window:
    """A window of the priority loop: the active player acts, then offers, until both are done.

    What ``closing`` says is written then.
    """
    t, timing, newer = rules.table, rules.timing, rules.newer
    ends = "priority/end-of-step"
    lost: Writes = {t.virtual[t.holder]: 0} if newer else {}
    return priority_window(
        timing,
        id,
        says,
        holder=t.holder,
        first=t.turn,
        seats=2,
        barred=lambda _: FALSE,
        free=lambda _: [],
        close_to=close_to,
        close_effect={**lost, t.spare[t.holder]: 0, **(closing or {})},
        pass_effect={**lost, t.spare[t.holder]: 0},
        pass_rule=ends,
        barred_rule=ends,
        agreed=t.agreed,
        offers=rules.reads("procedure", "casual"),
        cites=_loop_rules(rules, id),
    )


def _loop_rules(rules: Rules, id: str) -> list[str]:
    part = "main-offer" if id == "main" else "attack-window-loop"
    edition = rules.edition
    t = rules.table
    cites = [
        f"priority/{part}@{edition}", f"priority/active-may-continue@{edition}", "priority/simultaneous-wish",
        "global/active-first", "term/active-player",
    ]  # fmt: skip
    if rules.newer:
        return [*cites, *rules_where({"energy/virtual-expires": t.virtual[t.holder] >= 1})]
    casual = rules.reads("procedure", "casual")
    procedure = "priority/casual-after-each-action" if casual else "priority/tournament-stricter"
    return [*cites, "priority/no-actions-after-both-pass", procedure]


def add_main(rules: Rules) -> Window:
    """The Main Step, whose window this gives back, and what becomes of dice that were not fielded."""
    t, timing = rules.table, rules.timing
    window = add_window(rules, "main", "players may act in the Main Step", "main/over")
    add_purchase(rules, window)
    add_fielding(rules, window)
    add_sending(rules, window)
    add_use(rules, window, ["action/use-main", "main/any-order-any-number"])
    add_globals(rules, window, "global/main-window")
    add_fabricate(rules, window)
    if not rules.newer:
        add_forgo(rules, window)
    timing.point("main/over", Kind.RULES, "the Main Step is over")
    cleared: Writes = {}
    unfielded = t.each(lambda die: all_of(t.of(die, t.turn, RESERVE), t.shown("level", die) >= 1))
    for die, goes in enumerate(unfielded):
        cleared |= {
            t.zone[die]: where(goes, USED, t.zone[die]),
            t.face[die]: where(goes, 0, t.face[die]),
        }
    of_unfielded = ("field/unfielded-to-used", "field/unfielded-not-out-of-play", "field/optional")
    timing.add(
        "main/over/clear", "main/over", "attack", Agent.RULES, "clear the characters that were not fielded",
        effect=cleared,
        cites=[
            *rules_where(dict.fromkeys(of_unfielded, any_of(*unfielded))),
            "priority/attack-choice-after-main", "turn/no-going-back",
        ],
    )  # fmt: skip
    return window


def _active(rules: Rules, rule: str) -> Demands:
    """Only the active player does this."""
    return [(rules.table.holder == rules.table.turn, rule)]


def add_purchase(rules: Rules, window: Window) -> None:
    """Dice on cards may be purchased."""
    t = rules.table
    die = rules.die()
    basic = lookup("basic", _basics(rules), die) == 1
    buyable = any_of(t.owner[die] == t.holder, basic)
    before = lookup("alike", [int(t.dice.alike(one)) for one in range(t.count)], die)
    price = purchase_price(rules, die, t.holder)
    types = (t.printed("type", die), t.printed("second type", die))
    demands, writes = begin(rules, price, types, rules.rule("several-types"))
    window.act(
        "buy", "pay", "purchase {die}",
        choices=[die],
        requires=[
            *_active(rules, "purchase/own-turn-only"),
            (t.zone[die] == CARD, "purchase/finite-supply"),
            (buyable, "purchase/own-cards-only-owner"),
            *rules.no_token(die, "field-only"),
            (any_of(before == 0, t.zone[at_least(die - 1, 0)] != CARD), "model/alike-dice"),
            *demands,
        ],
        effect={**writes, t.act: PURCHASE, t.subject: die},
        cites=[
            "purchase/pay-cost", "purchase/any-number", "purchase/sources",
            *rules_where({
                "purchase/basic-by-either": basic,
                "purchase/any-type-pays": price >= 1,
                "purchase/basic-any-energy": basic,
                **dict.fromkeys(_price_rules(rules), price != t.printed("cost", die)),
            }),
        ],
        returns_priority=False,
    )  # fmt: skip
    bought = t.subject
    rules.timing.add(
        "pay/purchase", "pay", "main", Agent.RULES, "the purchase is paid",
        requires=paid(rules, PURCHASE),
        effect={
            t.zone[bought]: USED, t.owner[bought]: t.holder, t.rebates[t.holder]: 0,
            t.act: NO_ACT, t.subject: 0, **window.resumed(),
        },
        cites=rules.cited("purchase/to-used", new=("purchase/not-out-of-play", "zone/used-receives")),
    )  # fmt: skip


def _price_rules(rules: Rules) -> list[str]:
    return [rules.rule("price-floor"), rules.rule("self-cost"), *OF_TEXTS]


def _basics(rules: Rules) -> list[int]:
    t = rules.table
    return [int(t.dice.kinds[kind].basic) for kind in t.dice.dice]


def _attuning(rules: Rules) -> Writes:
    """What makes Attune due as an action die is used: once for each character, however many dice it has."""
    t = rules.table
    kinds = [kind for kind, one in enumerate(t.dice.kinds) if one.card and Moment.ATTUNE in one.card.programs]
    able = [die for die, kind in enumerate(t.dice.dice) if kind in kinds or (kinds and die in t.copiers)]
    acts = {die: t.of(die, t.turn, FIELD, ATTACK) for die in able}
    for die in set(able).intersection(t.copiers):
        acts[die] = all_of(acts[die], t.program(die, Moment.ATTUNE) >= 1)
    writes: Writes = {}
    for place, die in enumerate(able):
        before = any_of(*(all_of(acts[one], t.same_card(one, die)) for one in able[:place]))
        leads = all_of(acts[die], negate(before))
        writes[t.arriving[die]] = where(leads, ARRIVALS[Moment.ATTUNE], t.arriving[die])
    return writes


def add_use(rules: Rules, window: Window, cites: list[str]) -> None:
    """Rolled action dice may be used."""
    t = rules.table
    die = rules.die()
    goes = rules.spent_to(t.holder)
    rests = t.has(die, Keyword.CONTINUOUS) if t.bearers(Keyword.CONTINUOUS) else FALSE
    gear = t.bearers(Keyword.EQUIP)
    stays = any_of(rests, t.has(die, Keyword.EQUIP)) if gear else rests
    code = where(rests, 0, effect_of(rules, die))
    window.act(
        "act", "due", "use {die}",
        choices=[die],
        requires=[
            *_active(rules, "action/active-player-only"),
            (t.of(die, t.holder, RESERVE), cites[0]),
            (t.shown("action", die) >= 1, "dice/action-face"),
            *_use_demands(rules, die),
        ],
        effect={
            **moving(t, die, where(stays, IN_PLAY, goes)),
            t.face[die]: where(stays, t.face[die], 0),
            **rules.queue.entered([(t.holder, code)], t.turn),
            **_attuning(rules),
            **used_later(rules, die),
        },
        cites=[
            "action/free",
            *rules_where({
                "action/effect-then-out-of-play": negate(stays),
                **dict.fromkeys(["burst/exact-match", "burst/ignore-unmatched", "action/burst-text"],
                                t.shown("action", die) >= 2),
                f"action/continuous-is-use@{rules.edition}": rests,
                f"keyword/continuous@{rules.edition}": rests,
            }),
            *cites[1:],
            *(rules_where({rules.keyword("equip-field"): t.has(die, Keyword.EQUIP)}) if gear else ()),
        ],
        returns_priority=False,
        family="act",
    )  # fmt: skip


def _use_demands(rules: Rules, die: Choice) -> Demands:
    """What the edition requires of the use of the action die ``die``."""
    t = rules.table
    if not rules.newer:
        return [(t.spare[t.holder] == 0, rules.rule("generic-half"))]
    rests = t.has(die, Keyword.CONTINUOUS) if t.bearers(Keyword.CONTINUOUS) else FALSE
    return [(any_of(rests, begins_with_something(rules, die)), rules.rule("idle-action"))]


def add_forgo(rules: Rules, window: Window) -> None:
    """The unspent half of a generic double is let go, so that something without a cost can be done."""
    t = rules.table
    window.act(
        "forgo", window.id, "let the unspent half go",
        requires=[(t.spare[t.holder] == 1, rules.rule("generic-half"))],
        effect={t.spare[t.holder]: 0},
        returns_priority=False,
        family="forgo",
    )  # fmt: skip
