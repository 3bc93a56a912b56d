"""What an effect line may be under: conditions on dice, tokens and the game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicelaw.model.content.checking import one_of
from dicelaw.model.dice_throne.declared.conditions import CONDITIONS, NONE, POINTS, SHOWN, TOKENS
from dicelaw.model.dice_throne.declared.tests import TESTS
from dicelaw.model.dice_throne.language import TOKENS_MOST, Test, Who
from dicelaw.model.effects.lines import examples, hint, nearest, patterns, read, values, wrong
from dicelaw.model.effects.words import Condition
from dicelaw.model.foreign.shown import quoted

ALL_FACES = 0b111111
_MORE = {"shown": ("not pow", "1-2")}
"""More examples of what a condition may be."""
EVERY = (*CONDITIONS, *TESTS)
"""All conditions."""
_ALLOWED = ", ".join(f"`{text}`" for one in EVERY for text in (*examples(one), *_MORE.get(one.name, ())))
_COLUMNS = {"sum": "need_sum", "most": "sum_most", "alike": "alike"}
"""The fields of an instruction that are numbers of conditions, by what these call them."""
MOST_HELD = TOKENS_MOST
"""As many tokens of a status effect as a player can have at most."""
FACE_FIELDS = frozenset({"need_faces", "also_faces", "none_faces", "alike", "need_sum", "sum_most"})
"""The conditions that look at dice."""
_NUMBERED = re.compile(r"[1-6](-[1-6])?")
"""One face by its number, or several in a row."""


class WrongLineError(Exception):
    """A line that is not of the grammar. Its text says what is wrong and what is allowed."""


@dataclass(frozen=True)
class Reader:
    """Reads the names of symbols (six, face 1 first) and status effects (with their numbers)."""

    symbols: Sequence[str]
    statuses: Mapping[str, int]
    every_status: bool = True

    def faces(self, text: str) -> int:
        """The set of faces (bit 0 is face 1) that ``text`` names: symbols, numbers, `not` and `or`."""
        mask = 0
        for part in text.split(" or "):
            name = part.removeprefix("not ")
            own = self.face(name.removeprefix("face "))
            mask |= ALL_FACES & ~own if name != part else own
        return mask

    def face(self, name: str) -> int:
        """The set of faces of one symbol, number or range of numbers."""
        if _NUMBERED.fullmatch(name):
            low, high = int(name[0]), int(name[-1])
            return sum(1 << (face - 1) for face in range(low, high + 1))
        if name not in self.symbols:
            known = [*filter(None, dict.fromkeys(self.symbols)), "1-6"]
            raise WrongLineError(f"unknown symbol {quoted(name)}; {one_of(name, known)}")
        return sum(1 << place for place, symbol in enumerate(self.symbols) if symbol == name)

    def status(self, name: str) -> int:
        """The number of a status effect."""
        if name not in self.statuses and self.every_status:
            raise WrongLineError(f"unknown status effect {quoted(name)}; {one_of(name, list(self.statuses))}")
        return self.statuses.get(name, 0)


def values_of(condition: str, reader: Reader) -> dict[str, Any]:
    """The fields of an instruction that say ``condition``."""
    values: dict[str, Any] = {}
    for part in condition.split(" and "):
        found = _values(part, reader, also="need_faces" in values)
        if set(found) & set(values):
            raise WrongLineError(
                f"{quoted(condition)} has too many conditions of one kind; use `if:` with `do:`"
            )
        values |= found
    return values


def held(text: str) -> tuple[int, int]:
    """The least and the most number of tokens that ``no``, ``2`` or ``exactly 2`` allows."""
    if text == "no":
        return 0, 0
    least = int(text.rpartition(" ")[2])
    return least, least if text.startswith("exactly") else MOST_HELD


def _values(part: str, reader: Reader, *, also: bool) -> dict[str, Any]:
    if found := read(part, TESTS):
        return {"test": Test(found[0].number)}
    for one in CONDITIONS:
        for pattern in patterns(one):
            if match := pattern.fullmatch(part):
                parts = {name: text for name, text in match.groupdict().items() if text is not None}
                return _fields(one, parts, reader, also=also)
    raise WrongLineError(wrong(part, EVERY, "a condition", allowed=_ALLOWED))


def _fields(one: Condition, parts: Mapping[str, str], reader: Reader, *, also: bool) -> dict[str, Any]:
    """The fields of an instruction that say the condition ``one``."""
    numbers = values(one, parts)
    if one in (SHOWN, NONE):
        faces = _faces(parts["faces"], reader)
        if one is NONE:
            return {"none_faces": faces}
        key = "also" if also else "need"
        return {f"{key}_faces": faces, f"{key}_count": numbers["count"]}
    if one is TOKENS:
        least, most = held(parts.get("held", "1"))
        status = reader.status(parts["status"])
        return {
            "held": status, "holder": Who(numbers["holder"]), "held_least": least, "held_most": most,
        }  # fmt: skip
    if one is POINTS:
        return {"holder": Who(numbers["holder"]), "cp_least": numbers["cp"]}
    return {_COLUMNS[name]: number for name, number in numbers.items() if name in _COLUMNS}


def _faces(text: str, reader: Reader) -> int:
    """The faces that ``text`` names; a text that is near to a test is told of it."""
    try:
        return reader.faces(text)
    except WrongLineError as error:
        near = nearest(text, (line for test in TESTS for line in test.lines))
        if near is None:
            raise
        says, _, allowed = str(error).partition("allowed: ")
        raise WrongLineError(f"{says.partition('; ')[0]}; {hint(near)}allowed: {allowed}") from None
