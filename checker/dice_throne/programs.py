"""What a program can come to: each change of goods that it may make, by choices and by chance.

Nothing is left out: where what happens hangs on what is not known, both is taken to be possible. So what
holds for all rows holds for all plays of the program, though not every row is one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from dicelaw.checker.dice_throne.amounts import Dice, Range, amount, of_dice
from dicelaw.checker.dice_throne.goods import HAND_MAX, LUCK, Goods, cards, drawn, health, points
from dicelaw.checker.dice_throne.runs import Roll, Run, pairs, results, told_by
from dicelaw.checker.loops.acts import Act, Outcome, Row, Way, best
from dicelaw.model.dice_throne.language import (
    RAISED_MOST,
    TOKENS_MOST,
    Action,
    Count,
    Instruction,
    Op,
    Pool,
    Timing,
    When,
    Who,
)
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, DICE

MOST_RUNS = 20_000
"""How many different ways through one program are followed."""
SIGN_OF = {1: "positive", 2: "negative"}
ALTERING = frozenset({Op.REROLL, Op.NUDGE, Op.SET_DIE, Op.COPY_DIE})
GROWING = frozenset(
    {Op.PREVENT, Op.HALVE, Op.REFLECT, Op.ATTEMPT, Op.DEFENSE_ATTEMPT, Op.SHIELD, Op.HEAL_COMPANION}
)
"""Words whose effect grows with each use and is paid with nothing. What is only set is not among them."""


class TooManyWays(Exception):
    """A program has more ways through it than are followed."""


class Programs:
    """Reads what actions come to when a player in a seat uses them."""

    def __init__(self, goods: Goods) -> None:
        self.goods = goods
        self.blanking = any(status.blanks_sixes for status in goods.statuses)
        self._words: dict[Op, Callable[[Instruction, Run, int], Iterator[Run]]] = {
            Op.TOKEN: self._token, Op.REMOVE: self._remove, Op.REMOVE_ONE: self._pick, Op.WARD: self._pick,
            Op.TRANSFER: self._transfer, Op.REMOVE_ALL: self._clear, Op.TURN_INTO: self._turn,
            Op.CP: self._points, Op.LOSE_CP: self._lose, Op.STEAL_CP: self._steal, Op.PAY: self._pay,
            Op.DRAW: self._draw, Op.SEARCH: self._draw, Op.DISCARD: self._discard,
            Op.DISCARD_PICK: self._discard, Op.HEAL: self._heal, Op.STEAL_HEALTH: self._steal_health,
            Op.LIMIT: self._limit,
        }  # fmt: skip
        for op in (Op.DEAL, Op.COLLATERAL, Op.ISOLATED, Op.SUFFER):
            self._words[op] = self._harm

    def act(self, action: Action, seat: int, *, is_card: bool) -> Act:
        """What ``seat`` can make of ``action``. Raises TooManyWays."""
        self._enhancing = When.MODIFIER in action.when
        rolls = (place for place, step in enumerate(action.program) if step.op in (Op.ROLL, Op.ROLL_OFF))
        self._last_roll = max(rolls, default=-1)
        by_way: dict[tuple[int, ...], dict[Roll, list[Row]]] = defaultdict(lambda: defaultdict(list))
        self._program = action.program
        name = f"{seat + 1} {action.id}"
        for run in self._through(action, self._begun(action, seat, is_card=is_card), seat):
            by_way[run.before][run.rolled, run.chance].append(Row.of(name, dict(run.change), run.gain))
        return Act(name, tuple(_way(by_roll) for by_roll in by_way.values()))

    def _begun(self, action: Action, seat: int, *, is_card: bool) -> list[Run]:
        """The beginning of ``action``, once it is paid for."""
        goods, run = self.goods, Run(0)
        if action.held:
            held = goods.token(seat, action.held)
            known = run.knowing(held, action.held_least, action.held_most, goods.most(held))
            if known is None:
                return []
            run = known
        if action.mark:
            run = self._gained(run, seat, action.mark, 1)
        if action.cp:
            run = run.changed(points(seat), -action.cp, CP_MAX)
        if action.tokens:
            run = self._lost(run, seat, action.token, action.tokens)
            if When.NOT_TURN_GAINED in action.when:
                run = run.changed(goods.kept(seat, action.token), -action.tokens, HAND_MAX)
        if When.SPARE_CARD in action.when:
            run = run.knowing(cards(seat), 1 + is_card, HAND_MAX, HAND_MAX) or run
        if is_card:
            run = run.changed(cards(seat), -1, HAND_MAX)
        return [run if action.timing is Timing.INSTANT else replace(run, known=())]

    def _through(self, action: Action, waiting: list[Run], seat: int) -> Iterator[Run]:
        seen = set(waiting)
        program = action.program
        while waiting:
            run = waiting.pop()
            if run.pc >= len(program) or program[run.pc].op is Op.END:
                yield replace(run, known=(), dice=None, paid=0)
                continue
            for after in self._step(program[run.pc], run, seat):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
            if len(seen) > MOST_RUNS:
                raise TooManyWays(f"{action.id}: there are more than {MOST_RUNS} ways through it")

    def _step(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        """Where ``step`` leads from ``run``."""
        for applies, known in self._applied(step, run, seat):
            onward = replace(known, pc=run.pc + 1)
            if not applies:
                yield onward
            elif step.op is Op.SKIP:
                yield replace(known, pc=run.pc + step.arg)
            elif step.op is Op.OR:
                yield self._choosing(onward, 0)
                yield self._choosing(replace(known, pc=run.pc + step.arg), 1)
            elif step.op in (Op.ROLL, Op.ROLL_OFF):
                yield from self._roll(step, onward)
            elif step.op in (Op.THEN, Op.LOOK):
                yield replace(onward, known=())
            else:
                for place, named in enumerate(_named(step, seat)):
                    chosen = self._choosing(onward, place) if step.who is Who.CHOSEN else onward
                    yield from self._word(step, chosen, seat, named)

    def _word(self, step: Instruction, run: Run, seat: int, named: int) -> Iterator[Run]:
        if step.op in self._words:
            aimed = replace(step, who=Who.SELF if named == seat else Who.OPPONENT)
            yield from self._words[step.op](aimed, run, seat)
        elif step.op in ALTERING:
            yield run.gaining(1).changed(LUCK, 1, HAND_MAX)
        elif step.op in (Op.ADD, Op.DOUBLE):
            _, most = self._amount(step, run, seat)
            yield run.gaining(self._enhancing and (most or step.op is Op.DOUBLE))
        elif step.op in GROWING:
            _, most = self._amount(step, run, seat)
            yield run.gaining(most or step.op in (Op.HALVE, Op.REFLECT, Op.SHIELD))
        else:
            yield run

    def _choosing(self, run: Run, place: int) -> Run:
        """``run`` where a choice is made; what was chosen counts until dice are rolled."""
        if run.rolled is not None or run.pc > self._last_roll:
            return run
        return replace(run, before=(*run.before, run.pc, place))

    def _applied(self, step: Instruction, run: Run, seat: int) -> Iterator[tuple[bool, Run]]:
        """Whether ``step`` applies, and what is then known: both, where that is open."""
        by_dice = of_dice(step, run.dice)
        if by_dice is not True:
            yield False, run
        if by_dice is False:
            return
        both: list[tuple[str, int, int]] = []
        holder = seat if step.holder is Who.SELF else 1 - seat
        if step.held:
            both.append((self.goods.token(holder, step.held), step.held_least, step.held_most))
        if step.cp_least:
            both.append((points(holder), step.cp_least, CP_MAX))
        now: Run | None = run
        for good, low, high in both:
            most = self.goods.most(good)
            for outside in ((0, low - 1), (high + 1, most)):
                other = run.knowing(good, *outside, most)
                if other is not None and outside[0] <= outside[1]:
                    yield False, other
            now = now and now.knowing(good, low, high, most)
        if step.test and by_dice is True and not _asks_dice(step):
            yield False, run
        if now is not None:
            yield True, now

    def _roll(self, step: Instruction, run: Run) -> Iterator[Run]:
        """Each result of dice that matters; others may act while they lie there, so no count is known."""
        rolled = pairs() if step.op is Op.ROLL_OFF else results(min(step.base, DICE))
        later = self._program[run.pc :]
        alike: dict[object, tuple[tuple[Dice, ...], Fraction]] = {}
        for dice, chance in rolled.items():
            shown = {dice, tuple(0 if die == 6 else die for die in dice) if self.blanking else dice}
            told = tuple(told_by(later, one) for one in sorted(shown))
            first, before = alike.get(told, (tuple(sorted(shown)), Fraction(0)))
            alike[told] = first, before + chance
        for shown_dice, chance in alike.values():
            for dice in shown_dice:
                after = replace(run, dice=dice, known=())
                yield (
                    after if run.rolled is not None else replace(after, rolled=shown_dice[-1], chance=chance)
                )

    def _amount(self, step: Instruction, run: Run, seat: int) -> Range:
        token = self.goods.token
        counts: dict[Count, Range] = {
            Count.OWN_CP: run.bounds(points(seat), CP_MAX),
            Count.PAID: (run.paid, run.paid),
            Count.EXTRA_ATTEMPTS: (0, 15),
        }
        if step.counted:
            mine, theirs = token(seat, step.counted), token(1 - seat, step.counted)
            counts[Count.OWN_TOKENS] = run.bounds(mine, self.goods.most(mine))
            counts[Count.THEIR_TOKENS] = run.bounds(theirs, self.goods.most(theirs))
        else:
            counts[Count.OWN_TOKENS] = counts[Count.THEIR_TOKENS] = (0, TOKENS_MOST)
        dice = run.dice if step.pool is Pool.ROLLED else None
        return amount(step, dice, counts)

    def _gained(self, run: Run, seat: int, kind: int, some: int) -> Run:
        """``run`` with ``some`` more tokens, as far as there is room."""
        goods = self.goods
        good = goods.token(seat, kind)
        after = run.changed(good, some, goods.most(good), goods.limit(seat, kind) if some > 0 else None)
        return after.changed(goods.room(seat, kind), -some, TOKENS_MOST) if kind in goods.bounded else after

    def _lost(self, run: Run, seat: int, kind: int, some: int) -> Run:
        return self._gained(run, seat, kind, -some)

    def _token(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        goods = self.goods
        target = _target(step, seat)
        good = goods.token(target, step.token)
        most = min(self._amount(step, run, seat)[1], goods.most(good) - run.bounds(good, goods.most(good))[0])
        status = goods.statuses[step.token]
        if status.bursts and most:
            yield self._lost(run, target, step.token, 1).gaining(int(target != seat))
        if step.token not in goods.bounded:
            yield self._gained(run, target, step.token, most)
            return
        _, high = run.bounds(good, goods.most(good))
        least = self._amount(step, run, seat)[0]
        for some in {most, max(0, min(least, goods.limit(target, step.token) - high))}:
            yield self._gained(run, target, step.token, some)

    def _remove(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        target = _target(step, seat)
        good = self.goods.token(target, step.token)
        least, most = self._amount(step, run, seat)
        low, high = run.bounds(good, self.goods.most(good))
        if self.goods.statuses[step.token].saves:
            yield run
            return
        for some in {min(least, low), min(most, high)}:
            yield self._lost(run, target, step.token, some)

    def _removable(self, step: Instruction, *, moved: bool = False) -> list[int]:
        return [
            kind
            for kind, status in enumerate(self.goods.statuses)
            if kind and (status.removable or step.op is Op.WARD) and (status.transferable or not moved)
        ]

    def _pick(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        target = _target(step, seat)
        yield run
        for kind in self._removable(step):
            yield self._lost(run, target, kind, 1)

    def _transfer(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        target = _target(step, seat)
        yield run
        for kind in self._removable(step, moved=True):
            lost = self._lost(run, target, kind, 1)
            yield lost.gaining(self.goods.statuses[kind].bursts)
            yield self._gained(lost, 1 - target, kind, 1)

    def _clear(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        """Only what is bounded matters: there is room again. Other tokens may have been none."""
        target, runs = _target(step, seat), [run]
        for kind in set(self._removable(step)) & self.goods.bounded:
            if step.arg == 0 or self.goods.statuses[kind].sign == SIGN_OF.get(step.arg):
                high = run.bounds(self.goods.token(target, kind), TOKENS_MOST)[1]
                runs += [self._lost(one, target, kind, high) for one in runs]
        yield from runs

    def _turn(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        target = _target(step, seat)
        yield run
        yield self._gained(self._lost(run, target, step.token, 1), target, step.counted, 1)

    def _points(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        yield run.changed(points(_target(step, seat)), self._amount(step, run, seat)[1], CP_MAX)

    def _lose(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        good = points(_target(step, seat))
        yield run.changed(good, -min(self._amount(step, run, seat)[0], run.bounds(good, CP_MAX)[0]), CP_MAX)

    def _steal(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        mine, theirs = points(seat), points(1 - seat)
        least, most = self._amount(step, run, seat)
        for some in {min(least, run.bounds(theirs, CP_MAX)[0]), most}:
            yield run.changed(theirs, -some, CP_MAX).changed(mine, some, CP_MAX)

    def _pay(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        good = self.goods.token(seat, step.token) if step.token else points(seat)
        most = min(max(step.base - run.paid, 0), run.bounds(good, self.goods.most(good))[1])
        for some in range(most + 1):
            given = replace(self._choosing(run, some), paid=run.paid + some)
            if step.token:
                yield self._lost(given, seat, step.token, some)
            else:
                yield given.changed(good, -some, CP_MAX)

    def _draw(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        target = seat if step.op is Op.SEARCH else _target(step, seat)
        most = self._amount(step, run, seat)[1]
        yield run.changed(cards(target), most, HAND_MAX).changed(drawn(target), most, HAND_MAX)

    def _discard(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        good = cards(_target(step, seat))
        some = min(self._amount(step, run, seat)[0], run.bounds(good, HAND_MAX)[0])
        yield run.changed(good, -some, HAND_MAX)

    def _heal(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        yield run.changed(health(_target(step, seat)), self._amount(step, run, seat)[1], HAND_MAX)

    def _steal_health(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        most = self._amount(step, run, seat)[1]
        yield run.changed(health(seat), most, HAND_MAX).gaining(most)

    def _harm(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        """Harm to the other is a gain; that to their own health is a loss, even if it is prevented later."""
        least, most = self._amount(step, run, seat)
        target = _target(step, seat)
        yield run.changed(health(seat), -least, HAND_MAX) if target == seat else run.gaining(most)

    def _limit(self, step: Instruction, run: Run, seat: int) -> Iterator[Run]:
        yield run
        if step.token in self.goods.bounded:
            some = min(self._amount(step, run, seat)[1], RAISED_MOST)
            yield run.changed(self.goods.room(seat, step.token), some, TOKENS_MOST)


def _asks_dice(step: Instruction) -> bool:
    from dicelaw.checker.dice_throne.amounts import OF_DICE

    return step.test in OF_DICE


def _target(step: Instruction, seat: int) -> int:
    return seat if step.who is Who.SELF else 1 - seat


def _named(step: Instruction, seat: int) -> tuple[int, ...]:
    """Whom ``step`` may name."""
    if step.who is Who.CHOSEN and step.op not in ALTERING:
        return seat, 1 - seat
    return (_target(step, seat),)


def _way(by_roll: Mapping[Roll, list[Row]]) -> Way:
    """One way to use an act; results of the dice that come to the same are one outcome."""
    if any(dice is None for dice, _ in by_roll):
        return Way((Outcome(Fraction(1), tuple(best(row for rows in by_roll.values() for row in rows))),))
    chances: dict[tuple[Row, ...], Fraction] = defaultdict(Fraction)
    for (_, chance), rows in by_roll.items():
        chances[tuple(sorted(best(rows), key=repr))] += chance
    return Way(tuple(Outcome(chance, rows) for rows, chance in chances.items()))
