"""Who else notices a mutant: the rulings about the rules that it breaks, and the properties."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

from dicelaw.checker.content_mutation import ContentMutant
from dicelaw.checker.coverage import Looks
from dicelaw.checker.mutation import Mutant, mutants, planted
from dicelaw.checker.noticing import noticing
from dicelaw.checker.own_content import not_forward
from dicelaw.checker.plans import plan
from dicelaw.checker.run import Plan
from dicelaw.model.dice_throne.machine import DuelMachine, duel
from dicelaw.model.kernel.machine import Machine
from dicelaw.oracle.content_mutation import EDITION, Key, key_of
from dicelaw.oracle.dice_throne.recorded import setup_of
from dicelaw.oracle.games import pack_of
from dicelaw.oracle.near import plain
from dicelaw.oracle.ruled import unusual
from dicelaw.oracle.rulings import GAME, Change, run
from dicelaw.oracle.scenario import of_document
from dicelaw.oracle.session import Session
from dicelaw.specs.dice_throne.rulings import load
from dicelaw.specs.rulings import Case


class Witnesses(Protocol):
    """Something besides the vectors that may notice a mutant."""

    def notice(self, mutant: Mutant | ContentMutant) -> str:
        """The id of the first that notices ``mutant``; empty where none does."""


class Rulings:
    """The rulings, each asked about mutants that break a rule that it cites, or are about its heroes."""

    def notice(self, mutant: Mutant | ContentMutant) -> str:
        """See :class:`Witnesses`: a ruling notices where it agrees with the game, but not with the mutant."""
        heroes = pack_of(EDITION).heroes
        for key, cases in self._about(mutant).items():
            if isinstance(mutant, ContentMutant) and mutant.owner in heroes and mutant.owner not in key[0]:
                continue
            change = self._change(mutant)
            for case in cases:
                if not all(verdict.agrees for verdict in run(case, change)):
                    return case.id
        return ""

    @cached_property
    def _cases(self) -> list[tuple[Case, Key, str]]:
        """The cases that are played without another answer to an open point, each with its words."""
        return [
            (case, key, plain(" ".join(_words(case.scenario.data))))
            for case in load().cases
            if len(case.expected) == 1 and not case.expected[0].readings
            for scenario in [of_document(case.scenario, GAME)]
            for key in [key_of(setup_of(scenario, unusual(GAME, scenario.readings)))]
            if key[1:3] == ((), EDITION)
        ]

    def _about(self, mutant: Mutant | ContentMutant) -> Mapping[Key, list[Case]]:
        """The cases that cite a rule which is broken, or name what is mistaken in content."""
        found: dict[Key, list[Case]] = defaultdict(list)
        entry = mutant.entry if isinstance(mutant, ContentMutant) else ""
        for case, key, words in self._cases:
            if set(mutant.rules) & set(case.cites) or (entry and entry in words):
                found[key].append(case)
        return found

    def _change(self, mutant: Mutant | ContentMutant) -> Change:
        """What makes a session one of the same duel with the mistake."""
        made: dict[int, DuelMachine] = {}

        def change(session: Session) -> Session:
            opened = session.opened
            if id(opened) not in made:
                made[id(opened)] = (
                    _rebuilt(mutant, opened, session.heroes)
                    if isinstance(mutant, ContentMutant)
                    else replace(opened, machine=_faulty(opened.machine, mutant) or opened.machine)
                )
            other = made[id(opened)]
            point = other.machine.point_index[session.at]
            return Session(other, (point, *session.state[1:]), session.heroes)

        return change


def _words(data: object) -> Iterator[str]:
    """All names and texts in ``data``."""
    if isinstance(data, Mapping):
        yield from (word for pair in data.items() for part in pair for word in _words(part))
    elif isinstance(data, list):
        yield from (word for part in data for word in _words(part))
    else:
        yield str(data)


def _rebuilt(mutant: ContentMutant, opened: DuelMachine, heroes: tuple[str, ...]) -> DuelMachine:
    also = [status.id for status in opened.duel.statuses[1:]]
    return duel(mutant.planted(pack_of(EDITION)), heroes, opened.machine.readings, also=also)


def _faulty(machine: Machine, mutant: Mutant) -> Machine | None:
    """``machine`` with the same mistake, by its id; None where it has no place for it."""
    among = {id for id in mutant.transitions if id in machine.transition_index}
    own = next((one for one in mutants(machine, among) if one.id == mutant.id), None)
    return None if own is None else planted(machine, own)


class Properties:
    """The properties of ``game``; ``kept`` is a folder in which proved steps are kept, if any."""

    def __init__(self, game: str = GAME, kept: Path | None = None) -> None:
        from dicelaw.checker.cache import Steps

        self._game = game
        self._steps = Steps(kept) if kept is not None else None
        self._known = self._steps.known if self._steps is not None else set[str]()

    @cached_property
    def _looks(self) -> Looks:
        return Looks(pack_of(EDITION))

    @cached_property
    def _plan(self) -> Plan:
        return plan(self._game)

    def notice(self, mutant: Mutant | ContentMutant) -> str:
        """See :class:`Witnesses`: a property notices where it is no longer proved.

        What is proved holds for any content that open content can be, so of content only what that cannot be
        is noticed, by the row of `dicelaw verify` that says so.
        """
        if isinstance(mutant, ContentMutant):
            pack = mutant.planted(pack_of(EDITION))
            if next(self._looks.news(pack), ""):
                return "content/covered"
            return "content/forward" if not_forward(pack) else ""
        return next(self._noticing(mutant), "")

    def _noticing(self, mutant: Mutant) -> Iterator[str]:
        machines = {name: _faulty(machine, mutant) for name, machine in self._plan.machines.items()}
        faulty = {name: machine for name, machine in machines.items() if machine is not None}
        if faulty:
            yield from noticing(self._plan, faulty, self._known)

    def save(self) -> None:
        """Keep the steps that were proved."""
        if self._steps is not None:
            self._steps.save("mutate")
