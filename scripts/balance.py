"""How often sensible play wins Dice Conquest with our pack, by the number of heroes.

Sensible play looks no further than the turn: it slays what it can, else places the die that does most,
rerolls what is low, uses what it has, keeps dice that are high, and lets the healthiest hero take what one of
them has to take. Each share comes with its interval at 95 % (Wilson).

Usage: python scripts/balance.py [--games 200] [--seed 0] [--traps 0]
"""

from __future__ import annotations

from random import Random

import click

from dicelaw.checker.intervals import wilson
from dicelaw.model.dice_conquest.components import FIRST_CARD, SEATS_MOST, SIDES, Place
from dicelaw.model.dice_conquest.loader import load_pack
from dicelaw.model.dice_conquest.machine import QuestMachine, quest
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import Field, State

PACK = load_pack()
LONG = 5_000
"""More steps than a game has."""
_BY_VERB = {
    "pass": -5.0, "end": 0.0, "keep": 0.0, "stranded": 0.05, "leave": 1.0, "critical": 45.0, "ability": 45.0,
    **dict.fromkeys(("avoid", "recover", "pierce", "raise", "guard", "used"), 40.0),
}  # fmt: skip
"""What a move is worth wherever it can be made; any other half a point."""


@click.command()
@click.option("--games", default=200, show_default=True, help="How many games for each number of heroes.")
@click.option("--seed", default=0, show_default=True, help="Other games by another seed.")
@click.option("--traps", default=0, show_default=True, help="How many traps are shuffled in.")
def main(games: int, seed: int, traps: int) -> None:
    """Print how many games of each number of heroes are won."""
    heroes = [*PACK.heroes]
    for number in range(1, SEATS_MOST + 1):
        random, won = Random(f"{seed}/{number}"), 0
        for _ in range(games):
            won += Game(quest_of(tuple(sorted(random.sample(heroes, number)))), random, traps).won()
        low, high = wilson(won, games)
        click.echo(f"{number}: {won} of {games} won, {won / games:.0%} ({low:.0%} to {high:.0%})")


_MADE: dict[tuple[str, ...], tuple[QuestMachine, Concrete]] = {}


def quest_of(heroes: tuple[str, ...]) -> tuple[QuestMachine, Concrete]:
    """The game of ``heroes`` and its reader, made once."""
    if heroes not in _MADE:
        made = quest(PACK, heroes)
        _MADE[heroes] = made, Concrete(made.machine)
    return _MADE[heroes]


class Game:
    """One game under way."""

    def __init__(self, made: tuple[QuestMachine, Concrete], random: Random, traps: int) -> None:
        self.made, self.reader = made
        self.q, self.random, self.traps = self.made.quest, random, traps
        self.state: State = self.made.machine.start
        self.pack = PACK
        self.cards = ("", *self.q.current.slot.labels[1:])

    def won(self) -> bool:
        """Whether the heroes win, when it is played to the end."""
        machine = self.made.machine
        for _ in range(LONG):
            moves = self.reader.enabled(self.state)
            if not moves:
                return machine.point_of(self.state).id == "won"
            move = moves[0] if len(moves) == 1 else self._chosen(moves)
            self.state = self.reader.step(self.state, move)
        raise RuntimeError(f"a game is not over after {LONG} steps")

    def _chosen(self, moves: list[Move]) -> Move:
        if self.reader.actor(self.state, moves[0]) is Agent.CHANCE:
            return self.random.choice(moves)
        ids = {self.made.machine.transitions[move[0]].id for move in moves}
        if "setup/traps" in ids:
            return next(move for move in moves if move[1] == self.traps)
        return max(moves, key=lambda move: (self._worth(move), -moves.index(move)))

    def _worth(self, move: Move) -> float:
        """How good ``move`` is, by rule of thumb."""
        id, chosen = self.made.machine.transitions[move[0]].id, self._at(self.q.chosen)
        verb = id.rpartition("/")[2]
        if id == "turn/choose":
            return max(self._best(self._at(self.q.face[move[1]])), self._reroll(move[1])) or 0.1
        if id == "attack/place":
            return self._placed(self._at(self.q.face[chosen]), move[1])
        if id == "attack/reroll":
            return self._reroll(chosen)
        if id == "round-end/remove":
            return 5.0 if 2 * self._at(self.q.face[move[1]]) < SIDES[move[1]] else -1.0
        if verb == "item":
            return 30.0 if len(self._shown()) > 2 or self._boss() else -1.0
        if verb == "hit":
            return float(self._at(self.q.health[move[1]]))
        if verb == "heal":
            missing = self._at(self.q.starting_health()) - self._at(self.q.health[move[1]])
            return 40.0 + missing if missing else 0.5
        if verb == "slay":
            return 40.0 + self._left(move[1])
        if verb == "strike":
            return self._suffered(self._at(self.q.amount), move[1])
        if verb == "change":
            more = move[2] - self._at(self.q.face[move[1]])
            return self._suffered(more, self._at(self.q.at[move[1]]) - FIRST_CARD + 1) if more > 0 else 0.0
        if verb == "spend":
            return 2.0 - self._at(self.q.face[move[1]]) / 20
        return _BY_VERB.get(verb, 0.5)

    def _at(self, cell: object) -> int:
        return self.state[cell.place] if isinstance(cell, Field) else self.reader.value(cell, self.state)  # type: ignore[arg-type]

    def _shown(self) -> list[int]:
        return [card for card in self.q.cards if self._at(self.q.place[card]) == Place.DISPLAY]

    def _boss(self) -> bool:
        return self.q.content.boss in self._shown()

    def _left(self, card: int) -> int:
        dice = sum(
            self._at(self.q.face[die])
            for die in self.q.dice
            if self._at(self.q.at[die]) == FIRST_CARD + card - 1
        )
        return self.pack.cards[self.cards[card]].health - dice - self._at(self.q.hurt[card])

    def _placed(self, face: int, card: int) -> float:
        """What a die that shows ``face`` is worth on ``card``; nothing where it is refused."""
        entry = self.pack.cards[self.cards[card]]
        left = self._left(card)
        first = [one for one in self._shown() if self.pack.cards[self.cards[one]].first]
        refused = (
            (entry.parity and face % 2 != entry.parity % 2)
            or not entry.least <= face <= entry.most
            or (entry.exact and face > left)
            or (first and card not in first)
        )
        if refused:
            return 0.0
        return self._suffered(face, card)

    def _suffered(self, damage: int, card: int) -> float:
        """What so much more damage is worth on ``card``; nothing where it could not be slain any more."""
        entry, left = self.pack.cards[self.cards[card]], self._left(card)
        if entry.exact and damage > left:
            return 0.0
        if damage >= left:
            return 20.0 + 4 * entry.damage + entry.health / 10 - (damage - left) / 10
        return 10.0 * damage / left

    def _best(self, face: int) -> float:
        """What a die that shows ``face`` is worth where it does most."""
        return max((self._placed(face, card) for card in self._shown()), default=0.0)

    def _reroll(self, die: int) -> float:
        """What rerolling ``die`` is worth on the average, a little less for the trouble."""
        if any(self.pack.cards[self.cards[card]].bars_rerolls for card in self._shown()):
            return 0.0
        return sum(self._best(face) for face in range(1, SIDES[die] + 1)) / SIDES[die] - 0.01


if __name__ == "__main__":
    main()
