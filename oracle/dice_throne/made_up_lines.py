"""Effect lines of Dice Throne that nobody has written: words, conditions, and blocks in each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from dicelaw.model.content.made_up import Maker, number
from dicelaw.model.dice_throne.declared.arguments import HALF, PER, WHOLE
from dicelaw.model.dice_throne.declared.conditions import DICE, HELD, SHOWN_FACES, STATUS
from dicelaw.model.dice_throne.declared.vocabulary import WORDS
from dicelaw.model.dice_throne.grammar.conditions import EVERY
from dicelaw.model.dice_throne.grammar.line_schema import step_schema
from dicelaw.model.effects.made_up import line
from dicelaw.model.effects.words import Argument, saying

STEP = "Step"
GOODS = ("token", "cp", "deal", "heal")
"""Words about goods, which meet most; half of the lines say one of them."""
BLOCKS, DEEPEST = 0.3, 2
"""How often lines are a block, and how deeply blocks are in blocks."""
IF, AND, OF_DICE, OWN = 0.3, 0.3, 0.1, 0.7
"""How often a line has a condition, a condition another one, a line says which dice it
counts, and a status effect is the hero's own."""


@dataclass(frozen=True)
class Lines:
    """Draws lines that ``place`` says, about dice with these ``symbols``, and mostly about ``own`` tokens.

    ``ours`` are the other status effects, and ``blocks`` the names of those that lines may use.
    """

    draw: Random
    place: str
    symbols: Sequence[str]
    own: Sequence[str]
    ours: Sequence[str]
    blocks: Sequence[str]

    def step(self, depth: int = DEEPEST) -> Any:
        """A line, or a block of lines; it may still say what its place does not allow."""
        if depth and self.draw.random() < BLOCKS:
            schema = step_schema(STEP)
            ways = [one for one in schema["anyOf"] if one["type"] == "object"]
            says = {
                "if": lambda _: self._condition(), "do": lambda _: self.draw.choice(self.blocks or ("none",)),
                STEP: lambda _: self.step(depth - 1),
            }  # fmt: skip
            return Maker({"$defs": {STEP: schema}}, self.draw, says).value(self.draw.choice(ways))
        words = saying(WORDS, self.place)
        goods = [word for word in words if word.name in GOODS]
        text = line(self.draw.choice(goods if self.draw.random() < 1 / 2 else words), self.draw, self.named)
        if self.draw.random() < IF:
            text += f" if {self._condition()}"
        return text + (f" of {self._any(DICE.names)}" if self.draw.random() < OF_DICE else "")

    def _condition(self) -> str:
        parts = [line(self.draw.choice(EVERY), self.draw, self.named)]
        if self.draw.random() < AND:
            parts.append(line(self.draw.choice(EVERY), self.draw, self.named))
        return " and ".join(parts)

    def named(self, one: Argument) -> str:
        """What a line names: mostly what the hero has, now and then what is ours."""
        if one.name == PER.name:
            return f"per {self._thing()}"
        if one.name == WHOLE.name:
            return f"{self._any(('sum', 'half'))} of {self._any(DICE.names).partition(' ')[0]}"
        if one.name == HALF.name:
            return f"half of {self._good()}"
        if one.name == SHOWN_FACES.name:
            return self._faces()
        if one.name == HELD.name:
            return self._held()
        if one.counted is not None:
            return self._thing()
        return self._status() if one.name in (STATUS.name, "other") else one.sample

    def _thing(self) -> str:
        """What an amount is counted by."""
        if self.draw.random() < 1 / 2:
            return self._good()
        return ("two " if self.draw.random() < 1 / 4 else "") + self._faces()

    def _good(self) -> str:
        return self._any(("own cp", "paid", "extra attempt", *(f"{whose} {self._status()}" for whose in
                                                               ("own", "opponent's"))))  # fmt: skip

    def _faces(self) -> str:
        """Symbols or numbers, one or two of them."""
        low = number(1, 6, self.draw)
        one = self._any((*self.symbols, *self.symbols, f"face {low}", f"{low}-6"))
        text = f"not {one}" if self.draw.random() < 1 / 4 else one
        return f"{text} or {self._any(self.symbols)}" if self.draw.random() < 1 / 4 else text

    def _held(self) -> str:
        return self._any(("no", f"exactly {number(0, 9, self.draw)}", f"{number(0, 9, self.draw)}"))

    def _status(self) -> str:
        return self._any(self.own) if self.draw.random() < OWN else self._any(self.ours)

    def _any(self, among: Any) -> str:
        found: str = self.draw.choice([*among])
        return found
