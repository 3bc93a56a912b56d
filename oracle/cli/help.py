"""`dicelaw help`: what a verb does, and what it takes."""

from __future__ import annotations

import click

from dicelaw.oracle.cli.options import example
from dicelaw.oracle.cli.output import say_document


@click.command("help", epilog=example("help legal"))
@click.argument("verb", required=False)
@click.pass_context
def command(ctx: click.Context, verb: str | None) -> None:
    """Say what VERB does and what it takes, as `dicelaw VERB --help` does; without it, list the verbs."""
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    if verb is None:
        say_document(root.get_help())
        return
    name, found, _ = root.command.resolve_command(root, [verb])
    assert found is not None
    say_document(click.Context(found, info_name=name, parent=root).get_help())
