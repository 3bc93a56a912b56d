"""What the dice of cards come to, as rows of plain values, tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from dicelaw.checker.dice_masters.odds import (
    ACTION,
    ANY_LEVEL,
    ATTACK,
    CHANCES,
    FIELDED,
    FIRST,
    LATER,
    MEANS,
    STRENGTH,
    TURNS,
    CardOdds,
    OfDice,
    OfTurn,
    card_odds,
)
from dicelaw.model.dice_masters.cards.cards import Card
from dicelaw.oracle.dice_masters.opening import table_pack
from dicelaw.oracle.dice_masters.own_teams import stop_if_unplayable
from dicelaw.oracle.dice_masters.standing import face_name
from dicelaw.oracle.dice_masters.team_file import FILES, load
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.ports import OfHero
from dicelaw.oracle.suggestions import unknown

Row = dict[str, Any]
NEARLY = Fraction("99.9")
"""No chance above this is rounded to one that is certain."""
REROLLED = "after the one reroll, which is best for each figure alone"
"""When the figures hold."""


def card_rows(game: str, name: str, asked: OfHero) -> Iterator[Row]:
    """The rows of the card ``name``, or of each card in the team file of that name. Raises UserError."""
    if asked.level is not None or asked.against or asked.dice:
        says = f"cards of {game} are asked about alone; leave --level, --against and --dice out"
        raise UserError(says, ExitCode.USAGE)
    for card in _cards(game, name, asked):
        faces = [face_name(face) for face in card.faces]
        yield {
            "kind": "hero", "id": card.id, "name": card.name, "cost": card.cost, "type": type_of(card),
            "faces": faces,
        }  # fmt: skip
        yield from odds_rows(card_odds(card, (known_game(game).edition,)))


def _cards(game: str, name: str, asked: OfHero) -> list[Card]:
    known = table_pack(asked.content).cards
    if name.endswith(FILES):
        file = load(Path(name), game, content=asked.content)
        stop_if_unplayable([file])
        return [known[pick.id] for pick in (*file.team.cards, *file.team.basics)]
    if name not in known:
        raise unknown("card", name, known)
    return [known[name]]


def type_of(card: Card) -> str:
    """The type of the energy that has to be among what is paid for ``card``, if any."""
    return " and ".join(one.name.lower() for one in (card.energy, card.second_energy) if one)


def odds_rows(odds: CardOdds) -> Iterator[Row]:
    """A row a figure; numbers are fractions in text."""
    for one in odds.dice:
        yield {"kind": "dice", "what": one.what, "is_chance": one.is_chance,
               "values": [str(value) for value in one.by_dice],
               "assumes": {**CHANCES, **MEANS}[one.what], "when": REROLLED}  # fmt: skip
    for turn in odds.turns:
        yield {"kind": "turn", "what": turn.what, "is_chance": turn.is_chance, "edition": turn.edition,
               "starting_dice": turn.dice, "value": str(turn.value),
               "assumes": TURNS[turn.what], "when": REROLLED}  # fmt: skip


def odds_table(every: Sequence[CardOdds], edition: str) -> list[dict[str, str]]:
    """The figures of a die of each card, those in a turn under the rules of ``edition``."""
    return [_line(one, edition) for one in every]


def _line(one: CardOdds, edition: str) -> dict[str, str]:
    dice = {"shows": one.of(ANY_LEVEL) or one.of(ACTION), "energy": one.of("energy"), ATTACK: one.of(ATTACK)}
    turns = {what: one.turn(what, edition) for what in (FIRST, LATER, FIELDED, STRENGTH)}
    return {
        "card": one.card.id,
        "cost": f"{one.card.cost} {type_of(one.card)}".strip(),
        **{name: _told(figure) for name, figure in dice.items()},
        **{name: _told(figure) for name, figure in turns.items()},
    }


def _told(figure: OfDice | OfTurn | None) -> str:
    if figure is None:
        return "-"
    value = figure.value
    if not figure.is_chance:
        return f"{float(value):.2f}"
    return f"> {float(NEARLY)} %" if NEARLY < 100 * value < 100 else f"{float(100 * value):.1f} %"


def of_odds(edition: str) -> str:
    """What the table of :func:`odds_table` is about."""
    return f"what one die of a card comes to, and turns by the rules of {edition}, {REROLLED}"


def odds_notes() -> list[str]:
    """What the columns of the table take for granted, a line each."""
    return [
        "shows: a character, or an action face",
        f"energy: {MEANS['energy']}",
        f"{ATTACK}: {MEANS[ATTACK]}",
        *(f"{what}: {says}" for what, says in TURNS.items()),
    ]
