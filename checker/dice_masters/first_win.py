"""Whether a player can lose to who goes first before it decides anything: excluded by a bound, or played.

In the first turn there are only starting dice: each gives one energy or one attacker, and whatever is
bought goes to the Used Pile. So all harm comes from attackers and Globals, and each die is worth the greater
of its A and of what a Global does for an energy, unless a Global brings dice into play itself.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from dicelaw.checker.dice_masters.entries import GLOBAL
from dicelaw.checker.dice_masters.loop_dice import SEATS, Dice
from dicelaw.checker.dice_masters.loop_words import KNOWN
from dicelaw.checker.intervals import wilson
from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.model.dice_masters.cards.cards import (
    Energy,
    Global,
    Op,
    Program,
    Step,
    Teams,
    sidekick_faces,
)
from dicelaw.model.dice_masters.machine import TableMachine, game
from dicelaw.model.dice_masters.state.table_state import DRAW
from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State
from dicelaw.model.number_of import number_of

ENGINE = "first turn"
WISHES = 120
"""How many plays with wanted dice are tried for each player who may go first."""
CHANCES = 300
"""How many first turns with fair dice tell how likely it is."""
STEPS = 400
ON_PLAYER = frozenset({Op.HURT_PLAYER, Op.HURT_ANY, Op.HURT_BOTH, Op.HURT_OPPOSING, Op.LOSE})
"""The words that take life from the other."""
ON_ATTACKERS = frozenset({Op.ATTACK, Op.ATTACK_TWO, Op.DEFENSE})
"""The words that make an attacker stronger; D counts, as it may be exchanged for A."""
HARMING = ON_PLAYER | ON_ATTACKERS
OPENING = frozenset({Op.DRAW_ROLL, Op.FIELD_USED, Op.SWAP, Op.SWAP_ALIKE, Op.TEST, Op.TOKEN})
"""The words of a Global that may bring dice or energy in the same turn.

Of the others those about the die of the effect do nothing, as a Global has none, and neither do those that
take dice of the other, who has none in the Field or with energy; a die that is rolled again is still one.
"""


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
    dice = Dice(teams)
    most, opens = _bound(dice, edition), _opening(dice)
    scope = f"{teams.id} under the rules of {edition}, in the first turn of the game"
    if most is not None and most < teams.life:
        evidence = (
            f"starting dice and Globals leave room for {int(most)} damage at most, of {teams.life} life"
        )
        return FirstWin(teams.id, edition, Verdict(Outcome.PROVED, ENGINE, scope, evidence))
    seeking = _Seeking(game(teams, edition))
    for seat in SEATS:
        found = seeking.found(seat)
        if found is not None:
            moves, won = found
            return FirstWin(teams.id, edition, _refuted(seeking, scope, seat, moves, won), won, CHANCES)
    hinders = f"{', '.join(opens)} may bring dice or energy" if opens else "costs leave room for it"
    evidence = f"{hinders}, but none of {number_of(WISHES * len(SEATS), 'play')} with wanted dice shows it"
    return FirstWin(teams.id, edition, Verdict(Outcome.UNKNOWN, ENGINE, scope, evidence))


def _refuted(seeking: _Seeking, scope: str, seat: int, moves: Sequence[Move], won: int) -> Verdict:
    low, high = wilson(won, CHANCES)
    evidence = (
        f"player {seat + 1} wins in a play of {number_of(len(moves), 'step')}; with fair dice, going first "
        f"and rerolling what does not help, in {won} of {CHANCES} first turns, "
        f"{100 * low:.1f} to {100 * high:.1f} % (Wilson's interval at 95 %)"
    )
    witness = Witness(seeking.machine.start, tuple(moves))
    return Verdict(Outcome.REFUTED, ENGINE, scope, evidence, witness)


def _opening(dice: Dice) -> list[str]:
    """The Globals whose harm is not bounded by what energy there is."""
    return [
        GLOBAL + one.id
        for one in dice.set.globals
        if any(step.op in OPENING or step.op not in KNOWN for step in one.program)
        or (not dice.price(one.cost) and not one.limited and _harm(dice, one.program))
    ]


def _bound(dice: Dice, edition: str) -> Fraction | None:
    """The most harm that costs leave room for; None where they are no bound."""
    if _opening(dice):
        return None
    rolled = DRAW - (edition == "2018")
    attacks = max(face.attack for face in sidekick_faces())
    priced = [(one, dice.price(one.cost)) for one in dice.set.globals]
    worth = max([Fraction(attacks), *(_worth(dice, one, price) for one, price in priced if price)])
    once = sum(_harm(dice, one.program) for one, price in priced if not price)
    return rolled * worth + once


def _worth(dice: Dice, ability: Global, price: int) -> Fraction:
    """The harm that ``ability`` does for each energy."""
    return Fraction(_harm(dice, ability.program), price)


def _harm(dice: Dice, program: Program) -> int:
    """The most life that ``program`` takes from the other, and A that it gives."""
    return sum(_of_step(dice, step) for step in program)


def _of_step(dice: Dice, step: Step) -> int:
    if step.op not in HARMING:
        return 0
    return step.amount * dice.times(step) * (1 + (step.op is Op.ATTACK_TWO))


class _Seeking:
    """Looks for plays of ``made`` in which who goes first wins before the other one has a choice."""

    def __init__(self, made: TableMachine) -> None:
        t = made.table
        self.machine = made.machine
        self.reader = Concrete(made.machine)
        self.life = [int(cell.place) for cell in t.life]
        self.faces = [int(t.face[die].place) for die in range(t.count)]
        harms = [any(step.op in HARMING for step in one.program) for one in t.dice.globals]
        self.idle = {at for at, does in enumerate(harms) if not does}
        """The Globals that harm nobody."""
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
        reader, state, moves = self.reader, self.machine.start, list[Move]()
        for _ in range(STEPS):
            legal = reader.enabled(state)
            if not legal:
                won = state[self.life[seat]] and not state[self.life[1 - seat]]
                return moves if won else None
            actor = reader.actor(state, legal[0])
            id = self.machine.transitions[legal[0][0]].id
            if id == "setup/toss":
                move = legal[seat]
            elif actor is Agent.CHANCE:
                wanted = [one for one in legal if id.endswith("/die") and one[-1] in wish]
                move = random.choice(wanted if wanted and random.random() < often else legal)
            elif not isinstance(actor, int) or len(legal) == 1:
                move = legal[0]
            elif actor == seat:
                move = max(legal, key=lambda one: (self._rank(state, one, wish), random.random()))
            else:
                return None
            moves.append(move)
            try:
                state = reader.step(state, move)
            except OutsideDomain:
                return None
        return None

    def _rank(self, state: State, move: Move, wish: Collection[int]) -> int:
        """How soon ``move`` of who goes first is made: what harms, then passes, and the rest never."""
        id = self.machine.transitions[move[0]].id
        kept = id == "reroll/pick" and state[self.faces[move[1]]] in wish
        if kept or (id.endswith("/global") and move[1] in self.idle):
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
