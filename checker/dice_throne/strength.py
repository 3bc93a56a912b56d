"""How strong a hero is: how many duels it wins against others where both players decide sensibly.

That says nothing of best play: it is about one stated way to decide. Each player starts in every second duel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Protocol

from dicelaw.checker.dice_throne.sensible import sensible
from dicelaw.checker.duels import Duels
from dicelaw.checker.search.decided_plays import Decided, DecidedPlays, End
from dicelaw.checker.search.layout import TooWide
from dicelaw.checker.search.native import NotInstalled
from dicelaw.checker.search.policy import Decider, Policy
from dicelaw.checker.search.random_plays import lots
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import DuelMachine, duel
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain

STEPS = 20_000
"""A duel that takes more steps than this is broken off."""
FEW = 100
"""So few duels are over before they would be compiled."""
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


class Playing(Protocol):
    """What plays duels."""

    def play(self, seed: int, number: int) -> Decided:
        """See :class:`DecidedPlays`."""
        ...


class _Table:
    """A duel that is played again and again, by the compiler if it is there and worth its time."""

    def __init__(self, pack: Pack, heroes: tuple[str, str], *, compiled: bool) -> None:
        made = duel(pack, heroes)
        self.heroes = heroes
        self.health = [int(cell.place) for cell in made.duel.health]
        self.plays = playing(made, sensible(made), compiled=compiled)

    def duels(self, numbers: Sequence[int], seed: int) -> Duels:
        """What comes of the duels with these ``numbers``; the first seat starts the even ones."""
        own = int.from_bytes(sha256("/".join([f"{seed}", *self.heroes]).encode()).digest()[:8])
        ended = [self.plays.play(own, number) for number in numbers]
        winners = [self._winner(one) for one in ended]
        return Duels(
            len(numbers),
            won=winners.count(0),
            lost=winners.count(1),
            outside=sum(one.end is End.OUTSIDE for one in ended),
            turns=sum(one.turns for one in ended),
        )

    def _winner(self, play: Decided) -> int | None:
        """The seat that won, if one did."""
        alive = [seat for seat, place in enumerate(self.health) if play.last[place]]
        return alive[0] if play.end is End.OVER and len(alive) == 1 else None


def playing(made: DuelMachine, policy: Policy, *, compiled: bool) -> Playing:
    """What plays duels in which ``policy`` decides: the same ones, compiled or not."""
    if compiled:
        try:
            return DecidedPlays(made.machine, policy, length=STEPS)
        except (NotInstalled, TooWide):
            pass  # the same duels, only slower
    return _Concretely(made, policy)


class _Concretely:
    """As :class:`DecidedPlays`, by the concrete reader: move for move the same plays."""

    def __init__(self, made: DuelMachine, policy: Policy) -> None:
        self.start, self.turn = made.machine.start, int(made.duel.turn.place)
        self.reader = Concrete(made.machine)
        self.decider = Decider(policy, self.reader)

    def play(self, seed: int, number: int) -> Decided:
        """See :class:`DecidedPlays`."""
        reader, state, turns = self.reader, self.start, 1
        self.decider.begin()
        for step, lot in enumerate(islice(lots(seed, number), STEPS)):
            legal = reader.enabled(state)
            if not legal:
                return Decided(End.OVER, state, step, turns)
            move = legal[number % len(legal)] if step == 0 else self.decider.decide(state, legal, lot)
            try:
                after = reader.step(state, move)
            except OutsideDomain:
                return Decided(End.OUTSIDE, state, step, turns)
            turns += step > 0 and after[self.turn] != state[self.turn]
            state = after
        return Decided(End.LONG, state, STEPS, turns)
