"""Plays of Dice Conquest in which two abilities, creatures, traps or items may well be used."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from dicelaw.model.dice_conquest.components import DICE, SIDES
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.oracle.dice_conquest.blunting import ABILITY, CRITICAL, ITEM
from dicelaw.oracle.dice_conquest.guided_play import QuestSeeker

LENGTH = 40
"""How many decisions, dice and draws a play has at most."""
IN_TURN = "turn"


class SteeredQuests(QuestSeeker):
    """Makes positions in which entries lie ready, and plays in which they are used."""

    def __init__(self, game: str, heroes: tuple[str, ...], opened: QuestMachine, draw: Random) -> None:
        super().__init__(game, heroes, opened, "")
        self.random = draw
        self._wanted: Collection[str] = ()
        self._numbers = {card.id: number for number, card in enumerate(self.cards, 1)}

    def ready(self, entries: Collection[str]) -> dict[str, Any]:
        """A position with what ``entries`` are of in the display, with a hero, or in the deck."""
        self._wanted = entries
        setup = self.setup()
        while setup["start"] == "setup/heroes":
            setup = self.setup()
        able = [seat for seat, hero in enumerate(self.heroes, 1)
                if not {hero + ABILITY, hero + CRITICAL}.isdisjoint(entries)]  # fmt: skip
        if able:
            setup["turn"] = str(self.random.choice(able))
        for hero in self.opened.quest.content.hero_cards:  # type: ignore[attr-defined]  # cards are known
            if hero.id + CRITICAL in entries and setup["start"] == IN_TURN:
                self._show(setup["available"], hero.critical_number)
        return setup

    def _show(self, available: dict[str, int], number: int) -> None:
        """Let a die that is Available show ``number``, if one can."""
        able = [die for die in available if SIDES[DICE.index(die)] >= number]
        if able:
            available[self.random.choice(able)] = number

    def _laid(self) -> tuple[list[int], list[int], dict[str, Any]]:
        """With the creatures that are wanted in the display, items with a hero, and traps in the deck."""
        shown, held, more = super()._laid()
        deck = [self._numbers[name] for name in more["deck"]]
        boss = self.opened.quest.content.boss
        for entry in self._wanted:
            number = self._numbers.get(entry.removesuffix(ITEM))
            if number is None:
                continue
            place = held if entry.endswith(ITEM) else deck if number > boss else shown
            for other in (shown, held, deck):
                if number in other and other is not place:
                    other.remove(number)
            if number not in place:
                place.append(number)
        return shown, held, {"deck": [self.cards[number - 1].id for number in deck if number != boss]}
