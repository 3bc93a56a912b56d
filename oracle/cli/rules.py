"""`dicelaw rules`: look up rule statements, and what carries them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cache_folder import cache_folder
from dicelaw.oracle.cli.options import (
    echo_json,
    example,
    format_option,
    game_argument,
)
from dicelaw.oracle.cli.output import say, width

if TYPE_CHECKING:
    from dicelaw.oracle.answers.cited import Cited
    from dicelaw.specs.statements import Statement

STATUSES = ("modelled", "open", "planned", "excluded")
FIELDS = ("id", "says", "source", "section", "kind", "status")
WHEN_THERE = ("open", "decided", "because")
WIDTH = 100
FEW = 4


def _rules(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """The rules of the game before it that a shell may complete ``begun`` to."""
    from dicelaw.oracle.games.statement_coverage import statements

    return [one.id for one in statements(ctx.params["game"]) if one.id.startswith(begun)]


@click.command("rules", epilog=example("rules dice-throne healing cap"))
@game_argument
@click.argument("asked", nargs=-1, metavar="[ID | WORD]...", shell_complete=_rules)
@format_option
@click.option("--status", type=click.Choice(STATUSES), help="Only the statements of this status.")
def command(game: str, asked: tuple[str, ...], form: str, status: str | None) -> None:
    """List what the documents say, statement by statement, and what carries each.

    An ID shows that statement in full, with the examples and the properties about it and the transitions that
    cite it. The beginning of ids, or words to look for, list the statements that have them.
    """
    from dicelaw.oracle.answers.cited import cited
    from dicelaw.oracle.games.statement_coverage import statements
    from dicelaw.oracle.suggestions import id_of, meant, none_meant

    by_id = {one.id: one for one in statements(game)}
    ids = meant(asked, {id: one.says for id, one in by_id.items()}) if asked else [*by_id]
    if not ids:
        raise none_meant("rule", asked, by_id)
    whole = asked and len(ids) == 1
    if whole and status is not None and id_of(" ".join(asked)) == ids[0]:
        raise click.UsageError("--status is for lists; it does not go with an ID")
    found = cited(game, cache_folder())
    if not whole or status not in (None, by_id[ids[0]].status):
        _list([by_id[id] for id in ids if status in (None, by_id[id].status)], found, form)
    elif form == "json":
        echo_json(_in_full(by_id[ids[0]], found, game))
    else:
        _show(_in_full(by_id[ids[0]], found, game))


def _row(statement: Statement, found: Cited) -> dict[str, Any]:
    carriers = found.carriers.get(statement.id, [])
    return {**{name: getattr(statement, name) for name in FIELDS}, "cited_by": carriers}


def _list(statements: Sequence[Statement], found: Cited, form: str) -> None:
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


def _in_full(statement: Statement, found: Cited, game: str) -> dict[str, Any]:
    """The row of ``statement`` with all else that is known about it."""
    from dicelaw.oracle.answers.ties import recorded
    from dicelaw.oracle.games.games import open_points

    row, id = _row(statement, found), statement.id
    row |= {name: getattr(statement, name) for name in WHEN_THERE if getattr(statement, name)}
    if statement.reading:
        point = next(one for one in open_points(game) if one.id == statement.reading)
        row["reading"] = {"id": point.id, "asks": point.asks, "answers": dict(point.answers)}
    row["transitions"] = [{"id": one, "says": found.says[one]} for one in found.transitions.get(id, [])]
    row["examples"] = [{"id": one, "says": found.says[one]} for one in found.examples.get(id, [])]
    row["properties"] = [
        {"id": one, "says": found.says[f"property/{one}"]} for one in found.properties.get(id, [])
    ]
    if (tie := recorded(game).get(id)) is not None:
        row["tied"] = {"by": tie.witness, "mistake": tie.says}
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
    if "tied" in row:
        say(*_block(f"a mistake that is noticed: {row['tied']['mistake']} ({row['tied']['by']} fails)"))
    transitions = {transition["id"]: transition["says"] for transition in row["transitions"]}
    shown = {*transitions, *(f"property/{one['id']}" for one in row["properties"])}
    shown |= {one["id"] for one in row["examples"]}
    others = [carrier for carrier in row["cited_by"] if carrier not in shown]
    if others:
        say(*_block(f"cited by {', '.join(others)}"))
    for id, says in transitions.items():
        say("", f"  {id}", *_block(says, "    "))


def _block(text: str, margin: str = "  ") -> list[str]:
    most = width(WIDTH - 2 + len(margin))
    return wrap(text, most, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
