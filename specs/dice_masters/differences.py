"""The points on which the texts of the editions differ, each with a position in which it may show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from dicelaw.model.content.document import Document, read
from dicelaw.model.dice_masters.editions import DIFFERENCES, Difference


@dataclass(frozen=True)
class Topic:
    """A difference, and the file of a position in which it may show."""

    difference: Difference
    file: str
    content: bytes

    @property
    def about(self) -> str:
        """What there is in the position."""
        return str(read(self.file, self.content).data["about"])

    def document(self, game: str) -> Document:
        """The position as a scenario of ``game``."""
        found = read(self.file, self.content)
        found.data["game"] = game
        return found


@cache
def topics() -> dict[str, Topic]:
    """Every difference between the texts of the editions, by id."""
    folder = files("dicelaw.specs.dice_masters") / "topics"
    return {
        id: Topic(one, f"topics/{id}.yaml", (folder / f"{id}.yaml").read_bytes())
        for id, one in DIFFERENCES.items()
    }
