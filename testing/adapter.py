"""An adapter out of a state machine: what drives an engine for Hypothesis also answers any harness.

``adapter.py`` needs no more than ``serve(Sales)`` for ``dicelaw conform --impl "python adapter.py"`` and
``pytest --dicelaw-impl "python adapter.py"``.
"""

from __future__ import annotations

import json
import sys

from dicelaw.testing.machine import EngineMachine


def serve(machine: type[EngineMachine]) -> None:
    """Answer the questions on stdin, a line each, as the engine of ``machine`` does, until it is to stop."""
    engine = machine().in_process
    for line in sys.stdin:
        question = json.loads(line)
        answer = {"id": question["id"], **engine.ask(question)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        if question["do"] == "stop":
            return
