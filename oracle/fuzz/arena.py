"""What a game supplies so that interactions of its content can be looked for; see ``Description.fuzzing``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable

    from dicelaw.checker.search.uses import Uses
    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.machine import Machine
    from dicelaw.model.kernel.state import State
    from dicelaw.oracle.fuzz.trail import Recorder, Trail
    from dicelaw.oracle.games.own_content import OwnContent
    from dicelaw.oracle.games.session import Session
    from dicelaw.specs.property import Property

Pair = tuple[str, str]
"""Two entries, in order of their ids."""
Group = tuple[str, ...]
"""Entries that are to meet, in order of their ids: a pair, or a triple."""
Pairing = tuple[str, ...]
"""Who plays with whom."""


def pair_of(one: str, other: str) -> Pair:
    """The pair of two entries."""
    return (one, other) if one <= other else (other, one)


class Arena(Protocol):
    """Plays between the members of one pairing."""

    def __hash__(self) -> int: ...

    @property
    def machine(self) -> Machine:
        """What is played on."""
        ...

    @property
    def properties(self) -> Sequence[Property]:
        """What must hold of every play."""
        ...

    def play(self, group: Group, recorder: Recorder, draw: Random) -> dict[str, Any]:
        """Make a play in which all of ``group`` may well be used; the setup that it begins in.

        Its steps go to ``recorder``, which may break it off by raising ``Ended``.
        """
        ...

    def state(self, setup: Mapping[str, Any]) -> State:
        """The state in which a play of ``setup`` begins. Raises UserError for one that cannot be set up."""
        ...

    def like(self, state: State, setup: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
        """Setups with what there is in ``state`` of a play of ``setup``, wherever one can begin."""
        ...

    def session(self, state: State) -> Session:
        """A session on the machine of this arena."""
        ...

    def used(self, move: Move, after: State) -> Iterable[str]:
        """The entries that ``move``, which led to ``after``, uses, or that begin to run by it."""
        ...

    def lying(self, state: State) -> Set[str]:
        """The entries that lie on the table and act by that alone."""
        ...

    def uses(self, entries: Sequence[str]) -> Uses:
        """What :meth:`used`, :meth:`lying` and :meth:`turn` say of ``entries``, for compiled plays."""
        ...

    def turn(self, state: State) -> int:
        """Whose turn it is."""
        ...

    def in_turn(self, state: State) -> int:
        """Who is in turn; not :meth:`turn` alone where several take turns in what is one turn here."""
        ...

    def resting(self, state: State) -> Hashable | None:
        """What two states have in common between which a round may be repeated; None in the midst of it."""
        ...

    def gains(self, before: State, after: State, moves: Sequence[Move]) -> Mapping[str, int] | None:
        """What there is more of after a round of ``moves``; None where it lost something, or gained none."""
        ...

    def under(self, point: str, answer: str) -> Arena:
        """The same under another reading: ``answer`` to the open ``point``."""
        ...

    def turned(self) -> Arena:
        """The same with entries laid out the other way round, where that is up to the model."""
        ...

    def told(self, trail: Trail) -> Trail:
        """The part of ``trail`` of which the dice and cards are the same in :meth:`turned`."""
        ...

    def without(self, entries: Set[str], *, attacks: bool = False) -> Arena | None:
        """The same where ``entries`` do nothing; None where that is no game of the same form.

        Where ``attacks``, an attack among them stays one, of the least damage.
        """
        ...

    def bare(self, setup: Mapping[str, Any], entry: str) -> dict[str, Any] | None:
        """``setup`` without what lies there of ``entry``; None where a play cannot do without using it."""
        ...

    def fellows(self, entry: str) -> Set[str]:
        """The entries of which one is used at the most where ``entry`` is, and that do nothing else."""
        ...

    def calm(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """``setup`` with numbers that are far from their bounds."""
        ...


class Fuzzing(Protocol):
    """One game with the content that interactions are looked for in."""

    @property
    def pairings(self) -> Sequence[Pairing]:
        """Who may play with whom, in order."""
        ...

    @property
    def own(self) -> frozenset[str]:
        """The entries of the user's own content; empty where there is none, and then all are looked at."""
        ...

    @property
    def content(self) -> OwnContent | None:
        """The user's own content."""
        ...

    def entries(self, pairing: Pairing) -> Mapping[str, bool]:
        """The entries that can meet in plays of ``pairing``, and whether each can be used by itself.

        What cannot be used lies on the table.
        """
        ...

    def sort(self, entry: str) -> tuple[str, str]:
        """Whose ``entry`` is, such as a hero's, and what it is, such as a card."""
        ...

    def touched(self, entry: str) -> Set[str]:
        """What ``entry`` reads, changes or waits for, roughly; empty where that is not told.

        The more two share, the earlier they are tried; it decides nothing else.
        """
        ...

    def apart(self, group: Group) -> bool:
        """Whether no turn has uses of all of ``group``, each with its effect, unless a phase comes twice."""
        ...

    def groups(self, wanted: Set[str], size: int) -> Set[Group]:
        """The groups of ``size``, each with one of ``wanted``, that can meet between some who play."""
        ...

    def together(self, groups: Sequence[Group]) -> Sequence[Pairing]:
        """Pairings such that each of ``groups`` can meet in one of them, if it can in any."""
        ...

    def arena(self, pairing: Pairing) -> Arena:
        """Plays of ``pairing``."""
        ...
