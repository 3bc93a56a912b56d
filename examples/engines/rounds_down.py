"""An engine that knows the final damage total alone, with one mistake: it rounds halves down."""

import json
import sys


def final_total(damage: dict) -> int:
    """What an attack takes off, of which halves should be rounded up."""
    if damage["kind"] == "ultimate":
        return (damage["incoming"] + damage["added"]) * (1 + damage["doublings"])
    if damage["avoided"]:
        return 0
    subtotal = max(damage["incoming"] + damage["added"] - damage["prevented"], 0)
    half = subtotal // 2
    return max(subtotal + damage["doublings"] * subtotal - damage["halvings"] * half, 0)


def answer(question: dict) -> dict:
    """What the harness is told."""
    if question["do"] == "hello":
        return {
            "answer": "hello",
            "format": 2,
            "name": "rounds_down",
            "version": "1.0",
            "parts": ["damage-total"],
        }
    if question["do"] == "total":
        return {"answer": "total", "total": final_total(question["damage"])}
    return {"answer": "ok"}


for line in sys.stdin:
    asked = json.loads(line)
    sys.stdout.write(json.dumps({"id": asked["id"], **answer(asked)}) + "\n")
    sys.stdout.flush()
    if asked["do"] == "stop":
        break
