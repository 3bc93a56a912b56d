"""Properties of cards that are told apart: just the card that is drawn, sold, played or discarded moves.

A table of steps, read from the rules; they are proved of a duel of two of our heroes, as open content has no
cards by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import DECK, DISCARD, HAND, IN_PLAY
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, implies, where
from dicelaw.model.kernel.state import ArrayField
from dicelaw.specs.bugs import Bug, rewriting
from dicelaw.specs.dice_throne.invariants.moving import SELLING, UPGRADING, all_but
from dicelaw.specs.patterns import Pattern
from dicelaw.specs.property import Chosen, EachStep, Goal, Property, Unchanged, after

CARDS = "cards"
"""The machine whose cards are told apart."""
CARD, ACTION = Chosen("card"), Chosen("action")
PLAYING = ("*/act", "*/play")
FROM_DECK, THROWN = ("draw/card",), ("resolve/discard/card",)


@dataclass(frozen=True)
class Move:
    """A row: by which steps which card goes from where to where; other cards stay where they are."""

    id: str
    says: str
    along: Pattern
    which: Callable[[int], Expr]
    """Whether the card at this place of the zones is the one."""
    begins: int | None
    """Where it is before, if that is said."""
    ends: int
    cites: tuple[str, ...]
    given: Expr = TRUE


def named_card_properties(made: DuelMachine) -> list[Property]:
    """What is said of cards by name; nothing where they are not told apart."""
    zone = made.duel.zone
    if zone is None:
        return []
    moves = _moves(made, zone)
    steps = tuple(one for move in moves for one in move.along)
    return [*(_property(move, zone) for move in moves), _new_deck(made, zone), _stay(zone, steps)]


def _moves(made: DuelMachine, zone: ArrayField) -> list[Move]:
    d = made.duel

    def of(seat: Expr) -> Callable[[int], Expr]:
        return lambda place: all_of(seat == place // d.deck, place % d.deck == CARD)

    return [
        Move("drawn", "A drawn card goes from the deck of who draws to the hand.", FROM_DECK, of(d.drawing),
             DECK, HAND, ("income/draw-card",)),
        Move("sold", "A card that is sold goes from hand to discard pile.", SELLING, of(d.turn), HAND,
             DISCARD, ("cards/sell-to-own-discard",)),
        Move("discarded", "A card that is discarded goes from hand to discard pile.", THROWN, of(d.drawing),
             HAND, DISCARD, ("cards/lost-card-unusable",)),
        Move("upgrade", "The card of an upgrade goes from hand to the board.", UPGRADING, of(d.turn), HAND,
             IN_PLAY, ("main/upgrade-card-procedure",)),
        Move("played", "A card that is played comes out of a hand.", PLAYING,
             lambda place: all_of(place == ACTION), HAND, IN_PLAY, ("main/action-card-procedure",)),
        Move("done", "A card that was played goes to the discard pile.", ("resolve/end/action",),
             lambda place: d.played[d.top] == place + 1, None, DISCARD, ("cards/action-single-use",),
             d.played[d.top] <= len(zone)),
    ]  # fmt: skip


def _property(move: Move, zone: ArrayField) -> Property:
    said = []
    for place, cell in enumerate(zone):
        one = move.which(place)
        there = all_of() if move.begins is None else implies(one, cell == move.begins)
        said.append(all_of(there, after(cell) == where(one, move.ends, cell)))
    return Property(
        f"cards/by-name/{move.id}",
        f"{move.says} No other card moves.",
        EachStep(all_of(*said), move.given, move.along),
        move.cites,
        goal=_met(zone, move.ends),
        bug=_lost(zone, move.along),
        machine=CARDS,
    )


def _met(zone: ArrayField, there: int) -> Goal:
    return Goal("a card is where it goes", any_of(*(cell == there for cell in zone)))


def _lost(zone: ArrayField, along: Pattern) -> Bug:
    return rewriting(along, zone[0], lambda _: where(zone[0] == DECK, DISCARD, DECK), "another card moves")


def _new_deck(made: DuelMachine, zone: ArrayField) -> Property:
    d = made.duel
    said = [
        after(cell) == where(all_of(d.drawing == place // d.deck, cell == DISCARD), DECK, cell)
        for place, cell in enumerate(zone)
    ]
    return Property(
        "cards/by-name/new-deck",
        "Just the cards in the discard pile of who draws become the new deck.",
        EachStep(all_of(*said), along="draw/reshuffle"),
        ("cards/draw-empty-deck",),
        goal=_met(zone, DISCARD),
        bug=_lost(zone, "draw/reshuffle"),
        machine=CARDS,
    )


def _stay(zone: ArrayField, steps: tuple[str, ...]) -> Property:
    moving = (*steps, "draw/reshuffle", "answer/carry-out", "answer/lost", "resolve/*/pick")
    return Property(
        "cards/by-name/stay",
        "No other step moves any card.",
        Unchanged((*zone,), along=all_but(*moving)),
        ("cards/action-single-use",),
        goal=_met(zone, HAND),
        bug=_lost(zone, "turn-end/pass/turn"),
        machine=CARDS,
    )
