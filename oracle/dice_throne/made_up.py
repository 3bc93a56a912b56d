"""Heroes of Dice Throne that nobody has printed: status effects, actions and cards of words at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from dicelaw.model.dice_throne.declared.arguments import COUNTED, PER
from dicelaw.model.dice_throne.declared.vocabulary import WORDS
from dicelaw.model.dice_throne.grammar.grammar import Compiler
from dicelaw.model.dice_throne.language import Pool
from dicelaw.model.effects.made_up import line
from dicelaw.model.effects.words import Argument, saying
from dicelaw.oracle.dice_throne.opening import EDITIONS, pack_of

Entry = dict[str, Any]
SYMBOLS = ("cog", "cog", "cog", "nut", "nut", "pin")
NO_SYMBOLS = ("",) * len(SYMBOLS)
"""Status effects are for any hero, and so name none."""
TOKENS = 2
"""How many status effects a hero has."""
GOODS = ("token", "cp", "deal", "heal")
"""Words about goods, which meet most; half of the lines say one of them."""
TRIES = 40
"""How many lines are drawn until one says something that its place allows."""
TIMINGS, WHENS = ("main", "instant", "roll"), ("modifier", "attacked", "incoming")
TRIGGERS = ("upkeep", "attacking", "turn-end")
NEEDS = ("3 cog", "2 nut", "2 pin", "small straight", "4 cog")


def document(id: str, draw: Random) -> Entry:
    """A content file with the hero ``id``, of letters and hyphens; it can be loaded beside our content."""
    return _Hero(id, draw).document()


class _Hero:
    def __init__(self, id: str, draw: Random) -> None:
        self.id, self.draw = id, draw
        self.tokens = [f"{id}-{name}" for name in ("spark", "rust")[:TOKENS]]
        ours = [status.id for status in pack_of(EDITIONS[0]).statuses]
        self.known = {name: number for number, name in enumerate([*ours, *self.tokens])}

    def document(self) -> Entry:
        """The file: most effects name the hero's own status effects, so that entries meet."""
        draw = self.draw
        statuses = [self._status(name) for name in self.tokens]
        gains = [f"gain {name}" for name in self.tokens]
        hero = {
            "id": self.id, "name": self.id.replace("-", " ").title(), "symbols": [*SYMBOLS],
            "slots": ["bench", "wind-up", "whack", "duck"],
            "offense": [
                {"slot": "wind-up", "name": "Wind Up", "level": 1, "needs": draw.choice(NEEDS),
                 "effect": [*gains, *self._effect("offense", 1)]},
                {"slot": "whack", "name": "Whack", "level": 1, "needs": draw.choice(NEEDS),
                 "effect": [f"damage {draw.randint(1, 12)}", *self._effect("offense", 2)]},
            ],
            "defense": [{"slot": "duck", "name": "Duck", "level": 1, "dice": draw.randint(1, 5),
                         "effect": self._effect("defense", 2)}],
            "board": [self._action("forge", {"slot": "bench", "level": 1})],
            "cards": [self._action(f"card-{number}", {}) for number in range(1, 4)],
        }  # fmt: skip
        return {"source": "made up by dicelaw", "statuses": statuses, "hero": hero}

    def _status(self, id: str) -> Entry:
        draw = self.draw
        found: Entry = {
            "id": id, "name": id.replace("-", " ").title(), "sign": draw.choice(("positive", "negative")),
            "limit": draw.choice((1, 2, 3, 7)), "spend": [self._spend()],
        }  # fmt: skip
        if draw.random() < 1 / 4:
            found["triggers"] = [
                {"at": draw.choice(TRIGGERS), "effect": self._effect("trigger", 2, NO_SYMBOLS)}
            ]
        return found

    def _spend(self) -> Entry:
        cp = self.draw.choice((0, 0, 1, 2))
        return {
            "id": "use",
            "name": "Use",
            "cp": cp,
            "effect": self._effect("action", 2, NO_SYMBOLS),
            **self._when(),
        }

    def _action(self, id: str, more: Mapping[str, Any]) -> Entry:
        cost = self.draw.choice((0, 0, 1, 2, 4))
        timing = self.draw.choice(TIMINGS)
        return {
            "id": id, "name": id.replace("-", " ").title(), "timing": timing, "cost": cost,
            "effect": self._effect("action", 3), **more,
        }  # fmt: skip

    def _when(self) -> Entry:
        return {"when": [self.draw.choice(WHENS)]} if self.draw.random() < 1 / 3 else {}

    def _effect(self, place: str, most: int, symbols: Sequence[str] = SYMBOLS) -> list[str]:
        """Up to ``most`` lines that ``place`` may say about dice with these ``symbols``."""
        words = saying(WORDS, place)
        goods = [word for word in words if word.name in GOODS]
        found: list[str] = []
        wanted = self.draw.randint(1, most)
        for _ in range(TRIES):
            word = self.draw.choice(goods if self.draw.random() < 1 / 2 else words)
            text = line(word, self.draw, self._named)
            compiler = Compiler(symbols, self.known, Pool.OFFENSE)
            compiler.blocks([*found, text])
            if not compiler.wrong:
                found.append(text)
            if len(found) == wanted:
                break
        return found or ["heal 1"]

    def _named(self, one: Argument) -> str:
        """What a line names: mostly what the hero has, now and then what is ours."""
        draw = self.draw
        if one.counted is COUNTED:
            return draw.choice((*SYMBOLS, f"own {draw.choice(self.tokens)}", "own cp"))
        if one is PER or one.name == PER.name:
            return f"per {draw.choice(SYMBOLS)}"
        if one.name in ("status", "other"):
            return draw.choice((*self.tokens, *self.tokens, *[*self.known][1:]))
        return one.sample
