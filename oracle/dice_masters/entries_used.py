"""Which entries of teams of Dice Masters come to be used, and to change something, in plays aimed at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from dicelaw.checker.dice_masters.entries import GLOBAL, effects_of, entries_of, named_interrupt
from dicelaw.model.dice_masters.cards.cards import Card, Teams
from dicelaw.model.dice_masters.state.figures import MOMENTS
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.state import Slot, State
from dicelaw.oracle.dice_masters.arena import BEGINS, REACTS, TableArena, printed
from dicelaw.oracle.fuzz.trail import Recorder, Trail
from dicelaw.oracle.games.own_content import OwnContent

TRIES = 150
"""How many plays are steered to a card or a Global at the most."""
OUTCOMES = frozenset(
    {"life", "virtual", "spare", "rebates", "frees", "zone", "owner", "face", "keeper", "copies", "text",
     "damage", "plus_attack", "plus_defense", "traded", "bound", "partial", "shielded", "blocks",
     "blocked", "called", "worn_by", "tokens", "winner"}
)  # fmt: skip
"""What an effect may change of players and dice; all else of a state only says what is under way."""


@dataclass(frozen=True)
class Seen:
    """The entries that some play used, and how many effects of each there were that changed ``nothing``.

    There are none of those that changed something at least once.
    """

    used: frozenset[str]
    nothing: Mapping[str, int]


def seen_in_plays(
    game: str, teams: Teams, cards: Iterable[Card], content: OwnContent | None, seed: int,
    apart: Collection[str] = (),
) -> Seen:  # fmt: skip
    """What plays show of the entries of ``cards``, all of ``teams``; none are for those set ``apart``.

    Plays begin in positions that were made for them, which need not come up in any game.
    """
    arena = TableArena(game, (teams.id,), teams, content)
    every = entries_of(cards)
    recorder, watcher = Recorder(arena), _Watcher(arena, [*cards])
    for aim in dict.fromkeys(entry.aim for entry in every.values()):
        wanted = {name for name, entry in every.items() if entry.aim == aim} - {*apart}
        draw = Random(f"{seed}/{aim}")
        for _ in range(TRIES):
            if watcher.knows(wanted):
                break
            arena.play((aim,), recorder, draw)
            watcher.watch(recorder.trail)
    names = every.keys() & watcher.began.keys()
    nothing = {name: watcher.began[name] for name in every if name in names - watcher.changing}
    return Seen(frozenset(watcher.seen & every.keys()), nothing)


class _Watcher:
    """Says which entries plays use, and which of their effects change something."""

    def __init__(self, arena: TableArena, cards: list[Card]) -> None:
        self.arena = arena
        made, t = arena.made, arena.made.table
        reader = arena.session(made.machine.start).reader
        names = {card.id: effects_of(card) for card in cards}
        self.interrupts = {id: name for card in cards for id, name in _interrupts(card).items()}
        self.pc = int(t.pc.place)
        self.effects: dict[int, str] = {}
        for kind, of_kind in enumerate(t.dice.kinds):
            for moment, name in names.get(of_kind.card.id if of_kind.card else "", {}).items():
                begins = t.figures.at("program", kind * MOMENTS + moment)
                self.effects[int(reader.value(begins, made.machine.start))] = name
        for number, ability in enumerate(t.dice.globals):
            if not ability.reactive:
                begins = t.figures.at("global program", number)
                name = GLOBAL + printed(ability.id)
                self.effects[int(reader.value(begins, made.machine.start))] = name
        slots = enumerate(made.machine.slots)
        self.outcomes = [place for place, slot in slots if _family(slot) in OUTCOMES]
        self.seen: set[str] = set()
        self.began: Counter[str] = Counter()
        self.changing: set[str] = set()

    def knows(self, wanted: set[str]) -> bool:
        """Whether all of ``wanted`` were used, and their effects changed something."""
        return wanted <= self.seen and wanted.isdisjoint(self.began.keys() - self.changing)

    def watch(self, trail: Trail) -> None:
        """Note what is used in ``trail``, and what each effect in it changes until it is over."""
        begun, since = "", trail.start
        for _, move, after in trail.steps:
            used = [*self._used(move, after)]
            self.seen |= {*used}
            if self.arena.machine.transitions[move[0]].id == BEGINS and after[self.pc]:
                begun, since = self.effects.get(after[self.pc], ""), after
                self.began.update([begun] if begun else [])
            elif begun and any(after[place] != since[place] for place in self.outcomes):
                self.changing.add(begun)
            if not after[self.pc]:
                begun = ""

    def _used(self, move: Move, after: State) -> Iterator[str]:
        """The entries that ``move`` uses, or whose effect begins by it."""
        yield from self.arena.used(move, after)
        transition = self.arena.machine.transitions[move[0]].id
        if transition in self.interrupts:
            yield self.interrupts[transition]
        if transition == BEGINS and after[self.pc] in self.effects:
            yield self.effects[after[self.pc]]


def _family(slot: Slot) -> str:
    """What ``slot`` is one of, whatever it is about."""
    return (slot.family or slot.name).partition("[")[0]


def _interrupts(card: Card) -> dict[str, str]:
    """What each interrupt of ``card`` is called, by what its transition is."""
    several = len(card.interrupts) > 1
    return {
        f"{REACTS}{card.id}{f'-{place}' if several else ''}": named_interrupt(card, one)
        for place, one in enumerate(card.interrupts, 1)
    }
