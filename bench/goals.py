"""The goals that the project has set itself, beside what was measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import answers
import positions
from command import GOALS as VERIFY
from explicit import faster
from grid import Table
from matchups import DUELS
from matchups import GOALS as MATCHUPS
from paired import Spread, ratio, spread


@dataclass(frozen=True)
class Goal:
    """A bound for the median of a figure; ``measured`` is None where it could not be measured."""

    says: str
    bound: float
    at_least: bool
    unit: str
    measured: Spread | None
    counted: bool = False
    """Whether it is so many of ``bound`` things, all of which are to be."""

    @property
    def met(self) -> bool | None:
        """Whether the median keeps the bound; None where nothing was measured."""
        if self.measured is None:
            return None
        return self.measured.median >= self.bound if self.at_least else self.measured.median <= self.bound


def goals(benches: dict[str, Any]) -> Iterator[Goal]:
    """Each goal with its figure."""
    search, walks, command = benches["explicit"], benches["walks"], benches["command"]
    large, verdict = search["sizes"][-1], search["verdict"]["verdict"]
    yield Goal("states a second, one core", 12, True, "times SPIN", faster(large, "one core"))
    yield Goal("states a second, two cores", 20, True, "times SPIN on one", faster(large, "two cores"))
    yield Goal("memory of the search", 20, False, "bytes a state", spread(large["one core"], "bytes"))
    yield Goal("a verdict on a million states, cold", 1, False, "s", spread(verdict, "cold"))
    yield Goal("a verdict on a million states, warm", 0.5, False, "s", spread(verdict, "warm"))
    for name, bound in (("cold", 1), ("warm", 0.5)):
        whole = next(several for title, several in benches["search"].items() if title.endswith(name))
        yield Goal(f"`dicelaw search` of a million states, {name}", bound, False, "s", spread(whole, "wall"))
    for peer, bound in (("hypothesis", 1000), ("concrete reader", 50)):
        times = ratio(walks["compiled"], walks[peer], "rate")
        yield Goal("random steps a second, compiled", bound, True, f"times {peer}", times)
    for name, bound in VERIFY.items():
        if name in command:
            yield Goal(f"`dicelaw verify`, {name}", bound, False, "s", spread(command[name], "wall"))
    yield Goal("events audited a second", 100_000, True, "", spread(benches["audit"]["steps alone"], "rate"))
    for name, found in benches.get("stored", {}).items():
        if name.endswith("set-up"):
            trees = [found["trees"]]
            yield Goal(f"memory of {name}", 32, False, "bytes a state", spread(trees, "bytes"))
            yield Goal(f"states a second of {name}", 3_000_000, True, "", spread(trees, "rate"))
    duels = [found for pair, found in benches.get("matchups", {}).items() if pair in DUELS]
    for name, bound, at_least in MATCHUPS if duels else ():
        rounds = [one for found in duels for one in found[name]]
        yield Goal(f"duels: {name}", bound, at_least, "", spread(rounds, "rate"))
    if found := benches.get("positions"):
        for says, (count, whole) in {
            "positions seen to the end of the turn": positions.seen(found),
            f"questions about them answered in under {positions.SOON} s": positions.soon(found),
        }.items():
            yield Goal(says, whole, True, "", Spread(count, count, count), counted=True)
    for name, bound in answers.GOALS.items() if "answers" in benches else ():
        yield Goal(name, bound, False, "s", spread(benches["answers"][name], "cpu"))
    known = spread(benches["conform"]["answers known by heart"], "rate")
    yield Goal("vectors checked a second", 1_000, True, "", known)


def table(benches: dict[str, Any], judged: bool) -> Table:
    """A row for each goal: whether the median of the rounds meets it, where that is ``judged``."""
    verdicts = {True: "met", False: "**not met**", None: "not measured"}
    rows = [
        [
            goal.says,
            _bound(goal),
            _measured(goal),
            verdicts[goal.met] if judged else "not judged",
        ]
        for goal in goals(benches)
    ]
    note = "By the median of the rounds, and by the clock where the unit is seconds or SPIN takes part."
    return Table("Goals", note, ["", "goal", "measured", ""], rows)


def _bound(goal: Goal) -> str:
    if goal.counted:
        return f"{goal.bound} of {goal.bound}"
    return f"{'≥' if goal.at_least else '≤'} {goal.bound:,g} {goal.unit}".strip()


def _measured(goal: Goal) -> str:
    if goal.measured is None:
        return "not installed"
    if goal.counted:
        return f"{goal.measured.median} of {goal.bound}"
    return goal.measured.text(",.0f" if goal.bound >= 50 else ",.2f")
