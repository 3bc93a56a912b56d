"""Python source that lists the legal moves of a timing point: cheap conditions first, nothing computed twice.

A sieve of cheap conditions says which transitions may be legal; the source of the others is not even made.
What only depends on a choice is tested once, while the source is made. Conditions are nested from the cheap
to the dear ones, so most values of a choice are ruled out by one comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dicelaw.model.kernel.expressions import TRUE, conjuncts
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.pycode import Compiled, Emitter
from dicelaw.model.kernel.state import Slot, State
from dicelaw.model.kernel.structures import Structures

CHEAP = 16
"""How many operations a condition may have that is tested before dearer ones are prepared."""
Move = tuple[int, ...]


class Offers:
    """The code that says what is legal at a point of ``machine``, by the transitions ``leaving`` it."""

    def __init__(
        self,
        machine: Machine,
        leaving: Sequence[tuple[int, Transition]],
        structures: Structures | None = None,
    ) -> None:
        self._machine, self._leaving = machine, leaving
        self._structures = Structures() if structures is None else structures
        self._begun: dict[int, tuple[_Offer, list[int]]] = {}

    def _begin(self, number: int) -> tuple[_Offer, list[int]]:
        """The transition of this ``number``, and its first conditions, that are no longer pending."""
        if number not in self._begun:
            offer = _Offer(Emitter(self._machine, self._structures), *self._leaving[number])
            self._begun[number] = offer, offer.first()
        return self._begun[number]

    def passing(self) -> Compiled:
        """From a state to the numbers of the transitions of which the first conditions hold there."""
        emitter = Emitter(self._machine, self._structures)
        firsts = [self._begin(number)[1] for number, _ in enumerate(self._leaving)]
        emitter.share([condition for conditions in firsts for condition in conditions])
        for number, conditions in enumerate(firsts):
            tests = " and ".join(map(emitter.text, conditions)) or "True"
            emitter.lines.append(f"if {tests}: found.append({number})")
        return emitter.compiled("passing", "s", result="found")

    def offer(self, number: int) -> Compiled:
        """Appends each legal move of the transition of this ``number``, where it passes, to a list."""
        offer, _ = self._begin(number)
        del self._begun[number]
        return offer.compiled()


def offers(
    slots: Sequence[Slot], passing: Compiled, offer: Callable[[int], Compiled]
) -> Callable[[State], list[Move]]:
    """A function from a state to the legal moves there, of code as :class:`Offers` has it."""
    passes, made = passing.function(slots), dict[int, Callable[[State, list[Move]], None]]()

    def enabled(state: State) -> list[Move]:
        found: list[Move] = []
        for number in passes(state):
            if number not in made:
                made[number] = offer(number).function(slots)
            made[number](state, found)
        return found

    return enabled


@dataclass
class _Offer:
    """The lines of one transition; ``pending`` has the conditions still to be tested, the cheapest first."""

    emitter: Emitter
    place: int
    transition: Transition
    pending: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        known = self.emitter.structures
        conditions = [
            known.of(part)
            for requirement in self.transition.requires
            for part in conjuncts(requirement.holds)
            if part is not TRUE
        ]
        self.pending = sorted(dict.fromkeys(conditions), key=known.cost)

    def ready(self, bound: Sequence[Choice]) -> list[int]:
        """The pending conditions whose choices are all ``bound``."""
        names, known = set(map(id, bound)), self.emitter.structures
        return [condition for condition in self.pending if known.choices[condition] <= names]

    def first(self) -> list[int]:
        """The cheap conditions that hang on no choice, which are then no longer pending."""
        cost = self.emitter.structures.cost
        return self._taken([condition for condition in self.ready(()) if cost(condition) <= CHEAP])

    def compiled(self) -> Compiled:
        """Appends each legal move to a list, in a state in which all holds that is not pending."""
        emitter, choices = self.emitter, self.transition.choices
        indent = self._nest(self._taken(self.ready(())), "")
        for number, choice in enumerate(choices):
            name = f"c_{number}"
            values = self._values(choice)
            emitter.choices[id(choice)] = name
            ready = self._taken(self.ready(choices[: number + 1]))
            cheap = [condition for condition in ready if emitter.structures.cost(condition) <= CHEAP]
            dear = ready[len(cheap) :]
            if cheap and dear:
                indent = self._sieve(name, values, cheap, indent)
                values = f"few_{name}"
            self._prepare(dear, choice, indent)
            emitter.lines.append(f"{indent}for {name} in {values}:")
            indent = self._nest(dear if cheap and dear else ready, indent + "    ")
        move = ", ".join([str(self.place), *(f"c_{number}" for number, _ in enumerate(choices))])
        emitter.lines.append(f"{indent}found.append(({move},))")
        return emitter.compiled("offer", "s, found")

    def _taken(self, conditions: list[int]) -> list[int]:
        taken = set(conditions)
        self.pending = [condition for condition in self.pending if condition not in taken]
        return conditions

    def _nest(self, conditions: Sequence[int], indent: str) -> str:
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

    def _sieve(self, name: str, values: str, cheap: Sequence[int], indent: str) -> str:
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

    def _prepare(self, conditions: Sequence[int], choice: Choice, indent: str) -> None:
        """Name the largest parts of ``conditions`` that don't depend on ``choice``, outside of its loop."""
        known = self.emitter.structures
        stack, seen = [*conditions], set[int]()
        while stack:
            number = stack.pop()
            if number in seen:
                continue
            seen.add(number)
            if id(choice) in known.choices[number]:
                stack += known.operators[number]
            elif number not in self.emitter.local:
                self.emitter.prepare(number, indent)

    def _values(self, choice: Choice) -> str:
        """The values of ``choice`` that pass what depends on nothing else, as Python source."""
        known, just = self.emitter.structures, {id(choice)}
        alone = [one for one in self.pending if known.choices[one] == just and not known.varies[one]]
        self._taken(alone)
        values: Sequence[int] = range(choice.lo or 0, (choice.top or 0) + 1)
        if not alone:
            return repr(values)
        tests = [Emitter(None).evaluator(known.nodes[one]) for one in alone]
        return repr(tuple(value for value in values if all(test((), {choice.name: value}) for test in tests)))
