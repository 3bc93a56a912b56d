"""What cards and Globals are about: kinds of words, what they wait for, keywords, and affiliations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from dicelaw.checker.dice_masters.entries import GLOBAL
from dicelaw.model.dice_masters.cards.cards import ICONS, OPPOSED, TAKEN, Card, Moment, Op, Pack, Step
from dicelaw.model.dice_masters.declared import combat, costs, damage, fates, figures, life, reactions, supply

DAMAGE, COMBAT, FATES, COSTS, SUPPLY = "damage", "combat", "fates", "costs", "supply"
KINDS: Mapping[Op, str] = {
    Op.of(word): name
    for name, words in (
        (DAMAGE, damage.WORDS), (SUPPLY, supply.WORDS), (FATES, fates.WORDS), (COSTS, costs.WORDS),
        ("figures", figures.WORDS), (COMBAT, combat.WORDS), ("life", life.WORDS), (DAMAGE, reactions.WORDS),
    )
    for word in words
}  # fmt: skip
"""What words are about, by the file that declares them."""
WAITING = {"ATTACKS": COMBAT, "BLOCKS": COMBAT, "DAMAGED": DAMAGE, "KOED": FATES, "FIELDED": SUPPLY}
"""What programs wait for, by the word in the name of their moment."""


def touched_in(pack: Pack) -> Mapping[str, Set[str]]:
    """What each card and each Global of ``pack`` is about."""
    cards = {card.id: frozenset(_of_card(card)) for card in pack.cards.values()}
    acts = [ability for card in pack.cards.values() for ability in card.globals]
    return cards | {GLOBAL + one.id: frozenset(map(_of_step, one.program)) for one in acts}


def _of_card(card: Card) -> Iterator[str]:
    yield from (_of_step(step) for program in card.programs.values() for step in program)
    yield from (named for moment, program in card.programs.items() if program for named in _of_moment(moment))
    yield from map(str, card.keywords)
    yield from {*card.affiliations} - ICONS
    counted = {step.per for program in card.programs.values() for step in program} - {TAKEN, OPPOSED}
    yield from {*counted, *card.only.values(), *(one.per or one.of for one in card.bonuses), card.gate} - {""}
    yield from ["figures"] * bool(card.bonuses)
    yield from [COSTS] * bool(card.prices)
    yield from [DAMAGE] * bool(card.interrupts or card.guard.amount)


def _of_moment(moment: Moment) -> Iterator[str]:
    yield from (kind for word, kind in WAITING.items() if word in moment.name)


def _of_step(step: Step) -> str:
    return KINDS.get(step.op, step.op.name)
