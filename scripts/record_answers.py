"""Ask the recorded vectors of a game about open points, as when one is new.

A vector under which an answer to one of POINTS makes something else be seen accepts that answer then.

Usage: python scripts/record_answers.py GAME FILE POINT...
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

from dicelaw.mutation.dice_throne.contents import CONTENT
from dicelaw.mutation.play_search.kept_records import other_answers, still_fits, write
from dicelaw.oracle.files.vectors import Record, recorded, vectors

Answers = tuple[tuple[str, str], ...]


def main(game: str, file: str, *points: str) -> None:
    """Record vectors with the answers that they accept."""
    answers = tuple((point.id, answer) for point, answer in other_answers(game) if point.id in points)
    known = [one for one in recorded(game) if not one.id.startswith(CONTENT) and still_fits(one)]
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for one in known:
        groups[one.between].append(one)
    with ProcessPoolExecutor() as pool:
        made = pool.map(asked, groups.values(), [answers] * len(groups))
        found = [one for group in made for one in group]
    write(game, Path(file), found, known)


def asked(records: Sequence[Record], answers: Answers) -> list[Record]:
    """``records`` of one machine with those of ``answers`` under which something else is seen."""
    found = []
    for one, row in zip(records, vectors([replace(one, accepts=answers) for one in records]), strict=True):
        differs = {(other["reading"], other["answer"]) for other in row["accepts"]}
        others = [answer for answer in one.accepts if answer not in answers]
        found.append(replace(one, accepts=(*others, *sorted(differs))))
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
