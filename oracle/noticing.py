"""Who else notices a mutant: the rulings about the rules that it breaks, and the properties."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dicelaw.checker.content_mutation import ContentMutant
from dicelaw.checker.coverage import Looks
from dicelaw.checker.known import Known
from dicelaw.checker.mutation import Named, mutants, planted
from dicelaw.checker.noticing import noticing
from dicelaw.checker.own_content import not_forward
from dicelaw.checker.plans import plan
from dicelaw.checker.run import Plan
from dicelaw.model.kernel.machine import Machine
from dicelaw.oracle.content_mutation import Key, contents_of
from dicelaw.oracle.description import description
from dicelaw.oracle.dice_throne.contents import EDITION
from dicelaw.oracle.games import pack_of
from dicelaw.oracle.near import plain
from dicelaw.oracle.ruled import unusual
from dicelaw.oracle.rulings import GAME, Change, run
from dicelaw.oracle.scenario import loaded
from dicelaw.oracle.session import Session
from dicelaw.specs.rulings import Case

if TYPE_CHECKING:
    from dicelaw.oracle.description import Opened


class Witnesses(Protocol):
    """Something besides the vectors that may notice a mutant."""

    def notice(self, mutant: Named | ContentMutant) -> str:
        """The id of the first that notices ``mutant``; empty where none does."""


class Rulings:
    """The rulings on ``game``, each asked about mutants that break a rule that it cites, or are about it."""

    def __init__(self, game: str = GAME) -> None:
        self._game = game
        self._contents = contents_of(game)

    def notice(self, mutant: Named | ContentMutant) -> str:
        """See :class:`Witnesses`: a ruling notices where it agrees with the game, but not with the mutant."""
        for key, cases in self._about(mutant).items():
            if isinstance(mutant, ContentMutant) and not self._contents.has(key, mutant):
                continue
            change = self._change(mutant)
            for case in cases:
                if not all(verdict.agrees for verdict in run(case, change)):
                    return case.id
        return ""

    @cached_property
    def _cases(self) -> list[tuple[Case, Key, str]]:
        """The cases that are played without another answer to an open point, each with its words."""
        game, found = description(self._game), []
        for case in game.rulings().cases:
            own = tuple(one for one in case.expected if one.game == self._game)
            if len(own) != 1 or own[0].readings:
                continue
            scenario = loaded(case.scenario, self._game)
            key = self._contents.key(game.setup_of(scenario, unusual(self._game, scenario.readings)))
            if self._contents.usual(key):
                words = plain(" ".join(_words(case.scenario.data)))
                found.append((replace(case, expected=own), key, words))
        return found

    def _about(self, mutant: Named | ContentMutant) -> Mapping[Key, list[Case]]:
        """The cases that cite a rule which is broken, or name what is mistaken in content."""
        found: dict[Key, list[Case]] = defaultdict(list)
        names = (mutant.entry, mutant.owner) if isinstance(mutant, ContentMutant) else ()
        for case, key, words in self._cases:
            if set(mutant.rules) & set(case.cites) or any(name in words for name in names):
                found[key].append(case)
        return found

    def _change(self, mutant: Named | ContentMutant) -> Change:
        """What makes a session one of the same game with the mistake."""
        made: dict[int, Opened] = {}

        def change(session: Session) -> Session:
            opened = session.game
            if id(opened) not in made:
                made[id(opened)] = (
                    self._contents.rebuilt(mutant, session)
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


def _faulty(machine: Machine, mutant: Named) -> Machine | None:
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
        self._known = self._steps.known if self._steps is not None else Known()

    @cached_property
    def _looks(self) -> Looks:
        return Looks(pack_of(EDITION))

    @cached_property
    def _plan(self) -> Plan:
        return plan(self._game)

    def notice(self, mutant: Named | ContentMutant) -> str:
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

    def _noticing(self, mutant: Named) -> Iterator[str]:
        machines = {name: _faulty(machine, mutant) for name, machine in self._plan.machines.items()}
        faulty = {name: machine for name, machine in machines.items() if machine is not None}
        if faulty:
            yield from noticing(self._plan, faulty, self._known)

    def save(self) -> None:
        """Keep the steps that were proved."""
        if self._steps is not None:
            self._steps.save()
