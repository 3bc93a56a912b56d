"""Which entries of a hero can be used at all: shown by a play, or excluded by what they ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from dicelaw.checker.dice_throne.activation import activations
from dicelaw.checker.dice_throne.brought import brought, programs_of, raised
from dicelaw.checker.dice_throne.limits import limits
from dicelaw.checker.dice_throne.phases import PHASES, Usable
from dicelaw.checker.dice_throne.reaching import Play
from dicelaw.checker.dice_throne.rounds import USING, Rounds
from dicelaw.checker.dice_throne.worse import worse_ability, worse_action
from dicelaw.checker.limit import Limit
from dicelaw.model.dice_throne.language import Ability, Action, Hero, Op, Pack, Program
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.dice_throne.modes import DUEL_SEATS
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.concrete import Move, OutsideDomain
from dicelaw.model.kernel.graph import Kind

PLAYS = 24
"""How many plays are aimed at an entry."""
STEPS = 900
"""How long each may be."""
ACTIVATING = ("/announce", "/defend")


@dataclass(frozen=True)
class Entry:
    """Something that can be used: an ability at its level, or an action."""

    id: str
    level: int = 0
    ability: Ability | None = None
    action: Action | None = None

    @property
    def program(self) -> Program:
        """All its instructions, with those among more than two players."""
        if self.ability is not None:
            ways = (self.ability, self.ability.several)
            return tuple(step for one in ways if one for step in (*one.activate, *one.land))
        return () if self.action is None else (*self.action.program, *self.action.several)

    @property
    def name(self) -> str:
        """What it is called in reports."""
        return f"{self.id} at level {self.level}" if self.level > 1 else self.id


@dataclass(frozen=True)
class EntriesFound:
    """Of ``count`` entries those that can never be used, with the reason, and those that no play used.

    ``worse`` has those that are worse than another in every respect, with that one.
    """

    count: int
    dead: Mapping[str, str]
    unseen: tuple[str, ...]
    limits: tuple[Limit, ...] = ()
    worse: Mapping[str, str] = field(default_factory=dict)


def entries_of(pack: Pack, hero: str, ours: Pack) -> list[Entry]:
    """What is new of ``hero`` and of status effects in ``pack``, where ``ours`` is without the content.

    Status effects that no new hero brings are the first one's.
    """
    one, is_new = pack.heroes[hero], hero not in ours.heroes
    old = {card.action.id for other in ours.heroes.values() for card in other.cards}
    known = {status.id for status in ours.statuses}
    new = [each for each in pack.heroes if each not in ours.heroes]
    by = {each: brought(pack, pack.heroes[each]) for each in new}
    by_nobody = {*range(len(pack.statuses))}.difference(*by.values()) if new[:1] == [hero] else set()
    found: list[Entry] = []
    if is_new:
        found += [Entry(each.id, each.level, ability=each) for each in (*one.offense, *one.defense)]
        found += [Entry(action.id, action=action) for *_, action in one.board]
    cards = (card.action for card in one.cards if card.upgrade is None)
    found += [Entry(action.id, action=action) for action in cards if action.id not in old]
    for kind, status in enumerate(pack.statuses):
        if status.id not in known and (not is_new or kind in by[hero] | by_nobody):
            found += [Entry(action.id, action=action) for action in status.spend]
    return list({entry.name: entry for entry in found}.values())


def looked_through(pack: Pack, hero: str, ours: Pack, rivals: Sequence[str]) -> EntriesFound:
    """Each new entry of ``hero``: excluded by what it asks for, or used against one of ``rivals``, or not."""
    entries = entries_of(pack, hero, ours)
    dead = {entry.name: why for entry in entries if (why := never(pack, pack.heroes[hero], entry))}
    waiting = [entry for entry in entries if entry.name not in dead]
    for rival in rivals:
        rounds = Rounds(duel(pack, (hero, rival)))
        waiting = [entry for entry in waiting if not _is_used(rounds, entry)]
    one = pack.heroes[hero]
    return EntriesFound(
        len(entries),
        dead,
        tuple(entry.name for entry in waiting),
        tuple(limit for entry in entries for limit in limits(pack, one, entry.name, entry.program)),
        _worse(pack, one, entries),
    )


def _worse(pack: Pack, hero: Hero, entries: Sequence[Entry]) -> dict[str, str]:
    """The new cards and abilities that are worse than another of the hero's, with the id of that one."""
    cards = [card.action for card in hero.cards if card.upgrade is None]
    raised = {one.id for one in hero.offense if one.level > 1}
    lasting = [one for one in hero.offense if one.id not in raised]
    found: dict[str, str] = {}
    for entry in entries:
        better: list[str] = []
        if entry.action is not None and entry.action in cards:
            better = [one.id for one in cards if worse_action(entry.action, one, pack.statuses)]
        elif entry.ability is not None and entry.ability in hero.offense:
            better = [one.id for one in lasting if worse_ability(entry.ability, one, pack.statuses)]
        if better:
            found[entry.name] = better[0]
    return found


