"""A page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from dicelaw.model.foreign.shown import html_shown as escape

TIMELINE = """
ol.play { list-style: none; border-left: 2px solid #9fb0c0; margin-left: .4em; padding-left: 0 }
ol.play li { position: relative; padding: .25em 0 .25em 1.4em }
ol.play li::before { content: ""; position: absolute; left: -6px; top: .8em; width: 10px; height: 10px;
  border-radius: 50%; background: #9fb0c0 }
"""
"""The style of a play as a list with the class ``play``, a step an item."""


def html_page(title: str, style: str, body: Iterable[str]) -> str:
    """The page, whole: ``title`` in plain text, and the lines of its ``body`` in HTML."""
    return "\n".join([
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>", f"<style>{style}</style>", "</head>", "<body>",
        f"<h1>{escape(title)}</h1>", *body, "</body>", "</html>", "",
    ])  # fmt: skip
