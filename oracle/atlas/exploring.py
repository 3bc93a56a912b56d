"""How units of an atlas are explored: what is kept of earlier runs is taken, and what is found is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dicelaw.checker.executors import processes as started
from dicelaw.checker.file_digest import digest
from dicelaw.checker.verify.result_cache import Results
from dicelaw.oracle.atlas.hunt import Explored, Unit, explore
from dicelaw.oracle.atlas.result import Atlas
from dicelaw.oracle.cache_folder import cache_folder
from dicelaw.oracle.games.own_content import OwnContent


def fill(
    atlas: Atlas, units: Sequence[Unit], content: OwnContent | None, processes: int,
    tell: Callable[[int, int], None], *, cache: bool = True, goes_on: Callable[[], bool] = lambda: True,
) -> None:  # fmt: skip
    """Let ``atlas`` have what comes of ``units``: what is kept, and what is done now while it ``goes_on``.

    Without ``cache`` nothing is taken that was kept. ``tell`` is told how many are done, of how many.
    """
    kept = Results(cache_folder(), Explored)
    code = digest(Path(__file__).parents[1]) + ("" if content is None else content.digest)
    left = []
    for unit in units:
        known = kept.get(unit.part(code)) if cache else None
        if known is None:
            left.append(unit)
        else:
            atlas.add(unit.groups, known)
    tell(atlas.units - atlas.left, atlas.units)
    if not left:
        return
    with started(min(processes, len(left))) as executors:
        for unit, new in explore(left, executors, goes_on):
            kept.put(unit.part(code), new)
            atlas.add(unit.groups, new)
            tell(atlas.units - atlas.left, atlas.units)
