"""Programs of which it is certain from the tables alone that they never change anything, whoever plays."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from dicelaw.checker.dice_throne.amounts import Range, amount, of_dice
from dicelaw.checker.dice_throne.brought import brought
from dicelaw.model.dice_throne.language import (
    TOKENS_MOST,
    Action,
    Count,
    Instruction,
    Op,
    Pack,
    Pool,
    Program,
)
from dicelaw.model.dice_throne.state.duel_state import CP_MAX

BY_ITSELF = frozenset({Op.END, Op.ROLL, Op.THEN, Op.OR, Op.SKIP, Op.LOOK, Op.CLEAR, Op.ROLL_OFF})
"""What changes nothing by itself: it is there for what else the program does."""
AMOUNTS = frozenset({
    Op.ADD, Op.PREVENT, Op.HEAL, Op.TOKEN, Op.REMOVE, Op.CP, Op.LOSE_CP, Op.STEAL_CP, Op.STEAL_HEALTH,
    Op.DRAW, Op.DISCARD, Op.ATTEMPT, Op.DEFENSE_ATTEMPT, Op.LIMIT, Op.HEAL_COMPANION,
})  # fmt: skip
"""Where an amount of 0 is nothing; `damage` and `deal` are left out, as 0 may still be an attack."""
PICKED = frozenset({Op.REMOVE_ONE, Op.REMOVE_ALL, Op.TRANSFER})


@dataclass(frozen=True)
class Idle:
    """Says of programs of ``pack`` why they are of no use."""

    pack: Pack
    given: frozenset[int]
    """The status effects that something brings about."""
    read: frozenset[int]
    """The status effects whose dice, rolled as they are spent, something else is for; 0 for any dice."""

    def why(self, program: Program, spent: int = 0) -> str:
        """Why ``program``, for which ``spent`` is spent, never changes anything; nothing where it may."""
        reasons = {self._step(step): None for step in program if step.op not in BY_ITSELF}
        if "" in reasons:
            return ""
        if reasons:
            return " and ".join(reasons)
        rolls = any(step.op in (Op.ROLL, Op.ROLL_OFF) for step in program)
        if rolls:
            return "" if {0, spent} & self.read else "nothing reads the dice that it rolls"
        return "it does nothing"

    def _step(self, step: Instruction) -> str:
        if step.held and step.held_least and step.held not in self.given:
            return f"it is for {self._named(step.held)}, which nothing brings about"
        if step.op in (Op.REMOVE, Op.TURN_INTO) and step.token not in self.given:
            return f"it takes {self._named(step.token)}, which nothing brings about"
        if step.op in PICKED and not self._pickable(step):
            return "nothing brings about a status effect that it could take"
        if step.op in AMOUNTS and amount(step, None, self._counts(step))[1] == 0:
            return "what it comes to is always 0"
        return ""

    def _named(self, kind: int) -> str:
        return self.pack.statuses[kind].id

    def _pickable(self, step: Instruction) -> bool:
        some = (self.pack.statuses[kind] for kind in self.given)
        return any(one.transferable if step.op is Op.TRANSFER else one.removable for one in some)

    def _counts(self, step: Instruction) -> dict[Count, Range]:
        tokens = TOKENS_MOST if step.counted in self.given else 0
        return {
            Count.OWN_TOKENS: (0, tokens), Count.THEIR_TOKENS: (0, tokens),
            Count.OWN_CP: (0, CP_MAX), Count.PAID: (0, TOKENS_MOST), Count.EXTRA_ATTEMPTS: (0, TOKENS_MOST),
        }  # fmt: skip


def idle(pack: Pack) -> Idle:
    """What tells which programs of ``pack`` are of no use."""
    given: Set[int] = set().union(*(brought(pack, one) for one in pack.heroes.values()))
    return Idle(pack, frozenset(given), frozenset(_read(pack)))


def _read(pack: Pack) -> Iterator[int]:
    """The status effects whose dice something else than their own programs is for; 0 for any dice."""
    for action in actions_of(pack):
        if action.dice_of:
            yield action.dice_of
        rolls = any(step.op in (Op.ROLL, Op.ROLL_OFF) for step in action.program)
        if not rolls and any(map(_reads, action.program)):
            yield 0


def _reads(step: Instruction) -> bool:
    """Whether ``step`` is about the dice of the last roll of an effect."""
    counts = step.add_sum or (step.per and step.count is Count.DICE)
    return step.pool is Pool.ROLLED and bool(counts or of_dice(step, None) is None)


def actions_of(pack: Pack) -> Iterator[Action]:
    """All cards, actions on boards, and ways to spend tokens."""
    for hero in pack.heroes.values():
        yield from (card.action for card in hero.cards)
        yield from (action for *_, action in hero.board)
    for status in pack.statuses:
        yield from status.spend
