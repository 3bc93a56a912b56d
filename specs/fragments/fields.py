"""The fields of a machine by name, for claims about a machine whose declaration is not at hand."""

from __future__ import annotations

from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Field, field_at


class Fields:
    """The fields of a machine: those that its transitions write are the very places that they write to."""

    def __init__(self, machine: Machine) -> None:
        written = {
            place.slot.name: place
            for transition in machine.transitions
            for place, _ in transition.effect
            if isinstance(place, Field)
        }
        self.seats = len(machine.seats)
        self._known = {
            slot.name: written[slot.name] if slot.name in written else field_at(place, slot)
            for place, slot in enumerate(machine.slots)
        }

    def __getitem__(self, name: str) -> Field:
        return self._known[name]

    def array(self, name: str) -> list[Field]:
        """The cells of the array ``name``."""
        return [field for other, field in self._known.items() if other.startswith(f"{name}[")]
