"""Mutation operators: the small mistakes that a writer of rules, or of an engine, makes in an expression.

A site is named by what is written there, not by where it stands: the names of tables count, their entries do
not, and neither does which of the things of a family it is about, such as dice or the spaces of a board: what
is said of each of them in turn is said once. What the machine defines for each of them goes by its name, so
that the rules around it are one site whatever it comes to for which. So a mutant has the same id in every
game in which the rule reads the same.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from dicelaw.model.kernel.expressions import Constant, Expr, Operation, constant, divide, is_constant
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import Lookup
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import Node, as_node, walk
from dicelaw.model.kernel.rewriting import Rewriting, rebuilt, rewritten
from dicelaw.model.kernel.state import Cell, Field

BY_ONE = ("+", "-", "*", "==", "<", "<=", "min", "max", "where")
"""The operators whose constants are tried one off; a divisor has mutants of its own."""
ONE_OFF = (("plus-one", 1), ("minus-one", -1))
BOTH_WAYS = ("<", "<=", "min", "max")
"""Where a constant is a bound, it is also tried one lower."""
PLACES = ("field", "cell", "const")
"""What is no definition by itself, but may be all that one comes to."""
WHERE = {"lookup": (0, 2), "cell": (2, 3)}
"""Where the name and the index stand in what has an index."""
NAMED = 8
"""How many digits of a digest name a site."""


class Signatures:
    """What expressions say, as digests; each is computed once.

    Which of ``things`` a comparison names does not count, nor what is added in the index of one of
    ``families`` or to one of these in that of a table: what is said of each of them in turn is said once, and
    no more by a sum of it, or by one of them or all. A chain that looks for the first of them says as much as
    its last link, and what is among the ``definitions`` no more than its name.
    """

    def __init__(
        self,
        things: Container[str] = (),
        families: Container[str] = (),
        definitions: Mapping[str, Sequence[Expr]] | None = None,
        writes: Mapping[str, Sequence[tuple[Expr, Expr]]] | None = None,
    ) -> None:
        self._things = things
        self._families = families
        self._defined: set[str] = set()
        self._known: dict[int, str] = {}
        self._several: dict[int, Mapping[str, None]] = {}
        self._indices: set[int] = set()
        self._kept: list[Expr] = []
        self._names: dict[str, str] = {}
        self._unnamed = Signatures(things, families) if definitions else self
        for name, several in (definitions or {}).items():
            self._name(name, [self._unnamed.of(one) for one in several if one.op not in PLACES])
        self._writes = {
            (self.of(place), self.of(value)): _digest(name)
            for name, several in (writes or {}).items()
            for place, value in several
        }
        self._defined |= {*self._writes.values()}
        parts = walk(*(one for several in (definitions or {}).values() for one in several))
        self._defined |= {self.of(one) for one in parts if one.op not in PLACES}

    def _name(self, name: str, digests: Sequence[str]) -> None:
        """Give ``name`` to what has one of ``digests``, or the name that one of them has already."""
        first = next((self._names[one] for one in digests if one in self._names), _digest(name))
        self._names |= {one: first for one in digests if one not in self._names}
        self._defined.add(first)

    def defined(self, signature: str) -> bool:
        """Whether ``signature`` is that of a definition, or of what one is made of."""
        return signature in self._defined

    def of_write(self, place: Expr, value: Expr) -> tuple[str, ...]:
        """The digests of both, or of the name of what the rules define as one write."""
        both = self.of(place), self.of(value)
        return (self._writes[both],) if both in self._writes else both

    def of(self, expression: Expr) -> str:
        """The digest of what ``expression`` says: equal for two that are written alike."""
        nodes = [*walk(expression, known=self._known)]
        self._indices.update(id(index) for node in nodes if (index := self._index(node)) is not None)
        for node in nodes:
            link = self._link(node)
            name = self._names.get(self._unnamed.of(node)) if self._names else None
            if name is not None:
                self._known[id(node)] = name
            elif link is None:
                self._known[id(node)] = _digest(repr((node.op, *self._parts(node))))
            else:
                self._known[id(node)] = self._known[id(link)]
            self._kept.append(node)
        return self._known[id(expression)]

    def _link(self, node: Expr) -> Expr | None:
        """The rest of a chain that names the first of several things with something, if it is one."""
        if node.op != "where" or not self._things:
            return None
        holds, one, rest = node.operands
        if rest.op != "where" or one.op != "const" or rest.operands[1].op != "const":
            return None
        return rest if self._known[id(holds)] == self._known[id(rest.operands[0])] else None

    def _parts(self, node: Node) -> Iterator[str]:
        below = node.operands
        match node:
            case Field():
                yield node.slot.family or node.slot.name
            case Operation(op="==") if self._named(*below) or self._named(*reversed(below)):
                yield from ("one of them", *(self._known[id(part)] for part in below if part.op != "const"))
            case Lookup() | Cell():
                end = _moved(node.index) if id(node.index) in self._indices else None
                yield from (node.name, self._known[id(node.index if end is None else end)])
            case Operation(op="+") if id(node) in self._indices and (end := _moved(node)) is not None:
                yield from ("one of them", self._known[id(end)])
            case Operation(op="+" | "and" | "or") if self._families:
                own = (said for part in below for said in self._said(node, part))
                self._several[id(node)] = dict.fromkeys(own)
                yield from self._several[id(node)]
            case Constant() | Choice() | Operation():
                yield from map(str, node.parameters)
                yield from (self._known[id(part)] for part in below)
            case _:
                assert_never(node)

    def _said(self, whole: Expr, part: Expr) -> Iterable[str]:
        """What ``part`` says: each thing by itself where ``whole`` goes on with it, as with a sum."""
        goes_on = part.op == whole.op and id(part) in self._several
        return self._several[id(part)] if goes_on else (self._known[id(part)],)

    def _index(self, node: Expr) -> Expr | None:
        """The index of ``node`` where what is added in it only says which of several alike it is about."""
        if isinstance(node, Cell):
            return node.index if node.name in self._families else None
        if not isinstance(node, Lookup):
            return None
        moved = _moved(node.index)
        return node.index if moved is not None and self._of_family(moved) else None

    def _of_family(self, node: Expr) -> bool:
        """Whether ``node`` is a cell of one of the families, whichever it is."""
        if isinstance(node, Field):
            return node.slot.family in self._families
        return isinstance(node, Cell) and node.name in self._families

    def _named(self, whole: Expr, one: Expr) -> bool:
        """Whether ``one`` is the number of one of the things that ``whole`` may be, or may find first."""
        if not is_constant(one):
            return False
        if not isinstance(whole, Field | Choice):
            return self._link(whole) is not None
        said = whole.slot if isinstance(whole, Field) else whole
        return bool(said.labels) and said.label(one.value) in self._things


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _moved(index: Expr) -> Expr | None:
    """What ``index`` adds a number to, if that is what it does."""
    if index.op != "+" or not any(part.op == "const" for part in index.operands):
        return None
    return next(part for part in index.operands if part.op != "const")


def signatures_of(machine: Machine) -> Signatures:
    """Signatures by which what arrays of ``machine`` say of each thing alike is said once."""
    names: dict[str, list[str]] = defaultdict(list)
    for slot in machine.slots:
        if slot.family:
            names[slot.family].append(slot.name.partition("[")[2].removesuffix("]"))
    things = frozenset(one for own in names.values() for at, one in enumerate(own) if one != str(at))
    return Signatures(things, frozenset(names), machine.definitions, machine.writes)


def variants(node: Expr) -> Iterator[tuple[str, Expr]]:
    """Each mutant of ``node`` itself, with the name of its operator; its operands stay as they are."""
    if node.op in BY_ONE:
        for place, part in enumerate(node.operands):
            if is_constant(part) and not part.is_bool:
                for name, step in ONE_OFF if node.op in BOTH_WAYS else ONE_OFF[:1]:
                    parts = [*node.operands]
                    parts[place] = constant(part.value + step)
                    which = f"{name}-{place + 1}" if node.op == "where" else name
                    yield which, rebuilt(as_node(node), parts)
    if node.op in ("<", "<=") and not any(part.op == "const" for part in node.operands):
        left, right = node.operands
        yield ("not-strict", left <= right) if node.op == "<" else ("strict", left < right)
    if node.op in ("min", "max"):
        for place, part in enumerate(node.operands):
            if part.op != "const":
                yield f"uncapped-{place + 1}", part
    if node.op == "//" and is_constant(divisor := node.operands[1]):
        value = node.operands[0]
        rest = divisor.value - 1
        up = value.op == "+" and any(is_constant(part) and part.value == rest for part in value.operands)
        yield (
            ("rounded-down", divide(value - rest, rest + 1))
            if up
            else (
                "rounded-up",
                divide(value + rest, rest + 1),
            )
        )


class Replacing:
    """Puts the variant called ``operator`` in the place of every expression that says ``old``."""

    def __init__(self, signatures: Signatures, old: str, operator: str) -> None:
        self._signatures = signatures
        self._old = old
        self._operator = operator
        self._done = Rewriting(self._changed)

    def of(self, root: Expr) -> Expr:
        """``root`` with the replacement; ``root`` itself where there is nothing to replace."""
        self._signatures.of(root)
        return self._done(root)

    def _changed(self, node: Node, operands: Sequence[Expr]) -> Expr:
        made = rewritten(node, operands)
        if self._signatures.of(node) == self._old:
            return dict(variants(made)).get(self._operator, made)
        return made
