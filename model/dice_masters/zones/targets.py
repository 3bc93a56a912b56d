"""Which dice an effect may be about."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import COPYING, FACES, TAKING, Op, Target
from dicelaw.model.dice_masters.declared.targets import IN_FIELD
from dicelaw.model.dice_masters.declared.vocabulary import DECLARED
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.table_state import CARD, IN_PLAY, LEVELS, PREP, RESERVE, USED
from dicelaw.model.dice_masters.zones.gate import may_be_gated
from dicelaw.model.dice_masters.zones.sparing import can_fall
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    negate,
    number,
    where,
)
from dicelaw.model.kernel.lookups import lookup

OF_DICE = (
    Op.HURT_DIE,
    Op.KO,
    Op.ATTACK,
    Op.DEFENSE,
    Op.SHIELD,
    Op.WITHDRAW,
    Op.SPIN_UP,
    Op.SPIN_DOWN,
    Op.SET_ASIDE,
    Op.CALL_OUT,
    Op.HURT_COUNT,
    Op.DISCARD,
    Op.ATTACK_TWO,
    Op.TRADE,
    Op.NO_BLOCK,
    Op.MUST_ATTACK,
)
"""The words whose effect is about character dice in the Field Zone that a player chooses."""


def is_target(rules: Rules, die: Expr | int, target: Expr, seat: Expr) -> Expr:
    """Whether ``die`` is a character die that ``target`` names, as ``seat`` sees it."""
    aims = [(target == one.number, one.aim) for one in IN_FIELD if one.aim]
    named = (all_of(so, *aim(rules, die, seat)) for so, aim in aims if so is not FALSE)
    return all_of(rules.table.fielded(die), any_of(*named))


def any_target(rules: Rules, target: Expr, seat: Expr) -> Expr:
    """Whether there is any die that ``target`` names."""
    return rules.table.some(lambda die: is_target(rules, die, target, seat))


def source(rules: Rules) -> tuple[Expr, Expr]:
    """The die whose effect resolves, and whether it is one in the Field Zone: a Global has none."""
    t = rules.table
    die = t.source_die
    return die, all_of(t.source >= 1, t.fielded(die))


def may_be_taken(rules: Rules, die: Expr | int, step: Expr, seat: Expr, *, of_action: bool = False) -> Expr:
    """Whether step number ``step`` of ``seat`` may capture ``die`` or take control of it.

    Given ``of_action``, it is the first step of an action die, the source once its effect begins.
    """
    t = rules.table
    word, target = t.figures.at("word", step), t.figures.at("target", step)
    taker, there = source(rules)
    by_control = all_of(t.owner[die] != seat, TRUE if of_action else t.source >= 1)
    by_capture = all_of(there, negate(taker == die))
    return all_of(
        is_target(rules, die, target, seat),
        t.keeper[die] == 0,
        where(word == Op.CONTROL, by_control, by_capture),
    )


def may_be_seized(rules: Rules, die: Expr | int, seat: Expr) -> Expr:
    """Whether ``die`` is a starting die with energy in the opponent's Reserve Pool, to go under a die."""
    t = rules.table
    _, there = source(rules)
    return all_of(
        there,
        t.of(die, t.other(seat), RESERVE),
        is_starting(rules, die),
        t.gives(die) >= 1,
        t.keeper[die] == 0,
    )


def may_come_in(rules: Rules, die: Expr | int, other: Expr | int, word: Expr | int) -> Expr:
    """Whether ``other`` is a character in the Used Pile of who has ``die``, as the swap by ``word`` asks."""
    return _comes_in(rules, die, other, is_unrolled_character(rules, other), _may_swap(rules, other, word))


def _comes_in(rules: Rules, die: Expr | int, other: Expr | int, is_character: Expr, may_swap: Expr) -> Expr:
    t = rules.table
    return all_of(all_of(t.of(other, t.owner[die], USED), is_character), may_swap)


def _may_swap(rules: Rules, other: Expr | int, word: Expr | int) -> Expr:
    """Whether a swap by ``word`` may bring ``other``: one that keeps the level may bring a starting die."""
    return any_of(number(word) == Op.SWAP_ALIKE, negate(is_starting(rules, other)))


def may_be_fielded(rules: Rules, die: Expr | int, step: Expr, seat: Expr) -> Expr:
    """Whether step number ``step`` of ``seat`` may field ``die`` from the Used Pile."""
    t = rules.table
    starting = t.figures.at("target", step) == Target.SIDEKICK
    there = t.of(die, seat, USED)
    return all_of(there, where(starting, is_starting(rules, die), is_unrolled_character(rules, die)))


