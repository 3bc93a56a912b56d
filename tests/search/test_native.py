"""Compiled code that is asked for again is there at once, and is a copy with memory of its own."""

import pytest

from dicelaw.checker.search import native
from dicelaw.checker.search.native import RECENT, Code, forget

COUNTS = """
@count = global i64 {first}

define i64 @next() {{
  %old = load i64, ptr @count
  %new = add i64 %old, 1
  store i64 %new, ptr @count
  ret i64 %new
}}
"""


@pytest.fixture
def compiled(monkeypatch):
    """What was compiled, one after the other."""
    asked, compiles = [], native._compiled

    def compiled(binding, text, level):
        asked.append((text, level))
        return compiles(binding, text, level)

    monkeypatch.setattr(native, "_recent", {})
    monkeypatch.setattr(native, "_compiled", compiled)
    return asked


def _code(first=0, quickly=True):
    return Code(COUNTS.format(first=first), ["next"], quickly=quickly)


def test_it_is_compiled_once_and_shares_no_memory(compiled):
    one, other = _code(), _code()
    assert [one.function("next", 0)() for _ in range(3)] == [1, 2, 3]
    assert other.function("next", 0)() == 1
    assert len(compiled) == 1


def test_another_text_and_another_level_are_other_code(compiled):
    codes = [_code(0), _code(7), _code(0), _code(0, quickly=False)]
    assert [code.function("next", 0)() for code in codes] == [1, 8, 1, 1]
    assert [level for _, level in compiled] == [0, 0, 2]


def test_what_was_asked_for_last_is_at_hand(compiled):
    for first in [*range(RECENT), 0, RECENT]:
        _code(first)
    assert len(compiled) == RECENT + 1
    _code(0)
    assert len(compiled) == RECENT + 1
    _code(1)
    assert len(compiled) == RECENT + 2
    forget()
    _code(1)
    assert len(compiled) == RECENT + 3
