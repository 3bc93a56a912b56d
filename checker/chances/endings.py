"""Whether play comes to an end: surely, almost surely (with probability 1), or only if it is decided so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import networkx as nx

from dicelaw.checker.chances.components import Options, cyclic, end_components, graph_of, possible
from dicelaw.checker.chances.game import Game
from dicelaw.model.kernel.state import State


@dataclass(frozen=True)
class Ending:
    """Whether plays end; None where that hangs on states that were not seen.

    ``surely`` is about every single play, ``almost_surely`` about all ways of deciding, ``somehow`` about a
    way of deciding by which play ends with probability 1. ``longest`` has the steps of the longest play where
    all end. Where plays may go on, ``way`` has the states of a shortest play to one from which ``round``
    leads to it again; where play does not end almost surely, it is so decided that no die ever leads away.
    """

    surely: bool | None
    almost_surely: bool | None
    somehow: bool | None
    longest: int | None = None
    way: tuple[State, ...] = ()
    round: tuple[State, ...] = ()


def ending(game: Game) -> Ending:
    """Whether plays of ``game`` end: whether they come to where nothing can happen any more."""
    options = dict(enumerate(game.options))
    parts = game.parts
    cycles = [part for part in parts if cyclic(part, options)]
    seen = None if game.open else True
    if not cycles:
        return Ending(seen, seen, seen, None if game.open else _longest(parts, options))
    staying = end_components(options)
    if not staying:
        rounds = [(part, options) for part in cycles]
        return Ending(False, seen, seen, None, *_round(game, rounds))
    over = {state for state, mine in options.items() if not mine}
    somehow: bool | None = 0 in almost_sure(options, over - game.open)
    if not somehow and 0 in almost_sure(options, over):
        somehow = None
    return Ending(False, False, somehow, None, *_round(game, [(list(one), one) for one in staying]))


def almost_sure(options: Options, ends: Collection[int]) -> set[int]:
    """The states from which a way of deciding reaches ``ends`` with probability 1."""
    inside = set(options)
    while True:
        allowed = {
            state: [one for one in options[state] if inside.issuperset(one.targets)] for state in inside
        }
        reached = possible(allowed, inside.intersection(ends), decides=lambda _: True)
        if reached == inside:
            return inside
        inside = reached


def _longest(parts: Sequence[Sequence[int]], options: Options) -> int:
    steps: dict[int, int] = {}
    for (state,) in parts:
        steps[state] = max((steps[to] + 1 for one in options[state] for to in one.targets), default=0)
    return steps[0]


def _round(
    game: Game, rounds: Sequence[tuple[Sequence[int], Options]]
) -> tuple[tuple[State, ...], tuple[State, ...]]:
    """A shortest play to one of ``rounds``, and a shortest way round from there."""
    whole = graph_of(range(len(game.states)), dict(enumerate(game.options)))
    far = nx.single_source_shortest_path_length(whole, 0)
    part, options = min(rounds, key=lambda one: min(far[state] for state in one[0]))
    begin = min(part, key=far.__getitem__)
    inner = graph_of(part, options).subgraph(part)
    back = min((nx.shortest_path(inner, to, begin) for to in inner[begin]), key=len)
    ways = nx.shortest_path(whole, 0, begin), [begin, *back]
    way, around = (tuple(game.states[state] for state in one) for one in ways)
    return way, around
