"""Whether play can come to a goal at all, and who can bring it there whatever the others and the dice do."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from dicelaw.checker.chances.game import Game, Option


class Force(Enum):
    """How far a seat can bring play to a goal; each is weaker than those before it."""

    FORCED = "whatever the others and the dice do"
    LUCKY = "whatever the others do, if the dice fall for it"
    HELPED = "only if others decide for it"
    NEVER = "in no way"


def way_to(game: Game, goal: Collection[int]) -> list[int] | None:
    """The states of a shortest play from the start of ``game`` to one of ``goal``, or None."""
    before: dict[int, int | None] = {0: None}
    waiting = [0]
    for state in waiting:
        if state in goal:
            path: list[int] = []
            here: int | None = state
            while here is not None:
                path.append(here)
                here = before[here]
            return path[::-1]
        for option in game.options[state]:
            for target in option.targets:
                if target not in before:
                    before[target] = state
                    waiting.append(target)
    return None


def force_of(game: Game, goal: Collection[int], seat: int | None) -> tuple[Force, Force]:
    """The least and the most that ``seat`` can do for ``goal``, from the start of ``game``.

    They are one where all was seen. Where states are open, these may lead to the goal or not. With None for
    the seat nobody decides for it.
    """
    return _force(game, set(goal), seat), _force(game, {*goal, *game.open}, seat)


def _force(game: Game, goal: set[int], seat: int | None) -> Force:
    if 0 in attracted(game, goal, seat, lucky=False):
        return Force.FORCED
    if 0 in attracted(game, goal, seat, lucky=True):
        return Force.LUCKY
    return Force.NEVER if way_to(game, goal) is None else Force.HELPED


def attracted(game: Game, goal: Collection[int], seat: int | None, *, lucky: bool) -> set[int]:
    """The states from which ``seat`` can bring play to ``goal`` in some number of steps.

    All others decide against it, and so do the rules where several things may happen; dice fall for it where
    ``lucky`` says so, and else against it.
    """
    users: dict[int, list[int]] = {}
    for state, options in enumerate(game.options):
        for target in {target for option in options for target in option.targets}:
            users.setdefault(target, []).append(state)
    found = set(goal)
    waiting = list(found)
    for state in waiting:
        for user in users.get(state, ()):
            if user not in found and _brings(game.options[user], found, seat, lucky):
                found.add(user)
                waiting.append(user)
    return found


def _brings(options: Collection[Option], to: Collection[int], seat: int | None, lucky: bool) -> bool:
    """Whether one of ``options`` that ``seat`` has leads ``to`` these states, or all of them do."""
    falls = any if lucky else all
    leads = [(option.seat, falls(target in to for target in option.targets)) for option in options]
    return any(good for by, good in leads if by is not None and by == seat) or all(good for _, good in leads)
