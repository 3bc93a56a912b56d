"""`dicelaw schema`: the shapes of all messages that other programs send and get, and of content files."""

from __future__ import annotations

import json
from typing import Any

import click

from dicelaw.oracle.cli.options import (
    NAME,
    echo_json,
    example,
)

FILES = {
    "content": "content files",
    "scenario": "scenario files",
    "team": "team files (check-team)",
    "mapping": "mapping files (audit)",
    "rulings": "files of rulings and examples",
    "statements": "files of statements",
}
"""The kinds of YAML files that have a schema, each with what they are."""


def _file_options(command: Any) -> Any:
    for kind, says in reversed(FILES.items()):
        prints = f"Print that of the {says} of GAME instead."
        command = click.option(f"--{kind}", type=NAME, metavar="GAME", help=prints)(command)
    return command


@click.command("schema", epilog=example("schema Vector"))
@click.argument("name", required=False)
@_file_options
def command(name: str | None, **games: str | None) -> None:
    """Print the JSON schema (draft 2020-12) of all messages, or of one by its NAME with what it refers to.

    With an option, print that of YAML files instead; docs/scenarios.md says how an editor uses it.
    """
    from dicelaw.oracle.suggestions import unknown

    asked = [(kind, game) for kind, game in games.items() if game is not None]
    if len(asked) + (name is not None) > 1:
        options = ", ".join(f"--{kind}" for kind, _ in asked)
        raise click.UsageError(f"this asks for several schemas ({options}); ask for one at a time.")
    for kind, game in asked:
        echo_json(_of_content(game) if kind == "content" else _of_file(kind, game))
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


def _of_file(kind: str, game: str) -> object:
    """The schema of a ``kind`` of files of ``game``. Raises UserError where there is none."""
    from dicelaw.model.games import game_of
    from dicelaw.oracle.audit.mapping_schema import mapping
    from dicelaw.oracle.errors import ExitCode, UserError
    from dicelaw.oracle.files import file_schema
    from dicelaw.oracle.games.games import known_game

    game = known_game(game).name
    if kind == "statements":
        return file_schema.statements()
    if kind == "mapping":
        return file_schema.file(f"{kind} of {game}", mapping(game))
    own = game_of(game).part("oracle", "file_schemas")
    if kind == "rulings":
        return file_schema.rulings(own.scenario(game))
    made = getattr(own, kind, None)
    if made is None:
        raise UserError(f"{game} has no {FILES[kind]}, so there is no schema of them", ExitCode.UNKNOWN_NAME)
    return file_schema.file(f"{kind} of {game}", made(game))


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
