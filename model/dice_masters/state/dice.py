"""The dice that teams play with: of which cards, whose at first, and what each is called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from dicelaw.model.dice_masters.cards.card_names import plain_name
from dicelaw.model.dice_masters.cards.cards import ICONS, TOKENS, Card, Face, Global, Teams, sidekick_faces
from dicelaw.model.dice_masters.cards.interrupts import Interrupt
from dicelaw.model.dice_masters.cards.price_changes import PriceChange


@dataclass(frozen=True)
class Kind:
    """Dice of one card as the teams have them: the seat whose card it is, None for what both may buy."""

    name: str
    seat: int | None
    faces: tuple[Face, ...]
    card: Card | None = None
    maker: int = 0
    """The number of the kind whose card fields these, if they are tokens; else 0."""

    @property
    def acts(self) -> bool:
        """Whether these are action dice."""
        return any(face.action for face in self.faces)

    @property
    def basic(self) -> bool:
        """Whether these are the dice of a Basic Action Card."""
        return self.card is not None and self.card.basic


@dataclass(frozen=True)
class Set:
    """All dice of a game: the ``kinds``, and the kind, first owner and name of each die.

    Dice of one kind and first owner are neighbours.
    """

    kinds: tuple[Kind, ...]
    dice: tuple[int, ...]
    owners: tuple[int, ...]
    names: tuple[str, ...]
    globals: tuple[Global, ...]

    def alike(self, die: int) -> bool:
        """Whether the die before ``die`` is of the same kind and first owner."""
        same = die > 0 and self.dice[die] == self.dice[die - 1]
        return same and self.owners[die] == self.owners[die - 1]

    @cached_property
    def first_levels(self) -> tuple[int, ...]:
        """The face of each kind that shows its character at level 1; 0 where none does."""
        rows = [kind.faces for kind in self.kinds]
        return tuple(next((at for at, face in enumerate(row, 1) if face.level == 1), 0) for row in rows)

    @property
    def interrupts(self) -> list[tuple[int, Interrupt]]:
        """What cards do to damage on its way, with the kind of each."""
        return [(at, one) for at, kind in enumerate(self.kinds) if kind.card for one in kind.card.interrupts]

    @property
    def price_changes(self) -> list[tuple[int, PriceChange]]:
        """What cards do to prices, with the kind of each."""
        return [(at, one) for at, kind in enumerate(self.kinds) if kind.card for one in kind.card.prices]

    @property
    def affiliations(self) -> list[str]:
        """Every affiliation of a card, in alphabetical order."""
        listed = {one for kind in self.kinds if kind.card for one in kind.card.affiliations}
        return sorted(listed - ICONS)

    def affiliated(self, affiliation: str) -> list[int]:
        """The kinds with ``affiliation``, or with that name."""
        return [
            at
            for at, one in enumerate(self.kinds)
            if one.card and affiliation in (*one.card.affiliations, plain_name(one.name).replace(" ", "-"))
        ]


def dice_of(teams: Teams, starting: str) -> Set:
    """The dice that ``teams`` play with; starting dice are called ``starting``."""
    kinds = [Kind(starting, None, sidekick_faces())]
    dice, owners, names = [], [], []
    for seat in range(2):
        dice += [0] * teams.sidekicks
        owners += [seat] * teams.sidekicks
        names += [f"{seat + 1}/{starting}/{place}" for place in range(1, teams.sidekicks + 1)]
    both = [(card, count, seat) for seat, row in enumerate(teams.seats) for card, count in row]
    ids = [one.id for card, _, _ in both for one in (card, card.token) if one]
    for card, count, seat in both:
        kinds.append(Kind(card.name, seat, card.faces, card))
        dice += [len(kinds) - 1] * count
        owners += [seat] * count
        prefix = f"{seat + 1}/" if ids.count(card.id) > 1 else ""
        names += [f"{prefix}{card.id}/{place}" for place in range(1, count + 1)]
    for maker, (card, _, seat) in enumerate(both, 1):
        if card.token is not None:
            kinds.append(Kind(card.token.name, seat, card.token.faces, card.token, maker))
            dice += [len(kinds) - 1] * TOKENS
            owners += [seat] * TOKENS
            prefix = f"{seat + 1}/" if ids.count(card.token.id) > 1 else ""
            names += [f"{prefix}{card.token.id}/{place}" for place in range(1, TOKENS + 1)]
    for card in teams.basics:
        kinds.append(Kind(card.name, None, card.faces, card))
        dice += [len(kinds) - 1] * card.maximum
        owners += [0] * card.maximum
        names += [f"{card.id}/{place}" for place in range(1, card.maximum + 1)]
    abilities: list[Global] = []
    for kind in kinds:
        twice = kind.card is not None and ids.count(kind.card.id) > 1
        prefix = f"{(kind.seat or 0) + 1}/" if twice else ""
        abilities += [replace(one, id=prefix + one.id) for one in (kind.card.globals if kind.card else ())]
    return Set(
        tuple(kinds),
        tuple(dice),
        tuple(owners),
        tuple(names),
        tuple(abilities),
    )
