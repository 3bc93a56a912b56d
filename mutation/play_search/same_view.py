"""Whether a play looks the same on two machines."""

from __future__ import annotations

from dicelaw.checker.walks.observed_play import Play, Stage
from dicelaw.model.kernel.concrete import Illegal
from dicelaw.model.kernel.state import State


def alike(one: Stage, stage: Stage, play: Play) -> bool:
    """Whether ``play`` of ``one`` looks the same on another ``stage``."""
    first, second = one.machine, stage.machine
    given = {slot.name: value for slot, value in zip(first.slots, play.start, strict=True)}
    slots = [given.get(slot.name, value) for slot, value in zip(second.slots, second.start, strict=True)]
    state = (second.point_index[first.points[play.start[0]].id], *slots[1:])
    try:
        made = stage.begun(state)
        for length, there in enumerate(play.states):
            if _sight(stage, made.states[-1]) != _sight(one, there):
                return False
            if length < len(play.moves):
                move = play.moves[length]
                place = second.transition_index[first.transitions[move[0]].id]
                made = stage.played(made, (place, *move[1:]))
    except (Illegal, KeyError):
        return False
    return True


def _sight(stage: Stage, state: State) -> object:
    """What is seen of ``state``, with names where machines number differently."""
    moves = [(stage.machine.transitions[move[0]].id, *move[1:]) for move in stage.reader.enabled(state)]
    actor = stage.reader.actor(state, stage.reader.enabled(state)[0]) if moves else None
    seen = stage.view((0, *state[1:]))
    return stage.machine.point_of(state).id, seen, actor, sorted(moves) if isinstance(actor, int) else None
