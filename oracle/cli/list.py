"""`dicelaw list`: what there is of each kind of thing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from dicelaw.oracle.cli.options import content_option, echo_json, format_option
from dicelaw.oracle.games import EDITIONS, pack_of
from dicelaw.oracle.own_content import OwnContent

if TYPE_CHECKING:
    from dicelaw.model.dice_throne.language import Action, Pack

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
    from dicelaw.model.dice_throne.readings import OPEN_POINTS

    return [
        {"id": point.id, "asks": point.asks, "default": point.default, "answers": dict(point.answers)}
        for point in OPEN_POINTS
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


@click.command("list")
@click.argument("kind", type=click.Choice(tuple(KINDS)), default="games")
@format_option
@content_option
def command(kind: str, form: str, content: OwnContent | None) -> None:
    """List the games, or what the model of Dice Throne has of one KIND."""
    rows = KINDS[kind](content)
    if form == "json":
        echo_json(rows)
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, field in enumerate(rows[0] if rows else ()):
        table.add_column(field, no_wrap=place == 0)
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    console = Console(width=WIDTH, color_system=None, highlight=False, markup=False)
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        if line.strip():
            click.echo(line.rstrip())


def _cell(value: object) -> str:
    return ", ".join(value) if isinstance(value, (list, dict)) else str(value)
