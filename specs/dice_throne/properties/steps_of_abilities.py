"""The table of steps: which ability may be announced, or used for defence, by print and dice."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_throne.language import Ability, DamageType, Needs
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import DEFENSE_ROLL, DICE, SLOTS
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, total, where
from dicelaw.specs.dice_throne.properties.players import target
from dicelaw.specs.dice_throne.properties.steps import attacks, bears, first_to_act, may_act, pool
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import Step, step

ABILITY, SIDES = Chosen("ability"), range(1, 7)
Printed = Sequence[tuple[int, Ability]]


def steps_of_abilities(rules: Rules) -> list[Step]:
    """The rows about the choice of an ability: of open content any, but for what all Ultimates need."""
    d, defender = rules.duel, target(rules.duel)
    content = rules.content
    able, may = may_act(rules, d.attacker), all_of(may_act(rules, defender), may_defend(d))
    dice: Expr = Chosen("dice")
    code: Expr | int = 1
    if isinstance(content, TableContent):
        attacking, defending = content.printed(), content.printed(defensive=True)
        fit = [_may_announce(d, attacking, place) for place in range(len(attacking))]
        able = all_of(able, _one_of(fit))
        may = all_of(may, _one_of([_there(d, defender, defending, place) for place in range(len(defending))]))
        ultimate = _figure([int(one.is_ultimate) for _, one in attacking])
        dice, code = _figure([one.dice for _, one in defending]), ABILITY + 1
    else:
        ultimate = Chosen("ultimate")
        able = all_of(able, any_of(ultimate == 0, all_of(*(_shows(d, die, 6) for die in pool(d, 0)))))
    bits = total(where(dice == many, 2**many - 1, 0) for many in range(1, DICE + 1))
    return [
        step("offense/choose/announce", "An ability is announced whose requirement the dice meet; nothing "
             "else happens until both had the chance to alter them.", able,
             {d.announced: code, d.announced_ultimate: ultimate, d.altered: 0, **first_to_act(d)},
             ("offense/announce-intended-ability", "offense/requirement-must-be-met", "ultimate/five-sixes")),
        step("defense/choose/defend", "A Defensive Ability is used against an attack of normal damage, with "
             "as many dice as it says.", may,
             {**dict.fromkeys(pool(d, 1), 0), d.pending: bits, d.owner[0]: defender, d.live: DEFENSE_ROLL,
              d.defended: 1, d.defense_used: 1, d.again: 0, d.paid[0]: 0, d.rerolled[0]: 0},
             ("defense/step2-activate-if-defendable", "defense/single-attempt"), besides=("pc",)),
    ]  # fmt: skip


def may_defend(d: Duel) -> Expr:
    """Whether an attack can be met with a Defensive Ability."""
    hidden = bears(d, target(d), lambda status: status.no_offense_damage)
    truce = bears(d, d.attacker, lambda status: status.deals_nothing)
    return all_of(attacks(d), d.kind == DamageType.NORMAL, d.defended == 0, ~hidden, ~truce)


def _one_of(holds: Sequence[Expr]) -> Expr:
    """What is said of the ability that is chosen."""
    return any_of(*(all_of(place == ABILITY, one) for place, one in enumerate(holds)))


def _figure(figures: Sequence[int]) -> Expr:
    return total(where(place == ABILITY, one, 0) for place, one in enumerate(figures))


def _there(d: Duel, whose: Expr, printed: Printed, place: int) -> Expr:
    """Whether the board of ``whose`` has the ability at its level, and not yet at a higher one."""
    seat, ability = printed[place]
    level = d.level[seat * SLOTS + ability.slot]
    later = [one.level for _, one in printed if one.id == ability.id and one.level > ability.level]
    return all_of(seat == whose, level >= ability.level, *(level < one for one in later))


def _may_announce(d: Duel, printed: Printed, place: int) -> Expr:
    _, ability = printed[place]
    if ability.unknown:
        return any_of()
    silenced = bears(d, d.attacker, lambda status: status.bars_straights)
    free = ~silenced if ability.needs.straight else all_of()
    return all_of(_there(d, d.attacker, printed, place), free, _met(d, ability.needs))


def _shows(d: Duel, die: Expr, face: int) -> Expr:
    """Whether ``die`` of the attacker shows ``face``; a 6 may be blank."""
    blank = bears(d, d.attacker, lambda status: status.blanks_sixes)
    return all_of(die == face, ~blank) if face == SIDES[-1] else die == face


def _met(d: Duel, needs: Needs) -> Expr:
    """Whether the five dice of the attacker meet an activation requirement."""
    dice = pool(d, 0)

    def many(faces: Sequence[int]) -> Expr:
        return total(where(any_of(*(_shows(d, die, face) for face in faces)), 1, 0) for die in dice)

    symbols = (
        many([face for face in SIDES if faces >> (face - 1) & 1]) >= number for faces, number in needs.symbols
    )
    equal = any_of(*(many([face]) >= needs.of_a_kind for face in SIDES))
    runs = (range(first, first + needs.straight) for first in SIDES if first + needs.straight <= 7)
    straight = any_of(*(all_of(*(many([face]) >= 1 for face in run)) for run in runs))
    return all_of(
        *symbols,
        equal if needs.of_a_kind else all_of(),
        straight if needs.straight else all_of(),
    )
