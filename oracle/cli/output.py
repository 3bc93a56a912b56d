"""What the command line says: every word of it goes out here, as lines that nobody can forge."""

from __future__ import annotations

import click

from dicelaw.model.foreign.json_text import to_json
from dicelaw.model.foreign.shown import json_shown, shown


def say(*rows: str, err: bool = False) -> None:
    """Print each of ``rows`` on a line of its own, whatever is in it, on stdout or on stderr."""
    for row in rows:
        click.echo(shown(row), err=err)


def say_document(text: str) -> None:
    """Print ``text`` that is several lines by itself, such as a picture or a page."""
    say(*text.removesuffix("\n").split("\n"))


def say_prompt(text: str) -> None:
    """Print ``text`` on stderr, and stay on the line."""
    click.echo(shown(text), err=True, nl=False)


def say_line(value: object) -> None:
    """Print one JSON value on a line of its own."""
    click.echo(to_json(value))


def say_json(value: object) -> None:
    """Print one JSON value."""
    click.echo(to_json(value, indent=2))


def say_message(text: str) -> None:
    """Print one JSON value that is text already."""
    click.echo(json_shown(text))
