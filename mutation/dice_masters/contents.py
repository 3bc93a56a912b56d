"""Mutants of the cards of Dice Masters, and the games in which they are judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.machine import game as table_game
from dicelaw.mutation.dice_masters.arena import TableArena
from dicelaw.mutation.dice_masters.card_mutants import card_mutants, cards_of, with_cards
from dicelaw.oracle.dice_masters.opening import default_teams, open_table, table_pack, teams_called
from dicelaw.oracle.dice_masters.view import view_of
from dicelaw.oracle.files.stage import stage_of
from dicelaw.oracle.games.games import known_game

if TYPE_CHECKING:
    from dicelaw.mutation.content_mutant import ContentMutant
    from dicelaw.oracle.files.vectors import Record
    from dicelaw.oracle.games.session import Session

Key = tuple[Any, ...]
"""What makes the machine of a record: its teams and its answers."""


class TableContents:
    """See ``Contents``: cards, in ``game``."""

    def __init__(self, game: str) -> None:
        self.game = game

    def mutants(self) -> list[ContentMutant]:
        """See ``Contents``: of the cards that some teams have."""
        played = {card for teams in table_pack().teams.values() for card in cards_of(teams)}
        return [one for one in card_mutants(table_pack()) if one.owner in played]

    def key(self, setup: Mapping[str, Any]) -> Key:
        """See ``Contents``."""
        return setup.get("teams", default_teams(self.game)), tuple(sorted(setup.get("readings", {}).items()))

    def homes(self, records: Sequence[Record]) -> Mapping[str, Collection[Key]]:
        """See ``Contents``: the teams that have the card."""
        keys: dict[str, set[Key]] = defaultdict(set)
        for key in {self.key(one.setup) for one in records}:
            for card in _cards_in(key[0]):
                keys[card].add(key)
        return {mutant.id: keys[mutant.owner] for mutant in self.mutants()}

    def first(self, _mutant: ContentMutant) -> str:
        """See ``Contents``: no vectors are about one card."""
        return ""

    def home(self, mutant: ContentMutant) -> tuple[str, ...]:
        """See ``Contents``."""
        teams = table_pack().teams.values()
        return (next(one.id for one in teams if mutant.owner in cards_of(one)),)

    def usual(self, key: Key) -> bool:
        """See ``Contents``."""
        return not key[1]

    def has(self, key: Key, mutant: ContentMutant) -> bool:
        """See ``Contents``: a card may be in the teams."""
        return mutant.owner in _cards_in(key[0])

    def rebuilt(self, mutant: ContentMutant, session: Session) -> TableMachine:
        """See ``Contents``."""
        assert isinstance(session.game, TableMachine)
        teams = with_cards(session.game.teams, mutant.planted(table_pack()))
        return table_game(teams, known_game(self.game).edition, session.machine.readings)

    def arena(self, setup: Mapping[str, Any]) -> TableArena:
        """See ``Contents``."""
        teams, answers = self.key(setup)
        usual = stage_of(open_table(self.game, teams, dict(answers)))
        return TableArena(table_pack(), teams, known_game(self.game).edition, usual, view_of)

    def proofs(self, between: tuple[str, ...]) -> TableProofs:
        """See ``Contents``."""
        return TableProofs(self.game, *between)


def _cards_in(teams: str) -> set[str]:
    """The ids of the cards that are played in ``teams``: a pair of ours, or one told by its cards."""
    found = teams_called(teams, None)
    assert found is not None
    return cards_of(found)


class TableProofs:
    """Proofs that mutants of cards change nothing in the games of ``teams``."""

    def __init__(self, game: str, teams: str) -> None:
        self.game, self.teams = game, teams

    @cached_property
    def _arena(self) -> TableArena:
        return TableContents(self.game).arena({"teams": self.teams})

    def proved(self, mutant: ContentMutant) -> bool:
        """Whether no figure that the game reads is other than it was.

        Mistakes that are not in the figures of these teams are not looked at: of them nothing is proved.
        """
        return self._arena.patch(mutant) == {}
