"""How fast logs are audited: lines a second of games in which every decision, die and card is logged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from grid import Table
from paired import Figures, rounds, spread

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.audit.mapping import LogMapping, load
from dicelaw.oracle.audit.run import audit
from dicelaw.oracle.dice_throne.opening import DEFAULT_HEROES
from dicelaw.oracle.files.trace import step_choices
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.session import Session

LINES = 100_000
LENGTH = 3_000
TITLE = "Audit of logs"
CHOICES = (
    "card", "action", "ability", "dice", "die", "model", "face", "up", "player", "status", "share",
    "attacker", "amount", "event", "onto",
)  # fmt: skip
DUEL, TABLE = "dice-throne", "dice-masters@2018"
SEATS = {DUEL: {"heroes": DEFAULT_HEROES}, TABLE: {"teams": "x-men-demo"}}
"""Between whom the games are."""
STARTS = {DUEL: "heroes: [one, two]", TABLE: "teams: one"}
SUBJECTS = {
    "steps alone": (DUEL, False), "steps and checks": (DUEL, True), "steps of Dice Masters": (TABLE, False)
}  # fmt: skip
MAPPING = f"""\
log: json
kind: kind
split: {{dice: ','}}
kinds:
  begin: {{start: {{START}}}}
  pass: {{step: ['*/pass', '*/close', '*/let'], by: seat}}
  die: {{step: '*/die', choices: {{face: face}}}}
  draw: {{step: draw/card, choices: {{card: card}}}}
  do:
    step: {{field: step}}
    by: seat
    choices: {{{", ".join(f"{name}: {name}" for name in CHOICES)}}}
  state: {{check: {{'health[1]': h1, 'health[2]': h2, 'cp[1]': c1, 'cp[2]': c2}}}}
"""


def logged(game: str, seed: int, checks: bool, length: int = LENGTH) -> Iterator[dict[str, object]]:
    """The log of a random game in which players mostly pass; with ``checks`` each decision is checked.

    It has at most ``length`` decisions.
    """
    session, draw = description(game).begun(game, SEATS[game], {}, "later", None), Random(seed)
    (who,) = SEATS[game].values()
    yield {"kind": "begin", **dict(zip(("one", "two"), [who] if isinstance(who, str) else who, strict=False))}
    value = session.machine.value
    for _ in range(length):
        legal = session.legal()
        if not legal:
            return
        calm = [move for move in legal if session.is_pass(move)] if draw.random() < 0.7 else []
        move, actor = draw.choice(calm or legal), session.actor(legal[0])
        if actor is not Agent.RULES:
            yield row(session, move)
        session.state = session.reader.step(session.state, move)
        if checks and isinstance(actor, int) and session.actor(session.legal()[0]) is not Agent.RULES:
            health = {f"h{seat}": value(session.state, f"health[{seat}]") for seat in (1, 2)}
            yield {"kind": "state", **health, **{f"c{s}": value(session.state, f"cp[{s}]") for s in (1, 2)}}


def row(session: Session, move: Move) -> dict[str, object]:
    """``move`` as a line of the log."""
    id, actor = session.transition(move).id, session.actor(move)
    choices: dict[str, object] = dict(step_choices(session, move))
    if "dice" in choices:
        choices["dice"] = session.text(move).partition(" ")[2]
    if session.is_pass(move):
        return {"kind": "pass", "seat": session.seat_of(move) + 1}
    if actor is Agent.CHANCE and "face" in choices:
        return {"kind": "die", **choices}
    if id == "draw/card":
        return {"kind": "draw", **choices}
    seat = {"seat": actor + 1} if isinstance(actor, int) else {}
    return {"kind": "do", "step": id, **seat, **choices}


def measure(quick: bool) -> dict[str, Any]:
    """The events a second by round, without and with checks."""
    lines, length = (200, 200) if quick else (LINES, LENGTH)
    with TemporaryDirectory() as folder:
        subjects = {}
        for says, (game, checks) in SUBJECTS.items():
            mapping = Path(folder, "log.yaml")
            mapping.write_text(MAPPING.replace("START", STARTS[game]), encoding="utf-8")
            loaded = load(mapping, game)
            rows: list[dict[str, object]] = []
            while len(rows) < lines:
                rows += logged(game, len(rows), checks, length)
            log = Path(folder, f"{says}.jsonl")
            log.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            subjects[says] = lambda log=log, loaded=loaded, game=game: rate(log, loaded, game)
        return rounds(subjects, 1 if quick else 4, "audit of a log")


def rate(log: Path, mapping: LogMapping, game: str) -> Figures:
    """Events a second, by time of the processor."""
    begun = process_time()
    report = audit(log, mapping, game).report
    taken = process_time() - begun
    if report.verdict != "legal":
        raise ValueError(f"a log of legal play is {report.verdict}")
    return {"rate": report.events / taken}


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each kind of log."""
    rows = [[name, spread(several, "rate").text(",.0f")] for name, several in data.items()]
    note = "Logs of random games in which every decision, die and card is a line; on one core."
    return [Table("Events audited a second", note, ["", "events a second"], rows)]
