"""The content of Dice Conquest, in which no mistakes are planted yet: those of its rules are judged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dicelaw.oracle.ports import Opened, lacks

if TYPE_CHECKING:
    from dicelaw.checker.content_judge import Arena
    from dicelaw.checker.content_mutation import ContentMutant
    from dicelaw.oracle.content_mutation import Key, Proofs
    from dicelaw.oracle.session import Session
    from dicelaw.oracle.vectors import Record

PART = "mistakes in its cards"


class QuestContents:
    """See :class:`~dicelaw.oracle.content_mutation.Contents`."""

    def __init__(self, game: str) -> None:
        self.game = game

    def mutants(self) -> list[ContentMutant]:
        """There are none."""
        return []

    def key(self, setup: Mapping[str, Any]) -> Key:
        """The heroes and the readings."""
        heroes = tuple(player["hero"] for player in setup["players"])
        return (heroes, tuple(sorted(setup.get("readings", {}).items())))

    def homes(self, _records: Sequence[Record]) -> Mapping[str, Collection[Key]]:
        """No mutant is judged anywhere."""
        return {}

    def first(self, _mutant: ContentMutant) -> str:
        """There is no mutant."""
        raise lacks(self.game, PART)

    def home(self, _mutant: ContentMutant) -> tuple[str, ...]:
        """There is no mutant."""
        raise lacks(self.game, PART)

    def usual(self, key: Key) -> bool:
        """Whether ``key`` has no other readings."""
        return not key[1]

    def has(self, _key: Key, _mutant: ContentMutant) -> bool:
        """There is no mutant."""
        return False

    def rebuilt(self, _mutant: ContentMutant, _session: Session) -> Opened:
        """There is no mutant."""
        raise lacks(self.game, PART)

    def arena(self, _setup: Mapping[str, Any]) -> Arena:
        """There are no recorded plays."""
        raise lacks(self.game, PART)

    def proofs(self, _between: tuple[str, ...]) -> Proofs:
        """Nothing is proved of mutants."""
        raise lacks(self.game, PART)
