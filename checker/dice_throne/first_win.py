"""Whether a player can lose before it decides anything: excluded by a bound, or shown by a play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from dicelaw.checker.dice_throne.faces import asked_for
from dicelaw.checker.dice_throne.first_turn import bound
from dicelaw.checker.dice_throne.phases import DuelActs
from dicelaw.checker.dice_throne.programs import TooManyWays
from dicelaw.checker.dice_throne.sensible import sensible
from dicelaw.checker.lone_wins import CHANCES, ENGINE, how_often, won_alone
from dicelaw.checker.search.policy import Decider
from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.dice_throne.state.duel_state import DICE, HEALTH_START
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.state import State
from dicelaw.model.number_of import number_of

ID = "first-turn/win"
SAYS = "Nobody loses to this hero before deciding anything."
WISHES = 60
"""How many plays with wanted dice are tried against each rival."""
STEPS = 1_500
TRIED = 3
"""Against how many rivals at most a play is sought."""


@dataclass(frozen=True)
class FirstWin:
    """What is found about wins before the other decides anything.

    Of ``turns`` first turns with fair dice that sensible players began, ``won`` ended so; both are 0 unless a
    play was found. ``heroes`` are those of the play.
    """

    verdict: Verdict
    heroes: tuple[str, str] | None = None
    won: int = 0
    turns: int = 0

    id = ID
    says = SAYS

    @property
    def unexpected(self) -> bool:
        """Whether it is not proved that there is none."""
        return not self.verdict.is_proof


def first_win(pack: Pack, hero: str, rivals: Sequence[str]) -> FirstWin:
    """Whether ``hero`` can beat one of ``rivals`` before that one decides anything."""
    open_ones, most = [], 0.0
    for rival in rivals:
        try:
            harm = bound(DuelActs(pack, (hero, rival))).harm
        except TooManyWays:
            harm = None
        if harm is None or harm >= HEALTH_START:
            open_ones.append(rival)
        else:
            most = max(most, float(harm))
    if not open_ones:
        scope = f"{hero} against {number_of(len(rivals), 'hero', 'heroes')}, in the first turn of the game"
        evidence = f"costs and effects leave room for {most:.0f} damage at most, of {HEALTH_START}"
        return FirstWin(Verdict(Outcome.PROVED, ENGINE, scope, evidence))
    for rival in open_ones[:TRIED]:
        found = _Seeking(pack, (hero, rival)).found()
        if found is not None:
            return found
    tried = number_of(WISHES * min(len(open_ones), TRIED), "play")
    evidence = f"costs and effects leave room for it, but none of {tried} with wanted dice shows it"
    return FirstWin(
        Verdict(Outcome.UNKNOWN, ENGINE, f"{hero} against {', '.join(open_ones[:TRIED])}", evidence)
    )


class _Seeking:
    """Looks for plays of a duel in which the first seat wins before the other one has a choice."""

    def __init__(self, pack: Pack, heroes: tuple[str, str]) -> None:
        self.heroes = heroes
        self.made = duel(pack, heroes)
        self.machine = self.made.machine
        self.reader = Concrete(self.machine)
        self.players = Decider(sensible(self.made), self.reader)
        self.duellists = [pack.heroes[hero] for hero in heroes]
        self.aim = ""
        self.drawing = int(self.made.duel.drawing.place)
        self.health = [int(cell.place) for cell in self.made.duel.health]

    def found(self) -> FirstWin | None:
        """A play, with how often it comes to that by chance; None where none was found."""
        for number in range(WISHES):
            moves = self._play(Random(number), wishing=True)
            if moves is not None:
                won = sum(self._play(Random(f"chance {one}")) is not None for one in range(CHANCES))
                return self._refuted(moves, won)
        return None

    def _refuted(self, moves: Sequence[Move], won: int) -> FirstWin:
        evidence = (
            f"a play of {number_of(len(moves), 'step')}; with fair dice and sensible players {how_often(won)}"
        )
        scope = f"{self.heroes[0]} against {self.heroes[1]}"
        witness = Witness(self.machine.start, tuple(moves))
        return FirstWin(Verdict(Outcome.REFUTED, ENGINE, scope, evidence, witness), self.heroes, won, CHANCES)

    def _play(self, random: Random, *, wishing: bool = False) -> list[Move] | None:
        """The moves of a play up to such a win, or None where it does not come to one."""
        self.players.begin()
        wish: list[int] | None = [] if wishing else None

        def choose(state: State, legal: Sequence[Move], by_chance: bool) -> Move:
            if by_chance:
                begins = state == self.machine.start
                return legal[0] if begins else self._fallen(state, legal, random, wish)
            aimed = self._aimed(legal) if wishing else None
            return aimed or self.players.decide(state, legal, random.getrandbits(64))

        return won_alone(self.reader, self.health, 0, STEPS, choose)

    def _fallen(self, state: State, legal: Sequence[Move], random: Random, wish: list[int] | None) -> Move:
        """What chance comes to; with a ``wish`` as an ability needs it, and the other can play nothing."""
        id = self.machine.transitions[legal[0][0]].id
        if wish is not None and id == "draw/card" and state[self.drawing]:
            return random.choice([move for move in legal if self._is_upgrade(move)] or [*legal])
        if wish is None or id != "offense/roll/die":
            return random.choice(legal)
        if not wish:
            wish += self._wished(random)
        face = wish.pop()
        return next(move for move in legal if move[-1] == face)

    def _aimed(self, legal: Sequence[Move]) -> Move | None:
        """The announcement of the ability that the dice were wished for, if it is legal."""
        for move in legal:
            transition = self.machine.transitions[move[0]]
            if (
                transition.id == "offense/choose/announce"
                and transition.choices[0].label(move[1]) == self.aim
            ):
                return move
        return None

    def _is_upgrade(self, move: Move) -> bool:
        """Whether ``move`` draws a card for the second seat that can't be played in the first turn."""
        cards = self.duellists[1].cards
        return move[1] < len(cards) and cards[move[1]].upgrade is not None

    def _wished(self, random: Random) -> Iterator[int]:
        """Five dice that fulfil what one of the hero's abilities needs."""
        ability = random.choice(self.duellists[0].offense)
        self.aim = ability.id
        masks = [*asked_for(ability.needs, random), *[63] * DICE][:DICE]
        for mask in masks:
            yield random.choice([face for face in range(1, 7) if mask >> (face - 1) & 1])
