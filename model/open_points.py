"""What the rule text of a game leaves open, for which the model can follow several answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class OpenPoint:
    """A question that the text does not decide: id, question, answers, and the statements it is about.

    The first answer is the one that the model follows unless told otherwise.
    """

    id: str
    asks: str
    answers: Mapping[str, str]
    statements: tuple[str, ...]

    @property
    def default(self) -> str:
        """The answer followed unless told otherwise."""
        return next(iter(self.answers))
