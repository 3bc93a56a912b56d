"""The instruction that is due, and the players whom it names."""

from __future__ import annotations

from dataclasses import dataclass

from dicelaw.model.dice_throne.declared.arguments import CHOSEN
from dicelaw.model.dice_throne.declared.vocabulary import DECLARED
from dicelaw.model.dice_throne.language import Op, Who
from dicelaw.model.dice_throne.rules import Demands, Rules, Writes, capped
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.rows import CodeRow
from dicelaw.model.kernel.expressions import (
    FALSE,
    Expr,
    all_of,
    any_of,
    at_least,
    implies,
    negate,
    number,
    where,
)

HERE = "resolve/next"
NAMING = frozenset(
    op
    for op, one in DECLARED.items()
    if any(CHOSEN in each.targets and each.usual is not None for each in one.arguments)
)
"""The words that name a player."""
TAKING = (Op.STEAL_CP, Op.STEAL_HEALTH, Op.ROLL_OFF, Op.OR)
"""Further words that take an opponent: always, or as the player who picks."""


@dataclass(frozen=True, eq=False)
class Running:
    """The instruction that is due, and the players that it speaks of."""

    row: CodeRow
    owner: Expr
    target: Expr
    pc: Expr

    @classmethod
    def of(cls, rules: Rules) -> Running:
        """The instruction of the topmost program."""
        return rules.once("running", lambda: cls._made(rules))

    @classmethod
    def _made(cls, rules: Rules) -> Running:
        d = rules.duel
        pc = d.pc[d.top]
        row = rules.content.code(d, pc)
        owner = d.owner[d.top]
        chosen = at_least(d.chosen - 1, 0)
        opponent = d.opponent_in(d.top, owner)
        if not d.seats.duel:
            chosen = where(row.who == Who.THAT_PLAYER, d.that_player, chosen)
        target = where(row.who == Who.SELF, owner, where(row.who == Who.OPPONENT, opponent, chosen))
        return cls(row, owner, target, pc)

    def opponent(self, d: Duel) -> Expr:
        """The opponent of its owner."""
        return d.opponent_in(d.top, self.owner)


def onward(rules: Rules, run: Running, places: Expr | int = 1) -> Writes:
    """The effect of going on with the instruction ``places`` further."""
    d = rules.duel
    return {
        d.pc[d.top]: following(rules, run.pc, places),
        d.chosen: 0,
    }


def is_word(rules: Rules, run: Running, op: Op) -> Expr:
    """Whether the instruction is the word ``op``."""
    return rules.duel.definitions.holds(f"the word is {op.name}", run.row.op == op)


def following(rules: Rules, pc: Expr, places: Expr | int) -> Expr:
    """The address ``places`` further than ``pc``, as long as there is one."""
    there = capped(rules.content.following(pc, places), 0, rules.content.pc_top)
    return rules.duel.definitions.said("the next instruction", there)


def lacks_opponent(rules: Rules, run: Running) -> Expr:
    """Whether the instruction speaks of an opponent and it is not known which of several that is."""
    d = rules.duel
    names = any_of(*(is_word(rules, run, op) for op in (*sorted(NAMING), Op.OR)))
    named = all_of(run.row.who == Who.OPPONENT, names, negate(run.row.wide))
    taken = any_of(*(is_word(rules, run, op) for op in TAKING if op is not Op.OR))
    speaks = any_of(run.row.compares, all_of(run.row.applies, any_of(named, taken)))
    known = any_of(d.engaged(run.owner), d.rival[d.top] >= 1)
    return d.definitions.said("an opponent is still to be chosen", all_of(speaks, negate(known)))


def words_that_name(d: Duel) -> frozenset[Op]:
    """The words that name a player: among several, a roll or an attack may be about one as well."""
    return NAMING if d.seats.duel else NAMING | {Op.ROLL, Op.DAMAGE}


def naming(rules: Rules, run: Running) -> Expr:
    """Whether the instruction is a word that names a player."""
    return any_of(*(is_word(rules, run, op) for op in sorted(words_that_name(rules.duel))))


def settled(rules: Rules, run: Running) -> Expr:
    """Whether the player that the instruction names is known."""
    d, who = rules.duel, run.row.who
    if d.seats.duel:
        return any_of(who != Who.CHOSEN, d.chosen >= 1)
    nobody_picked = any_of(who < Who.CHOSEN, who == Who.EACH)
    again = all_of(who == Who.THAT_PLAYER, d.knows_that_player)
    return any_of(nobody_picked, again, d.chosen >= 1)


def pickable(rules: Rules, run: Running, seat: Expr) -> Demands:
    """What it takes for the owner to pick ``seat`` as the player whom the instruction names."""
    d, who = rules.duel, run.row.who
    if d.seats.duel:
        return []
    opponent, another, player = Who.CHOSEN_OPPONENT, Who.ANOTHER_OPPONENT, Who.ANOTHER_PLAYER
    teammate = all_of(negate(d.opposed(seat, run.owner)), seat != run.owner)
    return [
        (implies(any_of(who == opponent, who == another), d.opposed(seat, run.owner)), "def/chosen-opponent"),
        (implies(who == Who.CHOSEN_TEAMMATE, teammate), "def/chosen-player"),
        (implies(any_of(who == another, who == player), d.has_met(seat) == 0), "def/chosen-player"),
        (implies(is_word(rules, run, Op.AIM), seat != run.owner), "def/attack"),
        (d.plays(seat), "health/zero-is-defeat"),
    ]


def nobody(rules: Rules, run: Running) -> Expr:
    """Whether there is nobody whom the owner could pick as the player whom the instruction names.

    That player is nobody, too, where the pick before it found nobody.
    """
    d = rules.duel
    if d.seats.duel:
        return FALSE
    there = (all_of(*(holds for holds, _ in pickable(rules, run, number(seat)))) for seat in d.seats.numbers)
    missing = all_of(run.row.who == Who.THAT_PLAYER, d.named[d.top] == d.nobody_there)
    return d.definitions.said("nobody can be picked", any_of(missing, negate(any_of(*there))))
