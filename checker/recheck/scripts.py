"""The scripts of evidence: a small part of SMT-LIB 2, which is all that a script may have.

Evidence comes from anybody, and SMT-LIB is a language in which a solver can be told to write files and to say
what it did not find. So a script is read here, command by command, and only what is in this list comes to a
solver. In this order:

- ``(set-logic ALL)``
- names, each a number or a truth value: ``(declare-fun NAME () Int)``, with the bounds of its domain
- what holds at a timing point: ``(define-fun |at POINT| () Bool TERM)``
- checks: ``(set-info :check "KIND: NAME")``, ``(push 1)``, ``(assert |at POINT|)`` where it begins at one,
  ``(assert TERM)``, ``(check-sat)``, ``(pop 1)``

A command begins at the beginning of a line, and lines that go on begin with a space. A term is made of the
names above and those that it binds by ``let``, numbers, and the operators of :data:`OPERATORS`. No name is
applied to anything: a solver knows others than these operators, and would take a name for one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

OPERATORS = frozenset([
    "true", "false", "not", "and", "or", "xor", "=>", "ite", "=", "distinct", "<", "<=", ">", ">=",
    "+", "-", "*", "div", "mod", "abs", "let",
])  # fmt: skip
"""What a term may be made with; ``let`` binds names such as ``$x1`` and ``?x1``."""
DIGITS = 18
"""How many digits a number may have."""
_COMMAND = re.compile(r"\([^\n]*(?:\n [^\n]*)*")
_SYMBOL = r"(?:\|[ -\[\]-{}~]+\||[a-z][a-z0-9._!@-]*)"
_NUMBER = rf"(?:\d{{1,{DIGITS}}}|\(- \d{{1,{DIGITS}}}\))"
_DECLARED = re.compile(rf"\(declare-fun ({_SYMBOL}) \(\) (?:Int|Bool)\)")
_BOUND = re.compile(rf"\(assert \([<>]= {_NUMBER} ({_SYMBOL})\)\)")
_DEFINED = re.compile(r"\(define-fun (\|at [ -\[\]-{}~]+\|) \(\) Bool (.*)\)", re.DOTALL)
_NAMED = re.compile(r'\(set-info :check "([a-z-]+): ([ !#-~]+)"\)')
_PREMISE = re.compile(r"\(assert \|at ([ -\[\]-{}~]+)\|\)")
_ASSERTED = re.compile(r"\(assert (.*)\)", re.DOTALL)
_TOKEN = re.compile(r'[()]|\|[^|\n]*\||"[^"\n]*"|[^\s()|"]+|[|"]')
_ATOM = re.compile(rf"\d{{1,{DIGITS}}}|[$?]x\d+|a!\d+")
_QUOTED = re.compile(r"\|[^|\n]*\|")
_NAMELESS = "\0"
"""What stands for a quoted name, as no line has it."""
_APART = str.maketrans("()" + _NAMELESS, "   ")
_HEAD = re.compile(r"\(\s*([^\s()]+)")
_NO_BRACKETS = bytes(set(range(128)) - set(b"()"))
_DEPTH = {"(": 1, ")": -1}
_STEP = {ord(bracket): step for bracket, step in _DEPTH.items()}
_BEFORE, _AFTER = ("(push 1)",), ("(check-sat)", "(pop 1)")


class NotAScript(ValueError):
    """There is something else in a script than what belongs there; the message says in which line."""


@dataclass(frozen=True)
class Asked:
    """One check of a script: ``term`` is to be unsatisfiable with what holds ``at`` a point, if at one."""

    kind: str
    name: str
    at: str | None
    term: str


@dataclass
class Script:
    """What a script says: ``head`` has the names with their bounds, ``at`` what holds at each point."""

    head: list[str] = field(default_factory=list)
    at: dict[str, str] = field(default_factory=dict)
    checks: list[Asked] = field(default_factory=list)


def read(text: str) -> Script:
    """What ``text`` says. Raises NotAScript where it is no script of evidence."""
    commands = _commands(text)
    found, names = Script(), set[str]()
    line, command = next(commands, (1, ""))
    if command != "(set-logic ALL)":
        raise _refused(line, "a script begins with (set-logic ALL)")
    for line, command in commands:
        if (named := _NAMED.fullmatch(command)) is not None:
            found.checks.append(_check(line, named[1], named[2], commands, found, names))
        elif found.checks:
            raise _refused(line, "after the first check there are only checks")
        elif (defined := _DEFINED.fullmatch(command)) is not None:
            if defined[1] in found.at:
                raise _refused(line, "this is defined twice")
            found.at[defined[1]] = _term(line, defined[2], names)
        elif found.at:
            raise _refused(line, "after what holds at the points there are only checks")
        elif (declared := _DECLARED.fullmatch(command)) is not None:
            if declared[1] in names or declared[1] in OPERATORS:
                raise _refused(line, "this name is taken")
            names.add(declared[1])
            found.head.append(command)
        elif (bound := _BOUND.fullmatch(command)) is not None and bound[1] in names:
            found.head.append(command)
        else:
            raise _refused(line, "this command is none of those that evidence is made of")
    return found


def _check(
    line: int, kind: str, name: str, commands: Iterator[tuple[int, str]], found: Script, names: Set[str]
) -> Asked:
    """The check called ``name``, whose commands come next."""
    mine = []
    for number, command in commands:
        mine.append((number, command))
        if command == _AFTER[-1]:
            break
    texts = tuple(command for _, command in mine)
    inner = mine[len(_BEFORE) : -len(_AFTER)]
    if texts[: len(_BEFORE)] != _BEFORE or texts[-len(_AFTER) :] != _AFTER or len(inner) not in (1, 2):
        raise _refused(line, f"the check {name!r} is not push, one or two assertions, check-sat and pop")
    at = None
    if len(inner) == 2:
        premise = _PREMISE.fullmatch(inner[0][1])
        if premise is None or f"|at {premise[1]}|" not in found.at:
            raise _refused(
                inner[0][0], f"the check {name!r} assumes something else than what holds at a point"
            )
        at = premise[1]
    asserted = _ASSERTED.fullmatch(inner[-1][1])
    if asserted is None:
        raise _refused(inner[-1][0], f"the check {name!r} asserts nothing")
    return Asked(kind, name, at, _term(inner[-1][0], asserted[1], names))


def _commands(text: str) -> Iterator[tuple[int, str]]:
    """The commands of ``text``, each with the number of its first line."""
    if not (text.isascii() and text.replace("\n", "").isprintable()):
        lines = enumerate(text.split("\n"), 1)
        odd = next(number for number, line in lines if not (line.isascii() and line.isprintable()))
        raise _refused(odd, "there are other characters here than those of ASCII that can be printed")
    number, place = 1, 0
    while place < len(text):
        command = _COMMAND.match(text, place)
        if command is None and text[place] not in ";\n":
            raise _refused(
                number, "a line begins with a command, a comment, or a space where a command goes on"
            )
        if command is not None:
            yield number, command[0]
        end = text.find("\n", place) if command is None else command.end()
        number += 1 if command is None else command[0].count("\n") + 1
        place = len(text) if end < 0 else end + 1


def _term(line: int, text: str, names: Set[str]) -> str:
    """``text``, which is one term over ``names``."""
    return text if _is_plainly_term(text, names) else _read_term(line, text, names)


def _is_plainly_term(text: str, names: Set[str]) -> bool:
    """Whether ``text`` is a term in brackets, as nearly all are, by what is quick to see of it as a whole."""
    nameless = _QUOTED.sub(_NAMELESS, text)
    if not (nameless.startswith("(") and nameless.endswith(")")):
        return False
    words = {*_QUOTED.findall(text), *nameless.translate(_APART).split()} - names - OPERATORS
    heads = {*_HEAD.findall(nameless)}
    if not all(map(_ATOM.fullmatch, words)) or not heads <= OPERATORS | words:
        return False
    brackets = nameless.encode("ascii").translate(None, _NO_BRACKETS)
    depths = [*accumulate(map(_STEP.__getitem__, brackets))]
    return depths.index(0) == len(depths) - 1 if 0 in depths else False


def _read_term(line: int, text: str, names: Set[str]) -> str:
    """``text``, which is one term over ``names``, read token by token."""
    tokens = _TOKEN.findall(text)
    odd = next((one for one in {*tokens} - names - OPERATORS - {"(", ")"} if not _ATOM.fullmatch(one)), None)
    if odd is not None:
        raise _refused(line, f"there is {_short(odd)} in a term, which is no name, number or operator of it")
    applied = next((one for before, one in pairwise(tokens) if before == "(" and one in names), None)
    if applied is not None:
        raise _refused(line, f"the name {_short(applied)} is applied to something, as only operators are")
    depths = [*accumulate(_DEPTH.get(one, 0) for one in tokens)]
    if not tokens or depths[-1] or 0 in depths[:-1] or min(depths) < 0:
        raise _refused(line, "this is not one term")
    return text


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else f"{text[:20]}...")


def _refused(line: int, says: str) -> NotAScript:
    return NotAScript(f"line {line}: {says}")
