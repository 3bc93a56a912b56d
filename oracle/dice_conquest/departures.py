"""Cards of Dice Conquest of which not everything is published, where a play meets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dicelaw.model.dice_conquest.components import Place
from dicelaw.model.dice_conquest.content_tables import KnownCards
from dicelaw.model.dice_conquest.language import Card, Hero
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.oracle.dice_conquest.standing import at
from dicelaw.oracle.games.departures import Departure
from dicelaw.oracle.games.session import Session

IN_WORDS: Mapping[str, str] = {
    "ability": "its ability",
    "ability.amount": "the number in its ability",
    "critical.number": "the number of its Critical Hit",
    "critical.effect": "what its Critical Hit does",
    "health": "its health",
    "damage": "its damage",
    "takes": "whether it takes odd or even numbers",
    "most": "the highest number that it takes",
    "sting": "the damage to a hero who places a die on it",
}
"""What each field is called to people."""


def departures(session: Session) -> Iterator[Departure]:
    """The heroes who play, and the cards that are displayed or held, with what of them is made up."""
    assert isinstance(session.game, QuestMachine)
    q = session.game.quest
    if not isinstance(q.content, KnownCards):
        return
    states = [session.start, *(step.before for step in session.events), session.state]
    heroes = {at(state, hero) for state in states for hero in q.hero}
    met = {card for state in states for card in q.cards if _is_seen(at(state, q.place[card]))}
    cards: list[Hero | Card] = [
        *(one for number, one in enumerate(q.content.hero_cards, 1) if number in heroes),
        *(one for number, one in enumerate(q.content.all_cards, 1) if number in met),
    ]
    for card in cards:
        if card.made_up:
            fields = ", ".join(IN_WORDS[field] for field in card.made_up)
            says = f"made up here: {fields}; what else the card says is not public"
            yield {"card": card.id, "name": card.name, "says": says}


def _is_seen(place: int) -> bool:
    return place == Place.DISPLAY or place >= Place.HELD
