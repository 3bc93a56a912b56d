"""What a run may take in all, so that it comes to an end whatever the adapter does."""

from __future__ import annotations

from dataclasses import dataclass

from dicelaw.model.number_of import number_of

QUESTIONS = 1_000_000
"""How many questions a run may ask; all vectors of Dice Throne take some 200,000."""
OUTPUT = 2**32
"""How many bytes an adapter may write in all, on stdout and stderr together."""
MIB = 2**20


@dataclass
class Budget:
    """How many questions may be asked and how many bytes be answered, and how many were."""

    questions: int = QUESTIONS
    output: int = OUTPUT
    asked: int = 0
    written: int = 0

    @property
    def spent(self) -> str:
        """What is used up, in a sentence; empty while nothing is."""
        if self.written > self.output:
            return f"the adapter has written more than {self.output / MIB:g} MiB, which is the limit"
        if self.asked >= self.questions:
            return f"the budget of {number_of(self.questions, 'question')} is used up"
        return ""
