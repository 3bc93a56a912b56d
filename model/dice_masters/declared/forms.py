"""The lines that an effect may have in a content file, and the step that each stands for."""

from __future__ import annotations

import re
from typing import Any

from dicelaw.model.dice_masters.cards.cards import OPPOSED, TAKEN, Op, Step, Target
from dicelaw.model.dice_masters.declared.arguments import AMOUNT, LEVEL, REACTIVE, TARGET
from dicelaw.model.dice_masters.declared.damage import ENERGY
from dicelaw.model.dice_masters.declared.vocabulary import DECLARED, WORDS
from dicelaw.model.effects.lines import (
    candidates,
    examples,
    hint,
    limit,
    nearest,
    read,
    respelt,
    with_numbers,
    written,
)
from dicelaw.model.effects.made import json_schema
from dicelaw.model.effects.words import Word
from dicelaw.model.foreign.shown import quoted

_PER = re.compile(
    rf"(?P<plain>.*\D1\b.*) per {TAKEN}|(?P<each>.*) per {OPPOSED}"
    r"|(?P<line>.*) per active (?P<affiliation>[a-z][a-z-]*)"
)
EXAMPLES = (
    *(example for word in WORDS for example in examples(word)),
    "damage 1 to opponent per active villain",
    "damage 1 to die per damage taken",
    "damage 1 to opponent per opposing die",
)
NUMBERS = (AMOUNT, LEVEL, ENERGY)
"""What may be the number of a step; a word has one of them at most."""
_KNOWN = frozenset(part for example in EXAMPLES for part in example.split())
"""The words that lines of examples are made of."""


def _counted(found: re.Match[str]) -> tuple[str, str]:
    """The line without what it counts, and that."""
    if found["each"]:
        return found["each"], OPPOSED
    return (found["plain"], TAKEN) if found["plain"] else (found["line"], found["affiliation"])


def _counts(word: Word) -> bool:
    """Whether the amount of ``word`` may be counted: not that of what interrupts damage."""
    return AMOUNT in word.arguments and word.uses != REACTIVE


def step_of(line: str) -> Step | None:
    """The step that ``line`` stands for, if it says a declared word."""
    found = _PER.fullmatch(line)
    plain, per = _counted(found) if found else (line, "")
    said = read(plain, WORDS)
    if said is None or (per and not _counts(said[0])):
        return None
    word, arguments = said
    amount = next((arguments[one.name] for one in NUMBERS if one.name in arguments), 1)
    return Step(Op(word.number), amount, Target(arguments.get(TARGET.name, Target.NONE)), per)


def line_of(step: Step) -> str:
    """``step`` as a line of a content file; :func:`step_of` of it is ``step``."""
    counted = f" per {'' if step.per in (TAKEN, OPPOSED) else 'active '}{step.per}" * bool(step.per)
    arguments = {**dict.fromkeys([one.name for one in NUMBERS], step.amount), TARGET.name: step.target}
    return written(DECLARED[step.op], arguments) + counted


def line_schema() -> dict[str, Any]:
    """The JSON Schema of a line; of what it counts it knows the form, not the affiliations."""
    counted = rf"( per (active [a-z][a-z-]*|{OPPOSED}|{TAKEN}))?"
    return json_schema(WORDS, lambda word: counted if _counts(word) else "")


def wrong(line: str) -> str:
    """What is told of ``line``, which stands for no step: the limit it breaks, or what is near, and all."""
    found = _PER.fullmatch(line)
    plain = _counted(found)[0] if found else line
    if beyond := limit(plain, WORDS):
        return beyond
    near = [*respelt(plain, _KNOWN), *(one for word in WORDS for one in candidates(plain, word))]
    near += (with_numbers(example, plain) for example in EXAMPLES)
    right = (text for one in near if step_of(text := one + line[len(plain) :]))
    every = ", ".join(f"`{example}`" for example in EXAMPLES)
    return f"{quoted(line)} is no effect line; {hint(nearest(line, right))}allowed: {every}"
