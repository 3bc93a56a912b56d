"""Record what ties each modelled rule of a game to its text, and print the rules that nothing ties.

Usage: python scripts/record_ties.py GAME FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

from dicelaw.checker.files import write_whole
from dicelaw.mutation.by_hand.ties import Ties
from dicelaw.oracle.answers.ties import written
from dicelaw.oracle.cli.options import told
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.statement_coverage import stated


def main(game: str, file: str) -> None:
    """Write ``file``; rules that can have no example are not asked about."""
    without = {one.rule for one in description(game).rulings().no_example}
    rules = [one.id for one in stated(game)[0] if one.status == "modelled"]
    asked = [rule for rule in rules if rule not in without]
    with told() as tell:
        found = [*Ties(game).of(asked, tell)]
    write_whole(Path(file), written(found))
    tied = {tie.rule for tie in found}
    sys.stdout.write("".join(f"{rule}\n" for rule in asked if rule not in tied))
    share = 100 * len(found) / len(rules)
    says = f"{len(found)} of {len(rules)} modelled rules are tied to their text ({share:.1f} %)"
    sys.stderr.write(f"{says}; {len(rules) - len(asked)} can have no example\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
