"""Python source that lists the legal moves of a timing point: cheap conditions first, nothing computed twice.

What only depends on a choice is tested once, while the source is made. Conditions are nested from the cheap
to the dear ones, so most transitions and most values of a choice are ruled out by one comparison.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dicelaw.model.kernel.expressions import TRUE, Expr, Table, walk
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.pycode import LEAVES, Emitter
from dicelaw.model.kernel.state import State

CHEAP = 16
"""How many operations a condition may have that is tested before dearer ones are prepared."""
Move = tuple[int, ...]


def offers(emitter: Emitter, leaving: Sequence[tuple[int, Transition]]) -> Callable[[State], list[Move]]:
    """A function from a state to the legal moves of the transitions ``leaving`` its timing point."""
    found = [_Offer(emitter, place, transition) for place, transition in leaving]
    first = [condition for offer in found for condition in offer.ready(())[:2]]
    _share_across(emitter, [condition for condition in first if emitter.cost(condition) <= 2 * CHEAP])
    for offer in found:
        offer.emit()
    function: Callable[[State], list[Move]] = emitter.function("enabled", "s", result="found")
    return function


def _share_across(emitter: Emitter, conditions: Sequence[Expr]) -> None:
    """Name at the top what several transitions test first."""
    uses: Counter[int] = Counter()
    nodes: dict[int, Expr] = {}
    for condition in conditions:
        here = {emitter.same(node): node for node in walk(condition) if node.op not in LEAVES}
        uses.update(here.keys())
        nodes |= here
    for number, node in nodes.items():
        if uses[number] > 1:
            emitter.name(node, "")


@dataclass
class _Offer:
    """The lines of one transition; ``pending`` has the conditions still to be tested, the cheapest first."""

    emitter: Emitter
    place: int
    transition: Transition
    pending: list[Expr] = field(default_factory=list)

    def __post_init__(self) -> None:
        conditions = [
            part
            for requirement in self.transition.requires
            for part in (requirement.holds.args if requirement.holds.op == "and" else (requirement.holds,))
            if part is not TRUE
        ]
        once = {self.emitter.same(condition): condition for condition in conditions}
        self.pending = sorted(once.values(), key=self.emitter.cost)

    def ready(self, bound: Sequence[Choice]) -> list[Expr]:
        """The pending conditions whose choices are all ``bound``."""
        names = set(map(id, bound))
        return [condition for condition in self.pending if _free(condition) <= names]

    def emit(self) -> None:
        """Lines that append each legal move to ``found``."""
        emitter, choices = self.emitter, self.transition.choices
        outer = dict(emitter.local)
        indent = self._nest(self._taken(self.ready(())), "")
        for number, choice in enumerate(choices):
            name = f"c_{number}"
            values = self._values(choice)
            emitter.choices[id(choice)] = name
            ready = self._taken(self.ready(choices[: number + 1]))
            cheap = [condition for condition in ready if emitter.cost(condition) <= CHEAP]
            dear = ready[len(cheap) :]
            if cheap and dear:
                indent = self._sieve(name, values, cheap, indent)
                values = f"few_{name}"
            self._prepare(dear, choice, indent)
            emitter.lines.append(f"{indent}for {name} in {values}:")
            indent = self._nest(dear if cheap and dear else ready, indent + "    ")
        move = ", ".join([str(self.place), *(f"c_{number}" for number, _ in enumerate(choices))])
        emitter.lines.append(f"{indent}found.append(({move},))")
        emitter.local = outer
        for choice in choices:
            del emitter.choices[id(choice)]

    def _taken(self, conditions: list[Expr]) -> list[Expr]:
        taken = set(map(id, conditions))
        self.pending = [condition for condition in self.pending if id(condition) not in taken]
        return conditions

    def _nest(self, conditions: Sequence[Expr], indent: str) -> str:
        """Nest under ``conditions``, naming what is used again just before it is needed; the new indent."""
        emitter = self.emitter
        texts: list[str] = []
        uses = emitter.uses(conditions)
        for condition in conditions:
            mark = len(emitter.lines)
            deeper = indent + "    " if texts else indent
            if emitter.share([condition], deeper, uses) and texts:
                emitter.lines.insert(mark, f"{indent}if {' and '.join(texts)}:")
                indent, texts = deeper, []
            texts.append(emitter.text(condition))
        if texts:
            emitter.lines.append(f"{indent}if {' and '.join(texts)}:")
            indent += "    "
        return indent

    def _sieve(self, name: str, values: str, cheap: Sequence[Expr], indent: str) -> str:
        """Collect the values that pass the ``cheap`` conditions; go on if there are any. The new indent."""
        emitter = self.emitter
        before = dict(emitter.local)
        emitter.lines.append(f"{indent}few_{name} = []")
        emitter.lines.append(f"{indent}for {name} in {values}:")
        inner = self._nest(cheap, indent + "    ")
        emitter.lines.append(f"{inner}few_{name}.append({name})")
        emitter.lines.append(f"{indent}if few_{name}:")
        emitter.local = before
        return indent + "    "

    def _prepare(self, conditions: Sequence[Expr], choice: Choice, indent: str) -> None:
        """Name the largest parts of ``conditions`` that don't depend on ``choice``, outside of its loop."""
        for condition in conditions:
            stack = [condition]
            while stack:
                node = stack.pop()
                if node.op in LEAVES or self.emitter.same(node) in self.emitter.local:
                    continue
                if id(choice) in _free(node):
                    stack += node.operands
                else:
                    self.emitter.share([node], indent)
                    if self.emitter.same(node) not in self.emitter.local:
                        self.emitter.name(node, indent)

    def _values(self, choice: Choice) -> str:
        """The values of ``choice`` that pass what depends on nothing else, as Python source."""
        alone = [condition for condition in self.pending if _depends_on_just(choice, condition)]
        self._taken(alone)
        values: Sequence[int] = range(choice.lo or 0, (choice.top or 0) + 1)
        if not alone:
            return repr(values)
        tests = [Emitter(None).evaluator(condition) for condition in alone]
        return repr(tuple(value for value in values if all(test((), {choice.name: value}) for test in tests)))


def _free(condition: Expr) -> frozenset[int]:
    """The choices that ``condition`` depends on, by id."""
    found: set[int] = set()
    stack, seen = [condition], {id(condition)}
    while stack:
        node = stack.pop()
        if isinstance(node, Choice):
            found.add(id(node))
        stack += (below := [part for part in node.operands if part.chooses and id(part) not in seen])
        seen.update(map(id, below))
    return frozenset(found)


def _depends_on_just(choice: Choice, condition: Expr) -> bool:
    return _free(condition) == {id(choice)} and not any(map(_may_change, walk(condition)))


def _may_change(node: Expr) -> bool:
    """Whether ``node`` itself may be worth something else later, with the same choices."""
    return node.op in ("field", "cell") or (node.op == "lookup" and isinstance(node.args[1], Table))
