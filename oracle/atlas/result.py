"""An atlas: what was seen of all pairs of entries, put together from what came of each unit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

from dicelaw.model.number_of import number_of
from dicelaw.oracle.atlas.experiment import Key
from dicelaw.oracle.atlas.hunt import Explored
from dicelaw.oracle.atlas.interaction import KINDS, Interaction
from dicelaw.oracle.fuzz.arena import Pair

VERSION = 1
NAMED = 60
_NAME = re.compile(r"[^a-z0-9]+")


@dataclass
class Atlas:
    """What was seen of the pairs of a game. ``left`` of all ``units`` are not done yet.

    A pair that was tried and has no interaction is one of which none was seen: that proves nothing.
    """

    game: str
    seed: int
    units: int
    left: int = 0
    apart: int = 0
    """How many pairs can never be used in one turn."""
    plays: int = 0
    seconds: float = 0.0
    """How long all units took that are done, one after another."""
    tried: dict[Pair, int] = field(default_factory=dict)
    """In how many positions each pair was tried."""
    waiting: int = 0
    """How many pairs are in the units that are left."""
    whole: int = 0
    """How many pairs there are of which these are a sample, where they are one."""
    found: dict[Key, Interaction] = field(default_factory=dict)

    def add(self, pairs: Sequence[Pair], found: Explored) -> None:
        """Take in what came of a unit with these ``pairs``; of two plays that show the same
        the smaller stays. What was seen beside, of pairs that are not asked for, is left out.
        """
        self.plays += found.plays
        self.seconds += found.seconds
        self.left -= 1
        self.waiting -= len(pairs)
        for pair, count in zip(pairs, found.tried, strict=True):
            self.tried[pair] += count
        for new in found.found:
            old = self.found.get(new.key)
            if new.pair in self.tried and (old is None or new.size < old.size):
                self.found[new.key] = new

    @cached_property
    def by_pair(self) -> Mapping[Pair, list[Interaction]]:
        """The interactions of each pair that has some; asked for when all is taken in."""
        pairs: dict[Pair, list[Interaction]] = {}
        order = [*KINDS]
        for one in sorted(self.found.values(), key=lambda one: (order.index(one.kind), one.key)):
            pairs.setdefault(one.pair, []).append(one)
        return dict(sorted(pairs.items()))

    @property
    def met(self) -> int:
        """How many pairs were tried in some position, or have an interaction."""
        return len({pair for pair, count in self.tried.items() if count} | {*self.by_pair})

    @property
    def positions(self) -> int:
        """In how many positions pairs were tried."""
        return sum(self.tried.values())

    def counts(self) -> Mapping[str, int]:
        """How many pairs there are with each kind of interaction."""
        found = Counter(kind for rows in self.by_pair.values() for kind in {one.kind for one in rows})
        return {kind: found[kind] for kind in KINDS}

    def summary(self) -> list[str]:
        """How much was tried, and what was seen, in words."""
        pairs = number_of(len(self.tried), "pair")
        unmet = len(self.tried) - self.met - self.waiting
        seen = f"{len(self.by_pair):,} do something to each other"
        rows = [f"{self.met:,} of {pairs} tried in {number_of(self.positions, 'position')}; {seen}"]
        if unmet > 0:
            rows.append(f"{unmet:,} did not come to be used together, so nothing is said of them")
        if self.apart:
            rows.append(f"{self.apart:,} more can never be used in one turn")
        if self.left:
            rows.append(f"{self.waiting:,} are left to be tried, by the same command")
        return rows

    def as_json(self) -> dict[str, Any]:
        """This as plain values."""
        return {
            "dicelaw_atlas": VERSION, "game": self.game, "seed": self.seed, "units": self.units,
            "left": self.left, "pairs": len(self.tried), "tried": self.met, "positions": self.positions,
            "apart": self.apart, "plays": self.plays, "seconds": round(self.seconds, 1),
            "kinds": dict(self.counts()),
            "interactions": [one.as_json() for rows in self.by_pair.values() for one in rows],
        }  # fmt: skip


def name_of(pair: Pair) -> str:
    """What the files of ``pair`` are called."""
    said = _NAME.sub("-", "-".join(pair)).strip("-")[:NAMED]
    return f"{said}-{blake2b(repr(pair).encode(), digest_size=4).hexdigest()}"


def scenario_name(one: Interaction) -> str:
    """What the file with the play of ``one`` is called."""
    direction = "" if one.pair == (one.one, one.other) else "back"
    about = "-".join(part.partition("=")[2] for part in one.readings)
    return "-".join(filter(None, (name_of(one.pair), one.kind, direction, about))) + ".yaml"


def scenarios(atlas: Atlas) -> dict[str, str]:
    """The plays of all interactions that can be written as scenarios, by the names of their files."""
    rows = [one for rows in atlas.by_pair.values() for one in rows if one.scenario]
    return {scenario_name(one): one.scenario for one in rows}
