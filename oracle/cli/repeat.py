"""The line that repeats a run: the command as it was typed, without what needs no saying."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator

import click
from click.core import ParameterSource

from dicelaw.oracle.cli.output import say
from dicelaw.oracle.games.own_content import OwnContent


def repeat() -> None:
    """Say on stderr which command repeats this run; options that have their default value are left out."""
    ctx = click.get_current_context()
    words = ["dicelaw", str(ctx.info_name), *_words(ctx)]
    say("repeat: " + " ".join(map(_typed, words)), err=True)


def _words(ctx: click.Context) -> list[str]:
    """The arguments and options of the command line that ``ctx`` is of."""
    arguments: list[str] = []
    options: list[str] = []
    for parameter in ctx.command.params:
        value = ctx.params.get(str(parameter.name))
        if isinstance(parameter, click.Option):
            source = ctx.get_parameter_source(str(parameter.name))
            if source is not ParameterSource.DEFAULT and value != parameter.get_default(ctx):
                options += _option(parameter, value)
        else:
            arguments += _values(value)
    if any(one.startswith("-") and one != "-" for one in arguments):
        return [*options, "--", *arguments]
    return [*arguments, *options]


def _option(option: click.Option, value: object) -> Iterator[str]:
    """``option`` as it is typed to have ``value``."""
    if option.is_bool_flag:
        yield option.opts[0] if value else option.secondary_opts[0]
    elif option.multiple and isinstance(value, tuple):
        for one in value:
            yield from (option.opts[0], *_values(one))
    else:
        yield from (option.opts[0], *_values(value))


def _values(value: object) -> list[str]:
    """The words that stand for ``value``."""
    if isinstance(value, tuple):
        return [word for one in value for word in _values(one)]
    if isinstance(value, OwnContent):
        return [str(value.folder)]
    if isinstance(value, float):
        return [f"{value:g}"]
    return [] if value is None else [str(value)]


def _typed(word: str) -> str:
    """``word`` as it is typed to a shell; by its bytes, where not all of it can be shown on stderr."""
    try:
        word.encode(sys.stderr.encoding or "ascii")
    except UnicodeEncodeError:
        is_shown = False
    else:
        is_shown = word.isprintable()
    if is_shown:
        return shlex.quote(word)
    special = b"\\'"
    codes = (
        f"\\x{one:02x}" if not 32 <= one < 127 or one in special else chr(one) for one in os.fsencode(word)
    )
    return f"$'{''.join(codes)}'"
