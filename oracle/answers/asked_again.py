"""A question about where a scenario ends, asked again under other answers to what the rule text leaves open.

It is not asked again where nothing that was looked at can differ. What takes long is asked only as far as it
costs not much more than the first answer, and what was not asked is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from dicelaw.model.kernel.state import State
from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.answers.hanging import Answer, Hanging, Others
from dicelaw.oracle.errors import UserError

if TYPE_CHECKING:
    from dicelaw.oracle.games.session import Session


class Late(Exception):
    """That there is no time left to go on asking."""


class Ask(StrEnum):
    """Under which other readings a question is asked again, of those under which its answer may differ."""

    FEW = "few"
    ALL = "all"
    NONE = "none"


@dataclass(frozen=True)
class Unknown:
    """That it was not found whether ``what`` was asked is the same under ``answer`` to ``point``.

    It was not asked, or ``asked`` and not seen before the budget ran out.
    """

    point: str
    answer: str
    asks: str
    what: str
    asked: bool

    def as_json(self) -> dict[str, Any]:
        """This as plain values."""
        return {
            "point": self.point, "answer": self.answer, "asks": self.asks, "what": self.what,
            "asked": self.asked,
        }  # fmt: skip


@dataclass(frozen=True)
class UnderReadings:
    """The open points on which an answer ``hangs``, and of which readings that is ``unknown``."""

    hangs: tuple[Hanging, ...] = ()
    unknown: tuple[Unknown, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """This as fields of a report."""
        return {
            "readings": [one.as_json() for one in self.hangs],
            "readings_unknown": [one.as_json() for one in self.unknown],
        }


class Asked(Protocol):
    """A question that was answered, which can be put to sessions that stand where the scenario ends.

    ``answer`` is the answer, as plain values that can be compared with others. ``most`` is how many states
    all further answers may see together, and ``setup`` as how many it counts that one is asked at all.
    """

    answer: Answer
    most: int
    setup: int

    def same_in(self, other: Session) -> bool:
        """Whether nothing that was looked at can differ in ``other``. Raises UserError as asking does."""
        ...

    def known_in(self, other: Session) -> Answer | None:
        """What is soon known of the answer in ``other``."""
        ...

    def again(self, other: Session, budget: int | None) -> tuple[Answer, int]:
        """The answer in ``other``, and how many states it saw, of a ``budget`` or of the usual one.

        Raises UserError.
        """
        ...

    def unlike(self, answer: Answer) -> bool:
        """Whether ``answer`` is another one for certain."""
        ...

    def open_in(self, answer: Answer | None) -> str | None:
        """What is not known of being the same in ``answer``; None if there is nothing."""
        ...

    def worth(self, answer: Answer | None) -> bool:
        """Whether what is not known in ``answer`` is worth being asked where few are."""
        ...


class Here(NamedTuple):
    """Where the scenario ends: the timing point, and the state."""

    at: str
    state: State


@dataclass
class _Near:
    """A reading under which the answer may differ: what is known of it, and where play then stands.

    It may be in another state there, ``elsewhere``.
    """

    point: OpenPoint
    answer: str
    at: str
    found: Answer | None = None
    elsewhere: bool = False

    def unknown(self, what: str, *, asked: bool) -> Unknown:
        """That ``what`` is not known under it."""
        return Unknown(self.point.id, self.answer, self.point.asks, what, asked)


def under_readings(
    others: Others,
    asked: Asked,
    here: Here,
    play: Callable[[Session], object],
    ask: Ask,
    in_time: Callable[[], object] = lambda: None,
) -> UnderReadings:
    """How the answer to what was ``asked`` about ``here`` comes out under each other reading.

    ``play`` brings a session from the beginning to where the question is asked, and may raise UserError.
    ``in_time``, and what ``asked`` tells how far it is, may raise Late; what is not known then is told.
    """
    all_others = [
        _Near(point, answer, here.at)
        for point, usual in others.points()
        for answer in point.answers
        if answer != usual
    ]
    near = [one for one in all_others if ask is Ask.NONE or _is_near(one, others, asked, here, play, in_time)]
    unknown, left = list[Unknown](), asked.most
    for one in sorted(near, key=lambda one: (not asked.worth(one.found), not one.elsewhere)):
        what = asked.open_in(one.found)
        if what is None:
            continue
        if ask is not Ask.ALL and (ask is Ask.NONE or left <= asked.setup or not asked.worth(one.found)):
            unknown.append(one.unknown(what, asked=False))
            continue
        tried = False
        try:
            in_time()
            tried = ask is Ask.ALL
            other = _standing(one, others, here, play)
            one.found, states = asked.again(other, None if ask is Ask.ALL else left - asked.setup)
            left -= states + asked.setup
        except Late:
            left = 0
        except UserError as refused:
            one.found = refused.lines[0]
        if (what := asked.open_in(one.found)) is not None:
            unknown.append(one.unknown(what, asked=tried))
    hangs = [
        Hanging(
            point.id,
            point.asks,
            usual,
            {
                answer: found
                for answer in point.answers
                if (found := _found(asked, by.get(answer))) is not None
            },
            {answer: one.at for answer, one in by.items() if one.at != here.at},
        )
        for point, usual in others.points()
        if (by := {one.answer: one for one in near if one.point is point})
        and any(one.found is not None and asked.unlike(one.found) for one in by.values())
    ]
    return UnderReadings(tuple(hangs), tuple(unknown))


def _standing(one: _Near, others: Others, here: Here, play: Callable[[Session], object]) -> Session:
    """A session where the scenario ends under the reading ``one``. Raises UserError where it is refused."""
    other = others.opened(one.point, one.answer)
    play(other)
    one.at, one.elsewhere = other.at, other.state != here.state
    return other


def _is_near(
    one: _Near,
    others: Others,
    asked: Asked,
    here: Here,
    play: Callable[[Session], object],
    in_time: Callable[[], object],
) -> bool:
    """Whether the answer may be another one under the reading ``one``; what is soon known of it is noted."""
    try:
        in_time()
        other = _standing(one, others, here, play)
        if asked.same_in(other):
            return False
        one.found = asked.known_in(other)
    except Late:
        return True
    except UserError as refused:
        one.found = refused.lines[0]
    return True


def _found(asked: Asked, one: _Near | None) -> Answer | None:
    """The answer under a reading, which is the usual one where it is not ``one`` that may differ."""
    return asked.answer if one is None else one.found