def may_be_swapped(rules: Rules, step: Expr, seat: Expr) -> Expr:
    """Whether step number ``step`` of ``seat`` has two dice to swap."""
    t = rules.table
    target = t.figures.at("target", step)
    goes = [is_target(rules, die, target, seat) for die in range(t.count)]
    word = t.figures.at("word", step)
    others = [
        (other, is_unrolled_character(rules, other), _may_swap(rules, other, word))
        for other in range(t.count)
    ]
    return any_of(
        *(
            all_of(goes[die], any_of(*(_comes_in(rules, die, *other) for other in others)))
            for die in range(t.count)
        )
    )


def may_be_rerolled(rules: Rules, die: Expr | int, step: Expr, seat: Expr) -> Expr:
    """Whether step number ``step`` of ``seat`` may roll ``die`` again: a character, or one elsewhere.

    In their own Reserve Pool it may be any die that is not only controlled; by the newer rules none of which
    energy is spent.
    """
    t = rules.table
    target = t.figures.at("target", step)
    in_play = all_of(target == Target.IN_PLAY, t.zone[die] == IN_PLAY)
    whole = t.partial[die] == 0 if rules.newer else TRUE
    in_reserve = all_of(target == Target.IN_RESERVE, t.of(die, seat, RESERVE), t.keeper[die] == 0, whole)
    return any_of(is_target(rules, die, target, seat), in_play, in_reserve)


def level_one(rules: Rules, die: Expr | int) -> Expr:
    """The face of ``die`` that shows its character at level 1."""
    return lookup("level one", rules.table.dice.first_levels, rules.table.figures.kind(die))


def face_of_level(rules: Rules, die: Expr | int, level: Expr | int) -> Expr:
    """The face of ``die`` that shows its character on ``level``; a starting die has one level only."""
    return where(is_starting(rules, die), FACES, number(level) + (FACES - LEVELS))


def fallen_source(rules: Rules) -> tuple[Expr, Expr]:
    """The die whose effect resolves, and whether it is a character in its player's Prep Area, after a KO."""
    t = rules.table
    die = t.source_die
    there = all_of(t.source >= 1, t.of(die, rules.queue.owners[0], PREP), level_one(rules, die) >= 1)
    return die, there


def may_be_rolled(rules: Rules, step: Expr, seat: Expr) -> Expr:
    """Whether there is what step number ``step`` of ``seat`` rolls: a used starting die, or the KO'd die."""
    spare = rules.table.some(lambda die: spare_sidekick(rules, die, seat))
    of_used = rules.table.figures.at("target", step) == Target.USED_SIDEKICK
    return where(of_used, spare, fallen_source(rules)[1])


def next_token(rules: Rules) -> tuple[Expr, Expr]:
    """The first token that does not exist of the card whose effect resolves, and whether there is one."""
    t = rules.table
    maker = lookup("card of step", t.figures.makers, t.pc)
    makers = [kind.maker for kind in t.dice.kinds]
    found: Expr = number(0)
    there: Expr = FALSE
    for die in reversed(t.tokens_made):
        free = all_of(t.zone[die] == CARD, maker == makers[t.dice.dice[die]])
        found, there = where(free, die, found), any_of(free, there)
    return found, there


def is_starting(rules: Rules, die: Expr | int) -> Expr:
    """Whether ``die`` is one of the white starting dice."""
    return rules.table.figures.kind(die) == 0


def spare_sidekick(rules: Rules, die: Expr | int, seat: Expr) -> Expr:
    """Whether ``die`` is a starting die in the Used Pile of ``seat``."""
    return all_of(rules.table.of(die, seat, USED), is_starting(rules, die))


def is_unrolled_character(rules: Rules, die: Expr | int) -> Expr:
    """Whether ``die`` is a character die where it lies unrolled.

    The editions differ on whether a starting die is one there, as it has one such face.
    """
    characters = [
        int(any(face.level for face in one.faces) and not (rules.newer and one.card is None))
        for one in rules.table.dice.kinds
    ]
    return lookup("unrolled character", characters, rules.table.figures.kind(die)) == 1


def opposing_prepped(rules: Rules, die: Expr | int, seat: Expr) -> Expr:
    """Whether ``die`` is an unrolled character die in the Prep Area of the opponent of ``seat``."""
    return all_of(rules.table.of(die, rules.table.other(seat), PREP), is_unrolled_character(rules, die))


def about(rules: Rules, step: Expr) -> Expr:
    """The dice that step number ``step`` of a program names."""
    figures = rules.table.figures
    named = figures.at("target", step)
    if rules.reads("intimidate", "any"):
        return where(figures.at("word", step) == Op.SET_ASIDE, Target.DIE, named)
    return named


