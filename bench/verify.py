"""Where the processor time of `dicelaw verify --readings all` goes: by game and part, and by family.

bench/verify.py [GAME ...] does all of it in one process, without the cache between runs and with evidence. Of
a family of properties it says which share of the time of proofs is its own; what properties are asked about
together counts for each alike.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from dicelaw.checker.ports import GAMES
from dicelaw.checker.verify.jobs import jobs
from dicelaw.checker.verify.verify import work
from dicelaw.model.collecting import collect_rarely

FAMILIES = 6
"""How many families of a game are named."""


def main(games: list[str]) -> None:
    """Print a row for each part of each game, longest readings first."""
    collect_rarely()
    for game in games:
        with TemporaryDirectory() as folder:
            _measured(game, Path(folder))


def _measured(game: str, folder: Path) -> None:
    """Print what the parts of ``game`` take; what is proved is kept in ``folder`` for those after it."""
    took: Counter[str] = Counter()
    families: Counter[str] = Counter()
    # Other readings come last, as they do in a run: steps that they leave as they are are then known.
    todo = jobs(game, None, readings="all", evidence=folder / "evidence")
    for job in sorted(todo, key=lambda one: one.kind == "reading"):
        begin = time.process_time()
        done = work(job, folder)
        name = f"{job.reading[0]}={job.reading[1]}" if job.reading else job.kind
        took[name] += time.process_time() - begin
        if job.kind == "proofs":
            for id, seconds in done.seconds.items():
                families[id.partition("/")[0]] += seconds
    whole = sum(families.values()) or 1
    print(f"{game}: {sum(took.values()):.1f} s of processor time")
    for name, seconds in took.most_common():
        print(f"  {seconds:7.1f} s  {name}")
    shares = (f"{name} {100 * seconds / whole:.0f} %" for name, seconds in families.most_common(FAMILIES))
    print(f"  proofs by family: {', '.join(shares)}")


if __name__ == "__main__":
    main(sys.argv[1:] or [*GAMES])
