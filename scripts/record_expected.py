"""Write the verdicts that a game's properties have now as the ones to expect.

Read the difference before committing it.

Usage: python scripts/record_expected.py GAME FILE
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from dicelaw.checker.files import write_whole
from dicelaw.checker.verdicts import Verdict
from dicelaw.checker.verify.jobs import jobs
from dicelaw.checker.verify.proof_session import settled
from dicelaw.checker.verify.verify import changed, work


def main(game: str, file: str) -> None:
    """Record verdicts by property, and for each other reading those that are no proof any more."""
    alone: dict[str, Verdict] = {}
    readings: dict[str, dict[str, str]] = {}
    with TemporaryDirectory() as kept:
        for job in jobs(game, None, readings="all"):
            done = work(job, Path(kept))
            if job.reading is None:
                alone |= done.verdicts
            else:
                settled_there = {id: settled(id, done.verdicts) for id in done.verdicts}
                readings["=".join(job.reading)] = changed(settled_there)
    verdicts = {id: settled(id, alone).outcome.value for id in sorted(alone)}
    text = json.dumps({"verdicts": verdicts, "readings": dict(sorted(readings.items()))}, indent=1)
    write_whole(Path(file), text + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
