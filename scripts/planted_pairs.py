"""Plant mistakes that take two entries to show, and put a table of when each is found into docs/fuzz.md.

Usage: python scripts/planted_pairs.py [--seconds 60] [--seed 0] [--check]   (seconds of one core for each)
With --check the table is printed, and nothing is written.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from dicelaw.checker.files import write_whole
from dicelaw.oracle.dice_conquest.fuzzing import QuestFuzzing
from dicelaw.oracle.dice_throne.fuzzing import DuelFuzzing
from dicelaw.oracle.fuzz.arena import Fuzzing
from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
from dicelaw.oracle.fuzz.corpus import Done
from dicelaw.oracle.fuzz.faults import ORDER
from dicelaw.oracle.fuzz.find import Find
from dicelaw.oracle.fuzz.meetings import PAIR
from dicelaw.oracle.games.own_content import own_content

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import planted_pairs as planted

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "fuzz.md"
PLACE = re.compile(r"(<!-- planted -->\n).*?(<!-- /planted -->)", re.DOTALL)
HEAD = "| mistake | found as | at fault | plays | seconds |\n|---|---|---|---:|---:|"


@dataclass(frozen=True)
class Sought:
    """What is to be found in ``fuzzing``: a fault by its id, or any of a kind, that ``entries`` are at."""

    name: str
    fuzzing: Fuzzing
    fault: str
    entries: tuple[str, ...] = ()


@click.command()
@click.option("--seconds", default=60.0, show_default=True, help="How long each mistake is looked for.")
@click.option("--seed", default=0, show_default=True, help="Other plays by another seed.")
@click.option("--check", is_flag=True, help="Write nothing.")
def main(seconds: float, seed: int, check: bool) -> None:
    """Print a row for each mistake, write the table, and end with 1 if one was not found."""
    rows, missed = [HEAD], 0
    click.echo(HEAD)
    for sought in mistakes():
        row, was_found = told(sought, seconds, seed)
        click.echo(row)
        rows.append(row)
        missed += not was_found
    count = len(rows) - 1
    rows.append(f"\n{count - missed} of {count} were found within {seconds:g} seconds each.")
    click.echo(rows[-1])
    if not check:
        table = "\n".join((*rows, ""))
        write_whole(PAGE, PLACE.sub(lambda place: place[1] + table + place[2], PAGE.read_text("utf-8")))
    sys.exit(bool(missed))


def mistakes() -> Iterator[Sought]:
    """Each mistake, planted; content of its own lies in a folder that is there while it is looked for."""
    for name, mistake in planted.CONTENT.items():
        with TemporaryDirectory() as folder:
            mistake.write(Path(folder))
            fuzzing = DuelFuzzing(own_content(Path(folder)))
            yield Sought(name, fuzzing, mistake.fault, mistake.entries)
    for id in planted.RULES:
        bug = next(one.bug for one in DuelFuzzing(None).arena(planted.PAIRING).properties if one.id == id)
        yield Sought(bug.says, DuelFuzzing(None, planted.spoiled(id), [planted.PAIRING]), f"property/{id}")
    yield Sought("the first token stays", DuelFuzzing(None, planted.first_unspent, [planted.FIRST]), ORDER)
    for id in planted.RULES_OF_QUESTS:
        bug = next(one.bug for one in QuestFuzzing(None).arena(planted.QUESTS).properties if one.id == id)
        spoiled = QuestFuzzing(None, planted.spoiled_quest(id), [planted.QUESTS])
        yield Sought(bug.says, spoiled, f"property/{id}")


def told(sought: Sought, seconds: float, seed: int) -> tuple[str, bool]:
    """The row of a mistake, and whether it was found."""
    begun = time.process_time()
    find = found(sought, seconds, seed)
    if find is None:
        return f"| {sought.name} | not found | | | {seconds:g} |", False
    by, took = ", ".join(find.entries), time.process_time() - begun
    return f"| {sought.name} | {find.fault.id} | {by} | {find.number} | {took:.1f} |", True


def found(sought: Sought, seconds: float, seed: int) -> Find | None:
    """The first such find of two entries or more within so many seconds of this process."""
    begun = time.process_time()

    def tell(_campaign: Campaign) -> None:
        if time.process_time() - begun > seconds:
            raise TimeoutError

    with suppress(TimeoutError):
        for find in Campaign(sought.fuzzing, Done(seed), Bounds(), tell=tell).run():
            is_it = sought.fault in (find.fault.id, find.kind) and set(sought.entries) <= set(find.entries)
            if is_it and len(find.entries) >= PAIR:
                return find
    return None


if __name__ == "__main__":
    main()
