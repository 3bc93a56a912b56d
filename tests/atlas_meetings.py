"""Meetings of entries in duels, in positions that a test says."""

from functools import cache

from dicelaw.model.content.document import Document
from dicelaw.oracle.atlas.bench import Bench
from dicelaw.oracle.atlas.following import items_of
from dicelaw.oracle.atlas.meeting import Meeting
from dicelaw.oracle.files import scenario_runner as walk
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.games.description import description

DUEL = "dice-throne"


@cache
def fuzzing(game=DUEL):
    return description(game).fuzzing(game, None)


@cache
def bench(*pairing):
    return Bench(fuzzing().arena(pairing))


def player(hero, **more):
    return {"hero": hero, **more}


def meeting(group, play, *players, start="offense/begin", turn=1):
    """The meeting of some entries in the play of these decisions, with what the rules do between."""
    arena = bench(*(one["hero"] for one in players)).arena
    setup = {"game": DUEL, "players": [*players], "turn": turn, "start": start}
    return played(arena, group, setup, play)


def played(arena, group, setup, play):
    """The same in any game, from this position."""
    session = arena.session(arena.state(setup))
    game = setup["game"]
    walk.play(session, loaded(Document("play", {**setup, "play": play}), game).play, "play")
    walk.settle(session)
    steps = [(step.before, step.move, step.after) for step in session.events]
    items = items_of(arena, arena.session(session.start), steps)
    return Meeting(tuple(sorted(group)), setup, tuple(items))
