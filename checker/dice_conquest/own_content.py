"""Checking packs of the user's own: whether open content can be each card, and random games of each hero.

The properties of the game are proved with open content: any few cards at once. So what is asked of a card is
whether it is one of those. That random games come upon nothing proves nothing, so that is ``unknown``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.checker.verify.games_row import games_row
from dicelaw.model.dice_conquest.content_tables import (
    CARD_FIGURES,
    HERO_FIGURES,
    LINE_FIGURES,
    Content,
    KnownCards,
)
from dicelaw.model.dice_conquest.language import Card, Hero, Pack
from dicelaw.model.dice_conquest.loader import load_pack
from dicelaw.model.dice_conquest.machine import QuestMachine, open_quest, quest
from dicelaw.model.dice_conquest.wording import ABILITY, CRITICAL, ITEM
from dicelaw.model.effects.frames import MORE
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Constant, Expr
from dicelaw.model.kernel.state import Field
from dicelaw.specs.dice_conquest.properties.properties import properties
from dicelaw.specs.property import Property

GAME = "dice-conquest"
TABLES: tuple[str, ...] = ()
"""Nothing is found of all content at once."""
HEROES, CARDS = "heroes", "cards"
"""What the ids of heroes, and those of creatures and traps, begin with."""
OPEN, PLAYS = "open-content", "plays"
"""What the rows are called: that proofs about any content hold for a card, and random games."""


def entries(content: Path) -> tuple[str, ...]:
    """The heroes, and the creatures and traps, of the pack in the folder ``content``."""
    pack = load_pack([content])
    return (*(f"{HEROES}/{id}" for id in pack.heroes), *(f"{CARDS}/{id}" for id in pack.cards))


def rows_of(entry: str, _stated: Sequence[Property]) -> tuple[str, ...]:
    """The ids of all that is found of ``entry``."""
    ids = (OPEN, PLAYS) if entry.startswith(HEROES) else (OPEN,)
    return tuple(_row(entry, id) for id in ids)


def of_tables(_content: Path | None) -> list[ContentRow]:
    """Nothing: what is found is found of each card."""
    return []


def of_entry(_game: str, content: Path, entry: str, _known: Known) -> list[ContentRow]:
    """What is found of ``entry``, a hero, a creature or a trap of the pack in the folder ``content``."""
    pack, (kind, _, id) = load_pack([content]), entry.partition("/")
    if kind == HEROES:
        return [covered(entry, pack.heroes[id]), plays(entry, pack, id)]
    return [covered(entry, pack.cards[id])]


def covered(entry: str, card: Hero | Card) -> ContentRow:
    """Whether open content can be ``card``, so that what is proved of any content holds for it."""
    begin = time.perf_counter()
    made = _open()
    gaps = [*_gaps(made, card)]
    evidence = "; ".join(gaps) or "each figure and each line is one that proofs leave open"
    outcome = Outcome.UNKNOWN if gaps else Outcome.PROVED
    return ContentRow(
        GAME,
        _row(entry, OPEN),
        "Open content can be this card: what is proved of any content holds for it.",
        Verdict(outcome, "tables", made.machine.scope, evidence),
        time.perf_counter() - begin,
    )


def plays(entry: str, pack: Pack, hero: str) -> ContentRow:
    """What random games of ``hero`` with the cards of ``pack`` come upon: a fault, or nothing."""
    others = [other for other in pack.heroes if other != hero]
    made = [quest(pack, heroes) for heroes in dict.fromkeys([(hero,), (hero, *others[:1])])]
    return games_row(GAME, _row(entry, PLAYS), [(one.machine, properties(one)) for one in made])


@cache
def _open() -> QuestMachine:
    return open_quest()


def _gaps(made: QuestMachine, card: Hero | Card) -> Iterator[str]:
    """What ``card`` has that open content can't have: it is laid into the fields that proofs leave open."""
    machine, room = made.machine, made.quest.content.lines
    state = [*machine.start]
    for cell, value, says in _laid(made.quest.content, card):
        slot = machine.slots[cell.place]
        if not slot.lo <= value <= slot.hi:
            yield f"{says} is {value}; open content has {slot.lo} to {slot.hi}"
        state[cell.place] = value
    used = sum(len(program) for program in _programs(card) if len(program) > 1)
    if used > room:
        yield f"its programs take {used} further lines with their ends; open content has {room}"
    elif not Concrete(machine).value(machine.given_holds, tuple(state)):
        yield "its figures together are none that the language can say"


def _laid(content: Content, card: Hero | Card) -> Iterator[tuple[Field, int, str]]:
    """The fields of open ``content`` that ``card`` fills, each with its value and what it is called."""
    if isinstance(card, Hero):
        known, number = KnownCards((card,), ()), 1
        asked, of, figures = content.hero, known.hero, _with_more(HERO_FIGURES, (ABILITY, CRITICAL))
    else:
        known = KnownCards((), () if card.trap else (card,), (card,) if card.trap else ())
        number = content.boss if card.boss else content.boss + 1 if card.trap else 1
        asked, of, figures = content.card, known.card, _with_more(CARD_FIGURES, (ITEM,))
    first = 1
    for figure in figures:
        value, cell = _worth(of(figure, 1)), asked(figure, number)
        assert isinstance(cell, Field)
        if figure.endswith(MORE) and value:
            lines = len(_programs(card)[_places(card).index(figure.removesuffix(MORE))])
            yield from _further(content, known, value, first, lines)
            value, first = first, first + lines
        yield cell, min(value, content.lines) if figure.endswith(MORE) else value, figure


def _further(
    content: Content, known: KnownCards, begin: int, first: int, lines: int
) -> Iterator[tuple[Field, int, str]]:
    """The further lines from number ``begin`` on, laid where there is room from number ``first`` on."""
    for place in range(min(lines, content.lines - first + 1)):
        for figure in LINE_FIGURES:
            cell = content.line(figure, first + place)
            assert isinstance(cell, Field)
            yield cell, _worth(known.line(figure, begin + place)), f"{figure} of a further line"


def _with_more(figures: Mapping[str, int], places: Sequence[str]) -> list[str]:
    return [*figures, *(f"{place}{MORE}" for place in places)]


def _places(card: Hero | Card) -> tuple[str, ...]:
    return (ABILITY, CRITICAL) if isinstance(card, Hero) else (ITEM,)


def _programs(card: Hero | Card) -> Sequence[Sequence[object]]:
    effects = (card.ability, card.critical) if isinstance(card, Hero) else (card.item,)
    return [effect.program for effect in effects]


def _worth(expression: Expr) -> int:
    assert isinstance(expression, Constant)
    return expression.value


def _row(entry: str, id: str) -> str:
    return f"content/{entry}/{id}"
