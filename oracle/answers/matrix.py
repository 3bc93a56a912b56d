"""A matrix of match-ups as rows of a table, as plain values, as CSV and as a picture."""

from __future__ import annotations

import csv
import io
from html import escape
from typing import Any

from dicelaw.checker.duels import Duels
from dicelaw.checker.matchups import Matrix

CELL, LEFT, TOP = 34, 112, 112
NOTES = 620
"""The notes below the squares take this width."""
FULL = 0.4
"""A share that is so far from one half has the full colour."""
WINS, LOSES = (33, 102, 172), (178, 24, 43)
STYLE = "text{font:12px system-ui,'Segoe UI',Helvetica,Arial,sans-serif;fill:#111827}.note{fill:#4b5563}"


def table(matrix: Matrix) -> list[dict[str, str]]:
    """A row for each hero from the one that wins most: how many duels in a hundred it wins of whom."""
    ranked, rows = matrix.ranked(), []
    for place, hero in enumerate(ranked, 1):
        row = {"": f"{place} {hero}", "all": _points(matrix.rate(hero))}
        for number, other in enumerate(ranked, 1):
            row[str(number)] = "-" if other == hero else _points(matrix.of(hero, other).rate)
        rows.append(row)
    return rows


def as_json(matrix: Matrix, policy: str) -> dict[str, Any]:
    """The matrix with all that was counted."""
    asked = matrix.question
    return {
        "game": asked.game,
        "policy": policy,
        "seed": asked.seed,
        "within": asked.within,
        "heroes": [{"hero": hero, "rate": round(matrix.rate(hero), 4)} for hero in matrix.ranked()],
        "matchups": [
            {"hero": pair.one, "rival": pair.other, **_counted(duels)} for pair, duels in matrix.found.items()
        ],
    }


def as_csv(matrix: Matrix) -> str:
    """A line for each ordered pair of heroes."""
    text = io.StringIO()
    fields = ["hero", "rival", *_counted(Duels(games=1))]
    out = csv.DictWriter(text, fields, lineterminator="\n")
    out.writeheader()
    for hero in matrix.heroes:
        for rival in matrix.heroes:
            if rival != hero:
                out.writerow({"hero": hero, "rival": rival, **_counted(matrix.of(hero, rival))})
    return text.getvalue()


def picture(matrix: Matrix, policy: str) -> str:
    """The matrix as an SVG: blue where the hero of the row wins more, red where it loses more."""
    ranked = matrix.ranked()
    width, height = max(LEFT + CELL * (len(ranked) + 1) + 16, NOTES), TOP + CELL * len(ranked) + 56
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" width="{width}">',
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, hero in enumerate(["all", *ranked]):
        at = LEFT + CELL * number + CELL / 2
        rows.append(f'<text transform="translate({at + 4},{TOP - 8}) rotate(-60)">{escape(hero)}</text>')
    for place, hero in enumerate(ranked):
        y = TOP + CELL * place
        rows.append(f'<text x="{LEFT - 8}" y="{y + CELL / 2 + 4}" text-anchor="end">{escape(hero)}</text>')
        rows += _cell(0, y, matrix.rate(hero), f"{hero}: {_points(matrix.rate(hero))} % of all")
        for number, other in enumerate(ranked, 1):
            if other == hero:
                rows.append(_square(number, y, "#e5e7eb"))
                continue
            duels = matrix.of(hero, other)
            low, high = (_points(end) for end in duels.interval)
            says = f"{hero} beats {other} in {duels.won} of {duels.games} duels: from {low} to {high} %"
            rows += _cell(number, y, duels.rate, says)
    notes = ("duels in a hundred that the hero of the row wins of the one of the column", policy)
    for line, note in enumerate(notes):
        rows.append(f'<text class="note" x="8" y="{height - 32 + 16 * line}">{escape(note)}</text>')
    return "\n".join([*rows, "</svg>", ""])


def _cell(number: int, y: float, rate: float, says: str) -> list[str]:
    x = LEFT + CELL * number + CELL / 2
    place = f'x="{x}" y="{y + CELL / 2 + 4}" text-anchor="middle" pointer-events="none"'
    square = _square(number, y, _colour(rate), f"<title>{escape(says)}</title>")
    return [square, f"<text {place}>{_points(rate)}</text>"]


def _square(number: int, y: float, colour: str, inner: str = "") -> str:
    x = LEFT + CELL * number
    return f'<rect x="{x}" y="{y}" width="{CELL - 1}" height="{CELL - 1}" fill="{colour}">{inner}</rect>'


def _colour(rate: float) -> str:
    strength = min(abs(rate - 0.5) / FULL, 1.0) * 0.75
    full = WINS if rate >= 0.5 else LOSES
    return "#" + "".join(f"{round(255 + (part - 255) * strength):02x}" for part in full)


def _points(rate: float) -> str:
    return f"{100 * rate:.0f}"


def _counted(duels: Duels) -> dict[str, Any]:
    low, high = duels.interval
    return {
        "games": duels.games,
        "won": duels.won,
        "lost": duels.lost,
        "outside": duels.outside,
        "turns": duels.turns,
        "rate": round(duels.rate, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }
