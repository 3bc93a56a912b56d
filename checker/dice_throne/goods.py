"""The goods of a duel: what its players have, can lose and can pay with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from dicelaw.checker.dice_throne.brought import raised
from dicelaw.model.dice_throne.language import TOKENS_MOST, Action, Hero, Op, Program, Status
from dicelaw.model.dice_throne.modes import DUEL_SEATS
from dicelaw.model.dice_throne.state.duel_state import CP_MAX

LUCK = "dice altered"
"""What altering a die gives: another act may then have the result that its player wants."""
HAND_MAX = 60


def points(seat: int) -> str:
    """The combat points of ``seat``."""
    return f"CP of {seat + 1}"


def health(seat: int) -> str:
    """The health of ``seat``: what its player heals, less what the player's own acts take."""
    return f"health of {seat + 1}"


def cards(seat: int) -> str:
    """The cards in the hand of ``seat``."""
    return f"cards of {seat + 1}"


def drawn(seat: int) -> str:
    """How many cards ``seat`` took from the deck."""
    return f"cards drawn by {seat + 1}"


@dataclass(frozen=True)
class Goods:
    """The goods of a duel of ``heroes`` with these ``statuses`` (number 0 is none)."""

    statuses: tuple[Status, ...]
    heroes: tuple[Hero, ...]

    def token(self, seat: int, kind: int) -> str:
        """The tokens of ``kind`` that ``seat`` has."""
        return f"{self.statuses[kind].id} of {seat + 1}"

    def room(self, seat: int, kind: int) -> str:
        """How many more tokens of ``kind`` there is room for."""
        return f"room for {self.statuses[kind].id} of {seat + 1}"

    def kept(self, seat: int, kind: int) -> str:
        """The tokens of ``kind`` that ``seat`` had when the turn began."""
        return f"{self.statuses[kind].id} of {seat + 1} from before this turn"

    def limit(self, seat: int, kind: int) -> int:
        """The stack limit that ``kind`` has at the beginning for ``seat``."""
        return max(
            [self.statuses[kind].limit, *(most for own, most in self.heroes[seat].limits if own == kind)]
        )

    def most(self, good: str) -> int:
        """More of ``good`` than this a player never has."""
        return self._most.get(good, HAND_MAX)

    @cached_property
    def _most(self) -> dict[str, int]:
        found, rising = {points(seat): CP_MAX for seat in DUEL_SEATS}, raised(self.statuses, self.heroes)
        for seat in DUEL_SEATS:
            for kind in range(1, len(self.statuses)):
                most = TOKENS_MOST if kind in rising else self.limit(seat, kind)
                found[self.token(seat, kind)] = most
        return found

    @cached_property
    def counted(self) -> frozenset[str]:
        """The goods of which more is a gain: all but room, and but counts of how often something was used."""
        found = {of(seat) for of in (points, health, cards) for seat in DUEL_SEATS}
        kinds = [kind for kind, status in enumerate(self.statuses) if kind and status.sign != "mark"]
        return frozenset(found | {self.token(seat, kind) for seat in DUEL_SEATS for kind in kinds})

    @cached_property
    def bounded(self) -> frozenset[int]:
        """The kinds of which room counts: as marks of use, and where something wants few of them."""
        found: set[int] = set()
        for action in self.actions:
            found |= {action.mark, action.held * (action.held_most < MANY)}
            found |= _wanted_few(action.program)
        return frozenset(found - {0})

    @cached_property
    def actions(self) -> Sequence[Action]:
        """All that can be used: what tokens are spent for, and what is on boards and cards."""
        found = [action for status in self.statuses[1:] for action in status.spend]
        for hero in self.heroes:
            found += [action for *_, action in hero.board]
            found += [card.action for card in hero.cards if card.upgrade is None]
        return found


MANY = TOKENS_MOST
"""A condition on the most tokens that does not ask for few: nobody has more."""


def _wanted_few(program: Program) -> set[int]:
    """The kinds of which an instruction of ``program`` wants few, or behind which one is passed over."""
    return {step.held for step in program if step.held and (step.held_most < MANY or step.op is Op.SKIP)}
