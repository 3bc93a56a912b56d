"""How strong a hero is: how many duels it wins against others where both players decide sensibly.

That says nothing of best play: it is about one stated way to decide. Each player starts in every second duel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path

from dicelaw.checker.dice_throne.sensible import sensible
from dicelaw.checker.duels import Duels, Matchup, Players
from dicelaw.checker.playing import duels as played
from dicelaw.checker.playing import playing
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel

FEW = 100
"""So few duels are over before they would be compiled."""
POLICY = (
    "sensible players: best rerolls for what abilities are worth, and whatever is worth more than it costs"
)
PLAYERS = Players("sensible", POLICY)


def matchup(pack: Pack, hero: str, rival: str, games: int, seed: int) -> Matchup:
    """What comes of ``games`` duels of ``hero`` with ``rival``, the same for the same ``seed``."""
    table = _Table(pack, (hero, rival), compiled=games > FEW)
    return Matchup(**asdict(table.duels(range(games), seed)), rival=rival)


def heroes(content: Path | None) -> tuple[str, ...]:
    """All heroes, those in the folder ``content`` too."""
    return tuple(_pack(content).heroes)


def duels(
    content: Path | None, one: str, other: str, *, first: int, count: int, seed: int, most: int
) -> Duels:
    """What comes of ``count`` of ``most`` duels of ``one`` with ``other``, from number ``first`` on."""
    return _table(content, (one, other), most > FEW).duels(range(first, first + count), seed)


@lru_cache(maxsize=1)
def _pack(content: Path | None) -> Pack:
    return load_pack([content] if content is not None else ())


@lru_cache(maxsize=1)
def _table(content: Path | None, heroes: tuple[str, str], compiled: bool) -> _Table:
    return _Table(_pack(content), heroes, compiled=compiled)


class _Table:
    """A duel that is played again and again, by the compiler if it is there and worth its time."""

    def __init__(self, pack: Pack, heroes: tuple[str, str], *, compiled: bool) -> None:
        made = duel(pack, heroes)
        self.heroes = heroes
        self.health = [int(cell.place) for cell in made.duel.health]
        self.plays = playing(made.machine, sensible(made), compiled=compiled)

    def duels(self, numbers: Sequence[int], seed: int) -> Duels:
        """What comes of the duels with these ``numbers``; the first seat starts the even ones."""
        return played(self.plays, self.health, numbers, "/".join([f"{seed}", *self.heroes]))
