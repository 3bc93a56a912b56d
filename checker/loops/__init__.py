"""Free loops: acts that can be repeated for ever, with something gained and nothing lost in the end.

An act changes counts of goods. Whether some acts together lose nothing and gain something is a question of
linear arithmetic: either there is such a cycle, or weights of the goods by which every act that gains
something loses more. Nothing here knows a game.
"""

from dicelaw.checker.loops.acts import Act, Outcome, Row, Way, rows_of, told_acts, told_gains
from dicelaw.checker.loops.deciding import Cycle, Measure, cycle, measure, sure
from dicelaw.checker.loops.reducing import possible, short_cycle, weighed

__all__ = [
    "Act",
    "Cycle",
    "Measure",
    "Outcome",
    "Row",
    "Way",
    "cycle",
    "measure",
    "possible",
    "rows_of",
    "short_cycle",
    "sure",
    "told_acts",
    "told_gains",
    "weighed",
]
