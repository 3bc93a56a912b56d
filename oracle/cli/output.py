"""What the command line says: every word of it goes out here, as lines that nobody can forge."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap

import click

from dicelaw.model.foreign.shown import json_shown, shown
from dicelaw.oracle.errors import UserError

NARROWEST = 40
"""Fewer columns than this are no terminal that anybody reads."""


def width(most: int) -> int:
    """How many columns lines on stdout may have: those of its terminal, or ``most``."""
    return max(NARROWEST, min(most, get_terminal_size().columns)) if sys.stdout.isatty() else most


def _colours() -> bool | None:
    """False where the user or the terminal wants none, else None: whoever is asked may decide."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def say(*rows: str, err: bool = False, dim: bool = False) -> None:
    """Print each of ``rows`` on a line of its own, whatever is in it, on stdout or on stderr."""
    for row in rows:
        text = shown(row)
        click.echo(click.style(text, dim=True) if dim else text, err=err, color=_colours())


def say_wrapped(rows: Iterable[str]) -> None:
    """Print each of ``rows``; for a terminal it is wrapped between words, and not for a pipe."""
    for text in map(shown, rows):
        most, margin = width(len(text)), " " * (len(text) - len(text.lstrip()) + 4)
        say(*(wrap(text, most, subsequent_indent=margin, break_on_hyphens=False) or [text]))


def say_document(text: str) -> None:
    """Print ``text``, which is several lines by itself, such as a picture."""
    say(*text.removesuffix("\n").split("\n"))


def say_prompt(text: str) -> None:
    """Print ``text`` on stderr, and stay on the line."""
    click.echo(shown(text), err=True, nl=False)


def say_marked(mark: str, colour: str | None, row: str) -> None:
    """Print ``mark`` in a ``colour``, then ``row``, on one line."""
    click.echo(f"{click.style(shown(mark), fg=colour)} {shown(row)}", color=_colours())


def say_table(rows: Sequence[Mapping[str, str]], most: int, unbroken: Collection[str] = ()) -> None:
    """Print ``rows`` under the names of their fields, in ``most`` columns or those of the terminal.

    The first field and those in ``unbroken`` are not wrapped. On a terminal that is too narrow for that each
    value has a line of its own, with the name of its field.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, field in enumerate(rows[0] if rows else ()):
        table.add_column(field, no_wrap=place == 0 or field in unbroken, overflow="fold")
    for row in rows:
        table.add_row(*map(shown, row.values()))
    columns = width(most)
    console = Console(width=columns, color_system=None, highlight=False, markup=False)
    needed = Measurement.get(console, console.options.update(width=most), table).minimum
    if needed > columns and columns < most:
        for first, *rest in (row.items() for row in rows):
            say_wrapped([first[1], *(f"  {field}: {value}" for field, value in rest if value)])
        return
    with console.capture() as captured:
        console.print(table)
    say(*(line.rstrip() for line in captured.get().split("\n") if line.strip()))


def status_of(text: str) -> str:
    """``text`` as the status line of a terminal takes it."""
    from rich.markup import escape

    return escape(shown(text))


def say_message(text: str) -> None:
    """Print ``text``, which is JSON, on a line of its own."""
    click.echo(json_shown(text))


def make_folder(folder: Path) -> None:
    """Make ``folder``, where it is not there. Raises UserError where that can't be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: this folder cannot be made: {error.strerror}") from None
