"""What a hero's board is worth at its levels: each result of the dice, the best rerolls, an upgrade."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dicelaw.checker.dice_throne.activation import (
    ALL,
    Result,
    activations,
    chance,
    rerolls,
    results,
)
from dicelaw.checker.dice_throne.runs import results as rolled
from dicelaw.checker.dice_throne.worths import NOTHING, USUAL, Worth, Worths
from dicelaw.model.dice_throne.language import Ability, Program
from dicelaw.model.dice_throne.state.duel_state import ATTEMPTS
from dicelaw.model.dice_throne.tables.tables import TableContent

FINE = 100
"""Points of health are counted in hundredths where they have to be whole."""
TURNS = 4
"""For how many turns an upgrade is taken to be of use."""
Levels = tuple[int, ...]


@dataclass(frozen=True)
class Rolling:
    """What each result of five dice is worth where no reroll is left, one, or more; and what is then kept."""

    worth: tuple[dict[Result, float], ...]
    kept: tuple[dict[Result, Result], ...]


class Board:
    """The board of the hero in ``seat`` of a duel with this ``content``."""

    def __init__(self, content: TableContent, worths: Worths, seat: int) -> None:
        self.hero = content.heroes[seat]
        self.worths = worths
        starts = content.starts()
        offense = [place for place, (owner, _) in enumerate(content.printed()) if owner == seat]
        self._parts = {
            number: (starts["activation"][place], starts["landing"][place])
            for number, place in enumerate(offense)
        }
        guards = [place for place, (owner, _) in enumerate(content.printed(defensive=True)) if owner == seat]
        self._guards = {number: starts["defending"][place] for number, place in enumerate(guards)}
        self._actions = {
            id(action): start for (_, action), start in zip(content.used(), starts["action"], strict=True)
        }
        self._found = activations(self.hero, content.statuses)
        self._rolling: dict[Levels, Rolling] = {}
        self._gains: dict[tuple[int, int, int], float] = {}

    def ability(self, number: int, dice: Result) -> float:
        """What the offensive ability ``number`` is worth with these ``dice``."""
        if self.hero.offense[number].unknown:
            return 0.0
        activate, land = self._parts[number]
        return (self.worths.of(activate, dice) + self.worths.of(land, dice)).against(USUAL)

    @cached_property
    def _each(self) -> tuple[dict[Result, float], ...]:
        """For each offensive ability what each result that activates it makes it worth."""
        return tuple(
            {dice: self.ability(number, dice) for dice in one.results}
            for number, one in enumerate(self._found)
        )

    def rolling(self, levels: Levels) -> Rolling:
        """What results are worth at these ``levels`` of the spaces."""
        if levels not in self._rolling:
            self._rolling[levels] = self._rolled(levels)
        return self._rolling[levels]

    def _rolled(self, levels: Levels) -> Rolling:
        now = dict.fromkeys(results(), 0.0)
        for one, each in zip(self._found, self._each, strict=True):
            if levels[one.ability.slot] in one.levels:
                for dice, points in each.items():
                    now[dice] = max(points, now[dice])
        worth, kept = [now], [{dice: dice for dice in now}]
        for _ in range(1, ATTEMPTS):
            best = rerolls([round(FINE * points) for points in worth[-1].values()])
            worth.append(dict(zip(now, [points / (FINE * ALL) for points, _ in best], strict=True)))
            kept.append(dict(zip(now, [row for _, row in best], strict=True)))
        return Rolling(tuple(worth), tuple(kept))

    def upgrade(self, slot: int, old: int, new: int) -> float:
        """What it is worth to bring the space ``slot`` from level ``old`` to ``new``."""
        key = (slot, old, new)
        if key not in self._gains:
            self._gains[key] = TURNS * (self._space(slot, new) - self._space(slot, old))
        return self._gains[key]

    def _space(self, slot: int, level: int) -> float:
        """What the space ``slot`` brings in a turn."""
        found = 0.0
        for one, worth in zip(self._found, self._each, strict=True):
            if one.ability.slot == slot and level in one.levels and worth:
                found += float(chance(one.results)) * sum(worth.values()) / len(worth)
        guards = [
            (ability.level, self.guard(number).against(USUAL))
            for number, ability in enumerate(self.hero.defense)
            if ability.slot == slot and ability.level <= level
        ]
        found += max(guards, default=(0, 0.0))[1]
        for own, least, action in self.hero.board:
            if (own, least) == (slot, level):
                found += max(self.worths.of(self._actions[id(action)]).against(USUAL) - action.cp, 0.0)
        passives = [
            (least, _count(trigger.program)) for own, least, trigger in self.hero.passives if own == slot
        ]
        return found + max([(least, some) for least, some in passives if least <= level], default=(0, 0.0))[1]

    def guard(self, number: int) -> Worth:
        """What the defensive ability ``number`` is worth."""
        ability: Ability = self.hero.defense[number]
        found = NOTHING
        for dice, share in rolled(ability.dice).items():
            found += self.worths.of(self._guards[number], dice).times(float(share))
        return found


def _count(program: Program) -> float:
    """About what a program that runs by itself brings in a turn: its instructions are counted."""
    return float(len(program) - 1)
