"""Measure the figures that the README quotes and put them between its markers.

Usage: python scripts/readme_figures.py [--check]   (--check prints them and changes nothing)
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = Path(sys.executable).parent / "dicelaw"


def output(*words: str) -> tuple[str, float]:
    """What `dicelaw` prints on stdout for ``words``, and how many seconds it took."""
    begin = time.perf_counter()
    done = subprocess.run([str(COMMAND), *words], capture_output=True, text=True, check=True)
    return done.stdout, time.perf_counter() - begin


def verified() -> str:
    """How many properties were verified, by engine, and how long it took with nothing kept."""
    text, seconds = output("verify", "--no-cache", "--format", "json")
    rows = re.findall(r'"game": ?"([^"]+)", ?"property": ?"[^"]+", ?"verdict": ?"([^"]+)"', text)
    games = Counter(game for game, _ in rows)
    proved = sum(verdict == "proved" for _, verdict in rows)
    parts = ", ".join(f"{count} of {game}" for game, count in sorted(games.items()))
    count = f"{len(rows)} properties ({parts}), {proved} of them proved"
    return f"`dicelaw verify --no-cache` checks {count}, in {seconds:.0f} s."


def stated() -> str:
    """How many rule statements have which status."""
    text, _ = output("rules", "dice-throne", "--format", "json")
    counts = Counter(re.findall(r'"status": ?"([^"]+)"', text))
    said = ", ".join(f"{n} {name}" for name, n in sorted(counts.items()))
    return f"Statements of the rules of Dice Throne: {said}."


def stepped() -> list[str]:
    """The steps a second of the concrete reader, as the benchmark has them."""
    command = [sys.executable, str(ROOT / "bench" / "run.py"), "steps"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line.strip()]


def main(check: bool) -> int:
    """Measure, and fill in or print."""
    block = [verified(), "", stated(), "", "Steps of the concrete reader a second, on one core:", ""]
    block += ["```text", *stepped(), "```"]
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
