"""What the dice of a card come to, exactly: what they show, and whether it is bought and fielded in a turn.

Dice are rolled and rerolled as in the Roll and Reroll Step: any of them once, which is best for the one
figure that is asked for. What can be paid is asked of the rules, in the Main Step of a game in which there is
nothing but starting dice and the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from dicelaw.checker.chances.rerolled import Result, best_mean
from dicelaw.checker.dice_masters.first_turn import first_dice
from dicelaw.model.dice_masters.cards.cards import Card, Teams
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.dice_masters.state.table_state import DRAW, RESERVE
from dicelaw.model.kernel.concrete import Concrete

MAIN = "main"
LIFE = 20
ANY_LEVEL, ACTION, ATTACK = "character", "action", "A"
FIRST, LATER, FIELDED, STRENGTH = "bought first", "bought", "fielded", "A fielded"
LEVELS = (1, 2, 3)
CHANCES = {
    ANY_LEVEL: "at least one die shows a character",
    **{f"level {level}": f"at least one die shows level {level}" for level in LEVELS},
    ACTION: "at least one die shows an action face",
    "burst": "at least one die shows a character or an action with a burst",
}
"""The chances of dice of a card, each with what it takes for granted."""
MEANS = {
    "energy": "the energy of all dice together, of any type; faces with energy are those of the model",
    ATTACK: "the printed A of all dice together, whatever it costs to field them",
}
"""What dice of a card come to on average."""
TURNS = {
    FIRST: "who goes first can pay for the card with the starting dice of the first turn, its types among "
    "them; nobody has anything in play",
    LATER: "a player with four starting dice can pay for the card, its types among them; nobody has anything "
    "in play",
    FIELDED: "a die of the card, rolled with three starting dice, shows a level whose fielding cost they pay",
    STRENGTH: "the printed A of such a die on average, 0 where it is not fielded; rerolled for that",
}
"""What comes of a card in a turn: a chance, 0 where it costs more than the dice can give, or a mean."""


@dataclass(frozen=True)
class OfDice:
    """What ``what`` comes to with one die of the card, with two, and so on."""

    what: str
    by_dice: tuple[Fraction, ...]

    @property
    def is_chance(self) -> bool:
        """Whether it is a chance, and no mean."""
        return self.what in CHANCES

    @property
    def value(self) -> Fraction:
        """What it comes to with one die."""
        return self.by_dice[0]


@dataclass(frozen=True)
class OfTurn:
    """What ``what`` comes to under the rules of ``edition``, with so many starting ``dice``."""

    what: str
    edition: str
    dice: int
    value: Fraction

    @property
    def is_chance(self) -> bool:
        """Whether it is a chance, and no mean."""
        return self.what != STRENGTH


@dataclass(frozen=True)
class CardOdds:
    """What the dice of ``card`` come to, and what becomes of it in a turn under the rules of each edition."""

    card: Card
    dice: tuple[OfDice, ...]
    turns: tuple[OfTurn, ...]

    def of(self, what: str) -> OfDice | None:
        """The figure ``what`` of its dice; None where these dice have none."""
        return next((one for one in self.dice if one.what == what), None)

    def turn(self, what: str, edition: str) -> OfTurn | None:
        """The figure ``what`` of a turn under the rules of ``edition``; None where there is none."""
        return next((one for one in self.turns if (one.what, one.edition) == (what, edition)), None)


def card_odds(card: Card, editions: Sequence[str] = EDITIONS) -> CardOdds:
    """The odds of ``card``, those in a turn under the rules of ``editions``."""
    turns = (one for edition in editions for one in _Turn(card, edition).odds())
    return CardOdds(card, tuple(_of_dice(card)), tuple(turns))


def _of_dice(card: Card) -> Iterator[OfDice]:
    shown = {
        ANY_LEVEL: [face.level >= 1 for face in card.faces],
        **{f"level {level}": [face.level == level for face in card.faces] for level in LEVELS},
        ACTION: [face.action >= 1 for face in card.faces],
        "burst": [face.burst >= 1 or face.action > 1 for face in card.faces],
    }
    numbers = range(1, min(card.maximum, DRAW) + 1)
    for what, faces in shown.items():
        if any(faces):
            yield OfDice(what, tuple(_one_of(count, tuple(faces)) for count in numbers))
    means = {"energy": [one.amount for one in card.faces], ATTACK: [one.attack for one in card.faces]}
    for what, amounts in means.items():
        if any(amounts):
            yield OfDice(what, tuple(_sum_of(count, tuple(amounts)) for count in numbers))


@cache
def _one_of(count: int, wanted: tuple[bool, ...]) -> Fraction:
    """The chance that one of ``count`` dice shows a ``wanted`` face."""
    return best_mean([count], lambda result: int(any(wanted[face - 1] for face in result[0])))


@cache
def _sum_of(count: int, amounts: tuple[int, ...]) -> Fraction:
    """The mean of what ``count`` dice show together."""
    return best_mean([count], lambda result: sum(amounts[face - 1] for face in result[0]))


class _Turn:
    """A turn under the rules of ``edition`` with nothing but starting dice and a die of ``card``."""

    def __init__(self, card: Card, edition: str) -> None:
        seats = ((), ()) if card.basic else (((card, 1),), ())
        teams = Teams("odds", "odds", LIFE, seats, (card,) if card.basic else (), sidekicks=DRAW)
        self.card, self.edition = card, edition
        self.made = game(teams, edition)
        self.reader = Concrete(self.made.machine)
        self.own = self.made.table.dice.dice.index(1)
        """A die of the card; starting dice are before it."""

    def odds(self) -> Iterator[OfTurn]:
        """The chances in a turn."""
        for what, count in ((FIRST, first_dice(self.made)), (LATER, DRAW)):
            yield OfTurn(what, self.edition, count, best_mean([count], self._bought))
        if any(face.level for face in self.card.faces):
            fielded = cache(self._fielded)
            yield OfTurn(FIELDED, self.edition, DRAW - 1, best_mean([1, DRAW - 1], fielded))
            strength = best_mean([1, DRAW - 1], lambda result: fielded(result) * self._attack(result))
            yield OfTurn(STRENGTH, self.edition, DRAW - 1, strength)

    def _bought(self, result: Result) -> int:
        (starting,) = result
        return self._is_legal("main/buy", dict(enumerate(starting)))

    def _fielded(self, result: Result) -> int:
        (shown,), starting = result
        return self._is_legal("main/field", {**dict(enumerate(starting)), self.own: shown})

    def _attack(self, result: Result) -> int:
        return self.card.faces[result[0][0] - 1].attack

    def _is_legal(self, act: str, reserve: dict[int, int]) -> int:
        """Whether ``act`` with the die of the card is legal for who has these dice in the Reserve Pool."""
        machine, t = self.made.machine, self.made.table
        state = list(machine.start)
        state[0] = machine.point_index[MAIN]
        for die, face in reserve.items():
            state[int(t.zone[die].place)], state[int(t.face[die].place)] = RESERVE, face
        moves = self.reader.enabled(tuple(state))
        return int(any((machine.transitions[one[0]].id, *one[1:]) == (act, self.own) for one in moves))
