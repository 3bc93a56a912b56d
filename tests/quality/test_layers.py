"""Each layer imports only from itself and from those before it, and so does each room of a layer."""

import ast
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("model", "specs", "checker", "oracle", "mutation", "testing")
ORDER = {
    "model": ("kernel", "content", "effects"),
    "checker": ("search", "proof", "walks", "chances", "loops", "evidence", "verify", "recheck"),
    "oracle": (
        "games", "formats", "files", "answers", "service", "conform", "audit", "fuzz", "atlas", "cli",
    ),
    "mutation": ("kills", "equivalence"),
}  # fmt: skip
"""The rooms that games share, the lowest first."""


@cache
def imported(file):
    """What ``file`` imports when it runs, at once or later; what only its types name is left out."""
    tree, found = ast.parse(file.read_text(encoding="utf-8")), []
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [f"{node.module}.{one.name}" for one in node.names]
    return found


def room(module):
    """The room of ``module``: a folder of its layer or of a game, or a module beside those."""
    layer, name, *rest = module.split(".")
    if layer == "oracle" and rest[:1] == ["formats"]:
        name, rest = "formats", []  # the shapes that a game brings are put together there
    deep = name.startswith("dice_") and layer in ("model", "specs")
    return ".".join([layer, name, *rest[: 1 if deep else 0]])


def modules():
    """Every module by its dotted name, without ``dicelaw``."""
    for layer in LAYERS:
        for file in sorted((ROOT / layer).rglob("*.py")):
            parts = file.relative_to(ROOT).with_suffix("").parts
            if parts[-1] != "__init__":
                yield ".".join(parts), file


@cache
def rooms():
    """The rooms as a graph: an edge where a module of one imports one of another."""
    known, graph = dict(modules()), nx.DiGraph()
    for module, file in known.items():
        for name in imported(file):
            target = name.removeprefix("dicelaw.")
            target = target if target in known else target.rpartition(".")[0]
            if target in known and room(target) != room(module):
                graph.add_edge(room(module), room(target), by=f"{module} imports {target}")
    return graph


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_from_those_before_it(layer):
    allowed = {*LAYERS[: LAYERS.index(layer) + 1]} - ({"mutation"} if layer == "testing" else set())
    found = {
        (module, name.split(".")[1])
        for module, file in modules()
        if module.startswith(f"{layer}.")
        for name in imported(file)
        if name.startswith("dicelaw.")
    }
    assert found
    assert [row for row in sorted(found) if row[1] not in allowed] == []


def test_no_rooms_import_each_other_in_a_circle():
    graph = rooms()
    circles = [
        [graph.edges[edge]["by"] for edge in nx.find_cycle(graph.subgraph(one))]
        for one in nx.strongly_connected_components(graph)
        if len(one) > 1
    ]
    assert circles == []


@pytest.mark.parametrize("layer", ORDER)
def test_the_rooms_are_told_to_whom_contributes(layer):
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"| `{layer}` | {', '.join(f'`{name}`' for name in ORDER[layer])} |\n" in told


@pytest.mark.parametrize("layer", ORDER)
def test_a_room_rests_on_those_before_it(layer):
    graph, order = rooms(), [f"{layer}.{name}" for name in ORDER[layer]]
    assert set(order) <= set(graph)
    late = [
        (before, after)
        for place, before in enumerate(order)
        for after in order[place + 1 :]
        if nx.has_path(graph, before, after)
    ]
    assert late == []
