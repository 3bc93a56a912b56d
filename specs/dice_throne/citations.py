"""What carries the rules of Dice Throne: the transitions, content and properties that cite them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel, open_duel
from dicelaw.model.dice_throne.modes import MODES
from dicelaw.model.dice_throne.readings import OPEN_POINTS, SEVERAL_POINTS
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.dice_throne.modes.properties import several as several_machines
from dicelaw.specs.dice_throne.modes.properties import several_properties
from dicelaw.specs.dice_throne.properties.properties import properties
from dicelaw.specs.property import Property

SEVERAL = {
    "king-of-the-hill": ("barbarian", "paladin", "pyromancer"),
    "2v2": ("barbarian", "paladin", "monk", "pyromancer"),
}
"""Who plays the modes with more than two players where their rules are looked for; others are alike."""


@dataclass(frozen=True)
class Citations:
    """For each rule id what cites it: first transitions, then content, then properties."""

    carriers: Mapping[str, tuple[str, ...]]
    machine: Machine
    """Has the transitions."""
    stated: Sequence[Property]
    """The properties of the duel."""

    def transitions(self, rule: str) -> list[Transition]:
        """The transitions that cite ``rule``."""
        return [transition for transition in self.machine.transitions if rule in transition.rules]

    def properties(self) -> Sequence[Property]:
        """The properties of the duel."""
        return self.stated


@cache
def citations() -> Citations:
    """The citations of the duel, with our content and with open content."""
    pack = load_pack()
    played, opened = duel(pack).machine, open_duel(pack)
    several = [duel(pack, heroes, mode=MODES[mode]).machine for mode, heroes in SEVERAL.items()]
    stated = properties(opened)
    every = (*stated, *several_properties(several_machines(pack)))
    return Citations(cited(pack, (played, opened.machine, *several), every), played, stated)


def cited(pack: Pack, machines: Sequence[Machine], proved: Sequence[Property]) -> dict[str, tuple[str, ...]]:
    """For each rule id what cites it: of ``machines`` transitions, of ``pack`` content, of ``proved`` all.

    A rule by which something is demanded in some cases alone counts where nothing else carries it.
    """
    carriers: dict[str, dict[str, None]] = {}
    transitions = [t for machine in machines for t in machine.transitions]
    of_machines = ((t.id, t.rules) for t in transitions)
    of_properties = ((one.carrier, one.cites) for one in proved)
    of_modes = ((f"mode/{one.id}", (*one.cites, *one.health_cites)) for one in MODES.values())
    for carrier, rules in (*of_machines, *content_rules(pack), *of_properties, *of_modes):
        for rule in rules:
            carriers.setdefault(rule, {})[carrier] = None
    of_cases = [(t.id, rule) for t in transitions for need in t.requires for rule in need.rules]
    alone = {rule for _, rule in of_cases} - carriers.keys()
    for carrier, rule in of_cases:
        if rule in alone:
            carriers.setdefault(rule, {})[carrier] = None
    return {rule: tuple(found) for rule, found in carriers.items()}


def content_rules(pack: Pack) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The id of each piece of content of ``pack``, with the rule ids that it cites."""
    for status in pack.statuses:
        yield f"status/{status.id}", status.rules
        for action in status.spend:
            yield action.id, action.rules
        for trigger in status.triggers:
            yield f"status/{status.id}", trigger.rules
    for companion in pack.companions.values():
        yield f"companion/{companion.id}", companion.rules
    for hero in pack.heroes.values():
        yield f"hero/{hero.id}", hero.rules
        for slot, _, trigger in hero.passives:
            yield f"{hero.id}/{hero.slots[slot]}", trigger.rules
        for ability in (*hero.offense, *hero.defense):
            yield ability.id, ability.rules
        for _, _, action in hero.board:
            yield action.id, action.rules
        for card in hero.cards:
            yield card.action.id, card.action.rules


def open_statements() -> dict[str, tuple[str, ...]]:
    """The statements that each open point is about."""
    return {point.id: point.statements for point in (*OPEN_POINTS, *SEVERAL_POINTS)}
