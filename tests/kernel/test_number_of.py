import re
from pathlib import Path

import pytest

from dicelaw.model.number_of import number_of

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("model", "specs", "checker", "oracle", "mutation", "testing")
UNDECIDED = re.compile(r"\((s|es|ies)\)[^\w(]|\{'s' [*i]|'s' \*|else 's'")
"""How text leaves it open whether there is one or several, or decides it anew."""


@pytest.mark.parametrize(
    ("number", "says"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice"), (21_001, "21,001 dice")]
)
def test_one_or_several(number, says):
    assert number_of(number, "die", "dice") == says
    assert number_of(number, "step") == says.replace("dice", "steps").replace("die", "step")


def test_no_other_text_decides_it():
    odd = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for layer in LAYERS
        for file in sorted((ROOT / layer).rglob("*.py"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if UNDECIDED.search(line) and re.search(r"f['\"]", line)
    ]
    assert odd == []
