"""The arithmetic of damage is not proved of formulas that get it wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from engines import avoided_ultimate, one_after_the_other, prevented_last, rounded_down
from planted import sound

from dicelaw.checker.verify.proof_session import ProofSession
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import DuelMachine, open_duel
from dicelaw.model.dice_throne.resolution import totals
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.kernel.expressions import Expr, half_up, number, where
from dicelaw.model.kernel.fragments.pipeline import Damage
from dicelaw.specs.dice_throne.properties import damage as damage_properties
from dicelaw.specs.dice_throne.properties import odds
from dicelaw.specs.dice_throne.properties import status as status_properties
from dicelaw.specs.dice_throne.properties import ultimate as ultimate_properties
from dicelaw.specs.dice_throne.properties.properties import properties
from dicelaw.specs.property import Odds, Theorem

pytestmark = pytest.mark.slow

FINAL, SENT, RECEIVED = totals.final_total, totals.sent_back, totals._received
HEALTH, TOTAL, CHANCE = totals.final_health, Damage.total, odds.showing_in
MADE = open_duel(load_pack())


def added_last(damage: Damage) -> Expr:
    """What is added is not halved."""
    return TOTAL(replace(damage, added=0)) + damage.added


def without_floor(damage: Damage) -> Expr:
    """Halves can take more than there is."""
    subtotal = damage.subtotal()
    return subtotal + number(damage.doublings) * subtotal - number(damage.halvings) * damage.half()


def added_after_avoiding(rules: Rules, seat: Expr | int, sent_back: Expr | int = 0) -> Expr:
    """What is added is not avoided."""
    avoided = rules.duel.avoided[number(seat)] == 1
    return FINAL(rules, seat, sent_back) + where(avoided, rules.duel.added, 0)


def half_of_the_total(rules: Rules) -> Expr:
    """What is sent back is half of what arrives."""
    return where(rules.duel.is_attack, rules.duel.reflects * half_up(FINAL(rules, rules.duel.defender)), 0)


def smaller_half(rules: Rules) -> Expr:
    """What is sent back is the smaller half."""
    d = rules.duel
    return where(d.is_attack, d.reflects * (d.damage_to(d.defender).subtotal() // 2), 0)


def seen_in_shadows(rules: Rules, seat: Expr) -> Damage:
    """Shadows keep nothing off."""
    received = RECEIVED(rules, seat)
    return replace(received, base=rules.duel.damage_to(seat).base, added=rules.duel.added)


def everything(rules: Rules, seat: Expr) -> Expr:
    """The companion can take collateral damage as well."""
    return FINAL(rules, seat)


def hurt_in_turn(rules: Rules, seat: int) -> tuple[Expr, Expr]:
    """The first to fall hurts nobody."""
    health, saved = HEALTH(rules, seat)
    return where(rules.duel.health[1 - seat] == 0, rules.duel.health[seat], health), saved


def never(_: int, __: int, ___: int) -> Fraction:
    """A chance of 0."""
    return Fraction(0)


DAMAGE = ((Damage, "total"),)
FINALS = tuple(
    (module, "final_total") for module in (totals, ultimate_properties, damage_properties, status_properties)
)
SENDING = ((totals, "sent_back"), (damage_properties, "sent_back"))
WRONG: list[tuple[str, tuple[tuple[object, str], ...], Callable[..., object]]] = [
    ("damage/total/step-order", DAMAGE, prevented_last),
    ("damage/total/step-order", DAMAGE, added_last),
    ("damage/total/step-order", DAMAGE, rounded_down),
    ("damage/total/two-halves", DAMAGE, one_after_the_other),
    ("damage/total/two-halves", DAMAGE, rounded_down),
    ("damage/total/worked-example", DAMAGE, one_after_the_other),
    ("damage/total/worked-example", DAMAGE, rounded_down),
    ("damage/total/worked-example", SENDING, smaller_half),
    ("damage/total/reflected", SENDING, half_of_the_total),
    ("damage/total/reflected", SENDING, smaller_half),
    ("damage/total/never-negative", DAMAGE, without_floor),
    ("ultimate/exact-damage", FINALS, avoided_ultimate),
    ("health/both-at-once", ((damage_properties, "final_health"),), hurt_in_turn),
    ("nyra/not-collateral", ((totals, "_attack_alone"),), everything),
    ("status/evasive/covers-phase", FINALS, added_after_avoiding),
    ("status/shadows/no-damage", ((totals, "_received"),), seen_in_shadows),
    ("status/stun/chain-ends-almost-surely", ((odds, "showing_in"),), never),
]


def is_proved(id: str, made: DuelMachine = MADE) -> bool:
    """Whether the property ``id`` is proved with the formulas as they now are."""
    stated = properties(made)
    session = ProofSession(replace(sound(), properties=stated, machines={"open": made.machine}))
    return session.verdict(session.properties[id]).is_proof


@pytest.mark.parametrize(
    ("id", "places", "wrong"), WRONG, ids=[f"{id}-{wrong.__name__}" for id, _, wrong in WRONG]
)
def test_a_wrong_formula_is_not_proved(
    id: str,
    places: tuple[tuple[object, str], ...],
    wrong: Callable[..., object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert is_proved(id)
    for where_, name in places:
        monkeypatch.setattr(where_, name, wrong)
    assert not is_proved(id)


def test_every_formula_is_got_wrong() -> None:
    arithmetic = {one.id for one in sound().properties if isinstance(one.claim, Theorem | Odds)}
    assert arithmetic == {id for id, _, _ in WRONG}
