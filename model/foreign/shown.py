"""Text that others wrote, as it is shown: what it says can be seen, and it is nothing but what it says."""

from __future__ import annotations

import re
from html import escape

from dicelaw.model.foreign.limits import QUOTED

_BEYOND_ASCII = re.compile(r"[^\n -~]")
_LARGEST_UNIT = 0xFFFF


def shown(text: str, most: int | None = None) -> str:
    """``text`` as one line of a terminal or a report, cut to ``most`` characters.

    What moves a cursor, breaks a line, turns the direction of writing or is not seen becomes an escape such
    as ``\\x1b``. What is shown already stays as it is.
    """
    if most is not None and len(text) > most:
        text = f"{text[:most]}... ({len(text) - most} more characters)"
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else _escape(one) for one in text)


def quoted(value: object, most: int = QUOTED) -> str:
    """``value`` in quotation marks or as it is written, cut to about ``most`` characters: for an error."""
    if value is None:
        return "an empty value"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return repr(value[:most]) + "..." * (len(value) > most)
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # values in values in values, or a number of thousands of digits
        return "what is there"
    return text[:most] + "..." * (len(text) > most)


def html_shown(text: str) -> str:
    """``text`` in a page of HTML, or between the tags of XML."""
    return escape(shown(text))


def json_shown(text: str) -> str:
    """``text``, which is JSON, with escapes for what :func:`shown` escapes; it is the same value."""
    return _BEYOND_ASCII.sub(lambda found: _json_escape(found.group()), text)


def _escape(one: str) -> str:
    return one.encode("unicode_escape", "surrogatepass").decode("ascii")


def _json_escape(one: str) -> str:
    if one.isprintable():
        return one
    code = ord(one)
    if code <= _LARGEST_UNIT:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
