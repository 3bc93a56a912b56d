"""What entries of a duel are about: the kinds of words in their programs, status effects, and dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from dicelaw.model.dice_throne.declared import cards, damage, dice, points, tokens
from dicelaw.model.dice_throne.language import Ability, Action, Hero, Op, Pack, Program, Status, Timing, When
from dicelaw.oracle.dice_throne.entries import PASSIVE, of_status

DAMAGE, DICE = "damage", "dice"
KINDS: Mapping[Op, str] = {
    Op.of(word): name
    for name, words in (
        (DAMAGE, damage.WORDS), (DICE, dice.WORDS), ("cards", cards.WORDS), ("points", points.WORDS),
        ("tokens", tokens.WORDS),
    )
    for word in words
}  # fmt: skip
"""What words are about, by the file that declares them."""
ATTACK = frozenset(
    {When.MODIFIER, When.ATTACKED, When.INCOMING, When.ATTACKING, When.OFFENSE_END, When.AIMED_AT}
)
"""The conditions that ask for an attack, or for damage on its way."""


def touched_in(pack: Pack) -> Mapping[str, Set[str]]:
    """What each entry of ``pack`` is about."""
    names = [of_status(status.id) for status in pack.statuses]
    found: dict[str, set[str]] = {}
    for entry, things in _all(pack, names):
        found.setdefault(entry, set()).update(things)
    return found


def _all(pack: Pack, names: list[str]) -> Iterator[tuple[str, set[str]]]:
    for status in pack.statuses[1:]:
        yield of_status(status.id), _of_status(status, names)
    for hero in pack.heroes.values():
        for ability in (*hero.offense, *hero.defense):
            yield ability.id, _of_ability(ability, hero, names)
        for card in hero.cards:
            space = {_space(hero, card.upgrade.slot)} if card.upgrade else set()
            yield card.action.id, _of_action(card.action, names) | space
        for _, _, action in hero.board:
            yield action.id, _of_action(action, names)
        for slot, _, trigger in hero.passives:
            entry = f"{PASSIVE}{hero.id}/{hero.slots[slot]}"
            yield entry, _of_program(trigger.program, names) | {_space(hero, slot)}


def _space(hero: Hero, slot: int) -> str:
    return f"{hero.id}/{hero.slots[slot]}"


def _of_status(status: Status, names: list[str]) -> set[str]:
    """The status effect itself, and what it does by being there, by itself and when it is spent."""
    found = {of_status(status.id), "tokens"}
    found |= _joined(_of_action(action, names) for action in status.spend)
    found |= _joined(_of_program(trigger.program, names) for trigger in status.triggers)
    deals = (
        status.attack_plus, status.attack_minus, status.bursts, status.stings, status.no_offense_damage,
        status.deals_nothing, status.saves,
    )  # fmt: skip
    rolls = (status.fewer_attempts, status.skips_offense, status.blanks_sixes, status.bars_straights)
    return found | ({DAMAGE} if any(deals) else set()) | ({DICE} if any(rolls) else set())


def _of_ability(ability: Ability, hero: Hero, names: list[str]) -> set[str]:
    programs = _of_program((*ability.activate, *ability.land), names)
    return programs | {DICE, _space(hero, ability.slot)}


def _of_action(action: Action, names: list[str]) -> set[str]:
    found = _of_program(action.program, names)
    found |= {names[kind] for kind in (action.token, action.held, action.dice_of) if kind}
    found |= {DAMAGE} if action.when & ATTACK else set()
    return found | ({DICE} if action.timing is Timing.ROLL else set())


def _of_program(program: Program, names: list[str]) -> set[str]:
    kinds = {KINDS.get(step.op, "") for step in program}
    held = {names[kind] for step in program for kind in (step.token, step.counted, step.held) if kind}
    return (kinds | held) - {""}


def _joined(sets: Iterable[set[str]]) -> set[str]:
    return set().union(*sets)
