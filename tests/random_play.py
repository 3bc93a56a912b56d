"""Random duels: situations and decisions by chance, with what must hold in each state."""

from __future__ import annotations

from functools import lru_cache
from operator import add, gt
from random import Random

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, DICE, HEALTH_MAX, SLOTS
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.graph import Agent, Kind
from dicelaw.model.kernel.state import State

QUIET = ("pass", "close", "let", "keep")


class Play:
    """A duel of two heroes, with what must hold in each of its states."""

    def __init__(self, made: DuelMachine) -> None:
        self.made = made
        self.machine = made.machine
        self.reader = Concrete(made.machine)
        duel, place = made.duel, self.machine.slot_index
        self.health, self.cp = place["health[1]"], place["cp[1]"]
        self.tokens, self.raised = duel.tokens.base, duel.raised.base
        self.dice, self.pending = duel.dice.base, place["pending"]
        self.hand, self.library, self.pile = (place[f"{name}[1]"] for name in ("hand", "library", "pile"))
        self.zone, self.deck = place["zone[0]"], made.content.deck
        self.played = duel.played.base
        self.limits = tuple(status.limit for status in duel.statuses[1:]) * 2
        self.choosing = self.machine.point_index["offense/choose"]
        self.quiet = {
            number
            for number, transition in enumerate(self.machine.transitions)
            if transition.id.rsplit("/", maxsplit=1)[-1] in QUIET
        }

    def start(self, draw: Random, ceiling: int) -> State:
        """A situation: low health, any combat points, tokens, levels and companions."""
        values: dict[str, int] = {"first_turn": draw.randint(0, 1)}
        for seat in (1, 2):
            values[f"health[{seat}]"] = draw.randint(1, ceiling)
            values[f"cp[{seat}]"] = draw.randint(0, CP_MAX)
            for status in self.made.duel.statuses[1:]:
                # What bars every action leaves with the phase that brought it: nobody begins a turn with it.
                if draw.random() < 0.3 and not status.bars_actions:
                    values[f"tokens[{seat}/{status.id}]"] = draw.randint(0, status.limit)
            companion = draw.randint(0, 7)
            values |= {f"has_companion[{seat}]": draw.randint(0, 1), f"companion[{seat}]": companion}
            values[f"companion_up[{seat}]"] = values[f"has_companion[{seat}]"] * min(
                companion, draw.randint(0, 1)
            )
            hero = self.made.content.heroes[seat - 1]
            for space in range(len(hero.slots)):
                levels = [
                    ability.level for ability in (*hero.offense, *hero.defense) if ability.slot == space
                ]
                values[f"level[{(seat - 1) * SLOTS + space}]"] = draw.randint(1, max(levels, default=1))
        return self.machine.with_state(**values)

    def check(self, state: State) -> None:
        """What holds in every state."""
        for seat in (0, 1):
            assert 0 <= state[self.health + seat] <= HEALTH_MAX
            assert 0 <= state[self.cp + seat] <= CP_MAX
            counted = [state[array + seat] for array in (self.library, self.hand, self.pile)]
            first = self.zone + seat * self.deck
            assert counted == _counted(state[first : first + self.deck])
        kinds = len(self.limits)
        held, raised = (state[first : first + kinds] for first in (self.tokens, self.raised))
        assert _within(held, raised, self.limits)
        dice = state[self.dice : self.dice + 4 * DICE]
        assert _faces(dice)
        if state[0] == self.choosing:
            assert min(dice[:DICE]) >= 1

    def run(self, draw: Random, start: State, longest: int) -> State | None:
        """Play one duel from ``start``; its last state, or nothing if it goes on after ``longest`` steps."""
        state = start
        calm, lucky = draw.choice([0.3, 0.7, 0.9]), draw.choice([0, 0, 0.5, 0.8])
        for _ in range(longest):
            self.check(state)
            moves = self.reader.enabled(state)
            if self.machine.points[state[0]].kind is Kind.FINAL:
                assert moves == []
                return state
            assert moves, f"stuck at {self.machine.point_of(state).id}"
            one_each = {move[0]: move for move in moves}
            actor, *others = {self.reader.actor(state, move) for move in one_each.values()}
            assert not others, f"{[actor, *others]} at {self.machine.point_of(state).id}"
            assert actor is not Agent.RULES or len(moves) == 1
            if actor is Agent.CHANCE and draw.random() < lucky:
                move = moves[-1]
            else:
                calmly = [move for move in moves if move[0] in self.quiet] if draw.random() < calm else []
                move = draw.choice(calmly or moves)
            state = self.reader.step(state, move)
        return None


# Most steps leave the cards, the tokens and the dice alone: what was seen of them is seen again and again.
@lru_cache(maxsize=1024)
def _counted(places: State) -> list[int]:
    """How many cards are in the deck, in the hand and in the discard pile."""
    return [places.count(place) for place in range(3)]


@lru_cache(maxsize=1024)
def _within(held: State, raised: State, limits: State) -> bool:
    """Whether nobody has fewer tokens than none, or more than what the limits are raised to."""
    return min(held) >= 0 and not any(map(gt, held, map(add, limits, raised)))


@lru_cache(maxsize=1024)
def _faces(dice: State) -> bool:
    """Whether each of ``dice`` shows a face or, as 0, none."""
    return min(dice) >= 0 and max(dice) <= 6
