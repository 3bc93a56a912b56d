"""Kills of mutants of content by plays of Dice Throne: see :mod:`dicelaw.mutation.content_kill_check`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicelaw.checker.walks.observed_play import Play, Stage, View
from dicelaw.model.content.look import Key, OpenTables
from dicelaw.model.dice_throne.language import Op, Pack, Status
from dicelaw.model.dice_throne.machine import DuelMachine, duel
from dicelaw.model.dice_throne.modes import DUEL, Mode
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.tables.narrow import TWICE, narrowed
from dicelaw.model.dice_throne.tables.opened_tables import tables_of
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.machine import Machine
from dicelaw.mutation.content_kill_check import Arena, Patch
from dicelaw.mutation.content_mutant import ContentMutant

BUILT_IN = frozenset({
    "each", "attack_plus", "attack_cp", "attack_minus", "minus_once", "fewer_attempts", "bars_actions",
    "skips_offense", "skips_income", "no_offense_damage", "deals_nothing", "saves", "blanks_sixes",
    "bars_straights", "bursts", "stings", "expires", "removable", "transferable", "limits", "companion",
    "health",
})  # fmt: skip
"""What is not read from a table but built into the machine, or into the position where play begins."""


class DuelArena(Arena):
    """A duel, or a game of more, with tables that can be replaced, beside the ``usual`` stage of the same."""

    def __init__(
        self,
        pack: Pack,
        heroes: tuple[str, ...],
        usual: Stage,
        view_of: Callable[[Duel], View],
        statuses: Sequence[Status],
        mode: Mode = DUEL,
    ) -> None:
        """``statuses`` are those that the game knows, as the machine of the stage has them."""
        self.pack = pack
        self.heroes = heroes
        self.mode = mode
        self.usual = usual
        self._readings = usual.machine.readings
        self.known = tuple(status.id for status in statuses[1:] if not status.id.endswith(TWICE))
        self.tables = self._tables_of(pack)
        self.open = OpenTables()
        opened = duel(pack, heroes, self._readings, also=self.known, look=self.open, mode=mode)
        self.stage = Stage(opened.machine, view_of(opened.duel))
        self._duel = opened.duel
        self.address: Expr = opened.duel.pc[opened.duel.top]
        content = opened.content
        assert isinstance(content, TableContent)
        self.rows = content.rows

    def _tables_of(self, pack: Pack) -> list[Key]:
        statuses, heroes = narrowed(pack, self.heroes, self.known, several=self.mode is not DUEL)
        return [
            *((status.id, ()) for status in statuses),
            *tables_of(statuses, heroes, [*pack.companions.values()]),
        ]

    def knows(self, mutant: ContentMutant) -> bool:
        """Whether what is mistaken is in this duel."""
        root, name = mutant.places[0][:2]
        if root == "heroes":
            return any(place[1] in self.heroes for place in mutant.places)
        return root != "statuses" or self.pack.statuses[int(name)].id in self.known

    def patch(self, mutant: ContentMutant) -> Patch | None:
        """See :class:`Arena`."""
        if any(key in BUILT_IN for key in mutant.places[0][2:]):
            return None
        return self.changed(self._tables_of(mutant.planted(self.pack)))

    def rebuilt(self, mutant: ContentMutant) -> Machine:
        """See :class:`Arena`."""
        return self.built(mutant).machine

    def built(self, mutant: ContentMutant) -> DuelMachine:
        """The game with the mistake, built anew."""
        pack = mutant.planted(self.pack)
        return duel(pack, self.heroes, self._readings, also=self.known, mode=self.mode)

    def read(self, play: Play) -> dict[int, tuple[int, int]]:
        """See :class:`Arena`."""
        d = self._duel
        found: dict[int, tuple[int, int]] = {}
        for length, (steps, last) in enumerate(zip(play.between, play.states, strict=True)):
            for state in (*(state for state, _ in steps), last):
                at = state[d.pc[0].place + state[d.depth.place]]
                row = self.rows[at]
                for address in (at, at + 1, at + row.arg) if row.op is Op.OR else (at,):
                    found[address] = (found.get(address, (length, 0))[0], length)
        return found
