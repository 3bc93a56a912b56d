"""A layered drawing of a directed graph: where boxes lie and how arrows run, as plain numbers.

Boxes are ranked by their longest way from the start, arrows that go back left out. Boxes have every second
layer; the layers between are for the texts of arrows. An arrow is a chain of places, one in each layer that
it crosses, and the places of a layer are kept apart, so no arrow and no text runs over a box.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from statistics import fmean

import networkx as nx

Key = str | tuple[int, int]
Spot = tuple[float, float]
GAP = 16.0
SWEEPS = 30


@dataclass(frozen=True)
class Size:
    """How far a thing reaches to the left and right of its x, and its height around its y."""

    left: float
    right: float
    height: float


@dataclass(frozen=True)
class Drawing:
    """A finished layout.

    ``boxes`` has the middle of each box. ``routes`` has the bends of each arrow from its source to its
    target; the arrow passes each of them upright. ``texts`` has the middle of the left edge of each text.
    """

    boxes: Mapping[str, Spot]
    routes: Sequence[Sequence[Spot]]
    texts: Sequence[Spot]
    width: float
    height: float


def layered(boxes: Mapping[str, Size], arrows: Sequence[tuple[str, str, Size]]) -> Drawing:
    """The drawing of ``boxes``, the start first, and ``arrows``: source, another box, size of text."""
    ranks = _ranks(list(boxes), [(source, target) for source, target, _ in arrows])
    levels: dict[Key, int] = {}
    sizes: dict[Key, Size] = {}
    levels.update(ranks)
    sizes.update(boxes)
    chains: list[list[Key]] = []
    for number, (source, target, text) in enumerate(arrows):
        step = 1 if ranks[source] < ranks[target] else -1
        crossed = range(ranks[source] + step, ranks[target], step)
        bends: list[Key] = [(number, level) for level in crossed]
        levels.update(zip(bends, crossed, strict=True))
        sizes |= dict.fromkeys(bends, Size(4, 4, 0))
        sizes[bends[0]] = text
        chains.append([source, *bends, target])
    layers: list[list[Key]] = [[] for _ in range(max(levels.values()) + 1)]
    for key, level in levels.items():
        layers[level].append(key)
    above: dict[Key, list[Key]] = defaultdict(list)
    below: dict[Key, list[Key]] = defaultdict(list)
    for chain in chains:
        for one, other in pairwise(chain if levels[chain[0]] < levels[chain[-1]] else chain[::-1]):
            below[one].append(other)
            above[other].append(one)
    layers = _untangled(layers, above, below)
    x = _columns(layers, above, below, sizes)
    _straighten(chains, layers, x, sizes)
    left = min(place - sizes[key].left for key, place in x.items())
    x = {key: place - left for key, place in x.items()}
    return _finished(layers, chains, x, sizes, levels)


def _ranks(boxes: Sequence[str], arrows: Sequence[tuple[str, str]]) -> dict[str, int]:
    """The layer of each box, an even number; arrows that close a cycle of a depth-first walk don't count."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(boxes)
    graph.add_edges_from(arrows)
    finished = {box: place for place, box in enumerate(nx.dfs_postorder_nodes(graph))}
    graph.remove_edges_from([(one, other) for one, other in arrows if finished[one] <= finished[other]])
    ranks = {box: rank for rank, several in enumerate(nx.topological_generations(graph)) for box in several}
    for box in boxes:
        if not graph.in_degree(box) and graph.out_degree(box):
            ranks[box] = min(ranks[other] for other in graph.successors(box)) - 1
    return {box: 2 * rank for box, rank in ranks.items()}


def _untangled(
    layers: list[list[Key]], above: Mapping[Key, list[Key]], below: Mapping[Key, list[Key]]
) -> list[list[Key]]:
    """The order in each layer with the fewest crossings that sweeps of barycentres come by."""
    best, fewest = layers, _crossings(layers, below)
    for sweep in range(SWEEPS):
        near = (above, below)[sweep % 2]
        places: dict[Key, float] = {}
        swept = []
        for layer in layers if near is above else reversed(layers):
            spread = {key: place / len(layer) for place, key in enumerate(layer)}
            weights = {
                key: fmean(places[n] for n in near[key]) if near.get(key) else spread[key] for key in layer
            }
            swept.append(sorted(layer, key=weights.__getitem__))
            places |= {key: (place + 0.5) / len(layer) for place, key in enumerate(swept[-1])}
        layers = swept if near is above else swept[::-1]
        crossings = _crossings(layers, below)
        if crossings < fewest:
            best, fewest = layers, crossings
    return best


def _crossings(layers: Sequence[Sequence[Key]], below: Mapping[Key, list[Key]]) -> int:
    """How many pairs of arrows cross."""
    crossings = 0
    for upper, lower in pairwise(layers):
        places = {key: place for place, key in enumerate(lower)}
        passed: list[int] = []
        for key in upper:
            ends = sorted(places[end] for end in below.get(key, ()))
            crossings += sum(len(passed) - bisect_right(passed, end) for end in ends)
            for end in ends:
                insort(passed, end)
    return crossings


