"""Content of which some entries do nothing, or status effects that nobody gets, laid out as before."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from dicelaw.model.dice_throne.language import Ability, Action, Card, Hero, Instruction, Op, Pack, Trigger
from dicelaw.oracle.dice_throne.entries import PASSIVE, STATUS


def blunted(pack: Pack, heroes: Sequence[str], entries: Set[str], *, attacks: bool = False) -> Pack:
    """``pack`` in which those of ``entries`` that ``heroes`` have can be used as before, and do nothing.

    Of status effects among them there is no room for a single token. Where ``attacks``, what was one stays an
    attack, of 1 damage, so that what needs an attack can still be used.
    """
    gone = {kind for kind, status in enumerate(pack.statuses) if STATUS + status.id in entries}
    statuses = tuple(replace(one, limit=0) if kind in gone else one for kind, one in enumerate(pack.statuses))
    made = dict(pack.heroes)
    for id in heroes:
        hero = _hero(pack.heroes[id], entries, attacks=attacks)
        made[id] = replace(hero, limits=tuple(one for one in hero.limits if one[0] not in gone))
    return replace(pack, heroes=made, statuses=statuses)


def _hero(hero: Hero, entries: Set[str], *, attacks: bool) -> Hero:
    return replace(
        hero,
        offense=tuple(_ability(one, entries, attacks=attacks) for one in hero.offense),
        defense=tuple(_ability(one, entries, attacks=False) for one in hero.defense),
        cards=tuple(_card(one, entries) for one in hero.cards),
        board=tuple(
            (slot, level, _action(one) if one.id in entries else one) for slot, level, one in hero.board
        ),
        passives=tuple(
            (slot, level, _trigger(one) if f"{PASSIVE}{hero.id}/{hero.slots[slot]}" in entries else one)
            for slot, level, one in hero.passives
        ),
    )


def _ability(one: Ability, entries: Set[str], *, attacks: bool) -> Ability:
    if one.id not in entries:
        return one
    dealt = [step for step in one.activate if attacks and step.op is Op.DAMAGE][:1]
    left = tuple(Instruction(Op.DAMAGE, base=1, arg=step.arg) for step in dealt)
    return replace(
        one, activate=(*left, Instruction(Op.END)) if left else (), land=(), written=(), several=None
    )


def _card(one: Card, entries: Set[str]) -> Card:
    return replace(one, action=_action(one.action)) if one.action.id in entries else one


def _action(one: Action) -> Action:
    return replace(one, program=(), several=())


def _trigger(one: Trigger) -> Trigger:
    return replace(one, program=(), several=())
