"""How it is told on which readings an answer hangs, and of which that is not known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from dicelaw.oracle.cli.output import say

if TYPE_CHECKING:
    from dicelaw.oracle.answers.asked_again import UnderReadings
    from dicelaw.oracle.answers.hanging import Hanging
    from dicelaw.oracle.cli.options import Decorator

others_option: Decorator = click.option(
    "--other-readings", "others", type=click.Choice(("few", "all", "none")), default="few", show_default=True,
    help="Under which readings to ask again, of those that may change the answer: what takes not much longer "
    "than the first answer, all or none.",
)  # fmt: skip

LEFT_OUT = "  they differ in what these lines leave out; --format json has all of it"


def say_hanging(hangs: Iterable[Hanging], tell: Callable[[Any], str]) -> None:
    """Say what an answer is under each reading on which it hangs, in a line as ``tell`` says it."""
    for one in hangs:
        say(f"this hangs on the reading {one.point}: {one.asks}")
        told = [tell(found) for found in one.answers.values()]
        say(*(f"  {one.which(answer)}: {text}" for answer, text in zip(one.answers, told, strict=True)))
        if len({*told}) == 1:
            say(LEFT_OUT)


def say_readings(found: UnderReadings, tell: Callable[[Any], str]) -> None:
    """As :func:`say_hanging`, and of which readings something is not known."""
    say_hanging(found.hangs, lambda answer: answer if isinstance(answer, str) else tell(answer))
    by_what = sorted(found.unknown, key=lambda one: (one.asked, one.what))
    for (asked, what), several in groupby(by_what, lambda one: (one.asked, one.what)):
        under = ", ".join(f"{one.point}={one.answer}" for one in several)
        more = "raise --budget" if asked else "--other-readings all asks"
        say(f"{'not seen' if asked else 'not asked'}: {what} under {under}; {more}")
