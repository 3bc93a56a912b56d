"""How many pairs of entries have met after some time of a campaign of `dicelaw fuzz`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from time import process_time
from typing import Any

from grid import Table

from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
from dicelaw.oracle.fuzz.corpus import Done
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.modes import known_mode
from dicelaw.oracle.games.own_content import own_content

TITLE = "Pairs of entries that meet"
TINKER = Path(__file__).resolve().parents[1] / "examples" / "content" / "tinker"
SUBJECTS: Mapping[str, tuple[str, Path | None]] = {
    "all of Dice Throne": ("dice-throne", None),
    "the Tinker, with all of Dice Throne": ("dice-throne", TINKER),
    "all of Dice Masters 2018": ("dice-masters@2018", None),
    "all of Dice Conquest": ("dice-conquest", None),
}
AFTER = (10, 30, 60)
"""After how many seconds of the processor it is looked how far a campaign has come."""
AT_ONCE = (1,)
"""The same in quick runs."""


class _Over(Exception):
    """A campaign has gone on for long enough."""


def measure(quick: bool) -> dict[str, Any]:
    """For each subject how many pairs there are, and the plays and pairs after some times."""
    return {name: _of(*subject, AT_ONCE if quick else AFTER) for name, subject in SUBJECTS.items()}


def _of(game: str, content: Path | None, after: tuple[int, ...]) -> dict[str, Any]:
    print(f"pairs that meet: {game}{'' if content is None else ' with content'}", file=sys.stderr, flush=True)
    own = None if content is None else own_content(content)
    seen: list[dict[str, int]] = []
    begun = process_time()
    fuzzing = description(game).fuzzing(game, own, known_mode(game, None))

    def look(running: Campaign) -> None:
        while process_time() - begun >= after[len(seen)]:
            met = running.meetings.count
            seen.append({"seconds": after[len(seen)], "plays": running.tally.plays, "met": met})
            if len(seen) == len(after):
                raise _Over

    campaign = Campaign(fuzzing, Done(0), Bounds(), tell=look)
    try:
        [*campaign.run()]
    except _Over:
        return {"pairs": len(campaign.meetings.all), "seen": seen}
    raise ValueError(f"the campaign of {game} came to an end: {campaign.tally.ended}")


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each subject."""
    after = [one["seconds"] for one in next(iter(data.values()))["seen"]]
    rows = [
        [
            name,
            f"{found['pairs']:,}",
            *(f"{one['met']:,} ({one['met'] / found['pairs']:.0%})" for one in found["seen"]),
            f"{found['seen'][-1]['plays'] / found['seen'][-1]['seconds']:,.0f}",
        ]
        for name, found in data.items()
    ]
    return [
        Table(
            "Pairs met by time",
            "One campaign of `dicelaw fuzz` each, from seed 0, on one core: how many pairs of cards, "
            "abilities, status effects, board actions and passives have met after some time of the "
            "processor. Two have met once both were used in one turn, or one while the other lay on the "
            "table. Machines are built, properties asked and finds shrunk in this time.",
            ["", "pairs", *(f"after {seconds} s" for seconds in after), "plays a second"],
            rows,
        )
    ]
