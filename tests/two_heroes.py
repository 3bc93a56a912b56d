"""The Barbarian and the Paladin, and what a program without choices gives."""

from collections import Counter

from dicelaw.model.dice_throne.language import DamageType, Op
from dicelaw.model.dice_throne.loader import load_pack

PACK = load_pack()
BARBARIAN, PALADIN = BOTH = PACK.heroes["barbarian"], PACK.heroes["paladin"]
STATUS = {status.id: number for number, status in enumerate(PACK.statuses)}
ACTIONS = {card.action.id: card.action for hero in BOTH for card in hero.cards}
PLAIN, FIRM, LAST = DamageType.NORMAL, DamageType.UNDEFENDABLE, DamageType.ULTIMATE


def _runs(step, dice):
    def shown(faces):
        return sum(bool(faces >> (face - 1) & 1) for face in dice.get(step.pool, ()))

    return (
        shown(step.need_faces) >= step.need_count
        and shown(step.also_faces) >= step.also_count
        and sum(dice.get(step.pool, ())) >= step.need_sum
        and max(Counter(dice.get(step.pool, ())).values(), default=0) >= step.alike
    )


def _amount(step, dice):
    pool = dice.get(step.pool, ())
    amount = step.base + step.per * sum(bool(step.faces >> (face - 1) & 1) for face in pool)
    amount += step.add_sum * sum(pool)
    return -(-amount // 2) if step.half else amount


def result(program, dice):
    """What a program without choices gives: a sum for each kind of instruction, and the damage type."""
    totals, kind = Counter(), None
    for step in program:
        if step.op in (Op.END, Op.ROLL, Op.THEN) or not _runs(step, dice):
            continue
        if step.op is Op.UNDEFENDABLE:
            kind = FIRM
            continue
        name = (
            (step.op.name, step.who.name, PACK.statuses[step.token].id)
            if step.op is Op.TOKEN
            else step.op.name
        )
        totals[name] += _amount(step, dice)
        if step.op is Op.DAMAGE:
            kind = DamageType(step.arg)
    return {name: total for name, total in totals.items() if total or name == "REMOVE_ONE"}, kind


def ability_of(hero, name, level):
    """The ability called ``name`` at ``level``, of which there must be one."""
    found = [a for a in (*hero.offense, *hero.defense) if a.id == f"{hero.id}/{name}" and a.level == level]
    assert len(found) == 1
    return found[0]


def inflict(status):
    """The result of inflicting one token of ``status``."""
    return {("TOKEN", "OPPONENT", status): 1}


def gain(*statuses):
    """The result of gaining one token of each of ``statuses``."""
    return {("TOKEN", "SELF", status): 1 for status in statuses}
