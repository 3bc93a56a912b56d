"""Patterns of the ids of transitions and timing points."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import lru_cache

from dicelaw.model.kernel.expressions import Expr, any_of
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Field

Pattern = str | Sequence[str]


def matches(id: str, pattern: Pattern) -> bool:
    """Whether ``id`` fits ``pattern``, or one of several; a leading ``!`` in any of them excludes."""
    return _matches(id, (pattern,) if isinstance(pattern, str) else tuple(pattern))


@lru_cache(maxsize=1 << 17)
def _matches(id: str, patterns: tuple[str, ...]) -> bool:
    if any(fnmatchcase(id, one[1:]) for one in patterns if one.startswith("!")):
        return False
    wanted = [one for one in patterns if not one.startswith("!")]
    return not wanted or any(fnmatchcase(id, one) for one in wanted)


def is_at(machine: Machine, pattern: Pattern) -> Expr:
    """The condition that play is at one of the points ``pattern``."""
    here = Field(0, machine.slots[0])
    return any_of(
        *(here == place for place, point in enumerate(machine.points) if matches(point.id, pattern))
    )
