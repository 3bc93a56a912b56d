"""Plays from the set-up to a state in which a loop can begin: dice and cards fall as it is wanted.

Nobody plays well or badly here: it is enough that the play is legal and its chances can happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from dicelaw.checker.dice_throne.faces import faces_for
from dicelaw.checker.dice_throne.rounds import USING, Round, Rounds, Wanted
from dicelaw.model.dice_throne.language import Ability, Action, Hero, Op, Program
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.concrete import Move, OutsideDomain
from dicelaw.model.kernel.graph import Agent, Kind, Transition
from dicelaw.model.kernel.state import State

PLAYS = 60
"""How many plays are tried for one loop."""
STEPS = 1_200
"""How long each may be."""
BUDGET = 60_000
"""How many steps all plays of one duel may have together."""
TRIES = 40
"""How often a round is looked for in one play."""
GIVING = frozenset({Op.TOKEN, Op.TURN_INTO})


@dataclass(frozen=True)
class Reached:
    """A play from the set-up, by its moves, and the rounds that follow it."""

    start: State
    moves: tuple[Move, ...]
    rounds: tuple[Round, ...]


@dataclass(frozen=True)
class Sources:
    """What gives a seat the tokens that it needs: entries by id, abilities, and spaces that have to rise."""

    uses: frozenset[str]
    abilities: tuple[Ability, ...]
    slots: frozenset[int]
    loses: bool = False
    """Whether it has to be the other one who attacks."""


class Reaching:
    """Looks for plays to loops in one duel; what was looked for in vain is not looked for again."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.left = BUDGET
        self._vain: set[frozenset[tuple[tuple[int, str], int]]] = set()
        content = rounds.made.content
        assert isinstance(content, TableContent)
        self._brought = {kind for program in _programs(content) for kind in _given(program)}

    def to(self, wanted: Wanted) -> Reached | None:
        """A play to a state from which rounds of ``wanted`` repeat, or None where none was found."""
        key = frozenset(wanted.items())
        if key in self._vain or self.never(wanted):
            return None
        for number in range(PLAYS):
            if self.left <= 0:
                break
            play = Play(self.rounds, wanted, number)
            found = play.run()
            self.left -= play.taken
            if found is not None:
                return found
        self._vain.add(key)
        return None

    def never(self, wanted: Wanted) -> list[str]:
        """The status effects that ``wanted`` is paid with and that nothing in the duel brings about."""
        content = self.rounds.made.content
        assert isinstance(content, TableContent)
        used = [action for _, action in content.used() if action is not None]
        ids = {id for _, id in wanted}
        kinds = {kind for action in used if action.id in ids for kind in _spent(action)}
        return [content.statuses[kind].id for kind in sorted(kinds - self._brought)]


