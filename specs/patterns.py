"""Patterns of the ids of transitions and timing points."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence, Set
from fnmatch import translate
from functools import lru_cache
from typing import Any

from dicelaw.model.kernel.expressions import Expr, any_of
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import field_at

Pattern = str | Sequence[str]
Test = Callable[[str], Any]
"""Says something true of an id that fits."""
SPECIAL = frozenset("*?[")


def matches(id: str, pattern: Pattern) -> bool:
    """Whether ``id`` fits ``pattern``, or one of several; a leading ``!`` in any of them excludes."""
    return _matches(id, _several(pattern))


def fitting(ids: Iterable[str], pattern: Pattern) -> Set[str]:
    """Those of ``ids`` that fit ``pattern``."""
    return _fitting(tuple(ids), _several(pattern))


@lru_cache(maxsize=1 << 12)
def _fitting(ids: tuple[str, ...], patterns: tuple[str, ...]) -> frozenset[str]:
    tests = _tests(patterns)
    return frozenset(id for id in ids if _fits(id, *tests))


@lru_cache(maxsize=1 << 17)
def _matches(id: str, patterns: tuple[str, ...]) -> bool:
    return _fits(id, *_tests(patterns))


def _fits(id: str, wanted: Sequence[Test], unwanted: Sequence[Test]) -> bool:
    return not any(fits(id) for fits in unwanted) and (not wanted or any(fits(id) for fits in wanted))


def _several(pattern: Pattern) -> tuple[str, ...]:
    return (pattern,) if isinstance(pattern, str) else tuple(pattern)


@lru_cache(maxsize=1 << 12)
def _tests(patterns: tuple[str, ...]) -> tuple[list[Test], list[Test]]:
    """What tells whether an id fits one of ``patterns`` that are wanted, and one that excludes."""
    return (
        [_test(one) for one in patterns if not one.startswith("!")],
        [_test(one[1:]) for one in patterns if one.startswith("!")],
    )


def _test(pattern: str) -> Test:
    """As :func:`fnmatch.fnmatchcase`, which keeps a few hundred patterns only."""
    if SPECIAL.isdisjoint(pattern):
        return pattern.__eq__
    return re.compile(translate(pattern)).match


def is_at(machine: Machine, pattern: Pattern) -> Expr:
    """The condition that play is at one of the points ``pattern``."""
    here = field_at(0, machine.slots[0])
    return any_of(
        *(here == place for place, point in enumerate(machine.points) if matches(point.id, pattern))
    )
