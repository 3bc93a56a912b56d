"""An atlas: what was seen of all pairs, or of triples, put together from what came of each unit."""

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
from dicelaw.oracle.atlas.hunt import Explored, Unit
from dicelaw.oracle.atlas.interaction import KINDS, Interaction
from dicelaw.oracle.fuzz.arena import Group
from dicelaw.oracle.fuzz.meetings import PAIR

VERSION = 1
NAMED = 60
OF_TRIPLES = ("tried", "positions", "apart", "left", "plays", "seconds", "kinds", "interactions")
"""What is said of triples in the data of an atlas, beside how many there are and were chosen."""
_NAME = re.compile(r"[^a-z0-9]+")


@dataclass
class Atlas:
    """What was seen of the pairs of a game. ``left`` of all ``units`` are not done yet.

    A pair that was tried and has no interaction is one of which none was seen: that proves nothing. With
    another ``size`` it is about triples, which are called pairs here all the same; those of which the pairs
    are an atlas are ``triples`` of it.
    """

    game: str
    seed: int
    units: int
    left: int = 0
    apart: int = 0
    """How many pairs are left out, as they take two turns or one phase twice."""
    plays: int = 0
    seconds: float = 0.0
    """How long all units took that are done, one after another."""
    tried: dict[Group, int] = field(default_factory=dict)
    """In how many positions each pair was tried."""
    waiting: int = 0
    """How many pairs are in the units that are left."""
    whole: int = 0
    """How many pairs there are of which these are a sample, where they are one."""
    found: dict[Key, Interaction] = field(default_factory=dict)
    size: int = PAIR
    triples: Atlas | None = None

    def add(self, pairs: Sequence[Group], found: Explored) -> None:
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
            if new.group in self.tried and (old is None or new.size < old.size):
                self.found[new.key] = new

    @cached_property
    def by_pair(self) -> Mapping[Group, list[Interaction]]:
        """The interactions of each pair that has some; asked for when all is taken in."""
        pairs: dict[Group, list[Interaction]] = {}
        order = [*KINDS]
        for one in sorted(self.found.values(), key=lambda one: (order.index(one.kind), one.key)):
            pairs.setdefault(one.group, []).append(one)
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
        pairs = number_of(len(self.tried), "pair" if self.size == PAIR else "triple")
        unmet = len(self.tried) - self.met - self.waiting
        seen = f"{len(self.by_pair):,} do something to each other"
        if self.size > PAIR:
            seen = f"{len(self.by_pair):,} do what no two of them do"
        rows = [f"{self.met:,} of {pairs} tried in {number_of(self.positions, 'position')}; {seen}"]
        if unmet > 0:
            vain = "did not come to be used together"
            if self.size > PAIR:
                vain += " in plays that can be compared"
            rows.append(f"{unmet:,} {vain}, so nothing is said of them")
        if self.apart:
            rows.append(f"{self.apart:,} more are left out, as they take two turns, or one phase twice")
        if self.left:
            rows.append(f"{self.waiting:,} are left to be tried, by the same command")
        if self.size > PAIR and self.whole > len(self.tried):
            rows.append(
                f"{self.whole - len(self.tried):,} less likely ones are not decided; --most tries more"
            )
        return rows

    def as_json(self) -> dict[str, Any]:
        """This as plain values."""
        return {
            "dicelaw_atlas": VERSION, "game": self.game, "seed": self.seed, "units": self.units,
            "left": self.left, "pairs": len(self.tried), "tried": self.met, "positions": self.positions,
            "apart": self.apart, "plays": self.plays, "seconds": round(self.seconds, 1),
            "kinds": dict(self.counts()),
            "interactions": [one.as_json() for rows in self.by_pair.values() for one in rows],
            **({} if self.triples is None else {"triples": self.triples._as_triples()}),
        }  # fmt: skip

    def _as_triples(self) -> dict[str, Any]:
        found = self.as_json()
        whole = {"triples": max(found.pop("pairs"), self.whole), "chosen": len(self.tried)}
        return {**whole, **{name: found[name] for name in OF_TRIPLES}}


def begun(game: str, seed: int, units: Sequence[Unit], apart: int, whole: int = 0, size: int = PAIR) -> Atlas:
    """An atlas of ``units``, of which nothing is done yet."""
    tried = {group: 0 for unit in units for group in unit.groups}
    waiting = len(tried)
    return Atlas(
        game, seed, len(units), len(units), apart, tried=tried, waiting=waiting, whole=whole, size=size
    )


def name_of(pair: Group) -> str:
    """What the files of ``pair`` are called."""
    said = _NAME.sub("-", "-".join(pair)).strip("-")[:NAMED]
    return f"{said}-{blake2b(repr(pair).encode(), digest_size=4).hexdigest()}"


def scenario_name(one: Interaction) -> str:
    """What the file with the play of ``one`` is called."""
    direction = "" if one.group[:PAIR] == (one.one, one.other) else "back"
    if one.third and one.third != one.group[-1]:
        direction = f"with-{one.group.index(one.third) + 1}"
    about = "-".join(part.partition("=")[2] for part in one.readings)
    return "-".join(filter(None, (name_of(one.group), one.kind, direction, about))) + ".yaml"


def scenarios(atlas: Atlas) -> dict[str, str]:
    """The plays of all interactions that can be written as scenarios, by the names of their files."""
    every = [atlas, *([] if atlas.triples is None else [atlas.triples])]
    rows = [one for part in every for rows in part.by_pair.values() for one in rows if one.scenario]
    return {scenario_name(one): one.scenario for one in rows}
