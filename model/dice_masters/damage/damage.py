"""Damage on its way: reactions to it, its being dealt, and dice that are KO'd."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.anti_breath import add_anti_breath, can_prevent
from dicelaw.model.dice_masters.damage.capture_and_control import add_letting_go, keeper_gone
from dicelaw.model.dice_masters.damage.consequences import hurt
from dicelaw.model.dice_masters.damage.falling import (
    RULE,
    WINDOW_FALLS,
    add_falls,
    add_falls_before,
    held,
    rolling,
    settled,
)
from dicelaw.model.dice_masters.damage.interrupting import (
    Interrupting,
    can_interrupt,
    has_to_interrupt,
    interrupts,
)
from dicelaw.model.dice_masters.damage.reactions import add_reaction, can_react
from dicelaw.model.dice_masters.damage.winning import add_judge
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes, leaving_where
from dicelaw.model.dice_masters.state.table_state import (
    ATTACK,
    DAMAGED,
    FALLEN,
    FIELD,
    OUT,
    SEATS,
)
from dicelaw.model.dice_masters.zones.equip import add_unequip, any_loose
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    count,
    negate,
    where,
)
from dicelaw.model.kernel.fragments.priority_window import priority_window
from dicelaw.model.kernel.graph import Agent, Kind


def add_damage(rules: Rules, after_combat: str) -> None:
    """From damage on its way to the effects of being damaged; combat damage leads to ``after_combat``."""
    t, timing = rules.table, rules.timing
    acts = interrupts(rules)
    decide = "global/reactive-decide-now" if rules.newer else "queue/interrupt@2016"
    window = priority_window(
        timing,
        "damage/react",
        "damage is on its way: Globals that react to it may be used",
        holder=t.reactor,
        first=t.turn,
        seats=2,
        barred=lambda seat: negate(
            any_of(can_react(rules, seat), can_interrupt(acts, seat), can_prevent(rules, seat))
        ),
        bound=partial(has_to_interrupt, acts),
        close_to="damage/strike",
        pass_rule=decide,
        barred_rule=decide,
        cites=[f"queue/interrupt@{rules.edition}", f"global/reactive-def@{rules.edition}"],
    )
    for place, ability in enumerate(t.reactions):
        add_reaction(rules, window, place, ability)
    for interrupt in acts:
        interrupt.add(window)
    add_anti_breath(rules, window)
    if acts or after_combat != "ko":
        add_falls_before(rules, WINDOW_FALLS, window.id)
    timing.point("damage/strike", Kind.RULES, "the damage is dealt")
    timing.add(
        "damage/strike/deal", "damage/strike", "damage/judge", Agent.RULES, "deal the damage",
        effect=_struck(rules, acts),
        cites=_strike_rules(rules),
    )  # fmt: skip
    add_judge(rules, "damage/judge", "damage/dealt")
    timing.point("damage/dealt", Kind.RULES, "the damage has been dealt")
    rule = rules.rule("ko-order")
    stage, target = (DAMAGED, "ko") if rules.newer else (FALLEN, after_combat)
    first: Demands = [(t.stage != FALLEN, rule)] if rules.newer else []
    timing.add(
        "damage/dealt/combat", "damage/dealt", target, Agent.RULES, "go on after combat damage",
        requires=[(t.combat == 1, rule), *first], effect={t.combat: 0, t.stage: stage},
    )  # fmt: skip
    if rules.newer and after_combat != "ko":
        timing.add(
            "damage/dealt/leftover", "damage/dealt", "ko", Agent.RULES, "go on after what was left over",
            requires=[(t.combat == 1, rule), (t.stage == FALLEN, rule)], effect={t.combat: 0},
        )  # fmt: skip
    timing.add(
        "damage/dealt/effect", "damage/dealt", "ko", Agent.RULES, "go on after damage by an effect",
        requires=[(t.combat == 0, rule)],
    )  # fmt: skip


def _strike_rules(rules: Rules) -> Sequence[str]:
    """The rules about damage that is dealt, each where it matters."""
    t, edition = rules.table, rules.edition
    hurt = t.some(lambda die: t.incoming[die] >= 1)
    nothing = all_of(*(cell == 0 for cell in (*t.incoming, *t.aimed)))
    both = any_of(*(all_of(t.aimed[seat] >= 1, t.of(die, seat, FIELD, ATTACK), t.incoming[die] >= 1)
                    for seat in range(SEATS) for die in range(t.count)))  # fmt: skip
    answered = any_of(*(cell >= 1 for cell in (*t.reacted, *t.spent)))
    here: dict[str, Expr] = {
        f"damage/unblocked-out-of-play@{edition}": t.some(lambda die: _unblocked(rules, die)),
        "damage/stays-on-die": hurt,
        "damage/cumulative-over-turn": t.some(lambda die: all_of(t.incoming[die] >= 1, t.damage[die] >= 1)),
        f"prevent/result@{edition}": answered,
        f"global/all-prevented@{edition}": nothing,
    }
    newer = {"damage/separate-from-stats": hurt, "queue/one-effect-many-conditions": both}
    return ["damage/simultaneous", *rules.cited_where(here, newer)]


def _unblocked(rules: Rules, die: int) -> Expr:
    """Whether ``die`` attacks, is not blocked and deals combat damage now."""
    t = rules.table
    return all_of(t.combat == 1, t.of(die, t.turn, ATTACK), t.blocked[die] == 0, t.assigned[die] == 1)


def _struck(rules: Rules, acts: Sequence[Interrupting]) -> Writes:
    """What dealing the damage writes; unblocked attackers go Out of Play with their combat damage."""
    t = rules.table
    writes: Writes = dict.fromkeys((*t.aimed, *t.reacted), 0)
    writes |= {t.spent[one.place]: one.after_damage() for one in acts}
    for seat in range(SEATS):
        writes[t.life[seat]] = at_least(t.life[seat] - t.aimed[seat], 0)
    for die in range(t.count):
        cell = t.incoming[die]
        unblocked = _unblocked(rules, die)
        writes |= leaving_where(t, die, unblocked, OUT)
        writes |= {t.damage[die]: where(unblocked, 0, t.damage[die] + cell), cell: 0}
        writes[t.hurt[die]] = hurt(rules, die)
        writes[t.suffered[die]] = where(cell >= 1, cell, t.suffered[die])
        if die in t.bearers(Keyword.IRON_WILL):
            writes[t.withstood[die]] = where(unblocked, 0, _withstood(rules, die))
    return writes


def _withstood(rules: Rules, die: int) -> Expr:
    """What ``withstood`` becomes as the damage on its way to ``die``, which has Iron Will, is dealt.

    Lethal damage is withstood if it is the first of the turn, and that of one die or effect alone.
    """
    t = rules.table
    several = count(t.dealers[die]) >= 2
    lethal = t.damage[die] + t.incoming[die] >= t.defense(die)
    first = where(all_of(lethal, negate(several)), 1, 2)
    hurt = where(t.withstood[die] >= 1, 2, first)
    return where(t.incoming[die] >= 1, hurt, t.withstood[die])


def add_ko(rules: Rules) -> None:
    """Dice whose damage reaches their D are KO'd, again and again until there is none."""
    t, timing = rules.table, rules.timing
    timing.point("ko", Kind.RULES, "which dice are KO'd?")
    order, none_left = rules.rule("ko-order"), settled(rules)
    add_falls(rules, "ko", "ko", [(negate(held(rules)), order), (negate(rolling(rules)), RULE)])
    add_letting_go(rules, [none_left])
    add_unequip(rules, [none_left])
    unequipped = (negate(any_loose(rules)), rules.keyword("equip-stays"))
    fits = [unequipped] if t.bearers(Keyword.EQUIP) else []
    gone = any_of(*(keeper_gone(rules, die) for die in range(t.count)))
    timing.add(
        "ko/done", "ko", "due", Agent.RULES, "no further die is KO'd",
        requires=[none_left, (negate(gone), rules.rule("holder-leaves")), *fits],
    )  # fmt: skip
