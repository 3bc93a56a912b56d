"""Positions to search, each with its question: given ones from files, and ones drawn from random plays."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from dicelaw.oracle.answers.search_again import Words
from dicelaw.oracle.cli.position_search import opened
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.ports import PRINTING
from dicelaw.oracle.games.session import Session

GIVEN = sorted(Path(__file__).with_name("positions").glob("*.yaml"))
SEEDS = range(1, 7)
"""The random plays of each game that a position is drawn from."""
HEROES = {
    "dice-throne": [
        ("barbarian", "paladin", "monk", "moon-elf", "pyromancer", "shadow-thief", "treant", "ninja")
    ],
    "dice-conquest": [
        ("wizard", "knight", "rogue", "sorceress"),
        ("shieldmaiden", "champion", "scholar", "healer"),
    ],
}
TEAMS = ("x-men-demo", "faerun-demo", "heroes", "keywords", "texts", "timing")
"""Who plays in them."""
DRAWN = [f"{game}:{seed}" for game in ("dice-conquest", "dice-masters@2018", "dice-throne") for seed in SEEDS]
STEPS = 4_000
"""How many steps of a play are made at most."""


class Posed(NamedTuple):
    """A session that stands at a position, and what is asked of it."""

    session: Session
    words: Words


def posed(source: str) -> Posed:
    """The position ``source``: a file, or ``GAME:SEED`` for one drawn from that random play."""
    game, colon, seed = source.partition(":")
    session = _drawn(game, int(seed)) if colon else opened(said(Path(source))["game"], Path(source))
    return Posed(session, words_of(session))


def said(file: Path) -> dict[str, Any]:
    """What a file says."""
    found: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found


def words_of(session: Session) -> Words:
    """What is asked: whether who is in turn can still win this turn, or heroes slay all that is displayed."""
    seen = description(session.name).standing(session, session.state)
    if "display" in seen:
        goal = ",".join(f"place[{one['card']}]=gone" for one in seen["display"]) or "won"
        return Words(goal, ("round-end", "won"))
    turn = session.machine.value(session.state, "turn") + 1
    return Words(f"winner={turn}")


def _drawn(game: str, seed: int) -> Session:
    """Where a random play stands at one of the decisions of its seats, each as likely as another."""
    dice = random.Random(seed)
    known = description(game)
    heroes = dice.sample(dice.choice(HEROES[game]), 2) if game in HEROES else None
    made = {"heroes": heroes, "teams": None if heroes else dice.choice(TEAMS), "mode": None}
    session, drawn, seen = known.begun(game, made, {}, PRINTING, None), None, 0
    for _ in range(STEPS):
        moves = session.legal()
        if not moves:
            break
        if len(moves) > 1 and isinstance(session.actor(moves[0]), int) and not session.at.startswith("setup"):
            seen += 1
            drawn = session.state if dice.randrange(seen) == 0 else drawn
        session.apply(dice.choice(moves))
    return Session(session.game, drawn, session.heroes)
