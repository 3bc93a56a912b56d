"""Whom and what the words of Dice Conquest are done to: heroes, creatures and dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import AVAILABLE, DICE, FIRST_CARD, SPENT, Back
from dicelaw.model.effects.targets import Aim, Found, Target
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, negate
from dicelaw.model.kernel.graph import Choice

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules


def any_die() -> Choice:
    """The choice of a die."""
    return Choice("die", 0, len(DICE) - 1, DICE)


def spare(rules: Rules, die: Expr | int) -> Expr:
    """Whether ``die`` is Available, and not the one that the hero attacks with."""
    q = rules.quest
    return all_of(q.at[die] == AVAILABLE, (q.back != int(Back.ATTACK)) | (q.chosen != die))


def _hero(rules: Rules) -> Aim:
    q = rules.quest
    seat = Choice("hero", 0, len(q.seats) - 1, q.seat_names)
    return Aim(seat, [(q.heroes > seat, "clarify/heal-moves-token-up")])


def _creature(rules: Rules) -> Aim:
    card = rules.any_card()
    return Aim(card, rules.attackable(card))


def _placed(rules: Rules) -> Aim:
    q, die = rules.quest, any_die()
    barred = any_of(*(all_of(q.on_card(die, card), negate(q.reachable(card))) for card in q.cards))
    return Aim(
        die, [(q.at[die] >= FIRST_CARD, "clarify/manipulation-members"), (negate(barred), "facts/ogre-first")]
    )


def _spent(rules: Rules) -> Aim:
    die = any_die()
    return Aim(die, [(rules.quest.at[die] == SPENT, "clarify/killing-die-dice-spent-at-once")])


def _available(rules: Rules) -> Aim:
    die = any_die()
    return Aim(die, [(rules.quest.at[die] == AVAILABLE, "item/example-rogue-dagger")])


def _spare(rules: Rules) -> Aim:
    die = any_die()
    return Aim(die, [(spare(rules, die), "turn/choice-of-die-binding")])


def _others(rules: Rules) -> Aim:
    q = rules.quest
    others = {die: all_of(q.on_card(die, q.target), q.chosen != die) for die in q.dice}
    return Aim(others, [(q.target >= 1, "facts/sorceress-raises-dice")])


SELF = Target("self", 1, "the hero in turn", Found.SELF, aim=lambda rules: Aim(rules.quest.turn))
HERO = Target("hero", 2, "a hero", aim=_hero)
EACH_HERO = Target(
    "each hero", 3, "every hero", Found.EACH,
    aim=lambda rules: Aim({seat: rules.quest.plays(seat) for seat in rules.quest.seats}),
)  # fmt: skip
CREATURE = Target("creature", 4, "a creature", aim=_creature)
CHOSEN_DIE = Target(
    "chosen die", 5, "the chosen die", Found.SELF, aim=lambda rules: Aim(rules.quest.chosen)
)  # fmt: skip
PLACED = Target("placed die", 6, "a die on a creature", aim=_placed)
OTHERS = Target("other dice", 7, "the other dice on the creature", Found.EACH, aim=_others)
AVAILABLE_DIE = Target("available die", 8, "an Available die", aim=_available)
SPENT_DIE = Target("spent die", 9, "a Spent die", most=len(DICE), aim=_spent)
SPARE_DIE = Target(
    "spare die", 10, "an Available die but the chosen one", most=len(DICE) - 1, aim=_spare
)  # fmt: skip
