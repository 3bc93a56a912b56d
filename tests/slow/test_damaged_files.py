"""Files of every kind, damaged by chance: whatever is in them, the command ends as documented."""

from __future__ import annotations

import io
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from engines import vectors

from dicelaw.model.dice_throne import loader
from dicelaw.oracle.cli import main
from dicelaw.oracle.dice_throne.opening import pack_of
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.testing.known import read_known

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
QUESTS = ROOT / "model" / "dice_conquest" / "content" / "made-up.yaml"
DAMAGES, FEWER = 500, 100
VARIANTS = {"scenario of tables", "text log", "text mapping"}
DOCUMENTED = frozenset(ExitCode) - {ExitCode.USAGE, ExitCode.DEFECT}
LONGEST_ERROR = 30_000
ODD = [
    *"\0\x1b\n\r\t\"'{}[]:,#&*!|>%@`\\-0",
    "\u2028", "²", "\u202e", "\ufeff", "null", "true", "1.0", "-1", "9" * 400, "1e999", "x" * 6_000, "[" * 70,
]  # fmt: skip
LOG = """\
{"t": "first", "who": 1}
{"t": "roll", "list": ["1", "2"], "who": 1, "face": 5}
"""
MAPPING = """\
log: json
kind: t
start: {heroes: [barbarian, paladin]}
passes: implied
hidden: draw/card
seats: {Ann: 1}
names: {face: {six: 6}}
kinds:
  first: {step: setup/start-player, choices: {player: who}}
  roll: {step: ['*/die'], by: list.0, choices: {face: face}}
  hp: {check: {'health[{who}]': hp}}
  chat: ignore
"""
TEXT_LOG = "Ann goes first\nAnn rolls 1 2\n"
TEXT_MAPPING = """\
log: text
start: {heroes: [barbarian, paladin]}
passes: implied
hidden: draw/card
seats: {Ann: 1}
split: {faces: ' '}
kinds:
  first: {pattern: '(?P<who>\\w+) goes first', step: setup/start-player, choices: {player: who}}
  roll: {pattern: '(?P<who>\\w+) rolls (?P<faces>[1-6 ]+)', step: '*/die', choices: {face: faces}}
"""


def damaged(content: bytes, draw: Random) -> bytes:
    """``content`` with one to three things wrong."""
    for _ in range(draw.choice((1, 1, 2, 3))):
        at, size = draw.randrange(len(content) + 1), draw.choice((1, 1, 2, 8, 60))
        part = content[at : at + size]
        content = draw.choice(
            (
                content[:at] + bytes([draw.randrange(256)]) + content[at + 1 :],
                content[:at],
                content[:at] + content[at + size :],
                content[:at] + part * draw.choice((2, 3, 40)) + content[at + size :],
                content[:at] + draw.choice(ODD).encode() + content[at:],
                content[:at] + draw.choice(ODD).encode() + content[at + size :],
            )
        )
    return content


@pytest.fixture
def ended(monkeypatch):
    """Runs a command line: its code, after a look at what it said."""

    def command(*arguments):
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main([str(one) for one in arguments])
        said = []
        for stream in (out, err):
            stream.flush()
            said.append(stream.buffer.getvalue().decode("utf-8"))
        assert code in DOCUMENTED, said
        assert "Traceback" not in said[1]
        assert len(said[1]) < LONGEST_ERROR
        assert all(line.isprintable() for text in said for line in text.split("\n"))
        return ExitCode(code)

    return command


def _trace(folder, game="dice-throne"):
    seats = ("--seat", "1=random")
    main(["play", game, *seats, "--limit", "25", "--save", str(folder / "t")])
    return (folder / "t").read_bytes()


def _vector(folder):
    vectors(folder / "made", ["sold-for-two"])
    (file,) = (folder / "made").rglob("*.jsonl")
    return file.read_bytes()


