"""A service as its users see it: requests and replies as JSON, and plays by chance."""

from __future__ import annotations

import json

from dicelaw.oracle.formats.service_formats import Limits
from dicelaw.oracle.service.service import Service
from dicelaw.oracle.service.stdio import answer_line

UNHURRIED = Limits(requests_per_second=None, opens_per_second=None)


class Clock:
    """Seconds that pass when they are told to, or by ``step`` at each look."""

    def __init__(self, step=0.0):
        self.now, self.step = 1000.0, step

    def __call__(self):
        self.now += self.step
        return self.now


class Client:
    """Asks a service, by default a new one without rates."""

    def __init__(self, service=None, **limits):
        self.service = service or Service(UNHURRIED.model_copy(update=limits))

    def reply(self, op, **fields):
        """The whole reply."""
        line = json.dumps({"op": op, **fields}).encode()
        return json.loads(answer_line(self.service, line).model_dump_json(exclude_none=True))

    def ask(self, op, **fields):
        """The result; an error fails the test."""
        reply = self.reply(op, **fields)
        assert "result" in reply, reply
        return reply["result"]

    def refused(self, op, **fields):
        """The error; a result fails the test."""
        reply = self.reply(op, **fields)
        assert "error" in reply, reply
        return reply["error"]

    def open(self, **fields):
        """The keys of a new session, by viewer."""
        keys = self.ask("open", **fields)["keys"]
        return {"owner": keys["owner"], "1": keys["seats"][0], "2": keys["seats"][1], "watch": keys["watch"]}

    def play(self, owner, draw, steps):
        """Decide by chance; the decisions that were made."""
        made = []
        while len(made) < steps and (decisions := self.ask("legal", session=owner)["decisions"]):
            made.append(draw.choice(decisions))
            self.ask("apply", session=owner, decision=made[-1])
        return made

    def session(self, key):
        """The session itself, to look at from inside."""
        with self.service.plays.held(key) as (play, _):
            return play.session

    def seen(self, keys):
        """All that the holders of ``keys`` can read."""
        return {
            (op, viewer): self.ask(op, session=key)
            for viewer, key in keys.items()
            for op in ("state", "legal", "events")
        }
