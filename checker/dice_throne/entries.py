"""Which entries of a hero can be used and are of use: shown by plays, or excluded by what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from dicelaw.checker.dice_throne.activation import activations
from dicelaw.checker.dice_throne.brought import brought, programs_of, raised
from dicelaw.checker.dice_throne.idle import PICKED, idle
from dicelaw.checker.dice_throne.limits import limits
from dicelaw.checker.dice_throne.phases import PHASES, Usable
from dicelaw.checker.dice_throne.reaching import Play
from dicelaw.checker.dice_throne.rounds import USING, Rounds
from dicelaw.checker.dice_throne.twins import Twins, Use, Useful
from dicelaw.checker.dice_throne.worse import worse_ability, worse_action
from dicelaw.checker.limit import Limit
from dicelaw.model.dice_throne.language import Ability, Action, Hero, Op, Pack, Program
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.dice_throne.modes import DUEL_SEATS
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.concrete import Move, OutsideDomain
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.state import State

PLAYS = 24
"""How many plays are aimed at an entry."""
STEPS = 900
"""How long each may be."""
SITUATIONS, TIMES = 6, 3
"""In how many situations of a timing point it is asked what a use changes, and how often in each."""
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
    def token(self) -> int:
        """The status effect that is spent for it; 0 for none."""
        return 0 if self.action is None or not self.action.tokens else self.action.token

    @property
    def name(self) -> str:
        """What it is called in reports."""
        return f"{self.id} at level {self.level}" if self.level > 1 else self.id


@dataclass(frozen=True)
class EntriesFound:
    """Of ``count`` entries those that can never be used, with the reason, and those that no play used.

    ``worse`` has those that are worse than another in every respect, with that one. ``useful`` has those
    that changed something in a play, with that play; ``useless`` those of which it is certain that they
    never do, with the reason; ``idle`` those that plays used, but without changing anything, with how many.
    """

    count: int
    dead: Mapping[str, str]
    unseen: tuple[str, ...]
    limits: tuple[Limit, ...] = ()
    worse: Mapping[str, str] = field(default_factory=dict)
    useful: Mapping[str, Useful] = field(default_factory=dict)
    useless: Mapping[str, str] = field(default_factory=dict)
    idle: Mapping[str, int] = field(default_factory=dict)


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
    entries, one, says = entries_of(pack, hero, ours), pack.heroes[hero], idle(pack)
    dead = {entry.name: why for entry in entries if (why := never(pack, one, entry))}
    left = [entry for entry in entries if entry.name not in dead]
    asked = [entry for entry in left if not _rids(pack, entry)]
    useless = {entry.name: why for entry in asked if (why := says.why(entry.program, entry.token))}
    seen: dict[str, Seen] = {}
    for rival in rivals:
        twins = Twins(Rounds(duel(pack, (hero, rival))))
        for entry in left:
            before = seen.get(entry.name, Seen())
            if before.useful is None and not (before.used and entry.name in useless):
                seen[entry.name] = _seen(twins, entry, before, ask=entry.name not in useless)
    used = {name: one for name, one in seen.items() if one.used}
    return EntriesFound(
        len(entries),
        dead,
        tuple(entry.name for entry in left if entry.name not in used),
        tuple(limit for entry in entries for limit in limits(pack, one, entry.name, entry.program)),
        _worse(pack, one, entries),
        {name: one.useful for name, one in used.items() if one.useful is not None},
        useless,
        {name: one.plays for name, one in used.items() if one.useful is None and name not in useless},
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


def _rids(pack: Pack, entry: Entry) -> bool:
    """Whether its price is a gain: it spends negative tokens."""
    return pack.statuses[entry.token].sign == "negative"


@dataclass(frozen=True)
class Seen:
    """What plays showed of an entry: whether it was used, how many were made twice, one that differs."""

    used: bool = False
    plays: int = 0
    useful: Useful | None = None


def _seen(twins: Twins, entry: Entry, seen: Seen, *, ask: bool) -> Seen:
    """What is ``seen`` of ``entry`` once some more plays were aimed at it; ``ask`` whether it is of use."""
    seats = (0, 1) if entry.id.startswith("status/") else (0,)
    situations: set[State] = set()
    for number in range(PLAYS):
        for seat in seats:
            wanted = Counter({(seat, entry.id): 1})
            play = _Aimed(twins.rounds, wanted, number, entry=entry, situations=situations)
            useful = play.of_use(twins if ask else None)
            seen = Seen(seen.used or play.used, seen.plays + play.asked, useful)
            if useful is not None or (seen.used and not ask):
                return seen
    return seen


def _gives(ability: Ability) -> bool:
    return any(step.op is Op.TOKEN for step in (*ability.activate, *ability.land))


@dataclass
class _Aimed(Play):
    """A play that is aimed at the use of one entry."""

    entry: Entry = Entry("")
    used: bool = False
    asked: int = 0
    """How many plays were made with and without what the entry does."""
    situations: set[State] = field(default_factory=set)
    """In which it was asked by this play and those before it."""

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
        if not abilities and any(step.op in PICKED for step in self.entry.program):
            giving = (one for one in self.heroes[self.seat].offense if _gives(one))
            abilities = tuple(giving)
        self.sources[self.seat] = replace(sources, uses=uses, abilities=abilities, slots=slots)
        self.attacks[1 - self.seat] = self.number % 2 == 0

    def of_use(self, twins: Twins | None) -> Useful | None:
        """The play in which the entry changes something; without ``twins`` only whether it can be used."""
        reader, machine = self.rounds.reader, self.rounds.machine
        state, moves = machine.start, list[Move]()
        for _ in range(STEPS):
            legal = reader.enabled(state)
            if not legal or machine.point_of(state).kind is Kind.FINAL:
                return None
            uses = [move for move in legal if self._is_it(move) and reader.actor(state, move) == self.seat]
            if uses:
                self.used = True
                if twins is None:
                    return None
                found = self._changing(twins, state, uses[0], moves)
                if found is not None:
                    return found
            move = self._next(state, legal)
            try:
                state = reader.step(state, move)
            except OutsideDomain:
                return None
            moves.append(move)
        return None

    def _changing(self, twins: Twins, state: State, move: Move, before: Sequence[Move]) -> Useful | None:
        """What the use of the entry by ``move`` after ``before`` changes, if it does."""
        situation = twins.situation(state)
        alike = sum(one[0] == state[0] for one in self.situations)
        if situation in self.situations or alike >= SITUATIONS:
            return None
        self.situations.add(situation)
        use = Use(state, move, self.seat, self.entry.ability is not None)
        for time in range(TIMES):
            self.asked += 1
            moves, differing = twins.differing(use, f"{self.number}/{time}")
            if differing:
                heroes = (self.heroes[0].id, self.heroes[1].id)
                return Useful(heroes, (*before, *moves), len(before), differing)
        return None

    def _decided(self, legal: Sequence[Move], actor: int) -> Move:
        legal = [move for move in legal if not self._names_it(move)] or legal
        ids = [self.rounds.machine.transitions[move[0]].id for move in legal]
        defended = [move for move, id in zip(legal, ids, strict=True) if id.endswith("/defend")]
        return defended[0] if defended and self.number % 4 == 0 else super()._decided(legal, actor)

    def _names_it(self, move: Move) -> bool:
        """Whether the entry is used or sold by ``move``; it is to stay at hand."""
        transition = self.rounds.machine.transitions[move[0]]
        return bool(transition.choices) and transition.choices[0].label(move[1]) == self.entry.id

    def _is_it(self, move: Move) -> bool:
        transition = self.rounds.machine.transitions[move[0]]
        content = self.rounds.made.content
        assert isinstance(content, TableContent)
        if transition.id.endswith(ACTIVATING) and self.entry.ability is not None:
            _, ability = content.printed(transition.id.endswith("/defend"))[move[1]]
            return (ability.id, ability.level) == (self.entry.id, self.entry.level)
        return transition.id.endswith(USING) and transition.choices[0].label(move[1]) == self.entry.id
