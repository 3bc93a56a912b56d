"""What the heroes have against some creatures, each at the most that it can be worth: see ``hopes``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from dicelaw.model.dice_conquest.components import DICE, SIDES, SPENT, Place
from dicelaw.model.dice_conquest.content_tables import KnownCards
from dicelaw.model.dice_conquest.language import Card, Effect, amount_of
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.vocabulary import WORDS
from dicelaw.model.dice_conquest.words.reroll import REROLL
from dicelaw.model.effects.frames import NO_WORD
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_conquest.relaxed_round import ANY, Fighter, Means, RelaxedRound
from dicelaw.oracle.dice_conquest.standing import at

HARMLESS = frozenset({"reroll", "guard", "heal", "spend"})
"""Words that do no damage and bring no dice."""
ALTERING = frozenset({"change", "raise", "pierce"})
"""Words that alter what dice show, and so may do damage to what can't be attacked."""


class Unbounded(Exception):
    """There is no bound but 1."""


class Worths:
    """What lines, heroes and dice are worth where all of ``heap`` are to be slain, from ``start`` on.

    A creature alone counts what it bars and asks for; of several only what all of them refuse. Without
    ``rerolls`` there are none but of dice that come back.
    """

    def __init__(
        self, made: QuestMachine, start: State, heap: Sequence[int], *, rerolls: bool = True
    ) -> None:
        content = made.quest.content
        if not isinstance(content, KnownCards):
            raise Unbounded
        self.made, self.q, self.cards, self.heap = made, made.quest, content.all_cards, heap
        self.alone = self.cards[heap[0] - 1] if len(heap) == 1 else Card("", "")
        self.rerolls = rerolls and not self.alone.bars_rerolls
        self.shown = shown(made, start)
        self.heroes = [content.hero_cards[at(start, self.q.hero[seat]) - 1] for seat in self.q.seats]
        self.words = words_of(made, start)
        self._item_words = {line.word.name for one in items(made, start) for line in one.program}
        if at(start, self.q.by_item) and at(start, self.q.word) != NO_WORD:
            self._item_words = {one.name for one in WORDS}
        gone = sum(at(start, self.q.at[die]) == SPENT for die in self.q.dice)
        self._others = len(DICE) - 1 - (0 if "recover" in self.words else gone)
        reader = Concrete(made.machine)
        self._limits = {card: max(left(made, start, card), 0) for card in heap}
        self._rows = [
            tuple(reader.value(content.line(figure, row), start) for figure in ("word", "amount"))
            for row in range(content.lines + 1)
        ]

    def round(self) -> RelaxedRound:
        """The relaxed round. Raises Unbounded."""
        exact = self.alone.exact and self.words <= HARMLESS
        return self._round(self._fighters(), exact=exact)

    def plain(self) -> RelaxedRound:
        """The round with dice alone."""
        plain = (Fighter(one.rerolls) for one in self._fighters())
        return self._round(plain, exact=self.alone.exact)

    def _round(self, fighters: Iterable[Fighter], *, exact: bool) -> RelaxedRound:
        gains = [[0, *(self._gain(face) for face in range(1, sides + 1))] for sides in SIDES]
        barred = [self._barred(sides) for sides in SIDES]
        return RelaxedRound(fighters, gains, barred, others=self._others, exact=exact)

    def running(self, state: State) -> Means:
        """What the rest of the program that is being used is worth."""
        q = self.q
        word, found, row = at(state, q.word), Means(), at(state, q.next)
        if word != NO_WORD:
            found = self._line(WORDS[word - 1].name, at(state, q.amount))
        while 0 < row < len(self._rows) and self._rows[row][0] != NO_WORD:
            word, amount = self._rows[row]
            found, row = found + self._line(WORDS[word - 1].name, amount), row + 1
        return found

    def items(self, state: State) -> Means:
        """What the items are worth that heroes have, or may get before all of the heap are slain."""
        own = set(self.heap) if len(self.heap) == 1 else set()
        found = (self._effect(effect) for effect in items(self.made, state, but=own))
        return sum(found, Means())

    def _fighters(self) -> Iterator[Fighter]:
        altering = self._item_words.isdisjoint({"change", "pierce"})
        for hero in self.heroes:
            barred = self.alone.bars_abilities
            more = hero.ability.amount if hero.ability.word is REROLL and not barred else 0
            ability = Means() if barred else self._effect(hero.ability)
            rerolls = 1 + more if self.rerolls else 0
            far = sum(amount_of(line) for line in hero.ability.program if line.word.name == "change")
            near = range(hero.critical_number - far, hero.critical_number + far + 1)
            hits = ANY.intersection(near) if altering else ANY
            yield Fighter(rerolls, ability, hits, self._effect(hero.critical))

    def _effect(self, effect: Effect) -> Means:
        return sum((self._line(line.word.name, amount_of(line)) for line in effect.program), Means())

    def _line(self, word: str, amount: int) -> Means:
        """What a line with ``word`` is worth."""
        if word in HARMLESS:
            return Means()
        if word == "recover":
            return Means(dice=amount)
        if word == "raise":
            return Means(raised=amount)
        worth = {
            "strike": amount, "change": min(amount, max(SIDES) - 1), "pierce": max(SIDES),
            "slay": self._slaying(amount),
        }  # fmt: skip
        if word not in worth:
            raise Unbounded
        return Means(worth[word])

    def _slaying(self, amount: int) -> int:
        if self.made.rules.reads("slay-limit", "remaining"):
            return amount
        printed = (self.cards[card - 1].health for card in self.heap)
        return max((health for health in printed if health <= amount), default=0)

    def _gain(self, face: int) -> int:
        """The most damage that a die which shows ``face`` does to one of the heap."""
        taking = [card for card in self.heap if _takes(self.cards[card - 1], face)]
        if len(self.heap) == 1 or "change" in self.words:
            return face if taking else 0
        return max((min(face, self._limits[card]) for card in taking), default=0)

    def _barred(self, sides: int) -> frozenset[int]:
        """The numbers with which a die can't be placed at all, so that its hero has to pass for all."""
        if not self.made.rules.reads("no-placement", "pass") or not self.words.isdisjoint({"slay", "pierce"}):
            return frozenset()
        there = [self.cards[card - 1] for card in self.shown]
        faces = range(1, sides + 1)
        return frozenset(face for face in faces if not any(_takes(one, face) for one in there))


