"""Bad adapters, each by a name: python fakes.py NAME."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

WAY = sys.argv[1]
HELLO = {"answer": "hello", "format": 1, "name": WAY, "version": "0", "parts": ["duel"],
         "games": ["dice-throne"], "shows": ["health"]}  # fmt: skip
EMPTY = {"answer": "position", "observation": {"players": []}}


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def start(id):
    """What the fake does when a play is to begin."""
    match WAY:
        case "crasher":
            sys.stderr.write("no such table\n")
            sys.exit(3)
        case "node-like":
            sys.stderr.write("table.js:3\n\nTypeError: table is undefined\n    at start\n\nNode.js v20\n")
            sys.exit(1)
        case "sleeper":
            program = "import sys, time; kept = open(sys.argv[1], 'w'); time.sleep(600)"
            subprocess.Popen([sys.executable, "-c", program, sys.argv[2]])
            time.sleep(600)
        case "flooder":
            line = json.dumps({"id": id, "answer": "ok"}) + "\n"
            return line * 50
        case "garbage":
            return "Starting the game!\n"
        case "half-json":
            return '{"id": 2, "answer": \n'
        case "unknown-answer":
            return json.dumps({"id": id, "answer": "fine"}) + "\n"
        case "endless-line":
            return "x" * 3_000_000
        case "wrong-id":
            return json.dumps({"id": id - 1, "answer": "ok"}) + "\n"
        case "unable":
            return json.dumps({"id": id, "answer": "unsupported", "why": "not today"}) + "\n"
        case "closer":
            os.close(1)
            time.sleep(600)
        case "once":
            marker = Path(sys.argv[2])
            if not marker.exists():
                marker.touch()
                sys.exit(1)
    return json.dumps({"id": id, "answer": "ok"}) + "\n"


for row in sys.stdin:
    question = json.loads(row)
    match question["do"]:
        case "hello":
            say(json.dumps({"id": question["id"], **HELLO, "format": 9 if WAY == "newer" else 1}) + "\n")
        case "start":
            say(start(question["id"]))
        case "observe":
            say(json.dumps({"id": question["id"], **EMPTY}) + "\n")
        case "stop" if WAY != "stayer":
            break
        case _:
            say(json.dumps({"id": question["id"], "answer": "refused"}) + "\n")