def never(pack: Pack, hero: Hero, entry: Entry) -> str:
    """Why ``entry`` can never be used, or nothing where what it asks for can be."""
    if entry.ability is not None:
        return _never_activated(pack, hero, entry.ability)
    action = entry.action
    assert action is not None
    given = set().union(*(brought(pack, one) for one in pack.heroes.values()))
    rising = raised(pack.statuses, pack.heroes.values())
    for kind, wanted in ((action.token, action.tokens), (action.held, action.held_least)):
        if not kind or not wanted:
            continue
        status = pack.statuses[kind]
        most = max([status.limit, *(limit for own, limit in hero.limits if own == kind)])
        if kind not in given:
            return f"nothing brings about {status.id}"
        if wanted > most and kind not in rising:
            return f"it asks for {wanted} {status.id}, of which nobody has more than {most}"
    if not any(Usable(0, action).fits(phase, active) for phase in PHASES for active in DUEL_SEATS):
        return "what it asks for is never true together"
    return _never_on_board(hero, action)


def _never_on_board(hero: Hero, action: Action) -> str:
    levels = [(slot, level) for slot, level, other in hero.board if other == action]
    return next((why for slot, level in levels if (why := _unreached(hero, slot, level))), "")


def _never_activated(pack: Pack, hero: Hero, ability: Ability) -> str:
    if ability.unknown:
        return "no source gives its effect, so a duel refuses it"
    why = _unreached(hero, ability.slot, ability.level)
    if why or ability not in hero.offense:
        return why
    for one in activations(hero, pack.statuses):
        if one.ability == ability and not one.results:
            return "no five dice of this hero fulfil what it needs"
    return ""


def _unreached(hero: Hero, slot: int, level: int) -> str:
    """Why the space ``slot`` never comes to ``level``, or nothing where it does."""
    flips = any(step.op is Op.FLIP for program in programs_of(hero) for step in program)
    upgraded = any(
        card.upgrade and (card.upgrade.slot, card.upgrade.level) == (slot, level) for card in hero.cards
    )
    if level == 1 or upgraded or flips:
        return ""
    return f"no card brings {hero.slots[slot]} to level {level}"


def _is_used(rounds: Rounds, entry: Entry) -> bool:
    """Whether one of some plays that are aimed at ``entry`` comes to use it."""
    seats = (0, 1) if entry.id.startswith("status/") else (0,)
    return any(
        _Aimed(rounds, Counter({(seat, entry.id): 1}), number, entry=entry).comes_to_it()
        for number in range(PLAYS)
        for seat in seats
    )


@dataclass
class _Aimed(Play):
    """A play that is aimed at the use of one entry."""

    entry: Entry = Entry("")

    def __post_init__(self) -> None:
        super().__post_init__()
        ((self.seat, _),) = self.wanted
        sources = self.sources[self.seat]
        uses, abilities, slots = sources.uses | {self.entry.id}, sources.abilities, sources.slots
        ability = self.entry.ability
        if ability is not None:
            slots |= {ability.slot} if ability.level > 1 else set()
            offense = self.heroes[self.seat].offense
            abilities = tuple(one for one in offense if (one.id, one.level) == (ability.id, ability.level))
        self.sources[self.seat] = replace(sources, uses=uses, abilities=abilities, slots=slots)
        self.attacks[1 - self.seat] = self.number % 2 == 0

    def comes_to_it(self) -> bool:
        """Whether the entry can be used at some point of the play."""
        reader, state = self.rounds.reader, self.rounds.machine.start
        for _ in range(STEPS):
            legal = reader.enabled(state)
            if not legal or self.rounds.machine.point_of(state).kind is Kind.FINAL:
                return False
            if any(self._is_it(move) and reader.actor(state, move) == self.seat for move in legal):
                return True
            try:
                state = reader.step(state, self._next(state, legal))
            except OutsideDomain:
                return False
        return False

    def _is_it(self, move: Move) -> bool:
        transition = self.rounds.machine.transitions[move[0]]
        content = self.rounds.made.content
        assert isinstance(content, TableContent)
        if transition.id.endswith(ACTIVATING) and self.entry.ability is not None:
            _, ability = content.printed(transition.id.endswith("/defend"))[move[1]]
            return (ability.id, ability.level) == (self.entry.id, self.entry.level)
        return transition.id.endswith(USING) and transition.choices[0].label(move[1]) == self.entry.id
