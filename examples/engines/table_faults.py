"""Classic mistakes of engines of Dice Masters, each planted in the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from unittest.mock import patch

from faults import writing

from dicelaw.model.dice_masters.machine import TableMachine, game
from dicelaw.model.dice_masters.state.table_state import FALLEN
from dicelaw.model.kernel.expressions import Expr, all_of, number, where
from dicelaw.model.kernel.fragments.queue import Entries, Queue, Writes
from dicelaw.specs.bugs import Bug, dropping, retargeting, rewriting
from dicelaw.specs.patterns import Pattern

Plant = Callable[[TableMachine], Bug]


@dataclass(frozen=True)
class TableFault:
    """A mistake, and the rule of ``dice-masters@2018`` that it breaks."""

    says: str
    rule: str
    bugs: tuple[Plant, ...] = ()
    stacks: bool = False

    def spoiled(self, sound: TableMachine) -> TableMachine:
        """The game `sound` with the mistake in it."""
        made = _stacking(sound) if self.stacks else sound
        machine = made.machine
        for bug in self.bugs:
            with suppress(ValueError):  # teams, or an edition, that have nothing to do with it
                machine = bug(made).planted(machine)
        return replace(made, machine=machine)


def _stacking(sound: TableMachine) -> TableMachine:
    """The game `sound` where what is triggered last resolves next."""
    under_way = sound.table.pc >= 1

    def entered(queue: Queue, entries: Entries, _active: Expr) -> Writes:
        owners, effects, length = list(queue.owners), list(queue.effects), queue.length
        for owner, effect in entries:
            is_one, top = effect >= 1, number(under_way)
            length = length + number(is_one)
            for cells, new in ((owners, owner), (effects, effect)):
                old = [*cells]
                for at in range(len(cells)):
                    pushed = where(top < at, old[at - 1], old[at]) if at else old[at]
                    cells[at] = where(all_of(is_one, top == at), new, where(is_one, pushed, old[at]))
        cells = zip((*queue.owners, *queue.effects), (*owners, *effects), strict=True)
        return {queue.length: length, **dict(cells)}

    with patch.object(Queue, "entered", entered):
        return game(sound.teams, sound.rules.edition, sound.machine.readings)


def kept(along: Pattern, array: str) -> Plant:
    """The bug of not writing ``array`` in the transitions ``along``."""
    return lambda _: writing(along, array, lambda _: None, f"{array} stays as it is")


def forgetting(rule: str, along: Pattern = "*") -> Plant:
    """The bug of not requiring what ``rule`` demands."""
    return lambda _: dropping(rule, along)


TABLE_FAULTS: Mapping[str, TableFault] = {
    "virtual-energy-kept": TableFault(
        "virtual energy is kept when priority is passed", "energy/virtual-expires",
        (kept(("main/*", "attack/window/*", "stage/*"), "virtual"),),
    ),
    "stack-for-queue": TableFault(
        "what is triggered last resolves first", "queue/fifo", stacks=True,
    ),
    "ko-before-damaged": TableFault(
        "dice are KO'd before the effects of their being damaged", "ko/combat-order@2018",
        (
            lambda _: retargeting("damage/dealt/combat", "ko", "dice are KO'd at once"),
            lambda made: rewriting("damage/dealt/combat", made.table.stage, lambda _: number(FALLEN), "same"),
        ),
    ),
    "redirect-changes-source": TableFault(
        "damage that is redirected counts as damage of the effect", "redirect/source-unchanged",
        (lambda made: rewriting("pay/iron-man", made.table.combat, lambda _: number(0), "no combat damage"),),
    ),
    "reacts-again": TableFault(
        "a Global may react twice to one event", "global/reactive-once-per-event",
        (kept("pay/*", "reacted"),),
    ),
    "fourth-die-rolled": TableFault(
        "the first player rolls the fourth die", "draw/first-turn@2018",
        (lambda made: rewriting("draw/draw", made.table.first_turn, lambda _: number(0), "no first turn"),),
    ),
    "damage-stays": TableFault(
        "damage is not cleared in the Cleanup Step", "cleanup/clear-damage",
        (kept("cleanup/clear", "damage"),),
    ),
    "buys-of-opponent": TableFault(
        "dice are bought from the opponent's cards", "purchase/own-cards-only-owner",
        (forgetting("purchase/own-cards-only-owner"),),
    ),
}  # fmt: skip
