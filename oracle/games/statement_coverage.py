"""What the documents of a game state, what carries each statement, and which no vector tells alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from dicelaw.oracle.games.games import GAMES, known_game
from dicelaw.oracle.games.ports import Carried, port

if TYPE_CHECKING:
    from dicelaw.specs.rulings import Case
    from dicelaw.specs.statements import Statement

CARRIED = ("modelled", "open")
"""The statuses of statements that something carries."""
FEW = 3


def stated(game: str) -> tuple[list[Statement], Carried]:
    """The statements about ``game``, and what carries them. Raises UserError for an unknown game."""
    return statements(game), port(known_game(game).name).carried(game)


def statements(game: str) -> list[Statement]:
    """The statements about ``game``. Raises UserError for an unknown game."""
    from dicelaw.specs.statements import load, names_edition

    known = known_game(game)
    found = load(game)
    editions = [one.edition for one in GAMES.values() if one.family == known.family and one.edition]
    if not editions:
        return [*found]
    return [one for one in found if names_edition(one.source, known.edition, editions)]


def examples_of(game: str, rule: str) -> list[Case]:
    """The examples and the rulings about ``game`` that cite ``rule``."""
    from dicelaw.oracle.games.description import description

    about = description(game).rulings().about(rule)
    return [one for one in about if any(expected.game == game for expected in one.expected)]


def untold(
    game: str, told: Collection[str], taken: Collection[str], known: Collection[str]
) -> dict[str, str]:
    """Each rule of ``game`` that something carries and none of ``told`` is, with the reason.

    ``told`` are the rules of vectors that an engine fails because it breaks them; ``taken`` the transitions
    that are taken in vectors, of those ``known``.
    """
    said, found = stated(game)
    return {
        one.id: _reason(found.carriers.get(one.id, ()), taken, known)
        for one in said
        if one.status in CARRIED and one.id not in told
    }


def _reason(carriers: Collection[str], taken: Collection[str], known: Collection[str]) -> str:
    """Why no vector is about what ``carriers`` carry alone."""
    steps = [one for one in carriers if one in known]
    shown = [one for one in steps if one in taken]
    if shown:
        return f"its steps are in vectors about other rules, which fail too: {_few(shown)}"
    if steps:
        return f"no vector takes its steps: {_few(steps)}"
    kinds: Mapping[str, str] = {
        "team/": "it is about teams, which are checked before play",
        "card/": "it is said of cards by themselves",
        "property/": "it says something of all plays, which is proved",
        "": "content carries it, and vectors about that are not named by rules",
    }
    kind = next(kind for kind in kinds if not carriers or any(one.startswith(kind) for one in carriers))
    return f"{kinds[kind]}: {_few([one for one in carriers if one.startswith(kind)])}"


def _few(names: Collection[str]) -> str:
    several = sorted(names)
    more = len(several) - FEW
    return ", ".join(several[:FEW]) + (f" and {more} more" if more > 0 else "")
