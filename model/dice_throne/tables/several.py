"""What content does among more than two players, where that is something else than in a duel."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from dicelaw.model.dice_throne.language import Ability, Action, Hero, Status, Trigger


def settled_hero(hero: Hero, *, several: bool) -> Hero:
    """``hero`` with what everything does among ``several`` players, or in a duel, and nothing else."""
    return hero.changed(
        partial(_ability, several=several),
        partial(_action, several=several),
        partial(_trigger, several=several),
    )


def settled_status(status: Status, *, several: bool) -> Status:
    """``status`` with what it does among ``several`` players, or in a duel, and nothing else."""
    return status.changed(partial(_action, several=several), partial(_trigger, several=several))


def _action(action: Action, *, several: bool) -> Action:
    if not action.several:
        return action
    return replace(action, program=action.several if several else action.program, several=())


def _trigger(trigger: Trigger, *, several: bool) -> Trigger:
    if not trigger.several:
        return trigger
    return replace(trigger, program=trigger.several if several else trigger.program, several=())


def _ability(ability: Ability, *, several: bool) -> Ability:
    if ability.several is None:
        return ability
    return ability.several if several else replace(ability, several=None)
