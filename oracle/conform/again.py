"""Whether a disagreement comes again: what an implementation does once says nothing of what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dicelaw.model.number_of import number_of
from dicelaw.oracle.conform.check import Difference, Outcome, Result, is_given_up

REPEATS = 2
"""How often a disagreement has to come again at once."""
CERTAIN = 16
"""How often what a new finding shows has to come again after a new start: others are counted as its like."""
ANEW = "asked after a new start"


def steady(result: Result, again: Callable[[], Result]) -> Result:
    """``result``, or if it is a disagreement that does not come ``again`` at once, what it is then."""
    other = None if result.difference is None else other_than(result, again, REPEATS)
    return result if other is None else not_again(result, other, "asked the same again")


def other_than(result: Result, again: Callable[[], Result], times: int) -> Result | None:
    """What came instead of ``result`` when it was asked ``again`` so many times, if something did."""
    return next((other for _ in range(times) if not is_same(result, other := again())), None)


def is_same(result: Result, other: Result) -> bool:
    """Whether ``other`` shows what ``result`` does, or could not be asked for any more."""
    if is_given_up(other):
        return True
    return other.steps == result.steps and _said(other.difference) == _said(result.difference)


def not_again(result: Result, other: Result, when: str) -> Result:
    """``result`` as one that did not come again: ``other`` is what came, ``when`` that was."""
    assert result.difference is not None
    if other.difference is not None:
        came = other.difference.says + (
            f" (after {number_of(other.steps, 'step')})" if other.steps != result.steps else ""
        )
    else:
        came = "it agreed" if other.outcome is Outcome.AGREES else other.why
    why = f"{result.difference.says}; {when}: {came}"
    return Result(result.case, Outcome.UNSTEADY, result.steps, why, begun=result.begun)


def _said(difference: Difference | None) -> Difference | None:
    """``difference`` without the words of a refusal, which may be others each time."""
    if difference is None or difference.kind != "refuses":
        return difference
    return replace(difference, found="")
