"""`dicelaw hero`: what a hero or a card has, with the chances of what its dice come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import click

from dicelaw.model.games import game_of
from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    NAME,
    TEAMS,
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
@click.argument("name", type=TEAMS)
@click.option(
    "--level",
    type=WholeRange(1, TOP_LEVEL),
    help="The level of all spaces, by default 1, for what activates nothing and what overlaps; a space "
    "without it has its highest level below.",
)
@click.option("--game", type=NAME, default=FIRST, show_default=True, help="The game that has it.")
@click.option("--against", type=NAME, multiple=True, metavar="CREATURE",
              help="Only the chance to slay this creature; may be given several times.")  # fmt: skip
@click.option("--dice", type=NAME, multiple=True, metavar="DIE",
              help="A die of the round, by default the d12; may be given several times.")  # fmt: skip
@lines_format_option
@content_option
@click.pass_context
def command(
    ctx: click.Context,
    name: str | tuple[str, ...],
    level: int | None,
    game: str,
    against: tuple[str, ...],
    dice: tuple[str, ...],
    form: str,
    content: OwnContent | None,
) -> None:
    """Lay out the hero NAME: the board and the deck, or what dice come to.

    Each offensive ability comes with how many of the 7,776 results of five dice activate it at once, and
    with the exact chance within three attempts of a player who rerolls best for it alone. Then: how many
    results activate nothing, and how many meet the requirements of two abilities.

    A hero of a game against creatures comes with the exact chance to slay each of them alone in a round with
    some dice, under best play for that.

    In a game whose cards have dice, NAME is a card, or a team file for each card in it. A card comes with
    what its dice show after the one reroll, and with the chances to buy it and to field it in a turn.
    """
    named = name if isinstance(name, str) else name[0]
    rows = list(port(known_game(game).name).hero(game, named, OfHero(level, against, dice, content)))
    if form == "json":
        for row in rows:
            echo_line(row)
    else:
        for one in _each(rows):
            _show(one, lambda does: str(game_of(game).part("model", "prose").sentence(does)))
    if any(row["low"] != row["high"] for row in rows if "low" in row):
        ctx.exit(ExitCode.UNDECIDED)


def _each(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The rows of each hero or card."""
    begins = [place for place, row in enumerate(rows) if row["kind"] == "hero"]
    for first, after in zip(begins, [*begins[1:], len(rows)], strict=True):
        yield rows[first:after]


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
    _show_odds(kinds.get("dice", ()), kinds.get("turn", ()))
    if slaying := kinds.get("slaying"):
        _table(
            f"slain in a round with {' and '.join(slaying[0]['dice'])}, both alone",
            [{"creature": row["creature"], "health": str(row["health"]), "chance": _bounds(row)}
             for row in slaying],
        )  # fmt: skip


def _show_hero(row: Row) -> None:
    if "symbols" in row:
        has = _faces(row["symbols"])
    elif "cost" in row:
        has = f"costs {row['cost']} {row['type']}".strip() + f"; {', '.join(row['faces'])}"
    else:
        has = f"{row['ability']}; {row['critical']}"
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


def _show_odds(dice: Sequence[Row], turns: Sequence[Row]) -> None:
    """Print what the dice of a card come to, and what is taken for granted."""
    several = [
        {"dice show": row["what"]}
        | {
            number_of(count, "die", "dice"): _figure(row, value)
            for count, value in enumerate(row["values"], 1)
        }
        for row in dice
    ]
    in_turn = [
        {"in a turn": row["what"], "starting dice": str(row["starting_dice"]),
         "chance or mean": _figure(row, row["value"])}
        for row in turns
    ]  # fmt: skip
    _table(next((row["when"] for row in dice), ""), several)
    _table(next((f"{row['when']}, by the rules of {row['edition']}" for row in turns), ""), in_turn)
    say(*(f"{row['what']}: {row['assumes']}" for row in (*dice, *turns)), dim=True)


def _figure(row: Row, value: str) -> str:
    """A chance or a mean, with the fraction."""
    if row["is_chance"]:
        return f"{_percent(Fraction(value))} = {value}"
    mean = f"{float(Fraction(value)):.2f}"
    return mean if value == str(int(Fraction(value))) else f"{mean} = {value}"


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
