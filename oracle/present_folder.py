"""The present folder, in which no module is looked for: anything may lie there.

A fresh process of Python looks there first, whatever the one that begins it does.
"""

from __future__ import annotations

import os

SAFE = ("PYTHONSAFEPATH", "dicelaw")
"""What tells Python so, with a value that nobody else gives it."""


def leave_out() -> None:
    """Let all processes that this one begins leave the present folder out."""
    os.environ.setdefault(*SAFE)


def of_users() -> dict[str, str]:
    """The environment for programs of the user's: as this process was given it."""
    return {name: value for name, value in os.environ.items() if (name, value) != SAFE}
