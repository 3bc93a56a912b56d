"""Seeking plays of Dice Conquest: from positions in which much can happen to where few plays have been."""

from __future__ import annotations

from typing import Any

from dicelaw.model.dice_conquest.components import (
    AVAILABLE,
    DICE,
    FIRST_CARD,
    MOST,
    SIDES,
    SPENT,
    STARTING_HEALTH,
    Place,
)
from dicelaw.model.dice_conquest.content_tables import KnownCards
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.oracle.dice_conquest.scenario import DAMAGE
from dicelaw.oracle.dice_conquest.standing import at
from dicelaw.oracle.games.aimed_plays import Aim, AimedPlays

STARTS = {"setup/heroes": 1, "draw": 3, "round": 3, "turn": 10, "round-end": 3}
"""The timing points at which a position begins, and how often."""
LOW = 0.4
"""How often a hero is near the skull."""
BOSS, HELD, GUARDED, HURT = 0.25, 0.3, 0.2, 0.15
"""How often Kalterstorm is in the display, a hero holds an item or is on guard, and a creature was struck."""
THIN = 0.4
"""How often most cards are gone from the deck, and how often traps are in it."""
DISPLAY = (1, 1, 2, 3, 3, 4)


class QuestSeeker(AimedPlays):
    """See ``Seeking``: makes positions and plays of ``opened``, a game of ``heroes``."""

    def __init__(self, game: str, heroes: tuple[str, ...], opened: QuestMachine, seed: str) -> None:
        super().__init__(seed)
        content = opened.quest.content
        assert isinstance(content, KnownCards)
        self.game, self.heroes, self.opened, self.cards = game, heroes, opened, content.all_cards

    def setup(self, aim: Aim | None = None) -> dict[str, Any]:
        """A position in which much can happen, or one that resembles ``aim``."""
        draw, q = self.random, self.opened.quest
        start = draw.choices([*STARTS], [*STARTS.values()])[0]
        seats = range(1, len(self.heroes) + 1)
        first, turn = draw.choice(seats), draw.choice(seats)
        if aim is not None and self.hinted(aim):
            first, turn = (at(aim.state, cell) + 1 for cell in (q.first, q.turn))
            start = self._start(aim) if self.hinted(aim) else start
        setup: dict[str, Any] = {"game": self.game, "players": [{"hero": one} for one in self.heroes],
                 "first": str(first), "turn": str(turn), "start": start}  # fmt: skip
        if start == "setup/heroes":
            return setup
        lies, held, deck = self._like(aim) if aim is not None and self.hinted(aim) else self._laid()
        self._heroes(setup["players"], held, aim)
        return {**setup, **self._dice(start, lies, aim), **deck}

    def _start(self, aim: Aim) -> str:
        """The timing point from which what ``aim`` is about comes next."""
        first = self.opened.machine.points[aim.state[0]].id.partition("/")[0]
        near = {"setup": "setup/heroes", "reveal": "draw", "draw": "draw", "round": "round", "roll": "round",
                "round-end": "round-end"}  # fmt: skip
        return near.get(first, "turn")

    def _laid(self) -> tuple[list[int], list[int], dict[str, Any]]:
        """The cards in the display, those with heroes, and what is said of the deck."""
        draw, boss = self.random, self.opened.quest.content.boss
        order = draw.sample(range(1, boss), boss - 1)
        shown, rest = order[: (size := draw.choice(DISPLAY))], order[size:]
        if draw.random() < BOSS:
            shown = [*shown[:-1], boss]
        held = [card for card in rest if self.cards[card - 1].item.word and draw.random() < HELD / 2]
        left = [card for card in rest if card not in held]
        if draw.random() < THIN:
            left = left[: draw.randint(0, 3)]
        traps = [card for card in range(boss + 1, len(self.cards) + 1) if draw.random() < 0.4]
        if draw.random() < THIN:
            left += traps
        return shown, held, {"deck": [self.cards[card - 1].id for card in left]}

    def _like(self, aim: Aim) -> tuple[list[int], list[int], dict[str, Any]]:
        """The cards in the places that they have in ``aim``, as far as a position can say it."""
        q, state = self.opened.quest, aim.state
        places = {card: at(state, q.place[card]) for card in q.cards}
        shown = [card for card in q.cards if places[card] == Place.DISPLAY and card <= q.content.boss]
        shown.sort(key=lambda card: at(state, q.order[card]))
        held = [
            card for card, place in places.items() if place >= Place.HELD and self.cards[card - 1].item.word
        ]
        deck = [self.cards[card - 1].id for card, place in places.items()
                if place == Place.DECK and card != q.content.boss]  # fmt: skip
        return shown, held, {"deck": deck}

    def _heroes(self, rows: list[dict[str, Any]], held: list[int], aim: Aim | None) -> None:
        draw, q, full = self.random, self.opened.quest, STARTING_HEALTH[len(self.heroes)]
        for seat, row in enumerate(rows):
            row["health"] = draw.randint(1, 3) if draw.random() < LOW else draw.randint(1, full)
            if draw.random() < GUARDED:
                row["guard"] = draw.randint(0, 3)
            if aim is not None and self.hinted(aim):
                row["health"] = max(at(aim.state, q.health[seat]), 1)
                row["guard"] = min(at(aim.state, q.guard[seat]), MOST)
        for card in held:
            seat = draw.randrange(len(rows))
            if aim is not None and (place := at(aim.state, q.place[card])) >= Place.HELD:
                seat = place - Place.HELD
            rows[seat].setdefault("items", []).append(self.cards[card - 1].id)

    def _dice(self, start: str, lies: list[int], aim: Aim | None) -> dict[str, Any]:
        """The display with the dice on it, which slay nothing, and the dice beside it."""
        draw, q = self.random, self.opened.quest
        rows: dict[str, dict[str, int]] = {self.cards[card - 1].id: {} for card in lies}
        available: dict[str, int] = {}
        spent: dict[str, int] = {}
        for die, name in enumerate(DICE):
            area, face = draw.choice((AVAILABLE, AVAILABLE, SPENT, FIRST_CARD)), draw.randint(1, SIDES[die])
            on = draw.choice(lies) if lies else 0
            if aim is not None and self.hinted(aim):
                area, face = at(aim.state, q.at[die]), at(aim.state, q.face[die]) or face
                on = area - FIRST_CARD + 1 if area >= FIRST_CARD else on
            card = self.cards[on - 1]
            row = rows.get(card.id)
            if area >= FIRST_CARD and row is not None and sum(row.values()) + face < card.health:
                row[name] = face
            elif area == SPENT:
                spent[name] = face
            elif start == "turn":
                available[name] = face
        for card_id, row in rows.items():
            left = next(card.health for card in self.cards if card.id == card_id) - sum(row.values())
            if left > 1 and draw.random() < HURT:
                row[DAMAGE] = draw.randint(1, left - 1)
        return {"display": rows, "available": available, "spent": spent}
