"""What is kept between runs of a machine: code, and in what it says something else under other readings.

It counts only for the code and the content to the byte of which the machine was made, on the same Python.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dicelaw.checker.search.object_cache import Objects
from dicelaw.model.kernel.codes import Code
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.kept_code import KeptCode
from dicelaw.model.kernel.likeness import begin_alike, framed_alike, offers_alike, same
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.unbuilt import Unbuilt
from dicelaw.model.kernel.watched import Watched
from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.cache_folder import cache_folder
from dicelaw.oracle.games.identity import Identity, identity
from dicelaw.oracle.model_digest import model_digest

if TYPE_CHECKING:
    from dicelaw.oracle.answers.hanging import Others
    from dicelaw.oracle.games.session import Session

FORM = 2
"""The form of what is kept; another one is not read."""


class Under:
    """What is known of the machine of ``plain`` under another answer to an open point.

    ``row`` says whether all that can differ is where ``points`` are offered and ``moves`` are taken, whether
    the machine is ``framed`` alike, these, and which ``places`` of transitions differ.
    """

    def __init__(self, row: Sequence[Any], plain: Concrete, code: Callable[[], KeptCode]) -> None:
        self._within, self._framed, points, moves, self._places = row
        self._points, self._moves = frozenset(points), frozenset(moves)
        self._plain, self._code = plain, code

    def alike(self, reader: Concrete, offered: Collection[str], tried: Collection[str]) -> bool | None:
        """Whether what was ``offered`` and ``tried`` is the same, also in all that ``reader`` was asked.

        None where only the machine itself can tell.
        """
        if not self._within:
            return None
        if self._points.isdisjoint(offered) and self._moves.isdisjoint(tried):
            return True
        if not (self._framed and isinstance(reader, Watched)):
            return None
        return reader.agrees_unbuilt(Unbuilt(self._plain, self._places, self._code()))


class KeptReadings:
    """What is kept about the machine of ``session`` with ``made_of``."""

    def __init__(self, session: Session, made: Identity) -> None:
        self._machine, self._made = session.machine, made
        self._key = sha256(f"{FORM} {sys.version} {model_digest()} {made.made_of}".encode()).hexdigest()
        self._objects = Objects(cache_folder() / "readings")
        found = self._objects.get(self._key)
        self._known: dict[str, Any] = {"code": {}, "under": {}} if found is None else marshal.loads(found)
        self._codes: dict[str, KeptCode] = {}
        self._more = False

    def _kept_code(self, made_of: str, compiler: Callable[[], Code]) -> KeptCode:
        if made_of not in self._codes:
            self._codes[made_of] = KeptCode(self._known["code"].setdefault(made_of, {}), compiler)
        return self._codes[made_of]

    def code_of(self, machine: Machine) -> KeptCode | None:
        """The code of ``machine``, which is that of the session or another one of the same game."""
        made = identity(machine)
        return None if made is None else self._kept_code(made.made_of, lambda: Concrete(machine).compiler)

    @cached_property
    def reader(self) -> Concrete:
        """Reads the machine by the code that is kept."""
        return Concrete(self._machine, code=self.code_of(self._machine))

    def under(self, point: OpenPoint, answer: str, plain: Concrete, others: Others) -> Under:
        """What is known under this ``answer`` to ``point``; the machine is opened where nothing is yet."""
        name = f"{point.id}={answer}"
        if name not in self._known["under"]:
            self._known["under"][name] = self._compared(others, point, answer)
            self._more = True
        made_of, *row = self._known["under"][name]

        def code() -> KeptCode:
            return self._kept_code(made_of, lambda: others.opened(point, answer).reader.compiler)

        return Under(row, plain, code)

    def _compared(self, others: Others, point: OpenPoint, answer: str) -> tuple[Any, ...]:
        one, other, structures = self._machine, others.opened(point, answer).machine, others.structures
        its, alike = identity(other), one.slots != other.slots
        made_of = "" if its is None else its.made_of
        if its is not None and one.point_index == other.point_index:
            alike |= [*map(id, self._made.read_by)] == [*map(id, its.read_by)]
        within = alike and begin_alike(one, other)
        framed = one.start == other.start and framed_alike(one, other)
        points = [at for at in one.point_index if not offers_alike(at, one, other, structures)]
        moves = [
            each.id for each in one.transitions
            if each.id not in other.transition_index or not same(each, other.transition(each.id), structures)
        ]  # fmt: skip
        return made_of, within, framed, points, moves, [one.transition_index[id] for id in moves]

    def keep(self) -> None:
        """Keep what has become known, if anything."""
        if self._more or any(code.more for code in self._codes.values()):
            self._objects.put(self._key, marshal.dumps(self._known))


@contextmanager
def kept_readings(session: Session, *, watched: bool = True) -> Iterator[KeptReadings | None]:
    """What is kept of the machine of ``session``, which is read by it, and ``watched``.

    What has become known is kept at the end.
    """
    made = identity(session.machine)
    known = None if made is None else KeptReadings(session, made)
    if known is not None:
        session.reader = known.reader
    if watched:
        session.reader = Watched(session.reader)
    yield known
    if known is not None:
        known.keep()


def unwatched(session: Session) -> None:
    """Read the machine of ``session`` without watching what is asked of it."""
    if isinstance(session.reader, Watched):
        session.reader = session.reader.plain
