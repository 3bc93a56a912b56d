"""The state of Dice Conquest: heroes with their health, seven dice, and cards in the places they can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicelaw.model.dice_conquest.components import (
    DICE,
    FIRST_CARD,
    MOST,
    SIDES,
    STARTING_HEALTH,
    Back,
    Cause,
    Place,
    Rolled,
)
from dicelaw.model.dice_conquest.content_tables import Content, KnownCards, OpenCards
from dicelaw.model.dice_conquest.language import Card, Hero
from dicelaw.model.dice_conquest.vocabulary import NAMES, TESTS
from dicelaw.model.effects.frames import Frame
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_most,
    count,
    negate,
    number,
    total,
    where,
)
from dicelaw.model.kernel.graph import seat_labels
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.seats import Seats
from dicelaw.model.kernel.state import Declaration

Open = tuple[int, int, int, int]
"""How many heroes, creatures, traps and further lines open content has."""


class Quest:
    """The fields of a game, and what the rules define over them."""

    def __init__(self, seats: int, content: Content | Open, names: Sequence[str] = ()) -> None:
        seat, card = tuple(names) or seat_labels(seats), ("none", *_card_ids(content))
        d = self.declaration = Declaration(DICE, seat, card)
        self.seats = range(seats)
        self.content: Content = OpenCards(d, *content) if isinstance(content, tuple) else content
        cards = self.content.cards
        self.cards = range(1, cards + 1)
        self.dice = range(len(SIDES))
        self.seat_names = Seats.made(seat, [0] * seats)
        """The seats by name, all on one side against the rules."""
        self.heroes = d.integer("heroes", 1, seats, "how many heroes play")
        self.hero = d.array(
            "hero", seats, 0, self.content.heroes, "the hero card", index=seat, labels=_hero_ids(self.content)
        )
        self.health = d.array("health", seats, 0, STARTING_HEALTH[1], "health", index=seat)
        self.guard = d.array(
            "guard", seats, 0, 9 * MOST, "points of damage that can be avoided", index=seat, open_above=True
        )
        self.passed = d.array("passed", seats, 0, 1, "whether the hero passed", index=seat)
        self.first = d.integer("first", 0, seats - 1, "the First Player", labels=seat)
        self.turn = d.integer("turn", 0, seats - 1, "the hero in turn", labels=seat)
        areas = ("available", "spent", *card[1:])
        self.at = d.array("die", len(SIDES), 0, 1 + cards, "where the die is", index=DICE, labels=areas)
        self.face = d.array("face", len(SIDES), 0, max(SIDES), "the number that the die shows", index=DICE)
        self.unrolled = d.array(
            "unrolled", len(SIDES), 0, 1, "whether the die is to be rolled", index=DICE, alike=True
        )
        self.rolled = d.choice_of("rolled", [one.name.lower() for one in Rolled], "what dice are rolled for")
        places = ("deck", "display", "gone", "box", *(f"with {name}" for name in seat))
        self.place = d.array("place", cards + 1, 0, 3 + seats, "where the card is", index=card, labels=places)
        self.order = d.array("order", cards + 1, 0, cards, "as the how-manyth the card was drawn", index=card)
        self.hurt = d.array(
            "hurt", cards + 1, 0, 9 * MOST, "damage without dice", index=card, open_above=True
        )
        self.drawn = d.integer("drawn", 0, cards, "how many cards were drawn")
        self.revealed = d.integer("revealed", 0, cards, "how many of them were revealed")
        self.to_draw = d.integer("to_draw", 0, 99, "how many creatures are to be drawn", open_above=True)
        self.fresh = d.integer("fresh", 0, cards, "how many creatures were drawn for this round")
        self.traps = d.integer("traps", 0, 4, "how many traps are still to be shuffled in")
        self.current = d.integer("current", 0, cards, "the card that is revealed or slain", labels=card)
        self.due = d.integer("due", 0, 99 * MOST, "damage still to be dealt", open_above=True)
        self.dealt_from = d.integer("dealt_from", 0, 99 * MOST, "the damage in all", open_above=True)
        self.to = d.integer("to", 0, seats - 1, "the hero who takes the next point", labels=seat)
        self.spread = d.flag("spread", "whether the damage is dealt to all heroes in turn")
        self.cause = d.choice_of("cause", [one.name.lower() for one in Cause], "what deals the damage")
        self.allotted = d.array(
            "allotted", seats, 0, 99 * MOST, "points allotted of this damage", index=seat, open_above=True
        )
        self.chosen = d.integer("chosen", 0, len(SIDES) - 1, "the chosen die", labels=DICE)
        self.target = d.integer("target", 0, cards, "the creature that it was placed on", labels=card)
        self.pending = d.flag("pending", "whether what the placement sets off is still to come")
        self.rerolls = d.integer("rerolls", 0, 1 + MOST, "rerolls of the chosen die")
        self.used_ability = d.flag("used_ability", "whether the hero ability was used in this turn")
        self.used_critical = d.choice_of(
            "used_critical", ("no", "yes", "slew"), "whether the Critical Hit was used in this turn"
        )
        self.pierced = d.integer("pierced", 0, len(SIDES), "the die that counts as a Critical Hit, from 1")
        self._use(d)
        self.doomed = d.integer("doomed", 0, cards, "the creature that an effect slays", labels=card)
        self.back = d.choice_of("back", [one.name.lower() for one in Back], "where play goes on")

    def _use(self, d: Declaration) -> None:
        """The fields of the program that is being used."""
        self.word = d.choice_of("word", NAMES, "what is being used")
        self.amount = d.integer("amount", 0, MOST, "how much of it is left")
        self.test = d.choice_of("test", TESTS, "under what condition it is done")
        self.bound = d.integer("bound", 0, MOST, "the number in that condition")
        self.next = d.integer("next", 0, self.content.lines, "the line that comes after it; 0 for none")
        self.frame = Frame(
            self.word, self.amount, self.test, self.bound, self.next, self.content.line, self.content.lines
        )
        self.by_item = d.flag("by_item", "whether a magic item is being used")

    def plays(self, seat: int) -> Expr:
        """Whether ``seat`` is taken."""
        return self.heroes >= seat + 1

    def next_seat(self, seat: Expr) -> Expr:
        """The seat clockwise of ``seat``."""
        return where(seat + 1 >= self.heroes, 0, at_most(seat + 1, len(self.seats) - 1))

    def starting_health(self) -> Expr:
        """The health that each hero starts with, and that none heals past."""
        return lookup("starting health", STARTING_HEALTH, self.heroes)

    def ability(self, seat: Expr | int) -> Expr:
        """The word of the ability of the hero in ``seat``."""
        return self.content.hero("ability", self.hero[seat])

    def ability_amount(self, seat: Expr | int) -> Expr:
        """The amount of that ability."""
        return self.content.hero("ability_amount", self.hero[seat])

    def on_card(self, die: int | Expr, card: int | Expr) -> Expr:
        """Whether ``die`` lies on ``card``."""
        return self.at[die] == number(card) + (FIRST_CARD - 1)

    def shown(self, card: int | Expr) -> Expr:
        """Whether ``card`` is in the display."""
        return self.place[card] == int(Place.DISPLAY)

    def damage_on(self, card: int | Expr) -> Expr:
        """The damage that ``card`` has suffered: its dice, and what was dealt without dice."""
        dice = (where(self.on_card(die, card), self.face[die], 0) for die in self.dice)
        return total([self.hurt[card], *dice])

    def is_slain(self, card: int | Expr) -> Expr:
        """Whether ``card`` is slain: by damage of its health at least, or exactly that where it says so."""
        health, suffered = self.content.card("health", card), self.damage_on(card)
        exact = self.content.card("exact", card) == 1
        return (self.doomed == card) | where(exact, suffered == health, suffered >= health)

    def any_shown(self, figure: str) -> Expr:
        """Whether a creature in the display has ``figure``."""
        return any_of(*(all_of(self.shown(c), self.content.card(figure, c) == 1) for c in self.cards))

    def reachable(self, card: int | Expr) -> Expr:
        """Whether no other creature has to be slain before ``card`` is attacked."""
        own = self.content.card("first", card) == 1
        return own | negate(self.any_shown("first"))

    def suits_parity(self, card: int | Expr, value: Expr) -> Expr:
        """Whether ``value`` is odd or even where ``card`` asks for it."""
        parity = self.content.card("parity", card)
        return (parity == 0) | where(parity == 1, value % 2 == 1, value % 2 == 0)

    def suits_limit(self, card: int | Expr, value: Expr) -> Expr:
        """Whether ``value`` is in the number limits of ``card``."""
        return all_of(self.content.card("least", card) <= value, value <= self.content.card("most", card))

    def suits_exact(self, card: int | Expr, value: Expr) -> Expr:
        """Whether ``value`` takes a ``card`` with an exact restriction to its health at most."""
        fits = self.damage_on(card) + value <= self.content.card("health", card)
        return (self.content.card("exact", card) == 0) | fits

    def accepts(self, card: int | Expr, value: Expr, *, over_exact: bool) -> Expr:
        """Whether a die that shows ``value`` may be placed on ``card``."""
        fits = TRUE if over_exact else self.suits_exact(card, value)
        limits = all_of(self.suits_parity(card, value), self.suits_limit(card, value), fits)
        return all_of(self.shown(card), self.reachable(card), limits)

    def remaining(self, card: int | Expr) -> Expr:
        """The health that ``card`` has left; below 0 where it suffered more."""
        return self.content.card("health", card) - self.damage_on(card)

    def creatures_left(self) -> Expr:
        """How many creatures are in the display."""
        return count(self.shown(card) for card in self.cards)

    def dice_at(self, place: int) -> Expr:
        """How many dice are in the area ``place``."""
        return count(self.at[die] == place for die in self.dice)

    def dice_placed(self) -> Expr:
        """How many dice lie on creatures."""
        return count(self.at[die] >= FIRST_CARD for die in self.dice)

    def in_deck(self, cards: Iterable[int] | None = None) -> Expr:
        """How many of ``cards``, by default of all, are in the deck."""
        return count(self.place[card] == int(Place.DECK) for card in cards or self.cards)

    def any_in_deck(self, cards: Iterable[int]) -> Expr:
        """Whether one of ``cards`` is in the deck."""
        return any_of(*(self.place[card] == int(Place.DECK) for card in cards))

    def fallen(self) -> Expr:
        """Whether the health of a hero is at the skull."""
        return any_of(*(all_of(self.plays(seat), self.health[seat] == 0) for seat in self.seats))


def _hero_ids(content: Content) -> tuple[str, ...]:
    heroes = content.hero_cards if isinstance(content, KnownCards) else ()
    return ("none", *_ids(heroes)) if heroes else ()


def _card_ids(content: Content | Open) -> tuple[str, ...]:
    if isinstance(content, KnownCards):
        return _ids(content.all_cards)
    assert isinstance(content, tuple)
    _, creatures, traps, _ = content
    lesser = [f"creature {number}" for number in range(1, creatures)]
    return (*lesser, "kalterstorm", *(f"trap {number}" for number in range(1, traps + 1)))


def _ids(cards: Sequence[Hero] | Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.id for card in cards)
