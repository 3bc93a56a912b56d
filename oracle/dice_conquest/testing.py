"""What the conformance harness has to know of Dice Conquest: what is used, where values are, positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from random import Random
from typing import Any

from dicelaw.model.dice_conquest.components import (
    CREATURES_DRAWN,
    DICE,
    SEATS_MOST,
    SPENT,
    Place,
)
from dicelaw.model.dice_conquest.content_tables import KnownCards
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of
from dicelaw.model.kernel.state import Field, field_at
from dicelaw.oracle.dice_conquest.guided_play import QuestSeeker
from dicelaw.oracle.dice_conquest.opening import opened, packs
from dicelaw.oracle.dice_conquest.scenario import DAMAGE, STARTS
from dicelaw.oracle.dice_conquest.standing import at, shown_at, standing
from dicelaw.oracle.games.decisions import verb_of
from dicelaw.oracle.games.session import Session

ROUND = 6
"""How many plays there are until the next that begins a game."""
OF_HEROES = ("ability", "critical")


def used(session: Session, move: Move) -> str | None:
    """The ability, the Critical Hit, the item or the creature that ``move`` of a seat is about."""
    transition = session.transition(move)
    if not transition.by_seat:
        return None
    if verb_of(transition.id) in OF_HEROES:
        return f"{session.heroes[session.seat_of(move)]} {verb_of(transition.id)}"
    for choice, value in zip(transition.choices, move[1:], strict=True):
        if choice.name == "card":
            return choice.label(value)
    return None


def own_rules(session: Session, move: Move) -> Iterator[str]:
    """The rules that the hero or the card of ``move`` carries by itself."""
    content, transition = _quest(session).content, session.transition(move)
    assert isinstance(content, KnownCards)
    if verb_of(transition.id) in OF_HEROES:
        hero = session.heroes[session.seat_of(move)]
        yield from next(one.rules for one in content.hero_cards if one.id == hero)
    for choice, value in zip(transition.choices, move[1:], strict=True):
        if choice.name == "card":
            yield from content.all_cards[value - 1].rules


def places(session: Session, subject: str, seat: int, things: Set[str]) -> set[int]:
    """The slots of the value ``subject`` of the hero in ``seat``, or of the cards or dice ``things``."""
    q = _quest(session)
    names = q.current.slot.labels
    cards = [names.index(one) for one in things if one in names[1:]]
    dice = [DICE.index(one) for one in things if one in DICE]
    cells: Sequence[Expr] = ()
    if subject in ("health", "guard"):
        cells = [getattr(q, subject)[seat - 1]]
    elif subject == "items":
        cells = [q.place[card] for card in cards]
    elif subject == "display":
        cells = [*(array[card] for card in cards for array in (q.place, q.hurt)), *q.at, *q.face]
    elif subject in ("available", "spent"):
        cells = [array[die] for die in dice for array in (q.at, q.face)]
    elif subject == "deck":
        cells = [*q.place]
    elif subject == "order":
        cells = [*q.order]
    return {cell.place for cell in cells if isinstance(cell, Field)}


def setup_here(session: Session, setup: Mapping[str, Any]) -> dict[str, Any] | None:
    """The setup of the present position, if one can begin here; what a setup cannot say is left out."""
    q, state = _quest(session), session.state
    if session.at not in STARTS[1:] or (session.at == "draw" and at(state, q.to_draw) != CREATURES_DRAWN):
        return None
    found, names = standing(_made(session), session.reader, state), q.current.slot.labels
    players = [
        {
            "hero": before["hero"],
            "guard": 0,
            **{name: row[name] for name in row if name not in ("seat", "hero")},
        }
        for before, row in zip(setup["players"], found["players"], strict=True)
    ]
    return {
        **setup,
        "players": players,
        "first": found["first"],
        "turn": str(at(state, q.turn) + 1),
        "display": {one["card"]: _lying(one) for one in found["display"]},
        "available": found["available"] if session.at == "turn" else {},
        "spent": shown_at(q, state, SPENT),
        "deck": [
            names[card] for card in q.cards
            if at(state, q.place[card]) == Place.DECK and card != q.content.boss
        ],
        "start": session.at,
    }  # fmt: skip


def _lying(creature: Mapping[str, Any]) -> dict[str, int]:
    """The dice on ``creature``, and its damage without dice."""
    hurt = creature["damage"] - sum(creature["dice"].values())
    return {**({DAMAGE: hurt} if hurt else {}), **creature["dice"]}


def begins(made: QuestMachine) -> dict[str, Expr]:
    """For each point at which a position can begin, what holds of every position there."""
    q, machine = made.quest, made.machine
    arrays = (q.health, q.guard, q.place, q.order, q.hurt, q.at, q.face)
    given = {cell.place for array in arrays for cell in array}
    given |= {cell.place for cell in (q.first, q.turn, q.drawn, q.revealed, q.to_draw, q.fresh)}
    kept = [
        field_at(place, slot) == machine.start[place]
        for place, slot in enumerate(machine.slots)
        if place and place not in given
    ]
    return dict.fromkeys(STARTS, all_of(TRUE, *kept))


class Quests:
    """Positions between heroes of ``known``, one to four of one pack; see ``Beginnings``."""

    def __init__(self, game: str, known: Sequence[str], draw: Random) -> None:
        self.game, self.draw = game, draw
        heroes = ([one for one in pack.heroes if one in known] for pack in packs())
        self.packs = [pack for pack in heroes if pack]
        self.played: Counter[str] = Counter()
        self.change()

    def change(self) -> None:
        """Go on with others, those of whom the fewest plays were so far."""
        draw, played = self.draw, self.played
        pack = min(self.packs, key=lambda pack: (min(played[one] for one in pack), draw.random()))
        rarest = sorted(pack, key=lambda one: (played[one], draw.random()))
        heroes = tuple(rarest[: draw.randint(1, SEATS_MOST)])
        played.update(heroes)
        self.seeker = QuestSeeker(self.game, heroes, opened(heroes, {}), str(draw.random()))

    def next(self, made: int) -> tuple[dict[str, Any], str]:
        """The beginning of a game, or a position in which much can happen."""
        while True:
            setup = self.seeker.setup()
            if (made % ROUND == 2) == (setup["start"] == STARTS[0]):
                return setup, ""


def _made(session: Session) -> QuestMachine:
    assert isinstance(session.game, QuestMachine)
    return session.game


def _quest(session: Session) -> Quest:
    return _made(session).quest
