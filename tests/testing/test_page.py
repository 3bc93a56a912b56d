"""docs/testing.md: its engine has the mistakes that it says, its commands run, and its examples are right."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from console_blocks import commands_of, differs

from dicelaw.testing import plugin

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "testing"
PAGE = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`(\w+\.py)`:\n\n```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
EDITS = re.findall(r"`([^`]+)`\s+in\s+the\s+place\s+of\s+`([^`]+)`", PAGE)


def mended(text, count):
    """The engine of the page once so many mistakes are mended."""
    for new, old in EDITS[:count]:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def test_the_examples_are_what_becomes_of_the_files():
    assert set(FILES) == {"attack.py", "test_attack.py", "adapter.py"}
    assert len(EDITS) == 3
    for name, text in FILES.items():
        made = mended(text, 3) if name == "attack.py" else text
        assert made == (EXAMPLES / name).read_text(encoding="utf-8")


def test_the_options_are_those_of_the_plugin():
    told = set(re.findall(r"^\| `(--dicelaw[\w-]*)", PAGE, re.MULTILINE))
    source = Path(plugin.__file__).read_text(encoding="utf-8")
    assert told == set(re.findall(r'"(--dicelaw[\w-]*)"', source))


@pytest.mark.slow
def test_the_commands_find_the_mistakes_one_after_another(tmp_path):
    environment = {**os.environ, "CI": "1", "PYTHONPATH": str(tmp_path)}
    commands = commands_of(PAGE)
    assert len(commands) == 5
    for count, command in enumerate(commands):
        for name, text in FILES.items():
            made = mended(text, count) if name == "attack.py" else text
            (tmp_path / name).write_text(made, encoding="utf-8")
        words = shlex.split(command.text.replace("python adapter.py", f"{sys.executable} adapter.py"))[1:]
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:schemathesis", *words],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
        assert differs(command, run.returncode, run.stdout, run.stderr) == ""


def test_the_strategies_of_the_page_run():
    (code,) = [
        text
        for text in re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
        if "@given" in text
    ]
    names = {}
    exec(compile(code, "testing.md", "exec"), names)
    tests = [test for name, test in names.items() if name.startswith("test_")]
    assert len(tests) == 2
    for test in tests:
        test()
