"""How often sensible play wins Dice Conquest with our pack, by the number of heroes.

Sensible play looks no further than the turn: it slays what it can, else places the die that does most,
rerolls what is low, uses what it has, and keeps dice that are high.

Usage: python scripts/balance.py [--games 200] [--seed 0] [--traps 0]
"""

from __future__ import annotations

from random import Random

import click

from dicelaw.model.dice_conquest.components import FIRST_CARD, SEATS_MOST, SIDES, Place
from dicelaw.model.dice_conquest.loader import load_pack
from dicelaw.model.dice_conquest.machine import QuestMachine, quest
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import Field, State

PACK = load_pack()
LONG = 5_000
"""More steps than a game has."""


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
        click.echo(f"{number}: {won} of {games} won, {100 * won / games:.0f} %")


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
        id = self.made.machine.transitions[move[0]].id
        verb = id.rpartition("/")[2]
        if id == "turn/choose":
            return (
                max((self._placed(self._at(self.q.face[move[1]]), c) for c in self._shown()), default=0)
                or 0.1
            )
        if id == "attack/place":
            return self._placed(self._at(self.q.face[self._at(self.q.chosen)]), move[1])
        if id == "attack/reroll":
            return self._reroll()
        if verb in ("critical", "ability"):
            return 45.0
        if verb == "item":
            return 30.0 if len(self._shown()) > 2 or self._boss() else -1.0
        if verb in ("avoid", "slay", "strike", "recover", "pierce", "raise", "guard", "used"):
            return 40.0 + self._health(move[1]) if verb in ("slay", "strike") else 40.0
        if verb == "heal":
            return 40.0 - self._at(self.q.health[move[1]])
        if verb == "spend":
            return 2.0 - self._at(self.q.face[move[1]]) / 20
        if verb == "change":
            return 20.0 + move[2] - self._at(self.q.face[move[1]])
        if id == "round-end/remove":
            face, sides = self._at(self.q.face[move[1]]), SIDES[move[1]]
            return 5.0 if 2 * face < sides else -1.0
        return {"pass": -5.0, "leave": 1.0, "end": 0.0, "keep": 0.0, "stranded": 0.05}.get(verb, 0.5)

    def _at(self, cell: object) -> int:
        return self.state[cell.args[0]] if isinstance(cell, Field) else self.reader.value(cell, self.state)  # type: ignore[arg-type]

    def _shown(self) -> list[int]:
        return [card for card in self.q.cards if self._at(self.q.place[card]) == Place.DISPLAY]

    def _boss(self) -> bool:
        return self.q.content.boss in self._shown()

    def _health(self, card: int) -> int:
        return self.pack.cards[self.cards[card]].health

    def _left(self, card: int) -> int:
        dice = sum(
            self._at(self.q.face[die])
            for die in self.q.dice
            if self._at(self.q.at[die]) == FIRST_CARD + card - 1
        )
        return self._health(card) - dice - self._at(self.q.hurt[card])

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
        if face >= left:
            return 20.0 + 4 * entry.damage + entry.health / 10 - (face - left) / 10
        return 10.0 * face / left

    def _reroll(self) -> float:
        """What rerolling the chosen die is worth on the average, a little less for the trouble."""
        sides = SIDES[self._at(self.q.chosen)]
        cards = self._shown()
        best = [
            max((self._placed(face, card) for card in cards), default=0.0) for face in range(1, sides + 1)
        ]
        return sum(best) / sides - 0.01


if __name__ == "__main__":
    main()
