"""What the rule text of a game leaves open, for which the model can follow several answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def chosen(points: Sequence[OpenPoint], answers: Mapping[str, str]) -> dict[str, str]:
    """The default answer to each of ``points``, with ``answers`` put in.

    Raises ValueError for an unknown point or answer.
    """
    known = {point.id: point.answers for point in points}
    for id, answer in answers.items():
        if id not in known:
            raise ValueError(f"no open point is called {id!r}; there are: {', '.join(known)}")
        if answer not in known[id]:
            allowed = ", ".join(known[id])
            raise ValueError(f"{id} has no answer {answer!r}; there are: {allowed}")
    return {point.id: point.default for point in points} | dict(answers)
