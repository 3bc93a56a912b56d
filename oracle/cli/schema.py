"""`dicelaw schema`: the shapes of all messages that other programs send and get, and of content files."""

from __future__ import annotations

import json
from typing import Any

import click

from dicelaw.oracle.cli.options import (
    echo_json,
    example,
)


@click.command("schema", epilog=example("schema Vector"))
@click.argument("name", required=False)
@click.option("--content", "game", metavar="GAME", help="Print that of the content files of GAME instead.")
def command(name: str | None, game: str | None) -> None:
    """Print the JSON schema (draft 2020-12) of all messages, or of one by its NAME with what it refers to."""
    from dicelaw.oracle.suggestions import unknown

    if game is not None:
        if name is not None:
            raise click.UsageError(f"--content has one schema, so {name} cannot be asked for; leave one out.")
        echo_json(_of_content(game))
        return
    whole = _of_messages()
    if name is None:
        echo_json(whole)
        return
    if name not in whole["$defs"]:
        raise unknown("message", name, whole["$defs"])
    echo_json({**whole, "$ref": f"#/$defs/{name}", "$defs": _parts(name, whole["$defs"])})


def _of_messages() -> dict[str, Any]:
    """The schema of all messages, with those of games of other packages where there are some."""
    from importlib.resources import files

    from dicelaw.model.games import installed

    if installed():
        from dicelaw.oracle.formats.formats import schema

        return schema()
    whole: dict[str, Any] = json.loads((files("dicelaw.oracle") / "schema.json").read_text(encoding="utf-8"))
    return whole


def _of_content(game: str) -> object:
    """The schema of the content files of ``game``. Raises UserError where there is no such game or schema."""
    from dicelaw.model.games import NoPart, game_of
    from dicelaw.oracle.errors import ExitCode, UserError
    from dicelaw.oracle.games.games import GAMES, known_game

    families = {one.family for one in GAMES.values() if one.modelled}
    known = game_of(game if game in families else known_game(game).name)
    try:
        text = (known.folder("model") / "content" / "schema.json").read_text(encoding="utf-8")
    except (NoPart, FileNotFoundError):
        says = f"{game} has no content files of one's own, so there is no schema of them"
        raise UserError(says, ExitCode.UNKNOWN_NAME) from None
    return json.loads(text)


def _parts(name: str, shapes: dict[str, object]) -> dict[str, object]:
    """The shape ``name`` with all that it refers to, directly or not."""
    found, waiting = dict[str, object](), [name]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = shapes[one]
            waiting += _named(shapes[one])
    return dict(sorted(found.items()))


def _named(shape: object) -> list[str]:
    """The shapes that ``shape`` refers to."""
    if isinstance(shape, dict):
        own = [str(shape["$ref"]).rpartition("/")[2]] if "$ref" in shape else []
        return own + [name for value in shape.values() for name in _named(value)]
    return [name for value in shape for name in _named(value)] if isinstance(shape, list) else []
