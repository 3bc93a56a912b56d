"""`dicelaw diff`: the shortest play that tells two editions or readings apart, or that none does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    NAME,
    WholeRange,
    echo_line,
    example,
    lines_format_option,
    teams_option,
    told,
)
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import UserError

if TYPE_CHECKING:
    from dicelaw.model.content.document import Document
    from dicelaw.oracle.answers.difference import Variant

BUDGET = 20_000


@click.command("diff", epilog=example("diff dice-masters@2016 dice-masters@2018 --topic idle-global"))
@click.argument("one")
@click.argument("other")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--topic", "wanted", type=NAME, multiple=True, help="Only this difference; may be given several times."
)
@click.option("--budget", type=WholeRange(1), default=BUDGET, show_default=True, help="Most pairs of states.")
@teams_option
@lines_format_option
@click.pass_context
def command(
    ctx: click.Context, one: str, other: str, file: Path | None, wanted: tuple[str, ...], budget: int,
    teams: str | None, form: str,
) -> None:  # fmt: skip
    """Compare ONE with OTHER: two editions, or a game under other answers, like `GAME?point=answer`.

    The comparison begins where the scenario in FILE ends, or at the beginning of the game. Two editions
    without FILE are compared on each point on which their texts differ, from a position that is kept for
    it, and under another answer to an open point where that shows more. It goes to the end of the turn. A
    play that tells them apart is a shortest one; `same` says that no play from there does. Ends with 7 if
    the budget ran out.
    """
    from dicelaw.oracle.answers.difference import (
        account,
        check_comparable,
        compared,
        exit_code,
        sessions,
        variant,
    )

    given = variant(one), variant(other)
    check_comparable(*given)
    rows = []
    cases = [*_cases(given, file, wanted, teams)]
    with told() as tell:
        for number, (sides, topic, document) in enumerate(cases):
            tell("comparing", number, len(cases))
            first, second = sessions(*sides, document, teams)
            row = {**topic, **account(first, second, compared(first, second, budget))}
            rows.append(row)
            if form == "json":
                echo_line({"one_is": sides[0].name, "other_is": sides[1].name, **row})
            else:
                _print(sides, row)
    repeat()
    ctx.exit(exit_code(rows))


def _cases(
    sides: tuple[Variant, Variant], file: Path | None, wanted: tuple[str, ...], teams: str | None
) -> Iterator[tuple[tuple[Variant, Variant], dict[str, Any], Callable[[str], Document] | None]]:
    """What is compared: a position for each difference, the one in ``file``, or the beginning."""
    from dicelaw.model.content.document import read
    from dicelaw.oracle.files.reading import read_bytes
    from dicelaw.oracle.files.scenario import stop_if_unread
    from dicelaw.oracle.games.games import known_game
    from dicelaw.oracle.suggestions import unknown

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

        yield sides, {"topic": str(file)}, document
        return
    if games[0].edition == games[1].edition or teams is not None:
        if wanted:
            raise UserError("there are topics for two editions only; name a FILE for anything else")
        yield sides, {"topic": "the beginning"}, None
        return
    differences = games[0].part("specs", "differences")
    known, because = differences.topics(), games[0].part("specs", "changed").BECAUSE
    for id in wanted:
        if id not in known:
            raise unknown("topic", id, known)
    for id in wanted or known:
        topic = known[id]
        row: dict[str, Any] = {
            "topic": id,
            "says": {game.name: topic.difference.says[game.edition] for game in games},
            "rules": {game.name: topic.difference.rules[game.edition] for game in games},
            "position": topic.about,
        }
        yield sides, row | ({"because": because[id]} if id in because else {}), topic.document
        under = _under(sides, topic.difference.reading)
        if under != sides:
            yield under, row, topic.document


def _under(sides: tuple[Variant, Variant], reading: tuple[str, str] | None) -> tuple[Variant, Variant]:
    """``sides``, the older edition with the answer ``reading`` if it has no other to that point."""
    from dicelaw.oracle.games.games import known_game

    if reading is None:
        return sides
    point, answer = reading
    older = min(known_game(side.game).edition for side in sides)
    one, other = (
        side
        if known_game(side.game).edition != older or point in side.readings
        else replace(side, name=f"{side.name}{',' if side.readings else '?'}{point}={answer}",
                     readings={**side.readings, point: answer})
        for side in sides
    )  # fmt: skip
    return one, other


def _print(sides: tuple[Variant, Variant], row: dict[str, Any]) -> None:
    say(f"{row['topic']}: {row['verdict']}")
    for side in sides:
        if "says" in row:
            say(f"  {side.name}: {row['says'][side.game]} [{row['rules'][side.game]}]")
    if "position" in row:
        say(f"  position: {row['position']}")
    if row["verdict"] == "same":
        if row["equal_definitions"]:
            say("  no play tells them apart (by their definitions)")
        else:
            pairs = f"{number_of(row['pairs'], 'pair')} of states, all seen"
            say(f"  no play tells them apart to the end of the turn ({pairs})")
        if "because" in row:
            say(f"  {row['because']}")
        return
    if row["verdict"] == "unknown":
        pairs = number_of(row["pairs"], "pair")
        say(f"  nothing tells them apart in {pairs} of states; raise --budget to go on")
        return
    from dicelaw.oracle.games.observation import lines

    say(f"  after {', '.join(row['play']) or 'nothing'}:")
    for side, only, state in zip(sides, ("only_in_one", "only_in_other"), ("one", "other"), strict=True):
        say(f"  {side.name}, at {row[state]['at']}:")
        if row[only]:
            say(f"    only here: {_short(row[only])}")
        if row["otherwise"]:
            others = [f"{one['what']} {one[state]}" for one in row["otherwise"]]
            say(f"    otherwise: {_short(others)}")
        for line in lines(side.game, row[state]):
            say(f"    {line}")


def _short(names: list[str]) -> str:
    more = f" and {len(names) - 6} more" if len(names) > 6 else ""
    return ", ".join(names[:6]) + more
