"""What each game supplies so that mistakes can be planted in it; of others nothing is loaded."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from dicelaw.model.games import game_of
from dicelaw.oracle.games.games import known_game

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from dicelaw.checker.verify.proof_session import Plan
    from dicelaw.model.kernel.expressions import Expr
    from dicelaw.mutation.content_kill_check import Arena
    from dicelaw.mutation.content_mutant import ContentMutant
    from dicelaw.oracle.files.vectors import Record
    from dicelaw.oracle.games.ports import Opened
    from dicelaw.oracle.games.session import Session
    from dicelaw.specs.property import Property

Key = tuple[Any, ...]
"""What makes the machine of a record."""


class Proofs(Protocol):
    """Proofs about mutants of the content of one machine."""

    def proved(self, mutant: ContentMutant) -> bool:
        """Whether ``mutant`` is proved to change nothing; False if the budget runs out."""
        ...


class Contents(Protocol):
    """The content of a game whose mutants are judged."""

    def mutants(self) -> list[ContentMutant]:
        """Every mutant, in a stable order."""
        ...

    def key(self, setup: Mapping[str, Any]) -> Key:
        """What the machine of a record with ``setup`` is made of; first, who plays or with what."""
        ...

    def homes(self, records: Sequence[Record]) -> Mapping[str, Collection[Key]]:
        """For each mutant, by id, the machines of ``records`` in which it is judged."""
        ...

    def first(self, mutant: ContentMutant) -> str:
        """How the ids of the vectors begin that are asked first about ``mutant``."""
        ...

    def home(self, mutant: ContentMutant) -> tuple[str, ...]:
        """Who plays, or with what, where ``mutant`` is judged if no vector is about it."""
        ...

    def usual(self, key: Key) -> bool:
        """Whether a machine of ``key`` is that of the usual answers, and of the usual printing."""
        ...

    def has(self, key: Key, mutant: ContentMutant) -> bool:
        """Whether those who play in ``key`` may have what is mistaken."""
        ...

    def rebuilt(self, mutant: ContentMutant, session: Session) -> Opened:
        """The machine of ``session`` with the mistake."""
        ...

    def arena(self, setup: Mapping[str, Any]) -> Arena:
        """The machine of ``setup``, with tables that can be replaced."""
        ...

    def proofs(self, between: tuple[str, ...]) -> Proofs:
        """Proofs about the game of ``between``."""
        ...


class Port(Protocol):
    """One game, as those ask who plant mistakes in it."""

    def contents(self, game: str, mode: str) -> Contents:
        """The content whose mutants are judged, as it is in ``mode``; empty for the usual one."""
        ...

    def plan(self, mode: str) -> Plan:
        """What is proved of any content in ``mode``, asked only where there are several."""
        ...

    def noticed(self, mutant: ContentMutant) -> str:
        """The property of all content that is no longer proved with ``mutant``; empty where there is none."""
        ...

    def shown(self, opened: Opened) -> Sequence[Expr]:
        """What an onlooker sees: states at a timing point in which it all has the same values look alike."""
        ...

    def invariants(self, opened: Opened) -> Sequence[Property]:
        """What is stated of every reachable state, for proofs that a mutant changes nothing."""
        ...

    def properties(self, opened: Opened) -> Sequence[Property]:
        """Every property, stated of the game that is opened instead of any content."""
        ...

    def going_back(self, opened: Opened) -> Sequence[Expr]:
        """What tells where play goes back to when all that is under way is over, if anything does."""
        ...

    def equivalents(self, game: str) -> Traversable:
        """The folder with the mutants of ``game`` that are proved to change nothing."""
        ...


@cache
def port(game: str) -> Port:
    """The port of ``game``. Raises KeyError for an unknown game, and NoPart for one that has none."""
    found: Port = game_of(game).part("mutation").PORT
    return found


def contents_of(game: str, mode: str = "") -> Contents:
    """The content of ``game`` in ``mode``. Raises UserError for one that cannot be played."""
    return port(known_game(game).name).contents(game, mode)
