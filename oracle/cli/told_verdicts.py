"""How a check tells of what is decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.oracle.cli.output import say, say_marked

if TYPE_CHECKING:
    from dicelaw.checker.verdicts import Verdict

COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow"}
INDENT = " " * 9


def tell_verdict(says: str, verdict: Verdict) -> None:
    """Say what ``verdict`` is about, what is decided, and why."""
    outcome = verdict.outcome.value
    say_marked(f"{outcome:8}", COLOURS.get(outcome), says)
    say(f"{INDENT}{verdict.scope}; {verdict.evidence}", dim=True)
