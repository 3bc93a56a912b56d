"""Properties of games with more than two players."""

from __future__ import annotations

from dicelaw.specs.property import Property


def several_properties() -> list[Property]:
    """The properties of the modes with more than two players."""
    return []
