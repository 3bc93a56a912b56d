"""Dice Conquest as a machine: with the cards of a content pack, or with open content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from dicelaw.model.dice_conquest.components import SEATS_MOST, Place
from dicelaw.model.dice_conquest.content_tables import KnownCards, OpenCards
from dicelaw.model.dice_conquest.damage import add_damage
from dicelaw.model.dice_conquest.language import Pack
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.dice_conquest.readings import OPEN_POINTS
from dicelaw.model.dice_conquest.resolving import add_words
from dicelaw.model.dice_conquest.reveal import add_reveal
from dicelaw.model.dice_conquest.round_end import add_round_end
from dicelaw.model.dice_conquest.round_start import add_round_start
from dicelaw.model.dice_conquest.rules import Rules
from dicelaw.model.dice_conquest.setup import add_draw, add_setup
from dicelaw.model.dice_conquest.slaying import add_slaying
from dicelaw.model.dice_conquest.turn import add_turn
from dicelaw.model.dice_conquest.uses import add_uses
from dicelaw.model.kernel.expressions import TRUE, Expr
from dicelaw.model.kernel.graph import TimingGraph, alive
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Field
from dicelaw.model.open_points import chosen
from dicelaw.model.parts import Answers, Parts

OPEN_HEROES = 4
OPEN_CREATURES = 4
"""How many creatures open content has, Kalterstorm among them."""
OPEN_TRAPS = 2
OPEN_LINES = 3
"""How many further lines the programs of its cards have together, the ends of programs among them."""
USUAL = {"hero.critical_number": 4, "card.health": 5, "card.damage": 1, "card.least": 1, "card.most": 20}
"""What figures of open content are where nothing else is said; all others are 0."""


@dataclass(frozen=True, eq=False)
class QuestMachine:
    """A machine together with the names of its fields and its rules."""

    machine: Machine
    quest: Quest
    rules: Rules


def quest(
    pack: Pack,
    heroes: Sequence[str] | int,
    readings: Mapping[str, str] | None = None,
    known_rules: frozenset[str] | None = None,
    parts: Parts | None = None,
) -> QuestMachine:
    """A game of ``pack`` from set-up on, for ``heroes`` by id, or for so many who still choose theirs.

    Parts of the same game are taken from ``parts`` where ``readings`` leave them as they are. Raises KeyError
    for an unknown hero, and ValueError for a number of heroes that cannot play.
    """
    number = heroes if isinstance(heroes, int) else len(heroes)
    if not 1 <= number <= SEATS_MOST:
        raise ValueError(f"one to four heroes play, not {number}")
    named = () if isinstance(heroes, int) else tuple(heroes)
    answers, parts = Answers(chosen(OPEN_POINTS, readings or {})), Parts() if parts is None else parts

    def state() -> Quest:
        return Quest(number, KnownCards(tuple(pack.heroes.values()), pack.creatures, pack.traps), named)

    q = parts.made("state", answers, state)
    ids = list(pack.heroes)
    start: dict[Field, int] = {q.hero[seat]: ids.index(id) + 1 for seat, id in enumerate(_known(named, pack))}
    start[q.heroes] = number
    scope = f"{number} of the heroes {', '.join(named)}" if named else f"{number} heroes of {len(ids)}"
    return _finish(q, answers, parts, start, (), scope, known_rules)


def open_quest(
    readings: Mapping[str, str] | None = None,
    known_rules: frozenset[str] | None = None,
    parts: Parts | None = None,
) -> QuestMachine:
    """A game of one to four heroes with open content: any heroes, creatures and traps.

    Parts of the same game are taken from ``parts`` where ``readings`` leave them as they are.
    """
    answers, parts = Answers(chosen(OPEN_POINTS, readings or {})), Parts() if parts is None else parts
    q = parts.made("state", answers, _open_state)
    content = q.content
    if not isinstance(content, OpenCards):
        raise TypeError("open content is wanted")
    start: dict[Field, int] = {q.heroes: SEATS_MOST}
    for cells in content.given:
        start |= dict.fromkeys(cells[1:], USUAL.get(cells.name, 0))
    given = [q.heroes, *(cell for cells in content.given for cell in cells)]
    bounds = (
        f"{OPEN_CREATURES} creatures and {OPEN_TRAPS} traps in the deck, {OPEN_HEROES} hero cards, "
        f"{OPEN_LINES} lines besides the first ones"
    )
    scope = f"any content, any number of heroes ({bounds})"
    return _finish(q, answers, parts, start, given, scope, known_rules)


def _open_state() -> Quest:
    return Quest(SEATS_MOST, (OPEN_HEROES, OPEN_CREATURES, OPEN_TRAPS, OPEN_LINES))


def _known(named: Sequence[str], pack: Pack) -> Sequence[str]:
    for hero in named:
        if hero not in pack.heroes:
            raise KeyError(hero)
    return named


def _finish(
    q: Quest,
    answers: Answers,
    parts: Parts,
    start: Mapping[Field, int],
    given: Sequence[Field],
    scope: str,
    known_rules: frozenset[str] | None,
) -> QuestMachine:
    timing = TimingGraph()
    made, lists = Rules(q, timing, answers, parts), (timing.points, timing.transitions)
    for add in (
        add_setup, add_draw, add_reveal, add_round_start, add_turn, add_uses, add_words, add_slaying,
        add_damage, add_round_end,
    ):  # fmt: skip
        parts.added(add.__name__, answers, lists, partial(add, made), q)
    places: dict[Field, int] = {q.place[0]: int(Place.GONE)}
    places |= {q.place[card]: int(Place.BOX) for card in q.cards if card > q.content.boss}
    possible: Expr = q.content.possible() if isinstance(q.content, OpenCards) else TRUE
    machine = build(
        "dice-conquest",
        q.declaration,
        alive(made.timing, "setup/heroes"),
        start_at="setup/heroes",
        start={**places, **start},
        seats=q.seat_names,
        known_rules=known_rules,
        profile="dice-conquest",
        scope=scope,
        readings=made.readings,
        given=given,
        given_holds=possible,
    )
    return QuestMachine(machine, q, made)
