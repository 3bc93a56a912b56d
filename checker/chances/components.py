"""Parts of a graph of states in which play can stay: cycles, and end components that no dice lead out of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import networkx as nx

from dicelaw.checker.chances.game import Option

Options = Mapping[int, Sequence[Option]]


def ordered(options: Options) -> list[list[int]]:
    """The strongly connected parts of a graph, each after those that it leads to."""
    parts = nx.strongly_connected_components(graph_of(options, options))
    return [list(part) for part in parts]  # Tarjan's algorithm finds them in this order


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
