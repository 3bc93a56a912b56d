"""What is known of an implementation: a file that says which tests fail, and which are not to be asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from dicelaw.model.foreign.json_text import lines_of
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.reading import read_text
from dicelaw.oracle.suggestions import unknown_says

FAILS, SKIP = WORDS = ("fails", "skip")
FORM = "a line is `fails ID why` or `skip ID why`"


@dataclass(frozen=True)
class Known:
    """One line: the tests whose ids are like ``pattern`` fail, or are to be skipped, and ``why``.

    In a pattern ``*`` stands for anything. ``place`` is the file with the number of the line.
    """

    word: str
    pattern: str
    why: str
    place: str

    def is_about(self, id: str) -> bool:
        """Whether it says something of the test ``id``."""
        return fnmatchcase(id, self.pattern)


def read_known(file: Path, ids: Collection[str]) -> list[Known]:
    """The lines of ``file`` about the tests ``ids``; blank lines and comments (``#``) say nothing.

    Raises UserError that names each line that is malformed or about no test.
    """
    found, wrong = [], []
    for number, line in lines_of(read_text(file)):
        place = f"{file}:{number}"
        word, *rest = line.split(maxsplit=2)
        if word.startswith("#"):
            continue
        if word not in WORDS or not rest:
            wrong.append(f"{place}: {FORM}; this one is {quoted(line.strip())}")
            continue
        one = Known(word, rest[0], rest[1].strip() if len(rest) > 1 else "", place)
        if any(map(one.is_about, ids)):
            found.append(one)
        else:
            wrong.append(f"{place}: {unknown_says('test', one.pattern, ids)}")
    if wrong:
        raise UserError(wrong)
    return found


def said_of(id: str, known: Collection[Known]) -> Iterator[Known]:
    """What is ``known`` of the test ``id``."""
    return (one for one in known if one.is_about(id))
