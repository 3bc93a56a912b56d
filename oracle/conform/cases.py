"""Cases: vectors in the form in which they are compared, read from a folder or made on the spot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from dicelaw.model.foreign.files import STDIN
from dicelaw.model.foreign.json_text import NotJson, from_json, lines_of, same
from dicelaw.model.foreign.limits import RECORD_BYTES
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.reading import inside, read_text
from dicelaw.oracle.format_version import FORMAT
from dicelaw.oracle.formats.older_formats import OLDER, vector_of_1
from dicelaw.oracle.games.ports import part_of
from dicelaw.oracle.message import first_fault

Key = tuple[str, str, tuple[tuple[str, object], ...]]
"""What tells one decision from another: actor, transition and choices."""


def key_of(decision: Mapping[str, Any]) -> Key:
    """The key of ``decision``, whatever its text."""
    return decision["actor"], decision["transition"], tuple(sorted(decision.get("choices", {}).items()))


@dataclass(frozen=True)
class Sight:
    """What must be seen at one moment: an ``Expected`` as it is compared."""

    data: Mapping[str, Any]

    @cached_property
    def values(self) -> Mapping[tuple[str, int], Any]:
        """The values of the observation, by name and seat."""
        return flat(self.data["observation"])

    @cached_property
    def legal(self) -> Mapping[Key, Mapping[str, Any]]:
        """Every decision of a seat that is legal."""
        return {key_of(one): one for one in self.data.get("legal") or ()}

    @property
    def events(self) -> Sequence[str]:
        """The transitions that the rules took by themselves."""
        return self.data.get("events") or ()

    @property
    def illegal(self) -> Sequence[Mapping[str, Any]]:
        """Some decisions that are not."""
        return self.data.get("illegal") or ()


@dataclass(frozen=True)
class Case:
    """A vector that can be played: what is decided, and what must be seen before and after each step."""

    id: str
    rules: tuple[str, ...]
    checks: str
    setup: Mapping[str, Any]
    begin: Sight
    steps: tuple[tuple[Mapping[str, Any], Sight], ...]
    accepts: tuple[tuple[str, tuple[tuple[Mapping[str, Any], Sight], ...]], ...] = field(default=())

    @property
    def decisions(self) -> list[Mapping[str, Any]]:
        """What is decided, in order."""
        return [decision for decision, _ in self.steps]

    @property
    def as_vector(self) -> dict[str, Any]:
        """The vector that this is."""
        return {
            "format": FORMAT,
            "id": self.id,
            "rules": list(self.rules),
            "checks": self.checks,
            "setup": self.setup,
            "begin": self.begin.data,
            "steps": [{"decision": decision, "expect": sight.data} for decision, sight in self.steps],
        }


_OF_PLAYER = (
    "health", "cp", "tokens", "hand", "deck", "discard", "companion", "companion_active",
    "life", "virtual", "incoming", "rolled", "reserve", "field", "attack", "prep", "bag", "used",
    "out_of_play", "captured", "in_play", "aside", "guard", "items",
)  # fmt: skip
_OF_ALL = ("available", "spent", "deck")


def flat(observation: Mapping[str, Any]) -> dict[tuple[str, int], Any]:
    """The values of ``observation`` by name and seat (0 for what is no player's), without what is empty."""
    found: dict[tuple[str, int], Any] = {
        (name, 0): observation[name] for name in ("at", "to_decide", "turn", "first") if observation.get(name)
    }
    if observation.get("winners"):
        found["winners", 0] = sorted(observation["winners"])
    if observation.get("dice") is not None:
        found["dice", 0] = {pool: faces for pool, faces in observation["dice"].items() if any(faces)}
    found |= {(name, 0): observation[name] for name in _OF_ALL if observation.get(name) is not None}
    if (display := observation.get("display")) is not None:
        found["order", 0] = ", ".join(one["card"] for one in display)
        found["display", 0] = {one["card"]: _creature(one) for one in display}
    for player in observation.get("players", ()):
        for name in _OF_PLAYER:
            value = player.get(name)
            if name == "tokens" and value is not None:
                value = {token: count for token, count in value.items() if count}
            if isinstance(value, list):
                value = sorted(value)
            if value is not None:
                found[name, int(player["seat"])] = value
    return found


def _creature(shown: Mapping[str, Any]) -> dict[str, int]:
    return {"health": shown["health"], "damage": shown["damage"], **shown["dice"]}


def case_of(vector: Mapping[str, Any]) -> Case:
    """``vector`` as a case."""
    accepts = tuple(
        (f"{other['reading']}={other['answer']}", _steps(other["steps"]))
        for other in vector.get("accepts", ())
    )
    return Case(
        vector["id"], tuple(vector["rules"]), vector["checks"], vector["setup"], Sight(vector["begin"]),
        _steps(vector["steps"]), accepts,
    )  # fmt: skip


def _steps(rows: Sequence[Mapping[str, Any]]) -> tuple[tuple[Mapping[str, Any], Sight], ...]:
    return tuple((row["decision"], Sight(row["expect"])) for row in rows)


def read_vectors(place: Path, game: str) -> list[Case | dict[str, Any]]:
    """The vectors for ``game`` in a file, or in the files ``*.jsonl`` of a folder; damage cases as they are.

    The file may be standard input. Raises UserError with file, line and field for one that is malformed, or
    where there are none.
    """
    if place not in STDIN and not place.exists():
        raise UserError(f"{place}: there is no such file or folder")
    files = sorted(place.rglob("*.jsonl")) if place.is_dir() else [place]
    for file in files if place.is_dir() else ():
        inside(place, str(file.relative_to(place)))
    found = [*_of_files(files, game)]
    if not found:
        kind = "folder has no vectors (*.jsonl)" if place.is_dir() else "file has no vectors"
        raise UserError(f"{place}: this {kind} for {game}, so nothing can be tested by it")
    return found


def _of_files(files: Sequence[Path], game: str) -> Iterator[Case | dict[str, Any]]:
    is_duel = part_of(game) == "duel"
    for file in files:
        for number, row in lines_of(read_text(file, RECORD_BYTES)):
            found = _read(f"{file}:{number}", row)
            if "damage" in found:
                if is_duel:
                    yield found
            elif found["setup"]["game"] == game:
                yield case_of(found)


def _read(place: str, row: str) -> dict[str, Any]:
    from pydantic import ValidationError

    from dicelaw.oracle.formats.formats import Vector
    from dicelaw.oracle.formats.protocol import DamageCase

    try:
        found: Any = from_json(row)
        is_damage = isinstance(found, dict) and "damage" in found and "steps" not in found
        if isinstance(found, dict) and same(found.get("format"), OLDER):
            found = vector_of_1(found)
        (DamageCase if is_damage else Vector).model_validate(found)
    except NotJson as error:
        raise UserError(f"{place}: this line is not JSON: {error}") from None
    except ValidationError as error:
        raise UserError(f"{place}: {first_fault(error)}") from None
    made: dict[str, Any] = found
    return made
