"""`dicelaw schema`: the shapes of all messages that other programs send and get."""

from __future__ import annotations

import json

import click

from dicelaw.oracle.cli.options import (
    echo_json,
    example,
)


@click.command("schema", epilog=example("schema Vector"))
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """Print the JSON schema (draft 2020-12) of all messages, or of one by its NAME with what it refers to."""
    from importlib.resources import files

    from dicelaw.oracle.near import unknown

    whole = json.loads(files("dicelaw.oracle").joinpath("schema.json").read_text(encoding="utf-8"))
    if name is None:
        echo_json(whole)
        return
    if name not in whole["$defs"]:
        raise unknown("message", name, whole["$defs"])
    echo_json({**whole, "$ref": f"#/$defs/{name}", "$defs": _parts(name, whole["$defs"])})


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
