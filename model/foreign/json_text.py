"""JSON that others wrote: each field once, no numbers that JSON has not, lines that end at ``\\n`` alone."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from math import isfinite
from typing import Any, NoReturn

from dicelaw.model.foreign.limits import JSON_DEPTH
from dicelaw.model.foreign.shown import json_shown, quoted

_EXACT = 2**53
_BRACKETS = re.compile(r"[\[\]{}]")
_TEXTS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')


class NotJson(ValueError):
    """Text that is not JSON; ``says`` why."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


def from_json(text: str | bytes) -> Any:
    """The value that ``text`` is. Raises NotJson, also where a field is given twice."""
    return _read(text, _EXACTLY)


def from_json_of_client(text: str | bytes) -> Any:
    """Likewise, with ``4.0`` read as 4: to a schema that says ``integer`` they are the same."""
    return _read(text, _WHOLE)


def to_json(value: object, indent: int | None = None) -> str:
    """``value`` as JSON, in which nothing hides: see :func:`~dicelaw.model.foreign.shown.json_shown`."""
    return json_shown(json.dumps(value, ensure_ascii=False, indent=indent))


def same(one: object, other: object) -> bool:
    """Whether two values of JSON are written alike: ``true`` and ``1.0`` are not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines of ``text`` that are not blank, each with its number; a name may have U+2028 in it."""
    return ((number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip())


def _read(text: str | bytes, decoder: json.JSONDecoder) -> Any:
    try:
        plain = text if isinstance(text, str) else text.decode("utf-8")
        found = decoder.decode(plain)
        if plain.count("[") + plain.count("{") > JSON_DEPTH and _is_deep(plain):
            raise NotJson(f"it is nested more than {JSON_DEPTH} deep")
        if "\\ud" in plain or "\\uD" in plain:  # half of a character, if the other half is not beside it
            json.dumps(found, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise NotJson("it has half of a character") from None
    except UnicodeDecodeError:
        raise NotJson("it is not UTF-8 text") from None
    except RecursionError:
        raise NotJson(f"it is nested more than {JSON_DEPTH} deep") from None
    except NotJson:
        raise
    except json.JSONDecodeError as error:
        raise NotJson(str(error)) from None
    except ValueError:
        raise NotJson(f"a number has more than {sys.get_int_max_str_digits()} digits") from None
    return found


def _is_deep(text: str) -> bool:
    """Whether the JSON ``text`` nests too deeply for those who look at its values one within another."""
    depth = 0
    for one in _BRACKETS.findall(_TEXTS.sub("", text)):
        depth += 1 if one in "[{" else -1
        if depth > JSON_DEPTH:
            return True
    return False


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise NotJson(f"the field {quoted(twice)} is given twice; allowed: once")
    return found


def _constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is not a number of JSON")


def _float(text: str) -> float:
    found = float(text)
    if not isfinite(found):
        raise NotJson(f"{quoted(text)} is too large a number")
    return found


def _whole(text: str) -> float:
    found = _float(text)
    return int(found) if found.is_integer() and abs(found) < _EXACT else found


_EXACTLY = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
_WHOLE = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_whole)
