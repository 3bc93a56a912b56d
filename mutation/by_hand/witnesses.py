"""Who else notices a mutant: the rulings about the rules that it breaks, and the properties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import Plan
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.expressions import FALSE
from dicelaw.model.kernel.graph import Requirement, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.mutation.by_hand.properties import noticing
from dicelaw.mutation.content_mutant import ContentMutant
from dicelaw.mutation.mutants import Mutant, Named, mutants, planted
from dicelaw.mutation.places import Places, place_of
from dicelaw.mutation.ports import Key, contents_of, port
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.ruling_vectors import unusual
from dicelaw.oracle.files.rulings import run
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.suggestions import plain
from dicelaw.specs.rulings import Case

if TYPE_CHECKING:
    from dicelaw.oracle.games.ports import Opened


PLAYED = "played"
"""What properties call the machine of a game that is played."""


class Rulings:
    """The rulings on ``game`` and its examples: one notices a mutant that it does not agree with.

    Mistakes in content are those of its content in ``mode``, and only plays in that are asked about them.
    """

    def __init__(self, game: str, mode: str = "") -> None:
        self._game = game
        self._contents = contents_of(game, mode)

    def is_about(self, case: Case, mutant: Named | ContentMutant) -> bool:
        """Whether ``case`` cites a rule which ``mutant`` breaks, or names what is mistaken in content."""
        cited = not set(mutant.rules).isdisjoint(case.cites)
        if not isinstance(mutant, ContentMutant):
            return cited
        words = self._keys[case.id][1]
        return self.has(case, mutant) and (cited or mutant.entry in words or mutant.owner in words)

    def key(self, case: Case) -> Key:
        """What the machine of ``case`` is made of."""
        return self._keys[case.id][0]

    def has(self, case: Case, mutant: ContentMutant) -> bool:
        """Whether those who play in ``case`` may have what is mistaken."""
        return self._contents.has(self.key(case), mutant)

    def differs(self, case: Case, mutant: Named | ContentMutant) -> bool:
        """Whether ``case`` comes out other than it should with ``mutant``; what cannot be played does."""
        try:
            return not all(verdict.agrees for verdict in run(case, partial(self._mistaken, mutant)))
        except (UserError, OutsideDomain):
            return True

    @cached_property
    def cases(self) -> list[Case]:
        """Those that are played without another answer to an open point, on the usual content."""
        rulings = description(self._game).rulings()
        found = []
        for case in (*rulings.examples, *rulings.cases):
            own = tuple(one for one in case.expected if one.game == self._game)
            if len(own) == 1 and not own[0].readings:
                found.append(replace(case, expected=own))
        return [one for one in found if self._contents.usual(self.key(one))]

    @cached_property
    def _keys(self) -> dict[str, tuple[Key, str]]:
        """By the id of a case what its machine is made of, and all words of its scenario."""
        game, found = description(self._game), {}
        for case in (*game.rulings().examples, *game.rulings().cases):
            if any(one.game == self._game for one in case.expected):
                scenario = loaded(case.scenario, self._game)
                key = self._contents.key(game.setup_of(scenario, unusual(self._game, scenario.readings)))
                found[case.id] = (key, plain(" ".join(_words(case.scenario.data))))
        return found

    def _mistaken(self, mutant: Named | ContentMutant, session: Session) -> Session:
        """A session as ``session`` on the same game with the mistake; that itself, where it has no place."""
        opened: Opened = session.game
        reader = session.reader
        if isinstance(mutant, ContentMutant):
            opened = self._contents.rebuilt(mutant, session)
            if opened is not session.game:
                reader = Concrete(opened.machine, session.reader)
        elif mutant.id in by_id(session.machine):
            whole: Any = session.game
            reader = _faulty(session.reader, mutant.id)
            opened = replace(whole, machine=reader.machine)
        point = opened.machine.point_index[session.at]
        found = Session(opened, (point, *session.state[1:]), session.heroes)
        found.reader = reader
        return found


@lru_cache(maxsize=64)
def by_id(machine: Machine) -> Mapping[str, Mutant]:
    """The mutants of ``machine``, by id."""
    return {one.id: one for one in mutants(machine)}


@lru_cache(maxsize=4)
def _faulty(sound: Concrete, mutant: str) -> Concrete:
    """The machine of ``sound`` with the mistake: one case after another is asked about the same."""
    return Concrete(_in_place(sound.machine, by_id(sound.machine)[mutant]), sound)


def _in_place(machine: Machine, mutant: Mutant) -> Machine:
    """``machine`` with the mistake, all transitions in their places: one that is left out never happens."""
    changes = mutant.make()
    return machine.rewritten(lambda old: changes.get(old.id, old) or _never(old))


def _never(one: Transition) -> Transition:
    return replace(one, requires=(*one.requires, Requirement(FALSE, one.rules[0] if one.rules else "")))


def _words(data: object) -> Iterator[str]:
    """All names and texts in ``data``."""
    if isinstance(data, Mapping):
        yield from (word for pair in data.items() for part in pair for word in _words(part))
    elif isinstance(data, list):
        yield from (word for part in data for word in _words(part))
    else:
        yield str(data)


@cache
def _opened(game: str, mode: str, number: int) -> Opened:
    """The game that the opening of this ``number`` of ``game`` in ``mode`` opens."""
    return session_of(description(game).openings(game, mode)[number]).game


@cache
def _played(game: str, mode: str, number: int) -> Plan:
    """The properties of ``game``, stated of the one that its opening of this ``number`` in ``mode`` opens."""
    opened = _opened(game, mode, number)
    stated = [replace(one, machine=PLAYED) for one in port(game).properties(opened)]
    return replace(plan(game), properties=stated, machines={PLAYED: opened.machine})


class Properties:
    """The properties of ``game`` in ``mode``; ``kept`` is a folder in which proved steps are kept, if any."""

    def __init__(self, game: str, kept: Path | None = None, mode: str = "") -> None:
        from dicelaw.checker.verify.result_cache import Steps

        self._game, self._mode = game, mode
        self._steps = Steps(kept) if kept is not None else None
        self._known = self._steps.known if self._steps is not None else Known()
        self._known_places: dict[str, Places] = {}

    @cached_property
    def _plan(self) -> Plan:
        return port(self._game).plan(self._mode) if self._mode else plan(self._game)

    def notice(self, mutant: Named | ContentMutant) -> str:
        """The id of the first property that is no longer proved with ``mutant``; empty where there is none.

        What is proved holds for any content that open content can be, so of content only what that cannot be
        is noticed, by the row of `dicelaw verify` that says so.
        """
        if isinstance(mutant, ContentMutant):
            return port(self._game).noticed(mutant)
        return next(self._noticing(mutant), "")

    def _noticing(self, mutant: Named) -> Iterator[str]:
        """Asked of any content, and then of the first game with ``mutant`` that is played."""
        played = next(self._played_with(mutant), None)
        own = played.machines[PLAYED] if played is not None else None
        for wanted in self._planted(mutant, own):
            found = [next(noticing(self._plan, faulty, self._known), "") for faulty in wanted]
            if found and all(found):
                yield found[0]
        if played is not None and own is not None:
            faulty = planted(own, by_id(own)[mutant.id])
            yield from noticing(played, {PLAYED: faulty}, self._known)

    def _planted(self, mutant: Named, own: Machine | None) -> Iterator[list[Mapping[str, Machine]]]:
        """``mutant`` in what is checked of any content: by its id, or else wherever it may have its place.

        Of those that it may be there, one after another, each has to be noticed.
        """
        machines = self._plan.machines
        same = {name: by_id(one)[mutant.id] for name, one in machines.items() if mutant.id in by_id(one)}
        if same:
            yield [{name: planted(machines[name], one) for name, one in same.items()}]
        if own is not None:
            place = place_of(own, by_id(own)[mutant.id])
            for name in [name for name in machines if name not in same]:
                yield [{name: one} for one in self._places(name).planted(place)]

    def _places(self, name: str) -> Places:
        if name not in self._known_places:
            self._known_places[name] = Places(self._plan.machines[name])
        return self._known_places[name]

    def _played_with(self, mutant: Named) -> Iterator[Plan]:
        """The plans of the games with ``mutant`` that are played."""
        for number in range(len(description(self._game).openings(self._game, self._mode))):
            if mutant.id in by_id(_opened(self._game, self._mode, number).machine):
                yield _played(self._game, self._mode, number)

    def save(self) -> None:
        """Keep the steps that were proved."""
        if self._steps is not None:
            self._steps.save()
