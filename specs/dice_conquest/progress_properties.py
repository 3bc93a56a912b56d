"""Every round comes to its end."""

from __future__ import annotations

from dicelaw.model.dice_conquest.language import Word
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.quest import FIRST_CARD, Back, Place
from dicelaw.model.kernel.expressions import count, where
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_conquest.structure import STRUCTURE
from dicelaw.specs.property import Goal, Progress, Property

ROUND_OVER = ("round/over", "turn/pass", "attack/stranded")
"""The steps that end a round."""


def progress_properties(made: QuestMachine) -> list[Property]:
    """The property that rounds end."""
    q = made.quest
    deck = count((q.place[card] == int(Place.DECK)) | (q.place[card] == int(Place.BOX)) for card in q.cards)
    measures = (
        ("cards that were never drawn", deck),
        ("cards to reveal", q.drawn - q.revealed),
        ("heroes to choose", count(q.hero[seat] == 0 for seat in q.seats)),
        ("traps to shuffle", q.traps),
        ("creatures in the display", q.creatures_left()),
        ("items", count(q.place[card] >= int(Place.HELD) for card in q.cards)),
        ("dice not on creatures", count(q.at[die] < FIRST_CARD for die in q.dice)),
        ("ability to use", 1 - q.used_ability),
        ("critical to use", 1 - q.used_critical),
        ("rerolls", 61 - q.rerolls),
        ("damage due", q.due),
        ("dice to roll", count(q.unrolled[die] == 1 for die in q.dice)),
        ("dice to take back", q.amount),
        ("words to do", where(q.word == int(Word.NOTHING), 0, 1)),
        ("what is set off", q.pending),
        ("way back", where(q.back == int(Back.AFTER), 0, 1)),
    )
    return [
        Property(
            "round/ends",
            "Every round comes to an end: no turns, rolls and effects go on for ever.",
            Progress(measures, but=ROUND_OVER),
            ("turn/cycle-until-round-end", "round-end/all-dice-used", "round-end/all-creatures-slain"),
            using=(STRUCTURE,),
            goal=Goal("a round is over", q.creatures_left() >= 1, "round-end"),
            bug=rewriting("attack/reroll", q.rerolls, lambda _: q.rerolls, "rerolls are not counted"),
        )
    ]
