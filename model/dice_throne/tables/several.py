"""What content does among more than two players, where that is something else than in a duel."""

from __future__ import annotations

from dataclasses import replace

from dicelaw.model.dice_throne.language import Ability, Action, Card, Hero, Status, Trigger


def settled_hero(hero: Hero, *, several: bool) -> Hero:
    """``hero`` with what everything does among ``several`` players, or in a duel, and nothing else."""
    return replace(
        hero,
        offense=tuple(_ability(one, several) for one in hero.offense),
        defense=tuple(_ability(one, several) for one in hero.defense),
        board=tuple((slot, level, _action(action, several)) for slot, level, action in hero.board),
        passives=tuple((slot, level, _trigger(trigger, several)) for slot, level, trigger in hero.passives),
        cards=tuple(Card(_action(card.action, several), card.upgrade) for card in hero.cards),
    )


def settled_status(status: Status, *, several: bool) -> Status:
    """``status`` with what it does among ``several`` players, or in a duel, and nothing else."""
    return replace(
        status,
        spend=tuple(_action(action, several) for action in status.spend),
        triggers=tuple(_trigger(trigger, several) for trigger in status.triggers),
    )


def _action(action: Action, several: bool) -> Action:
    if not action.several:
        return action
    return replace(action, program=action.several if several else action.program, several=())


def _trigger(trigger: Trigger, several: bool) -> Trigger:
    if not trigger.several:
        return trigger
    return replace(trigger, program=trigger.several if several else trigger.program, several=())


def _ability(ability: Ability, several: bool) -> Ability:
    if ability.several is None:
        return ability
    return ability.several if several else replace(ability, several=None)
