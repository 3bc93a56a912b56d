"""A page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicelaw.model.foreign.shown import html_shown as escape

TIMELINE = """
ol.play { list-style: none; border-left: 2px solid #9fb0c0; margin-left: .4em; padding-left: 0 }
ol.play li { position: relative; padding: .25em 0 .25em 1.4em }
ol.play li::before { content: ""; position: absolute; left: -6px; top: .8em; width: 10px; height: 10px;
  border-radius: 50%; background: #9fb0c0 }
"""
"""The style of a play as a list with the class ``play``, a step an item."""

WIDE = ".wide { overflow-x: auto; max-width: 100% }"
"""The style of what is moved sideways where the page is too narrow for it."""


def items(rows: Sequence[str]) -> str:
    """The ``rows`` of a play as items of a list; rows that are indented are told with the one before them.

    A change, such as ``2 -> 0``, has an arrow that stays on the line of what was there before.
    """
    whole: list[list[str]] = []
    for row in rows:
        if row[:1] == " " and whole:
            whole[-1].append(" ".join(row.split()))
        else:
            whole.append([row])
    said = (f"{first} {', '.join(more)}" if more else first for first, *more in whole)
    return "\n".join(f"<li>{escape(one).replace(' -&gt; ', '&nbsp;&rarr; ')}</li>" for one in said)


def html_page(title: str, style: str, body: Iterable[str]) -> str:
    """The page, whole: ``title`` in plain text, and the lines of its ``body`` in HTML."""
    return "\n".join([
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>", f"<style>{style}</style>", "</head>", "<body>",
        f"<h1>{escape(title)}</h1>", *body, "</body>", "</html>", "",
    ])  # fmt: skip
