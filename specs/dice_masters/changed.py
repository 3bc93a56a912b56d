"""What changed from the edition of 2016 to that of 2018, row by row, and the topic that compares them."""

from __future__ import annotations

CHANGES = {
    "what the starting dice are called": "starting-dice",
    "the first turn": "first-turn",
    "ties": "tie",
    "what goes Out of Play": "sent-to-used",
    "unrolled starting dice": "unrolled-starting-die",
    "energy for missing dice": "shortage-energy",
    "when rolled dice are looked at": "rolled-dice",
    "half of a generic double": "generic-half",
    "wild energy that is counted": "wild-counted",
    "purchases of cards with several types": "several-types",
    "dice that reduce their own cost": "self-cost",
    "when the inactive player may act": "inactive-window",
    "what is triggered meanwhile": "queue-order",
    "what interrupts": "interrupt",
    "effects on a die that leaves and comes back": "applied-return",
    "prevention": "prevention",
    "what damage may be redirected to": "redirect-kind",
    "bursts that must be used": "bursts-used",
    "damage and KOs": "ko-order",
    "survivors": "survivors",
    "the end of a capture": "holder-leaves",
    "attacks of a die that controls another one": "controller-attacks",
    "where a controlled die goes": "controlled-leaves",
    "copied figures": "copied-stats",
    "copied abilities": "copied-abilities",
    "Overcrush": "overcrush-removed",
}
"""The topic of every rule that the newer edition has changed, not only made clearer or added."""

BECAUSE = {
    "starting-dice": "it is a name only, and no rule of play hangs on it",
    "rolled-dice": (
        "by the older text, as we read it, the roll says which text of the card applies, and the card when; "
        "what a roll triggers comes in both when all dice have been rolled"
    ),
    "bursts-used": (
        "neither text gives a choice about the burst, and neither makes anybody use or field the die, which "
        "the newer one only says"
    ),
}
"""Why no play tells the editions apart by some of them, as far as the words go."""
