"""Parts of a graph of states in which play can stay: cycles, and end components that no dice lead out of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

import networkx as nx

from dicelaw.checker.chances.game import Option

Options = Mapping[int, Sequence[Option]]


def ordered(options: Options) -> list[list[int]]:
    """The strongly connected parts of a graph, each after those that it leads to: Tarjan's algorithm.

    What leads out of ``options`` is passed over.
    """
    parts: list[list[int]] = []
    number: dict[int, int] = {}
    least: dict[int, int] = {}
    open_: list[int] = []
    over = len(options)  # the number of what is in a part already

    def begin(state: int) -> Iterator[int]:
        number[state] = least[state] = len(number)
        open_.append(state)
        return chain.from_iterable(one.targets for one in options[state])

    for root in options:
        if root in number:
            continue
        path = [(root, begin(root))]
        while path:
            state, leads = path[-1]
            for target in leads:
                if target in number:
                    least[state] = min(least[state], number[target])
                elif target in options:
                    path.append((target, begin(target)))
                    break
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    least[before] = min(least[before], least[state])
                if least[state] == number[state]:
                    parts.append(_above(state, open_))
                    number.update(dict.fromkeys(parts[-1], over))
    return parts


def _above(state: int, open_: list[int]) -> list[int]:
    """Takes what is in ``open_`` from ``state`` on."""
    place = len(open_) - 1
    while open_[place] != state:
        place -= 1
    part = open_[place:]
    del open_[place:]
    return part


def cyclic(part: Sequence[int], options: Options) -> bool:
    """Whether the strongly connected ``part`` has a cycle."""
    return len(part) > 1 or any(part[0] in option.targets for option in options[part[0]])


def end_components(options: Options) -> list[dict[int, list[Option]]]:
    """The largest end components: in each there is a way of deciding that leads everywhere and never out.

    They come as their states with the options that stay inside.
    """
    found, waiting = [], [set(options)]
    while waiting:
        inside = waiting.pop()
        staying = {
            state: [one for one in options[state] if inside.issuperset(one.targets)] for state in inside
        }
        parts = list(nx.strongly_connected_components(graph_of(inside, staying)))
        kept = {state for state in inside if staying[state]}
        if len(parts) == 1 and kept == inside:
            found.append(staying)
        else:
            waiting += [part & kept for part in parts if part & kept]
    return found


def possible(options: Options, ends: Iterable[int], *, decides: Callable[[int], bool]) -> set[int]:
    """The states from which ``ends`` can be reached with some chance, whatever else is decided.

    ``decides`` tells where what is decided is for it; elsewhere it is against it.
    """
    before: dict[int, list[int]] = {}
    for state, mine in options.items():
        for target in {target for one in mine for target in one.targets}:
            before.setdefault(target, []).append(state)
    reached = set(ends)
    waiting = list(reached)
    while waiting:
        for state in before.get(waiting.pop(), ()):
            if state not in reached:
                quantifier = any if decides(state) else all
                if quantifier(not reached.isdisjoint(one.targets) for one in options[state]):
                    reached.add(state)
                    waiting.append(state)
    return reached


def graph_of(states: Iterable[int], options: Options) -> nx.DiGraph[int]:
    """The graph of the ``options`` between ``states``."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(states)
    graph.add_edges_from(
        (state, target) for state in states for one in options[state] for target in one.targets
    )
    return graph
