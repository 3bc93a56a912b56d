"""Play the rulings on a game and keep their plays, from which their vectors are made.

Usage: python scripts/record_rulings.py GAME FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

from dicelaw.oracle.files.ruling_vectors import cases_of, of_case
from dicelaw.oracle.files.vectors import record


def main(game: str, file: str) -> None:
    """Record the plays, those of the same machine one after another."""
    found = [of_case(case, game) for case in cases_of(game)]
    record(Path(file), sorted(found, key=lambda one: one.between))


if __name__ == "__main__":
    main(*sys.argv[1:])