def may_be_paid(rules: Rules, die: Expr | int, step: Expr, seat: Expr) -> Expr:
    """Whether step number ``step`` of ``seat`` may KO ``die`` as a cost: one that a KO would befall."""
    named = rules.table.figures.at("target", step)
    return all_of(is_target(rules, die, named, seat), can_fall(rules, die))


def may_give_way(rules: Rules, die: Expr | int, seat: Expr) -> Expr:
    """Whether the opponent of ``seat`` can spin ``die`` down or KO it."""
    t = rules.table
    can = any_of(t.shown("level", die) >= 2, t.may_fall(die, by_damage=False))
    return all_of(is_target(rules, die, number(Target.OPPOSING), seat), can)


def step_possible(rules: Rules, step: Expr, seat: Expr, *, of_action: bool = False) -> Expr:
    """Whether step number ``step`` of a program has something to be about.

    Given ``of_action``, it is the first step of an action die whose effect has not begun.
    """
    t, figures = rules.table, rules.table.figures
    word, target = figures.at("word", step), about(rules, step)
    takes: list[Expr] = []
    if t.captures or t.lends:
        taking = any_of(*(word == op for op in TAKING))
        takes = [
            any_of(
                negate(taking), t.some(lambda die: may_be_taken(rules, die, step, seat, of_action=of_action))
            ),
            any_of(word != Op.SEIZE, t.some(lambda die: may_be_seized(rules, die, seat))),
        ]
    if t.figures.uses(Op.REROLL):
        rerolled = t.some(
            lambda die: all_of(may_be_rerolled(rules, die, step, seat), negate(t.is_token(die)))
        )
        takes.append(any_of(word != Op.REROLL, rerolled))
    if t.figures.uses(Op.GATE):
        takes.append(any_of(word != Op.GATE, t.some(lambda die: may_be_gated(rules, die, seat))))
    if t.copying:
        copies = any_of(*(word == op for op in sorted(COPYING)))
        takes.append(any_of(negate(copies), all_of(source(rules)[1], any_target(rules, target, seat))))
    if t.figures.uses(Op.SWAP, Op.SWAP_ALIKE):
        swaps = any_of(word == Op.SWAP, word == Op.SWAP_ALIKE)
        takes.append(any_of(negate(swaps), may_be_swapped(rules, step, seat)))
    if t.figures.uses(Op.RETURN):
        takes.append(any_of(word != Op.RETURN, fallen_source(rules)[1]))
    if t.figures.uses(Op.TEST):
        takes.append(any_of(word != Op.TEST, may_be_rolled(rules, step, seat)))
    if t.figures.uses(Op.FIELD_USED):
        fielded = t.some(lambda die: may_be_fielded(rules, die, step, seat))
        takes.append(any_of(word != Op.FIELD_USED, fielded))
    if t.tokens_made:
        takes.append(any_of(word != Op.TOKEN, next_token(rules)[1]))
    if t.figures.uses(Op.SEND_THIS):
        this = t.source_die
        takes.append(any_of(word != Op.SEND_THIS, all_of(t.source >= 1, t.zone[this] == IN_PLAY)))
    if t.figures.uses(Op.GIVE_WAY):
        takes.append(any_of(word != Op.GIVE_WAY, t.some(lambda die: may_give_way(rules, die, seat))))
    if t.figures.uses(Op.SACRIFICE):
        takes.append(any_of(word != Op.SACRIFICE, t.some(lambda die: may_be_paid(rules, die, step, seat))))
    about_dice = lookup("about dice", [int(op in OF_DICE) for op in range(max(DECLARED) + 1)], word) == 1
    return all_of(
        any_of(negate(about_dice), any_target(rules, target, seat)),
        any_of(word != Op.DIVIDE, any_target(rules, number(Target.OPPOSING), seat)),
        any_of(word != Op.PREP_USED, t.some(lambda die: spare_sidekick(rules, die, seat))),
        any_of(word != Op.UNPREP, t.some(lambda die: opposing_prepped(rules, die, seat))),
        *takes,
    )


def globally_legal(rules: Rules, ability: Expr) -> Expr:
    """Whether the Global ``ability`` has something to be about, as the player with priority uses it."""
    t = rules.table
    return step_possible(rules, t.figures.at("global program", ability), t.holder)


def dice_payable(rules: Rules, ability: Expr, legal: Expr) -> Expr:
    """Whether there is a die for what the Global ``ability`` costs besides energy, where it is ``legal``."""
    figures = rules.table.figures
    costs = figures.at("word", figures.at("global program", ability)) == Op.SACRIFICE
    return any_of(negate(costs), legal)
