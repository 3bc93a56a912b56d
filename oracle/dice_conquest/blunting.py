"""Packs of which some abilities and cards do nothing, with everything else in its place."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from dicelaw.model.dice_conquest.language import Card, Effect, Hero, Pack

ABILITY, CRITICAL, ITEM = "/ability", "/critical", "/item"
"""How the entries of a hero, and that of a magic item, end; a card is called by its id."""
PLAIN = Card("", "")
"""What a card has that says nothing."""


def blunted(pack: Pack, entries: Set[str]) -> Pack:
    """``pack`` in which these ``entries`` do nothing; creatures keep their health and damage."""
    return Pack(
        {id: _hero(hero, entries) for id, hero in pack.heroes.items()},
        {id: _card(card, entries) for id, card in pack.cards.items()},
    )


def turned_round(pack: Pack) -> Pack:
    """``pack`` with its cards laid out the other way round."""
    return Pack(pack.heroes, dict([*pack.cards.items()][::-1]))


def _hero(hero: Hero, entries: Set[str]) -> Hero:
    ability = Effect() if hero.id + ABILITY in entries else hero.ability
    critical = Effect() if hero.id + CRITICAL in entries else hero.critical
    return replace(hero, ability=ability, critical=critical)


def _card(card: Card, entries: Set[str]) -> Card:
    item = Effect() if card.id + ITEM in entries else card.item
    if card.id not in entries:
        return replace(card, item=item)
    return replace(
        PLAIN, id=card.id, name=card.name, trap=card.trap, boss=card.boss, health=card.health,
        damage=card.damage, item=item, rules=card.rules,
    )  # fmt: skip
