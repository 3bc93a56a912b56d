"""What carries the rules of Dice Masters: transitions, cards, checks of teams, properties, examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from dicelaw.model.dice_masters.cards import team_building
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import TableMachine, game, open_game
from dicelaw.model.dice_masters.readings import OPEN_POINTS
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.dice_masters.plan import proving_tables
from dicelaw.specs.dice_masters.properties.properties import properties
from dicelaw.specs.dice_masters.rulings import load as load_rulings
from dicelaw.specs.property import Property
from dicelaw.specs.statements import load as load_statements
from dicelaw.specs.statements import names_edition


@dataclass(frozen=True)
class Citations:
    """For each rule id what cites it: transitions of one edition, then cards, formats, properties."""

    carriers: Mapping[str, tuple[str, ...]]
    machine: Machine
    """Has the transitions of one pair of teams."""

    stated: Sequence[Property]
    """The properties of the edition."""

    def transitions(self, rule: str) -> list[Transition]:
        """The transitions that cite ``rule``."""
        return [transition for transition in self.machine.transitions if rule in transition.rules]

    def properties(self) -> Sequence[Property]:
        """The properties of the edition."""
        return self.stated


@cache
def citations(edition: str) -> Citations:
    """The citations of ``edition``, by its :func:`telling_machines`."""
    carriers: dict[str, dict[str, None]] = {}
    machines = [made.machine for made in telling_machines(edition)]
    for machine in machines:
        for transition in machine.transitions:
            for rule in transition.rules:
                carriers.setdefault(rule, {})[transition.id] = None
    for card in load_pack().cards.values():
        for rule in card.rules:
            carriers.setdefault(rule, {})[f"card/{card.id}"] = None
    for played, rules in team_building.cited_rules(edition).items():
        for rule in rules:
            carriers.setdefault(rule, {})[f"team/{played}"] = None
    examples = {one.id for one in load_statements("dice-masters") if one.kind == "example"}
    for case in load_rulings().cases:
        for rule in case.cites:
            if rule in examples:
                carriers.setdefault(rule, {})[case.id] = None
    stated = properties(proving_tables(edition))
    for one in stated:
        for rule in one.cites:
            carriers.setdefault(rule, {})[one.carrier] = None
    found = {rule: tuple(carried) for rule, carried in carriers.items()}
    return Citations(found, machines[0], stated)


TELLING_READINGS: Mapping[str, Mapping[str, str]] = {
    "2016": {"procedure": "casual", "global-batch": "parts"},
    "2018": {},
}
"""Readings of each edition with which a machine cites what it does not cite otherwise."""


def telling_machines(edition: str) -> list[TableMachine]:
    """A few machines of ``edition`` that cite every rule that any cites: building all takes far longer."""
    some = game(next(iter(load_pack().teams.values())), edition, TELLING_READINGS[edition])
    proved = proving_tables(edition)
    return [some, proved["open"], proved["tokens"]]


def every_machine(edition: str) -> list[TableMachine]:
    """The game of ``edition`` with each pair of teams and with open content, and under each reading."""
    pack = load_pack()
    found = [*(game(teams, edition) for teams in pack.teams.values()), open_game(edition)]
    some = next(iter(pack.teams.values()))
    for point in OPEN_POINTS[edition]:
        found += [
            game(some, edition, {point.id: answer}) for answer in point.answers if answer != point.default
        ]
    return found


def all_carriers() -> dict[str, tuple[str, ...]]:
    """For each rule id what cites it in any edition."""
    found: dict[str, tuple[str, ...]] = {}
    for edition in EDITIONS:
        for rule, carriers in citations(edition).carriers.items():
            found[rule] = tuple(dict.fromkeys((*found.get(rule, ()), *carriers)))
    return found


def open_statements() -> dict[str, tuple[str, ...]]:
    """The statements that each open point is about."""
    found: dict[str, tuple[str, ...]] = {}
    every = (*OPEN_POINTS.values(), *team_building.OPEN_POINTS.values())
    for point in (point for points in every for point in points):
        found[point.id] = (*found.get(point.id, ()), *point.statements)
    return found


def of_edition(source: str, edition: str) -> bool:
    """Whether statements of the document ``source`` are about ``edition``."""
    return names_edition(source, edition, EDITIONS)
