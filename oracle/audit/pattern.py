"""Patterns of the lines of a text log: regular expressions that take a time in proportion to the line.

They are those of RE2, which has no look-around and no reference to a group before, as no time bounds these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dicelaw.model.foreign.limits import GROUPS, QUOTED

_ESCAPED = re.compile(r"\\.", re.DOTALL)
_HUGE = re.compile(r"\{(?:[0-9]+,)?[0-9]{9,}(?:,[0-9]*)?\}")
"""A repeat that RE2 takes for plain text, as it has too many digits for a number."""


class BadPattern(Exception):
    """Text that is no pattern; ``says`` why."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


class Pattern:
    """A regular expression for a whole line; ``names`` are those of its groups. Raises BadPattern."""

    def __init__(self, text: str) -> None:
        import re2

        if (huge := _HUGE.search(_ESCAPED.sub("", text))) is not None:
            raise BadPattern(f"invalid repetition size: {huge[0][:QUOTED]}")
        options = re2.Options()
        options.log_errors = False
        try:
            self._pattern = re2.compile(text.encode(), options)
        except re2.error as error:
            says = error.args[0]
            raise BadPattern(says.decode(errors="replace")[:QUOTED]) from None
        except UnicodeEncodeError:
            raise BadPattern("it has half of a character") from None
        if self._pattern.groups > GROUPS:
            raise BadPattern(f"it has {self._pattern.groups} groups; the limit is {GROUPS}")
        self._places = {name.decode(): place for name, place in self._pattern.groupindex.items()}

    @property
    def names(self) -> frozenset[str]:
        """The names of its groups."""
        return frozenset(self._places)

    def values(self, line: bytes, names: Sequence[str]) -> tuple[str | None, ...] | None:
        """What the groups called ``names`` are in ``line``, which is UTF-8; None where it does not fit."""
        match = self._pattern.fullmatch(line)
        if match is None:
            return None
        found = (match[self._places[name]] for name in names)
        return tuple(None if one is None else one.decode() for one in found)
