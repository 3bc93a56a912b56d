"""Amounts that run into limits: of the rules, where the rest is lost, or of what the model counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dicelaw.checker.dice_throne.amounts import ATTEMPTS_MOST, Range, amount
from dicelaw.checker.dice_throne.brought import raised
from dicelaw.checker.limit import Limit
from dicelaw.model.dice_throne.language import (
    RAISED_MOST,
    TOKENS_MOST,
    Count,
    Hero,
    Instruction,
    Op,
    Pack,
    Program,
)
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, DICE, HEALTH_MAX

DAMAGE_COUNTED = 255
"""Up to what the model counts damage, prevention and healing on their way."""
OF_DAMAGE = frozenset(
    {Op.DAMAGE, Op.ADD, Op.DEAL, Op.COLLATERAL, Op.SUFFER, Op.RECOIL, Op.PREVENT, Op.STEAL_HEALTH}
)
OF_DICE = frozenset({Op.ROLL, Op.REROLL, Op.SET_DIE})


def limits(pack: Pack, hero: Hero, entry: str, program: Program) -> Iterator[Limit]:
    """The amounts of the ``program`` of an ``entry`` of ``hero`` that run into a limit, each once."""
    found = dict.fromkeys(one for step in program for one in _of(pack, hero, entry, step))
    yield from found


def _of(pack: Pack, hero: Hero, entry: str, step: Instruction) -> Iterator[Limit]:
    some = amount(step, None, _counts(step))[1]
    if step.op is Op.TOKEN:
        status = pack.statuses[step.token]
        most = max([status.limit, *(own for kind, own in hero.limits if kind == step.token)])
        rises = step.token in raised(pack.statuses, pack.heroes.values())
        if some > most and not rises:
            yield Limit(entry, f"tokens of {status.id}", some, most, of_rules=True)
    of_rules: Mapping[Op, tuple[str, int]] = {
        Op.CP: ("combat points", CP_MAX),
        Op.STEAL_CP: ("combat points", CP_MAX),
        Op.HEAL: ("health", HEALTH_MAX),
        Op.DRAW: ("cards drawn from the deck", len(hero.cards)),
        **dict.fromkeys(OF_DICE, ("dice", DICE)),
    }
    if step.op in of_rules:
        says, most = of_rules[step.op]
        some = step.base if step.op in OF_DICE else some
        if some > most:
            yield Limit(entry, says, some, most, of_rules=True)
    of_model: Mapping[Op, tuple[str, int]] = {
        **dict.fromkeys(OF_DAMAGE, ("damage or prevention", DAMAGE_COUNTED)),
        **dict.fromkeys((Op.ATTEMPT, Op.DEFENSE_ATTEMPT), ("roll attempts", ATTEMPTS_MOST)),
        Op.LIMIT: ("by which a stack limit rises", RAISED_MOST),
    }
    if step.op in of_model:
        says, most = of_model[step.op]
        if some > most:
            yield Limit(entry, says, some, most, of_rules=False)


def _counts(step: Instruction) -> dict[Count, Range]:
    most = step.most or TOKENS_MOST
    return {
        Count.OWN_TOKENS: (0, TOKENS_MOST),
        Count.THEIR_TOKENS: (0, TOKENS_MOST),
        Count.OWN_CP: (0, CP_MAX),
        Count.PAID: (0, max(most, CP_MAX)),
        Count.EXTRA_ATTEMPTS: (0, ATTEMPTS_MOST),
    }
