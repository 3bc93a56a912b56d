"""What a round of a loop gained and lost, seen in the states before and after it."""

from __future__ import annotations

from collections import Counter

from dicelaw.checker.dice_masters.loop_dice import SEATS
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import BAG, FIELD, USED
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.state import State

GROWING = ("damage", "suffered", "plus_attack", "plus_defense")
"""What lies on dice and may grow from round to round."""
PASSING = (
    "life", "virtual", "spare", "newcomer", "has_fielded", "used", "rebates", "frees", "tokens", "earned"
)  # fmt: skip
"""What is not compared, as more of it is a gain, or as it changes once: then the next round shows it."""


class Gains:
    """Compares states of the game ``made``."""

    def __init__(self, made: TableMachine) -> None:
        t = made.table
        self.reader = reader = Concrete(made.machine)
        self.kinds = [(t.dice.dice[die], t.dice.owners[die]) for die in range(t.count)]
        self.tokens = {die for die, (kind, _) in enumerate(self.kinds) if t.dice.kinds[kind].maker}
        slots: dict[str, list[int]] = {}
        for place, slot in enumerate(made.machine.slots):
            slots.setdefault(slot.family or slot.name, []).append(place)
        self.zone = slots["zone"]
        self.owner = slots["owner"]
        self.growing = {name: slots[name] for name in GROWING}
        left_out = {*GROWING, *PASSING}
        of_dice = {name for name, places in slots.items() if len(places) == t.count and name not in left_out}
        self.by_die = [[slots[name][die] for name in sorted(of_dice)] for die in range(t.count)]
        self.plain = [
            place for name, places in slots.items() if name not in {*left_out, *of_dice} for place in places
        ]
        self.life = [reader.compiled(t.life[seat]) for seat in SEATS]
        self.stock = [reader.compiled(t.stock(constant(seat)) + t.spare[seat]) for seat in SEATS]

    def key(self, state: State) -> tuple[object, ...]:
        """All of ``state`` that has to be the same for a round to be possible again.

        Alike dice may have changed places. The bag and the Used Pile count as one, as the one is refilled
        from the other.
        """
        dice: Counter[tuple[object, ...]] = Counter()
        for die, places in enumerate(self.by_die):
            if die not in self.tokens:
                there = self.zone[die]
                row = (BAG if place == there and state[place] == USED else state[place] for place in places)
                dice[self.kinds[die], *row] += 1
        return (state[0], *(state[place] for place in self.plain), frozenset(dice.items()))

    def of(self, before: State, after: State, seats: set[int]) -> dict[str, int]:
        """What a round by ``seats`` gained of life and energy, by name; nothing where it lost something."""
        gains: dict[str, int] = {}
        for seat in SEATS:
            earned = self.stock[seat](after, {}) - self.stock[seat](before, {})
            lived = self.life[seat](after, {}) - self.life[seat](before, {})
            if earned < 0 or (lived < 0 and seats == {seat}):
                return {}
            gains[f"energy of player {seat + 1}"] = earned
            gains[f"life of player {seat + 1}"] = lived
            gains[f"damage to player {seat + 1}"] = -lived
        return {name: some for name, some in gains.items() if some > 0}

    def free(self, before: State, after: State, gainer: int) -> dict[str, int]:
        """As :meth:`of`, where ``gainer`` loses nothing, with what grows on dice and with new tokens.

        It is nothing, too, where less of anything lies on the dice.
        """
        gains = self.of(before, after, {gainer})
        if gains == {} and self.of(before, after, set(SEATS)):
            return {}
        for name, places in self.growing.items():
            grown = [0, 0]
            for place, there in zip(places, self.owner, strict=True):
                if name != "suffered":
                    grown[before[there]] += after[place] - before[place]
            if min(grown) < 0:
                return {}
            for seat in SEATS:
                gains[f"{_SAID.get(name, name)} of player {seat + 1}'s dice"] = grown[seat]
        come = sum(
            (after[self.zone[die]] == FIELD) - (before[self.zone[die]] == FIELD) for die in self.tokens
        )
        return (
            {name: some for name, some in {**gains, "tokens": come}.items() if some > 0} if come >= 0 else {}
        )


_SAID = {"damage": "damage", "plus_attack": "applied A", "plus_defense": "applied D"}
