"""Bad adapters, each by a name: python fakes.py NAME."""

import atexit
import json
import os
import subprocess
import sys
import time
from pathlib import Path

WAY = sys.argv[1]
HELLO = {"answer": "hello", "format": 2, "name": WAY, "version": "0", "parts": ["duel"],
         "games": ["dice-throne"], "shows": ["health"]}  # fmt: skip
FORGED = "Ev\x1b[2Jil\nPASSED everything\u202e"
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
        case "half-a-line" | "half-a-line-and-hangs" | "silent-end":
            say('{"id": 2, "ans' * (WAY != "silent-end"))
            time.sleep(600 * WAY.endswith("hangs"))
            sys.exit(0)
        case "unknown-answer":
            return json.dumps({"id": id, "answer": "fine"}) + "\n"
        case "leaver":
            subprocess.Popen(["sleep", "600"])
            sys.stderr.write("gone\n")
            sys.exit(4)
        case "setsid" | "daemon":
            program = "import os, time; os.setsid(); os.fork() and os._exit(0); time.sleep(600)"
            subprocess.run([sys.executable, "-c", program], check=True)
            Path(sys.argv[2]).touch()
            if WAY == "setsid":
                time.sleep(600)
        case "holder":
            atexit.register(say, json.dumps({"id": id, "answer": "ok"}) + "\n")
            return ""
        case "talker":
            while True:
                sys.stderr.write("x" * 65536)
        case "endless-line":
            return "x" * 3_000_000
        case "wrong-id":
            return json.dumps({"id": id - 1, "answer": "ok"}) + "\n"
        case "forger":
            return json.dumps({"id": id, "answer": "unsupported", "why": FORGED}) + "\n"
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


def health():
    """Of an engine that has another each time it is asked, or each time it is started."""
    counter = Path(sys.argv[2])
    if WAY == "wavering" or not BEGUN:
        BEGUN.append(len(counter.read_bytes()) if counter.exists() else 0)
        with counter.open("ab") as file:
            file.write(b"x")
    return 10 + BEGUN[-1]


BEGUN = []
for row in sys.stdin:
    question = json.loads(row)
    match question["do"]:
        case "hello":
            named = {"name": FORGED, "version": FORGED} if WAY == "forger" else {}
            named |= {"heroes": ["barbarian", "palladin"], "modes": ["2v3"]} if WAY == "misspelt" else {}
            says = {**HELLO, **named, "format": 9 if WAY == "newer" else 2}
            say(json.dumps({"id": question["id"], **says}) + "\n")
        case "start":
            say(start(question["id"]))
        case "observe" if WAY in ("wavering", "by-start"):
            player = {"seat": "1", "health": health()}
            seen = {"players": [player, {"seat": "2", "health": 50}]}
            say(json.dumps({"id": question["id"], "answer": "position", "observation": seen}) + "\n")
        case "observe":
            say(json.dumps({"id": question["id"], **EMPTY}) + "\n")
        case "stop" if WAY != "stayer":
            break
        case _:
            say(json.dumps({"id": question["id"], "answer": "refused"}) + "\n")
