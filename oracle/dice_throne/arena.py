"""Plays between given heroes: what a campaign of fuzz, and an atlas, make in duels and other modes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from functools import cache, cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from dicelaw.checker.dice_throne.rounds import Rounds
from dicelaw.checker.search.uses import Uses
from dicelaw.model.content.document import Document
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.machine import DuelMachine, duel
from dicelaw.model.dice_throne.modes import DUEL, Mode
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, HEALTH_MAX
from dicelaw.model.dice_throne.tables.narrow import TWICE, narrowed, turned_round
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.parts import Parts
from dicelaw.oracle.dice_throne.blunting import blunted
from dicelaw.oracle.dice_throne.entries import (
    PASSIVE,
    entry_of_due,
    of_status,
)
from dicelaw.oracle.dice_throne.guided_play import Seeker
from dicelaw.oracle.dice_throne.opening import DEFAULT_HEROES, EDITIONS, pack_of
from dicelaw.oracle.dice_throne.opening import GAME as DUELS
from dicelaw.oracle.dice_throne.positions import with_side_health
from dicelaw.oracle.dice_throne.scenario import STARTS
from dicelaw.oracle.dice_throne.steering import aimed
from dicelaw.oracle.dice_throne.testing import setup_here
from dicelaw.oracle.dice_throne.uses import uses_of
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.fuzz.trail import Ended, Trail
from dicelaw.oracle.games.session import Session
from dicelaw.specs.dice_throne.modes.properties import mode_properties
from dicelaw.specs.dice_throne.properties.properties import of_any_number

if TYPE_CHECKING:
    from collections.abc import Hashable

    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.machine import Machine
    from dicelaw.model.kernel.state import Field, State
    from dicelaw.oracle.fuzz.arena import Group, Pairing
    from dicelaw.oracle.fuzz.trail import Recorder
    from dicelaw.oracle.games.own_content import OwnContent
    from dicelaw.specs.property import Property

LENGTH = 60
"""How many decisions and rolls a play has at most."""
Spoil = Callable[[DuelMachine], "Machine"]


class DuelArena:
    """See :class:`~dicelaw.oracle.fuzz.arena.Arena`."""

    def __init__(
        self, pack: Pack, heroes: Pairing, content: OwnContent | None, spoil: Spoil | None,
        also: Sequence[str] = (), readings: Mapping[str, str] | None = None, mode: Mode = DUEL,
        parts: Parts | None = None, like: Concrete | None = None,
    ) -> None:  # fmt: skip
        self._pack, self._heroes, self._content, self._spoil = pack, heroes, content, spoil
        self._readings, self._mode = readings or {}, mode
        self._gone: Set[str] = frozenset()
        self._also = also
        own, _ = narrowed(pack, heroes, also, several=mode is not DUEL)
        self._own = {status.id for status in own[1:]}
        self._parts = parts or Parts()
        made = duel(pack, heroes, self._readings, also=(*also, *spoken_of()), mode=mode, parts=self._parts)
        if spoil is not None:
            made = DuelMachine(spoil(made), made.duel, made.content, made.rules)
        self.made = made
        self._reader = Concrete(made.machine, like)
        assert isinstance(made.content, TableContent)
        self._table = made.content
        d = made.duel
        self._turn, self._phase, self._depth = _place(d.turn), _place(d.phase), _place(d.depth)
        self._pc = _place(d.pc[1])
        self._tokens = [
            (_place(d.tokens[seat * d.kinds + kind - 1]), of_status(d.statuses[kind].id))
            for seat in d.seats.numbers for kind in range(1, d.kinds + 1) if d.statuses[kind].id in self._own
        ]  # fmt: skip
        names = {action.id: of_status(status.id) for status in d.statuses[1:] for action in status.spend}
        self._actions = [names.get(name, name) for name in self._table.action_names()]
        self._due: dict[int, set[str]] = {}
        for name, start in self._table.due_starts():
            self._due.setdefault(start, set()).add(entry_of_due(name))

    @property
    def machine(self) -> Machine:
        """See Arena."""
        return self.made.machine

    @cached_property
    def properties(self) -> Sequence[Property]:
        """What is stated of duels, without all that one step comes to; or of games of more."""
        return of_any_number(self.made) if self._mode is DUEL else mode_properties(self.made)

    @cached_property
    def _rounds(self) -> Rounds:
        return Rounds(self.made)

    def play(self, group: Group, recorder: Recorder, draw: Random) -> dict[str, Any]:
        """A play of the seeker, from a position in which all are at hand."""
        seeker = Seeker("")
        seeker.random = draw
        seeker.sought = recorder.sought
        aim = aimed(self.made, group, draw)
        while True:
            setup = self._plain(seeker.setup(self._heroes, self.made, aim))
            with suppress(UserError):  # both players would be barred from acting
                state = self.state(setup)
                break
        recorder.begin(state)
        with suppress(Ended):
            seeker.play(self.session(state), recorder, aim, LENGTH)
        return setup

    def _plain(self, setup: dict[str, Any]) -> dict[str, Any]:
        """``setup`` without tokens that only properties speak of."""
        players = [
            {**one, "tokens": {id: count for id, count in one.get("tokens", {}).items() if id in self._own}}
            for one in setup["players"]
        ]
        return {**setup, "players": players}

    def state(self, setup: Mapping[str, Any]) -> State:
        """See Arena."""
        document = Document("setup", dict(setup))
        found = open_scenario(loaded(document, DUELS), content=self._content)
        values = [*self.machine.start]
        for slot, value in zip(found.machine.slots, found.state, strict=True):
            place = self.machine.slot_index.get(slot.name)
            if place is None:
                raise UserError(f"{slot.name}: nothing in this game can bring this about")
            values[place] = value
        for place, id in self._tokens:
            if id in self._gone:
                values[place] = 0
        return tuple(values)

    def like(self, state: State, setup: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
        """See Arena."""
        session = self.session(state)
        for start in STARTS[1:]:
            session.state = (self.machine.point_index[start], *state[1:])
            if (found := setup_here(session, setup)) is not None:
                yield self._plain(found)

    def session(self, state: State) -> Session:
        """See Arena."""
        return Session(self.made, state, self._heroes, self._content, self._reader)

    def used(self, move: Move, after: State) -> Iterable[str]:
        """What a seat plays, activates or spends; and what begins to run by itself."""
        transition = self.machine.transitions[move[0]]
        for choice, value in zip(transition.choices, move[1:], strict=True):
            if choice.name == "action":
                yield self._actions[value]
            elif choice.name == "ability":
                yield self._table.ability_names(transition.id.startswith("defense/"))[value]
            elif choice.name == "card" and transition.id.endswith("/upgrade"):
                yield self._table.card_names(after[self._turn])[value]
        if transition.id.endswith("/due/run"):
            yield from self._due.get(after[self._pc], ())

    def uses(self, entries: Sequence[str]) -> Uses:
        """See Arena."""
        return uses_of(self.made, entries, self._actions, self._due, self._tokens)

    def lying(self, state: State) -> Set[str]:
        """The status effects of which somebody has a token."""
        return {name for place, name in self._tokens if state[place]}

    def turn(self, state: State) -> int:
        """See Arena."""
        return state[self._turn]

    in_turn = turn

    def resting(self, state: State) -> Hashable | None:
        """A moment with no action under way."""
        return None if state[self._depth] else (state[0], state[self._turn], state[self._phase])

    def gains(self, before: State, after: State, moves: Sequence[Move]) -> Mapping[str, int] | None:
        """See Arena."""
        if self._rounds.loses(before, after):
            return None
        reader, seats = self._rounds.reader, set[int]()
        for move in moves:
            actor = self.machine.transitions[move[0]].actor
            if not isinstance(actor, Agent) and self._rounds.use(move, 0) is not None:
                seats.add(reader.actor(before, move))  # type: ignore[arg-type]  # it is a seat
        return self._rounds.gains(before, after, tuple(moves), seats) if seats else None

    def under(self, point: str, answer: str) -> DuelArena:
        """See Arena."""
        readings = {**self._readings, point: answer}
        return self._other(self._pack, self._also, readings, self._parts)

    def turned(self) -> DuelArena:
        """Status effects and passives the other way round."""
        found = self._other(turned_round(self._pack), self._also, self._readings)
        found._gone = self._gone
        return found

    def told(self, trail: Trail) -> Trail:
        """All of it."""
        return Trail(trail.start, trail.steps)

    def without(self, entries: Set[str], *, attacks: bool = False) -> DuelArena | None:
        """Heroes of whom these entries are blunt."""
        pack = blunted(self._pack, self._heroes, entries, attacks=attacks)
        kept = [id for id in self._own if not id.endswith(TWICE)]
        found = self._other(pack, kept, self._readings)
        found._gone = frozenset(entries)
        same = [slot.name for slot in found.machine.slots] == [slot.name for slot in self.machine.slots]
        return found if same else None

    def _other(
        self, pack: Pack, also: Sequence[str], readings: Mapping[str, str], parts: Parts | None = None
    ) -> DuelArena:
        """The same with something else, which takes the code of this one where it is as here."""
        heroes, content, spoil, mode = self._heroes, self._content, self._spoil, self._mode
        return DuelArena(pack, heroes, content, spoil, also, readings, mode, parts, self._reader)

    def bare(self, setup: Mapping[str, Any], entry: str) -> dict[str, Any] | None:
        """Without its tokens. An ability is what an attack is made of, and a passive acts by itself."""
        if entry.startswith(PASSIVE) or self.fellows(entry):
            return None
        kept = [
            {**one, "tokens": {id: n for id, n in one.get("tokens", {}).items() if of_status(id) != entry}}
            for one in setup["players"]
        ]
        return {**setup, "players": kept}

    def fellows(self, entry: str) -> Set[str]:
        """The abilities of the same kind: an attack and a defense have one each."""
        kinds = (self._table.ability_names(defensive) for defensive in (False, True))
        return next((frozenset(names) for names in kinds if entry in names), frozenset())

    def calm(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Half of the health, and combat points for any card."""
        half, d = HEALTH_MAX // 2, self.made.duel
        kept = [
            {**one, "health": min(half, d.health_most), "cp": CP_MAX * 2 // 3} for one in setup["players"]
        ]
        return {**setup, "players": with_side_health(d.seats, kept)}


def _place(cell: Field) -> int:
    return int(cell.place)


@cache
def spoken_of() -> tuple[str, ...]:
    """The status effects that properties speak of; every game has to know them."""
    return tuple(status.id for status in narrowed(pack_of(EDITIONS[0]), DEFAULT_HEROES)[0][1:])
