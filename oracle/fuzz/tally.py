"""What a run of a campaign has come to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from dicelaw.oracle.fuzz.find import Find


@dataclass
class Tally:
    """What a run has come to. ``known`` counts how often each find that was known was met again."""

    finds: list[Find] = field(default_factory=list)
    again: list[Find] = field(default_factory=list)
    gone: list[Find] = field(default_factory=list)
    hanging: list[Find] = field(default_factory=list)
    """What hangs on a reading, by the entries that it takes."""
    known: Counter[tuple[str, tuple[str, ...]]] = field(default_factory=Counter)
    plays: int = 0
    beside: int = 0
    """How many plays of compiled code there were beside these."""
    new: int = 0
    """How many pairs met for the first time in this run."""
    ended: str = ""
    """Why it did not come to its end, if that is so."""

    @property
    def known_finds(self) -> list[Find]:
        """All that is known, with what hangs on readings."""
        return [*self.all, *self.hanging]

    @property
    def all(self) -> list[Find]:
        """All that is wrong."""
        return [*self.again, *self.finds]

    def keep(self, find: Find) -> None:
        """Count ``find``, which is new."""
        (self.hanging if find.is_known else self.finds).append(find)
