"""Teams of which some cards and Globals do nothing, with everything else in its place."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from dicelaw.checker.dice_masters.entries import GLOBAL
from dicelaw.model.dice_masters.cards.cards import Card, Global, Op, Program, Step, Teams
from dicelaw.model.dice_masters.cards.interrupts import UNGUARDED, Whom
from dicelaw.model.dice_masters.cards.keywords import PRINTED


def blunted(teams: Teams, entries: Set[str]) -> Teams:
    """``teams`` in which the cards and Globals among ``entries`` do nothing, but for the figures of dice."""
    first, second = (tuple((_card(card, entries), dice) for card, dice in row) for row in teams.seats)
    return replace(teams, seats=(first, second), basics=tuple(_card(card, entries) for card in teams.basics))


def _card(card: Card, entries: Set[str]) -> Card:
    abilities = tuple(_global(one) if GLOBAL + one.id in entries else one for one in card.globals)
    if card.id not in entries:
        return replace(card, globals=abilities)
    return replace(
        card,
        globals=abilities,
        programs={moment: _nothing(program) for moment, program in card.programs.items()},
        keywords={one: number for one, number in card.keywords.items() if one not in PRINTED},
        bonuses=tuple(replace(one, attack=0, defense=0) for one in card.bonuses),
        interrupts=tuple(replace(one, of=Whom.NONE) for one in card.interrupts),
        guard=UNGUARDED,
        prices=tuple(replace(one, less=0, more=0) for one in card.prices),
        returns=False,
        bags_starting_dice=False,
    )


def _nothing(program: Program) -> Program:
    return (Step(Op.END),) * len(program)


def _global(one: Global) -> Global:
    """What interrupts damage does so for nothing of it; all else ends at once."""
    program = (
        tuple(replace(step, amount=0) for step in one.program) if one.reactive else _nothing(one.program)
    )
    return replace(one, program=program)
