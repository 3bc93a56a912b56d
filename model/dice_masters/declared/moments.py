"""What the programs of cards wait for: each moment as content files name it, and what it is limited to."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import BURSTS, OF_ACTION_CARDS, Moment
from dicelaw.model.effects.triggers import Trigger
from dicelaw.model.effects.words import Argument

CHARACTER, ACTION = "character", "action card"
"""The cards that name moments."""
AFFILIATION = Argument("affiliation", free="[a-z-]+", sample="villain")
FIRST_TIME = ", the first time"
"""What a moment ends with of which only the first in a turn counts."""
BURST = " *"
"""What the moment of a character ends with that is for faces with a burst alone."""


def _at(moment: Moment, line: str, says: str, limit: str = "") -> Trigger:
    """``moment`` as ``line`` names it, with its ``limit``; with arguments that is what they are."""
    card = ACTION if moment in OF_ACTION_CARDS else CHARACTER
    arguments = (AFFILIATION,) if "{" in line else ()
    return Trigger(line, moment, (line,), says, arguments, uses={card: ()}, limit=limit)


TRIGGERS = (
    _at(Moment.FIELDED, "fielded", "the die is fielded"),
    _at(Moment.ATTACKS, "attacks", "the die attacks"),
    _at(Moment.BLOCKS, "blocks", "the die blocks"),
    _at(Moment.BLOCKS, "is blocked", "the die is blocked", "blocked"),
    _at(Moment.BLOCKS, "is engaged", "the die blocks or is blocked", "engaged"),
    _at(Moment.DAMAGED, "damaged", "the die is damaged"),
    _at(
        Moment.DAMAGED, "damaged in the attack step", "the die is damaged in the Attack Step", "attack step"
    ),
    _at(Moment.KOED, "ko'd", "the die is KO'd"),
    _at(Moment.KOED, "ko'd while blocking", "the die is KO'd while it blocks", "blocking"),
    _at(Moment.KOED, "ko'd by the opponent", "the opponent KOs the die", "the opponent"),
    _at(Moment.ENERGIZE, "energize", "the die is rolled and shows double energy"),
    _at(Moment.PLAYER_DAMAGED, "you are damaged", "its player is damaged"),
    _at(
        Moment.PLAYER_DAMAGED, "you are damaged by an effect", "an effect damages its player", "an effect"
    ),
    _at(Moment.ALLY_KOED, "own die ko'd", "another character die of its player is KO'd"),
    _at(Moment.ALLY_FIELDED, "you field a character", "its player fields a character"),
    _at(Moment.TARGETED, "opponent targets this", "the opponent targets the die"),
    _at(
        Moment.OPPONENT_FIELDED, "opponent fields a character",
        "the opponent fields a character that is no starting die",
    ),
    _at(Moment.TURN_BEGINS, "a turn begins", "a turn begins"),
    _at(Moment.TURN_BEGINS, "your turn begins", "the turn of its player begins", "own turn"),
    _at(Moment.TURN_ENDS, "a turn ends", "a turn ends"),
    _at(Moment.TURN_ENDS, "your turn ends", "the turn of its player ends", "own turn"),
    _at(Moment.USED, "used", "the action die is used"),
    _at(Moment.USED_BURST, "used *", "the action die is used on a face with one burst"),
    _at(Moment.USED_DOUBLE, "used **", "the action die is used on a face with two bursts"),
    _at(Moment.LATER, "at the end of the turn", "the turn ends in which the action die was used"),
    _at(Moment.OPPONENT_ATTACKS, "opponent attacks or not", "the opponent has attacked, or decided not to"),
    _at(
        Moment.OPPONENT_ATTACKS_DOUBLE, "opponent attacks or not **",
        "the opponent has attacked, or decided not to, and the die shows two bursts",
    ),
    _at(
        Moment.ALLY_KOED, "own {affiliation} die ko'd",
        "another character die of its player with {affiliation} is KO'd",
    ),
)  # fmt: skip
"""The moments; of a character's, those in :data:`BURSTS` can be for faces with a burst."""


def naming(card: str) -> tuple[Trigger, ...]:
    """The moments that a card of this kind may name, without what may come after them."""
    return tuple(one for one in TRIGGERS if card in one.uses)


def endings(trigger: Trigger) -> str:
    """The regular expression of what may come after ``trigger``."""
    burst = r"( \*)?" if trigger.number in BURSTS else ""
    return f"{burst}({FIRST_TIME})?"
