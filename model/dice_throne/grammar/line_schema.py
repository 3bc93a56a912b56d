"""The JSON Schema of effect lines, from the declared words and conditions."""

from __future__ import annotations

from typing import Any

from dicelaw.model.dice_throne.declared.vocabulary import WORDS
from dicelaw.model.dice_throne.grammar.conditions import EVERY
from dicelaw.model.effects.lines import patterns
from dicelaw.model.effects.made import json_schema, unnamed

_TEST = "|".join(unnamed(pattern.pattern) for one in EVERY for pattern in patterns(one))
_TAIL = f"( if (?:{_TEST})( and (?:{_TEST}))*)?( of (offense|defense|rolled) dice)?"
"""What may come after any line: conditions, and the dice that it counts."""


def step_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a line, a choice, lines under a condition, or a named block; ``name`` is its own."""
    one = {"$ref": f"#/$defs/{name}"}
    rows = {"type": "array", "items": one}
    ways = {"type": "array", "minItems": 2, "items": {"anyOf": [one, rows]}}
    line = json_schema(WORDS, lambda _: _TAIL)
    choices = [_block({who: ways}, (who,)) for who in ("choose", "opponent-chooses")]
    test = {"type": "string", "pattern": f"^(?:{_TEST})( and (?:{_TEST}))*$"}
    under = _block({"if": test, "do": rows, "else": rows}, ("if", "do"))
    named = _block(
        {"do": {"type": "string"}, "times": {"type": "integer", "minimum": 1, "maximum": 9}}, ("do",)
    )
    return {"anyOf": [line, *choices, under, named]}


def _block(fields: dict[str, Any], required: tuple[str, ...]) -> dict[str, Any]:
    return {
        "type": "object", "properties": fields, "required": [*required], "additionalProperties": False,
    }  # fmt: skip
