"""Upper bounds on the chance to slay creatures in this round, for any state of it.

Each creature alone, and all of them as one, is a :class:`RelaxedRound` that never is harder than the round:

* a die is placed once, and gives no more than it shows, and nothing where a limit of the creature refuses it;
* each line of an ability, Critical Hit or item is worth the most damage that it can make up for, whatever it
  costs, under whatever condition, and whichever way is taken; items that may be won count at once;
* nobody falls, and damage goes wherever it is wanted;
* what a creature bars is barred where it is to be slain alone. Where others bar rerolls, they stand until the
  targets are slain, so that nothing is rerolled, or are slain as well: the two chances are added.

So whatever the heroes do in the round they can do there with at least the same chance. Where a word is not
known here, dice may come back without end or with the number that they show, or by a reading a chosen die may
be chosen again, the bound is 1.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from fractions import Fraction

from dicelaw.model.dice_conquest.components import AVAILABLE, SIDES, SPENT, Back, Cause, Place, Rolled
from dicelaw.model.dice_conquest.content_tables import KnownCards
from dicelaw.model.dice_conquest.language import Card
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_conquest.relaxed_round import NOTHING, Die, Means, RelaxedRound, Turn
from dicelaw.oracle.dice_conquest.standing import at
from dicelaw.oracle.dice_conquest.worths import ALTERING, Unbounded, Worths, left, shown, words_of

MOST_EXTRA = 6
"""With more dice that may come back the bound is 1."""
SURE, NEVER = Fraction(1), Fraction(0)
OPENING = ("round", "round/check", "round/next", "turn")
IN_ROUND = (
    *OPENING, "roll", "attack", "attack/placed", "effect", "after", "judge", "judge/gift", "damage",
    "damage/answer", "damage/taken",
)  # fmt: skip


class Hopes:
    """The bounds for states of a round of ``made``, from ``start`` on, to slay all of ``targets``."""

    def __init__(self, made: QuestMachine, start: State, targets: Collection[int]) -> None:
        self.made = made
        reads = made.rules.reads
        self.again = reads("no-placement", "skip") or reads("pass-ends", "hero")
        self.targets = _with_first(made, start, targets)
        self.bars = [card for card in shown(made, start) if _card(made, card).bars_rerolls]
        both = sorted({*self.targets, *self.bars})
        try:
            self.free = _heaps(made, start, self.targets, rerolls=True)
            self.barred = _heaps(made, start, self.targets, rerolls=False) if self.bars else []
            self.both = _heaps(made, start, both, rerolls=True) if self.bars else []
        except Unbounded:
            self.free, self.barred, self.both = [], [], []

    def bound(self, state: State) -> Fraction:
        """No way of deciding slays all targets from ``state`` on with a greater chance."""
        return self._chance(state, plain=False)

    def promise(self, state: State) -> tuple[Fraction, Fraction, int]:
        """The chance where after this turn dice alone count, the bound, and how little is missing."""
        left_over = sum(missing(self.made, state, one) for one in self.targets)
        return self._chance(state, plain=True), self._chance(state, plain=False), -left_over

    def _chance(self, state: State, *, plain: bool) -> Fraction:
        q, point = self.made.quest, self.made.machine.point_of(state).id
        if point in ("round-end", "lost"):
            slain = all(at(state, q.place[card]) != Place.DISPLAY for card in self.targets)
            return SURE if slain else NEVER
        dealt = point.startswith("damage") and at(state, q.cause) != Cause.STING
        later = at(state, q.back) == Back.DICE or dealt
        if point not in IN_ROUND or later or self.again:
            return SURE
        shown_bars = all(at(state, q.place[card]) == Place.DISPLAY for card in self.bars) and self.bars
        if plain:
            within = {*self.bars} <= {*self.targets}
            return _least(self.barred if shown_bars and not within else self.free, state, point, plain=True)
        found = _least(self.free, state, point)
        if not shown_bars or found == NEVER:
            return found
        return min(found, _least(self.barred, state, point) + _least(self.both, state, point))


def _card(made: QuestMachine, card: int) -> Card:
    assert isinstance(made.quest.content, KnownCards)
    return made.quest.content.all_cards[card - 1]


def _least(heaps: Sequence[_Heap], state: State, point: str, *, plain: bool = False) -> Fraction:
    """The least of what is known of ``heaps``."""
    least = SURE
    for heap in heaps:
        with suppress(Unbounded):
            least = min(least, heap.chance(state, point, plain=plain))
    return least


def _heaps(made: QuestMachine, start: State, targets: Sequence[int], *, rerolls: bool) -> list[_Heap]:
    """Each of ``targets`` alone, and all of them. Raises Unbounded."""
    heaps = [[card] for card in targets] + [list(targets)] * (len(targets) > 1)
    return [_Heap(made, start, heap, rerolls=rerolls) for heap in heaps]


def missing(made: QuestMachine, state: State, card: int) -> int:
    """The damage that slays ``card``; 0 where it is slain."""
    q, given = made.quest, made.machine.point_of(state).id == "judge/gift"
    slain = at(state, q.doomed) == card or (given and at(state, q.current) == card)
    there = at(state, q.place[card]) == Place.DISPLAY and not slain
    return max(left(made, state, card), 0) if there else 0


def _with_first(made: QuestMachine, start: State, targets: Collection[int]) -> tuple[int, ...]:
    """The ``targets``, with what has to be slain before any of them can be attacked."""
    firsts = {card for card in shown(made, start) if _card(made, card).first}
    living = {card for card in targets if missing(made, start, card)}
    if firsts >= living or not words_of(made, start).isdisjoint(ALTERING):
        return tuple(sorted(targets))
    return tuple(sorted(firsts.union(targets)))


class _Heap:
    """The bounds where all of ``heap`` are to be slain, and no matter what else."""

    def __init__(self, made: QuestMachine, start: State, heap: list[int], *, rerolls: bool) -> None:
        self.made, self.q, self.heap = made, made.quest, heap
        self.worths = Worths(made, start, heap, rerolls=rerolls)
        self.round, self.plain = self.worths.round(), self.worths.plain()
        self.anybody = self.round.for_anybody()
        reads = made.rules.reads
        spends = not self.worths.words.isdisjoint(("slay", "spend")) or reads("no-placement", "spend")
        self.none_spent = len(heap) == 1 and not spends
        bars = any(_card(made, card).bars_rerolls for card in shown(made, start))
        self.kept = bars and reads("returned-dice", "kept")

    def chance(self, state: State, point: str, *, plain: bool) -> Fraction:
        """No way of deciding slays them from ``state`` on, which is at ``point``, with a greater chance.

        That is so unless it is a ``plain`` one, which counts nothing but dice after this turn.
        """
        q, here = self.q, self.plain if plain else self.round
        need = sum(missing(self.made, state, card) for card in self.heap)
        if not need:
            return SURE
        opening = point in OPENING or at(state, q.back) == Back.TURN
        chosen, seat = at(state, q.chosen), at(state, q.turn) % len(here.fighters)
        free = [die for die in q.dice if at(state, q.at[die]) == AVAILABLE]
        loose = [(die,) for die in free if point == "round" or at(state, q.unrolled[die])]
        now = NOTHING if opening else self._left_in_turn(state, seat)
        at_once = self.worths.items(state) + self.worths.running(state)
        extra = 0 if plain else self._extra(state, len(free), at_once.dice + now.dice)
        placed = here.others + 1 - len(free)
        need -= self.worths.running(state).with_dice(placed) if plain else at_once.with_dice(here.others)
        forced = at(state, q.back) == Back.ATTACK and not opening and chosen in free
        if extra or (loose and not (forced and loose == [(chosen,)])):
            known = self._dice(state, [die for die in free if (die,) not in loose])
            anybody = self.plain if plain else self.anybody
            return anybody.with_loose(
                loose + [q.dice] * extra, known, max(need - now.with_dice(anybody.others), 0)
            )
        if forced:
            return self._attacking(here, state, seat, [die for die in free if die != chosen], need)
        if not opening:
            need, seat = need - now.with_dice(placed), here.turn(seat).next
        elif point == "round/next":
            seat = here.turn(seat).next
        dice = self._dice(state, free)
        return Fraction(here.best(dice, seat, need), here.scale(dice))

    def _attacking(
        self, here: RelaxedRound, state: State, seat: int, others: list[int], need: int
    ) -> Fraction:
        """The chance with the chosen die in the hand of ``seat``."""
        q, die, rest = self.q, at(state, self.q.chosen), self._dice(state, others)
        one = self.round.fighters[seat]
        ability = NOTHING if at(state, q.used_ability) else one.ability
        critical = NOTHING if at(state, q.used_critical) else one.critical
        turn = Turn(ability, one.hits, critical, here.turn(seat).next)
        rerolls = max(one.rerolls - at(state, q.rerolls), 0)
        rolled = at(state, q.unrolled[die]) and at(state, q.rolled) == Rolled.ATTACK
        faces = range(1, SIDES[die] + 1) if rolled else [at(state, q.face[die])]
        found = sum(here.using(turn, (die, face), rerolls, rest, need) for face in faces)
        return Fraction(found, here.scale(rest) * SIDES[die] ** rerolls * len(faces))

    def _dice(self, state: State, dice: list[int]) -> tuple[Die, ...]:
        return tuple((die, at(state, self.q.face[die])) for die in dice)

    def _left_in_turn(self, state: State, seat: int) -> Means:
        """What the hero in turn, who is past the choice of a die, may still use."""
        q, one = self.q, self.round.fighters[seat]
        die = at(state, q.chosen)
        hits = at(state, q.face[die]) in one.hits or at(state, q.unrolled[die])
        ability = NOTHING if at(state, q.used_ability) else one.ability
        return ability + (one.critical if hits and not at(state, q.used_critical) else NOTHING)

    def _extra(self, state: State, free: int, begun: int) -> int:
        """How many dice may come back at most. Raises Unbounded."""
        q, each = self.q, max(one.both().dice for one in self.round.fighters)
        total, turns = begun, 0
        while turns < free + total <= 2 * MOST_EXTRA + 1:
            total, turns = total + each, turns + 1
        if self.none_spent and shown(self.made, state) == self.heap:
            total = min(total, sum(at(state, q.at[die]) == SPENT for die in q.dice))
        if total > MOST_EXTRA or (total and self.kept):
            raise Unbounded
        return total
