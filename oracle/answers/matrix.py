"""A matrix of match-ups as rows of a table, as plain values, as CSV and as a picture."""

from __future__ import annotations

import csv
import io
from html import escape
from typing import Any

from dicelaw.checker.duels import Duels, most
from dicelaw.checker.matchups import Matrix
from dicelaw.model.number_of import number_of

CELL, LEFT, TOP, LETTER, LINE = 34, 112, 112, 7, 16
"""The side of a square, the least space left of them and above, a letter's width and a line's height."""
WAYS = ("won_by", "lost_by")
SHOWN = 3
"""So many ways to win or lose are shown of each."""
FULL = 0.4
"""A share that is so far from one half has the full colour."""
WINS, LOSES = (33, 102, 172), (178, 24, 43)
STYLE = "text{font:12px system-ui,'Segoe UI',Helvetica,Arial,sans-serif;fill:#111827}.note{fill:#4b5563}"


def table(matrix: Matrix) -> list[dict[str, str]]:
    """A row for each one from the one that wins most: how many games in a hundred it wins of whom."""
    ranked, rows = matrix.ranked(), []
    for place, name in enumerate(ranked, 1):
        row = {"": f"{place} {name}", "all": _points(matrix.rate(name))}
        for number, other in enumerate(ranked, 1):
            row[str(number)] = "-" if other == name else _points(matrix.of(name, other).rate)
        rows.append(row)
    return rows


def endings(matrix: Matrix) -> list[dict[str, str]]:
    """A row for each one, in the same order: how long its games last, and by what it wins and loses most."""
    rows = []
    for place, name in enumerate(matrix.ranked(), 1):
        total = matrix.total(name)
        rows.append(
            {
                "": f"{place} {name}",
                "turns": f"{total.turns / total.games:.1f}",
                "% of wins by": most(total.won_by, SHOWN),
                "% of losses by": most(total.lost_by, SHOWN),
            }
        )
    return rows


def how_measured(matrix: Matrix) -> str:
    """How many games there were, and how wide the intervals are, in words."""
    games = [duels.games for duels in matrix.found.values()]
    widest = max(duels.within for duels in matrix.found.values())
    each = f"{min(games):,} to {max(games):,}" if min(games) < max(games) else f"{max(games):,}"
    return (
        f"{number_of(sum(games), 'game')} of {number_of(len(games), 'match-up')}, {each} each; "
        f"95 % intervals of ±{100 * widest:.1f} points at most"
    )


def as_json(matrix: Matrix) -> dict[str, Any]:
    """The matrix with all that was counted."""
    asked = matrix.question
    return {
        "game": asked.game,
        "policy": asked.players.name,
        "players": asked.players.says,
        "seed": asked.seed,
        "within": asked.within,
        "ranking": [{"name": name, "rate": round(matrix.rate(name), 4)} for name in matrix.ranked()],
        "matchups": [
            {"name": pair.one, "rival": pair.other, **counted(duels)} for pair, duels in matrix.found.items()
        ],
    }


def as_csv(matrix: Matrix) -> str:
    """A line for each ordered pair."""
    text = io.StringIO()
    fields = ["name", "rival", *counted(Duels(games=1))]
    out = csv.DictWriter(text, fields, lineterminator="\n")
    out.writeheader()
    for name in matrix.names:
        for rival in matrix.names:
            if rival != name:
                found = counted(matrix.of(name, rival))
                said = {field: "; ".join(f"{way} {n}" for way, n in found[field].items()) for field in WAYS}
                out.writerow({"name": name, "rival": rival, **found, **said})
    return text.getvalue()


def picture(matrix: Matrix) -> str:
    """The matrix as an SVG: blue where the one of the row wins more, red where it loses more."""
    ranked = matrix.ranked()
    notes = (
        f"{matrix.question.game}: how many of a hundred games the row wins against the column",
        matrix.question.players.says,
        how_measured(matrix),
    )
    name_width, note_width = (LETTER * max(map(len, texts)) + 16 for texts in (ranked, notes))
    left, top = max(LEFT, name_width), max(TOP, name_width)
    width = max(left + CELL * (len(ranked) + 1) + name_width // 2, note_width)
    height = top + CELL * len(ranked) + 24 + LINE * len(notes)
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" width="{width}">',
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, name in enumerate(["all", *ranked]):
        at = left + CELL * number + CELL / 2
        rows.append(f'<text transform="translate({at + 4},{top - 8}) rotate(-60)">{escape(name)}</text>')
    for place, name in enumerate(ranked):
        y = top + CELL * place
        rows.append(f'<text x="{left - 8}" y="{y + CELL / 2 + 4}" text-anchor="end">{escape(name)}</text>')
        rows += _cell(left, y, matrix.rate(name), f"{name}: {_points(matrix.rate(name))} % of all")
        for number, other in enumerate(ranked, 1):
            x = left + CELL * number
            if other == name:
                rows.append(_square(x, y, "#e5e7eb"))
                continue
            duels = matrix.of(name, other)
            low, high = (_points(end) for end in duels.interval)
            says = (
                f"{name} beats {other} in {duels.won} of {duels.games} games: from {low} to {high} %; "
                f"{duels.turns / duels.games:.1f} turns"
            )
            rows += _cell(x, y, duels.rate, says)
    for line, note in enumerate(notes):
        rows.append(
            f'<text class="note" x="8" y="{height - LINE * (len(notes) - line)}">{escape(note)}</text>'
        )
    return "\n".join([*rows, "</svg>", ""])


def _cell(x: float, y: float, rate: float, says: str) -> list[str]:
    place = f'x="{x + CELL / 2}" y="{y + CELL / 2 + 4}" text-anchor="middle" pointer-events="none"'
    square = _square(x, y, _colour(rate), f"<title>{escape(says)}</title>")
    return [square, f"<text {place}>{_points(rate)}</text>"]


def _square(x: float, y: float, colour: str, inner: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{CELL - 1}" height="{CELL - 1}" fill="{colour}">{inner}</rect>'


def _colour(rate: float) -> str:
    strength = min(abs(rate - 0.5) / FULL, 1.0) * 0.75
    full = WINS if rate >= 0.5 else LOSES
    return "#" + "".join(f"{round(255 + (part - 255) * strength):02x}" for part in full)


def _points(rate: float) -> str:
    return f"{100 * rate:.0f}"


def counted(duels: Duels) -> dict[str, Any]:
    """What was counted of ``duels``, with the share that was won and its interval."""
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
        **{field: dict(getattr(duels, field)) for field in WAYS},
    }
