"""`dicelaw hero`: the board and the deck of a hero, with the chances of the offensive abilities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import click

from dicelaw.model.games import game_of
from dicelaw.oracle.cli.options import (
    NAME,
    WholeRange,
    content_option,
    echo_line,
    example,
    lines_format_option,
)
from dicelaw.oracle.cli.output import say, say_table
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.games import FIRST, known_game
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import OfHero, port

Row = dict[str, Any]
Sentence = Callable[[Any], str]
"""Says in a line what an ability or a card does."""

WIDTH = 110
TOP_LEVEL = 3


@click.command("hero", epilog=example("hero barbarian --level 2"))
@click.argument("name", type=NAME)
@click.option(
    "--level",
    type=WholeRange(1, TOP_LEVEL),
    help="The level of all spaces, by default 1, for what activates nothing and what overlaps; a space "
    "without it has its highest level below.",
)
@click.option("--game", type=NAME, default=FIRST, show_default=True, help="The game that has the hero.")
@click.option("--against", type=NAME, multiple=True, metavar="CREATURE",
              help="Only the chance to slay this creature; may be given several times.")  # fmt: skip
@click.option("--dice", type=NAME, multiple=True, metavar="DIE",
              help="A die of the round, by default the d12; may be given several times.")  # fmt: skip
@lines_format_option
@content_option
@click.pass_context
def command(
    ctx: click.Context,
    name: str,
    level: int | None,
    game: str,
    against: tuple[str, ...],
    dice: tuple[str, ...],
    form: str,
    content: OwnContent | None,
) -> None:
    """Lay out the board and the deck of the hero NAME.

    Each offensive ability comes with how many of the 7,776 results of five dice activate it at once, and
    with the exact chance within three attempts of a player who rerolls best for it alone. Then: how many
    results activate nothing, and how many meet the requirements of two abilities.

    A hero of a game against creatures comes with the exact chance to slay each of them alone in a round with
    some dice, under best play for that.
    """
    rows = list(port(known_game(game).name).hero(game, name, OfHero(level, against, dice, content)))
    if form == "json":
        for row in rows:
            echo_line(row)
    else:
        _show(rows, lambda does: str(game_of(game).part("model", "prose").sentence(does)))
    if any(row["low"] != row["high"] for row in rows if "low" in row):
        ctx.exit(ExitCode.UNDECIDED)


def _show(rows: Sequence[Row], sentence: Sentence) -> None:
    """Print ``rows`` for people."""
    kinds: dict[str, list[Row]] = {}
    for row in rows:
        kinds.setdefault(row["kind"], []).append(row)
    _show_hero(kinds["hero"][0])
    offense = kinds.get("offense", [])
    _table("offensive abilities", [_chances(row) for row in offense])
    _table(
        "what they do",
        [
            {"ability": row["name"], "level": str(row["level"]), "does": _effect(row, sentence)}
            for row in offense
        ],
    )
    for kind, title, fields in (
        ("defense", "defensive abilities", ("space", "level", "name", "dice", "does")),
        ("action", "board actions", ("space", "level", "name", "timing", "cost", "does")),
        ("passive", "what happens by itself", ("space", "level", "at", "does")),
        ("upgrade", "upgrades", ("id", "name", "space", "level", "cost")),
        ("card", "other cards", ("id", "name", "timing", "cost", "does")),
    ):
        _table(
            title, [{field: _cell(row, field, sentence) for field in fields} for row in kinds.get(kind, ())]
        )
    if "idle" in kinds:
        _show_overlaps(kinds["idle"][0], kinds.get("overlap", ()))
    if slaying := kinds.get("slaying"):
        _table(
            f"slain in a round with {' and '.join(slaying[0]['dice'])}, both alone",
            [{"creature": row["creature"], "health": str(row["health"]), "chance": _bounds(row)}
             for row in slaying],
        )  # fmt: skip


def _show_hero(row: Row) -> None:
    has = _faces(row["symbols"]) if "symbols" in row else f"{row['ability']}; {row['critical']}"
    say(f"{row['name']} ({row['id']}): {has}")
    if "companion" in row:
        companion = row["companion"]
        say(
            f"  with a companion of {companion['health']} health, at most {companion['max']}, which adds "
            f"{companion['adds']} damage to attacks"
        )
    for status, limit in row.get("limits", {}).items():
        say(f"  with a stack limit of {limit} for {status}")


def _faces(symbols: Sequence[str]) -> str:
    """The symbol of each face, as "1, 2 sword; 3 moon"."""
    places: dict[str, list[str]] = {}
    for face, symbol in enumerate(symbols, 1):
        places.setdefault(symbol, []).append(str(face))
    return "; ".join(f"{', '.join(faces)} {symbol}" for symbol, faces in places.items())


def _chances(row: Row) -> dict[str, str]:
    chance = Fraction(row["chance"]["numerator"], row["chance"]["denominator"])
    return {
        "space": row["space"],
        "level": str(row["level"]),
        "ability": row["name"],
        "needs": row["needs"],
        f"of {row['of']:,}": str(row["results"]),
        "in 3 attempts": f"{_percent(chance):>7} = {chance}",
    }


def _bounds(row: Row) -> str:
    low, high = Fraction(row["low"]), Fraction(row["high"])
    if low == high:
        return f"{_percent(low):>8} = {low}"
    return f"from {low * 10_000 // 1 / 100} to {-(-high * 10_000 // 1) / 100} %"


def _percent(chance: Fraction) -> str:
    return f"{float(chance * 100):.2f} %"


def _cell(row: Row, field: str, sentence: Sentence) -> str:
    if field == "does":
        return _effect(row, sentence)
    tokens = row.get("tokens", {}) if field == "cost" else {}
    return ", ".join([str(row[field]), *(f"{count} {token}" for token, count in tokens.items())])


def _effect(row: Row, sentence: Sentence) -> str:
    """What an ability or a card does, in a line and in the order in which it is printed."""
    if not row.get("known", True):
        return "no source says what"
    among = f" (with more than two players: {sentence(row['several'])})" if "several" in row else ""
    return (sentence(row["does"]) or "nothing") + among


def _show_overlaps(idle: Row, overlaps: Sequence[Row]) -> None:
    share = Fraction(idle["results"], idle["of"])
    say("", f"with every space at level {idle['level']}, or at its highest below")
    say(f"  {idle['results']} of {idle['of']:,} results ({_percent(share)}) activate nothing")
    for row in overlaps:
        named = zip(row["ids"], row["names"], strict=True)
        whole = [name for id, name in named if id in row["every_result_of"]]
        note = f", all those of {' and of '.join(whole)}" if whole else ""
        say(f"  {row['results']} meet both {' and '.join(row['names'])}{note}")


def _table(title: str, rows: Sequence[dict[str, str]]) -> None:
    """Print ``rows`` under their field names; nothing where there are none."""
    if not rows:
        return
    say("", title)
    say_table(rows, WIDTH, unbroken=("in 3 attempts",))
