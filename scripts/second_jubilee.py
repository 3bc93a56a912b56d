"""Whether Michele's third turn in the example of play of 2018 can happen, by cost and number of dice."""

from __future__ import annotations

import click

from dicelaw.checker.search.decide import decide
from dicelaw.specs.dice_masters.second_jubilee import turn
from dicelaw.specs.property import Reaches


def main() -> None:
    """Print a line for each cost of Jubilee, with and without the Prepped die."""
    for cost in (3, 2):
        for prepped in (True, False):
            one = turn(cost, prepped=prepped)
            found = decide(one.machine, Reaches(one.told), starts=one.starts)
            dice = "five" if prepped else "four"
            click.echo(f"cost {cost}, {dice} dice: {found.outcome.value} that she can ({found.evidence})")


if __name__ == "__main__":
    main()
