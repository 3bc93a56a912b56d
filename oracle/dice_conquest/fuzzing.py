"""Interactions of heroes and cards of Dice Conquest: between which heroes, and plays of two entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from dicelaw.checker.search.step_monitor import after
from dicelaw.checker.search.uses import Uses
from dicelaw.model.content.document import Document
from dicelaw.model.dice_conquest.components import AVAILABLE, STARTING_HEALTH, Place
from dicelaw.model.dice_conquest.machine import QuestMachine, quest
from dicelaw.model.dice_conquest.wording import ABILITY as SAID_BY
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import TRUE, Expr
from dicelaw.model.kernel.lookups import lookup
from dicelaw.oracle.dice_conquest.blunting import ABILITY, CRITICAL, ITEM, blunted, turned_round
from dicelaw.oracle.dice_conquest.opening import pack_with, packs
from dicelaw.oracle.dice_conquest.position import state_of
from dicelaw.oracle.dice_conquest.scenario import DAMAGE, STARTS, of_document
from dicelaw.oracle.dice_conquest.standing import at
from dicelaw.oracle.dice_conquest.steering import LENGTH, SteeredQuests
from dicelaw.oracle.dice_conquest.testing import setup_here
from dicelaw.oracle.fuzz.meetings import groups_between
from dicelaw.oracle.fuzz.trail import Ended, Trail
from dicelaw.oracle.games.decisions import verb_of
from dicelaw.oracle.games.session import Session
from dicelaw.specs.dice_conquest.properties.properties import properties

if TYPE_CHECKING:
    from collections.abc import Hashable

    from dicelaw.model.dice_conquest.language import Hero, Pack
    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.graph import Choice
    from dicelaw.model.kernel.machine import Machine
    from dicelaw.model.kernel.state import State
    from dicelaw.oracle.fuzz.arena import Group, Pairing
    from dicelaw.oracle.fuzz.trail import Recorder
    from dicelaw.oracle.games.own_content import OwnContent
    from dicelaw.specs.property import Property

GAME = "dice-conquest"
MET = ("attack/place", "reveal/card")
"""Where a die is placed on a creature, and where a creature or a trap is revealed."""
Spoil = Callable[[QuestMachine], "Machine"]


class QuestFuzzing:
    """See :class:`~dicelaw.oracle.fuzz.arena.Fuzzing`.

    Content of the user's own is a pack that is played by itself. For tests, ``spoil`` plants a mistake in the
    rules, and only ``between`` these is played.
    """

    def __init__(
        self, content: OwnContent | None, spoil: Spoil | None = None, between: Sequence[Pairing] = ()
    ) -> None:
        self.content, self._spoil, self._between = content, spoil, between

    @cached_property
    def pairings(self) -> Sequence[Pairing]:
        """Any two heroes of a pack, or the one that there is; all cards of the pack are in every game."""
        if self._between:
            return self._between
        return [
            pair
            for pack in packs(self.content)
            for pair in (combinations(pack.heroes, 2) if len(pack.heroes) > 1 else [tuple(pack.heroes)])
        ]

    @cached_property
    def own(self) -> frozenset[str]:
        """All of a pack of the user's own."""
        if self.content is None:
            return frozenset()
        return frozenset(id for pairing in self.pairings for id in self.entries(pairing))

    def entries(self, pairing: Pairing) -> Mapping[str, bool]:
        """Abilities, Critical Hits, creatures, traps and magic items."""
        pack = pack_with(pairing, self.content)
        found: dict[str, bool] = {}
        for hero in pairing:
            card = pack.heroes[hero]
            found |= {hero + ABILITY: not _stands(card)} if card.ability.word else {}
            found |= {hero + CRITICAL: True} if card.critical.word else {}
        for id, one in pack.cards.items():
            found |= {id: True} | ({id + ITEM: True} if one.item.word else {})
        return found

    def sort(self, entry: str) -> tuple[str, str]:
        """The hero, the creatures or the traps; and what it is."""
        id, _, part = entry.partition("/")
        if part in (ABILITY[1:], CRITICAL[1:]):
            return id, "ability" if part == ABILITY[1:] else "Critical Hit"
        trap = any(pack.cards[id].trap for pack in packs(self.content) if id in pack.cards)
        if trap:
            return "traps", "trap"
        return "creatures", "magic item" if part else "creature"

    def touched(self, _entry: str) -> Set[str]:
        """Not told: there are few pairs."""
        return frozenset()

    def apart(self, _group: Group) -> bool:
        """Never: what a hero does is there for the others in the same round."""
        return False

    def groups(self, wanted: Set[str], size: int) -> Set[Group]:
        """See Fuzzing."""
        return groups_between(self, wanted, size)

    def together(self, _groups: Sequence[Group]) -> Sequence[Pairing]:
        """All: a round has the cards of the whole pack."""
        return self.pairings

    @lru_cache(maxsize=1)  # noqa: B019 (a campaign has few of these)
    def arena(self, pairing: Pairing) -> QuestArena:
        """See Fuzzing; that of the last pairing is kept."""
        return QuestArena(pack_with(pairing, self.content), pairing, self.content, self._spoil)


