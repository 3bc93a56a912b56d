"""Checking cards and teams of the user's own: what is proved of a table with each card, and random games.

The table is that of the properties about few dice and any cards, with a die of the card on it: figures and
programs are open, so that a proof holds whatever the card is changed to in these; what else is on it, as a
bonus, is as it says, but for its token, which is left out. Random games are of the cards as they are. That
they come upon nothing proves nothing, so the verdict is then ``unknown``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.checker.verify.games_row import games_row
from dicelaw.checker.verify.proof_session import Plan, ProofSession
from dicelaw.model.dice_masters.cards.cards import Card, Pack, Teams
from dicelaw.model.dice_masters.loader import load_folder, load_pack
from dicelaw.model.dice_masters.machine import beside, game, open_game
from dicelaw.specs.dice_masters.plan import DEMO_TEAMS
from dicelaw.specs.dice_masters.properties.properties import OPEN, of_game
from dicelaw.specs.property import Property

TABLES: tuple[str, ...] = ()
"""Nothing is found of all content at once."""
DICE = 2
"""How many dice of a card each player has in random games."""
PLAYS = "plays"
"""What the row about random games is called."""


def entries(content: Path) -> tuple[str, ...]:
    """The ids of the cards and of the teams in the folder ``content``."""
    ours, both = load_pack(), load_folder(content)
    cards = [id for id in both.cards if id not in ours.cards]
    return (*cards, *(id for id in both.teams if id not in (*ours.teams, *cards)))


def rows_of(entry: str, stated: Sequence[Property]) -> tuple[str, ...]:
    """The ids of all that is found of the card ``entry``, where ``stated`` is what holds of any cards."""
    return (*(_row(entry, one.id) for one in stated if one.machine == OPEN), _row(entry, PLAYS))


def of_tables(_content: Path | None) -> list[ContentRow]:
    """Nothing: what is found is found of each card and of each pair of teams."""
    return []


def of_entry(name: str, content: Path, entry: str, known: Known) -> list[ContentRow]:
    """What is found of ``entry``, a card or teams of the folder ``content``, under the rules of ``name``.

    What is proved of a table with the card does not hang on its figures, so it is ``known`` when they change.
    """
    pack, edition = load_folder(content), name.partition("@")[2]
    if entry not in pack.cards:
        return [plays(name, entry, [pack.teams[entry]])]
    card = pack.cards[entry]
    return [*proofs(name, card, known), plays(name, entry, _games(pack, card, edition))]


def proofs(name: str, card: Card, known: Known) -> Iterator[ContentRow]:
    """The verdicts on what holds of few dice and any cards, on a table with a die of ``card``."""
    edition = name.partition("@")[2]
    teams, steps = beside(card)
    table = open_game(edition, teams=teams, steps=steps)
    stated = [one for one in of_game(table) if one.machine == OPEN]
    session = ProofSession(Plan(name, stated, {OPEN: table.machine}, lambda made, _: made.start), known)
    begin = time.perf_counter()
    session.screen(stated)
    shared = (time.perf_counter() - begin) / len(stated)
    for one in stated:
        begin = time.perf_counter()
        verdict = session.verdict(one)
        seconds = shared + time.perf_counter() - begin
        yield ContentRow(name, _row(card.id, one.id), one.says, verdict, seconds, cites=one.cites)


def plays(name: str, entry: str, every: Sequence[Teams]) -> ContentRow:
    """What random games between each of ``every`` teams come upon: a fault, or nothing."""
    made = [game(teams, name.partition("@")[2]) for teams in every]
    return games_row(name, _row(entry, PLAYS), [(one.machine, of_game(one)) for one in made])


def _games(pack: Pack, card: Card, edition: str) -> list[Teams]:
    """The games of ``card``: against itself, and against a team of the demo; or with it in the centre."""
    demo = pack.teams[DEMO_TEAMS[edition]]
    if card.basic:
        return [replace(demo, id=f"{card.id} in the centre", basics=(card,))]
    own = ((card, min(card.maximum, DICE)),)
    return [
        replace(demo, name=f"{card.id} against itself", seats=(own, own)),
        replace(demo, name=f"{card.id} against {demo.name}", seats=(own, demo.seats[1])),
    ]


def _row(entry: str, id: str) -> str:
    return f"content/{entry}/{id}"
