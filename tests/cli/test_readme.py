"""The commands of README.md run, and what it shows of their output is what they say."""

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
INTERACTIVE = {"dicelaw play dice-throne"}
ENTRY = re.compile(r"\$ (?P<command>dicelaw .+?)(?:  # exits with (?P<code>\d+))?")


@dataclass
class Command:
    """A command of the text, the exit code that it says, and the lines that it shows."""

    text: str
    code: int
    shown: list[str] = field(default_factory=list)


def _commands():
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            entry = ENTRY.fullmatch(line)
            if entry:
                found.append(Command(entry["command"], int(entry["code"] or 0)))
            else:
                found[-1].shown.append(line)
    return found


COMMANDS = _commands()


def test_there_are_commands():
    assert len(COMMANDS) > 5
    assert {command.text.split()[1] for command in COMMANDS} >= {"list", "outcome", "legal", "rules", "graph"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the examples, in which the commands run one after another."""
    made = tmp_path_factory.mktemp("readme")
    (made / "examples").symlink_to(ROOT / "examples")
    return made


def test_the_commands_do_what_is_shown(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    for command in COMMANDS:
        if command.text in INTERACTIVE:
            continue
        code = main(shlex.split(command.text)[1:])
        out, err = capsys.readouterr()
        assert code == command.code, f"{command.text}\n{err}"
        printed = [line.rstrip() for line in (out + err).splitlines()]
        for line in command.shown:
            _find(line, printed, command.text)


def _find(shown, printed, command):
    """The next printed line that ``shown`` shows; "…" is what it leaves out, a line "..." any lines."""
    if shown == "...":
        return
    pattern = re.compile(".*".join(re.escape(part) for part in shown.rstrip().split("…")))
    while printed:
        if pattern.fullmatch(printed.pop(0)):
            return
    pytest.fail(f"`{command}` does not print, in this place: {shown}")


def test_the_exit_codes_are_those_of_the_program():
    table = dict(re.findall(r"^\| (\d+) \| ([A-Z_]+) \|", README, re.MULTILINE))
    assert {int(code): name for code, name in table.items()} == {code.value: code.name for code in ExitCode}


def test_the_python_example_runs(capsys):
    (code,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert "income/take" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/glossary.md"])
def test_links_lead_somewhere(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (ROOT / name).parent.joinpath(target).exists(), target
