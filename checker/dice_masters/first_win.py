"""Whether a player can lose to who goes first before it decides anything: excluded by a bound, or played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from dicelaw.checker.dice_masters.first_turn import HARMING, bound, first_dice
from dicelaw.checker.dice_masters.loop_dice import SEATS, Dice
from dicelaw.checker.lone_wins import CHANCES, ENGINE, how_often, won_alone
from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.model.dice_masters.cards.cards import Energy, Op, Teams, sidekick_faces
from dicelaw.model.dice_masters.machine import TableMachine, game
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.state import State
from dicelaw.model.number_of import number_of

WISHES = 120
"""How many plays with wanted dice are tried for each player who may go first."""
STEPS = 400
USEFUL = HARMING | {Op.DRAW_ROLL}
"""The words of the Globals that are used in such plays."""


@dataclass(frozen=True)
class FirstWin:
    """What is found about such wins between teams called ``id`` under the rules of ``edition``.

    Of ``turns`` first turns with fair dice ``won`` ended so; both are 0 unless a play was found.
    """

    id: str
    edition: str
    verdict: Verdict
    won: int = 0
    turns: int = 0


def first_win(teams: Teams, edition: str) -> FirstWin:
    """Whether one of ``teams`` that goes first can win before the other decides anything."""
    made = game(teams, edition)
    room = bound(Dice(teams), first_dice(made))
    scope = f"{teams.id} under the rules of {edition}, in the first turn of the game"
    if room.harm is not None and room.harm < teams.life:
        evidence = f"dice and Globals leave room for {int(room.harm)} damage at most, of {teams.life} life"
        return FirstWin(teams.id, edition, Verdict(Outcome.PROVED, ENGINE, scope, evidence))
    seeking = _Seeking(made)
    for seat in SEATS:
        found = seeking.found(seat)
        if found is not None:
            moves, won = found
            return FirstWin(teams.id, edition, _refuted(seeking, scope, seat, moves, won), won, CHANCES)
    hinders = "; ".join(room.hinders) or "costs leave room for it"
    evidence = f"{hinders}, but none of {number_of(WISHES * len(SEATS), 'play')} with wanted dice shows it"
    return FirstWin(teams.id, edition, Verdict(Outcome.UNKNOWN, ENGINE, scope, evidence))


def _refuted(seeking: _Seeking, scope: str, seat: int, moves: Sequence[Move], won: int) -> Verdict:
    evidence = (
        f"player {seat + 1} wins in a play of {number_of(len(moves), 'step')}; with fair dice, going first "
        f"and rerolling what does not help, in {how_often(won)}"
    )
    witness = Witness(seeking.machine.start, tuple(moves))
    return Verdict(Outcome.REFUTED, ENGINE, scope, evidence, witness)


class _Seeking:
    """Looks for plays of ``made`` in which who goes first wins before the other one has a choice."""

    def __init__(self, made: TableMachine) -> None:
        t = made.table
        self.machine = made.machine
        self.reader = Concrete(made.machine)
        self.life = [int(cell.place) for cell in t.life]
        self.most = made.teams.life
        self.faces = [int(t.face[die].place) for die in range(t.count)]
        harms = [any(step.op in USEFUL for step in one.program) for one in t.dice.globals]
        self.idle = {at for at, does in enumerate(harms) if not does}
        """The Globals that are left alone."""
        harming = {one.energy for one, does in zip(t.dice.globals, harms, strict=True) if does}
        starting = [*enumerate(sidekick_faces(), 1)]
        attacks = {at for at, face in starting if face.level}
        pays = {at for at, face in starting if face.energy in {*harming, Energy.WILD}}
        if Energy.NONE in harming:
            pays = {at for at, face in starting if face.energy}
        self.wishes = (attacks, pays, attacks | pays)
        """Faces of starting dice to go for: attackers, what pays for Globals that harm, and both."""

    def found(self, seat: int) -> tuple[list[Move], int] | None:
        """A play in which ``seat`` wins so, with how many of :data:`CHANCES` turns with fair dice do."""
        for number in range(WISHES):
            wish = self.wishes[number % len(self.wishes)]
            moves = self._play(Random(number), seat, wish, OFTEN)
            if moves is not None:
                turns = (self._play(Random(f"chance {one}"), seat, wish, 0) for one in range(CHANCES))
                return moves, sum(turn is not None for turn in turns)
        return None

    def _play(self, random: Random, seat: int, wish: Collection[int], often: float) -> list[Move] | None:
        """The moves of a play up to such a win, or None where it does not come to one.

        Dice show a face of ``wish`` ``often``, beside what they show by lot.
        """
        used = Counter[int]()

        def choose(state: State, legal: Sequence[Move], by_chance: bool) -> Move:
            id = self.machine.transitions[legal[0][0]].id
            if id == "setup/toss":
                return legal[seat]
            if by_chance:
                wanted = [one for one in legal if id.endswith("/die") and one[-1] in wish]
                return random.choice(wanted if wanted and random.random() < often else legal)
            if len(legal) == 1:
                return legal[0]
            move = max(legal, key=lambda one: (self._rank(state, one, wish, used), random.random()))
            if self._is_global(move):
                used[move[1]] += 1
            return move

        return won_alone(self.reader, self.life, seat, STEPS, choose)

    def _is_global(self, move: Move) -> bool:
        return self.machine.transitions[move[0]].id.endswith(("/global", "batch/more"))

    def _rank(self, state: State, move: Move, wish: Collection[int], used: Counter[int]) -> int:
        """How soon ``move`` of who goes first is made: what harms, then passes, and the rest never.

        A Global is ``used`` as often as there is life to take: by then it has taken it, or an attack does.
        """
        id = self.machine.transitions[move[0]].id
        kept = id == "reroll/pick" and state[self.faces[move[1]]] in wish
        spent = self._is_global(move) and (move[1] in self.idle or used[move[1]] > self.most)
        if kept or spent:
            return -len(RANKS)
        return -next((rank for rank, parts in enumerate(RANKS) if any(part in id for part in parts)), 0)


OFTEN = 0.9
RANKS = (
    (),
    ("reroll/reroll",),
    ("/pass", "/close", "attack/go"),
    ("/buy", "/forgo", "/fabricate", "/react/", "setup/second"),
)
"""Parts of what is done only where nothing before it is left."""
