"""Python source from expressions and transitions: what the concrete reader runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, NamedTuple, assert_never

from dicelaw.model.kernel.expressions import Constant, Expr, Operation, Operator
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.lookups import Entries, Lookup
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import Cell, Field, Slot
from dicelaw.model.kernel.structures import Structures

_DEEPEST = 40  # how many operators one line nests: Python gives up at 200 brackets


@lru_cache(maxsize=2048)
def _code(source: str, name: str) -> CodeType:
    """The code of ``source``: machines that differ a little have most of their steps in common."""
    return compile(source, f"<{name}>", "exec")


class Compiled(NamedTuple):
    """A function as it was compiled: its name, its code, and the tables that it reads by their names."""

    name: str
    code: CodeType
    tables: Mapping[str, Entries]

    def function(self, slots: Sequence[Slot] = ()) -> Callable[..., Any]:
        """It as a function, for a machine with these ``slots``."""
        names: dict[str, Any] = {"leave": _leave, "slots": slots, **self.tables}
        exec(self.code, names)  # our own source, made from the definitions
        made: Callable[..., Any] = names[self.name]
        return made


class Emitter:
    """Collects the lines of one generated function; shared sub-expressions become local names.

    Those of one machine may share the ``structures`` of its expressions, which are then found once.
    """

    def __init__(self, machine: Machine | None, structures: Structures | None = None) -> None:
        self.machine = machine
        self.structures = Structures() if structures is None else structures
        self.lines: list[str] = []
        self.tables: dict[str, Entries] = {}
        self.local: dict[int, str] = {}
        """The local names, by the number of what they stand for."""
        self.choices: dict[int, str] = {}
        self._keys: dict[int, str] = {}
        self._fresh = 0

    def compiled(self, name: str, arguments: str, result: str | None = None) -> Compiled:
        """The function of the lines collected so far, compiled."""
        head = [f"def {name}({arguments}):"]
        if result is not None:
            head.append(f"    {result} = []")
        tail = [f"    return {result}"] if result is not None else []
        source = "\n".join([*head, *(f"    {line}" for line in self.lines), *tail])
        return Compiled(name, _code(source, name), self.tables)

    def function(self, name: str, arguments: str) -> Callable[..., Any]:
        """The function of the lines collected so far."""
        return self.compiled(name, arguments).function(self.machine.slots if self.machine else ())

    def evaluator(self, expression: Expr) -> Callable[..., Any]:
        """A function of a state and the choices by name that computes ``expression``."""
        return self.evaluates(expression).function()

    def evaluates(self, expression: Expr) -> Compiled:
        """As :meth:`evaluator`, compiled."""
        self._name_choices([expression])
        self.lines.append(f"return {self.of(expression)}")
        return self.compiled("evaluate", "s, choices")

    def evaluators(self, expressions: Sequence[Expr]) -> Callable[..., Any]:
        """As :meth:`evaluator`, for a row of what each of ``expressions`` is worth."""
        self._name_choices(expressions)
        numbers = [self.structures.of(one) for one in expressions]
        self.share(numbers)
        self.lines.append(f"return ({' '.join(f'{self.text(one)},' for one in numbers)})")
        return self.function("evaluate", "s, choices")

    def _name_choices(self, expressions: Sequence[Expr]) -> None:
        for node in walk(*expressions):
            if isinstance(node, Choice):
                self.choices[id(node)] = f"choices[{node.name!r}]"

    def step(self, transition: Transition, points: Mapping[str, int], *, in_place: bool = False) -> None:
        """Lines that return the state after ``transition``, or None where it is not legal.

        With ``in_place`` the state is a list, which becomes the one after ``transition`` and is returned.
        """
        if self.machine is None:
            raise ValueError("a step needs a machine")
        for number, choice in enumerate(transition.choices):
            self.choices[id(choice)] = f"c_{number}"
            self.lines.append(f"if not {choice.lo} <= c_{number} <= {choice.top}: return None")
        self.lines.append(f"if s[0] != {points[transition.source]}: return None")
        for requirement in transition.requires:
            self.lines.append(f"if not {self.of(requirement.holds)}: return None")
        known = self.structures.of
        self.share([known(side) for pair in transition.effect for side in pair])
        writes = []
        for number, (place, value) in enumerate(transition.effect):
            name, first = f"w_{number}", place.slots.start
            target = str(first)
            self.lines.append(f"{name} = {self.text(known(value))}")
            if isinstance(place, Cell):
                target = f"p_{number}"
                self.lines.append(f"{target} = {first} + {self.text(known(place.index))}")
            self._check(name, value, self.machine.slots[first], target)
            writes.append(f"t[{target}] = {name}")
        self.lines.append("t = s" if in_place else "t = list(s)")
        if transition.source != transition.target:
            self.lines.append(f"t[0] = {points[transition.target]}")
        self.lines += [*writes, "return t" if in_place else "return tuple(t)"]

    def _check(self, name: str, value: Expr, slot: Slot, target: str) -> None:
        low_safe = value.lo is not None and value.lo >= slot.lo
        high_safe = value.hi is not None and value.hi <= slot.hi
        if not (low_safe and high_safe):
            self.lines.append(f"if not {slot.lo} <= {name} <= {slot.hi}: leave(slots[{target}], {name})")

    def of(self, root: Expr) -> str:
        """``root`` as Python source, after lines that name what is used twice in it."""
        number = self.structures.of(root)
        self.share([number])
        return self.text(number)

    def uses(self, roots: Sequence[int]) -> Counter[int]:
        """How often ``roots`` and the operators below them that have no local name use each operator."""
        return self._uses(roots, self.structures.below(roots, self.local))

    def _uses(self, roots: Sequence[int], below: Sequence[int]) -> Counter[int]:
        known, uses = self.structures, Counter(roots)
        for number in below:
            for part in known.operators[number]:
                uses[part] += 1
            node = known.nodes[number]
            if isinstance(node, Lookup) and not node.is_inside:
                uses[known.operands[number][0]] += 2  # its text has the index three times
        return uses

    def share(self, roots: Sequence[int], indent: str = "", uses: Mapping[int, int] | None = None) -> bool:
        """Name each operator below ``roots`` that is used again by ``uses`` (by them alone, unless given)
        or that nests deep.

        Whether there is any.
        """
        below = self.structures.below(roots, self.local)
        uses = self._uses(roots, below) if uses is None else uses
        depth: dict[int, int] = {}
        found = False
        for number in below:
            deepest = 1 + max([depth.get(part, 0) for part in self.structures.operators[number]], default=0)
            if uses[number] > 1 or deepest > _DEEPEST:
                self._name(number, indent)
                deepest = 0
                found = True
            depth[number] = deepest
        return found

    def prepare(self, number: int, indent: str) -> None:
        """Name operator ``number``, and what is used twice in it."""
        self.share([number], indent)
        if number not in self.local:
            self._name(number, indent)

    def _name(self, number: int, indent: str) -> None:
        """A line that computes operator ``number``, which has a local name from then on."""
        name = f"x_{self._fresh}"
        self._fresh += 1
        self.lines.append(f"{indent}{name} = {self.text(number)}")
        self.local[number] = name

    def text(self, number: int) -> str:
        """What has ``number`` as Python source."""
        if number in self.local:
            return self.local[number]
        node = self.structures.nodes[number]
        below = [self.text(part) for part in self.structures.operands[number]]
        match node:
            case Constant():
                return str(node.value)
            case Field():
                return f"s[{node.place}]"
            case Choice():
                return self.choices[id(node)]
            case Cell():
                return f"s[{node.base} + {below[0]}]"
            case Lookup():
                return self._lookup(node, below[0])
            case Operation():
                return _operation(node.op, below)
            case _:
                assert_never(node)

    def _lookup(self, node: Lookup, at: str) -> str:
        key = self._keys.setdefault(id(node.entries), f"table_{len(self._keys)}")
        self.tables[key] = node.entries
        return (
            f"{key}[{at}]" if node.is_inside else f"({key}[{at}] if 0 <= {at} < {len(node.entries)} else 0)"
        )


def _operation(op: Operator, below: Sequence[str]) -> str:
    match op:
        case "+" | "-" | "*" | "//" | "%" | "<" | "<=" | "==" | "and" | "or":
            return f"({f' {op} '.join(below)})"
        case "not":
            return f"(not {below[0]})"
        case "where":
            test, then, other = below
            return f"({then} if {test} else {other})"
        case "min" | "max":
            return f"{op}({below[0]}, {below[1]})"
        case _:
            assert_never(op)


def _leave(slot: Slot, value: int) -> None:
    from dicelaw.model.kernel.concrete import OutsideDomain

    raise OutsideDomain(f"{slot.name} would become {value}, outside of {slot.lo}..{slot.hi}")
