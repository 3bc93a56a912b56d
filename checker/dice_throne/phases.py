"""What may be used in which phase: the acts of a duel, phase by phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from dicelaw.checker.dice_throne.goods import Goods, cards, points
from dicelaw.checker.dice_throne.programs import Programs, TooManyWays
from dicelaw.checker.loops.acts import Act
from dicelaw.model.dice_throne.language import Action, Pack, Timing, When
from dicelaw.model.dice_throne.modes import DUEL_SEATS
from dicelaw.model.dice_throne.tables.narrow import narrowed

ROLLING = ("offense", "defense")
PHASES = ("upkeep", "income", "main", *ROLLING, "discard", "turn-end")
MOST_ROWS = 2_500
"""How many results of all that can be used in a duel are weighed."""
SELLING = ("main", "discard")
_ATTACKER = {When.MODIFIER, When.ATTACKING, When.OFFENSE_END, When.ULTIMATE}
_ONLY_IN = {
    When.OWN_MAIN: ("main",), When.OWN_OFFENSE: ("offense",), When.OWN_UPKEEP: ("upkeep",),
    When.DEFENSE_PHASE: ("defense",), When.ROLL_PHASE: ROLLING, When.ATTACKED: ("defense",),
    When.AIMED_AT: ("offense",), **dict.fromkeys(_ATTACKER, ROLLING),
}  # fmt: skip
_OF_ACTIVE = _ATTACKER | {When.OWN_MAIN, When.OWN_OFFENSE, When.OWN_UPKEEP}
_OF_OTHER = {When.ATTACKED, When.AIMED_AT}


@dataclass(frozen=True)
class Usable:
    """Something that ``seat`` may use again and again: a card of its deck, or what stays."""

    seat: int
    action: Action
    card: str = ""
    """The card that it is, which leaves the hand; empty for what tokens are spent for and for boards."""

    def fits(self, phase: str, active: int) -> bool:
        """Whether it may be used in ``phase`` where the player in ``active`` is the one whose phase it is."""
        action = self.action
        mine = self.seat == active
        if action.timing is Timing.MAIN and not (mine and phase == "main"):
            return False
        if action.timing is Timing.ROLL and phase not in ROLLING:
            return False
        return all(
            phase in _ONLY_IN.get(when, PHASES)
            and not (when in _OF_ACTIVE and not mine)
            and not (when in _OF_OTHER and mine)
            for when in action.when
        )


class DuelActs:
    """All that can be used in a duel of two heroes of a pack, with what it costs and comes to.

    The status effects in ``also`` are there besides those that the heroes can bring about.
    """

    def __init__(self, pack: Pack, heroes: Sequence[str], also: Sequence[str] = ()) -> None:
        self.goods = Goods(*narrowed(pack, heroes, also))
        self._programs = Programs(self.goods)

    @cached_property
    def lasting(self) -> tuple[tuple[Usable, Act], ...]:
        """What stays when it is used: what tokens are spent for, and the actions on boards at any level."""
        found: list[Usable] = []
        for seat, hero in enumerate(self.goods.heroes):
            found += [Usable(seat, action) for status in self.goods.statuses[1:] for action in status.spend]
            found += [Usable(seat, action) for *_, action in hero.board]
        return self._acts(found, is_card=False)

    @cached_property
    def played(self) -> tuple[tuple[Usable, Act], ...]:
        """Each card of both decks that is no upgrade."""
        found = [
            Usable(seat, card.action, f"{card.action.id}/{place}")
            for seat, hero in enumerate(self.goods.heroes)
            for place, card in enumerate(hero.cards)
            if card.upgrade is None
        ]
        return self._acts(found, is_card=True)

    def _acts(self, found: Sequence[Usable], *, is_card: bool) -> tuple[tuple[Usable, Act], ...]:
        """Each of ``found`` with what it comes to. Raises TooManyWays, also where all have too many."""
        acts: list[tuple[Usable, Act]] = []
        rows = 0
        for one in found:
            act = self._programs.act(one.action, one.seat, is_card=is_card)
            rows += sum(len(outcome.rows) for way in act.ways for outcome in way.outcomes)
            if rows > MOST_ROWS:
                names = " and ".join(hero.id for hero in self.goods.heroes)
                raise TooManyWays(f"what {names} can use comes to more than {MOST_ROWS} different results")
            acts.append((one, act))
        return tuple(acts)

    def situations(self) -> Iterator[tuple[str, int]]:
        """Each phase with the seat whose phase it is."""
        yield from ((phase, active) for phase in PHASES for active in DUEL_SEATS)

    def without_cards(self, phase: str = "", active: int = 0) -> list[Act]:
        """The acts of ``phase``, or of all, that play no card; to sell one is among them."""
        found = [act for one, act in self.lasting if not phase or one.fits(phase, active)]
        return [*found, *self.sales(phase, active)]

    def sales(self, phase: str = "", active: int = 0) -> list[Act]:
        """Selling a card, where that is possible."""
        sellers = DUEL_SEATS if not phase else (active,) if phase in SELLING else ()
        return [Act.plain(f"{seat + 1} sell", {cards(seat): -1, points(seat): 1}) for seat in sellers]
