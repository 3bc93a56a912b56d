"""Whole numbers in text that others wrote."""

from __future__ import annotations

import re

from dicelaw.model.foreign.limits import DIGITS

_WHOLE = re.compile(rf"-?[0-9]{{1,{DIGITS}}}")
ALLOWED = f"a whole number has the digits 0 to 9, at most {DIGITS} of them"
"""What :func:`whole_number` takes, for an error to say."""


def whole_number(text: str) -> int | None:
    """The whole number that ``text`` is; None for all else.

    Digits such as ``²`` and ``①`` are none, whatever `str.isdigit` says of them.
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def is_whole(text: str) -> bool:
    """Whether ``text`` is a whole number."""
    return whole_number(text) is not None
