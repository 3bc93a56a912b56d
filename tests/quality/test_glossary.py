"""The words of the glossary are those of the code, and names that they replaced are gone."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
LAYERS = ("model", "specs", "checker", "oracle", "mutation", "testing")
REPLACED = {
    "aftermath": "propagation",
    "candidates": "invariant template",
    "Unfolding": "unrolling",
    "Faulty": "mutant reader",
    "Folding": "constant propagation",
    "suggested": "houdini",
    "content_aims": "content goal",
    "seeking": "guided play",
    "tale": "narration",
    "wire": "codec",
    "instances": "ground transition",
    "near": "suggestion",
    "walk": "scenario runner",
    "carried": "statement coverage",
}
"""Modules and classes that there were, each with the word for it."""


def names_in(text):
    """The words that the tables of ``text`` explain."""
    return {row for row in re.findall(r"^\| ([^|`]+?) \|", text, re.MULTILINE) if row != "word"}


def modules():
    """The modules of the package by path from the root."""
    return [path.relative_to(ROOT) for layer in LAYERS for path in (ROOT / layer).rglob("*.py")]


def classes_of(text):
    """What ``text`` calls its classes."""
    return set(re.findall(r"^\s*class (\w+)", text, re.MULTILINE))


def test_each_word_is_explained_once():
    rows = re.findall(r"^\| ([^|`]+?) \|", PAGE, re.MULTILINE)
    words = [row for row in rows if row not in ("word", "---")]
    assert len(words) > 100
    assert sorted(words) == sorted(set(words))


def test_each_module_that_the_glossary_names_is_there():
    named = re.findall(r"`((?:model|specs|checker|oracle|mutation)/[\w/]+)`", PAGE)
    assert len(named) > 20
    there = {path.with_suffix("").as_posix() for path in modules()} | {
        path.parent.as_posix() for path in modules()
    }
    games = [path.parts[1] for path in modules() if path.parts[0] == "oracle" and len(path.parts) > 2]
    missing = [
        name
        for name in named
        if name not in there and not any(name.replace("GAME", game) in there for game in games)
    ]
    assert missing == []


@pytest.mark.parametrize(("old", "new"), REPLACED.items())
def test_a_name_that_was_replaced_is_gone(old, new):
    assert any(new in word for word in names_in(PAGE)) or new in PAGE
    assert [path for path in modules() if path.stem == old] == []
    found = [path for path in modules() if old in classes_of((ROOT / path).read_text(encoding="utf-8"))]
    assert found == [], f"say {new} instead"
