"""How fast logs are audited: lines a second of duels in which every decision, die and card is logged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.audit.mapping import load
from dicelaw.oracle.audit.run import audit
from dicelaw.oracle.games import DEFAULT_HEROES, open_game
from dicelaw.oracle.session import Session
from dicelaw.oracle.trace import step_choices

LINES = 100_000
LENGTH = 3_000
ROUNDS = 4
CHOICES = ("card", "action", "ability", "dice", "die", "model", "face", "up", "player", "status", "share")
MAPPING = f"""\
log: json
kind: kind
split: {{dice: ','}}
kinds:
  begin: {{start: {{heroes: [one, two]}}}}
  pass: {{step: ['*/pass', '*/close', '*/let'], by: seat}}
  die: {{step: '*/die', choices: {{face: face}}}}
  draw: {{step: draw/card, choices: {{card: card}}}}
  do:
    step: {{field: step}}
    by: seat
    choices: {{{", ".join(f"{name}: {name}" for name in CHOICES)}}}
  state: {{check: {{'health[1]': h1, 'health[2]': h2, 'cp[1]': c1, 'cp[2]': c2}}}}
"""


def logged(seed: int, checks: bool) -> Iterator[dict[str, object]]:
    """The log of a random duel in which players mostly pass; with ``checks`` each decision is checked."""
    session, draw = Session(open_game("dice-throne"), heroes=DEFAULT_HEROES), Random(seed)
    yield {"kind": "begin", "one": DEFAULT_HEROES[0], "two": DEFAULT_HEROES[1]}
    value = session.machine.value
    for _ in range(LENGTH):
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


def main() -> None:
    """Print the rates, in time of the processor."""
    with TemporaryDirectory() as folder:
        mapping, log = Path(folder, "log.yaml"), Path(folder, "log.jsonl")
        mapping.write_text(MAPPING, encoding="utf-8")
        loaded = load(mapping, "dice-throne")
        for says, checks in (("steps alone", False), ("steps and checks", True)):
            rows: list[dict[str, object]] = []
            while len(rows) < LINES:
                rows += logged(len(rows), checks)
            log.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            best = float("inf")
            for _ in range(ROUNDS):
                begun = process_time()
                report = audit(log, loaded, "dice-throne").report
                best = min(best, process_time() - begun)
            assert report.verdict == "legal", report
            print(f"audit of a log, {says}: {report.events / best:>10,.0f} events a second")


if __name__ == "__main__":
    main()