def _columns(
    layers: Sequence[Sequence[Key]],
    above: Mapping[Key, list[Key]],
    below: Mapping[Key, list[Key]],
    sizes: Mapping[Key, Size],
) -> dict[Key, float]:
    """An x for everything: near its neighbours in the layers around, and in order and apart in its own."""
    x: dict[Key, float] = {}
    for layer in layers:
        x |= _apart(layer, dict.fromkeys(layer, 0.0), sizes)
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wishes = {}
            for key in layer:
                near = [*above.get(key, ()), *below.get(key, ())]
                wishes[key] = fmean(x[other] for other in near) if near else x[key]
            x |= _apart(layer, wishes, sizes)
    return x


def _apart(layer: Sequence[Key], wishes: Mapping[Key, float], sizes: Mapping[Key, Size]) -> dict[Key, float]:
    """The places closest to ``wishes`` (least squares) that keep the order and leave a gap."""
    offsets = [0.0]
    for one, other in pairwise(layer):
        offsets.append(offsets[-1] + sizes[one].right + GAP + sizes[other].left)
    blocks: list[tuple[float, int]] = []
    for key, offset in zip(layer, offsets, strict=True):
        mean, members = wishes[key] - offset, 1
        while blocks and blocks[-1][0] >= mean:
            other_mean, others = blocks.pop()
            mean = (mean * members + other_mean * others) / (members + others)
            members += others
        blocks.append((mean, members))
    means = [mean for mean, members in blocks for _ in range(members)]
    return {key: mean + offset for key, mean, offset in zip(layer, means, offsets, strict=True)}


def _straighten(
    chains: Sequence[Sequence[Key]],
    layers: Sequence[Sequence[Key]],
    x: dict[Key, float],
    sizes: Mapping[Key, Size],
) -> None:
    """Change ``x`` so that each arrow is upright over as many layers as there is room for."""
    left = {other: one for layer in layers for one, other in pairwise(layer)}
    right = {one: other for layer in layers for one, other in pairwise(layer)}
    for chain in [*chains, *reversed(chains)] * 3:
        run: list[Key] = []
        low, high = -inf, inf
        for key in chain[1:-1]:
            one, other = left.get(key), right.get(key)
            lowest = -inf if one is None else x[one] + sizes[one].right + GAP + sizes[key].left
            highest = inf if other is None else x[other] - sizes[other].left - GAP - sizes[key].right
            if max(low, lowest) > min(high, highest):
                run, low, high = [], -inf, inf
            run.append(key)
            low, high = max(low, lowest), min(high, highest)
            x |= dict.fromkeys(run, min(max(x[run[0]], low), high))


def _finished(
    layers: Sequence[Sequence[Key]],
    chains: Sequence[Sequence[Key]],
    x: Mapping[Key, float],
    sizes: Mapping[Key, Size],
    levels: Mapping[Key, int],
) -> Drawing:
    """The drawing, with rows as far apart as the arrows between them lean."""
    lean = [0.0] * len(layers)
    for chain in chains:
        for one, other in pairwise(chain):
            upper = min(levels[one], levels[other])
            lean[upper] = max(lean[upper], abs(x[one] - x[other]))
    tops, bottoms, y = [], [], 0.0
    for level, layer in enumerate(layers):
        tops.append(y)
        bottoms.append(y + max((sizes[key].height for key in layer), default=0))
        y = bottoms[-1] + 14 + min(lean[level] / 7, 60)
    ports = _ports(chains, x, sizes, levels)
    routes = []
    for number, chain in enumerate(chains):
        down = levels[chain[0]] < levels[chain[-1]]
        enter, leave = (tops, bottoms) if down else (bottoms, tops)
        route = [(ports[number, 0], leave[levels[chain[0]]])]
        for key in chain[1:-1]:
            route += [(x[key], enter[levels[key]]), (x[key], leave[levels[key]])]
        routes.append([*route, (ports[number, 1], enter[levels[chain[-1]]])])
    middle = [(top + bottom) / 2 for top, bottom in zip(tops, bottoms, strict=True)]
    return Drawing(
        {key: (x[key], middle[levels[key]]) for layer in layers for key in layer if isinstance(key, str)},
        routes,
        [(x[chain[1]], middle[levels[chain[1]]]) for chain in chains],
        max(place + sizes[key].right for key, place in x.items()),
        bottoms[-1],
    )


def _ports(
    chains: Sequence[Sequence[Key]],
    x: Mapping[Key, float],
    sizes: Mapping[Key, Size],
    levels: Mapping[Key, int],
) -> dict[tuple[int, int], float]:
    """Where each arrow leaves its source (0) and reaches its target (1): side by side, as they come."""
    sides: dict[tuple[Key, bool], list[tuple[float, int, int]]] = defaultdict(list)
    for number, chain in enumerate(chains):
        for end, box, other in ((0, chain[0], chain[1]), (1, chain[-1], chain[-2])):
            sides[box, levels[other] > levels[box]].append((x[other], number, end))
    ports = {}
    for (box, _), arrivals in sides.items():
        apart = min(16, sizes[box].left / len(arrivals))
        for place, (_, number, end) in enumerate(sorted(arrivals)):
            ports[number, end] = x[box] + apart * (place - (len(arrivals) - 1) / 2)
    return ports
