"""Which dice an attack wants, so that plays come to abilities that were used least."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache
from random import Random

from dicelaw.checker.dice_throne.activation import Activation, activations, on_board
from dicelaw.model.dice_throne.state.duel_state import SLOTS
from dicelaw.oracle.conform.coverage import Coverage
from dicelaw.oracle.dice_throne.opening import EDITIONS, duel_of, pack_of
from dicelaw.oracle.games.session import Session


def wanted_dice(
    session: Session, seat: int, coverage: Coverage, declined: Set[str], draw: Random
) -> Sequence[int]:
    """Dice that activate an ability of ``seat`` that was used least and is not ``declined``."""
    level = duel_of(session).duel.level
    levels = [session.state[level[seat * SLOTS + slot].place] for slot in range(SLOTS)]
    there = on_board(_activations(session.heroes[seat]), levels)
    known = [one for one in there if one.results and not one.ability.unknown]
    known = [one for one in known if one.ability.id not in declined]
    if not known:
        return ()
    rarest = min(known, key=lambda one: (coverage.actions[one.ability.id], draw.random()))
    return draw.choice(sorted(rarest.results))


@cache
def _activations(hero: str) -> tuple[Activation, ...]:
    pack = pack_of(EDITIONS[0])
    return activations(pack.heroes[hero], pack.statuses)
