"""How strong a hero is: how many duels it wins against others where both players decide sensibly.

That says nothing of best play: it is about one stated way to decide. Each player starts in every second duel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from dicelaw.checker.dice_throne.sensible import Sensible
from dicelaw.checker.duels import Duels
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.graph import Agent

STEPS = 20_000
"""A duel that takes more steps than this is broken off."""
POLICY = (
    "sensible players: best rerolls for what abilities are worth, and whatever is worth more than it costs"
)


@dataclass(frozen=True)
class Matchup(Duels):
    """What came of the duels with ``rival``."""

    rival: str = ""


@dataclass(frozen=True)
class Strength:
    """What came of all match-ups of a hero, which ``seed`` decided."""

    matchups: tuple[Matchup, ...]
    seed: int

    @property
    def total(self) -> Duels:
        """All duels together."""
        return sum(self.matchups, Duels())


def matchup(pack: Pack, hero: str, rival: str, games: int, seed: int) -> Matchup:
    """What comes of ``games`` duels of ``hero`` with ``rival``, the same for the same ``seed``."""
    found = _played(_Table(pack, (hero, rival)), (hero, rival), range(games), seed)
    return Matchup(**asdict(found), rival=rival)


def heroes(content: Path | None) -> tuple[str, ...]:
    """All heroes, those in the folder ``content`` too."""
    return tuple(_pack(content).heroes)


def duels(content: Path | None, one: str, other: str, *, first: int, count: int, seed: int) -> Duels:
    """What comes of ``count`` duels of ``one`` with ``other`` from number ``first`` on."""
    return _played(_table(content, (one, other)), (one, other), range(first, first + count), seed)


@lru_cache(maxsize=1)
def _pack(content: Path | None) -> Pack:
    return load_pack([content] if content is not None else ())


@lru_cache(maxsize=1)
def _table(content: Path | None, heroes: tuple[str, str]) -> _Table:
    return _Table(_pack(content), heroes)


def _played(table: _Table, heroes: tuple[str, str], numbers: Sequence[int], seed: int) -> Duels:
    ended = [table.play(number, Random("/".join([f"{seed}", *heroes, f"{number}"]))) for number in numbers]
    return Duels(
        len(numbers),
        won=sum(one.winner == 0 for one in ended),
        lost=sum(one.winner == 1 for one in ended),
        outside=sum(one.outside for one in ended),
        turns=sum(one.turns for one in ended),
    )


@dataclass(frozen=True)
class _Ended:
    """A duel that is over: the seat that won, if one did, and how many turns it took.

    With ``outside`` a number left what the model counts up to.
    """

    winner: int | None
    turns: int
    outside: bool = False


class _Table:
    """A duel that is played again and again."""

    def __init__(self, pack: Pack, heroes: Sequence[str]) -> None:
        self.made = duel(pack, heroes)
        self.reader = Concrete(self.made.machine)
        self.players = Sensible(self.made, self.reader)
        self.turn = int(self.made.duel.turn.place)
        self.health = [int(cell.place) for cell in self.made.duel.health]

    def play(self, number: int, random: Random) -> _Ended:
        """Duel ``number``: the first seat starts it if that is even."""
        reader, state, turns = self.reader, self.made.machine.start, 1
        self.players.begin()
        for step in range(STEPS):
            legal = reader.enabled(state)
            if not legal:
                alive = [seat for seat, place in enumerate(self.health) if state[place]]
                return _Ended(alive[0] if len(alive) == 1 else None, turns)
            actor = reader.actor(state, legal[0])
            if actor is Agent.CHANCE:
                move = legal[number % len(legal)] if step == 0 else random.choice(legal)
            elif isinstance(actor, int):
                move = self.players.decide(state, legal, actor, random)
            else:
                move = legal[0]
            try:
                after = reader.step(state, move)
            except OutsideDomain:
                return _Ended(None, turns, outside=True)
            if step and after[self.turn] != state[self.turn]:
                turns += 1
                self.players.begin()
            state = after
        return _Ended(None, turns)
