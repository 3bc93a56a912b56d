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
    cite it. Words list the statements that have them, first those whose ids begin so; the beginning of ids
    with a slash, as damage/, lists those alone.
    """
    from dicelaw.oracle.answers.cited import cited
    from dicelaw.oracle.games.statement_coverage import statements
    from dicelaw.oracle.suggestions import by_id, by_words, id_of, none_meant
    from dicelaw.specs.spoken import spoken

    known = {one.id: one for one in statements(game)}
    ids = by_id(asked, known) if asked else [*known]
    if asked and not (ids and "/" in " ".join(asked)):
        texts = {id: one.says for id, one in known.items()}
        ids = [*dict.fromkeys([*ids, *by_words(asked, texts, spoken(game))])]
    if not ids:
        raise none_meant("rule", asked, known)
    whole = asked and len(ids) == 1
    if whole and status is not None and id_of(" ".join(asked)) == ids[0]:
        raise click.UsageError("--status is for lists; it does not go with an ID")
    found = cited(game, cache_folder())
    if not whole or status not in (None, known[ids[0]].status):
        _list([known[id] for id in ids if status in (None, known[id].status)], found, form)
    elif form == "json":
        echo_json(_in_full(known[ids[0]], found, game))
    else:
        _show(_in_full(known[ids[0]], found, game), game)


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

    row, id = _row(statement, found), statement.id
    row |= {name: getattr(statement, name) for name in WHEN_THERE if getattr(statement, name)}
    if statement.reading:
        row["reading"] = _reading(statement.reading, game)
    row["transitions"] = [{"id": one, "says": found.says[one]} for one in found.transitions.get(id, [])]
    row["examples"] = [{"id": one, "says": found.says[one]} for one in found.examples.get(id, [])]
    row["properties"] = [
        {"id": one, "says": found.says[f"property/{one}"]} for one in found.properties.get(id, [])
    ]
    if (tie := recorded(game).get(id)) is not None:
        row["tied"] = {"by": tie.witness, "mistake": tie.says}
    return row


def _reading(id: str, game: str) -> dict[str, Any]:
    """The open point ``id``, with the editions of ``game`` that play by it, and what it asks if one does."""
    from dicelaw.oracle.games.games import GAMES, known_game, open_points

    family = known_game(game).family
    editions = [one.name for one in GAMES.values() if one.family == family]
    found = {name: point for name in editions for point in open_points(name) if point.id == id}
    row: dict[str, Any] = {"id": id, "games": [*found]}
    for point in [*found.values()][:1]:
        row |= {"asks": point.asks, "answers": dict(point.answers)}
    return row


def _show(row: dict[str, Any], game: str) -> None:
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
        reading = row["reading"]
        games = reading["games"]
        alone = f" (of {', '.join(games)} alone)" * bool(games and game not in games)
        say(*_block(f"reading {reading['id']}{alone}" + (f": {reading['asks']}" if games else "")))
        for answer, says in reading.get("answers", {}).items():
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
