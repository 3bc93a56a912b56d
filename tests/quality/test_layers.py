"""Each layer imports only from itself and from those before it."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("model", "specs", "checker", "oracle", "mutation", "testing")


def imported(layer):
    """What the files of ``layer`` import of dicelaw: the file, and the layer that it imports from."""
    for file in sorted((ROOT / layer).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names.append(node.module or "")
            for name in names:
                package, _, rest = name.partition(".")
                if package == "dicelaw" and rest:
                    yield str(file.relative_to(ROOT)), rest.partition(".")[0]


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_from_those_before_it(layer):
    allowed = {*LAYERS[: LAYERS.index(layer) + 1]} - ({"mutation"} if layer == "testing" else set())
    found = [*imported(layer)]
    assert found
    assert [row for row in found if row[1] not in allowed] == []
