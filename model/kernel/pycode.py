"""Python source from expressions and transitions: what the concrete reader runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dicelaw.model.kernel.expressions import Expr, walk
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Slot

_INFIX = {"+": "+", "-": "-", "*": "*", "//": "//", "%": "%", "<": "<", "<=": "<=", "==": "=="}
LEAVES = ("const", "field", "choice")
_DEEPEST = 40  # how many operators one line nests: Python gives up at 200 brackets


class Emitter:
    """Collects the lines of one generated function; shared sub-expressions become local names."""

    def __init__(self, machine: Machine | None) -> None:
        self.machine = machine
        self.lines: list[str] = []
        self.names: dict[str, object] = {"leave": _leave, "slots": machine.slots if machine else ()}
        self.local: dict[int, str] = {}
        self.choices: dict[int, str] = {}
        self._fresh = 0
        self._numbers: dict[int, int] = {}
        self._structures: dict[tuple[object, ...], int] = {}
        self._costs: dict[int, int] = {}
        self._kept: list[Expr] = []

    def function(self, name: str, arguments: str, result: str | None = None) -> Callable[..., Any]:
        """The compiled function of the lines collected so far."""
        head = [f"def {name}({arguments}):"]
        if result is not None:
            head.append(f"    {result} = []")
        tail = [f"    return {result}"] if result is not None else []
        source = "\n".join([*head, *(f"    {line}" for line in self.lines), *tail])
        exec(compile(source, f"<{name}>", "exec"), self.names)  # our own source, made from the definitions
        made: Callable[..., Any] = self.names[name]  # type: ignore[assignment]  # exec put it there
        return made

    def evaluator(self, expression: Expr) -> Callable[..., Any]:
        """A function of a state and the choices by name that computes ``expression``."""
        for node in walk(expression):
            if isinstance(node, Choice):
                self.choices[id(node)] = f"choices[{node.name!r}]"
        self.share([expression])
        self.lines.append(f"return {self.text(expression)}")
        return self.function("evaluate", "s, choices")

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
            self.share([requirement.holds])
            self.lines.append(f"if not {self.text(requirement.holds)}: return None")
        self.share([side for pair in transition.effect for side in pair])
        writes = []
        for number, (place, value) in enumerate(transition.effect):
            name, target = f"w_{number}", str(place.args[0])
            self.lines.append(f"{name} = {self.text(value)}")
            if place.op == "cell":
                target = f"p_{number}"
                self.lines.append(f"{target} = {place.args[0]} + {self.text(place.args[3])}")
            self._check(name, value, self.machine.slots[place.args[0]], target)
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

    def same(self, node: Expr) -> int:
        """A number that all expressions of the same structure have in common."""
        known = self._numbers
        if id(node) not in known:
            for part in walk(node, known=known):
                below = [known[id(arg)] if isinstance(arg, Expr) else arg for arg in part.args]
                own = id(part) if part.op == "choice" else 0
                structure = (part.op, own, *below)
                known[id(part)] = self._structures.setdefault(structure, len(self._structures))
                self._kept.append(part)  # so that no other expression gets its id
        return known[id(node)]

    def cost(self, root: Expr) -> int:
        """How many operators ``root`` has."""
        number = self.same(root)
        if number not in self._costs:
            self._costs[number] = sum([node.op not in LEAVES for node in walk(root)])
        return self._costs[number]

    def uses(self, roots: Sequence[Expr]) -> Counter[int]:
        """How often ``roots`` and the operators below them that have no local name use each structure."""
        uses = Counter([self.same(root) for root in roots])
        for node in self._operators(roots):
            uses.update([self.same(part) for part in node.operands])
            if node.op == "lookup" and not _inside(node):
                uses[self.same(node.args[2])] += 2  # its text has the index three times
        return uses

    def share(self, roots: Sequence[Expr], indent: str = "", uses: Mapping[int, int] | None = None) -> bool:
        """Name each operator below ``roots`` that is used again by ``uses`` (by them alone, unless given)
        or that nests deep.

        Whether there is any.
        """
        uses = self.uses(roots) if uses is None else uses
        depth: dict[int, int] = {}
        found = False
        for node in self._operators(roots):
            number = self.same(node)
            deepest = 1 + max([depth.get(self.same(part), 0) for part in node.operands], default=0)
            if uses[number] > 1 or deepest > _DEEPEST:
                self.name(node, indent)
                deepest = 0
                found = True
            depth[number] = deepest
        return found

    def name(self, node: Expr, indent: str) -> None:
        """A line that computes ``node``, which has a local name from then on."""
        name = f"x_{self._fresh}"
        self._fresh += 1
        self.lines.append(f"{indent}{name} = {self.text(node)}")
        self.local[self.same(node)] = name

    def _operators(self, roots: Sequence[Expr]) -> list[Expr]:
        """The operators below ``roots`` that have no local name, one of each structure, operands first."""
        found: dict[int, Expr] = {}
        stack = [(root, False) for root in reversed(roots)]
        while stack:
            node, below = stack.pop()
            number = self.same(node)
            if node.op in LEAVES or number in self.local or number in found:
                continue
            if below:
                found[number] = node
            else:
                stack.append((node, True))
                stack.extend([(part, False) for part in reversed(node.operands)])
        return list(found.values())

    def text(self, node: Expr) -> str:
        """``node`` as Python source."""
        if node.op not in LEAVES and self.same(node) in self.local:
            return self.local[self.same(node)]
        args = node.args
        match node.op:
            case "const":
                return str(args[0])
            case "field":
                return f"s[{args[0]}]"
            case "choice":
                return self.choices[id(node)]
            case "cell":
                return f"s[{args[0]} + {self.text(args[3])}]"
            case "and" | "or":
                joined = f" {node.op} ".join(self.text(part) for part in args)
                return f"({joined})"
            case "not":
                return f"(not {self.text(args[0])})"
            case "where":
                test, then, other = (self.text(part) for part in args)
                return f"({then} if {test} else {other})"
            case "min" | "max":
                one, two = (self.text(part) for part in args)
                return f"{node.op}({one}, {two})"
            case "lookup":
                return self._lookup(node)
        left, right = (self.text(part) for part in args)
        return f"({left} {_INFIX[node.op]} {right})"

    def _lookup(self, node: Expr) -> str:
        _, entries, index = node.args
        key = f"table_{id(entries)}"
        self.names[key] = entries
        at = self.text(index)
        if _inside(node):
            return f"{key}[{at}]"
        return f"({key}[{at}] if 0 <= {at} < {len(entries)} else 0)"


def _inside(node: Expr) -> bool:
    """Whether the index of this look-up always lies in its table."""
    _, entries, index = node.args
    return index.lo is not None and index.lo >= 0 and index.hi is not None and index.hi < len(entries)


def _leave(slot: Slot, value: int) -> None:
    from dicelaw.model.kernel.concrete import OutsideDomain

    raise OutsideDomain(f"{slot.name} would become {value}, outside of {slot.lo}..{slot.hi}")
