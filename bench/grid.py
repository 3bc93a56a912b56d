"""Tables of results, as text for a terminal and as Markdown for the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """Rows of cells under a heading each; ``note`` says how they were measured."""

    title: str
    note: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def text(self) -> str:
        """The table for a terminal, without its note."""
        widths = [max(map(len, column)) for column in zip(self.heads, *self.rows, strict=True)]
        return "\n".join([self.title, *(_line(row, widths) for row in (self.heads, *self.rows))])

    def markdown(self) -> Iterator[str]:
        """The lines of the table in Markdown."""
        yield from (f"### {self.title}", "", self.note, "")
        yield f"| {' | '.join(self.heads)} |"
        yield f"|---|{'---:|' * (len(self.heads) - 1)}"
        for row in self.rows:
            yield f"| {' | '.join(row)} |"
        yield ""


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return "  " + "   ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)])
