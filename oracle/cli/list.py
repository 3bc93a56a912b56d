"""`dicelaw list`: what there is of each kind of thing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from dicelaw.oracle.cli.options import (
    NAME,
    content_option,
    echo_json,
    example,
    format_option,
    teams_option,
)
from dicelaw.oracle.cli.output import say_table
from dicelaw.oracle.games import DUELS, EDITIONS, known_game, open_points, pack_of, table_pack
from dicelaw.oracle.near import unknown
from dicelaw.oracle.own_content import OwnContent

if TYPE_CHECKING:
    from dicelaw.model.dice_throne.language import Action, Pack

OF_TABLES = ("teams", "dice")
"""What only Dice Masters has."""
GOALS = "goals"
WITH_TEAMS = ("dice", GOALS)
WIDTH = 110
Rows = list[dict[str, Any]]


def _games(_content: OwnContent | None) -> Rows:
    from dicelaw.oracle.games import GAMES

    return [
        {"id": game.name, "title": game.title, "status": "modelled" if game.modelled else "not modelled yet"}
        for game in GAMES.values()
    ]


def _heroes(content: OwnContent | None) -> Rows:
    return [
        {
            "id": hero.id,
            "name": hero.name,
            "abilities": len({ability.id for ability in (*hero.offense, *hero.defense)}),
            "cards": len(hero.cards),
        }
        for hero in pack_of(EDITIONS[0], content).heroes.values()
    ]


def _cards(content: OwnContent | None) -> Rows:
    pack = pack_of(EDITIONS[0], content)
    rows: dict[str, dict[str, Any]] = {}
    for hero in pack.heroes.values():
        for card in hero.cards:
            does = _effect(pack, card.action, hero.symbols)
            if card.upgrade is not None:
                does = f"brings {hero.slots[card.upgrade.slot]} to level {card.upgrade.level}"
            timing = card.action.timing.name.lower()
            row = {"id": card.action.id, "name": card.action.name, "timing": timing, "cost": card.action.cp}
            rows.setdefault(card.action.id, {**row, "effect": does})
    return list(rows.values())


def _effect(pack: Pack, action: Action, symbols: Sequence[str]) -> str:
    from dicelaw.model.dice_throne.prose import describe, sentence

    return sentence(describe(action.program, pack.statuses, symbols))


def _statuses(content: OwnContent | None) -> Rows:
    from dicelaw.model.dice_throne.language import SIGNS

    pack = pack_of(EDITIONS[0], content)
    return [
        {
            "id": status.id,
            "name": status.name,
            "sign": status.sign,
            "limit": status.limit,
            "spend": [_effect(pack, action, ()) or action.name for action in status.spend],
        }
        for status in sorted(pack.statuses[1:], key=lambda one: (SIGNS.index(one.sign), one.name))
    ]


def _readings(_content: OwnContent | None) -> Rows:
    return _points(DUELS)


def _points(game: str) -> Rows:
    return [
        {"id": point.id, "asks": point.asks, "default": point.default, "answers": dict(point.answers)}
        for point in open_points(game)
    ]


def _properties(content: OwnContent | None) -> Rows:
    from dicelaw.model.dice_throne.machine import open_duel
    from dicelaw.specs.dice_throne import properties

    return [{"id": one.id, "says": one.says} for one in properties(open_duel(pack_of(EDITIONS[0], content)))]


KINDS: dict[str, Callable[[OwnContent | None], Rows]] = {
    "games": _games,
    "heroes": _heroes,
    "cards": _cards,
    "statuses": _statuses,
    "readings": _readings,
    "properties": _properties,
}


def _table_cards() -> Rows:
    from dicelaw.model.dice_masters.forms import line_of
    from dicelaw.model.dice_masters.interrupts import line_of_interrupt
    from dicelaw.model.dice_masters.price_changes import line_of_price

    return [
        {
            "id": card.id,
            "name": f"{card.name}: {card.subtitle}" if card.subtitle else card.name,
            "cost": card.cost,
            "type": " ".join(one.name.lower() for one in (card.energy, card.second_energy) if one)
            or card.energy.name.lower(),
            "effect": [
                *(
                    f"{keyword} {number}" if number > 1 else keyword.value
                    for keyword, number in card.keywords.items()
                ),
                *(line_of_interrupt(one) for one in card.interrupts),
                *(line_of_price(one) for one in card.prices),
                *dict.fromkeys(line_of(step) for program in card.programs.values() for step in program),
            ],
            "globals": [line_of(step) for ability in card.globals for step in ability.program],
            "not as printed": card.departs,
        }
        for card in table_pack().cards.values()
    ]


def _teams() -> Rows:
    return [
        {
            "id": teams.id,
            "name": teams.name,
            "life": teams.life,
            "first": [card.id for card, _ in teams.seats[0]],
            "second": [card.id for card, _ in teams.seats[1]],
            "basics": [card.id for card in teams.basics],
        }
        for teams in table_pack().teams.values()
    ]


def _dice(game: str, teams: str | None) -> Rows:
    """The dice of ``teams`` in the order in which several are rolled."""
    from dicelaw.oracle.dice_masters.standing import face_name
    from dicelaw.oracle.games import default_teams, open_table

    dice = open_table(game, teams or default_teams(game)).table.dice
    kinds = [dice.kinds[kind] for kind in dice.dice]
    return [
        {
            "id": name,
            "player": "either" if kind.basic else str(owner + 1),
            "faces": [face_name(face) for face in kind.faces],
        }
        for name, owner, kind in zip(dice.names, dice.owners, kinds, strict=True)
    ]


def _table_properties(game: str) -> Rows:
    from dicelaw.specs.dice_masters.plan import proving_tables
    from dicelaw.specs.dice_masters.properties import properties

    return [{"id": one.id, "says": one.says} for one in properties(proving_tables(known_game(game).edition))]


def _goals(game: str, teams: str | None) -> Rows:
    """What goals of `search`, `chance` and the like may be about, arrays by their name with what is in it."""
    from dicelaw.oracle.games import DEFAULT_HEROES, default_teams, open_game, open_table
    from dicelaw.oracle.goal import sayable

    if known_game(game).family == DUELS:
        machine = open_game(game, DEFAULT_HEROES).machine
    else:
        machine = open_table(game, teams or default_teams(game)).machine
    rows: dict[str, dict[str, Any]] = {}
    for one in sayable(machine):
        array, _, index = one.name.partition("[")
        row = rows.setdefault(array, {"id": array, "of": [], "values": list(one.values), "says": one.says})
        row["of"] += [index[:-1]] * bool(index)
    points = [{"id": point.id, "of": [], "values": [], "says": point.says} for point in machine.points]
    return [*points, *rows.values()]


def _of_tables(kind: str, game: str, teams: str | None) -> Rows:
    """The rows of ``kind`` for an edition of Dice Masters. Raises UserError for what it has not."""
    kinds: dict[str, Callable[[], Rows]] = {
        "cards": _table_cards,
        "teams": _teams,
        "dice": lambda: _dice(game, teams),
        "readings": lambda: _points(game),
        "properties": lambda: _table_properties(game),
    }
    if kind not in kinds:
        raise unknown(f"kind of thing that {game} has", kind, kinds)
    return kinds[kind]()


@click.command("list", epilog=example("list cards --game dice-masters@2018"))
@click.argument("kind", type=click.Choice((*KINDS, GOALS, *OF_TABLES)), default="games")
@click.option("--game", type=NAME, default=DUELS, show_default=True, help="The game whose things are listed.")
@teams_option
@format_option
@content_option
def command(kind: str, game: str, teams: str | None, form: str, content: OwnContent | None) -> None:
    """List the games, or what the model of a game has of one KIND; dice are those of the teams."""
    if teams is not None and kind not in WITH_TEAMS:
        raise click.UsageError(f"--teams is about dice and goals, and {kind} are listed")
    if kind == "games":
        rows = _games(content)
    elif kind == GOALS:
        rows = _goals(game, teams)
    elif known_game(game).family == DUELS:
        if kind not in KINDS:
            raise unknown(f"kind of thing that {game} has", kind, KINDS)
        rows = KINDS[kind](content)
    else:
        rows = _of_tables(kind, game, teams)
    if form == "json":
        echo_json(rows)
        return
    say_table([{name: _cell(value) for name, value in row.items()} for row in rows], WIDTH)


def _cell(value: object) -> str:
    return ", ".join(value) if isinstance(value, (list, dict)) else str(value)
