"""Measure the figures that the README quotes and put them between its markers.

Usage: python scripts/readme_figures.py [--check]   (--check prints them and changes nothing)
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dicelaw.checker.files import write_whole
from dicelaw.oracle.answers.ties import recorded

ROOT = Path(__file__).resolve().parent.parent
STATED = ("dice-throne", "dice-masters@2016", "dice-masters@2018", "dice-conquest")
COMMAND = Path(sys.executable).parent / "dicelaw"
SOLVERS = ("z3", "cvc5")
UNDECIDED = 7
"""The exit code of `dicelaw recheck` where all that is missing was too much for the solver."""


def output(*words: str, ends: Sequence[int] = (0,)) -> str:
    """What `dicelaw` prints on stdout for ``words``. Raises CalledProcessError if it does not end so."""
    done = subprocess.run([str(COMMAND), *words], capture_output=True, text=True, check=False)
    if done.returncode not in ends:
        done.check_returncode()
    return done.stdout


def verified(folder: Path) -> list[str]:
    """How many properties were verified, by game and verdict, and whose proofs have scripts in ``folder``."""
    lines = output("verify", "--evidence", str(folder), "--format", "json").splitlines()
    rows = [row for row in map(json.loads, lines) if "property" in row]
    games = Counter(row["game"] for row in rows)
    verdicts = Counter(row["verdict"] for row in rows)
    parts = ", ".join(f"{count} of {game}" for game, count in sorted(games.items()))
    came = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    found = {solver: rechecked(folder, solver) for solver in SOLVERS}
    scripts = {(row["game"], row["property"]) for row in found["z3"]}
    others = Counter(row["engine"] for row in rows if (row["game"], row["property"]) not in scripts)
    by = ", ".join(f"{count} by {engine}" for engine, count in others.most_common())
    return [
        f"`dicelaw verify` checks {len(rows)} properties ({parts}): {came}.",
        f"With `--evidence` {len(scripts)} of them have scripts; the others ({by}) have none.",
        *(f"`dicelaw recheck` by {solver}: {_said(one)}." for solver, one in found.items()),
    ]


def rechecked(folder: Path, solver: str) -> list[Mapping[str, Any]]:
    """What ``solver`` says of each proof that has a script in ``folder``."""
    text = output("recheck", str(folder), "--solver", solver, "--format", "json", ends=(0, UNDECIDED))
    return [json.loads(line) for line in text.splitlines()]


def _said(rows: Sequence[Mapping[str, Any]]) -> str:
    confirmed, unknown = sum(row["confirmed"] for row in rows), sum(row["unknown"] for row in rows)
    checks = sum(sum(row["checks"].values()) for row in rows)
    return f"{confirmed} of {len(rows)} confirmed, {unknown} of their {checks:,} checks unknown"


def stated(game: str) -> str:
    """How many rule statements of ``game`` have which status, and how many something ties to the text."""
    text = output("rules", game, "--format", "json")
    counts = Counter(re.findall(r'"status": ?"([^"]+)"', text))
    said = ", ".join(f"{n} {name}" for name, n in sorted(counts.items()))
    return f"- statements of the rules of {game}: {said}; {len(recorded(game))} tied to the text"


def main(check: bool) -> int:
    """Measure, and fill in or print."""
    with TemporaryDirectory() as folder:
        checked = verified(Path(folder))
    text = "\n".join([*checked, "", *map(stated, STATED)])
    if check:
        sys.stdout.write(text + "\n")
        return 0
    readme = ROOT / "README.md"
    old = readme.read_text(encoding="utf-8")
    new = re.sub(
        r"(<!-- figures -->\n).*?(<!-- /figures -->)",
        lambda match: match.group(1) + text + "\n" + match.group(2),
        old,
        count=1,
        flags=re.DOTALL,
    )
    write_whole(readme, new)
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
