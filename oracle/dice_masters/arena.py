"""Plays of two cards or Globals of Dice Masters, and what is seen in them; see ``Arena``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from dicelaw.checker.dice_masters.entries import GLOBAL
from dicelaw.checker.dice_masters.loop_gains import Gains
from dicelaw.checker.search.step_monitor import after
from dicelaw.checker.search.uses import Uses
from dicelaw.model.content.document import Document
from dicelaw.model.dice_masters.cards.cards import Teams
from dicelaw.model.dice_masters.damage.interrupting import interrupts
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.machine import game as table_game
from dicelaw.model.dice_masters.state.table_state import ATTACK, FIELD, IN_PLAY
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr, any_of, constant
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.parts import Parts
from dicelaw.oracle.dice_masters.blunting import blunted
from dicelaw.oracle.dice_masters.scenario import STARTS, of_document, state_of
from dicelaw.oracle.dice_masters.steering import LENGTH, SteeredSeeker
from dicelaw.oracle.dice_masters.testing import setup_here
from dicelaw.oracle.fuzz.trail import Ended, Trail
from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.session import Session
from dicelaw.specs.dice_masters.properties.properties import of_game

if TYPE_CHECKING:
    from collections.abc import Hashable

    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.machine import Machine
    from dicelaw.model.kernel.state import State
    from dicelaw.oracle.fuzz.arena import Group, Pairing
    from dicelaw.oracle.fuzz.trail import Recorder
    from dicelaw.oracle.games.own_content import OwnContent
    from dicelaw.specs.property import Property

USES = ("main/field", "main/act", "attack/send", "block/block", "attack/window/act")
"""What a seat does with the die of a card."""
REACTS = "damage/react/"
"""What interrupts damage: a card or a reactive Global, by its id."""
CHANCE = Agent.CHANCE
Spoil = Callable[[TableMachine], "Machine"]
"""What plants a mistake in the rules of a game."""
BEGINS = "resolve/read/begin"
ACTIVE = (FIELD, ATTACK, IN_PLAY)
"""Where a die lies that acts there."""
CALM = 12
"""Life that is far from its bounds."""


class TableArena:
    """See :class:`~dicelaw.oracle.fuzz.arena.Arena`; ``teams`` are those of ``pairing``, or of its form."""

    def __init__(
        self, game: str, pairing: Pairing, teams: Teams, content: OwnContent | None = None,
        spoil: Spoil | None = None, readings: Mapping[str, str] | None = None, parts: Parts | None = None,
        like: Concrete | None = None,
    ) -> None:  # fmt: skip
        self._game, self._pairing, self._teams, self._content = game, pairing, teams, content
        self._spoil, self._readings = spoil, readings or {}
        self._parts = parts or Parts()
        made = table_game(self._teams, known_game(game).edition, self._readings, parts=self._parts)
        self.made = made if spoil is None else replace(made, machine=spoil(made))
        self._reader = Concrete(self.made.machine, like)
        t = self.made.table
        self._zones = [int(t.zone[die].place) for die in range(t.count)]
        self._source, self._turn = int(t.source.place), int(t.turn.place)
        kinds = t.dice.kinds
        owners = [kinds[kind.maker] if kind.maker else kind for kind in kinds]
        self._card = [card.id if (card := owners[kind].card) else "" for kind in t.dice.dice]
        self._globals = [GLOBAL + printed(one.id) for one in t.dice.globals]

    @cached_property
    def _reacts(self) -> Mapping[str, str]:
        """By each transition that interrupts damage the id of the card, or the Global, that does it."""
        t = self.made.table
        acts = ((REACTS + act.id, t.dice.kinds[act.kind].card) for act in interrupts(self.made.rules))
        of_globals = {REACTS + one.id: GLOBAL + printed(one.id) for one in t.dice.globals if one.reactive}
        return {id: card.id for id, card in acts if card} | of_globals

    @property
    def machine(self) -> Machine:
        """See Arena."""
        return self.made.machine

    @cached_property
    def properties(self) -> Sequence[Property]:
        """What is stated of games between any teams."""
        return of_game(self.made)

    @cached_property
    def _gains(self) -> Gains:
        return Gains(self.made)

    def play(self, group: Group, recorder: Recorder, draw: Random) -> dict[str, Any]:
        """A play from a position in which all are at hand."""
        seeker = SteeredSeeker(self._game, self._pairing[0], self.made, draw)
        seeker.sought = recorder.sought
        setup = seeker.ready([one for one in group if not one.startswith(GLOBAL)])
        state = self.state(setup)
        recorder.begin(state)
        with suppress(Ended):
            seeker.steer(
                self.session(state), recorder, lambda _, move: bool(self._named(move) & {*group}), LENGTH
            )
        return setup

    def state(self, setup: Mapping[str, Any]) -> State:
        """See Arena."""
        return state_of(of_document(Document("setup", dict(setup)), self._game), self.made)

    def like(self, state: State, setup: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
        """See Arena."""
        session = self.session(state)
        for start in STARTS[1:]:
            session.state = (self.machine.point_index[start], *state[1:])
            if (found := setup_here(session, setup)) is not None:
                yield found

    def session(self, state: State) -> Session:
        """See Arena."""
        return Session(self.made, state, content=self._content, reader=self._reader)

    def used(self, move: Move, after: State) -> Iterable[str]:
        """What a seat does with a die or a Global; and the die whose effect begins."""
        yield from sorted(self._named(move))
        if self.machine.transitions[move[0]].id == BEGINS and after[self._source]:
            card = self._card[after[self._source] - 1]
            yield from [card] if card else ()

    def _named(self, move: Move) -> set[str]:
        """The card or the Global that ``move`` of a seat uses."""
        transition = self.machine.transitions[move[0]]
        if transition.id in self._reacts:
            return {self._reacts[transition.id]}
        found = set[str]()
        for choice, value in zip(transition.choices, move[1:], strict=True):
            if choice.name == "ability":
                found.add(self._globals[value])
            elif choice.name == "die" and transition.id in USES:
                found |= {self._card[value]} - {""}
        return found

    def uses(self, entries: Sequence[str]) -> Uses:
        """See Arena."""
        places = {id: place for place, id in enumerate(entries)}
        t = self.made.table
        cards = [places.get(id, -1) + 1 for id in self._card]
        abilities = [places.get(id, -1) + 1 for id in self._globals]
        of: dict[int, Expr] = {}
        for place, one in enumerate(self.machine.transitions):
            if one.id in self._reacts:
                of[place] = constant(places.get(self._reacts[one.id], -1) + 1)
            elif one.id == BEGINS:
                of[place] = lookup("entry of the source", [0, *cards], after(self.machine, one, t.source))
            for choice in one.choices:
                if choice.name == "ability":
                    of[place] = lookup("entry of the Global", abilities, choice)
                elif choice.name == "die" and one.id in USES:
                    of[place] = lookup("entry of the die", cards, choice)
        dice: dict[int, list[Expr]] = {}
        for die, at in enumerate(cards):
            if at:
                dice.setdefault(at - 1, []).extend(t.zone[die] == zone for zone in ACTIVE)
        return Uses(entries, of, {at: any_of(*there) for at, there in dice.items()}, t.turn)

    def lying(self, state: State) -> Set[str]:
        """The cards of which a die is in the Field Zone, attacks, or stays in play."""
        there = zip(self._card, self._zones, strict=True)
        return {card for card, place in there if card and state[place] in ACTIVE}

    def turn(self, state: State) -> int:
        """See Arena."""
        return state[self._turn]

    in_turn = turn

    def resting(self, state: State) -> Hashable | None:
        """A moment of the turn with no effect under way."""
        return (state[0], state[self._turn]) if self.machine.point_of(state).id in STARTS else None

    def gains(self, before: State, after: State, moves: Sequence[Move]) -> Mapping[str, int] | None:
        """Energy, life and damage."""
        gains = self._gains
        actors = {gains.reader.actor(before, move) for move in moves}
        return gains.of(before, after, {one for one in actors if isinstance(one, int)}) or None

    def under(self, point: str, answer: str) -> TableArena:
        """See Arena."""
        readings = {**self._readings, point: answer}
        return self._other(self._teams, readings, self._parts)

    def turned(self) -> TableArena:
        """The cards of each player, and the Basic Action Cards, the other way round."""
        first, second = self._teams.seats
        teams = replace(self._teams, seats=(first[::-1], second[::-1]), basics=self._teams.basics[::-1])
        return self._other(teams, self._readings)

    def told(self, trail: Trail) -> Trail:
        """What comes before dice are drawn or rolled, as it does not say which of them shows what."""
        transitions = self.machine.transitions
        chance = (at for at, (_, move, _) in enumerate(trail.steps) if transitions[move[0]].actor is CHANCE)
        return Trail(trail.start, trail.steps[: next(chance, len(trail.steps))])

    def without(self, entries: Set[str], *, attacks: bool = False) -> TableArena:  # noqa: ARG002 (an attack is of dice)
        """Teams of which these entries are blunt."""
        return self._other(blunted(self._teams, entries), self._readings)

    def _other(self, teams: Teams, readings: Mapping[str, str], parts: Parts | None = None) -> TableArena:
        """The same with something else, which takes the code of this one where it is as here."""
        game, pairing, content, spoil = self._game, self._pairing, self._content, self._spoil
        return TableArena(game, pairing, teams, content, spoil, readings, parts, self._reader)

    def bare(self, setup: Mapping[str, Any], entry: str) -> dict[str, Any]:
        """With its dice in the Used Pile, wherever they lay."""
        return {**setup, "players": [self._stripped(player, entry) for player in setup["players"]]}

    def _stripped(self, player: Mapping[str, Any], entry: str) -> dict[str, Any]:
        names = self.made.table.dice.names
        mine = {name for name, card in zip(names, self._card, strict=True) if card == entry}
        laid = {key: value for key, value in player.items() if isinstance(value, dict | list)}
        gone = [name for value in laid.values() for name in value if name in mine]
        kept = {
            key: {name: inner for name, inner in value.items() if name not in mine}
            if isinstance(value, dict)
            else [name for name in value if name not in mine]
            for key, value in laid.items()
        }
        found = {**player, **kept}
        return {**found, "used": [*found.get("used", ()), *gone]} if gone else found

    def fellows(self, _entry: str) -> Set[str]:
        """None: any cards can be used in one play."""
        return frozenset()

    def calm(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Life for a while."""
        return {**setup, "players": [{**one, "life": CALM} for one in setup["players"]]}


def printed(ability: str) -> str:
    """The id of a Global on its card, without the seat of one that both players have."""
    return ability.partition("/")[2] if ability[:2] in ("1/", "2/") else ability
