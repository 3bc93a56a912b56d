"""Measure the figures that the README quotes and put them between its markers.

Usage: python scripts/readme_figures.py [--check]   (--check prints them and changes nothing)
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATED = ("dice-throne", "dice-masters@2016", "dice-masters@2018")
COMMAND = Path(sys.executable).parent / "dicelaw"


def output(*words: str) -> str:
    """What `dicelaw` prints on stdout for ``words``."""
    return subprocess.run([str(COMMAND), *words], capture_output=True, text=True, check=True).stdout


def verified() -> str:
    """How many properties were verified, by game and verdict."""
    text = output("verify", "--format", "json")
    rows = re.findall(r'"game": ?"([^"]+)", ?"property": ?"[^"]+", ?"verdict": ?"([^"]+)"', text)
    games = Counter(game for game, _ in rows)
    verdicts = Counter(verdict for _, verdict in rows)
    parts = ", ".join(f"{count} of {game}" for game, count in sorted(games.items()))
    came = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    return f"`dicelaw verify` checks {len(rows)} properties ({parts}): {came}."


def stated(game: str) -> str:
    """How many rule statements of ``game`` have which status."""
    text = output("rules", game, "--format", "json")
    counts = Counter(re.findall(r'"status": ?"([^"]+)"', text))
    said = ", ".join(f"{n} {name}" for name, n in sorted(counts.items()))
    return f"- statements of the rules of {game}: {said}"


def benched() -> list[str]:
    """The goals with what `make bench` measured last, as its page has them."""
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    section = page.partition("### Goals\n")[2].partition("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("|")]


def main(check: bool) -> int:
    """Measure, and fill in or print."""
    block = [verified(), "", *map(stated, STATED), "", "What `make bench` measured, beside the goals:", ""]
    block += benched()
    text = "\n".join(block)
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
    readme.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
