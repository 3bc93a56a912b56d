"""What can be listed of an edition of Dice Masters: cards, teams, dice, readings and properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from dicelaw.oracle.answers.listing import points, words
from dicelaw.oracle.dice_masters.opening import table_pack
from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import Rows


def kinds(game: str, teams: str | None, content: OwnContent | None) -> Mapping[str, Callable[[], Rows]]:
    """What makes the rows of each kind; dice are those of ``teams``."""
    return {
        "cards": partial(_table_cards, content),
        "teams": partial(_teams, content),
        "dice": partial(_dice, game, teams, content),
        "words": _words,
        "readings": partial(points, game),
        "properties": partial(_table_properties, game),
    }


def _words() -> Rows:
    from dicelaw.model.dice_masters.declared.arguments import PLACES
    from dicelaw.model.dice_masters.declared.vocabulary import WORDS

    return words(WORDS, PLACES)


def _table_cards(content: OwnContent | None) -> Rows:
    from dicelaw.model.dice_masters.cards.interrupts import line_of_interrupt
    from dicelaw.model.dice_masters.cards.price_changes import line_of_price
    from dicelaw.model.dice_masters.declared.forms import line_of

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
        for card in table_pack(content).cards.values()
    ]


def _teams(content: OwnContent | None) -> Rows:
    return [
        {
            "id": teams.id,
            "name": teams.name,
            "life": teams.life,
            "first": [card.id for card, _ in teams.seats[0]],
            "second": [card.id for card, _ in teams.seats[1]],
            "basics": [card.id for card in teams.basics],
        }
        for teams in table_pack(content).teams.values()
    ]


def _dice(game: str, teams: str | None, content: OwnContent | None) -> Rows:
    """The dice of ``teams`` in the order in which several are rolled."""
    from dicelaw.oracle.dice_masters.opening import default_teams, open_table
    from dicelaw.oracle.dice_masters.standing import face_name

    dice = open_table(game, teams or default_teams(game), content=content).table.dice
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
    from dicelaw.specs.dice_masters.properties.properties import properties

    return [{"id": one.id, "says": one.says} for one in properties(proving_tables(known_game(game).edition))]
