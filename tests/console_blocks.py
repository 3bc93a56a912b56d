"""The commands that a document shows, and whether they print what it shows."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dicelaw.oracle.cli import main

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
ENTRY = re.compile(r"\$ (?P<command>(?:dicelaw|pytest) .+?)(?:  # exits with (?P<code>\d+))?")


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


def with_examples(folder: Path) -> Path:
    """``folder`` with the examples, in which the commands of a document run one after another."""
    (folder / "examples").symlink_to(EXAMPLES)
    return folder


def departs(command: Command, capsys) -> str:
    """In what a run of ``command`` departs from the code and the lines that are shown; "" if in nothing."""
    code = main(shlex.split(command.text)[1:])
    out, err = capsys.readouterr()
    return differs(command, code, out, err)


def differs(command: Command, code: int, out: str, err: str) -> str:
    """As :func:`departs`, of a run that ended with ``code`` and printed ``out`` and ``err``."""
    if code != command.code:
        return f"`{command.text}` exits with {code}\n{out}{err}"
    printed = iter([line.rstrip() for line in (out + err).splitlines()])
    for shown in command.shown:
        if not _is_next(shown, printed):
            return f"`{command.text}` does not print, in this place: {shown}"
    return ""


def _is_next(shown: str, printed: Iterator[str]) -> bool:
    """Whether a line to come is the one ``shown``; "…" is what it leaves out, a line "..." any lines."""
    if shown == "...":
        return True
    pattern = re.compile(".*".join(re.escape(part) for part in shown.rstrip().split("…")))
    return any(pattern.fullmatch(line) for line in printed)
