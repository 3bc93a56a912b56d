"""What an effect line may be under: conditions on dice, tokens and the game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicelaw.model.content.checking import one_of
from dicelaw.model.dice_throne.declared.arguments import FACES
from dicelaw.model.dice_throne.language import Test, Who
from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.foreign.shown import quoted

ALL_FACES = 0b111111
MOST_HELD = 10
"""More tokens of a status effect than any player can have."""
FACE_FIELDS = frozenset({"need_faces", "also_faces", "none_faces", "alike", "need_sum", "sum_most"})
"""The conditions that look at dice."""
_WHOSE = {"own": Who.SELF, "opponent's": Who.OPPONENT}
_TESTS = {
    "flipped": Test.FLIPPED,
    "not flipped": Test.NOT_FLIPPED,
    "first player": Test.FIRST_PLAYER,
    "fewer than 3 attempts": Test.FEW_ATTEMPTS,
    "no attack": Test.NO_ATTACK,
    "any own positive status": Test.HAS_POSITIVE,
    "companion active": Test.COMPANION_ACTIVE,
    "slowed": Test.SLOWED,
    "own die at least opponent's": Test.AT_LEAST_THEIRS,
    "own die above opponent's": Test.ABOVE_THEIRS,
    "own die below opponent's": Test.BELOW_THEIRS,
}
_CONDITION = re.compile(
    r"sum (?P<sum>[0-9]{1,2})|sum at most (?P<most>[0-9]{1,2})|(?P<alike>[2-5]) of a kind"
    r"|(?P<whose>own|opponent's) (?P<held>no|[0-9]|exactly [0-9]) (?P<status>[a-z][a-z-]*)"
    rf"|no (?P<none>{FACES})|(?:(?P<count>[1-5]) )?(?P<faces>{FACES})"
)

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
            raise WrongLineError(
                f"unknown symbol {quoted(name)}; {one_of(name, [*dict.fromkeys(self.symbols), '1-6'])}"
            )
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
    if part in _TESTS:
        return {"test": _TESTS[part]}
    found = _CONDITION.fullmatch(part)
    if found is None:
        raise WrongLineError(
            f"{quoted(part)} is not a condition; allowed: `2 sword`, `not pow`, `no helm`, `1-2`, `sum 14`, "
            f"`sum at most 6`, `4 of a kind`, `own 2 chi`, `opponent's no bleed`, {_quoted(_TESTS)}"
        )
    if found["sum"]:
        return {"need_sum": int(found["sum"])}
    if found["most"]:
        return {"sum_most": int(found["most"])}
    if found["alike"]:
        return {"alike": int(found["alike"])}
    if found["status"] == "cp":
        least = whole_number(found["held"]) or 0
        if not least:
            raise WrongLineError(
                f"{quoted(part)} is not a condition; allowed: a number of CP, like `own 2 cp`"
            )
        return {"holder": _WHOSE[found["whose"]], "cp_least": least}
    if found["held"]:
        least, most = held(found["held"])
        return {
            "held": reader.status(found["status"]),
            "holder": _WHOSE[found["whose"]],
            "held_least": least,
            "held_most": most,
        }
    if found["none"]:
        return {"none_faces": reader.faces(found["none"])}
    key = "also" if also else "need"
    return {f"{key}_faces": reader.faces(found["faces"]), f"{key}_count": int(found["count"] or 1)}


def _quoted(words: Mapping[str, Test]) -> str:
    return ", ".join(f"`{word}`" for word in words)
