"""Words about dice that come: from the bag, from the Used Pile, for less, or as tokens."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op, Target
from dicelaw.model.dice_masters.declared.arguments import AMOUNT, CARD, RESOLVING, TURN
from dicelaw.model.effects.words import Argument, Word

COMER = Argument("target", names={"sidekick": Target.SIDEKICK, "character": Target.OWN})

WORDS = (
    Word(
        "draw-roll",
        Op.DRAW_ROLL,
        ("draw and roll a die",),
        "a die is drawn and rolled",
        uses=RESOLVING,
        decided="rules, then chance",
    ),
    Word(
        "field-used",
        Op.FIELD_USED,
        ("field {target} from used",),
        "a {target} from the Used Pile is fielded",
        (COMER,),
        uses=RESOLVING,
        examples=(
            "field sidekick from used",
            "field character from used",
        ),
        does_if="such a die is in the Used Pile",
    ),
    Word(
        "gate",
        Op.GATE,
        ("gate",),
        "a die is gated in",
        uses=RESOLVING,
        does_if="a die can be gated in",
        decided="player, then chance",
    ),
    Word(
        "token",
        Op.TOKEN,
        ("field a token",),
        "a token is fielded",
        uses={CARD: RESOLVING[CARD]},
        does_if="there is room for one more",
        decided="rules",
    ),
    Word(
        "prep-used",
        Op.PREP_USED,
        ("prep sidekick from used",),
        "a starting die from the Used Pile is prepped",
        uses=RESOLVING,
        does_if="a Sidekick is in the Used Pile",
    ),
    Word(
        "recall",
        Op.RECALL,
        ("prep own sidekicks and gain {amount} life for each",),
        "the player's starting dice are prepped, and each gains {amount} life",
        (AMOUNT,),
        uses=RESOLVING,
        examples=("prep own sidekicks and gain 1 life for each",),
        decided="rules",
    ),
    Word(
        "unprep",
        Op.UNPREP,
        ("opposing prepped die to used",),
        "a character die in the opponent's Prep Area goes to the Used Pile",
        uses=RESOLVING,
        does_if="the opponent has a character die in the Prep Area",
    ),
    Word(
        "draw",
        Op.DRAW,
        ("prep die from bag",),
        "a die from the bag is prepped",
        uses=RESOLVING,
        decided="rules, then chance",
    ),
    Word(
        "rebate",
        Op.REBATE,
        ("next purchase costs {amount} less",),
        "the next purchase costs {amount} less",
        (AMOUNT,),
        uses=RESOLVING,
        examples=("next purchase costs 2 less",),
        lasts=TURN,
        does_if="always; in this turn",
        decided="rules",
    ),
    Word(
        "frees",
        Op.FREES,
        ("name an affiliation that is free to field",),
        "an affiliation is named that is free to field",
        uses=RESOLVING,
        lasts=TURN,
        does_if="always; in this turn",
    ),
)
