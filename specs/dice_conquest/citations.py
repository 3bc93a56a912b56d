"""What carries the rules of Dice Conquest: the transitions, cards and properties that cite them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from dicelaw.model.dice_conquest.components import SEATS_MOST
from dicelaw.model.dice_conquest.loader import PUBLISHED, load_pack
from dicelaw.model.dice_conquest.machine import QuestMachine, open_quest, quest
from dicelaw.model.dice_conquest.readings import OPEN_POINTS
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.dice_conquest.properties.properties import properties
from dicelaw.specs.property import Property


@dataclass(frozen=True)
class Citations:
    """For each rule id what cites it: first transitions, then cards, then properties."""

    carriers: Mapping[str, tuple[str, ...]]
    machine: Machine
    """Has the transitions."""
    of_open_content: QuestMachine

    def transitions(self, rule: str) -> list[Transition]:
        """The transitions that cite ``rule``."""
        return [transition for transition in self.machine.transitions if rule in transition.rules]

    def properties(self) -> Sequence[Property]:
        """The properties of a game."""
        return properties(self.of_open_content)


@cache
def citations() -> Citations:
    """The citations of a game of four heroes with our cards, and with open content."""
    played, opened = quest(load_pack(), SEATS_MOST).machine, open_quest()
    carriers: dict[str, dict[str, None]] = {}
    of_machines = ((one.id, one.rules) for machine in (played, opened.machine) for one in machine.transitions)
    of_properties = ((one.carrier, one.cites) for one in properties(opened))
    for carrier, rules in (*of_machines, *_cards(), *of_properties):
        for rule in rules:
            carriers.setdefault(rule, {})[carrier] = None
    return Citations({rule: tuple(found) for rule, found in carriers.items()}, played, opened)


def _cards() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each card of our packs, with the rule ids that it cites."""
    for pack in (load_pack(), load_pack(own=PUBLISHED)):
        for hero in pack.heroes.values():
            yield f"hero/{hero.id}", hero.rules
        for card in pack.cards.values():
            yield f"card/{card.id}", card.rules


def open_statements() -> dict[str, tuple[str, ...]]:
    """The statements that each open point is about."""
    return {point.id: point.statements for point in OPEN_POINTS}
