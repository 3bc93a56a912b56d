"""What the fields of a game hang on, by its edition and by answers to open points."""

from __future__ import annotations

from dataclasses import dataclass

from dicelaw.model.parts import Answers


@dataclass(frozen=True)
class Switches:
    """What an edition (``newer``: that of 2018) and ``answers`` make of the fields of a game.

    Each says what it does by default where no card of the game has anything to do with it, without asking
    for an answer: so games of these cards share their fields whatever it is.
    """

    newer: bool
    answers: Answers

    def lent_out(self, *, lends: bool) -> bool:
        """Whether a controlled die stays controlled while it is Out of Play."""
        return not self.newer or (lends and self.answers["controlled-unblocked"] == "turn-end")

    def copies_levels(self, *, copying: bool) -> bool:
        """Whether a die copies stats level by level."""
        return self.newer and not (copying and self.answers["copied-level"] == "copied")

    def keeps_applied(self) -> bool:
        """Whether a die that comes back in the same turn has again what was applied to it."""
        return self.answers.get("applied-return") == "kept"

    def reacts_each(self, *, reactive: bool) -> bool:
        """Whether a reactive Global may answer each of the dice that damage one thing."""
        return reactive and self.answers.get("reaction-events") == "source"

    def batches(self, *, others: bool) -> bool:
        """Whether Globals that are not reactive (``others``) may resolve together."""
        return others and self.answers.get("global-batch", "apart") != "apart"