@dataclass
class Play:
    """One play, the same for the same ``number``."""

    rounds: Rounds
    wanted: Wanted
    number: int
    dice: list[int] = field(default_factory=list)
    aim: str = ""
    taken: int = 0
    """How many steps it has had."""

    def __post_init__(self) -> None:
        content = self.rounds.made.content
        assert isinstance(content, TableContent)
        self.random = Random(self.number)
        self.heroes: Sequence[Hero] = content.heroes
        self.actions = [action for _, action in content.used() if action is not None]
        self.seats = {seat for seat, _ in self.wanted}
        self.sources = {seat: self._sources(seat) for seat in self.seats}
        self.attacks = {
            0: self.number % 2 == 0 or 0 in self.seats,
            1: self.number % 2 == 0 or 1 in self.seats,
        }

    def run(self) -> Reached | None:
        """The play, up to where the rounds begin."""
        rounds, reader = self.rounds, self.rounds.reader
        state, moves, tries = rounds.machine.start, list[Move](), 0
        for self.taken in range(STEPS):
            legal = reader.enabled(state)
            if not legal or rounds.machine.point_of(state).kind is Kind.FINAL:
                return None
            if tries < TRIES and rounds.can_begin(state, self.wanted):
                tries += 1
                found = rounds.repeated(state, self.wanted)
                if found:
                    return Reached(rounds.machine.start, tuple(moves), tuple(found))
            move = self._next(state, legal)
            try:
                state = reader.step(state, move)
            except OutsideDomain:
                return None
            moves.append(move)
        return None

    def _next(self, state: State, legal: Sequence[Move]) -> Move:
        actor = self.rounds.reader.actor(state, legal[0])
        if actor is Agent.CHANCE:
            return self._fallen(state, legal)
        if not isinstance(actor, int) or len(legal) == 1:
            return legal[0]
        return self._decided(legal, actor)

    def _fallen(self, state: State, legal: Sequence[Move]) -> Move:
        """What chance comes to: the dice and the cards that are wanted."""
        transition = self.rounds.machine.transitions[legal[0][0]]
        if transition.id == "offense/roll/die":
            if not self.dice:
                self._roll(self.rounds.reader.value(self.rounds.made.duel.attacker, state))
            face = self.dice.pop(0)
            return next((move for move in legal if move[-1] == face), legal[0])
        if transition.choices and transition.choices[0].name == "card":
            seat = self.rounds.reader.value(self.rounds.made.duel.drawing, state)
            good = [move for move in legal if self._is_wanted_card(move, seat)]
            if good:
                return self.random.choice(good)
        return self.random.choice(legal)

    def _is_wanted_card(self, move: Move, seat: int) -> bool:
        cards, sources = self.heroes[seat].cards, self.sources.get(seat)
        if sources is None or move[1] >= len(cards):
            return False
        card = cards[move[1]]
        if card.upgrade is not None:
            return card.upgrade.slot in sources.slots
        return card.action.id in sources.uses

    def _roll(self, attacker: int) -> None:
        """Set what the next five dice of ``attacker`` show, for an ability that gives what is needed."""
        abilities: Sequence[Ability] = self.heroes[attacker].offense
        wanted = self.sources[attacker].abilities if attacker in self.sources else ()
        if wanted and self.random.random() < 0.8:
            abilities = wanted
        ability = self.random.choice(abilities)
        self.aim = ability.id
        self.dice = faces_for(ability.needs, self.random)

    def _decided(self, legal: Sequence[Move], actor: int) -> Move:
        machine, draw = self.rounds.machine, self.random
        ids = [machine.transitions[move[0]].id for move in legal]
        announced = [move for move, id in zip(legal, ids, strict=True) if id.endswith("/announce")]
        if announced and self.attacks[actor]:
            aimed = [move for move in announced if _label(machine.transitions[move[0]], move) == self.aim]
            return draw.choice(aimed or announced)
        helpful = [
            move
            for move, id in zip(legal, ids, strict=True)
            if actor in self.seats and self._helps(move, id, actor)
        ]
        if helpful and draw.random() < 0.85:
            return draw.choice(helpful)
        passes = [
            move
            for move, id in zip(legal, ids, strict=True)
            if id.endswith(("/pass", "/close", "/decline", "/let", "/stop", "/keep"))
        ]
        if passes and draw.random() < 0.97:
            return draw.choice(passes)
        sale = [move for move, id in zip(legal, ids, strict=True) if id.endswith("/sell")]
        return draw.choice(sale or legal)

    def _helps(self, move: Move, id: str, actor: int) -> bool:
        sources = self.sources[actor]
        transition = self.rounds.machine.transitions[move[0]]
        if id.endswith("/upgrade"):
            card = self.heroes[actor].cards[move[1]]
            return card.upgrade is not None and card.upgrade.slot in sources.slots
        if id.endswith(USING):
            return (
                _label(transition, move) in sources.uses
                and (actor, _label(transition, move)) not in self.wanted
            )
        return not transition.id.startswith("offense/") and bool(id.startswith("resolve/"))

    def _sources(self, seat: int) -> Sources:
        """What gives ``seat`` the tokens that its part of the loop is paid with, directly or not."""
        hero = self.heroes[seat]
        used = [action for action in self.actions if (seat, action.id) in self.wanted]
        kinds = {kind for action in used for kind in _paid_with(action)}
        boards = [(slot, action) for slot, _, action in hero.board]
        slots = {slot for slot, action in boards if action in used}
        uses: set[str] = set()
        abilities: list[Ability] = []
        usable = [*self.actions_of(hero), *(action for _, action in boards)]
        usable += [action for action in self.actions if action not in usable and action.token]
        growing = True
        while growing:
            growing = False
            for action in usable:
                if action.id not in uses and kinds & {*_given(action.program)}:
                    uses.add(action.id)
                    slots |= {slot for slot, other in boards if other == action}
                    kinds |= {*_paid_with(action)}
                    growing = True
        for ability in hero.offense:
            if kinds & {*_given(ability.activate), *_given(ability.land)}:
                abilities.append(ability)
                slots |= {ability.slot} if ability.level > 1 else set()
        return Sources(frozenset(uses), tuple(abilities), frozenset(slots))

    @staticmethod
    def actions_of(hero: Hero) -> list[Action]:
        """The cards of ``hero`` that are no upgrades."""
        return [card.action for card in hero.cards if card.upgrade is None]


def _programs(content: TableContent) -> Iterator[Program]:
    """Every program of the heroes, but those of what tokens are spent for: these need some to begin with."""
    for hero in content.heroes:
        for ability in (*hero.offense, *hero.defense):
            yield from (ability.activate, ability.land)
        yield from (card.action.program for card in hero.cards)
        yield from (action.program for *_, action in hero.board)
        yield from (trigger.program for *_, trigger in hero.passives)
    for status in content.statuses[1:]:
        yield from (trigger.program for trigger in status.triggers)
        others = (action for action in status.spend if action.program)
        yield from (tuple(step for step in action.program if step.token != action.token) for action in others)


def _spent(action: Action) -> Iterator[int]:
    if action.tokens:
        yield action.token


def _paid_with(action: Action) -> Iterator[int]:
    """The kinds of which ``action`` wants tokens."""
    if action.tokens:
        yield action.token
    if action.held and action.held_least:
        yield action.held
    for step in action.program:
        if step.op in (Op.REMOVE, Op.TURN_INTO, Op.PAY) and step.token:
            yield step.token
        if step.held and step.held_least:
            yield step.held


def _given(program: Program) -> Iterator[int]:
    """The kinds that ``program`` gives tokens of."""
    for step in program:
        if step.op in GIVING:
            yield step.counted if step.op is Op.TURN_INTO else step.token


def _label(transition: Transition, move: Move) -> str:
    return transition.choices[0].label(move[1]) if transition.choices else ""
