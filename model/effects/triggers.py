"""Triggers: the moments at which effects come by themselves or can be used, as lines of content name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from dicelaw.model.effects import lines, made
from dicelaw.model.effects.words import Word
from dicelaw.model.foreign.shown import quoted


@dataclass(frozen=True)
class Trigger(Word):
    """When an effect comes: read, written, listed and mistaken like any word.

    ``number`` is the moment as the machine calls it, which several triggers may share: they differ in their
    ``limit``, what the machine is told of it besides. ``does`` makes of the rules of a game what it takes.
    """

    limit: str = ""


Some = TypeVar("Some", bound=Trigger)


def at(said: str, triggers: Iterable[Some]) -> tuple[Some, Mapping[str, str]] | None:
    """Which of ``triggers`` is ``said``, and what its free arguments are; None where it is none."""
    for one in triggers:
        for pattern in lines.patterns(one):
            if found := pattern.fullmatch(said):
                return one, {name: text for name, text in found.groupdict().items() if text is not None}
    return None


def wrong(said: str, triggers: Sequence[Trigger], endings: Sequence[str] = ("",)) -> str:
    """What is told of ``said``, none of ``triggers`` with one of ``endings``: what is near, and all."""
    meant = (f"{text}{end}" for one in triggers for text in lines.candidates(said, one) for end in endings)
    near = lines.nearest(said, meant)
    return f"unknown moment {quoted(said)}; {lines.hint(near)}allowed: {lines.every(triggers)}"


def json_schema(triggers: Sequence[Trigger], ending: Callable[[Any], str] = lambda _: "") -> dict[str, Any]:
    """The JSON Schema of the name of a moment, with the pattern ``ending`` of what may come after it."""
    return made.json_schema(triggers, ending)


def table(triggers: Sequence[Trigger]) -> str:
    """The triggers as a table of Markdown: how each is written, and when that is."""
    rows = [["moment", "when"], ["---"] * 2]
    for one in triggers:
        said = " or ".join(f"`{text}`" for text in lines.readable(one))
        rows.append([said, made.in_general(one)])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
