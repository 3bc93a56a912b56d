"""What is wrong with names in content of Dice Masters: used twice, or nearly those of what there is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from dicelaw.model.content.document import Document, Path
from dicelaw.model.dice_masters.cards.card_names import plain_name
from dicelaw.model.dice_masters.cards.cards import OPPOSED, TAKEN, Card
from dicelaw.model.foreign.shown import quoted

Placed = Sequence[tuple[Document, Path, Card]]
"""Cards with where each of them stands."""
NEAR = 0.8
"""How alike a name has to be to one that there is to be taken for that, misspelt; 1 is equal."""
_LISTED = re.compile(r"[a-z-]+")
"""What lines can name."""


def tell_names(placed: Placed) -> None:
    """Note the Globals that have the id of another, and affiliations that are misspelt or cannot be named."""
    globals_: dict[str, str] = {}
    listed = {one for _, _, card in placed for one in card.affiliations}
    known = sorted(listed | {plain_name(card.name).replace(" ", "-") for _, _, card in placed})
    for document, path, card in placed:
        for place, one in enumerate(card.globals):
            if one.id in globals_:
                says = f"the Global {quoted(one.id)} is there already, on {globals_[one.id]}"
                document.wrong((*path, "globals", place, "id"), f"{says}; allowed: any other id")
            globals_.setdefault(one.id, card.id)
        for place, name in enumerate(card.affiliations):
            if not _LISTED.fullmatch(name):
                says = "allowed: lower-case words joined by hyphens, as lines name it"
                document.wrong((*path, "affiliations", place), f"{quoted(name)} is not allowed; {says}")
        for name in dict.fromkeys(_named(card)):
            near = [] if name in known else get_close_matches(name, known, n=1, cutoff=NEAR)
            if near:
                says = f"no card has the affiliation or the name {quoted(name)}"
                document.wrong(path, f"{says}; did you mean {quoted(near[0])}?")


def _named(card: Card) -> Iterator[str]:
    """The affiliations, and cards by their names, that ``card`` speaks of."""
    programs = [*card.programs.values(), *(one.program for one in card.globals)]
    yield from (step.per for program in programs for step in program if step.per not in (TAKEN, OPPOSED))
    yield from (name for one in card.bonuses for name in (one.per, one.of))
    yield from (name for one in card.prices for name in (one.per, one.of))
    yield from (card.gate, *card.only.values())


def tell_dice(document: Document, path: Path, row: Mapping[str, int], cards: Mapping[str, Card]) -> None:
    """Note where ``row`` has a number of dice that a team cannot have of a card."""
    for name, dice in row.items():
        most = cards[name].maximum
        if not 1 <= dice <= most:
            document.wrong(
                (*path, name), f"{dice} dice of {quoted(name)} are not allowed; allowed: 1 to {most}"
            )
