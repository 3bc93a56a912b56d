"""Which of many plays do what was not done before."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from dicelaw.checker.walks.observed_play import Play, Stage

Done = tuple[str, ...]
"""A step, or a move with the one before it, by transition."""


def done(stage: Stage, play: Play) -> dict[Done, int]:
    """Each step of ``play``, and each move with the one before it, and after how many moves that is first."""
    found: dict[Done, int] = {}
    transitions = stage.machine.transitions
    for length, steps in enumerate(play.between):
        for _, move in steps:
            found.setdefault((transitions[move[0]].id,), length)
    ids = [transitions[move[0]].id for move in play.moves]
    for length, pair in enumerate(pairwise(["", *ids]), 1):
        found.setdefault(pair[1:], length)
        found.setdefault(pair, length)
    return found


def newest(
    stage: Stage, plays: Sequence[Play], before: Sequence[Play], most: int
) -> Iterator[tuple[int, Play, set[Done]]]:
    """``most`` of ``plays`` at most, by place, with what is done in them and not in any before.

    The one with most new steps comes first, then that with most new moves after others. Each is cut after the
    last of what is new.
    """
    known = {one for play in before for one in done(stage, play)}
    each = [done(stage, play) for play in plays]
    for _ in range(most):
        fresh = [one.keys() - known for one in each]
        best = max(range(len(plays)), key=lambda place: (_steps(fresh[place]), len(fresh[place])))
        new = fresh[best]
        if not new:
            return
        yield best, plays[best].cut(max(each[best][one] for one in new)), {*new}
        known |= new


def _steps(new: Collection[Done]) -> int:
    """How many of ``new`` are steps by themselves."""
    return sum(len(one) == 1 for one in new)