def shown(made: QuestMachine, state: State) -> list[int]:
    """The cards in the display."""
    return [card for card in made.quest.cards if at(state, made.quest.place[card]) == Place.DISPLAY]


def left(made: QuestMachine, state: State, card: int) -> int:
    """The health that ``card`` has left; below 0 where it suffered more."""
    return _remaining(made, card)(state, {})


@lru_cache(maxsize=2**10)
def _remaining(made: QuestMachine, card: int) -> Callable[[State, Mapping[str, int]], int]:
    return Concrete(made.machine).compiled(made.quest.remaining(card))


def items(made: QuestMachine, state: State, but: Collection[int] = ()) -> Iterator[Effect]:
    """The items that heroes have, or that creatures in the display bear, ``but`` for these."""
    q, content = made.quest, made.quest.content
    assert isinstance(content, KnownCards)
    given = at(state, q.current) if made.machine.point_of(state).id == "judge/gift" else 0
    for card in q.cards:
        place = at(state, q.place[card])
        if place >= Place.HELD or card == given or (place == Place.DISPLAY and card not in but):
            yield content.all_cards[card - 1].item


def words_of(made: QuestMachine, state: State) -> frozenset[str]:
    """The words that heroes and items may say in this round; all while a program is being used."""
    q, content = made.quest, made.quest.content
    assert isinstance(content, KnownCards)
    heroes = [content.hero_cards[at(state, q.hero[seat]) - 1] for seat in q.seats]
    effects = [*(effect for one in heroes for effect in (one.ability, one.critical)), *items(made, state)]
    if at(state, q.word) != NO_WORD:
        return frozenset(one.name for one in WORDS)
    return frozenset(line.word.name for effect in effects for line in effect.program)


def _takes(card: Card, face: int) -> bool:
    """Whether the limits of ``card`` let a die be placed that shows ``face``."""
    return card.least <= face <= card.most and (not card.parity or face % 2 == card.parity % 2)
