"""Cards of Dice Masters that are worse than another of the same cost: no figure better, and no effect more.

Only what can be told from the cards alone, without what others make of it. A figure, an amount or an effect
counts only where more of it is by itself never worse for its player; in all else the cards have to be the
same, and what one lacks the other has to have without a price or a choice that may be bad.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from dicelaw.model.dice_masters.cards.card_names import plain_name
from dicelaw.model.dice_masters.cards.cards import (
    OPPOSED,
    TAKEN,
    Bonus,
    Card,
    Face,
    Global,
    Moment,
    Op,
    Pack,
    Program,
    Step,
    Target,
)

FOR_OWNER = frozenset({Op.GAIN, Op.HURT_PLAYER, Op.LOSE, Op.HURT_OPPOSING, Op.DIVIDE, Op.HURT_ANY, Op.REBATE})
"""More is never worse for who has it: whoever may choose may also choose the opponent."""
ON_DICE = {
    **dict.fromkeys((Op.ATTACK, Op.ATTACK_TWO, Op.DEFENSE), frozenset({Target.OWN, Target.THIS})),
    **dict.fromkeys(
        (Op.HURT_DIE, Op.HURT_EACH),
        frozenset({Target.OPPOSING, Target.SIDEKICK, Target.NO_VILLAIN, Target.FIGHTING}),
    ),
}
"""The dice of which that holds for words about dice."""
AGAINST_OWNER = frozenset({Op.PAY_LIFE, Op.MAY_PAY})
FREE_OF_CHOICE = frozenset({Op.GAIN, Op.HURT_PLAYER, Op.LOSE, Op.HURT_OPPOSING, Op.REBATE})
"""The words that are no worse to have than to lack: they hit the opponent, or help their player."""
FALLING = frozenset({Moment.DAMAGED, Moment.DAMAGED_BURST, Moment.KOED, Moment.KOED_BURST})
"""The moments for which a die may be the better for less D."""
Parts = list[bool | None]
"""Of each part of two cards whether the one has less; None where that it has no more can't be told."""


def worse_than(card: Card, others: Iterable[Card], pack: Pack) -> list[str]:
    """The ids of those ``others`` that ``card`` is worse than in every respect that the ``pack`` asks for."""
    asked = _asked(pack)
    return [one.id for one in others if one.id != card.id and _worse(card, one, asked)]


def _worse(card: Card, other: Card, asked: frozenset[str]) -> bool:
    """Whether ``card`` is nowhere better than ``other`` and somewhere worse."""
    if card.departs or other.departs or _named(card) & asked != _named(other) & asked:
        return False
    same = replace(
        card, id=other.id, name=other.name, subtitle=other.subtitle, rules=other.rules, faces=other.faces,
        maximum=other.maximum, programs=other.programs, bonuses=other.bonuses, guard=other.guard,
        globals=other.globals,
    )  # fmt: skip
    if same != other or _unnamed(card.globals) != _unnamed(other.globals):
        return False
    if card.guard.amount and card.guard.source is not other.guard.source:
        return False
    if FALLING & {*card.programs, *other.programs} and _withstands(card) != _withstands(other):
        return False
    parts: Parts = [
        *(_face(*pair) for pair in zip(card.faces, other.faces, strict=True)),
        _program_rows(card.programs, other.programs),
        _bonuses(card.bonuses, other.bonuses),
        _lower(card.maximum, other.maximum),
        _lower(card.guard.amount, other.guard.amount),
    ]
    return None not in parts and any(parts)


def _withstands(card: Card) -> tuple[object, ...]:
    """All by which ``card`` says how much damage its dice withstand."""
    given = [(one.to, one.per, one.of, one.defense) for one in card.bonuses if one.defense]
    toughens = [(moment, step) for moment, program in sorted(card.programs.items())
                for step in program if step.op is Op.DEFENSE]  # fmt: skip
    return [face.defense for face in card.faces], card.guard, given, toughens


def _unnamed(abilities: Iterable[Global]) -> list[Global]:
    return [replace(one, id="", name="", rules=()) for one in abilities]


def _asked(pack: Pack) -> frozenset[str]:
    """Every affiliation and name that some card of ``pack`` asks for."""
    found: set[str] = set()
    for card in pack.cards.values():
        programs = [*card.programs.values(), *(one.program for one in card.globals)]
        found |= {step.per for program in programs for step in program}
        found |= {name for one in card.bonuses for name in (one.per, one.of)}
        found |= {name for one in card.prices for name in (one.per, one.of)}
        found |= {card.gate, *card.only.values()}
    return frozenset(found - {"", TAKEN, OPPOSED})


def _named(card: Card) -> frozenset[str]:
    return frozenset({*card.affiliations, plain_name(card.name).replace(" ", "-")})


def _lower(one: int, other: int) -> bool | None:
    return None if one > other else one < other


def _all(parts: Parts) -> bool | None:
    return None if None in parts else any(parts)


def _face(one: Face, other: Face) -> bool | None:
    if replace(one, fee=other.fee, attack=other.attack, defense=other.defense) != other:
        return None
    return _all([
        _lower(other.fee, one.fee), _lower(one.attack, other.attack), _lower(one.defense, other.defense)
    ])  # fmt: skip


def _program_rows(mine: Mapping[Moment, Program], its: Mapping[Moment, Program]) -> bool | None:
    return _all([_program(mine.get(moment, ()), its.get(moment, ())) for moment in {*mine, *its}])


def _program(one: Program, other: Program) -> bool | None:
    """Whether ``one`` does less: what it lacks comes after all that it has."""
    lacks = other[len(one) :]
    if len(one) > len(other) or not all(step.op in FREE_OF_CHOICE for step in lacks):
        return None
    return _all([*(_step(*pair) for pair in zip(one, other, strict=False)), bool(lacks)])


def _step(step: Step, other: Step) -> bool | None:
    if replace(step, amount=other.amount) != other:
        return None
    if step.amount == other.amount:
        return False
    if step.op in AGAINST_OWNER:
        return _lower(other.amount, step.amount)
    more = step.op in FOR_OWNER or step.target in ON_DICE.get(step.op, ())
    return _lower(step.amount, other.amount) if more else None


@dataclass(frozen=True)
class _Sum:
    attack: int = 0
    defense: int = 0


def _bonuses(mine: tuple[Bonus, ...], its: tuple[Bonus, ...]) -> bool | None:
    one, other = _sums(mine), _sums(its)
    pairs = [(one.get(key, _Sum()), other.get(key, _Sum())) for key in {*one, *other}]
    return _all([
        part for a, b in pairs for part in (_lower(a.attack, b.attack), _lower(a.defense, b.defense))
    ])  # fmt: skip


def _sums(bonuses: tuple[Bonus, ...]) -> dict[tuple[str, str, str], _Sum]:
    found: dict[tuple[str, str, str], _Sum] = {}
    for one in bonuses:
        key = (one.to, one.per, one.of)
        before = found.get(key, _Sum())
        found[key] = _Sum(before.attack + one.attack, before.defense + one.defense)
    return found
