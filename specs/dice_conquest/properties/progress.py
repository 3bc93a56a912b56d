"""Every round comes to its end."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import FIRST_CARD, MOST, SLEW, Back, Cause, Place
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.effects.frames import NO_WORD
from dicelaw.model.kernel.expressions import all_of, count, number, total, where
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_conquest.invariants.structure import STRUCTURE
from dicelaw.specs.property import Goal, Progress, Property


def progress_properties(made: QuestMachine) -> list[Property]:
    """The property that rounds end."""
    q = made.quest
    round_over = tuple(one.id for one in made.machine.transitions if one.target == "round-end")
    ending = q.cause == int(Cause.ROUND)
    deck = count((q.place[card] == int(Place.DECK)) | (q.place[card] == int(Place.BOX)) for card in q.cards)
    lines = where(q.next == 0, where(q.word == NO_WORD, 0, 1), q.content.lines + 2 - q.next)
    measures = (
        ("cards that were never drawn", deck),
        ("cards to reveal", q.drawn - q.revealed),
        ("heroes to choose", count(q.hero[seat] == 0 for seat in q.seats)),
        ("traps to shuffle", q.traps),
        ("creatures in the display", q.creatures_left()),
        ("items", count(q.place[card] >= int(Place.HELD) for card in q.cards)),
        ("creatures that nothing slays", count(all_of(q.shown(c), q.doomed != c) for c in q.cards)),
        ("a Critical Hit that slew", number(q.used_critical == SLEW)),
        ("a round's end under way", number(ending)),
        ("dice to remove", where(ending, q.dice_placed(), 0)),
        ("dice to place", where(ending, 0, count(q.at[die] < FIRST_CARD for die in q.dice))),
        ("an attack that is over", number(q.back == int(Back.AFTER))),
        ("a turn that begins", number(q.back == int(Back.TURN))),
        ("ability to use", 1 - q.used_ability),
        ("critical to use", 2 - q.used_critical),
        ("rerolls", 61 - q.rerolls),
        ("damage due", q.due),
        ("points to avoid", total(q.guard[seat] for seat in q.seats)),
        ("dice to roll", count(q.unrolled[die] == 1 for die in q.dice)),
        ("what is left of an effect", lines * (MOST + 1) + q.amount),
        ("what is set off", q.pending),
    )
    return [
        Property(
            "round/ends",
            "Every round comes to an end: no turns, rolls and effects go on for ever.",
            Progress(measures, but=round_over),
            ("turn/cycle-until-round-end", "round-end/all-dice-used", "round-end/all-creatures-slain"),
            using=(STRUCTURE, "play/no-doom"),
            goal=Goal("a round is over", q.creatures_left() >= 1, "round-end"),
            bug=rewriting("attack/reroll", q.rerolls, lambda _: q.rerolls, "rerolls are not counted"),
        )
    ]
