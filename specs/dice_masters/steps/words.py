"""The table of steps: words of effects about damage and about dice in the Field Zone."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op, Target
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.table_state import (
    ASIDE,
    DO_ATTACK,
    FIELD,
    NOT_BLOCK,
    OUT,
    PREP,
    USED,
)
from dicelaw.model.dice_masters.zones.sparing import spared
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, at_least, number, where
from dicelaw.specs.dice_masters.steps.row import (
    AMOUNT,
    DIE,
    DUE,
    gone,
    of_die,
    plainly_koed,
    taken_here,
    worth_of_die,
)
from dicelaw.specs.dice_masters.steps.row_of_effect import Effect
from dicelaw.specs.steps import Makes, Step, put, step, to

CHOSEN = ("target/field-characters-only",)
"""The statement of what an effect may be about."""
SET_OFF = ("arriving",)
"""What becomes due of a die that an opponent chooses, which other properties tell."""


def steps_of_words(rules: Rules) -> list[Step]:
    """The rows about damage by effects, and about dice that effects change, KO or send away."""
    effect = Effect(rules)
    return [*_strikes(effect), *_divides(effect), *_changes(effect), *_leaves(effect), *_opponents(effect)]


def _strikes(effect: Effect) -> list[Step]:
    t, much, rules = effect.table, effect.much, effect.rules
    on: Makes = {t.reactor: t.turn, **effect.onward}
    theirs = put([*t.aimed], 1 - effect.seat, lambda old: old + much)
    mine = put([*t.aimed], effect.seat, lambda old: old + much)
    both: Makes = {cell: cell + much for cell in t.aimed}
    word = t.figures.at("word", t.pc)
    single = any_of(effect.says(Op.HURT_ANY), effect.says(Op.HURT_DIE), effect.says(Op.HURT_COUNT))
    may = of_die(t, lambda die: effect.names(die, where(word == Op.HURT_ANY, Target.DIE, effect.target)))
    one: Makes = {cell: cell + where(die == DIE, taken_here(rules, die, much), 0)
                  for die, cell in enumerate(t.incoming)}  # fmt: skip

    def hit(target: Expr) -> Makes:
        return {cell: cell + where(effect.names(die, target), taken_here(rules, die, much), 0)
                for die, cell in enumerate(t.incoming)}  # fmt: skip

    rule, plain = (effect.rule,), effect.as_printed
    return [
        step("resolve/strike-opponent", "An effect deals its damage to the opponent.",
             effect.says(Op.HURT_PLAYER), {**on, **theirs}, rule, plain),
        step("resolve/strike-both", "An effect deals its damage to each player.",
             effect.says(Op.HURT_BOTH), {**on, **both}, (f"win/tie@{rules.edition}",), plain),
        step("resolve/opponent", "Damage that may be anyone's may be the opponent's.",
             effect.says(Op.HURT_ANY), {**on, **theirs}, rule, plain),
        step("resolve/oneself", "Damage that may be any player's may be that of the player who deals it.",
             all_of(effect.says(Op.HURT_ANY), effect.target == Target.PLAYERS), {**on, **mine}, rule, plain),
        step("resolve/strike-all", "An effect deals its damage to all dice that it names.",
             effect.says(Op.HURT_EACH), {**on, **hit(effect.target)}, ("prevent/takes-no-damage",),
             all_of(plain, effect.of_any_strength)),
        step("resolve/strike-opposing", "An effect deals its damage to the opponent and all opposing dice.",
             effect.says(Op.HURT_OPPOSING), {**on, **theirs, **hit(number(Target.OPPOSING))},
             (rules.keyword("breath-weapon"),), plain),
        step("resolve/damage", "An effect deals its damage to a character die that it may be about.",
             all_of(single, may), {**on, **one}, (*CHOSEN, "prevent/takes-no-damage"),
             all_of(plain, word != Op.HURT_COUNT, effect.of_any_strength), SET_OFF),
    ]  # fmt: skip


def _divides(effect: Effect) -> list[Step]:
    t, rules = effect.table, effect.rules
    opposing = [effect.names(die, number(Target.OPPOSING)) for die in range(t.count)]
    given: Makes = {cell: cell + where(die == DIE, taken_here(rules, die, AMOUNT), 0)
                    for die, cell in enumerate(t.incoming)}  # fmt: skip
    return [
        step("resolve/begin-divide", "Damage is divided where there are opposing dice.",
             all_of(effect.says(Op.DIVIDE), any_of(*opposing)), {t.left: effect.much, **effect.onward},
             CHOSEN, effect.as_printed),
        step("resolve/divide/give", "Of what is left any part goes to any opposing die.",
             all_of(of_die(t, opposing.__getitem__), t.left >= AMOUNT), {t.left: t.left - AMOUNT, **given},
             (*CHOSEN, "prevent/takes-no-damage"), besides=SET_OFF),
        step("resolve/divide/divided", "What is divided is dealt when nothing of it is left.", t.left == 0,
             {t.reactor: t.turn}, (effect.rule,)),
    ]  # fmt: skip


def _changes(effect: Effect) -> list[Step]:
    """Words by which a die that is chosen is other than before, and stays."""
    t, much, rules = effect.table, effect.much, effect.rules
    level = worth_of_die(rules, lambda die: t.shown("level", die))
    starting = of_die(t, lambda die: t.figures.kind(die) == 0)
    applied, spins = ("effects/modifier-meaning",), ("level/spin-one",)
    lasts = (f"effects/duration@{rules.edition}",)
    trade: Makes = {
        **put([*t.traded], DIE, lambda old: 1 - old),
        **{t.plus_attack[die]: where(die == DIE, t.plus_defense[die], t.plus_attack[die])
           for die in range(t.count)},
        **{t.plus_defense[die]: where(die == DIE, t.plus_attack[die], t.plus_defense[die])
           for die in range(t.count)},
    }  # fmt: skip
    back: Makes = {
        **put([*t.zone], DIE, to(FIELD)), **put([*t.blocks], DIE, to(0)), **put([*t.blocked], DIE, to(0)),
    }  # fmt: skip
    up = put([*t.face], DIE, lambda old: where(any_of(level >= 3, starting), old, old + 1))
    down = put([*t.face], DIE, lambda old: where(level <= 1, old, old - 1))
    rows: list[tuple[str, str, Op, Makes, tuple[str, ...], Expr]] = [
        ("strengthen", "gets its amount of A", Op.ATTACK,
         put([*t.plus_attack], DIE, lambda old: old + much), applied, effect.as_printed),
        ("toughen", "gets its amount of D", Op.DEFENSE,
         put([*t.plus_defense], DIE, lambda old: old + much), applied, effect.as_printed),
        ("trade", "exchanges its A and D, with what was applied to them", Op.TRADE, trade, CHOSEN, TRUE),
        ("hold-back", "does not block this turn", Op.NO_BLOCK, put([*t.bound], DIE, to(NOT_BLOCK)), lasts,
         TRUE),
        ("compel", "attacks this turn", Op.MUST_ATTACK, put([*t.bound], DIE, to(DO_ATTACK)), lasts, TRUE),
        ("shield", "takes no damage", Op.SHIELD, put([*t.shielded], DIE, to(1)),
         ("prevent/takes-no-damage",), TRUE),
        ("withdraw", "is in the Field, out of combat", Op.WITHDRAW, back, ("zone/attack-in-field",), TRUE),
        ("spin-up", "is one level higher, up to its highest", Op.SPIN_UP, up,
         (*spins, "level/no-spin-above-top"), _on_its_levels(effect)),
        ("spin-down", "is one level lower, down to its first", Op.SPIN_DOWN, down,
         (*spins, "level/no-spin-below-one"), _on_its_levels(effect)),
        ("call-out", "is called out by the die of the effect", Op.CALL_OUT, _called(effect),
         (rules.keyword("call-out-target"),), t.source >= 1),
    ]  # fmt: skip
    return [
        step(f"resolve/{name}", f"A character die that an effect may be about {says}.",
             all_of(effect.says(op), of_die(t, effect.about)), {**makes, **effect.onward},
             (*CHOSEN, *cites), all_of(given, effect.of_any_strength), SET_OFF)
        for name, says, op, makes, cites, given in rows
    ]  # fmt: skip


def _on_its_levels(effect: Effect) -> Expr:
    """Whether dice in the Field show characters, as they do in play."""
    t = effect.table
    return of_die(t, lambda die: all_of(t.shown("level", die) >= 1, t.face[die] >= 1))


def _called(effect: Effect) -> Makes:
    t = effect.table
    return {cell: where(t.source == die + 1, DIE + 1, cell)
            for die, cell in zip(t.bearers(Keyword.CALL_OUT), t.called, strict=False)}  # fmt: skip


def _leaves(effect: Effect) -> list[Step]:
    """Words by which a die that is chosen leaves the Field Zone."""
    t, rules = effect.table, effect.rules
    aside: dict[Expr, Expr | int] = {}
    away: dict[Expr, Expr | int] = {}
    for die in range(t.count):
        this = number(die) == DIE
        aside |= gone(t, die, ASIDE, this)
        if die not in t.tokens_made:
            lent = t.keeper[die] >= 1 if t.lends else ~TRUE
            aside[t.face[die]] = where(all_of(this, lent), 0, t.face[die])
        away |= gone(t, die, where(t.owner[die] == t.turn, OUT, USED) if rules.newer else USED, this)
    lost = ("text",)
    plainly = all_of(plainly_koed(rules), effect.of_any_strength)
    return [
        step("resolve/set-aside", "A character die that an effect may be about is set aside.",
             all_of(effect.says(Op.SET_ASIDE), of_die(t, effect.about)), {**aside, **effect.onward},
             (rules.keyword("intimidate"),), effect.of_any_strength, besides=(*SET_OFF, *lost)),
        step("resolve/discard", "A character die that an effect may be about goes to the Used Pile.",
             all_of(effect.says(Op.DISCARD), of_die(t, effect.about)), {**away, **effect.onward},
             (*CHOSEN, rules.rule("sent-to-used")), all_of(_stays_in_turn(effect), effect.of_any_strength),
             (*SET_OFF, *lost)),
        step("resolve/ko", "A character die that an effect may be about is KO'd.",
             all_of(effect.says(Op.KO), of_die(t, effect.about)), {**_koed(effect), **effect.onward},
             ("ko/to-owner-prep",), plainly, (*SET_OFF, *DUE)),
        step("resolve/pay-die", "A character die that can be KO'd is, as a cost.",
             all_of(effect.says(Op.SACRIFICE), of_die(t, effect.about),
                    of_die(t, lambda die: all_of(~spared(rules, die), t.may_fall(die, by_damage=False)))),
             {**_koed(effect), **effect.onward}, ("cost/unavoidable",), plainly, DUE),
    ]  # fmt: skip


def _stays_in_turn(effect: Effect) -> Expr:
    """Whether no die that the other player owns is controlled, of which the zone hangs on a reading."""
    t = effect.table
    return all_of(*(t.keeper[die] == 0 for die in range(t.count))) if t.lent_out else TRUE


def _koed(effect: Effect) -> Makes:
    t = effect.table
    found: dict[Expr, Expr | int] = {}
    for die in range(t.count):
        found |= gone(t, die, PREP, all_of(number(die) == DIE, t.may_fall(die, by_damage=False)))
    return found


def _opponents(effect: Effect) -> list[Step]:
    """What an opponent does with a die of their own, so that an effect ends or goes on."""
    t, rules, last = effect.table, effect.rules, effect.table.figures.steps - 1
    theirs = of_die(t, lambda die: effect.names(die, number(Target.OPPOSING)))
    high = all_of(theirs, of_die(t, lambda die: t.shown("level", die) >= 2))
    falls = of_die(t, lambda die: t.may_fall(die, by_damage=False))
    ones = worth_of_die(rules, lambda die: number(effect.first_level(die)))
    spun = put([*t.face], DIE, lambda old: at_least(old - 1, 0))
    return [
        step("resolve/give-way", "The opponent may spin a die of their own down, and ends the effect so.",
             all_of(effect.says(Op.UNLESS_SPUN), high), {**spun, t.pc: last},
             ("level/spin-one", "level/no-spin-below-one")),
        step("resolve/spin-to-one", "The opponent may spin a die of their own down to level 1.",
             all_of(effect.says(Op.GIVE_WAY), high), {**put([*t.face], DIE, to(ones)), **effect.onward},
             ("level/no-spin-below-one",)),
        step("resolve/sacrifice", "The opponent may have a die of their own KO'd.",
             all_of(effect.says(Op.GIVE_WAY), theirs, falls), {**_koed(effect), **effect.onward},
             CHOSEN, plainly_koed(rules), DUE),
    ]  # fmt: skip
