"""Which entries of teams of Dice Masters come to be used, in plays that are steered to each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from dicelaw.model.dice_masters.cards.cards import ACTION_FACES, BURSTS, ON_ATTACK, Card, Moment, Teams
from dicelaw.model.dice_masters.cards.interrupts import line_of_interrupt
from dicelaw.model.dice_masters.declared.moments import BURST, TRIGGERS
from dicelaw.model.dice_masters.state.figures import MOMENTS
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_masters.arena import BEGINS, REACTS, TableArena
from dicelaw.oracle.dice_masters.blunting import GLOBAL
from dicelaw.oracle.fuzz.trail import Recorder
from dicelaw.oracle.games.own_content import OwnContent

TRIES = 150
"""How many plays are steered to a card or a Global at the most."""
PLAIN = {
    **{burst: plain for plain, burst in BURSTS.items()},
    **dict.fromkeys(ACTION_FACES[1:], ACTION_FACES[0]),
    ON_ATTACK[1]: ON_ATTACK[0],
}
"""The moments that are another one on a face with bursts."""


def entries_of(cards: Iterable[Card]) -> dict[str, str]:
    """What can be used of ``cards``, each with the card or the Global that plays are steered to for it.

    That is the die of a card, each effect that waits for something, what it does to damage on its way, and
    each Global. What holds by itself while a die is active is left out: bonuses, prices, keywords.
    """
    found: dict[str, str] = {}
    for card in cards:
        found |= dict.fromkeys((card.id, *_effects(card).values(), *_interrupts(card).values()), card.id)
        found |= {GLOBAL + one.id: GLOBAL + one.id for one in card.globals}
    return found


def _effects(card: Card) -> dict[Moment, str]:
    """What each effect of ``card`` is called; one that is the same on faces with bursts is so only once."""
    names: dict[Moment, str] = {}
    for moment, program in card.programs.items():
        plain = PLAIN.get(moment, moment)
        same = card.programs.get(plain) == program
        if program:
            names[moment] = f"{card.id}: {_line(card, plain if same else moment)}"
    return names


def _line(card: Card, moment: Moment) -> str:
    """What ``card`` calls ``moment``, or what the moment is called where a keyword brings it."""
    limit = card.only.get(moment, "")
    named = [
        one.name.format(affiliation=limit)
        for one in TRIGGERS
        if one.number == moment and (one.limit == limit or (limit and one.arguments))
    ]
    if named:
        return named[0]
    plain = PLAIN.get(moment)
    if plain is not None:
        return _line(card, plain) + BURST
    return moment.name.lower().replace("_", " ")


def _interrupts(card: Card) -> dict[str, str]:
    """What each interrupt of ``card`` is called, by what its transition is."""
    several = len(card.interrupts) > 1
    return {
        f"{REACTS}{card.id}{f'-{place}' if several else ''}": f"{card.id}: {line_of_interrupt(one)}"
        for place, one in enumerate(card.interrupts, 1)
    }


def seen_in_plays(
    game: str, teams: Teams, cards: Iterable[Card], content: OwnContent | None, seed: int
) -> frozenset[str]:
    """The entries of ``cards``, all of ``teams``, that were used in some play.

    Plays begin in positions that were made for them, which need not come up in any game.
    """
    arena = TableArena(game, (teams.id,), teams, content)
    every = entries_of(cards)
    recorder, watcher, seen = Recorder(arena), _Watcher(arena, cards), set[str]()
    for aim in dict.fromkeys(every.values()):
        wanted, draw = {entry for entry, one in every.items() if one == aim}, Random(f"{seed}/{aim}")
        for _ in range(TRIES):
            if wanted <= seen:
                break
            arena.play((aim,), recorder, draw)
            for _, move, after in recorder.trail.steps:
                seen |= {*watcher.used(move, after)}
    return frozenset(seen & every.keys())


class _Watcher:
    """Says which entries a step uses."""

    def __init__(self, arena: TableArena, cards: Iterable[Card]) -> None:
        self.arena = arena
        made, t = arena.made, arena.made.table
        reader = arena.session(made.machine.start).reader
        names = {card.id: _effects(card) for card in cards}
        self.interrupts = {id: name for card in cards for id, name in _interrupts(card).items()}
        self.pc = int(t.pc.place)
        self.effects: dict[int, str] = {}
        for kind, of_kind in enumerate(t.dice.kinds):
            for moment, name in names.get(of_kind.card.id if of_kind.card else "", {}).items():
                begins = t.figures.at("program", kind * MOMENTS + moment)
                self.effects[int(reader.value(begins, made.machine.start))] = name

    def used(self, move: Move, after: State) -> Iterator[str]:
        """The entries that ``move`` uses, or whose effect begins by it."""
        yield from self.arena.used(move, after)
        transition = self.arena.machine.transitions[move[0]].id
        if transition in self.interrupts:
            yield self.interrupts[transition]
        if transition == BEGINS and after[self.pc] in self.effects:
            yield self.effects[after[self.pc]]
