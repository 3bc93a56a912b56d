"""A machine that is small enough to be looked at as a whole, for tests of mutants."""

from __future__ import annotations

from dicelaw.model.kernel.expressions import at_least, at_most, half_up
from dicelaw.model.kernel.graph import Agent, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration
from dicelaw.mutation.mutants import mutants


def small() -> Machine:
    """A seat heals by half of its points as long as it is hurt; then the rules count it and tidy up."""
    declaration, timing = Declaration(), TimingGraph()
    health = declaration.integer("health", 0, 9, "the health")
    points = declaration.integer("points", 0, 5, "the points")
    turns = declaration.integer("turns", 0, 9, "the turns")
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.point("count", Kind.RULES, "turns are counted")
    timing.point("tidy", Kind.RULES, "points are lost")
    timing.point("over", Kind.FINAL, "it is over")
    timing.add(
        "heal", "begin", "count", health * 0, "heal",
        requires=[
            (health < 9, "rule/hurt"), (points >= 1, "rule/points"), (health + points >= 1, "rule/implied"),
        ],
        effect={health: at_most(health + half_up(points), 9)},
    )  # fmt: skip
    timing.add("stop", "begin", "over", health * 0, "stop", cites=["rule/stop"])
    timing.add("count", "count", "tidy", Agent.RULES, "count", effect={turns: at_most(turns + 1, 9)})
    timing.add("tidy", "tidy", "begin", Agent.RULES, "tidy", effect={points: at_least(points - 1, 0)})
    return build("small", declaration, timing, start_at="begin", start={health: 3, points: 5}, seats=("1",))


MACHINE = small()
MUTANTS = {mutant.id: mutant for mutant in mutants(MACHINE)}
SLOTS = MACHINE.slot_index
