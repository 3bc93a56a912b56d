"""Interactions of content in duels and other modes: between which heroes and entries, and plays of two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING, Any

from dicelaw.checker.dice_throne.brought import attacking_again
from dicelaw.checker.dice_throne.rounds import Rounds
from dicelaw.model.content.document import Document
from dicelaw.model.dice_throne.language import Op, Pack, When
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
    STATUS,
    entries_of,
    entry_of_due,
    of_own_turn,
    of_status,
    sorts_of,
)
from dicelaw.oracle.dice_throne.guided_play import Seeker
from dicelaw.oracle.dice_throne.opening import DEFAULT_HEROES, EDITIONS, pack_of
from dicelaw.oracle.dice_throne.opening import GAME as DUELS
from dicelaw.oracle.dice_throne.positions import with_side_health
from dicelaw.oracle.dice_throne.scenario import STARTS
from dicelaw.oracle.dice_throne.seating import tables
from dicelaw.oracle.dice_throne.steering import aimed
from dicelaw.oracle.dice_throne.testing import setup_here
from dicelaw.oracle.dice_throne.touched import touched_in
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.fuzz.meetings import PAIR, groups_between
from dicelaw.oracle.fuzz.trail import Ended, Trail
from dicelaw.oracle.games.session import Session
from dicelaw.specs.dice_throne.modes.properties import mode_properties
from dicelaw.specs.dice_throne.properties.properties import properties

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


class DuelFuzzing:
    """See :class:`~dicelaw.oracle.fuzz.arena.Fuzzing`.

    For tests, ``spoil`` plants a mistake in the rules, and only ``between`` these is played.
    """

    def __init__(
        self, content: OwnContent | None, spoil: Spoil | None = None, between: Sequence[Pairing] = (),
        mode: Mode = DUEL,
    ) -> None:  # fmt: skip
        self.content = content
        self.mode = mode
        self.pack = pack_of(EDITIONS[0], content)
        self._spoil, self._between = spoil, between
        self._entries: dict[Pairing, Mapping[str, bool]] = {}

    @cached_property
    def pairings(self) -> Sequence[Pairing]:
        """Any two of our heroes; or each of the user's own with all others and with itself.

        Where more play, they are among them, as opponents and as allies.
        """
        if self._between:
            return self._between
        ours = pack_of(EDITIONS[0]).heroes
        new = [hero for hero in self.pack.heroes if hero not in ours]
        pairs = [*combinations_with_replacement(self.pack.heroes, 2)]
        if new:
            pairs = [(hero, other) for hero in new for other in (*new[new.index(hero) :], *ours)]
        return pairs if self.mode is DUEL else tables(self.mode, pairs, [*self.pack.heroes])

    @cached_property
    def own(self) -> frozenset[str]:
        """What is new beside our content."""
        if self.content is None:
            return frozenset()
        ours = pack_of(EDITIONS[0])
        several = self.mode is not DUEL
        known = {
            id for hero in ours.heroes for id in entries_of(*narrowed(ours, (hero, hero), several=several))
        }
        known |= {of_status(status.id) for status in ours.statuses}
        found = {id for pairing in self.pairings for id in self.entries(pairing)}
        return frozenset(found - known)

    def entries(self, pairing: Pairing) -> Mapping[str, bool]:
        """Cards, abilities, board actions, passives, and status effects."""
        if pairing not in self._entries:
            self._entries[pairing] = entries_of(*narrowed(self.pack, pairing, several=self.mode is not DUEL))
        return self._entries[pairing]

    @cached_property
    def _sorts(self) -> Mapping[str, str]:
        return {id: sort for hero in self.pack.heroes.values() for id, sort in sorts_of(hero)}

    def sort(self, entry: str) -> tuple[str, str]:
        """The hero, the common deck, or the status effects; and what it is."""
        owner, _, rest = entry.partition("/")
        if owner == STATUS.rstrip("/"):
            return "status effects", "status effect"
        if entry.startswith(PASSIVE):
            return rest.partition("/")[0], "passive"
        return owner, self._sorts.get(entry, "card")

    @cached_property
    def _touched(self) -> Mapping[str, Set[str]]:
        return touched_in(self.pack)

    def touched(self, entry: str) -> Set[str]:
        """Kinds of words, status effects, dice, and spaces of boards."""
        return self._touched.get(entry, frozenset())

    @cached_property
    def _own_turn(self) -> Set[str]:
        """What a hero uses in its own turn only."""
        return {id for hero in self.pack.heroes.values() for id in of_own_turn(hero)}

    @cached_property
    def _attacks(self) -> Mapping[str, str]:
        """The heroes of Offensive Abilities, where none of their own effects adds an Offensive Roll Phase."""
        again = [*attacking_again(self.pack)]
        heroes = [hero for id, hero in self.pack.heroes.items() if id not in again]
        return {ability.id: hero.id for hero in heroes for ability in hero.offense}

    @cached_property
    def _harmless(self) -> Mapping[str, str]:
        """Of these the Offensive Abilities that are no attacks, and their heroes."""
        deals = {
            ability.id for hero in self.pack.heroes.values() for ability in hero.offense
            for one in filter(None, (ability, ability.several))
            if any(step.op is Op.DAMAGE for step in one.activate)
        }  # fmt: skip
        return {id: hero for id, hero in self._attacks.items() if id not in deals}

    @cached_property
    def _modifiers(self) -> Mapping[str, str]:
        """The cards that are used in an attack of their hero alone."""
        every = ((card.action, hero.id) for hero in self.pack.heroes.values() for card in hero.cards)
        return {
            action.id: hero for action, hero in every
            if When.MODIFIER in action.when and action.id.startswith(f"{hero}/")
        }  # fmt: skip

    def apart(self, group: Group) -> bool:
        """Whether two are of different heroes, and used in their own turn only; or of three two are attacks.

        Of two attacks of a hero one can make the other impossible. With a third entry that is not about all.
        The same is so of an Attack Modifier and an ability without an attack.
        """
        if len(group) > PAIR:
            phases = [self._attacks[entry] for entry in group if entry in self._attacks]
            harmless = {self._harmless[entry] for entry in group if entry in self._harmless}
            modified = {self._modifiers[entry] for entry in group if entry in self._modifiers}
            twice = len({*phases}) < len(phases) or not harmless.isdisjoint(modified)
            return twice or any(map(self.apart, combinations(group, PAIR)))
        owners = {entry.partition("/")[0] for entry in group}
        return len(owners) == len(group) and self._own_turn >= {*group} and owners <= {*self.pack.heroes}

    def groups(self, wanted: Set[str], size: int) -> Set[Group]:
        """See Fuzzing."""
        return groups_between(self, wanted, size)

    def together(self, _groups: Sequence[Group]) -> Sequence[Pairing]:
        """All: what is of two heroes meets in their duel."""
        return self.pairings

    def arena(self, pairing: Pairing) -> DuelArena:
        """See Fuzzing."""
        return DuelArena(self.pack, pairing, self.content, self._spoil, mode=self.mode)


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
        """What is stated of duels, or of games of more."""
        return properties(self.made) if self._mode is DUEL else mode_properties(self.made)

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


@cache
def fuzzing(content: OwnContent | None, mode: Mode = DUEL) -> DuelFuzzing:
    """Games of ``mode`` with ``content`` beside ours."""
    return DuelFuzzing(content, mode=mode)
