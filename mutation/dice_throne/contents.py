"""Mutants of the content of Dice Throne, and the games in which they are judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from dicelaw.checker.dice_throne.coverage import Looks
from dicelaw.checker.dice_throne.own_content import COVERED, FORWARD, not_forward
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.machine import DuelMachine, duel
from dicelaw.model.dice_throne.modes import DUEL
from dicelaw.model.dice_throne.tables.several import settled_hero, settled_status
from dicelaw.mutation.content_mutant import ContentMutant
from dicelaw.mutation.dice_throne.arena import DuelArena
from dicelaw.mutation.dice_throne.content_mutants import content_mutants
from dicelaw.oracle.dice_throne.opening import GAME, duel_of, known_statuses, open_game, pack_of
from dicelaw.oracle.dice_throne.recorded import DUELS, PLAYED
from dicelaw.oracle.dice_throne.scenario import STARTS
from dicelaw.oracle.dice_throne.view import view_of
from dicelaw.oracle.files.stage import session_of, stage_of

if TYPE_CHECKING:
    from dicelaw.mutation.dice_throne.content_equivalence import ContentProofs
    from dicelaw.oracle.files.vectors import Record
    from dicelaw.oracle.games.session import Session

CONTENT = f"vector/{GAME}/content/"
EDITION = "later"
Key = tuple[Any, ...]
"""What makes the machine of a record: its heroes, answers, printing, and status effects of other heroes."""


def about(mutant: ContentMutant) -> str:
    """How the ids of the vectors about what is mistaken begin."""
    return f"{CONTENT}{mutant.owner}/{mutant.entry}/"


def key_of(setup: Mapping[str, Any]) -> Key:
    """What the machine of a record with ``setup`` is made of."""
    heroes = tuple(player["hero"] for player in setup["players"])
    edition = setup.get("edition", EDITION)
    own = known_statuses(heroes, edition)
    further = {name for player in setup["players"] for name in player.get("tokens", ()) if name not in own}
    readings, mode = tuple(sorted(setup.get("readings", {}).items())), setup.get("mode", "")
    return heroes, readings, edition, tuple(sorted(further)), mode


def home(mutant: ContentMutant) -> tuple[str, str]:
    """The first duel of recorded vectors that knows what ``mutant`` is about."""
    root, name = mutant.places[0][:2]
    if root == "statuses":
        status = pack_of(EDITION).statuses[int(name)].id
        return next((duel for duel in DUELS if status in known_statuses(duel, EDITION)), DUELS[0])
    return next((duel for duel in DUELS if root == "heroes" and name in duel), DUELS[0])


def pack_in(mode: str) -> Pack:
    """Our content as it is in ``mode``: among several, what it does among them and nothing else."""
    pack = pack_of(EDITION)
    if not mode:
        return pack
    heroes = {id: settled_hero(hero, several=True) for id, hero in pack.heroes.items()}
    statuses = tuple(settled_status(status, several=True) for status in pack.statuses)
    return replace(pack, heroes=heroes, statuses=statuses)


def arena_of(opened: DuelMachine, heroes: tuple[str, ...], mode: str) -> DuelArena:
    """The game ``opened`` of ``heroes`` in ``mode``, with tables that can be replaced."""
    played = opened.rules.mode
    return DuelArena(pack_in(mode), heroes, stage_of(opened), view_of, opened.duel.statuses, played)


def proofs_of(heroes: tuple[str, ...], mode: str = "") -> ContentProofs:
    """Proofs about mutants of content in the game of ``heroes``."""
    from dicelaw.mutation.dice_throne.content_equivalence import ContentProofs

    return ContentProofs(arena_of(open_game(heroes, mode=mode or DUEL.id), heroes, mode), STARTS)


@cache
def _looks() -> Looks:
    return Looks(pack_of(EDITION))


def noticed(mutant: ContentMutant) -> str:
    """The row of `dicelaw verify` about content that no longer holds with ``mutant``, if any.

    What is proved holds for any content that open content can be, so only what that cannot be is noticed.
    """
    pack = mutant.planted(pack_of(EDITION))
    if next(_looks().news(pack), ""):
        return COVERED
    return FORWARD if not_forward(pack) else ""


class DuelContents:
    """See ``Contents``: heroes, common cards, status effects and companions, as they are in ``mode``."""

    def __init__(self, mode: str = "") -> None:
        self._mode = mode

    def mutants(self) -> list[ContentMutant]:
        """See ``Contents``."""
        return content_mutants(pack_in(self._mode))

    def key(self, setup: Mapping[str, Any]) -> Key:
        """See ``Contents``."""
        return key_of(setup)

    def homes(self, records: Sequence[Record]) -> Mapping[str, Collection[Key]]:
        """See ``Contents``: the duels with vectors about an entry; in a mode games that may have it."""
        if self._mode:
            every = {key_of(one.setup) for one in records}
            played = {key for key in every if self.usual(key) and key[0] in PLAYED[self._mode] and not key[3]}
            return {mutant.id: {key for key in played if self.has(key, mutant)} for mutant in self.mutants()}
        keys: dict[str, set[Key]] = defaultdict(set)
        for one in records:
            if one.id.startswith(CONTENT):
                keys[f"{one.id.rpartition('/')[0]}/"].add(key_of(one.setup))
        return {mutant.id: keys.get(about(mutant), set()) for mutant in self.mutants()}

    def first(self, mutant: ContentMutant) -> str:
        """See ``Contents``."""
        return about(mutant)

    def home(self, mutant: ContentMutant) -> tuple[str, ...]:
        """See ``Contents``."""
        return home(mutant) if not self._mode else PLAYED[self._mode][0]

    def usual(self, key: Key) -> bool:
        """See ``Contents``."""
        return key[1:3] == ((), EDITION)

    def has(self, key: Key, mutant: ContentMutant) -> bool:
        """See ``Contents``: what is of no hero may be in any duel."""
        if self._mode and key[4] != self._mode:
            return False
        return mutant.owner not in pack_of(EDITION).heroes or mutant.owner in key[0]

    def rebuilt(self, mutant: ContentMutant, session: Session) -> DuelMachine:
        """See ``Contents``."""
        opened, pack = duel_of(session), mutant.planted(pack_in(self._mode))
        known = {status.id for status in pack.statuses}  # those of two of one hero are not among them
        also = [status.id for status in opened.duel.statuses[1:] if status.id in known]
        return duel(pack, session.heroes, opened.machine.readings, also=also, mode=opened.rules.mode)

    def arena(self, setup: Mapping[str, Any]) -> DuelArena:
        """See ``Contents``."""
        return arena_of(duel_of(session_of(setup)), key_of(setup)[0], self._mode)

    def proofs(self, between: tuple[str, ...]) -> ContentProofs:
        """See ``Contents``."""
        return proofs_of(between, self._mode)
