"""What can be listed of the duel: heroes, cards, status effects, readings and properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from dicelaw.model.dice_throne.language import Action, Pack
from dicelaw.oracle.answers.listing import points, words
from dicelaw.oracle.dice_throne.opening import EDITIONS, pack_of
from dicelaw.oracle.dice_throne.opening import GAME as DUELS
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import Rows


def kinds(content: OwnContent | None) -> Mapping[str, Callable[[], Rows]]:
    """What makes the rows of each kind, with ``content`` beside ours."""
    return {
        "heroes": partial(_heroes, content),
        "cards": partial(_cards, content),
        "statuses": partial(_statuses, content),
        "words": _words,
        "readings": partial(points, DUELS),
        "properties": partial(_properties, content),
    }


def _words() -> Rows:
    from dicelaw.model.dice_throne.declared.arguments import PLACES
    from dicelaw.model.dice_throne.declared.vocabulary import WORDS
    from dicelaw.model.dice_throne.grammar.conditions import EVERY

    return words((*WORDS, *EVERY), PLACES)


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
    rows: dict[str, dict[str, object]] = {}
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


def _properties(content: OwnContent | None) -> Rows:
    from dicelaw.model.dice_throne.machine import open_duel
    from dicelaw.specs.dice_throne.plan import with_cards
    from dicelaw.specs.dice_throne.properties.named_cards import named_card_properties
    from dicelaw.specs.dice_throne.properties.properties import properties

    stated = [*properties(open_duel(pack_of(EDITIONS[0], content))), *named_card_properties(with_cards())]
    return [{"id": one.id, "says": one.says} for one in stated]
