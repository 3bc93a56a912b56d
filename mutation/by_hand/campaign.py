"""Which rulings and properties notice each of many mutants, asked in several processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import cache
from itertools import islice

from dicelaw.mutation.by_hand.witnesses import Properties, Rulings, by_id
from dicelaw.mutation.content_mutant import ContentMutant
from dicelaw.mutation.mutants import Named
from dicelaw.mutation.ports import Key
from dicelaw.mutation.trial import Tell
from dicelaw.oracle.files.rulings import run
from dicelaw.oracle.games.session import Session
from dicelaw.specs.rulings import Case

Mistake = Named | ContentMutant
AT_ONCE = 8
"""How many mutants a process is given to ask the properties about."""


def by_rulings(
    game: str, mutants: Sequence[Mistake], executors: Sequence[Executor], tell: Tell, mode: str = ""
) -> dict[str, str]:
    """By the id of each mutant that one notices, a ruling on ``game`` or an example of its text.

    Asked are those that cite a rule which the mutant breaks, and those that come to a transition that it
    changes, so that its machine is made once for all mutants.
    """
    rulings, found, left = _rulings(game, mode), dict[str, str](), {one.id: one for one in mutants}
    concerned = _about(rulings, mutants)
    machines = iter(Counter(map(rulings.key, concerned)).most_common())
    done = 0
    while left and (wave := [*islice(machines, len(executors))]):
        asked = [
            executor.submit(_of_rulings, game, mode, key, [*left.values()])
            for executor, (key, _) in zip(executors, wave, strict=False)
        ]
        for future, (_, count) in zip(asked, wave, strict=True):
            found = {**future.result(), **found}
            done += count
            tell("asking the rulings and examples", done, len(concerned))
        left = {id: one for id, one in left.items() if id not in found}
    return found


def by_properties(
    game: str, mutants: Sequence[Mistake], executors: Sequence[Executor], tell: Tell, mode: str = ""
) -> dict[str, str]:
    """By the id of each mutant that one notices, a property of ``game`` in ``mode`` that it breaks."""
    parts = [mutants[first : first + AT_ONCE] for first in range(0, len(mutants), AT_ONCE)]
    asked = [
        executors[number % len(executors)].submit(_of_properties, game, mode, part)
        for number, part in enumerate(parts)
    ]
    found: dict[str, str] = {}
    for done, future in enumerate(asked, 1):
        found |= future.result()
        tell("asking the properties", done, len(asked))
    return found


def _about(rulings: Rulings, mutants: Sequence[Mistake]) -> list[Case]:
    """The cases that may notice one of ``mutants``: of mistakes in content just those that are about one."""
    if not all(isinstance(one, ContentMutant) for one in mutants):
        return rulings.cases
    return [case for case in rulings.cases if any(rulings.is_about(case, one) for one in mutants)]


@cache
def _rulings(game: str, mode: str) -> Rulings:
    return Rulings(game, mode)


@cache
def _properties(game: str, mode: str) -> Properties:
    return Properties(game, mode=mode)


def _of_properties(game: str, mode: str, mutants: Sequence[Mistake]) -> dict[str, str]:
    return {one.id: id for one in mutants if (id := _properties(game, mode).notice(one))}


def _of_rulings(game: str, mode: str, key: Key, mutants: Sequence[Mistake]) -> dict[str, str]:
    """The rulings on the machine ``key`` that notice ``mutants``."""
    rulings = _rulings(game, mode)
    cases = [one for one in _about(rulings, mutants) if rulings.key(one) == key]
    plays = {case.id: run(case)[0].session for case in cases}
    concerned = {case.id: _concerned(case, plays[case.id]) for case in cases}
    own = by_id(plays[cases[0].id].machine)

    def asked(mutant: Mistake) -> Iterator[Case]:
        if not isinstance(mutant, ContentMutant) and mutant.id not in own:
            return
        changes = () if isinstance(mutant, ContentMutant) else own[mutant.id].transitions
        for case in cases:
            if rulings.is_about(case, mutant) or not concerned[case.id].isdisjoint(changes):
                yield case

    noticed = (
        (one.id, next((case.id for case in asked(one) if rulings.differs(case, one)), "")) for one in mutants
    )
    return {mutant: case for mutant, case in noticed if case}


def _concerned(case: Case, play: Session) -> set[str]:
    """The transitions that ``play`` takes, and where ``case`` says what is legal, those that may be.

    Where it also says what play comes to, ``play`` went on from there: then those of all that it came to.
    """
    machine = play.machine
    points = {play.at} if any(one.legal or one.illegal for one in case.expected) else set()
    if points and any(one.at or one.winner or one.values for one in case.expected):
        points |= {machine.point_of(step.before).id for step in play.events}
    taken = {play.transition(step.move).id for step in play.events}
    return taken | {one.id for one in machine.transitions if one.source in points}
