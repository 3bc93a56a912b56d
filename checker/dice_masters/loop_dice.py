"""The dice of a game as free loops see them: whose they are, what they cost, give and withstand at most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from dicelaw.model.dice_masters.cards.cards import (
    BURSTS,
    COPIED_MOMENTS,
    COPYING,
    OF_ACTION_CARDS,
    OPPOSED,
    TAKEN,
    Card,
    Face,
    Moment,
    Op,
    Program,
    Step,
    Teams,
)
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.cards.price_changes import FREE, THIS, Payer, PriceChange, Priced
from dicelaw.model.dice_masters.state.dice import Kind, Set, dice_of
from dicelaw.model.dice_masters.state.table_state import DAMAGE_TOP

SEATS = (0, 1)
SIDEKICK = "sidekick"
EXPERIENCE = 20
"""The most Experience tokens that a card has."""
EVENTS = {
    Moment.FIELDED: "fielded",
    Moment.DAMAGED: "damaged",
    Moment.KOED: "ko'd",
    Moment.PLAYER_DAMAGED: "you are damaged",
    Moment.ALLY_KOED: "own die ko'd",
    Moment.ALLY_FIELDED: "you field a character",
    Moment.TARGETED: "opponent targets this",
    Moment.OPPONENT_FIELDED: "opponent fields a character",
    Moment.ATTUNE: "attune",
}
"""What may happen again and again within a turn; every other moment comes a few times in a turn at most."""
BY_ITSELF = frozenset(EVENTS) | frozenset(BURSTS[one] for one in EVENTS if one in BURSTS)
_PLAIN = {burst: plain for plain, burst in BURSTS.items()}
_TEXTS = COPYING - {Op.COPY}


@dataclass(frozen=True, eq=False)
class Sort:
    """The dice of one card that ``home`` owns, or their starting dice; ``count`` is how many there may be."""

    kind: Kind
    home: int
    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.home + 1}/{self.id}"

    @property
    def id(self) -> str:
        """What these dice are called."""
        return self.kind.card.id if self.kind.card else SIDEKICK

    @property
    def card(self) -> Card | None:
        """The card, which starting dice have not."""
        return self.kind.card

    @property
    def levels(self) -> list[Face]:
        """The faces with a character."""
        return [face for face in self.kind.faces if face.level]

    @property
    def energy(self) -> tuple[int, int]:
        """The least and the most energy of an energy face; nothing where there is none."""
        given = [face.amount for face in self.kind.faces if face.amount]
        return (min(given), max(given)) if given else (0, 0)

    @property
    def is_token(self) -> bool:
        """Whether an effect brings them into being, and no roll."""
        return self.kind.maker >= 1

    @property
    def copies(self) -> bool:
        """Whether they may take on the abilities of others."""
        return self.card is not None and any(step.op in _TEXTS for step in steps(self.card))

    def has(self, keyword: Keyword) -> bool:
        """Whether the card has ``keyword``."""
        return self.card is not None and keyword in self.card.keywords


class Dice:
    """All dice of a game between ``teams``."""

    def __init__(self, teams: Teams) -> None:
        self.set: Set = dice_of(teams, SIDEKICK)
        self.cards = [kind.card for kind in self.set.kinds if kind.card]
        self.ops = {step.op for card in self.cards for step in steps(card)}
        self.sorts = [
            Sort(kind, seat, number, count)
            for number, kind in enumerate(self.set.kinds)
            for seat in SEATS
            if (count := _count(self.set, number, seat))
        ]
        self.every = len(self.set.dice)
        lent = Op.CONTROL in self.ops or (Op.TOKEN in self.ops and bool(_TEXTS & self.ops))
        self._under = [
            [one for one in self.sorts if one.levels and (lent or one.home == seat)] for seat in SEATS
        ]
        self._programs = {sort: list(self._of(sort)) for sort in self.sorts}
        self._events = {sort: {event for event, _ in some} for sort, some in self._programs.items()}
        self.reacting = [one for one in self.set.globals if one.reactive]
        self.changes = [
            (number, one)
            for number, kind in enumerate(self.set.kinds)
            if kind.card
            for one in kind.card.prices
        ]

    def owned(self, seat: int) -> list[Sort]:
        """The dice that are of ``seat`` at first, or that ``seat`` may buy."""
        return [one for one in self.sorts if one.home == seat]

    def under(self, seat: int) -> list[Sort]:
        """The characters that ``seat`` may have in the Field Zone."""
        return self._under[seat]

    def programs(self, sort: Sort) -> list[tuple[str, Program]]:
        """What ``sort`` does at moments that come again and again, each with what the moment is called."""
        return self._programs[sort]

    def events(self, sort: Sort) -> set[str]:
        """The moments for which ``sort`` has an effect."""
        return self._events[sort]

    def _of(self, sort: Sort) -> Iterator[tuple[str, Program]]:
        if sort.card is None:
            return
        copied = self.cards if sort.copies else []
        told = dict.fromkeys(_programs(sort.card, _moments(sort.card)))
        for card in copied:
            told |= dict.fromkeys(_programs(card, BY_ITSELF & COPIED_MOMENTS))
        yield from told

    def once(self) -> Iterator[tuple[int, Sort, Program]]:
        """What dice do at moments that a turn has a few times at most, each with whose it is then.

        A copier may do so what any card does.
        """
        for sort in self.sorts:
            seats = SEATS if Op.CONTROL in self.ops or sort.copies else (sort.home,)
            for card in self.cards if sort.copies else [sort.card] if sort.card else []:
                for moment, program in card.programs.items():
                    if moment not in BY_ITSELF or moment in card.first:
                        yield from ((seat, sort, program) for seat in seats)

    def times(self, step: Step, seats: Iterable[int] = SEATS) -> int:
        """How many times the amount of ``step``, of one of ``seats``, counts at most."""
        if step.per == TAKEN:
            return DAMAGE_TOP
        if step.per == OPPOSED:
            return max(sum(one.count for one in self.under(1 - seat)) for seat in seats)
        return len(self.set.affiliated(step.per)) if step.per else 1

    def fee(self, sort: Sort) -> int:
        """The least that fielding ``sort`` can ever cost."""
        if Op.FREES in self.ops:
            return 0
        printed = min((face.fee for face in sort.levels), default=0)
        return max(printed - self._less(Priced.FIELDING, sort), 0)

    def cost(self, sort: Sort) -> int:
        """The least that buying a die of ``sort`` can ever cost."""
        if sort.card is None or sort.card.fabricate[0]:
            return 0
        return max(sort.card.cost - self._less(Priced.PURCHASE, sort), 0)

    def price(self, cost: int) -> int:
        """The least that a Global for ``cost`` can ever cost."""
        return max(cost - self._less(Priced.GLOBAL, None), 0)

    def _less(self, priced: Priced, sort: Sort | None) -> int:
        """How much less something can cost at most, for ``sort`` or for a Global."""
        anyone = bool(_TEXTS & self.ops) or Op.CONTROL in self.ops
        less = 0
        for number, change in self.changes:
            if change.priced is priced and (anyone or sort is None or _concerns(change, number, sort)):
                less += FREE if change.per and change.less else change.less
        return less

    @cached_property
    def toughest(self) -> int:
        """The most D or A that is printed on any die."""
        return max((max(face.attack, face.defense) for one in self.sorts for face in one.levels), default=0)

    @cached_property
    def bonus(self) -> int:
        """The most D that active cards and Experience tokens together may give to a die."""
        given = [
            one.defense * (len(self.cards) if one.per else 1) for card in self.cards for one in card.bonuses
        ]
        return sum(given) + EXPERIENCE * any(one.has(Keyword.EXPERIENCE) for one in self.sorts)

    @cached_property
    def frail(self) -> bool:
        """Whether a die has a level with no A or no D."""
        return any(not (face.attack and face.defense) for one in self.sorts for face in one.levels)


def steps(card: Card) -> Iterator[Step]:
    """Every step of what ``card`` does."""
    for program in (*card.programs.values(), *(one.program for one in card.globals)):
        yield from program


def used(card: Card) -> list[Program]:
    """What the action die of ``card`` does as it is used or sent on, on each of its faces."""
    found = [program for moment, program in card.programs.items() if moment in OF_ACTION_CARDS]
    return list(dict.fromkeys(found))


def _count(dice: Set, number: int, seat: int) -> int:
    kind = dice.kinds[number]
    if kind.seat is None and kind.card is not None:
        return sum(1 for one in dice.dice if one == number)
    pairs = zip(dice.dice, dice.owners, strict=True)
    return sum(1 for one, owner in pairs if (one, owner) == (number, seat))


def _moments(card: Card) -> frozenset[Moment]:
    """The moments of ``card`` that come again and again: not those of which only the first one counts."""
    return frozenset(one for one in BY_ITSELF if one not in card.first)


def _programs(card: Card, moments: Iterable[Moment]) -> Iterator[tuple[str, Program]]:
    for moment in sorted(moments):
        if moment in card.programs:
            yield EVENTS[_PLAIN.get(moment, moment)], card.programs[moment]


def _concerns(change: PriceChange, number: int, sort: Sort) -> bool:
    """Whether ``change`` of the card ``number`` may be about what ``sort`` costs."""
    return change.payer not in THIS or number == sort.number


__all__ = ["EVENTS", "SEATS", "SIDEKICK", "Dice", "Payer", "Sort", "steps", "used"]
