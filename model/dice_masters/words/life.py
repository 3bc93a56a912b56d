"""Words of effects about life: a player gains some, or loses some, as a price or by an effect."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.damage.winning import add_judge
from dicelaw.model.dice_masters.declared.life import DECLARED
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.kernel.expressions import Expr, at_least, at_most
from dicelaw.model.kernel.graph import Agent

LIFE_WORDS = tuple(DECLARED)


def add_life(rules: Rules, said: Mapping[Op, tuple[Expr, str]], amount: Expr, onward: Writes) -> None:
    """Add the words of ``said``, with what says each: they change life by ``amount``.

    Nobody gains more than they start with; lost life is damage only where it is read so (Dice Masters 2016
    and 2018, Fundamental Rules).
    """
    t, seat = rules.table, rules.queue.owners[0]
    mine, theirs = t.life[seat], t.life[t.other(seat)]
    as_damage = rules.reads("life-loss", "damage")
    loss = ["life/lose-vs-damage"] if rules.newer else []
    for op, says, life, value, cites in (
        (Op.GAIN, "gain life", mine, at_most(mine + amount, t.life_start), ["life/cap"]),
        (Op.PAY_LIFE, "lose life", mine, at_least(mine - amount, 0), loss),
        (Op.LOSE, "the opponent loses life", theirs, at_least(theirs - amount, 0), loss),
    ):
        if op not in said:
            continue
        lost = op is not Op.GAIN and as_damage
        hit = t.aimed[seat if op is Op.PAY_LIFE else t.other(seat)]
        rules.timing.add(
            f"resolve/{DECLARED[op].name}", "resolve", "damage/react" if lost else "resolve/judge",
            Agent.RULES, says,
            requires=[said[op]],
            effect={t.reactor: t.turn, hit: hit + amount, **onward} if lost else {life: value, **onward},
            cites=["model/life-loss"] if lost else cites,
        )  # fmt: skip
    if said:
        add_judge(rules, "resolve/judge", "resolve")
