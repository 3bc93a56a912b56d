"""Cards of Dice Masters that nobody has printed: what they cost and show, and words for their moments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count
from random import Random

from dicelaw.model.content.document import ContentError, Document
from dicelaw.model.content.made_up import FEW, Entry, Maker, number
from dicelaw.model.dice_masters.cards.cards import BURSTS, OPPOSED, TAKEN
from dicelaw.model.dice_masters.cards.interrupts import every_line
from dicelaw.model.dice_masters.cards.keywords import OF_ACTIONS, Keyword
from dicelaw.model.dice_masters.declared.arguments import CARD, GLOBAL
from dicelaw.model.dice_masters.declared.forms import step_of
from dicelaw.model.dice_masters.declared.moments import (
    ACTION,
    AFFILIATION,
    BURST,
    CHARACTER,
    FIRST_TIME,
    naming,
)
from dicelaw.model.dice_masters.declared.vocabulary import WORDS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.schema import content_schema
from dicelaw.model.effects.made_up import line
from dicelaw.model.effects.words import Argument, saying
from dicelaw.oracle.dice_masters.opening import table_pack

CHARACTERS, BASICS = 0.7, 0.5
"""How many of the cards are characters, and how many of the others are Basic Action Cards."""
OFTEN = 0.3
"""How often a card has what it need not have, beside its effects."""
COUNTED, NUMBERED = 0.25, 0.3
"""How often the amount of a line is counted, and how often a keyword has a number."""
ENDED = 0.2
"""How often a moment is for faces with a burst alone, or for the first time in a turn."""
MOST_LINES, MOST_MOMENTS = 3, 3
MOST_FIGURE = 9
"""The greatest figure of a level, which is one digit."""
NEVER = frozenset({"lacks_global", "levels", "type"})
"""What is not left to chance, or says something of printed cards."""
TOKEN = "field a token"
SELDOM = 0.1
"""How often a character has energize, and how often one fields tokens."""


def document(id: str, draw: Random, *, first: bool = False) -> Entry:  # noqa: ARG001 (all are alike)
    """A content file with the card ``id``, of letters and hyphens; it can be loaded beside our content."""
    return _file(_Card(id, draw).card())


def refused(document: Entry) -> bool:
    """Whether what loads content finds something wrong with ``document``."""
    try:
        load_pack([Document("made-up", document)])
    except ContentError:
        return True
    return False


class _Card:
    def __init__(self, id: str, draw: Random) -> None:
        self.id, self.draw = id, draw
        self.character = draw.random() < CHARACTERS
        numbers = count(1)
        says = {
            "id": lambda _: f"{id}-{next(numbers)}", "name": lambda _: "Made Up",
            "affiliations": lambda _: draw.choice(_affiliations()), "keywords": lambda _: self._keyword(),
            "CardEntry.when": lambda _: self._when(), "Line": self._line,
            "InterruptEntry.does": lambda _: draw.choice([*every_line()]),
            "fabricate": lambda _: f"{number(1, 9, draw)}-{number(1, 9, draw)}",
            **dict.fromkeys(("per", "of", "gate"), lambda _: draw.choice(_affiliations())),
        }  # fmt: skip
        self.maker = Maker(content_schema(), draw, says, NEVER)

    def card(self) -> Entry:
        """The card: a character, an action or a Basic Action Card."""
        draw = self.draw
        fixed: Entry = {"id": self.id, "name": self.id.replace("-", " ").title()}
        types = [one for one in self.maker.kind("CardEntry")["properties"]["type"]["enum"] if one]
        if self.character or draw.random() >= BASICS:
            fixed["type"] = draw.choice(types)
        if self.character:
            fixed["levels"] = [self._level() for _ in range(FEW)]
            fixed |= self._pair()
        if "when" not in fixed:
            fixed["when"] = self._when()
        return self.maker.grown("CardEntry", fixed, lambda entry: not refused(_file(entry)), OFTEN)

    def _pair(self) -> Entry:
        """Now and then what is only there together: a keyword and its moment, or a token and its effect."""
        way = self.draw.random()
        found: Entry = {}
        if way < SELDOM:
            found = {"keywords": [Keyword.ENERGIZE.value], "when": {Keyword.ENERGIZE.value: self._lines()}}
        elif way < 2 * SELDOM:
            figures = {name: number(0, MOST_FIGURE, self.draw) for name in ("attack", "defense")}
            token = {"id": f"{self.id}-token", "name": "Made Up Token", **figures}
            found = {"when": {self._moment(): [TOKEN]}, "token": token}
        return {} if refused(_file(self._bare(found))) else found

    def _level(self) -> str:
        """What a level shows: the fielding cost, A, D and perhaps a burst."""
        figures = " ".join(str(number(0, MOST_FIGURE, self.draw)) for _ in range(3))
        return figures + (BURST if self.draw.random() < 1 / 4 else "")

    def _keyword(self) -> str:
        found: str = self.draw.choice([one.value for one in Keyword if (one in OF_ACTIONS) != self.character])
        return f"{found} {number(1, 9, self.draw)}" if self.draw.random() < NUMBERED else found

    def _when(self) -> dict[str, list[str]]:
        """Lines for one to three moments."""
        found = {self._moment(): self._lines() for _ in range(number(1, MOST_MOMENTS, self.draw))}
        return found if not refused(_file(self._bare({"when": found}))) else {}

    def _moment(self) -> str:
        one = self.draw.choice(naming(CHARACTER if self.character else ACTION))
        burst = BURST if one.number in BURSTS and self.draw.random() < ENDED else ""
        return line(one, self.draw, self._named) + burst + (FIRST_TIME if self.draw.random() < ENDED else "")

    def _lines(self) -> list[str]:
        return [self._line("CardEntry") for _ in range(number(1, MOST_LINES, self.draw))]

    def _line(self, kind: str) -> str:
        """A line that a card, or a Global of it, may say."""
        while True:
            words = saying(WORDS, GLOBAL if kind == "GlobalEntry" else CARD)
            text = line(self.draw.choice(words), self.draw, self._named)
            if self.draw.random() < COUNTED:
                affiliation = f"active {self.draw.choice(_affiliations())}"
                counted = f"{text} per {self.draw.choice((affiliation, OPPOSED, TAKEN))}"
                text = counted if step_of(counted) is not None else text
            if step_of(text) is not None and text != TOKEN:
                return text

    def _named(self, one: Argument) -> str:
        return self.draw.choice(_affiliations()) if one.name == AFFILIATION.name else one.sample

    def _bare(self, more: Entry) -> Entry:
        """The least card of its sort, with ``more``."""
        levels = {"levels": ["0 1 1"] * FEW} if self.character else {}
        return {"id": self.id, "name": "Bare", "cost": 1, "type": "fist", **levels, **more}


@cache
def _affiliations() -> Sequence[str]:
    """All that cards of ours have, in the order of the alphabet."""
    return sorted({one for card in table_pack().cards.values() for one in card.affiliations})


def _file(card: Entry) -> Entry:
    return {"source": "made up by dicelaw", "cards": [card]}
