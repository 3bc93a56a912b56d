"""What a game brings to be checked: its machines, its properties, and what is known of its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.model.open_points import OpenPoint
from dicelaw.specs.finding import Finding
from dicelaw.specs.property import Property


@dataclass(frozen=True)
class Stated:
    """Properties, and the machine that each name in them means."""

    properties: Sequence[Property]
    machines: Mapping[str, Machine]


@dataclass(frozen=True)
class Port:
    """One game, as the checker asks about it."""

    game: str
    stated: Callable[[Mapping[str, str], Path | None], Stated]
    """What is stated under some answers to open points, with the user's own content in a folder."""
    situation: Callable[[Machine, Random], State]
    """A state from which random play starts."""
    package: str
    """Where the expected verdicts are, and the recorded plays."""
    open_points: Sequence[OpenPoint] = ()
    findings: Sequence[Finding] = ()
    """Those of its text; editions of a game share theirs."""
    steps: int = 200_000
    length: int = 250
    """The budget of the random plays that look for goals and for broken claims, and the length of each."""
    listed: bool = False
    """Whether these list the legal moves, as there are few, instead of sampling them."""
