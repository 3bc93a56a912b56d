"""Findings: where the rulebook of Dice Conquest contradicts itself, is silent, or surprises."""

from __future__ import annotations

from dicelaw.specs.finding import Finding

FINDINGS = (
    Finding(
        "finding/spent-dice",
        "gap",
        "No step says that Spent dice are Available again. Read literally they stay Spent, and play "
        "runs dry: rounds begin with fewer dice until none is left and only damage is dealt. A remark "
        "about dice that were removed is all there is.",
        ("round/start-roll-all-available", "round-end/removed-dice-rolled-next-round"),
        "the property round/dice-come-back, and the reading spent-dice",
    ),
    Finding(
        "finding/round-without-dice",
        "odd",
        "All seven dice may be kept on creatures. The next round then begins without a die to roll, is "
        "over at once, and deals its damage: keeping dice can only hurt there.",
        ("round-end/all-dice-used", "round-end/keep-or-remove-dice"),
        "the property round/has-a-die, which a play refutes, and the reading no-dice",
    ),
    Finding(
        "finding/pass-or-choose",
        "conflict",
        "One place says that a die must be chosen, another that any hero may choose to pass, and that "
        "this ends the round for all.",
        ("turn/must-choose-available-die", "round-end/hero-passes"),
        "the readings passing and pass-ends",
    ),
    Finding(
        "finding/nowhere-to-place",
        "gap",
        "A chosen die may not be exchanged, and must attack a creature. Where no creature accepts it, "
        "even after a reroll, nothing says what happens.",
        ("turn/must-attack-a-creature", "turn/choice-of-die-binding"),
        "the reading no-placement",
    ),
    Finding(
        "finding/last-blow",
        "conflict",
        "A creature is slain as soon as its dice suffice, and slain Kalterstorm wins the game at once; "
        "but what a placed die sets off still occurs, and may fell the hero who wins.",
        ("end/win-kalterstorm-slain", "clarify/creature-ability-despite-slaying"),
        "the reading last-blow",
    ),
    Finding(
        "finding/slain-between-rounds",
        "odd",
        "Where dice are removed at the end of a round, the sum that is left on a creature with an exact"
        " restriction may be just its health. It is slain as soon as that is so, outside of any turn, "
        "and nothing says who gets its item.",
        ("slay/by-altered-dice", "slay/item-card-to-any-hero"),
        "the example example/slay/by-altered-dice/dice-removed",
    ),
    Finding(
        "finding/slay-limit",
        "open",
        "The Wizard slays a creature of 20 health or less, and the example has a Stone Golem with 16 "
        "left: nothing says whether the limit looks at what is left or at what is printed.",
        ("hero/example-wizard-stone-golem",),
        "the reading slay-limit",
    ),
    Finding(
        "finding/die-laid-aside",
        "odd",
        "A chosen die must attack a creature by being placed, and yet in the example of the Wizard the "
        "die of the Critical Hit goes to the Spent Dice area. If it could whether or not something is "
        "slain, a hero who takes dice back could go on for ever.",
        ("hero/example-wizard-outcome", "turn/must-attack-a-creature"),
        "the property round/ends, which needs that something was slain",
    ),
    Finding(
        "finding/returned-dice",
        "conflict",
        "Dice that come back are rolled first, and the Basilisk keeps heroes from rerolling for any reason.",
        ("hero/returned-dice-rerolled-first", "creature/example-basilisk-no-reroll"),
        "the reading returned-dice",
    ),
    Finding(
        "finding/short-deck",
        "gap",
        "Three cards are drawn for a round, or none from an empty deck. Of a deck with one or two cards"
        " nothing is said; where no Reveal draws more, the last draw from 23 creatures has two. If these are "
        "not drawn, Kalterstorm is one of them and never comes: nobody can win then.",
        ("round-end/draw-three-new", "facts/first-sight-of-kalterstorm"),
        "the reading short-deck",
    ),
)
