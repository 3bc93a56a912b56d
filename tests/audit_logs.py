"""Random plays written as the log of another engine, and the mappings that read them."""

from __future__ import annotations

import json
from random import Random

from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.dice_throne.opening import open_game
from dicelaw.oracle.games.decisions import is_subset, value_text, verb_of
from dicelaw.oracle.games.session import Session

NAMES = ("Ann", "Bob")
HEAD = """\
log: json
kind: t
seats: {Ann: 1, Bob: 2}
offsets: {which: 1, dice: 1}
names: {way: {raise: up, lower: down}}
"""
KINDS = """\
kinds:
  begin: {start: {heroes: [one, two]}}
  first: {step: setup/start-player, choices: {player: who}}
  draw: {step: draw/card, by: who, choices: {card: card}}
  lose: {step: resolve/discard/card, by: who, choices: {card: card}}
  roll: {step: ['*/die'], by: who, choices: {face: faces}}
  pass: {step: ['*/pass', '*/close', '*/let'], by: who}
  do:
    step: {field: what}
    by: who
    choices:
      {card: card, action: action, ability: ability, dice: dice, die: which, model: copied, face: face,
       up: way, player: whom, status: token, share: share}
  state:
    check: {'health[{who}]': hp, 'cp[{who}]': cp, 'hand[{who}]': hand, 'turn': turn}
  chat: ignore
"""
MAPPING = HEAD + KINDS
FIELDS = {"die": "which", "model": "copied", "up": "way", "player": "whom", "status": "token"}


def random_play(seed: int, heroes=("barbarian", "paladin"), steps: int = 400, calm: float = 0.5) -> Session:
    """A play of ``steps`` steps at most in which players and dice go by chance."""
    session, draw = Session(open_game(heroes), heroes=heroes), Random(seed)
    while not session.over and len(session.events) < steps:
        legal = session.legal()
        quiet = [move for move in legal if session.is_pass(move)] if draw.random() < calm else []
        session.apply(draw.choice(quiet or legal))
    return session


def written(session: Session, checks: bool = True) -> list[dict[str, object]]:
    """The events of ``session`` as lines of the log that MAPPING reads."""
    one, two = session.heroes
    rows: list[dict[str, object]] = [{"t": "begin", "one": one, "two": two}, {"t": "chat", "says": "hi"}]
    for step in session.events:
        if step.actor is Agent.RULES:
            continue
        rows.append(row_of(session, step.actor, step.before, step.move))
        then = session.reader.enabled(step.after)
        if checks and not (then and session.reader.actor(step.after, then[0]) is Agent.RULES):
            rows += _states(session, step.after)
    return rows


def _states(session, state):
    value = session.machine.value
    for seat, who in enumerate(NAMES, 1):
        row = {name: value(state, f"{slot}[{seat}]") for name, slot in (("hp", "health"), ("cp", "cp"))}
        turn = NAMES[value(state, "turn")]
        yield {"t": "state", "who": who, **row, "hand": value(state, f"hand[{seat}]"), "turn": turn}


def row_of(session: Session, actor, before, move) -> dict[str, object]:
    """``move`` in the state ``before`` as a line of the log."""
    transition = session.transition(move)
    seat = session.seat_of(move, before)
    who = NAMES[seat]
    chosen = dict(zip([choice.name for choice in transition.choices], move[1:], strict=True))
    texts = {one.name: value_text(one, chosen[one.name], seat) for one in transition.choices}
    match transition.id, verb_of(transition.id):
        case "setup/start-player", _:
            return {"t": "first", "who": NAMES[chosen["player"]]}
        case "draw/card", _:
            return {"t": "draw", "who": who, "card": texts["card"]}
        case "resolve/discard/card", _:
            return {"t": "lose", "who": who, "card": texts["card"]}
        case _, "pass" | "close" | "let":
            return {"t": "pass", "who": who}
    if actor is Agent.CHANCE:
        return {"t": "roll", "faces": [chosen["face"]]}
    row: dict[str, object] = {"t": "do", "who": who, "what": transition.id}
    for choice in transition.choices:
        name, text = FIELDS.get(choice.name, choice.name), texts[choice.name]
        if is_subset(choice):
            row[name] = [int(part) - 1 for part in text.split(",")]
        elif choice.name == "die":
            row[name] = int(text) - 1
        elif choice.name == "up":
            row[name] = "raise" if text == "up" else "lower"
        elif choice.name == "player":
            row[name] = int(text)
        else:
            row[name] = int(text) if text.isdigit() else text
    return row


def as_text(rows) -> str:
    """``rows`` as JSON lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)
