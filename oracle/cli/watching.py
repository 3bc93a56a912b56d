"""How a check is repeated whenever what is checked is saved."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import NoReturn

from dicelaw.oracle.cli.output import say
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games.own_content import OwnContent, own_content

BETWEEN = 0.3
"""How many seconds pass between two looks at what is watched."""


def watch(content: OwnContent, check: Callable[[OwnContent], object]) -> NoReturn:
    """Do ``check`` of ``content`` now and again each time that it is something else, for ever.

    What is wrong with it is said, and waited for to be mended.
    """
    while True:
        try:
            check(content)
        except UserError as error:
            say("error: " + error.told[0], *error.told[1:], err=True)
        content = _changed(content)


def _changed(content: OwnContent) -> OwnContent:
    """What is in the place of ``content`` as soon as it is something else."""
    sys.stdout.flush()
    say(f"watching {content.folder}; end with Ctrl-C", err=True)
    while True:
        time.sleep(BETWEEN)
        try:
            now = own_content(content.folder)
        except UserError:
            continue  # in the middle of being saved, as some editors do
        if now.digest != content.digest:
            return now
