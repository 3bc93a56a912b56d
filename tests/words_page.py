"""docs/words.md as tests read it."""

from pathlib import Path

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "words.md").read_text(encoding="utf-8")
INTRO, DUEL, TABLE = PAGE.split("\n## ")


def rows(part):
    """The cells of each row of the table in ``part`` after its head, by the name of the word."""
    lines = [line for line in part.splitlines() if line.startswith("| ")][2:]
    cells = ([cell.strip() for cell in line.strip("|").split(" | ")] for line in lines)
    return {row[0].strip("*"): row for row in cells}
