"""Words about cards; the machine has them in ``words_cards``."""

from __future__ import annotations

from dataclasses import replace

from dicelaw.model.dice_throne.declared.arguments import AMOUNT, CARDS, EVERYWHERE, OF_OPPONENT, SUBJECT, N
from dicelaw.model.dice_throne.language import Op
from dicelaw.model.effects.words import Word

WORDS = (
    Word(
        "search", Op.SEARCH, ("search {n}{unit}",), "search your deck for {n:cards}",
        (replace(N, least=1), CARDS),
        uses=EVERYWHERE, examples=("search 1 card",),
        does_if="the owner's deck has a card",
    ),
    Word(
        "show-hand", Op.SHOW_HAND, ("look at the hand{who}",), "look at the hand of {who}", (OF_OPPONENT,),
        uses=EVERYWHERE, examples=("look at the hand of opponent",),
    ),
    Word(
        "draw", Op.DRAW, ("{who}draw[s] {amount}",), "{who:draw} {amount:cards}", (SUBJECT, AMOUNT),
        uses=EVERYWHERE, examples=("draw 1",),
    ),
    Word(
        "discard-by-choice", Op.DISCARD_PICK, ("{who}discard[s] {n} by choice",),
        "{who:discard} {n:cards} of {who:'s own} choice", (SUBJECT, N), uses=EVERYWHERE,
        examples=("opponent discards 1 by choice",),
        does_if="the player has a card in hand",
    ),
    Word(
        "discard", Op.DISCARD, ("{who}discard[s] {amount}",), "{who:discard} {amount:cards} at random",
        (SUBJECT, AMOUNT), uses=EVERYWHERE, examples=("opponent discards 1",),
        does_if="always; at random",
    ),
)  # fmt: skip
