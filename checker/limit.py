"""An amount that runs into a limit: of the rules, or of what the model counts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """``entry`` has an amount of up to ``some`` of what ``says`` names, of which there are ``most`` at most.

    ``of_rules`` tells a limit of the game, where what is beyond it is lost, from one of the model.
    """

    entry: str
    says: str
    some: int
    most: int
    of_rules: bool

    @property
    def told(self) -> str:
        """It in words."""
        if self.of_rules:
            return f"up to {self.some} {self.says}, of which there are never more than {self.most}"
        return f"up to {self.some} {self.says}, which the model counts up to {self.most}"
