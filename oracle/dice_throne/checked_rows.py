"""What was found of content of a designer as rows of plain values, for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from dicelaw.checker.dice_throne.checking import Found
from dicelaw.checker.dice_throne.first_win import FirstWin
from dicelaw.checker.dice_throne.free_loops import LoopFound
from dicelaw.checker.dice_throne.locks import LockFound
from dicelaw.checker.dice_throne.twins import Useful
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.oracle.cli.told_strength import strength_as_json
from dicelaw.oracle.dice_throne.checked import played_loop, played_use, played_win
from dicelaw.oracle.games.own_content import OwnContent


def rows_of(found: Found, content: OwnContent) -> Iterator[dict[str, Any]]:
    """A row for each thing that was found."""
    for one in found.all:
        loop = one if isinstance(one, LoopFound) and one.loop is not None else None
        yield {
            "hero": found.hero,
            "part": _part(one),
            "id": one.id,
            "verdict": one.verdict.outcome.value,
            "says": one.says,
            "scope": one.verdict.scope,
            "evidence": one.verdict.evidence,
            "loop": None if loop is None else _loop_as_json(loop, content),
            "weights": _weights(one) if isinstance(one, LoopFound) else None,
            "lock": _lock_as_json(one) if isinstance(one, LockFound) else None,
            "win": _win_as_json(one, content) if isinstance(one, FirstWin) and one.heroes else None,
        }
    yield _entries_as_json(found, content)
    if found.damage is not None:
        yield {"hero": found.hero, "part": "damage", **asdict(found.damage)}
    if found.strength is not None:
        yield {"hero": found.hero, "part": "strength", **strength_as_json(found.strength)}


def _part(one: LoopFound | FirstWin | LockFound | ContentRow) -> str:
    match one:
        case LoopFound():
            return "loops"
        case FirstWin():
            return "first-turn"
        case LockFound():
            return "locks"
        case _:
            return "rows"


def _lock_as_json(one: LockFound) -> dict[str, Any]:
    """What may bring another phase to the one who acts, and the greatest chance of that by dice alone."""
    return {"by": list(one.by), "link": None if one.link is None else str(one.link)}


def _win_as_json(one: FirstWin, content: OwnContent) -> dict[str, Any]:
    """The play in which a player loses before it decides anything, and how likely that was."""
    session = played_win(one, content)
    play = [session.text(step.move, step.before) for step in session.events]
    return {"heroes": list(one.heroes or ()), "turns": one.turns, "won": one.won, "play": play}


def _use_as_json(one: Useful, content: OwnContent) -> dict[str, Any]:
    """The play in which an entry changes something: the steps before its use, and what differs."""
    session = played_use(one, content)
    return {
        "heroes": list(one.heroes),
        "before": one.at,
        "changes": {name: {"with": mine, "without": its} for name, (mine, its) in one.differing.items()},
        "play": [session.text(step.move, step.before) for step in session.events],
    }


def _entries_as_json(found: Found, content: OwnContent) -> dict[str, Any]:
    entries = found.entries
    return {
        "hero": found.hero,
        "part": "entries",
        "count": entries.count,
        "never": dict(entries.dead),
        "in_no_play": list(entries.unseen),
        "changed_nothing": dict(entries.idle),
        "of_no_use": dict(entries.useless),
        "useful": {name: _use_as_json(one, content) for name, one in entries.useful.items()},
        "worse_than": dict(entries.worse),
        "limits": [asdict(one) for one in entries.limits],
    }


def _weights(one: LoopFound) -> list[dict[str, str]]:
    """The weights by which each use that gains something costs more, measure by measure."""
    return [
        {good: str(weight) for good, weight in measure.weights.items() if weight} for measure in one.measures
    ]


def _loop_as_json(one: LoopFound, content: OwnContent) -> dict[str, Any]:
    """The loop of ``one``: who uses what in a round, what it gains, and the whole play as it is typed."""
    assert one.loop is not None
    session = played_loop(one, content)
    return {
        "heroes": list(one.loop.heroes),
        "uses": [{"seat": str(seat + 1), "entry": id, "times": times} for seat, id, times in one.loop.uses],
        "gains": dict(one.loop.gains),
        "sure": one.loop.is_sure,
        "before": one.loop.before,
        "rounds": [len(played.moves) for played in one.loop.reached.rounds],
        "play": [session.text(step.move, step.before) for step in session.events],
    }
