"""The table of steps: attackers, blockers, combat damage, KOs, and the Cleanup Step."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.interrupts import Source
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.capture_and_control import controls_another
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.table_state import (
    ASIDE,
    ATTACK,
    ATTACKERS,
    BLOCKERS,
    DAMAGED,
    DO_ATTACK,
    ENDING,
    FALLEN,
    FIELD,
    MAIN,
    NOT_BLOCK,
    OUT,
    OVER,
    PREP,
    SEATS,
    USED,
    WINDOW,
)
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, at_least, count, where
from dicelaw.specs.dice_masters.steps.row import (
    AMOUNT,
    ATTACKER,
    DIE,
    DUE,
    first_of,
    gone,
    is_lethal,
    lie,
    none_of,
    of_die,
    plainly_koed,
    takes,
    worth,
)
from dicelaw.specs.steps import Makes, Step, put, step, to

FALLS = ("ko", "damage", "infiltrate")


def steps_of_combat(rules: Rules) -> list[Step]:
    """The rows about combat and what follows it."""
    return [*_attack(rules), *_block(rules), *_assign(rules), *_deal(rules), *_fall(rules), *_end(rules)]


def _attack(rules: Rules) -> list[Step]:
    t, dice = rules.table, range(rules.table.count)
    none = f"priority/no-attack-ends-turn@{rules.edition}"
    attacks, waits = lie(t, t.turn, ATTACK), lie(t, t.turn, FIELD)
    held = [controls_another(rules, die) if t.lends and not rules.newer else ~TRUE for die in dice]
    left = any_of(*(all_of(waits[die], t.bound[die] == DO_ATTACK, ~held[die]) for die in dice))
    return [
        step("attack/send", "Any own die of the Field Zone may attack, at no cost.",
             of_die(t, lambda die: all_of(waits[die], ~held[die])), put([*t.zone], DIE, to(ATTACK)),
             ("combat/attackers-any", "combat/attack-free", "combat/move-to-attack-zone")),
        step("attack/pass", "The active player need not attack, unless a die has to.",
             all_of(~any_of(*attacks), ~left), cites=(none,)),
        step("attack/go", "Attackers are declared together, and none that has to attack stays behind.",
             all_of(any_of(*attacks), ~left), {t.stage: ATTACKERS}, ("combat/declare-together", none),
             besides=("arriving",)),
    ]  # fmt: skip


def _block(rules: Rules) -> list[Step]:
    t, dice = rules.table, range(rules.table.count)
    waits, attacks = lie(t, 1 - t.turn, FIELD), lie(t, t.turn, ATTACK)
    may = of_die(t, lambda die: all_of(waits[die], t.bound[die] != NOT_BLOCK))
    kills, strikes = (of_die(t, lambda die: t.has(die, Keyword.DEADLY), one) for one in (ATTACKER, DIE))
    met: Makes = {
        t.engaged[die]: where(all_of(die == DIE, kills), ATTACKER + 1,
                              where(all_of(die == ATTACKER, strikes), DIE + 1, t.engaged[die]))
        for die in dice
    }  # fmt: skip
    return [
        step("block/block", "Any own die of the Field Zone may block one attacker, alone or with others.",
             all_of(may, of_die(t, lambda die: attacks[die], ATTACKER)),
             {**put([*t.zone], DIE, to(ATTACK)), **put([*t.blocks], DIE, to(ATTACKER + 1)),
              **put([*t.blocked], ATTACKER, to(1)), **met},
             ("combat/blockers-any", "combat/block-one-attacker", "combat/multi-block",
              "combat/blockers-to-attack-zone"),
             all_of(*(cell == 0 for cell in t.called)), ("later",)),
        step("block/pass", "When all blockers are declared what blocking sets off is due.",
             makes={t.stage: BLOCKERS},
             cites=("combat/block-effects-after-all",), besides=("arriving", "face")),
    ]  # fmt: skip


def _assign(rules: Rules) -> list[Step]:
    t, dice = rules.table, range(rules.table.count)
    now = [all_of(t.assigned[die] == 0, any_of(t.quick == 0, t.has(die, Keyword.FAST))) for die in dice]
    attacks = [all_of(one, now[die]) for die, one in enumerate(lie(t, t.turn, ATTACK))]
    defends = [all_of(one, now[die]) for die, one in enumerate(lie(t, 1 - t.turn, ATTACK))]
    this, other = first_of(attacks), first_of(defends)
    place = worth(attacks, lambda die: die)
    strength, back = t.attack(place), worth(defends, t.attack)
    blockers = [
        all_of(one, any_of(*(all_of(this[at], t.blocks[die] == at + 1) for at in dice)))
        for die, one in enumerate(lie(t, 1 - t.turn, ATTACK))
    ]
    faced = [any_of(*(all_of(other[die], t.blocks[die] == at + 1) for die in dice)) for at in dice]
    met = [all_of(t.of(at, t.turn, ATTACK), one) for at, one in enumerate(faced)]
    blocked = any_of(*(all_of(one, t.blocked[die] == 1) for die, one in enumerate(this)))
    some, many = any_of(*attacks), count(blockers)
    done: Makes = {t.assigned[die]: where(one, 1, t.assigned[die]) for die, one in enumerate(this)}
    to_player = put([*t.aimed], 1 - t.turn, lambda old: old + strength)
    crush = where(t.has(place, Keyword.OVERCRUSH), strength, 0)
    lone: Makes = {}
    if rules.reads("blocker-gone", "unblocked"):
        freed: Makes = {t.blocked[die]: where(one, 0, t.blocked[die]) for die, one in enumerate(this)}
        lone = {**to_player, **freed}
    elif rules.reads("overcrush-removed", "deals-all"):
        lone = put([*t.aimed], 1 - t.turn, lambda old: old + crush)
    hit: Makes = {
        t.incoming[die]: t.incoming[die] + where(one, takes(rules, die, strength, Source.COMBAT), 0)
        for die, one in enumerate(blockers)
    }
    hit_back: Makes = {
        t.incoming[die]: t.incoming[die] + where(one, takes(rules, die, back, Source.COMBAT), 0)
        for die, one in enumerate(met)
    }
    given: Makes = {
        t.incoming[die]: t.incoming[die] + where(die == DIE, takes(rules, die, AMOUNT, Source.COMBAT), 0)
        for die in dice
    }
    answered: Makes = {t.assigned[die]: where(one, 1, t.assigned[die]) for die, one in enumerate(other)}
    struck = of_die(t, lambda die: all_of(t.of(die, 1 - t.turn, ATTACK), t.blocks[die] == t.dividing + 1))
    assigns, divides = "damage/attacker-must-assign-all", "damage/attacker-divides"
    gone_rule = "damage/blocker-removed-still-blocked" if rules.newer else "damage/unblocked-to-player"
    late = ("aimed",) if rules.reads("leftover-when", "together") else ()
    return [
        step("assign/player", "An unblocked attacker assigns its A to the opponent.", all_of(some, ~blocked),
             {**done, **to_player}, ("damage/unblocked-to-player", assigns)),
        step("assign/nobody", "An attacker whose blockers are gone was blocked all the same.",
             all_of(some, blocked, many == 0), {**done, **lone}, (gone_rule,)),
        step("assign/blocker", "An attacker with one blocker assigns its A to that.",
             all_of(some, blocked, many == 1), {**done, **hit}, ("damage/blocked-to-blockers", assigns)),
        step("assign/begin", "An attacker with several blockers divides its A.",
             all_of(some, blocked, many >= 2), {**done, t.dividing: place, t.left: strength}, (divides,)),
        step("assign/give", "Of what is left any part goes to any of its blockers.",
             all_of(struck, t.left >= AMOUNT), {t.left: t.left - AMOUNT, **given},
             (divides, "damage/blocked-to-blockers")),
        step("assign/divided", "Nothing may be held back.", t.left == 0, cites=(assigns,)),
        step("assign/back", "After all attackers a blocker assigns its A to what it blocks.",
             all_of(~some, any_of(*defends)), {**answered, **hit_back},
             ("damage/blocker-assigns-full", "damage/attacker-assigns-first")),
        step("assign/done", "When all has been assigned it is dealt at once.",
             all_of(~some, ~any_of(*defends)), {t.combat: 1, t.stage: WINDOW, t.reactor: t.turn},
             ("damage/simultaneous",), besides=late),
    ]  # fmt: skip


def _deal(rules: Rules) -> list[Step]:
    t = rules.table
    lost: dict[Expr, Expr | int] = {}
    for die, one in enumerate(lie(t, t.turn, ATTACK)):
        away = all_of(t.combat == 1, one, t.blocked[die] == 0, t.assigned[die] == 1)
        cell = t.incoming[die]
        lost |= gone(t, die, OUT, away)
        lost |= {t.damage[die]: where(away, 0, t.damage[die] + cell), cell: 0,
                 t.suffered[die]: where(cell >= 1, cell, t.suffered[die])}  # fmt: skip
    lives: Makes = {t.life[seat]: at_least(t.life[seat] - t.aimed[seat], 0) for seat in range(SEATS)}
    rule, order = f"damage/unblocked-out-of-play@{rules.edition}", rules.rule("ko-order")
    found = [
        step("damage/strike/deal", "All damage on its way arrives at once; unblocked attackers leave.",
             makes={**lost, **lives, **none_of((*t.aimed, *t.reacted))},
             cites=("damage/simultaneous", "damage/stays-on-die", rule),
             besides=("hurt", "spent", "withstood", "text")),
        step("damage/dealt/effect", "After damage by an effect KOs are looked at.", t.combat == 0,
             cites=(order,)),
    ]  # fmt: skip
    if rules.newer:
        found += [
            step("damage/dealt/combat", "After combat damage come its effects.",
                 all_of(t.combat == 1, t.stage != FALLEN), {t.combat: 0, t.stage: DAMAGED}, (order,)),
            step("damage/dealt/leftover", "What was left over is dealt when its effects are over.",
                 all_of(t.combat == 1, t.stage == FALLEN), {t.combat: 0}, (order,)),
        ]  # fmt: skip
    else:
        found.append(
            step("damage/dealt/combat", "After combat damage come its KOs.", t.combat == 1,
                 {t.combat: 0, t.stage: FALLEN}, (order,))
        )  # fmt: skip
    return found


def _fall(rules: Rules) -> list[Step]:
    t = rules.table
    lethal = [is_lethal(t, die) for die in range(t.count)]
    fallen: dict[Expr, Expr | int] = {}
    for die, falls in enumerate(lethal):
        fallen |= gone(t, die, PREP, falls)
    plainly, cites = plainly_koed(rules), ("ko/to-owner-prep", "damage/ko-threshold", "stats/zero-defense-ko")
    waits = rules.before_kos if rules.newer else ~TRUE
    if rules.newer and rules.reads("ko-by-effect", "after-damaged"):
        waits = any_of(waits, t.pc >= 1, rules.queue.length >= 1)
    rolled = any_of(
        *(all_of(t.zone[die] == ASIDE, t.face[die] == 0) for die in t.bearers(Keyword.REGENERATE))
    )
    found = [
        step(f"{point}/fall", "All dice with damage of at least their D are KO'd together, and no others.",
             all_of(any_of(*lethal), ~waits, ~rolled) if point == "ko" else all_of(any_of(*lethal), ~waits),
             fallen, cites, plainly, DUE)
        for point in FALLS
    ]  # fmt: skip
    late = where(t.stage == ENDING, ENDING, OVER)
    return [
        *found,
        step("cleanup/fall", "When what was applied ends, dice may have damage of at least their D.",
             any_of(*lethal), {**fallen, t.stage: late}, cites, plainly, DUE),
    ]  # fmt: skip


def _end(rules: Rules) -> list[Step]:
    t = rules.table
    out: Makes = {t.zone[die]: where(t.zone[die] == OUT, USED, t.zone[die]) for die in range(t.count)}
    counted = none_of((*t.virtual, *t.used, *t.spent, *t.happened, *t.has_fielded, *t.engaged, *t.withstood))
    return [
        step("cleanup/turn-ends", "What is Out of Play goes to the Used Pile, and the turn passes.",
             None, {**out, **counted, t.turn: 1 - t.turn, t.first_turn: 0, t.stage: MAIN},
             ("cleanup/oop-last", "zone/oop-emptied", "turn/alternate"),
             besides=("offered", "tokens", "earned")),
    ]  # fmt: skip
