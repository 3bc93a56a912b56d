"""A row of a verification about content of the user's own."""

from __future__ import annotations

from dataclasses import dataclass

from dicelaw.checker.verdicts import Outcome, Verdict


@dataclass(frozen=True)
class ContentRow:
    """The result for one thing that is checked of content of ``game``."""

    game: str
    id: str
    says: str
    verdict: Verdict
    seconds: float
    expected: Outcome = Outcome.PROVED
    cites: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """What was found."""
        return self.verdict.outcome

    @property
    def unexpected(self) -> bool:
        """Whether this is not as it would be for content of ours."""
        return self.outcome is not self.expected