def _audit(folder, log, mapping):
    (folder / "log").write_bytes(log)
    (folder / "map").write_bytes(mapping)
    return ("audit", "dice-throne", folder / "log", "--mapping", folder / "map")


def _file(*verb):
    def command(folder, content):
        (folder / "file").write_bytes(content)
        return (*verb, folder / "file")

    return command


def _content(folder, content):
    (folder / "own").mkdir(exist_ok=True)
    (folder / "own" / "a.yaml").write_bytes(content)
    return ("list", "heroes", "--content", folder / "own")


def _quests(folder, content):
    (folder / "own").mkdir(exist_ok=True)
    (folder / "own" / "a.yaml").write_bytes(content)
    return ("list", "cards", "--game", "dice-conquest", "--content", folder / "own")


def _vectors(folder, content):
    (folder / "own").mkdir(exist_ok=True)
    (folder / "own" / "a.jsonl").write_bytes(content)
    return ("conform", "dice-throne", "--impl", "false", "--vectors", folder / "own", "--explore", 0)


KINDS = {
    "scenario": (lambda _: (EXAMPLES / "ultimate.yaml").read_bytes(), _file("legal", "dice-throne")),
    "scenario of tables": (
        lambda _: b"game: dice-masters@2018\nplay: [{roll: [1, 2, 3, 4]}]\nlife: [20, 20]\n",
        _file("legal", "dice-masters@2018"),
    ),
    "scenario of quests": (
        lambda _: (EXAMPLES / "conquest" / "four-heroes.yaml").read_bytes(), _file("legal", "dice-conquest"),
    ),
    "pack of quests": (lambda _: QUESTS.read_bytes(), _quests),
    "trace of quests": (lambda folder: _trace(folder, "dice-conquest"), _file("replay")),
    "team": (lambda _: (EXAMPLES / "teams" / "mutants.yaml").read_bytes(), _file("check-team")),
    "content": (lambda _: (EXAMPLES / "content" / "scout" / "scout.yaml").read_bytes(), _content),
    "trace": (_trace, _file("replay")),
    "log": (lambda _: LOG.encode(), lambda folder, found: _audit(folder, found, MAPPING.encode())),
    "text log": (
        lambda _: TEXT_LOG.encode(), lambda folder, found: _audit(folder, found, TEXT_MAPPING.encode()),
    ),
    "mapping": (lambda _: MAPPING.encode(), lambda folder, found: _audit(folder, LOG.encode(), found)),
    "text mapping": (
        lambda _: TEXT_MAPPING.encode(), lambda folder, found: _audit(folder, TEXT_LOG.encode(), found),
    ),
    "vectors": (_vector, _vectors),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_end_as_documented(kind, ended, tmp_path, monkeypatch):
    good, command = KINDS[kind]
    content = good(tmp_path)
    if kind == "content":  # what is damaged is read alone: to read ours beside it takes most of a second
        monkeypatch.setattr(loader, "_own_files", lambda: iter(()))
        content = content.replace(b"gain evasive", b"heal 1")
    draw, codes = Random(27), Counter()
    count = FEWER if kind in VARIANTS else DAMAGES
    for _ in range(count):
        codes[ended(*command(tmp_path, damaged(content, draw)))] += 1
    pack_of.cache_clear()
    assert codes[ExitCode.BAD_INPUT] > count // 10


@pytest.mark.slow
def test_a_damaged_list_of_known_failures_is_told(tmp_path):
    draw, told = Random(27), []
    good = b"# ours\n\nfails example/sold-for-two under discussion\nskip example/st*\n"
    for _ in range(DAMAGES):
        (tmp_path / "known").write_bytes(damaged(good, draw))
        try:
            read_known(tmp_path / "known", ["example/sold-for-two", "example/stun-acts"])
        except UserError as error:
            told.append(error)
    assert all(line.isprintable() for error in told for line in error.lines)
    assert all(len(error.message) < LONGEST_ERROR for error in told)
    assert len(told) > DAMAGES // 10
