"""The Attack Step: attackers, blockers, the Action/Global window, and who damages whom."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Moment, Op
from dicelaw.model.dice_masters.cards.interrupts import Source
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.capture_and_control import controls_another
from dicelaw.model.dice_masters.damage.combat_ko import drained, left_over_at_once
from dicelaw.model.dice_masters.damage.consequences import counts
from dicelaw.model.dice_masters.damage.deadly import meeting
from dicelaw.model.dice_masters.damage.falling import INFILTRATE_FALLS
from dicelaw.model.dice_masters.damage.interrupting import taken
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes
from dicelaw.model.dice_masters.state.table_state import (
    ARRIVALS,
    ATTACK,
    ATTACKERS,
    BLOCKERS,
    DO_ATTACK,
    FIELD,
    OVER,
    WINDOW,
)
from dicelaw.model.dice_masters.timing.answers_to_attack import answering, may_answer
from dicelaw.model.dice_masters.timing.combat_choices import (
    add_infiltrate,
    infiltrates_early,
    infiltrates_late,
    kept_from_blocking,
    may_block,
)
from dicelaw.model.dice_masters.timing.continuous import add_sending
from dicelaw.model.dice_masters.timing.global_abilities import add_globals
from dicelaw.model.dice_masters.timing.main_step import add_forgo, add_use, add_window
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    count,
    negate,
    number,
    where,
)
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where
from dicelaw.model.kernel.lookups import lookup

_DRAIN = ("keyword/energy-drain", "keyword/energy-drain-level-one", "term/engaged")


def add_attack(rules: Rules) -> Window:
    """The declarations of the Attack Step and its window, which this gives back."""
    _add_attackers(rules)
    _add_blockers(rules)
    assign = "infiltrate" if infiltrates_late(rules) else "assign"
    says = "action dice and Globals may be used"
    window = add_window(rules, "attack/window", says, assign, {rules.table.quick: number(_quick(rules))})
    add_sending(rules, window)
    add_use(rules, window, ["action/second-window"])
    add_globals(rules, window, f"global/attack-window@{rules.edition}")
    if not rules.newer:
        add_forgo(rules, window)
    add_infiltrate(rules)
    _add_over(rules)
    return window


def _add_attackers(rules: Rules) -> None:
    t, timing = rules.table, rules.timing
    timing.point("attack", Kind.DECISION, "attackers are declared")
    attackers = t.some(lambda die: t.of(die, t.turn, ATTACK))
    die = rules.die()
    none = f"priority/no-attack-ends-turn@{rules.edition}"
    held_back: Demands = []
    if t.lends and not rules.newer:
        held_back.append((negate(controls_another(rules, die)), rules.rule("controller-attacks")))
    timing.add(
        "attack/send", "attack", "attack", t.turn, "attack with {die}",
        choices=[die],
        requires=[
            (t.of(die, t.turn, FIELD), "combat/attackers-any"),
            *held_back,
        ],
        effect={t.zone[die]: ATTACK},
        cites=["combat/attack-free", "combat/move-to-attack-zone", "zone/attack-holds", "term/attack"],
    )  # fmt: skip
    willing = _all_attack(rules)
    timing.add(
        "attack/go", "attack", "due", t.turn, "declare no further attackers",
        requires=[(attackers, none), *willing],
        effect={t.stage: ATTACKERS, **answering(rules, _attacking(rules))},
        cites=[
            "combat/declare-together", f"combat/when-attacks@{rules.edition}", "turn/attack-parts-in-order",
            *([rules.keyword("breath-weapon-limit")] if t.bearers(Keyword.BREATH_WEAPON) else ()),
            *(rules.cited(new=["combat/when-attacked-after"]) if may_answer(rules) else ()),
        ],
    )  # fmt: skip
    timing.add(
        "attack/pass", "attack", "cleanup", t.turn, "do not attack",
        requires=[(negate(attackers), none), *willing],
        cites=["action/unused-no-attack"] if rules.newer else [],
    )  # fmt: skip


def _lets_block(rules: Rules, die: Choice) -> Demands:
    """That no effect keeps ``die`` from blocking."""
    kept = kept_from_blocking(rules, die)
    return [] if kept is FALSE else [(negate(kept), "precedence/card-over-rule")]


def _all_attack(rules: Rules) -> Demands:
    """That no die in the Field Zone is left that has to attack and may."""
    t = rules.table
    if not t.figures.uses(Op.MUST_ATTACK):
        return []
    held = t.lends and not rules.newer
    left = t.some(
        lambda die: all_of(
            t.of(die, t.turn, FIELD),
            t.bound[die] == DO_ATTACK,
            negate(controls_another(rules, die)) if held else TRUE,
        )
    )
    return [(negate(left), "precedence/card-over-rule")]


def _attacking(rules: Rules) -> Writes:
    """What makes the effects of attackers due; a Breath Weapon is due for one die of each character."""
    t = rules.table
    breathing = t.bearers(Keyword.BREATH_WEAPON)
    writes: Writes = {}
    for die in range(t.count):
        now = t.moment(die, Moment.ATTACKS)
        due = all_of(t.of(die, t.turn, ATTACK), t.ready(die, now))
        before = [one for one in breathing if one < die]
        if before and die in breathing:
            another = any_of(
                *(
                    all_of(
                        t.of(one, t.turn, ATTACK), t.has(one, Keyword.BREATH_WEAPON), t.same_card(one, die)
                    )
                    for one in before
                )
            )
            due = all_of(due, negate(all_of(t.has(die, Keyword.BREATH_WEAPON), another)))
        arrives = lookup("arrival", [ARRIVALS.get(one, 0) for one in Moment], now)
        writes[t.arriving[die]] = where(due, arrives, t.arriving[die])
    return writes


def _met(rules: Rules) -> Writes:
    """What makes the effects of dice due that block, are blocked or are engaged, as their texts say."""
    t, moment = rules.table, Moment.BLOCKS
    writes: Writes = {}
    for die in range(t.count):
        due = all_of(t.zone[die] == ATTACK, t.ready(die, moment), counts(rules, die, moment))
        writes[t.arriving[die]] = where(due, ARRIVALS[moment], t.arriving[die])
    return writes


def _quick(rules: Rules) -> Expr:
    """Whether a die with Fast attacks or blocks."""
    t = rules.table
    return any_of(
        *(all_of(t.zone[one] == ATTACK, t.has(one, Keyword.FAST)) for one in t.bearers(Keyword.FAST))
    )


def _add_blockers(rules: Rules) -> None:
    t, timing = rules.table, rules.timing
    timing.point("block", Kind.DECISION, "blockers are declared")
    defender = t.inactive
    die, attacker = rules.die(), rules.die("attacker")
    timing.add(
        "block/block", "block", "block", defender, "block {attacker} with {die}",
        choices=[die, attacker],
        requires=[
            (t.of(die, defender, FIELD), "combat/blockers-any"),
            (t.of(attacker, t.turn, ATTACK), "combat/block-one-attacker"),
            *may_block(rules, die, attacker),
            *_lets_block(rules, die),
        ],
        effect={
            t.zone[die]: ATTACK, t.blocks[die]: attacker + 1, t.blocked[attacker]: 1,
            **meeting(rules, die, attacker),
        },
        cites=[
            "combat/multi-block", "combat/blockers-to-attack-zone", "zone/attack-holds",
            *(["model/deadly", "term/engaged"] if t.bearers(Keyword.DEADLY) else ()),
        ],
    )  # fmt: skip
    met = _met(rules)
    due = any_of(*(number(met[cell]) != cell for cell in t.arriving))
    draining = t.bearers(Keyword.ENERGY_DRAIN)
    drains = any_of(*(all_of(t.zone[one] == ATTACK, t.has(one, Keyword.ENERGY_DRAIN)) for one in draining))
    in_order = rules.cited("combat/block-effects-order", new=["combat/block-trigger-words"])
    timing.add(
        "block/pass", "block", INFILTRATE_FALLS if infiltrates_early(rules) else "ko", defender,
        "declare no further blockers",
        effect={t.stage: BLOCKERS, **met, **drained(rules)},
        cites=[
            "combat/block-effects-after-all",
            *rules_where(dict.fromkeys(in_order, due)),
            *rules_where(dict.fromkeys(_DRAIN if draining else (), drains)),
        ],
    )  # fmt: skip


def add_assignment(rules: Rules) -> None:
    """Every attacker and then every blocker assigns all its damage; it is dealt at once later."""
    t, timing = rules.table, rules.timing
    timing.point("assign", Kind.RULES, "combat damage is assigned")
    timing.point("assign/divide", Kind.DECISION, "an attacker divides its damage")

    quick = t.bearers(Keyword.FAST)

    def in_time(die: int) -> Expr:
        return any_of(t.quick == 0, t.has(die, Keyword.FAST))

    def attacks(die: int) -> Expr:
        return all_of(t.of(die, t.turn, ATTACK), t.assigned[die] == 0, in_time(die))

    def defends(die: int) -> Expr:
        return all_of(t.of(die, t.inactive, ATTACK), t.assigned[die] == 0, in_time(die))

    one, attacker_left = t.first(attacks), t.some(attacks)
    blockers = [all_of(t.of(die, t.inactive, ATTACK), t.blocks[die] == one + 1) for die in range(t.count)]
    how_many, blocker = count(blockers), t.first(lambda die: blockers[die])
    strength, blocked = t.attack(one), t.blocked[one] == 1
    done: Writes = {t.assigned[one]: 1}
    player: Writes = {t.aimed[t.inactive]: t.aimed[t.inactive] + strength}
    hit: Writes = {t.incoming[blocker]: t.incoming[blocker] + taken(rules, blocker, strength, Source.COMBAT)}
    still = "damage/blocker-removed-still-blocked" if rules.newer else "damage/unblocked-to-player"
    lone: Writes = {**player, t.blocked[one]: 0} if rules.reads("blocker-gone", "unblocked") else {}
    if rules.reads("overcrush-removed", "deals-all") and t.bearers(Keyword.OVERCRUSH):
        aimed = t.aimed[t.inactive]
        lone = {aimed: aimed + where(t.has(one, Keyword.OVERCRUSH), strength, 0)}
    to_blockers = "damage/blocked-to-blockers"
    ways: list[tuple[str, str, str, Expr, str, Writes]] = [
        ("player", "assign", "damage the opponent", negate(blocked), "damage/unblocked-to-player", player),
        ("nobody", "assign", "the blockers are gone", all_of(blocked, how_many == 0), still, lone),
        ("blocker", "assign", "damage the blocker", all_of(blocked, how_many == 1), to_blockers, hit),
        ("begin", "assign/divide", "divide the damage", all_of(blocked, how_many >= 2),
         "damage/attacker-divides", {t.dividing: one, t.left: strength}),
    ]  # fmt: skip
    for name, target, says, holds, rule, writes in ways:
        timing.add(
            f"assign/{name}", "assign", target, Agent.RULES, says,
            requires=[(attacker_left, "damage/attacker-assigns-first"), (holds, rule)],
            effect={**done, **writes},
            cites=["damage/attacker-must-assign-all", "term/assign"],
        )  # fmt: skip
    die, amount = rules.die(), Choice("amount", 1, 31, open_above=True)
    timing.add(
        "assign/give", "assign/divide", "assign/divide", t.turn, "assign {amount} to {die}",
        choices=[die, amount],
        requires=[
            (all_of(t.of(die, t.inactive, ATTACK), t.blocks[die] == t.dividing + 1), to_blockers),
            (amount <= t.left, "damage/attacker-divides"),
        ],
        effect={
            t.left: at_least(t.left - amount, 0),
            t.incoming[die]: t.incoming[die] + taken(rules, die, amount, Source.COMBAT),
        },
        cites=rules.cited(f"damage/excess-wasted@{rules.edition}", new=["damage/avoid-trigger-allowed"]),
    )  # fmt: skip
    timing.add(
        "assign/divided", "assign/divide", "assign", Agent.RULES, "all of it is assigned",
        requires=[(t.left == 0, "damage/attacker-must-assign-all")],
    )  # fmt: skip
    other, blocker_left = t.first(defends), t.some(defends)
    prey = at_least(t.blocks[other] - 1, 0)
    meets = all_of(t.blocks[other] >= 1, t.of(prey, t.turn, ATTACK))
    timing.add(
        "assign/back", "assign", "assign", Agent.RULES, "damage the attacker that is blocked",
        requires=[(negate(attacker_left), "damage/attacker-assigns-first"),
                  (blocker_left, "damage/blocker-assigns-full")],
        effect={
            t.assigned[other]: 1,
            t.incoming[prey]: t.incoming[prey]
            + where(meets, taken(rules, prey, t.first(defends, t.attack), Source.COMBAT), 0),
        },
    )  # fmt: skip
    timing.add(
        "assign/done", "assign", "damage/react", Agent.RULES, "all damage is assigned",
        requires=[(negate(any_of(attacker_left, blocker_left)), "damage/simultaneous")],
        effect={t.combat: 1, t.stage: WINDOW, t.reactor: t.turn, **left_over_at_once(rules)},
        cites=[rules.keyword("fast"), rules.keyword("fast-together")] if quick else [],
    )  # fmt: skip


def _add_over(rules: Rules) -> None:
    """What is left in the Attack Zone returns, now or in the Cleanup Step."""
    t = rules.table
    rules.timing.point("attack/over", Kind.RULES, "the Attack Step is over")
    writes: Writes = {}
    if rules.newer:
        for die in range(t.count):
            writes |= {
                t.zone[die]: where(t.zone[die] == ATTACK, FIELD, t.zone[die]),
                t.blocks[die]: 0,
                t.blocked[die]: 0,
                t.assigned[die]: 0,
            }
        writes[t.stage] = OVER
    rules.timing.add(
        "attack/over/end", "attack/over", "ko" if rules.newer else "cleanup", Agent.RULES,
        "end the Attack Step", effect=writes,
        cites=[rules.rule("survivors"), "fielded/not-return-from-attack"],
    )  # fmt: skip
