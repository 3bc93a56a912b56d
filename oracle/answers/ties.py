"""What ties the rules of a game to their text, as it is recorded beside the statements."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from dicelaw.oracle.games.games import known_game


@dataclass(frozen=True)
class Tie:
    """``rule`` is tied to its text by ``witness``, which fails on the game with ``mutant``."""

    rule: str
    witness: str
    mutant: str
    says: str
    """The mistake in words."""


def path_of(game: str) -> Path:
    """Where the ties of ``game`` are recorded in the package."""
    folder = known_game(game).family.replace("-", "_")
    edition = game.partition("@")[2]
    name = f"tied-{edition}.jsonl" if edition else "tied.jsonl"
    return Path(str(files("dicelaw.specs") / folder / name))


@cache
def recorded(game: str) -> Mapping[str, Tie]:
    """The recorded ties of ``game``, by rule."""
    path = path_of(game)
    rows = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    return {tie.rule: tie for tie in (Tie(**json.loads(row)) for row in rows if row)}


def written(ties: Iterable[Tie]) -> str:
    """``ties`` as a file has them: a JSON object a line, by rule."""
    return "".join(
        json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in sorted(ties, key=lambda one: one.rule)
    )
