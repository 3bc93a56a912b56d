"""What a policy of your own is given, and gives: see ``--policy PATH.py:NAME`` of `dicelaw matchups`."""

from __future__ import annotations

from dicelaw.oracle.answers.own_policy import Decision, Own, ToDecide

__all__ = ["Decision", "Own", "ToDecide"]
