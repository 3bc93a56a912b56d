"""`dicelaw rules`: look up rule statements, and what carries them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import echo_json, format_option, game_argument
from dicelaw.oracle.cli.output import say

if TYPE_CHECKING:
    from dicelaw.oracle.carried import Carried
    from dicelaw.specs.statements import Statement

STATUSES = ("modelled", "open", "planned", "excluded")
FIELDS = ("id", "says", "source", "section", "kind", "status")
WHEN_THERE = ("open", "decided", "because")
WIDTH = 100
FEW = 4


@click.command("rules")
@game_argument
@click.argument("id", required=False)
@format_option
@click.option("--status", type=click.Choice(STATUSES), help="Only the statements of this status.")
def command(game: str, id: str | None, form: str, status: str | None) -> None:
    """List what the documents say, statement by statement, and what carries each.

    With ID that statement in full, with the examples and the properties about it and the transitions that
    cite it.
    """
    from dicelaw.oracle.carried import stated
    from dicelaw.oracle.near import unknown

    statements, found = stated(game)
    if id is None:
        _list([one for one in statements if status in (None, one.status)], found, form)
        return
    if status is not None:
        raise click.UsageError("--status is for the list; it does not go with an ID")
    by_id = {statement.id: statement for statement in statements}
    if id not in by_id:
        raise unknown("rule", id, by_id)
    if form == "json":
        echo_json(_in_full(by_id[id], found))
    else:
        _show(_in_full(by_id[id], found))


def _row(statement: Statement, found: Carried) -> dict[str, Any]:
    carriers = found.carriers.get(statement.id, ())
    return {**{name: getattr(statement, name) for name in FIELDS}, "cited_by": list(carriers)}


def _list(statements: Sequence[Statement], found: Carried, form: str) -> None:
    rows = [_row(statement, found) for statement in statements]
    if form == "json":
        echo_json(rows)
    else:
        for row in rows:
            say(f"{row['id']} ({row['status']}, {row['kind']})")
            say(*_block(row["says"]))
            say(*_block(f"{row['source']}, {row['section']}{_cited(row['cited_by'])}"), "")
    counts = Counter(statement.status for statement in statements)
    line = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    say(number_of(len(rows), "statement") + (f": {line}" if line else ""), err=form == "json")


def _cited(carriers: Sequence[str]) -> str:
    if not carriers:
        return ""
    rest = len(carriers) - FEW
    return f"; cited by {', '.join(carriers[:FEW])}" + (f" and {rest} more" if rest > 0 else "")


def _in_full(statement: Statement, found: Carried) -> dict[str, Any]:
    """The row of ``statement`` with all else that is known about it."""
    from dicelaw.model.kernel.prose import transition_sentence
    from dicelaw.oracle.carried import examples_of
    from dicelaw.oracle.games import open_points

    row = _row(statement, found)
    row |= {name: getattr(statement, name) for name in WHEN_THERE if getattr(statement, name)}
    if statement.reading:
        point = next(one for one in open_points(found.machine.profile) if one.id == statement.reading)
        row["reading"] = {"id": point.id, "asks": point.asks, "answers": dict(point.answers)}
    row["transitions"] = [
        {"id": transition.id, "says": transition_sentence(found.machine, transition)}
        for transition in found.transitions(statement.id)
    ]
    row["examples"] = [
        {"id": one.id, "says": one.answer if not one.question else f"{one.question} {one.answer}"}
        for one in examples_of(found.machine.profile, statement.id)
    ]
    row["properties"] = [{"id": one.id, "says": one.says} for one in found.properties(statement.id)]
    return row


def _show(row: dict[str, Any]) -> None:
    say(f"{row['id']} ({row['status']}, {row['kind']})")
    say(*_block(row["says"]))
    say(*_block(f"{row['source']}, {row['section']}"))
    if "open" in row:
        say(*_block(f"open: {row['open']}"))
    if "decided" in row:
        say(*_block(f"decided: {row['decided']}"))
    if "because" in row:
        say(*_block(f"{row['status']} because: {row['because']}"))
    if "reading" in row:
        say(*_block(f"reading {row['reading']['id']}: {row['reading']['asks']}"))
        for answer, says in row["reading"]["answers"].items():
            say(*_block(f"{answer}: {says}", "    "))
    for one in row["examples"]:
        say(*_block(f"{one['id']}: {one['says']}"))
    for one in row["properties"]:
        say(*_block(f"property {one['id']}: {one['says']}"))
    transitions = {transition["id"]: transition["says"] for transition in row["transitions"]}
    shown = {*transitions, *(f"property/{one['id']}" for one in row["properties"])}
    shown |= {one["id"] for one in row["examples"]}
    others = [carrier for carrier in row["cited_by"] if carrier not in shown]
    if others:
        say(*_block(f"cited by {', '.join(others)}"))
    for id, says in transitions.items():
        say("", f"  {id}", *_block(says, "    "))


def _block(text: str, margin: str = "  ") -> list[str]:
    width = WIDTH - 2 + len(margin)
    return wrap(text, width, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
