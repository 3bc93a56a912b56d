"""What can be listed of Dice Conquest: heroes, cards, the words of their effects, readings, properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from dicelaw.model.dice_conquest.language import Card, Effect
from dicelaw.model.dice_conquest.standing import said as by_itself
from dicelaw.model.dice_conquest.vocabulary import CONDITIONS, WORDS
from dicelaw.model.dice_conquest.wording import PLACES
from dicelaw.model.effects.programs import sentence, written
from dicelaw.oracle.answers.listing import points, words
from dicelaw.oracle.dice_conquest.opening import packs
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import Rows

PARITY = ("", "odd", "even")


def kinds(game: str, content: OwnContent | None) -> Mapping[str, Callable[[], Rows]]:
    """What makes the rows of each kind, of the user's own content where there is some."""
    return {
        "heroes": partial(_heroes, content),
        "cards": partial(_cards, content),
        "words": partial(words, (*WORDS, *CONDITIONS), PLACES),
        "readings": partial(points, game),
        "properties": _properties,
    }


def _heroes(content: OwnContent | None) -> Rows:
    return [
        {
            "id": hero.id,
            "name": hero.name,
            "ability": said(hero.ability),
            "critical": f"{hero.critical_number}: {said(hero.critical)}",
        }
        for pack in packs(content)
        for hero in pack.heroes.values()
    ]


def _cards(content: OwnContent | None) -> Rows:
    return [
        {
            "id": card.id,
            "name": card.name,
            "kind": "trap" if card.trap else "boss" if card.boss else "creature",
            "health": card.health,
            "damage": card.damage,
            "says": [*_limits(card), *_does(card)],
        }
        for pack in packs(content)
        for card in pack.cards.values()
    ]


def _limits(card: Card) -> list[str]:
    found = [f"takes {PARITY[card.parity]} numbers"] * bool(card.parity)
    found += [f"takes {card.least} to {card.most}"] * ((card.least, card.most) != (1, 20) and not card.trap)
    found += ["is slain by exactly its health"] * card.exact
    return found + ["has to be slain first"] * card.first


def _does(card: Card) -> list[str]:
    found = ["bars rerolls"] * card.bars_rerolls + ["bars hero abilities"] * card.bars_abilities
    found += by_itself(card)
    if card.item.program:
        found.append(f"{card.item.name}: {sentence(card.item.program)}")
    return found


def said(effect: Effect) -> str:
    """``effect`` as content files write it; nothing for none."""
    return "; ".join(written(effect.program))


def _properties() -> Rows:
    from dicelaw.model.dice_conquest.machine import open_quest
    from dicelaw.specs.dice_conquest.properties.properties import properties

    return [{"id": one.id, "says": one.says} for one in properties(open_quest())]
