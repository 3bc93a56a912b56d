"""A page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from dicelaw.model.foreign.shown import html_shown as escape


def html_page(title: str, style: str, body: Iterable[str]) -> str:
    """The page, whole: ``title`` in plain text, and the lines of its ``body`` in HTML."""
    return "\n".join([
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>", f"<style>{style}</style>", "</head>", "<body>",
        f"<h1>{escape(title)}</h1>", *body, "</body>", "</html>", "",
    ])  # fmt: skip
