"""Kills of mutants of cards by plays of Dice Masters: see :mod:`dicelaw.mutation.content_kill_check`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dicelaw.checker.walks.observed_play import Stage, View
from dicelaw.model.content.look import Key, OpenTables
from dicelaw.model.dice_masters.cards.cards import Pack
from dicelaw.model.dice_masters.editions import STARTING_DICE
from dicelaw.model.dice_masters.machine import TableMachine, game
from dicelaw.model.dice_masters.state.dice import dice_of
from dicelaw.model.dice_masters.state.figures import Figures
from dicelaw.model.kernel.machine import Machine
from dicelaw.mutation.content_kill_check import Altered, Arena, Patch, Shown, Teller
from dicelaw.mutation.content_mutant import ContentMutant
from dicelaw.mutation.dice_masters.card_mutants import with_cards
from dicelaw.mutation.kills.kill_check import told

BUILT_IN = frozenset({"bonuses", "only"})
"""What of a card is not read from a table but built into the machine."""


class TableArena(Arena):
    """A game between the teams called ``teams`` with figures that can be replaced."""

    def __init__(
        self, pack: Pack, teams: str, edition: str, usual: Stage, view_of: Callable[[TableMachine], View]
    ) -> None:
        self.pack = pack
        self.teams = pack.teams[teams]
        self.edition = edition
        self.usual = usual
        self._view_of = view_of
        self._readings: Mapping[str, str] = usual.machine.readings
        self.tables = self._tables_of(pack)
        self.open = OpenTables()
        opened = game(self.teams, edition, self._readings, look=self.open)
        self.stage = Stage(opened.machine, view_of(opened))

    def _tables_of(self, pack: Pack) -> list[Key]:
        figures = Figures(dice_of(with_cards(self.teams, pack), STARTING_DICE[self.edition]))
        return [(name, tuple(map(int, entries))) for name, entries in figures.tables.items() if entries]

    def patch(self, mutant: ContentMutant) -> Patch | None:
        """See :class:`Arena`."""
        if any(place[2] in BUILT_IN for place in mutant.places):
            return None
        return self.changed(self._tables_of(mutant.planted(self.pack)))

    def rebuilt(self, mutant: ContentMutant) -> Machine:
        """See :class:`Arena`."""
        return self._built(mutant).machine

    def _built(self, mutant: ContentMutant) -> TableMachine:
        teams = with_cards(self.teams, mutant.planted(self.pack))
        return game(teams, self.edition, self._readings)

    def built_teller(self, mutant: ContentMutant) -> Teller:
        """See :class:`Arena`; what is seen of a die hangs on its figures, so it is seen as they are now."""
        opened, usual = self._built(mutant), self.usual
        made = opened.machine
        same = made.slot_index == usual.machine.slot_index and made.points == usual.machine.points
        if not same or made.transition_index != usual.machine.transition_index:
            return lambda _: None
        faulty = Altered(Stage(made, self._view_of(opened)))

        def teller(shown: Shown) -> int | None:
            play = shown.usual

            def sight(length: int) -> object:
                there = play.states[length]
                return usual.seen(there, usual.reader.enabled(there))

            return told(faulty, play, sight, 0, len(play.states))

        return teller
