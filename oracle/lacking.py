"""What a game lacks that has no recorded plays: each part is refused in one sentence that names it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn

from dicelaw.oracle.ports import lacks

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.expressions import Expr
    from dicelaw.oracle.conform.coverage import Coverage
    from dicelaw.oracle.description import Beginnings, Seeking
    from dicelaw.oracle.fuzz.arena import Fuzzing
    from dicelaw.oracle.own_content import OwnContent
    from dicelaw.oracle.ports import Opened
    from dicelaw.oracle.session import Session
    from dicelaw.specs.property import Property

PLAYS, SERVICE, POSITIONS = "recorded plays", "messages for the session service", "random positions"
INTERACTIONS = "entries whose interactions can be looked for"


class Lacking:
    """The parts of a :class:`~dicelaw.oracle.description.Description` that tests of engines need."""

    game: str

    def _without(self, part: str) -> NoReturn:
        raise lacks(self.game, part)

    def begun(
        self,
        _game: str,
        _seats: Mapping[str, Any],
        _readings: Mapping[str, str],
        _edition: str,
        _content: OwnContent | None,
    ) -> Session:
        """Programs cannot open a session."""
        self._without(SERVICE)

    def between(self, _setup: Mapping[str, Any]) -> tuple[str, ...]:
        """There are no setups."""
        self._without(PLAYS)

    def openings(self, _game: str) -> Sequence[Mapping[str, Any]]:
        """There are no recorded plays."""
        self._without(PLAYS)

    def records(self, _game: str) -> Sequence[Traversable]:
        """There are no recorded plays."""
        self._without(PLAYS)

    def equivalents(self, _game: str) -> Traversable:
        """No mutants are proved to change nothing."""
        self._without("proofs about mutants")

    def ruled(self, _game: str) -> Traversable:
        """There are no recorded plays."""
        self._without(PLAYS)

    def setup_of(self, _scenario: Any, _answers: Mapping[str, str]) -> dict[str, Any]:
        """There are no setups."""
        self._without(SERVICE)

    def invariants(self, _opened: Opened) -> Sequence[Property]:
        """No mutants are judged."""
        self._without("proofs about mutants")

    def going_back(self, _opened: Opened) -> Sequence[Expr]:
        """No mutants are judged."""
        self._without("proofs about mutants")

    def begins(self, _opened: Opened) -> Mapping[str, Expr]:
        """No mutants are judged."""
        self._without("proofs about mutants")

    def own_rules(self, _session: Session, _move: Move) -> Iterable[str]:
        """No engine is tested."""
        self._without(PLAYS)

    def used(self, _session: Session, _move: Move) -> str | None:
        """No engine is tested."""
        self._without(PLAYS)

    def places(self, _session: Session, _subject: str, _seat: int, _things: Set[str]) -> set[int]:
        """No engine is tested."""
        self._without(PLAYS)

    def setup_here(self, _session: Session, _setup: Mapping[str, Any]) -> dict[str, Any] | None:
        """No engine is tested."""
        self._without(PLAYS)

    def starters(self) -> Sequence[str]:
        """No engine is tested."""
        self._without(POSITIONS)

    def beginnings(self, _game: str, _known: Sequence[str], _draw: Random, _coverage: Coverage) -> Beginnings:
        """No engine is explored."""
        self._without(POSITIONS)

    def fuzzing(self, _game: str, _content: OwnContent | None) -> Fuzzing:
        """No interactions are looked for."""
        self._without(INTERACTIONS)

    def seeker(self, _game: str, _opening: Mapping[str, Any], _seed: str) -> Seeking:
        """No plays are sought."""
        self._without(POSITIONS)
