"""The lines that effects are written in, and how they compile to the effect language.

A line is one form of the table in :mod:`dicelaw.model.dice_throne.forms`, perhaps with a condition
(``if 2 helmet and 1 prayer``) and with the dice to count at its end (``of offense dice``). Without the
latter it counts the dice that the effect rolled last; before that the offensive roll, or in a defensive
ability the defensive one. A choice is a block of alternatives, each a row of lines. Symbols are words of
the hero; a face can also be named by its number (``1-2``, ``face 6``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from dicelaw.model.dice_throne.forms import FACES, FORMS, Form
from dicelaw.model.dice_throne.language import DamageType, Instruction, Needs, Op, Pool, Who

Path = tuple[str | int, ...]

_WHO = {
    "self": Who.SELF,
    "own": Who.SELF,
    "opponent": Who.OPPONENT,
    "opponent's": Who.OPPONENT,
    "chosen player": Who.CHOSEN,
    "any": Who.CHOSEN,
}
_POOLS = {"offense": Pool.OFFENSE, "defense": Pool.DEFENSE, "rolled": Pool.ROLLED}
_TYPES = {
    "undefendable": DamageType.UNDEFENDABLE,
    "pure": DamageType.PURE,
    "ultimate": DamageType.ULTIMATE,
    None: DamageType.NORMAL,
}
_CONDITION = re.compile(rf"sum (?P<sum>\d{{1,2}})|(?:(?P<count>[1-5]) )?(?P<faces>{FACES})")
_ENDING = re.compile(r"(?P<body>.+?) of (?P<pool>offense|defense|rolled) dice")
_SYMBOL = re.compile(r"(?P<count>[1-5]) (?P<symbol>[a-z][a-z-]*|face [1-6])")
ALLFACES = 0b111111


_FORMS = tuple((form, form.compiled()) for form in FORMS)
_COUNTED = {Op.TOKEN, Op.CP, Op.LOSE_CP, Op.REMOVE, Op.STEAL_CP, Op.STEAL_HEALTH, Op.REROLL, Op.SET_DIE}
_COUNTED |= {Op.ATTEMPT, Op.DEFENSE_ATTEMPT}


class WrongLineError(Exception):
    """A line that is not of the grammar. Its text says what is wrong and what is allowed."""


@dataclass(frozen=True)
class Wrong:
    """A wrong line: where in the effect, and what is wrong."""

    path: Path
    says: str


@dataclass
class Compiler:
    """Compiles the lines of one effect, with the symbols of six faces and the numbers of status effects.

    ``home`` is the pool counted before the effect rolls dice; ``wrong`` collects what is wrong.
    """

    symbols: Sequence[str]
    statuses: Mapping[str, int]
    home: Pool
    every_status: bool = True
    """Whether all status effects are known; if not, an unknown one is not reported."""
    wrong: list[Wrong] = field(default_factory=list)
    _rolled: bool = False

    def blocks(self, effect: object, path: Path = ()) -> list[tuple[Instruction, ...]]:
        """The instructions of each line of ``effect``; a choice is one line."""
        if not isinstance(effect, list):
            self.wrong.append(Wrong(path, f"{effect!r} is not a list of effect lines"))
            return []
        return [self._block(line, (*path, place)) for place, line in enumerate(effect)]

    def _block(self, line: object, path: Path) -> tuple[Instruction, ...]:
        if isinstance(line, str):
            try:
                return (self.instruction(line),)
            except WrongLineError as wrong:
                self.wrong.append(Wrong(path, str(wrong)))
                return ()
        if isinstance(line, dict) and set(line) == {"choose"}:
            return self._choice(line["choose"], (*path, "choose"))
        self.wrong.append(
            Wrong(path, f"{line!r} is not an effect line; allowed: a text, or `choose:` with a list")
        )
        return ()

    def _choice(self, ways: object, path: Path) -> tuple[Instruction, ...]:
        if not isinstance(ways, list) or len(ways) < 2:
            self.wrong.append(Wrong(path, "a choice is a list of at least two alternatives"))
            return ()
        before = self._rolled
        compiled = []
        rolled = False
        for place, way in enumerate(ways):
            self._rolled = before
            lines = [way] if isinstance(way, str) else way
            compiled.append(tuple(step for block in self.blocks(lines, (*path, place)) for step in block))
            rolled |= self._rolled
        self._rolled = rolled
        return either(compiled)

    def instruction(self, line: str) -> Instruction:
        """The instruction that ``line`` says."""
        body, _, condition = line.strip().partition(" if ")
        pool = None
        if ending := _ENDING.fullmatch(condition or body):
            pool = _POOLS[ending["pool"]]
            body, condition = (body, ending["body"]) if condition else (ending["body"], "")
        form, found = _form_of(line, body)
        parts = {name: value for name, value in found.groupdict().items() if value is not None}
        if "pool" in parts:
            pool = _POOLS[parts["pool"]]
        if pool is Pool.ROLLED and not self._rolled:
            raise WrongLineError(f"{line!r} counts rolled dice, but no line before it rolls any")
        counts = "faces" in parts or "whole" in parts or condition
        if pool is not None and not counts:
            raise WrongLineError(f"{line!r} names dice but counts none")
        values = self._amount(form.op, parts) | self._condition(condition)
        if counts:
            values["pool"] = pool if pool is not None else Pool.ROLLED if self._rolled else self.home
        if form.op is Op.ROLL:
            if not 1 <= values["base"] <= 5:
                raise WrongLineError(f"{line!r}: an effect rolls 1 to 5 dice")
            self._rolled = True
        if form.op is Op.DAMAGE:
            values["arg"] = _TYPES[parts.get("type")]
        if form.op is Op.SET_DIE:
            values["arg"] = int(parts.get("face", 0))
        if "status" in parts:
            values["token"] = self._status(parts["status"])
        who = _WHO[parts["who"]] if "who" in parts else form.who
        return Instruction(form.op, who, **values)

    def _amount(self, op: Op, parts: Mapping[str, str]) -> dict[str, Any]:
        if "whole" in parts:
            return {"add_sum": True, "half": parts["whole"] == "half"}
        each = int(parts.get("each") or parts.get("n") or (1 if op in _COUNTED else 0))
        if "faces" in parts:
            return {"base": int(parts.get("plus", 0)), "per": each, "faces": self.faces(parts["faces"])}
        return {"base": each}

    def _condition(self, condition: str) -> dict[str, Any]:
        if not condition:
            return {}
        values: dict[str, Any] = {}
        for part in condition.split(" and "):
            found = _CONDITION.fullmatch(part)
            if found is None:
                raise WrongLineError(
                    f"{part!r} is not a condition; allowed: `2 sword`, `not pow`, `1-2`, `sum 14`"
                )
            key = "need" if "need_faces" not in values else "also"
            if found["sum"]:
                values["need_sum"] = int(found["sum"])
            elif f"{key}_faces" in values:
                raise WrongLineError(f"{condition!r} has more than two conditions on symbols")
            else:
                values[f"{key}_faces"] = self.faces(found["faces"])
                values[f"{key}_count"] = int(found["count"] or 1)
        return values

    def faces(self, text: str) -> int:
        """The set of faces (bit 0 is face 1) that ``text`` names: symbols, numbers, `not` and `or`."""
        mask = 0
        for part in text.split(" or "):
            name = part.removeprefix("not ")
            own = self._face(name.removeprefix("face "))
            mask |= ALLFACES & ~own if name != part else own
        return mask

    def _face(self, name: str) -> int:
        if name[0].isdigit():
            low, high = int(name[0]), int(name[-1])
            return sum(1 << (face - 1) for face in range(low, high + 1))
        if name not in self.symbols:
            raise WrongLineError(
                f"unknown symbol {name!r}; {one_of(name, [*dict.fromkeys(self.symbols), '1-6'])}"
            )
        return sum(1 << place for place, symbol in enumerate(self.symbols) if symbol == name)

    def _status(self, name: str) -> int:
        if name not in self.statuses and self.every_status:
            raise WrongLineError(f"unknown status effect {name!r}; {one_of(name, list(self.statuses))}")
        return self.statuses.get(name, 0)

    def needs(self, text: str) -> Needs:
        """The activation requirement that ``text`` says."""
        if text in ("small straight", "large straight"):
            return Needs(straight=4 if text.startswith("small") else 5)
        if found := re.fullmatch(r"([2-5]) of a kind", text):
            return Needs(of_a_kind=int(found[1]))
        pairs = []
        for part in text.split(" + "):
            symbol = _SYMBOL.fullmatch(part)
            if symbol is None:
                raise WrongLineError(
                    f"{text!r} is not a requirement; allowed: `3 sword + 2 pow`, `small straight`, "
                    "`large straight`, `4 of a kind`"
                )
            pairs.append((self._face(symbol["symbol"].removeprefix("face ")), int(symbol["count"])))
        if sum(count for _, count in pairs) > 5:
            raise WrongLineError(f"{text!r} asks for more than five dice")
        return Needs(symbols=tuple(pairs))


def either(ways: Sequence[tuple[Instruction, ...]]) -> tuple[Instruction, ...]:
    """A choice between ``ways``, as jumps counted from the jumping instruction."""
    first, *others = ways
    if not others:
        return first
    rest = either(others)
    return (
        Instruction(Op.OR, arg=len(first) + 2),
        *first,
        Instruction(Op.SKIP, arg=len(rest) + 1),
        *rest,
    )


def one_of(word: str, allowed: Sequence[str]) -> str:
    """The allowed words, the ones near to ``word`` named first."""
    near = get_close_matches(word, allowed, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}allowed: {', '.join(allowed)}"


def _form_of(line: str, body: str) -> tuple[Form, re.Match[str]]:
    for form, pattern in _FORMS:
        if found := pattern.fullmatch(body):
            return form, found
    raise WrongLineError(f"{line!r} is not an effect line; {_nearest(body)}")


def _nearest(body: str) -> str:
    verbs = {form.example.split(" ")[0] for form in FORMS}
    words = [word for word in body.split(" ") if word.rstrip("s") in verbs or word in verbs]
    near = words[:1] or get_close_matches(body.partition(" ")[0], sorted(verbs), n=1)
    examples = list(_examples(near[0].rstrip("s"))) if near else []
    return f"allowed: {', '.join(f'`{text}`' for text in examples or [form.example for form in FORMS])}"


def _examples(verb: str) -> Iterator[str]:
    for form in FORMS:
        if any(word.rstrip("s") == verb for word in form.example.split(" ")):
            yield form.example
