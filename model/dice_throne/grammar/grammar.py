"""The lines that effects are written in, and how they compile to the effect language.

A line is a way to write a word of :mod:`dicelaw.model.dice_throne.declared`, perhaps with a condition
(:mod:`.conditions`: ``if 2 helmet and 1 prayer``) and with the dice to count at its
end (``of offense dice``). Without the latter it counts the dice that the effect rolled last; before that the
offensive roll, or in a defensive ability the defensive one. ``choose`` is a block of alternatives, each a
row of lines; ``if`` with ``do`` (and ``else``) is a row of lines under one condition; ``do`` alone runs a
named block, ``times`` over. Symbols are words of the hero; a face can also be named by its number (``1-2``,
``face 6``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from dicelaw.model.content.checking import one_of
from dicelaw.model.dice_throne.declared.arguments import KINDS, NAME, PLAYERS, WIDE, N
from dicelaw.model.dice_throne.declared.vocabulary import FORMS, WORDS, Form
from dicelaw.model.dice_throne.grammar.conditions import FACE_FIELDS, Reader, WrongLineError, values_of
from dicelaw.model.dice_throne.language import Count, Instruction, Needs, Op, Pool, Who
from dicelaw.model.effects.amounts import amount_of
from dicelaw.model.effects.lines import candidates, hint, limit, nearest, respelt, with_numbers
from dicelaw.model.effects.lines import values as values_of_word
from dicelaw.model.foreign.shown import quoted

Path = tuple[str | int, ...]

_POOLS = {"offense": Pool.OFFENSE, "defense": Pool.DEFENSE, "rolled": Pool.ROLLED}
_ENDING = re.compile(r"(?P<body>.+?) of (?P<pool>offense|defense|rolled) dice")
_SYMBOL = re.compile(rf"(?P<count>[1-9][0-9]?) (?P<symbol>{NAME}|face [1-6])")
_SOURCES = {"own cp": Count.OWN_CP, "paid": Count.PAID, "extra attempt": Count.EXTRA_ATTEMPTS}
_CHOICES = {"choose": Who.SELF, "opponent-chooses": Who.OPPONENT}
EFFECT, SEVERAL = "effect", "several"
"""The fields that say the effect in a duel and the one among more than two players."""
DEEPEST_BLOCK = 3
"""How deeply named blocks may use each other."""

_NUMBER = re.compile(r"[0-9]+")
_WORDS = frozenset(word for form in FORMS for word in form.example.split())
"""The words that lines of examples are made of."""
_LARGEST = (99, *range(9, 0, -1))
"""What the largest number in some place of an effect line can be."""


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
    named: Mapping[str, object] = field(default_factory=dict)
    """The effects that can be used by name."""
    several: bool = False
    """Whether it is the effect among more than two players: a block may have one of its own."""
    wrong: list[Wrong] = field(default_factory=list)
    _rolled: bool = False
    _depth: int = 0

    @property
    def reader(self) -> Reader:
        """What reads symbols and status effects."""
        return Reader(self.symbols, self.statuses, self.every_status)

    def blocks(self, effect: object, path: Path = ()) -> list[tuple[Instruction, ...]]:
        """The instructions of each line of ``effect``; a choice is one line."""
        if not isinstance(effect, list):
            self.wrong.append(Wrong(path, f"{quoted(effect)} is not a list of effect lines"))
            return []
        return [self._block(line, (*path, place)) for place, line in enumerate(effect)]

    def _block(self, line: object, path: Path) -> tuple[Instruction, ...]:
        if isinstance(line, str):
            try:
                return (self.instruction(line),)
            except WrongLineError as wrong:
                self.wrong.append(Wrong(path, str(wrong)))
                return ()
        if isinstance(line, dict):
            for key, who in _CHOICES.items():
                if set(line) == {key}:
                    return self._choice(line[key], (*path, key), who)
            if {"if", "do"} <= set(line) <= {"if", "do", "else"}:
                return self._conditional(line, path)
            if set(line) <= {"do", "times"} and "do" in line:
                return self._named(line, path)
        self.wrong.append(
            Wrong(
                path,
                f"{quoted(line)} is not an effect line; allowed: a text, `choose:` or `opponent-chooses:` "
                "with a list, `if:` with `do:` and perhaps `else:`, or `do:` with the name of a block",
            )
        )
        return ()

    def _conditional(self, line: Mapping[str, object], path: Path) -> tuple[Instruction, ...]:
        """The lines under ``do``, jumped over unless ``if`` holds."""
        try:
            values = self._condition(str(line["if"]))
        except WrongLineError as wrong:
            self.wrong.append(Wrong((*path, "if"), str(wrong)))
            return ()
        if FACE_FIELDS & set(values):
            values["pool"] = Pool.ROLLED if self._rolled else self.home
        before = self._rolled
        inner = tuple(step for block in self.blocks(line["do"], (*path, "do")) for step in block)
        rolled, self._rolled = self._rolled, before
        other = tuple(step for block in self.blocks(line.get("else", []), (*path, "else")) for step in block)
        self._rolled = before or (rolled and self._rolled)
        if other:
            inner = (*inner, Instruction(Op.SKIP, arg=len(other) + 1))
        test = Instruction(Op.SKIP, arg=2, **values)
        return (test, Instruction(Op.SKIP, arg=len(inner) + 1), *inner, *other)

    def _named(self, line: Mapping[str, object], path: Path) -> tuple[Instruction, ...]:
        name, times = line["do"], line.get("times", 1)
        if not isinstance(name, str) or name not in self.named:
            there = "there is none under `blocks:` of the hero, or of the file for what no hero has"
            allowed = one_of(str(name), [*self.named]) if self.named else there
            self.wrong.append(Wrong((*path, "do"), f"unknown block {quoted(name)}; {allowed}"))
            return ()
        if not isinstance(times, int) or not 1 <= times <= 9:
            self.wrong.append(
                Wrong((*path, "times"), f"{quoted(times)} is not a number of times; allowed: 1 to 9")
            )
            return ()
        if self._depth >= DEEPEST_BLOCK:
            self.wrong.append(Wrong((*path, "do"), f"blocks use each other more than {DEEPEST_BLOCK} deep"))
            return ()
        self._depth += 1
        lines = lines_of(self.named[name], several=self.several)
        inner = tuple(step for block in self.blocks(lines, (*path, "do")) for step in block)
        self._depth -= 1
        return inner * times

    def _choice(self, ways: object, path: Path, who: Who) -> tuple[Instruction, ...]:
        if not isinstance(ways, list) or len(ways) < 2:
            self.wrong.append(Wrong(path, "a choice is a list of at least two alternatives"))
            return ()
        before = self._rolled
        compiled = []
        rolled = False
        for place, way in enumerate(ways):
            self._rolled = before
            lines = way if isinstance(way, list) else [way]
            steps = tuple(step for block in self.blocks(lines, (*path, place)) for step in block)
            compiled.append(steps or (Instruction(Op.SKIP, arg=1),))
            rolled |= self._rolled
        self._rolled = rolled
        return either(compiled, who)

    def instruction(self, line: str) -> Instruction:
        """The instruction that ``line`` says."""
        body, _, condition = line.strip().partition(" if ")
        pool = None
        if ending := _ENDING.fullmatch(condition or body):
            pool = _POOLS[ending["pool"]]
            body, condition = (body, ending["body"]) if condition else (ending["body"], "")
        form, found = self._form_of(line, body)
        parts = {name: value for name, value in found.groupdict().items() if value is not None}
        if "pool" in parts:
            pool = _POOLS[parts["pool"]]
        if pool is Pool.ROLLED and not self._rolled:
            raise WrongLineError(f"{quoted(line)} counts rolled dice, but no line before it rolls any")
        tested = self._condition(condition)
        counts = bool("faces" in parts or "whole" in parts or FACE_FIELDS & set(tested))
        if pool is not None and not counts:
            raise WrongLineError(f"{quoted(line)} names dice but counts none")
        values = self._amount(form, parts) | tested
        if counts:
            values["pool"] = pool if pool is not None else Pool.ROLLED if self._rolled else self.home
        values |= self._arguments(form, parts)
        who = Who(PLAYERS[parts["who"]]) if "who" in parts else form.who
        if parts.get("who") in WIDE:
            values["wide"] = True
        return Instruction(form.op, who, **values)

    def _form_of(self, line: str, body: str) -> tuple[Form, re.Match[str]]:
        """The form of ``body``, which is ``line`` without its condition and its dice."""
        for form in FORMS:
            if found := form.pattern.fullmatch(body):
                return form, found
        for number in _NUMBER.finditer(body):
            if (most := _most(body, number)) is not None:
                raise WrongLineError(
                    f"{quoted(line)}: {quoted(number[0])} is more than can be said; allowed: {most} at most"
                )
        if beyond := limit(body, WORDS):
            raise WrongLineError(beyond)
        rest = line.strip()[len(body) :]
        bodies = [*respelt(body, {*_WORDS, *self.symbols, *self.statuses}), *_templates(body)]
        near = nearest(line.strip(), (f"{one}{rest}" for one in bodies if self._says(one)))
        raise WrongLineError(f"{quoted(line)} is not an effect line; {hint(near)}{_nearest(body)}")

    def _says(self, body: str) -> bool:
        """Whether ``body`` is an effect line for the symbols and status effects that there are."""
        for form in FORMS:
            if found := form.pattern.fullmatch(body):
                parts = {name: value for name, value in found.groupdict().items() if value is not None}
                try:
                    self._amount(form, parts)
                    self._named_in(form.op, parts)
                except WrongLineError:
                    return False
                return True
        return False

    def _arguments(self, form: Form, parts: Mapping[str, str]) -> dict[str, Any]:
        """What a line says besides its amount and its condition."""
        if form.op in (Op.ROLL, Op.ROLL_OFF):
            self._rolled = True
        numbers = values_of_word(form.word, parts)
        kind = [("arg", numbers[name]) for name in KINDS if name in numbers]
        return dict(kind) | self._named_in(form.op, parts)

    def _named_in(self, op: Op, parts: Mapping[str, str]) -> dict[str, Any]:
        """The status effects that a line names."""
        found = {}
        if "status" in parts and not (op is Op.PAY and parts["status"] == "cp"):
            found["token"] = self.reader.status(parts["status"])
        if "other" in parts:
            found["counted"] = self.reader.status(parts["other"])
        return found

    def _amount(self, form: Form, parts: Mapping[str, str]) -> dict[str, Any]:
        if "whole" in parts:
            return {"add_sum": True, "half": parts["whole"] == "half"}
        counted = "faces" in parts or "counted" in parts
        named = any(one.name == N.name for one in form.word.arguments)
        amount = amount_of(parts, counted=counted, usual=1 if named or counted else 0)
        if not counted:
            return {"base": amount.base}
        values: dict[str, Any] = {"base": amount.base, "per": amount.per}
        if "faces" in parts:
            values["faces"] = self.reader.faces(parts["faces"])
        elif parts["counted"] in _SOURCES:
            values["count"] = _SOURCES[parts["counted"]]
        else:
            whose, name = parts["counted"].split(" ")
            values["count"] = Count.OWN_TOKENS if whose == "own" else Count.THEIR_TOKENS
            values["counted"] = self.reader.status(name)
        more = {"half": amount.half, "pairs": "two" in parts, "most": amount.most}
        return values | {name: value for name, value in more.items() if value}

    def _condition(self, condition: str) -> dict[str, Any]:
        return values_of(condition, self.reader) if condition else {}

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
                    f"{quoted(text)} is not a requirement; allowed: `3 sword + 2 pow`, `small straight`, "
                    "`large straight`, `4 of a kind`"
                )
            pairs.append((self.reader.face(symbol["symbol"].removeprefix("face ")), int(symbol["count"])))
        if sum(count for _, count in pairs) > 5:
            raise WrongLineError(f"{quoted(text)} asks for more than five dice")
        return Needs(symbols=tuple(pairs))


def lines_of(block: object, *, several: bool) -> object:
    """The effect lines of a named ``block``: a list, or one for a duel and one for more than two players."""
    if isinstance(block, dict) and set(block) == {EFFECT, SEVERAL}:
        return block[SEVERAL if several else EFFECT]
    return block


def differs(effect: object, named: Mapping[str, object], depth: int = DEEPEST_BLOCK) -> bool:
    """Whether ``effect`` uses a block that is another among more than two players."""
    if isinstance(effect, list):
        return any(differs(line, named, depth) for line in effect)
    if not isinstance(effect, dict):
        return False
    if (name := effect.get("do")) in (*named,) and isinstance(name, str):
        block = named[name]
        return lines_of(block, several=True) is not block or (depth > 0 and differs(block, named, depth - 1))
    return any(differs(lines, named, depth) for lines in effect.values())


def either(ways: Sequence[tuple[Instruction, ...]], who: Who = Who.SELF) -> tuple[Instruction, ...]:
    """A choice of ``who`` between ``ways``, as jumps counted from the jumping instruction."""
    first, *others = ways
    if not others:
        return first
    rest = either(others, who)
    return (
        Instruction(Op.OR, who, arg=len(first) + 2),
        *first,
        Instruction(Op.SKIP, arg=len(rest) + 1),
        *rest,
    )


def _most(body: str, number: re.Match[str]) -> int | None:
    """The largest number with which ``body`` would be an effect line in the place of ``number``, if any."""
    for most in _LARGEST:
        line = f"{body[: number.start()]}{most}{body[number.end() :]}"
        if any(form.pattern.fullmatch(line) for form in FORMS):
            return most if len(number[0]) > 2 or int(number[0]) > most else None
    return None


def _templates(body: str) -> Iterator[str]:
    """Lines of every form with the numbers and the names of ``body``."""
    yield from (with_numbers(form.example, body) for form in FORMS)
    for word in WORDS:
        yield from candidates(body, word)


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
