"""After how many plays a campaign finds mistakes that take two entries to show, as a table for docs/fuzz.md.

Usage: python scripts/planted_pairs.py [--seconds 60] [--seed 0]   (of one core, for each mistake)
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from dicelaw.oracle.dice_throne.fuzzing import DuelFuzzing
from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
from dicelaw.oracle.fuzz.corpus import Done
from dicelaw.oracle.fuzz.faults import ORDER
from dicelaw.oracle.fuzz.find import Find
from dicelaw.oracle.games.own_content import own_content

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from planted_pairs import CONTENT, FIRST, PAIRING, RULES, first_unspent, spoiled


@click.command()
@click.option("--seconds", default=60.0, show_default=True, help="How long each mistake is looked for.")
@click.option("--seed", default=0, show_default=True, help="Other plays by another seed.")
def main(seconds: float, seed: int) -> None:
    """Print a row for each mistake, and end with 1 if one was not found."""
    click.echo("| mistake | found as | at fault | plays | seconds |\n|---|---|---|---|---|")
    missed = 0
    for name, mistake in CONTENT.items():
        with TemporaryDirectory() as folder:
            mistake.write(Path(folder))
            fuzzing = DuelFuzzing(own_content(Path(folder)))
            missed += told(name, Sought(fuzzing, mistake.fault, mistake.entries), seconds, seed)
    for id in RULES:
        bug = next(one.bug for one in DuelFuzzing(None).arena(PAIRING).properties if one.id == id)
        fuzzing = DuelFuzzing(None, spoiled(id), [PAIRING])
        missed += told(bug.says, Sought(fuzzing, f"property/{id}", ()), seconds, seed)
    missed += told(
        "the first token stays", Sought(DuelFuzzing(None, first_unspent, [FIRST]), ORDER, ()), seconds, seed
    )
    sys.exit(bool(missed))


@dataclass(frozen=True)
class Sought:
    """What is to be found in ``fuzzing``: a fault by its id, or any of a kind."""

    fuzzing: DuelFuzzing
    fault: str
    entries: tuple[str, ...]


def told(name: str, sought: Sought, seconds: float, seed: int) -> bool:
    """Print the row of a mistake; whether it was missed."""
    begun = time.process_time()
    find = found(sought, seconds, seed)
    if find is None:
        click.echo(f"| {name} | not found | | | {seconds:g} |")
        return True
    by = ", ".join(find.entries) or "the rules"
    click.echo(f"| {name} | {find.fault.id} | {by} | {find.number} | {time.process_time() - begun:.1f} |")
    return False


def found(sought: Sought, seconds: float, seed: int) -> Find | None:
    """The first such find within so many seconds of this process."""
    begun = time.process_time()

    def tell(_campaign: Campaign) -> None:
        if time.process_time() - begun > seconds:
            raise TimeoutError

    with suppress(TimeoutError):
        for find in Campaign(sought.fuzzing, Done(seed), Bounds(), tell=tell).run():
            if sought.fault in (find.fault.id, find.kind) and set(sought.entries) <= set(find.entries):
                return find
    return None


if __name__ == "__main__":
    main()
