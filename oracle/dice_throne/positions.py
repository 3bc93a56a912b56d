"""Random positions to begin a play in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from dicelaw.model.dice_throne.language import Hero, Status
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.modes import DUEL, Mode
from dicelaw.model.kernel.seats import Seats
from dicelaw.oracle.conform.coverage import Coverage
from dicelaw.oracle.dice_throne.opening import DEFAULT_HEROES, EDITIONS, open_game, pack_of
from dicelaw.oracle.dice_throne.recorded import named
from dicelaw.oracle.dice_throne.scenario import STARTS

OPENING, *ANYWHERE = STARTS
ATTACK = "offense/begin"
"""Where half of the plays begin, since most rules are about attacks."""
AFTER_ATTACK = "main-2"
ROUND = 6
"""How many plays there are until the next that begins with nothing on the table."""
HAND = 6
BARRED = 0.15
"""How often a status effect is given that bars its player from acting, where any other would be."""


class Positions:
    """Positions of ``game`` in ``mode`` that begin a play; cards that ``coverage`` lacks come first."""

    def __init__(self, game: str, draw: Random, coverage: Coverage, mode: Mode = DUEL) -> None:
        self.game = game
        self.draw = draw
        self.coverage = coverage
        self.mode = mode

    def opening(self, heroes: tuple[str, ...]) -> dict[str, Any]:
        """The very beginning of a game."""
        return self._setup(OPENING, [{"hero": hero} for hero in heroes], 1)

    def plain(self, heroes: tuple[str, ...], turn: int) -> dict[str, Any]:
        """An attack with nothing on the table."""
        return self._setup(ATTACK, [{"hero": hero} for hero in heroes], turn)

    def loaded(self, heroes: tuple[str, ...]) -> dict[str, Any]:
        """An attack among many status effects, with no cards in hand."""
        opened = self._opened(heroes)
        statuses = opened.duel.statuses[1:]
        players = [
            {"hero": hero, "health": self._health(), "tokens": self._tokens(statuses, 0.7)} for hero in heroes
        ]
        return self._setup(ATTACK, _possible(opened, players), self.draw.randint(1, len(heroes)))

    def any(self, heroes: tuple[str, ...]) -> dict[str, Any]:
        """A position anywhere in a game."""
        start = self.draw.choice([*ANYWHERE, *[ATTACK] * len(ANYWHERE)])
        opened = self._opened(heroes)
        players = [self._player(hero, start, opened.duel.statuses[1:]) for hero in heroes]
        return self._setup(start, _possible(opened, players), self.draw.randint(1, len(heroes)))

    def _setup(self, start: str, players: list[dict[str, Any]], turn: int) -> dict[str, Any]:
        return {
            "game": self.game, "edition": EDITIONS[0], "readings": {}, "turn": str(turn), "start": start,
            "players": players, **named(self.mode.id),
        }  # fmt: skip

    def _opened(self, heroes: tuple[str, ...]) -> DuelMachine:
        return open_game(heroes, mode=self.mode.id)

    def _health(self) -> int:
        draw = self.draw
        return draw.choice([draw.randint(1, 9), draw.randint(10, 50), 50, draw.randint(51, 60)])

    def _cp(self) -> int:
        draw = self.draw
        return draw.choice([0, draw.randint(1, 5), draw.randint(6, 14), 15])

    def _tokens(self, statuses: tuple[Status, ...], share: float) -> dict[str, int]:
        draw = self.draw
        return {
            status.id: draw.choice([status.limit, draw.randint(1, status.limit)])
            for status in statuses
            if status.limit and draw.random() < share * (BARRED if status.bars_actions else 1)
        }

    def _player(self, hero: str, start: str, statuses: tuple[Status, ...]) -> dict[str, Any]:
        draw, figures = self.draw, pack_of(EDITIONS[0]).heroes[hero]
        share = draw.choice([0.1, 0.4])
        hand = self._hand(figures, start)
        player: dict[str, Any] = {
            "hero": hero, "health": self._health(), "cp": self._cp(),
            "tokens": self._tokens(statuses, share), "hand": hand,
        }  # fmt: skip
        if draw.random() < share:
            player["board"] = {
                figures.slots[card.upgrade.slot]: card.upgrade.level
                for card in figures.cards
                if card.upgrade is not None and draw.random() < share and card.action.id not in hand
            }
        return player

    def _hand(self, figures: Hero, start: str) -> list[str]:
        draw = self.draw
        ids = [card.action.id for card in figures.cards]
        draw.shuffle(ids)
        ids.sort(key=lambda id: min(self.coverage.actions[id], 3))
        size = draw.randint(HAND, HAND + 2) if start == "discard" else draw.randint(0, HAND)
        return draw.sample(ids[: 3 * HAND], size)


def _possible(opened: DuelMachine, players: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """``players`` as there are such positions: somebody may act, and a side has one health."""
    duel = opened.duel
    return [
        one if "health" not in one else {**one, "health": min(one["health"], duel.health_most)}
        for one in with_side_health(duel.seats, _acting(players, duel.statuses[1:]))
    ]


def with_side_health(seats: Seats, players: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """``players``, of whom only the first of each side says how much health it has."""
    first = {seats.members(side)[0] for side in seats.side_numbers}
    return [
        one if seat in first else {name: value for name, value in one.items() if name != "health"}
        for seat, one in enumerate(players)
    ]


def _acting(players: list[dict[str, Any]], statuses: tuple[Status, ...]) -> list[dict[str, Any]]:
    """``players``, but where all others are barred from acting the last is not: there is no such position."""
    *others, last = players
    barring = {status.id for status in statuses if status.bars_actions}
    if all(barring & one["tokens"].keys() for one in others):
        free = {id: count for id, count in last["tokens"].items() if id not in barring}
        return [*others, {**last, "tokens": free}]
    return players


class Pairings:
    """Positions between any of ``heroes``, as many as play in ``mode``; see ``Beginnings``."""

    def __init__(
        self, game: str, heroes: Sequence[str], draw: Random, coverage: Coverage, mode: Mode = DUEL
    ) -> None:
        self.heroes = heroes
        self.draw = draw
        self.mode = mode
        self.positions = Positions(game, draw, coverage, mode)
        self.fought: Counter[str] = Counter()
        is_usual = mode is DUEL and set(DEFAULT_HEROES) <= set(heroes)
        self.pairing = DEFAULT_HEROES if is_usual else self._pairing()
        self.fought.update(self.pairing)

    def change(self) -> None:
        """Go on between heroes of whom the fewest plays were so far."""
        self.pairing = self._pairing()
        self.fought.update(self.pairing)

    def _pairing(self) -> tuple[str, ...]:
        order = sorted(self.heroes, key=lambda hero: (self.fought[hero], self.draw.random()))
        counts = [*self.mode.sides]
        many = counts[0] if len(counts) == 1 else self.draw.choice(counts)
        return tuple(order[place % len(order)] for place in range(many))

    def next(self, made: int) -> tuple[dict[str, Any], str]:
        """The kind of position that comes next."""
        positions, heroes = self.positions, self.pairing
        match made % ROUND:
            case 1:
                return positions.plain(heroes, 1 + made // ROUND % len(heroes)), ""
            case 2:
                return positions.opening(heroes), ""
            case 3 | 5:
                return positions.loaded(heroes), AFTER_ATTACK
        return positions.any(heroes), ""
