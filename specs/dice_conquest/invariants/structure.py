"""What is always so in a game, on which other proofs rest."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_conquest.components import (
    AVAILABLE,
    FIRST_CARD,
    SPENT,
    Back,
    Cause,
    Place,
    Rolled,
)
from dicelaw.model.dice_conquest.content_tables import OpenCards
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.effects.frames import NO_WORD
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, count, implies
from dicelaw.specs.bugs import dropping
from dicelaw.specs.property import AllOf, Always, Goal, Property

STRUCTURE = "play/structure"
BEFORE_ROUND = ("setup/*", "draw", "reveal", "reveal/*", "round")
"""The points before a round begins; damage that a Reveal deals comes there too."""
IN_REVEAL = ("reveal/effect", "reveal/target", "reveal/draws")
DAMAGE = ("damage", "damage/*")
ROUND = (
    "*", "!setup/*", "!draw", "!reveal", "!reveal/*", "!damage", "!damage/*", "!lost",
)  # fmt: skip
"""The points from the beginning of a round to its end, but for damage."""


def structure(made: QuestMachine) -> Property:
    """The shape of every state, for any content."""
    q = made.quest
    return Property(
        STRUCTURE,
        "Seats in play are the first ones, cards are where they can be, each drawn in its order, and no trap "
        "is in the display once it is resolved.",
        AllOf((*_content(q), *_seats(q), *_cards(q), *_traps(q), *_attack(q))),
        ("setup/display-left-to-right", "setup/spent-dice-area", "trap/reveals-left-to-right"),
        using=("dice/rolled-before-use", "play/pending"),
        goal=Goal("all cards were drawn", q.drawn == len(q.cards), "turn"),
        bug=dropping("intro/one-to-four-players", "setup/first-player"),
    )


def _content(q: Quest) -> Iterator[Always]:
    if isinstance(q.content, OpenCards):
        yield Always(q.content.possible())


def _seats(q: Quest) -> Iterator[Always]:
    yield Always(all_of(q.heroes > q.turn, q.heroes > q.first, q.heroes > q.to))
    complete = all_of(*(implies(q.plays(seat), q.hero[seat] >= 1) for seat in q.seats))
    yield Always(complete, ("*", "!setup/heroes"))
    waiting = all_of(*((q.turn <= seat) == (q.hero[seat] == 0) for seat in q.seats))
    yield Always(complete | waiting, "setup/heroes")


def _cards(q: Quest) -> Iterator[Always]:
    held, boss = int(Place.HELD), q.content.boss
    yield Always(q.place[0] == int(Place.GONE))
    for card in q.cards:
        waits = any_of(q.place[card] == int(Place.DECK), q.place[card] == int(Place.BOX))
        yield Always(waits == (q.order[card] == 0))
        yield Always(q.order[card] <= q.drawn)
        yield Always(implies(q.order[card] == 0, q.hurt[card] == 0))
        yield Always(implies(q.order[card] > q.revealed, q.shown(card)))
        yield Always(implies(q.place[card] >= held, q.place[card] < q.heroes + held))
        yield Always(implies(q.place[card] >= held, q.content.card("item", card) != NO_WORD))
        if card < boss:
            yield Always(q.place[card] != int(Place.BOX))
        elif card > boss:
            yield Always(q.place[card] < held)
        else:
            places = (Place.DECK, Place.DISPLAY)
            yield Always(any_of(*(q.place[card] == int(place) for place in places)))
            yield Always(q.place[card] == int(Place.DECK), "setup/*")
    yield Always(q.drawn == 0, "setup/*")
    yield Always(q.drawn == count(q.order[card] >= 1 for card in q.cards))
    for number in q.cards:
        yield Always(implies(q.drawn >= number, any_of(*(q.order[card] == number for card in q.cards))))
    yield Always(q.revealed <= q.drawn)
    yield Always(q.revealed == q.drawn, ROUND)


def _traps(q: Quest) -> Iterator[Always]:
    """A trap is in the display until it is resolved."""
    traps = [card for card in q.cards if card > q.content.boss]
    boxed = count(q.place[card] == int(Place.BOX) for card in traps)
    yield Always(q.traps <= boxed, "setup/*")
    for card in traps:
        yield Always(q.place[card] == int(Place.BOX), ("setup/*", "!setup/shuffle"))
        later = q.order[card] > q.revealed
        yield Always(implies(q.shown(card), later), ("draw", "reveal"))
        yield Always(implies(q.shown(card), later | (q.current == card)), IN_REVEAL)
        revealing = q.cause == int(Cause.REVEAL)
        yield Always(implies(q.shown(card) & revealing, later | (q.current == card)), DAMAGE)
        yield Always(implies(q.shown(card), revealing), DAMAGE)
        yield Always(~q.shown(card), ("setup/*", *ROUND))


def _attack(q: Quest) -> Iterator[Always]:
    revealing = q.cause == int(Cause.REVEAL)
    yield Always(implies(~revealing, q.revealed == q.drawn), DAMAGE)
    last = all_of(q.current >= 1, q.shown(q.current), q.order[q.current] == q.revealed)
    yield Always(last, IN_REVEAL)
    yield Always(implies(revealing, last), DAMAGE)
    yield Always(q.at[q.chosen] == AVAILABLE, "attack")
    attacking = q.back == int(Back.ATTACK)
    yield Always(implies(attacking, q.at[q.chosen] == AVAILABLE), ("judge", "judge/*", "effect", "effect/*"))
    idle = q.word == NO_WORD
    yield Always(idle, ("*", "!effect", "!judge", "!judge/*", "!roll", "!won"))
    yield Always(~idle, "effect")
    yield Always(idle == (q.rolled != int(Rolled.EFFECT)), "roll")
    yield Always(idle | all_of(q.back != int(Back.DICE), q.pending == 0), ("judge", "judge/gift"))
    yield Always(q.due >= 1, "damage/answer")
    yield Always(q.back == int(Back.AFTER), ("attack/placed", "after"))
    yield Always(q.back == int(Back.TURN), ("turn", "round/check"))
    yield Always((q.back == int(Back.TURN)) | (q.rolled != int(Rolled.ROUND)), "roll")
    ending, judged = q.cause == int(Cause.ROUND), ("judge", "judge/gift")
    yield Always(ending, "round-end/dice")
    in_turn = q.back != int(Back.DICE)
    yield Always(in_turn, ("effect", "attack"))
    yield Always(in_turn | (q.rolled == int(Rolled.ROUND)), "roll")
    yield Always(ending == (q.back == int(Back.DICE)), judged)
    yield Always(implies(q.pending == 1, q.back == int(Back.AFTER)), judged)
    yield Always(
        ~ending, ("*", "!round-end/dice", "!judge", "!judge/gift", "!damage", "!damage/*", "!lost", "!won")
    )
    yield Always(implies(q.cause == int(Cause.STING), q.back == int(Back.AFTER)), DAMAGE)
    by_effect = q.rolled == int(Rolled.EFFECT)
    yield Always(implies(by_effect & attacking, q.at[q.chosen] == AVAILABLE), "roll")
    yield Always(implies(q.rolled == int(Rolled.ATTACK), q.at[q.chosen] == AVAILABLE), "roll")
    yield Always(q.current == 0, ("*", "!reveal/*", "!reveal", "!draw", "!damage*", "!judge/gift", "!lost"))
    yield Always(implies(~revealing, q.current == 0), DAMAGE)
    yield Always(all_of(q.current >= 1, q.current < q.content.boss, q.shown(q.current)), "judge/gift")
    yield Always(q.content.card("item", q.current) != NO_WORD, "judge/gift")
    yield Always(all_of(*(q.at[die] == AVAILABLE for die in q.dice)), "setup/*")
    for die in q.dice:
        yield Always(q.at[die] < q.content.boss + FIRST_CARD)
        yield Always(implies(q.unrolled[die] == 1, q.at[die] == AVAILABLE), "roll")
    yield Always(q.target <= q.content.boss)
    yield Always(q.doomed <= q.content.boss)


def no_die_spent(q: Quest) -> Expr:
    """Whether no die is in the Spent Dice area."""
    return q.dice_at(SPENT) == 0
