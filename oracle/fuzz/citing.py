"""Steps of plays that write something by no rule: for which no statement is cited that the model carries."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from dicelaw.model.kernel.graph import RuleWhere
from dicelaw.oracle.games.statement_coverage import CARRIED

if TYPE_CHECKING:
    from dicelaw.model.kernel.concrete import Concrete
    from dicelaw.oracle.fuzz.trail import Taken, Trail


class Citing:
    """Asks by which statements steps write, of the machine that ``reader`` reads."""

    def __init__(self, reader: Concrete) -> None:
        self.reader, self.machine = reader, reader.machine
        self._usual: dict[int, str] = {}
        """What is wrong with the transitions whose citations are the same in each state."""

    def of(self, trail: Trail) -> Iterator[tuple[str, str, int]]:
        """The transitions whose citations are wrong, each once: its id, what is wrong, after which step."""
        found = set[str]()
        for number, step in enumerate(trail.steps, 1):
            id = self.machine.transitions[step[1][0]].id
            if id not in found and (says := self._wrong(step)):
                found.add(id)
                yield id, says, number

    def _wrong(self, step: Taken) -> str:
        """What is wrong with the citations of ``step``; empty if nothing is."""
        before, move, after = step
        if before[1:] == after[1:]:
            return ""
        place, transition = move[0], self.machine.transitions[move[0]]
        if any(isinstance(rule, RuleWhere) for rule in transition.cites):
            return self._told(transition.id, self.reader.decisive(before, move))
        if place not in self._usual:
            self._usual[place] = self._told(transition.id, transition.rules)
        return self._usual[place]

    def _told(self, id: str, rules: tuple[str, ...] | list[str]) -> str:
        if not rules:
            return f"{id} writes something, and cites no statement for it"
        carried = statuses(self.machine.name)
        wrong = next((rule for rule in rules if carried.get(rule) not in CARRIED), None)
        return "" if wrong is None else f"{id} cites {wrong}, which is {carried.get(wrong, 'no statement')}"


@cache
def statuses(game: str) -> dict[str, str]:
    """The status of each statement about ``game``."""
    from dicelaw.specs.statements import load

    return {one.id: one.status for one in load(game)}
