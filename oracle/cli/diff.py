"""`dicelaw diff`: the shortest play that tells two editions or readings apart, or that none does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.oracle.cli.options import (
    echo_line,
    flags,
    lines_format_option,
    repeat,
    teams_flags,
    teams_option,
)
from dicelaw.oracle.errors import UserError

if TYPE_CHECKING:
    from dicelaw.model.content.document import Document
    from dicelaw.oracle.difference import Variant

BUDGET = 20_000


@click.command("diff")
@click.argument("one")
@click.argument("other")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--topic", "wanted", multiple=True, help="Only this difference; may be given several times.")
@click.option(
    "--budget", type=click.IntRange(1), default=BUDGET, show_default=True, help="Most pairs of states."
)
@teams_option
@lines_format_option
@click.pass_context
def command(
    ctx: click.Context, one: str, other: str, file: Path | None, wanted: tuple[str, ...], budget: int,
    teams: str | None, form: str,
) -> None:  # fmt: skip
    """Compare ONE with OTHER: two editions, or a game under other answers, like `GAME?point=answer`.

    From where the scenario in FILE ends, or from the beginning of the game; for two editions without
    either, from the position kept for each point on which they differ, followed by what has changed and is
    not compared, with the reason. The search goes to the end of the turn. A play that tells them apart is
    the shortest one; `same` says that none does from there. The exit code is 7 if the budget ran out.
    """
    from dicelaw.oracle.difference import (
        account,
        check_comparable,
        compared,
        exit_code,
        sessions,
        variant,
    )
    from dicelaw.oracle.games import known_game
    from dicelaw.specs.dice_masters.changed import NOT_SHOWN

    sides = variant(one), variant(other)
    check_comparable(*sides)
    rows = []
    for topic, document in _cases(sides, file, wanted, teams):
        first, second = sessions(*sides, document, teams)
        row = {**topic, **account(first, second, compared(first, second, budget))}
        rows.append(row)
        if form == "json":
            echo_line({"one_is": one, "other_is": other, **row})
        else:
            _print(sides, row)
    editions = {known_game(side.game).edition for side in sides}
    for change in NOT_SHOWN if len(editions) > 1 and not (file or wanted or teams) else ():
        if form == "json":
            left = {"rules": list(change.statements), "verdict": "not compared", "because": change.because}
            echo_line({"one_is": one, "other_is": other, "topic": change.about, **left})
        else:
            click.echo(f"{change.about}: not compared")
            click.echo(f"  {change.because} [{', '.join(change.statements)}]")
    parts: list[object] = [one, other, *([file] if file is not None else []), *flags("--topic", wanted)]
    repeat("diff", *parts, "--budget", budget, *teams_flags(teams), "--format", form)
    ctx.exit(exit_code(rows))


def _cases(
    sides: tuple[Variant, Variant], file: Path | None, wanted: tuple[str, ...], teams: str | None
) -> Iterator[tuple[dict[str, Any], Callable[[str], Document] | None]]:
    """What is compared: a position for each difference, the one in ``file``, or the beginning."""
    from dicelaw.model.content.document import read
    from dicelaw.oracle.games import known_game
    from dicelaw.oracle.near import unknown
    from dicelaw.oracle.scenario import read_bytes, stop_if_unread

    games = [known_game(side.game) for side in sides]
    if file is not None:
        if wanted:
            raise click.UsageError("--topic has a position of its own; it does not go with a FILE")
        content = read_bytes(file)

        def document(game: str) -> Document:
            found = read(str(file), content)
            stop_if_unread(found)
            if isinstance(found.data, dict):
                found.data["game"] = game
            return found

        yield {"topic": str(file)}, document
        return
    if games[0].edition == games[1].edition or teams is not None:
        if wanted:
            raise UserError("there are topics for two editions only; name a FILE for anything else")
        yield {"topic": "the beginning"}, None
        return
    from dicelaw.specs.dice_masters.differences import topics

    known = topics()
    for id in wanted:
        if id not in known:
            raise unknown("topic", id, known)
    for id in wanted or known:
        says = {game.name: known[id].difference.says[game.edition] for game in games}
        rules = {game.name: known[id].difference.rules[game.edition] for game in games}
        yield {"topic": id, "says": says, "rules": rules}, known[id].document


def _print(sides: tuple[Variant, Variant], row: dict[str, Any]) -> None:
    click.echo(f"{row['topic']}: {row['verdict']}")
    for side in sides:
        if "says" in row:
            click.echo(f"  {side.game}: {row['says'][side.game]} [{row['rules'][side.game]}]")
    if row["verdict"] == "same":
        how = (
            "by their definitions"
            if row["equal_definitions"]
            else f"{row['pairs']} pairs of states, all seen"
        )
        click.echo(f"  no play tells them apart ({how})")
        return
    if row["verdict"] == "unknown":
        click.echo(f"  nothing tells them apart in {row['pairs']} pairs of states; raise --budget to go on")
        return
    from dicelaw.oracle.standing import lines

    click.echo(f"  after {', '.join(row['play']) or 'nothing'}:")
    for side, only, state in zip(sides, ("only_in_one", "only_in_other"), ("one", "other"), strict=True):
        click.echo(f"  {side.name}, at {row[state]['at']}:")
        if row[only]:
            click.echo(f"    only here: {_short(row[only])}")
        for line in lines(row[state]):
            click.echo(f"    {line}")


def _short(names: list[str]) -> str:
    more = f" and {len(names) - 6} more" if len(names) > 6 else ""
    return ", ".join(names[:6]) + more
