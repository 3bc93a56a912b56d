"""A game is a plug-in: what is common to all neither names a game nor loads a module of one."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("model", "specs", "checker", "oracle", "mutation", "testing")
GAME = re.compile(r"dice[-_](throne|masters|conquest)")
REGISTRIES = {
    "model/games.py",  # where each game is
    "oracle/cli/__init__.py",  # where each verb is, that of one game in its folder
    "oracle/formats/formats.py", "oracle/formats/protocol.py",  # messages about any game
}  # fmt: skip


def spoken_of(tree):
    """The modules that are imported and texts that are written, but for docstrings and examples of use."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "example":
            prose |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


def test_games_are_named_in_their_folders_and_in_registries_alone():
    found = set()
    for layer in LAYERS:
        for file in (ROOT / layer).rglob("*.py"):
            name = file.relative_to(ROOT).as_posix()
            tree = ast.parse(file.read_text(encoding="utf-8"))
            if not GAME.search(name) and any(map(GAME.search, spoken_of(tree))):
                found.add(name)
    assert found == REGISTRIES
