"""The table of instructions: programs laid out one after another, read at an address."""

from __future__ import annotations

from collections.abc import Callable

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_throne.declared.tests import TESTS
from dicelaw.model.dice_throne.language import Count, Instruction, Op, Program, Test, Who
from dicelaw.model.dice_throne.state.dice import alike, dice_sum, pool_of, showing
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.rows import CodeRow
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    half_up,
    negate,
    number,
    smaller,
    where,
)
from dicelaw.model.kernel.lookups import lookup

FACES = 63
"""All faces, as a set of bits."""
DICE_OPS = (Op.REROLL, Op.NUDGE, Op.SET_DIE, Op.COPY_DIE)
TAKING = (Op.STEAL_CP, Op.STEAL_HEALTH, Op.ROLL_OFF)
"""Words that always take an opponent."""
Column = Callable[[str, Callable[[Instruction], int]], Expr]
"""A column of the table of instructions: its name, and what it reads."""


class Code:
    """Programs laid out one after another as a table of instructions; address 0 is no program."""

    def __init__(self, look: Look = closed, *, shared: bool = True) -> None:
        """With ``shared``, equal programs are laid out once."""
        self.rows: list[Instruction] = [Instruction(Op.END)]
        self._look = look
        self._shared = shared
        self._at: dict[Program, int] = {}
        self._cache: dict[str, tuple[int, ...]] = {}

    def place(self, program: Program) -> int:
        """The address of ``program``; 0 for one that does nothing."""
        if not program or program[0].op is Op.END:
            return 0
        if program not in self._at or not self._shared:
            self._at[program] = len(self.rows)
            self.rows += program
        return self._at[program]

    def row(self, duel: Duel, pc: Expr) -> CodeRow:
        """The instruction at ``pc`` as a transition sees it."""

        def column(name: str, read: Callable[[Instruction], int]) -> Expr:
            key = f"{name} of the instruction"
            if key not in self._cache:
                self._cache[key] = tuple(int(read(row)) for row in self.rows)
            most = duel.kinds if "status effect" in name else FACES if "faces" in name else None
            return self._look(key, self._cache[key], pc, most)

        pool = pool_of(duel, column("pool", lambda i: i.pool))
        total = dice_sum(duel, pool)
        plain = column("fixed amount", lambda i: not (i.per or i.add_sum or i.half)) == 1
        base = column("base", lambda i: i.base)
        counted = self._counted(duel, column, pool)
        raw = (
            base
            + column("per die", lambda i: i.per) * counted
            + where(column("sum", lambda i: i.add_sum) == 1, total, 0)
        )
        amount = where(column("half", lambda i: i.half) == 1, half_up(raw), raw)
        said = duel.definitions.said
        return CodeRow(
            (),
            column("word", lambda i: i.op),
            column("player", lambda i: i.who),
            column("status effect", lambda i: i.token),
            base,
            said("the amount of an instruction", where(plain, base, amount)),
            said("an instruction applies", self._applies(duel, column, pool)),
            column("argument", lambda i: i.arg),
            column("status effect counted", lambda i: i.counted),
            *(
                ()
                if duel.seats.duel
                else (
                    column("comparison", compares) == 1,
                    column("width", lambda i: i.wide) == 1,
                    tuple(self._among(duel, column, seat) for seat in duel.seats.numbers),
                )
            ),
        )

    @staticmethod
    def _counted(duel: Duel, column: Column, pool: Expr) -> Expr:
        """What an instruction counts."""
        owner = duel.owner[duel.top]
        source = column("counted thing", lambda i: i.count)
        kind = column("status effect counted", lambda i: i.counted)
        values = {
            Count.OWN_TOKENS: duel.token(owner, kind),
            Count.THEIR_TOKENS: duel.token(duel.opponent_in(duel.top, owner), kind),
            Count.OWN_CP: duel.cp[owner],
            Count.PAID: duel.paid[duel.top],
            Count.EXTRA_ATTEMPTS: at_least(duel.made - 1, 0),
        }
        found: Expr = showing(duel, pool, column("faces", lambda i: i.faces))
        for count, value in values.items():
            found = where(source == count, value, found)
        pairs = lookup("pairs", [n // 2 for n in range(64)], smaller(found, 63))
        found = where(column("pairs counted", lambda i: i.pairs) == 1, pairs, found)
        most = column("most counted", lambda i: i.most)
        return where(all_of(most >= 1, found > most), most, found)

    @staticmethod
    def _applies(duel: Duel, column: Column, pool: Expr) -> Expr:
        """Whether the conditions of an instruction hold."""
        total = dice_sum(duel, pool)
        most = column("highest sum", lambda i: i.sum_most)
        held = column("status effect held", lambda i: i.held)
        holder = column("holder", lambda i: i.holder)
        opponent = duel.opponent_in(duel.top, duel.owner[duel.top])
        player = where(holder == Who.SELF, duel.owner[duel.top], opponent)
        there: Expr = TRUE
        each: Expr = FALSE
        if not duel.seats.duel:
            meant = holder == Who.THAT_PLAYER
            player = where(meant, duel.that_player, player)
            each = column("condition of each", _asks_each) == 1
            there = any_of(negate(meant), each, duel.knows_that_player)
        points = column("points held", lambda i: i.cp_least)
        asks = column("test", lambda i: i.test)
        return all_of(
            any_of(
                column("no dice condition", lambda i: not _reads_dice(i)) == 1,
                all_of(
                    showing(duel, pool, column("needed faces", lambda i: i.need_faces))
                    >= column("needed count", lambda i: i.need_count),
                    showing(duel, pool, column("further faces", lambda i: i.also_faces))
                    >= column("further count", lambda i: i.also_count),
                    total >= column("needed sum", lambda i: i.need_sum),
                    showing(duel, pool, column("faces not wanted", lambda i: i.none_faces)) == 0,
                ),
            ),
            any_of(
                column("no further dice condition", lambda i: not (i.alike or i.sum_most)) == 1,
                all_of(
                    any_of(most == 0, total <= most),
                    alike(duel, pool) >= column("equal dice", lambda i: i.alike),
                ),
            ),
            there,
            any_of(held == 0, each, _holds(duel, column, player)),
            any_of(points == 0, each, duel.cp[player] >= points),
            any_of(
                asks == 0,
                *(all_of(asks == Test(one.number), one.does(duel)) for one in TESTS if one.does is not None),
            ),
        )

    @staticmethod
    def _among(duel: Duel, column: Column, seat: int) -> Expr:
        """Whether a word about each player is about ``seat``, who plays and has what that player has to."""
        held = column("status effect held", lambda i: i.held)
        points = column("points held", lambda i: i.cp_least)
        has = all_of(any_of(held == 0, _holds(duel, column, number(seat))), duel.cp[seat] >= points)
        return all_of(duel.plays(seat), any_of(column("condition of each", _asks_each) == 0, has))


def _holds(duel: Duel, column: Column, player: Expr) -> Expr:
    """Whether ``player`` has as many tokens as an instruction asks for."""
    tokens = duel.token(player, column("status effect held", lambda i: i.held))
    return all_of(
        tokens >= column("fewest held", lambda i: i.held_least),
        tokens <= column("most held", lambda i: i.held_most),
    )


def _asks_each(step: Instruction) -> bool:
    """Whether ``step`` is about each player who has what that player has to have."""
    return step.who is Who.EACH and step.holder is Who.THAT_PLAYER


def meets(step: Instruction) -> bool:
    """Whether ``step`` speaks of one opponent of its player, whose dice do not count."""
    named = step.who is Who.OPPONENT and not step.wide and step.op not in DICE_OPS
    return named or step.op in TAKING or compares(step)


def compares(step: Instruction) -> bool:
    """Whether the condition or the amount of ``step`` reads what an opponent has."""
    held = step.holder is Who.OPPONENT and bool(step.held or step.cp_least)
    return held or step.count is Count.THEIR_TOKENS


def _reads_dice(step: Instruction) -> bool:
    return bool(step.need_count or step.also_count or step.need_sum or step.none_faces)
