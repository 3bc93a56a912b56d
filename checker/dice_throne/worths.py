"""What programs are worth to their owner, in points of health, by rules of thumb of a sensible player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicelaw.checker.dice_throne.amounts import Dice, Range, amount, of_dice
from dicelaw.checker.dice_throne.runs import pairs, results
from dicelaw.model.dice_throne.language import Action, Count, Instruction, Op, Pool, Status, Who
from dicelaw.model.dice_throne.state.duel_state import DICE

TOKEN, BARRING, POINT, CARD = 1.5, 6.0, 1.0, 1.5
"""What a token, one that makes its bearer lose a phase, a combat point and a card are worth."""
LEAST, MOST = 0.5, 4.0
"""Between what a token is worth that is of use."""
KEPT = 4.0
"""For how many turns a token is of use that is kept."""
ROUNDS = 3
"""How often the worth of tokens is taken from that of others."""
HALF = 0.5
"""How much counts that hangs on more than dice: it may apply or not."""
TYPICAL: Mapping[Count, Range] = {
    Count.OWN_TOKENS: (2, 2), Count.THEIR_TOKENS: (2, 2), Count.OWN_CP: (3, 3), Count.PAID: (1, 1),
    Count.EXTRA_ATTEMPTS: (1, 1),
}  # fmt: skip
"""What is counted where the state is not looked at."""
TO_TARGET: Mapping[Op, float] = {
    Op.HEAL: 1, Op.CP: POINT, Op.DRAW: CARD, Op.ATTEMPT: 3, Op.DEFENSE_ATTEMPT: 1, Op.DEAL: -1,
    Op.COLLATERAL: -1, Op.ISOLATED: -1, Op.SUFFER: -1, Op.LOSE_CP: -POINT, Op.DISCARD: -CARD,
    Op.DISCARD_PICK: -1,
}  # fmt: skip
"""What each point of the amount is worth to whomever the instruction names."""
TO_OWNER: Mapping[Op, float] = {
    Op.DAMAGE: 1, Op.ADD: 1, Op.STEAL_CP: 2 * POINT, Op.STEAL_HEALTH: 2, Op.SEARCH: CARD, Op.RECOIL: HALF,
    Op.HEAL_COMPANION: HALF,
}  # fmt: skip
"""What each point of the amount is worth to the owner."""
AT_ONCE: Mapping[Op, float] = {
    Op.UNDEFENDABLE: 1.5, Op.LIMIT: HALF, Op.EXTRA_PHASE: 7, Op.SHARE: 1, Op.SHIELD: 1, Op.WARD: TOKEN,
    Op.REMOVE_ONE: TOKEN, Op.REMOVE_ALL: TOKEN, Op.TRANSFER: TOKEN, Op.DRAIN: 3, Op.FLIP: 6,
    Op.PAY: -POINT,
}  # fmt: skip
"""What is worth so much to the owner, whatever its amount."""
SHARES: Mapping[Op, float] = {Op.AVOID: 1, Op.HALVE: HALF, Op.REFLECT: HALF, Op.DOUBLE: -1, Op.FIZZLE: 1}
"""How much of the damage on its way is kept off the target, or sent back."""
ALTERING = frozenset({Op.REROLL, Op.NUDGE, Op.SET_DIE, Op.COPY_DIE})


@dataclass(frozen=True)
class Worth:
    """What a program is expected to bring: ``plain`` points, ``prevented`` and a ``share`` of coming damage.

    ``alters`` is how many dice that lie on the table it may alter.
    """

    plain: float = 0.0
    prevented: float = 0.0
    share: float = 0.0
    alters: float = 0.0

    def __add__(self, other: Worth) -> Worth:
        return Worth(
            self.plain + other.plain,
            self.prevented + other.prevented,
            self.share + other.share,
            self.alters + other.alters,
        )

    def times(self, factor: float) -> Worth:
        """This as often as ``factor`` says."""
        return Worth(self.plain * factor, self.prevented * factor, self.share * factor, self.alters * factor)

    def against(self, coming: float) -> float:
        """All of it where so much damage is ``coming``."""
        return self.plain + min(self.prevented + self.share * coming, coming)


NOTHING = Worth()
USUAL = 6.0
"""The damage of an attack where it is not known."""


class Worths:
    """What is worth what in a duel with these ``statuses``, where ``rows`` are all instructions.

    ``tokens`` is what a token of each status effect is worth to its bearer: for what it can be spent, or what
    it allows in the turns to come, by those of the ``actions`` that are no cards, each with its program.
    """

    def __init__(
        self,
        statuses: Sequence[Status],
        rows: Sequence[Instruction],
        actions: Sequence[tuple[Action, int]] = (),
    ) -> None:
        self.statuses = statuses
        self.rows = rows
        self._known: dict[tuple[int, Dice | None, Dice | None], Worth] = {}
        self.tokens = [_of_token(status) for status in statuses]
        for _ in range(ROUNDS):
            self.tokens = self._valued(actions)
            self._known.clear()

    def _valued(self, actions: Sequence[tuple[Action, int]]) -> list[float]:
        """The tokens once more, by what is known of their use now: the mean of all that is of use."""
        found = list(self.tokens)
        uses: dict[int, list[float]] = {kind: [] for kind in range(len(found))}
        for action, start in actions:
            worth = self.of(start).against(USUAL) - action.cp * POINT
            if worth > 0 and action.tokens:
                uses[action.token].append(worth / action.tokens)
            spare = worth - action.tokens * max(found[action.token], 0.0)
            if spare > 0 and action.held and action.held_least:
                uses[action.held].append(spare * KEPT / action.held_least)
        for kind, some in uses.items():
            if some and found[kind] > 0:
                found[kind] = min(max(sum(some) / len(some), LEAST), MOST)
        return found

    def of(self, pc: int, table: Dice | None = None, rolled: Dice | None = None) -> Worth:
        """What runs from ``pc`` on, with these dice on the ``table`` and these ``rolled`` for the effect."""
        if table is not None and not self.reads_table(pc):
            table = None
        key = (pc, table, rolled)
        if key not in self._known:
            self._known[key] = self._from(pc, table, rolled)
        return self._known[key]

    def reads_table(self, pc: int) -> bool:
        """Whether something from ``pc`` on counts the dice of the offensive or defensive roll."""
        while self.rows[pc].op is not Op.END:
            step = self.rows[pc]
            if step.pool is not Pool.ROLLED:
                return True
            pc += 1
        return False

    def _from(self, pc: int, table: Dice | None, rolled: Dice | None) -> Worth:
        step = self.rows[pc]
        if step.op is Op.END:
            return NOTHING
        dice = rolled if step.pool is Pool.ROLLED else table
        applies = of_dice(step, dice)
        onward = self.of(pc + 1, table, rolled)
        if applies is False:
            return onward
        found = self._applied(pc, step, table, rolled)
        if applies is None or step.held or step.cp_least or step.test:
            return found.times(HALF) + onward.times(HALF)
        return found

    def _applied(self, pc: int, step: Instruction, table: Dice | None, rolled: Dice | None) -> Worth:
        """What runs from ``pc`` on, where its first instruction applies."""
        if step.op is Op.SKIP:
            return self.of(pc + step.arg, table, rolled)
        if step.op is Op.OR:
            either = (self.of(pc + 1, table, rolled), self.of(pc + step.arg, table, rolled))
            pick = max if step.who is Who.SELF else min
            return pick(either, key=lambda one: one.against(USUAL))
        if step.op in (Op.ROLL, Op.ROLL_OFF):
            found = NOTHING
            outcomes = pairs() if step.op is Op.ROLL_OFF else results(min(step.base, DICE))
            for thrown, chance in outcomes.items():
                found += self.of(pc + 1, table, thrown).times(float(chance))
            return found
        dice = rolled if step.pool is Pool.ROLLED else table
        best = max((self.word(step, who, dice) for who in _named(step)), key=lambda one: one.against(USUAL))
        return best + self.of(pc + 1, table, rolled)

    def word(self, step: Instruction, who: Who, dice: Dice | None) -> Worth:
        """What the instruction ``step`` alone is worth to the owner where it names ``who``."""
        op, sign = step.op, 1.0 if who is Who.SELF else -1.0
        low, high = amount(step, dice, dict(TYPICAL))
        some = (low + high) / 2
        if op in TO_TARGET:
            return Worth(sign * TO_TARGET[op] * some)
        if op in TO_OWNER:
            return Worth(TO_OWNER[op] * some)
        if op in AT_ONCE:
            return Worth(AT_ONCE[op])
        if op in SHARES:
            return Worth(
                share=SHARES[op] if who is Who.SELF or op in (Op.REFLECT, Op.FIZZLE) else -SHARES[op]
            )
        if op is Op.PREVENT:
            return Worth(prevented=sign * some)
        if op in ALTERING:
            return Worth(alters=max(step.base, 1))
        if op is Op.TOKEN:
            return Worth(sign * self.tokens[step.token] * some)
        if op is Op.REMOVE:
            return Worth(-sign * self.tokens[step.token] * some * HALF)
        if op is Op.TURN_INTO:
            return Worth(sign * (self.tokens[step.counted] - self.tokens[step.token]))
        return NOTHING


def _named(step: Instruction) -> tuple[Who, ...]:
    return (Who.SELF, Who.OPPONENT) if step.who is Who.CHOSEN else (step.who,)


def _of_token(status: Status) -> float:
    if status.sign == "mark":
        return 0.0
    if status.bars_actions or status.skips_offense:
        return -BARRING
    return -TOKEN if status.sign == "negative" else TOKEN
