"""An adapter over dicelaw itself: the implementation that makes no mistakes, or one that is planted.

    dicelaw conform dice-throne --impl "python examples/engines/faithful.py" --explore 50
    dicelaw conform dice-masters@2018 --impl "python examples/engines/faithful.py" --explore 50
    dicelaw conform dice-conquest --impl "python examples/engines/faithful.py" --explore 50

With `--fault NAME` it gets one thing wrong; `--fault list` says which faults there are.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from faults import FAULTS
from table_faults import TABLE_FAULTS

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.kernel.concrete import Illegal, OutsideDomain
from dicelaw.model.kernel.machine import Machine
from dicelaw.oracle.conform.plays import open_setup
from dicelaw.oracle.dice_throne.damage_cases import calculation
from dicelaw.oracle.dice_throne.opening import open_game
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import by_rules, legal, move_of, observation
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.games.session import Session

Message = dict[str, Any]
SHOWS = ("at", "to_decide", "dice", "winners", "health", "cp", "tokens", "hand", "deck", "discard",
         "companion", "companion_active", "turn", "life", "virtual", "incoming", "rolled", "reserve",
         "field", "attack", "prep", "bag", "used", "out_of_play", "captured",
         "in_play", "aside", "guard", "items", "display", "order", "available", "spent", "first")  # fmt: skip
REPORTS = (
    "income/take",
    "income/skip-first",
    "offense/activation/activate",
    "conclusion/apply/all",
    "turn-end/pass/turn",
)
EVERY = {**FAULTS, **TABLE_FAULTS}


class Engine:
    """One implementation; `ask` answers a question of the harness. A `fault` is planted in it."""

    def __init__(self, fault: str | None = None, *, lists: bool = True, reports: bool = False) -> None:
        self.fault = fault
        self.reports = reports
        self.lists = lists
        self.session: Session | None = None
        self.spoiled: dict[Machine, DuelMachine | TableMachine] = {}
        opened = open_game()
        self.total = FAULTS[fault].calculation(opened) if fault in FAULTS else calculation(opened)

    def ask(self, question: Message) -> Message:
        """The answer to ``question``, without its id."""
        match question["do"]:
            case "hello":
                return {
                    "answer": "hello", "format": 2, "name": "faithful", "version": "1",
                    "parts": ["duel", "damage-total", "table", "quest"],
                    "games": ["dice-throne", "dice-masters@2016", "dice-masters@2018", "dice-conquest"],
                    "heroes": "all", "teams": "all", "modes": "all",
                    "shows": [*SHOWS], "lists_legal": self.lists,
                    "reports": [*REPORTS] if self.reports else [],
                }  # fmt: skip
            case "start":
                return self._start(question["setup"])
            case "decide":
                return self._decide(question["decision"])
            case "observe":
                return self._position()
            case "total":
                return {"answer": "total", "total": self.total(question["damage"])}
            case _:
                return {"answer": "ok"}

    def close(self) -> None:
        """There is nothing to end."""

    def _start(self, setup: Message) -> Message:
        session = open_setup(setup)
        if self.fault is not None:
            opened = self._spoiled(session, self.fault)
            start = (opened.machine.point_index[session.at], *session.state[1:])
            session = Session(opened, start, session.heroes)
        settle(session)
        self.session = session
        return {"answer": "ok"}

    def _spoiled(self, session: Session, fault: str) -> DuelMachine | TableMachine:
        """The game of `session` with the fault in it; as it is where that is a mistake in another game."""
        sound = session.game
        if sound.machine not in self.spoiled:
            if isinstance(sound, DuelMachine):
                made = FAULTS[fault].spoiled(sound, session.heroes) if fault in FAULTS else sound
                self.spoiled[sound.machine] = made
            else:
                table = TABLE_FAULTS[fault].spoiled(sound) if fault in TABLE_FAULTS else sound
                self.spoiled[sound.machine] = table
        return self.spoiled[sound.machine]

    def _decide(self, decision: Message) -> Message:
        session = self.session
        assert session is not None
        try:
            session.apply(move_of(session, decision["transition"], decision["choices"]))
        except (Illegal, OutsideDomain, UserError) as refused:
            return {"answer": "refused", "why": str(refused)}
        settle(session)
        return {"answer": "ok"}

    def _position(self) -> Message:
        session = self.session
        assert session is not None
        answer: Message = {"answer": "position", "observation": observation(session)}
        if self.reports:
            answer["events"] = [event for event in by_rules(session) if event in REPORTS]
        decisions = legal(session) if self.lists else None
        return answer if decisions is None else {**answer, "legal": decisions}


def main() -> None:
    """Answer the questions on stdin until they end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fault", choices=[*EVERY, "list"])
    parser.add_argument("--no-list", action="store_true", help="do not list legal decisions")
    parser.add_argument("--events", action="store_true", help="report some of what the rules do")
    arguments = parser.parse_args()
    if arguments.fault == "list":
        for name, fault in EVERY.items():
            sys.stdout.write(f"{name}: {fault.says} [{fault.rule}]\n")
        return
    engine = Engine(arguments.fault, lists=not arguments.no_list, reports=arguments.events)
    for line in sys.stdin:
        question = json.loads(line)
        sys.stdout.write(json.dumps({"id": question["id"], **engine.ask(question)}) + "\n")
        sys.stdout.flush()
        if question["do"] == "stop":
            return


if __name__ == "__main__":
    main()
