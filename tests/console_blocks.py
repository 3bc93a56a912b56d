"""The commands that a document shows, and whether they print what it shows."""

import re
import shlex
from dataclasses import dataclass, field

import pytest

from dicelaw.oracle.cli import main

ENTRY = re.compile(r"\$ (?P<command>dicelaw .+?)(?:  # exits with (?P<code>\d+))?")


@dataclass
class Command:
    """A command of the text, the exit code that it says, and the lines that it shows."""

    text: str
    code: int
    shown: list[str] = field(default_factory=list)


def commands_of(text: str) -> list[Command]:
    """The commands in the console blocks of a document."""
    found: list[Command] = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            entry = ENTRY.fullmatch(line)
            if entry:
                found.append(Command(entry["command"], int(entry["code"] or 0)))
            else:
                found[-1].shown.append(line)
    return found


def check(command: Command, capsys) -> None:
    """Run ``command``: it ends with the code and prints the lines that the document shows."""
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
