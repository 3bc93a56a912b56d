"""Which of many claims a step breaks, as compiled code that is called after the step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dicelaw.checker.search.assembly import UNLIKELY, Function, Value
from dicelaw.checker.search.bit_fields import Term, read_slot
from dicelaw.checker.search.layout import Layout, values
from dicelaw.checker.search.terms import Terms
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, negate
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.lookups import Entries
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import (
    After,
    AllOf,
    Always,
    Chosen,
    Never,
    Property,
    Stepwise,
    Unchanged,
    after,
    choices_named,
    spoken_of,
)

BREAKS = "breaks"


def watched(properties: Iterable[Property]) -> list[str]:
    """The ids of those of ``properties`` that are about states or single steps, each once."""
    return [*dict.fromkeys(one.id for one in properties if isinstance(one.claim, Always | AllOf | Stepwise))]


def kept(claim: Stepwise) -> Expr:
    """Whether a step keeps ``claim``, as far as that does not hang on who decides it."""
    if isinstance(claim, Never):
        held: Expr = FALSE
    elif isinstance(claim, Unchanged):
        held = all_of(*(after(value) == value for value in claim.values))
    else:
        held = claim.holds
    return negate(all_of(claim.given, negate(held)))


@dataclass(frozen=True)
class _Claimed:
    """What breaks the property with this ``number`` where a step is at one of ``places``.

    These are transitions, or timing points. It names what is chosen by the nodes ``named``; then there is
    only one place.
    """

    number: int
    broken: Expr
    named: tuple[Chosen, ...] = ()
    places: set[int] = field(default_factory=set)


class StepBreaches:
    """The function ``breaks(state, reached, chosen, tally, taken, place)`` of ``machine``.

    The transition ``taken`` led from ``state`` to ``reached`` by what is ``chosen``, a word for each choice.
    It notes in ``tally``, among the watched conditions, each of :func:`watched` that this breaks. What is
    claimed along many transitions, or at many points, is compiled once.
    """

    def __init__(self, machine: Machine, layout: Layout, properties: Sequence[Property]) -> None:
        self.machine, self.layout = machine, layout
        self._along: dict[tuple[int, int, int], _Claimed] = {}
        self._at: dict[tuple[int, int], _Claimed] = {}
        numbers = {id: number for number, id in enumerate(watched(properties))}
        for one in properties:
            number, claim = numbers.get(one.id, 0), one.claim
            if isinstance(claim, Stepwise):
                self._step(number, claim)
            elif isinstance(claim, Always | AllOf):
                for part in claim.parts if isinstance(claim, AllOf) else (claim,):
                    places = [at for at, point in enumerate(machine.points) if matches(point.id, part.at)]
                    claimed = _Claimed(number, negate(part.holds))
                    self._at.setdefault((number, id(part.holds)), claimed).places.update(places)

    def _step(self, number: int, claim: Stepwise) -> None:
        """Note along which transitions ``claim`` speaks: apart where it names what is chosen."""
        broken, named = negate(kept(claim)), choices_named(claim)
        for transition in spoken_of(claim, self.machine.transitions):
            place, wrong, apart = self.machine.transition_index[transition.id], broken, 0
            if isinstance(claim, Never) and claim.seat is not None:
                decides = transition.actor == claim.seat
                wrong = all_of(broken, decides)
            if named:
                apart = -1 - place
            claimed = _Claimed(number, wrong, named)
            self._along.setdefault((number, id(wrong), apart), claimed).places.add(place)

    def text(self, tables: dict[Entries, str]) -> str:
        """The function; what it reads of ``tables`` is added to them."""
        code = Function(BREAKS, ["state", "reached", "chosen", "tally"], ["taken", "place"], own=True)
        here, there = (self._terms(code, name, tables) for name in ("state", "reached"))
        taken = Term(code["taken"], 0, len(self.machine.transitions) - 1)
        for claimed in self._along.values():
            if claimed.named:
                (place,) = claimed.places
                with code.when(code["taken"].equals(place), UNLIKELY):
                    before, after = here.fork(), there.fork()
                    self._choose(code, self.machine.transitions[place], claimed.named, before, after)
                    self._note(code, claimed, self._broken(claimed, before, after))
        plain = [one for one in self._along.values() if not one.named]
        for before, after, claimed in self._where(code, plain, taken, here, there):
            self._note(code, claimed, self._broken(claimed, before, after))
        point = read_slot(self.layout, there.words, 0)
        for _, after, claimed in self._where(code, [*self._at.values()], point, here, there):
            self._note(code, claimed, after(claimed.broken).value)
        code.give(0)
        return code.text

    def _terms(self, code: Function, name: str, tables: dict[Entries, str]) -> Terms:
        words = [code.load(code.at(code[name], word)) for word in range(self.layout.words)]
        return Terms(code, self.layout, words, tables)

    def _choose(
        self, code: Function, taken: Transition, named: Sequence[Chosen], here: Terms, there: Terms
    ) -> None:
        """Let what ``taken`` chooses stand for what is ``named`` so."""
        for place, choice in enumerate(taken.choices):
            bounds, value = values(choice), code.load(code.at(code["chosen"], place))
            for node in named:
                if node.wanted == choice.name:
                    here.bind(node, Term(value, bounds.start, bounds.stop - 1))
                    there.bind(node, Term(value, bounds.start, bounds.stop - 1))

    def _broken(self, claimed: _Claimed, here: Terms, there: Terms) -> Value:
        for node in walk(claimed.broken):
            if isinstance(node, After):
                here.bind(node, there(node.inner))
        return here(claimed.broken).value

    def _where(
        self, code: Function, claims: Sequence[_Claimed], at: Term, here: Terms, there: Terms
    ) -> Iterator[tuple[Terms, Terms, _Claimed]]:
        """Each of ``claims`` with terms of both states, in code that runs where ``at`` is a place of it."""
        groups: dict[frozenset[int], list[_Claimed]] = {}
        for claimed in claims:
            groups.setdefault(frozenset(claimed.places), []).append(claimed)
        for places, group in groups.items():
            spoken = tuple(int(place in places) for place in range(at.hi + 1))
            with code.when(here.entry(spoken, at).value.differs(0)):
                before, after = here.fork(), there.fork()
                yield from ((before, after, claimed) for claimed in group)

    def _note(self, code: Function, claimed: _Claimed, broken: Value) -> None:
        with code.when(broken, UNLIKELY):
            hit = self.layout.hits + claimed.number
            code.result(f"call i64 @note(ptr %tally, ptr %state, i64 {hit}, i64 %place)")