class QuestArena:
    """See :class:`~dicelaw.oracle.fuzz.arena.Arena`; a turn here is a round, which all heroes share."""

    def __init__(
        self, pack: Pack, heroes: Pairing, content: OwnContent | None, spoil: Spoil | None = None,
        readings: Mapping[str, str] | None = None, like: Concrete | None = None,
    ) -> None:  # fmt: skip
        self._pack, self._heroes, self._content, self._spoil = pack, heroes, content, spoil
        self._readings = readings or {}
        made = quest(pack, heroes, self._readings)
        self.made = made if spoil is None else replace(made, machine=spoil(made))
        self._reader = Concrete(self.made.machine, like)

    @property
    def machine(self) -> Machine:
        """See Arena."""
        return self.made.machine

    @cached_property
    def properties(self) -> Sequence[Property]:
        """What is stated of games with any content."""
        return properties(self.made)

    def play(self, group: Group, recorder: Recorder, draw: Random) -> dict[str, Any]:
        """A play from a position in which all are at hand."""
        seeker = SteeredQuests(GAME, self._heroes, self.made, draw)
        seeker.sought = recorder.sought
        setup = seeker.ready(group)
        state = self.state(setup)
        recorder.begin(state)

        def wanted(state: State, move: Move) -> bool:
            return not {*group}.isdisjoint(self.used(move, state))

        with suppress(Ended):
            seeker.steer(self.session(state), recorder, wanted, LENGTH)
        return setup

    def state(self, setup: Mapping[str, Any]) -> State:
        """See Arena."""
        scenario = of_document(Document("setup", dict(setup)), GAME)
        return state_of(scenario, self.made, self._pack)

    def like(self, state: State, setup: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
        """See Arena."""
        session = self.session(state)
        for start in STARTS[1:]:
            session.state = (self.machine.point_index[start], *state[1:])
            if (found := setup_here(session, setup)) is not None:
                yield found

    def session(self, state: State) -> Session:
        """See Arena."""
        return Session(self.made, state, self._heroes, self._content, self._reader)

    def used(self, move: Move, after: State) -> Iterable[str]:
        """What a hero uses, the creature that a die is placed on, and what is revealed."""
        transition, q = self.machine.transitions[move[0]], self.made.quest
        ending = "/" + verb_of(transition.id)
        if transition.id in MET:
            yield transition.choices[0].label(move[1])
        elif transition.by_seat and ending in (ABILITY, CRITICAL):
            cell = q.hero[at(after, q.turn)]
            yield cell.slot.label(at(after, cell)) + ending
        elif transition.by_seat and ending == ITEM:
            yield transition.choices[0].label(move[1]) + ITEM

    def uses(self, entries: Sequence[str]) -> Uses:
        """See Arena."""
        q, places = self.made.quest, {id: place for place, id in enumerate(entries)}
        of: dict[int, Expr] = {}

        def numbered(name: str, labels: Iterable[str], index: Expr, ending: str = "") -> Expr:
            return lookup(name, [places.get(label + ending, -1) + 1 for label in labels], index)

        for place, one in enumerate(self.machine.transitions):
            ending = "/" + verb_of(one.id)
            if one.id in MET:
                of[place] = numbered("entry of the card", _labels(one.choices[0]), one.choices[0])
            elif one.by_seat and ending in (ABILITY, CRITICAL):
                hero = after(self.machine, one, q.hero[q.turn])
                of[place] = numbered("entry of the hero", q.hero[0].slot.labels, hero, ending)
            elif one.by_seat and ending == ITEM:
                of[place] = numbered("entry of the item", _labels(one.choices[0]), one.choices[0], ending)
        lying: dict[int, Expr] = {places[id]: TRUE for id in self._standing & places.keys()}
        for card in q.cards:
            if (at := places.get(q.current.slot.labels[card])) is not None:
                lying[at] = q.place[card] == Place.DISPLAY
        return Uses(entries, of, lying, q.first)

    def lying(self, state: State) -> Set[str]:
        """The creatures in the display, and abilities that act by themselves."""
        q = self.made.quest
        names = q.current.slot.labels
        shown = {names[card] for card in q.cards if at(state, q.place[card]) == Place.DISPLAY}
        return shown | self._standing

    @cached_property
    def _standing(self) -> Set[str]:
        return {hero + ABILITY for hero in self._heroes if _stands(self._pack.heroes[hero])}

    def turn(self, state: State) -> int:
        """The First Player, who is another one in the next round."""
        return at(state, self.made.quest.first)

    def in_turn(self, state: State) -> int:
        """The hero in turn."""
        return at(state, self.made.quest.turn)

    def resting(self, state: State) -> Hashable | None:
        """A hero's turn before a die is chosen."""
        q = self.made.quest
        return (state[0], at(state, q.turn)) if self.machine.point_of(state).id == STARTS[3] else None

    def gains(self, before: State, after: State, _moves: Sequence[Move]) -> Mapping[str, int] | None:
        """Health, points to avoid, dice, items, and damage on creatures."""
        old, new = self._goods(before), self._goods(after)
        more = {name: new[name] - old[name] for name in new if new[name] != old[name]}
        return more if more and min(more.values()) > 0 else None

    def _goods(self, state: State) -> Mapping[str, int]:
        q, reader = self.made.quest, self.session(state).reader
        places = [at(state, q.place[card]) for card in q.cards]
        shown = [card for card, place in zip(q.cards, places, strict=True) if place == Place.DISPLAY]
        return {
            "health": sum(at(state, q.health[seat]) for seat in q.seats),
            "points to avoid": sum(at(state, q.guard[seat]) for seat in q.seats),
            "dice": sum(at(state, q.at[die]) == AVAILABLE for die in q.dice),
            "items": sum(place >= Place.HELD for place in places),
            "slain creatures": sum(place == Place.GONE for place in places),
            "damage on creatures": sum(reader.value(q.damage_on(card), state) for card in shown),
        }

    def under(self, point: str, answer: str) -> QuestArena:
        """See Arena."""
        return self._other(self._pack, {**self._readings, point: answer})

    def turned(self) -> QuestArena:
        """The cards the other way round."""
        return self._other(turned_round(self._pack), self._readings)

    def told(self, trail: Trail) -> Trail:
        """All of it."""
        return Trail(trail.start, trail.steps)

    def without(self, entries: Set[str], *, attacks: bool = False) -> QuestArena:  # noqa: ARG002 (its creatures attack by themselves)
        """A pack of which these entries are blunt."""
        return self._other(blunted(self._pack, entries), self._readings)

    def _other(self, pack: Pack, readings: Mapping[str, str]) -> QuestArena:
        """The same with something else, which takes the code of this one where it is as here."""
        return QuestArena(pack, self._heroes, self._content, self._spoil, readings, self._reader)

    def bare(self, setup: Mapping[str, Any], entry: str) -> dict[str, Any]:
        """Without the creature or trap, whose dice are Spent; uses of what a hero has are left out."""
        rows = dict(setup.get("display", {}))
        spent = {die: face for die, face in rows.pop(entry, {}).items() if die != DAMAGE}
        deck = [card for card in setup.get("deck", ()) if card != entry]
        return {**setup, "display": rows, "deck": deck, "spent": {**setup.get("spent", {}), **spent}}

    def fellows(self, _entry: str) -> Set[str]:
        """None: each does something else."""
        return frozenset()

    def calm(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Half of the health."""
        half = STARTING_HEALTH[len(self._heroes)] // 2
        return {**setup, "players": [{**one, "health": half} for one in setup["players"]]}


def _labels(choice: Choice) -> list[str]:
    """What each value of ``choice`` is called, from 0 on."""
    return [choice.label(value) for value in range((choice.top or 0) + 1)]


def _stands(hero: Hero) -> bool:
    """Whether the ability of ``hero`` is never used, as it acts by itself."""
    word = hero.ability.word
    return word is not None and not word.uses[SAID_BY]


@cache
def fuzzing(content: OwnContent | None) -> QuestFuzzing:
    """Games of ours, or of a pack of the user's own."""
    return QuestFuzzing(content)
