"""Findings: where the rule text of Dice Throne contradicts itself, is silent, or leads to something odd."""

from __future__ import annotations

from dicelaw.specs.finding import Finding

FINDINGS = (
    Finding(
        "finding/stun-outside-attack",
        "gap",
        "Stun placed outside of an attack has no end of its own: its bearer skips whole turns, and only the "
        "next attack of an opponent that is concluded takes the token off.",
        ("status/stun/no-actions", "status/stun/extra-offensive-phase"),
        "the transitions offense/begin/stunned and discard/silent of the duel",
    ),
    Finding(
        "finding/stunned-hand-limit",
        "conflict",
        "A stunned player may do nothing, yet must sell down to six cards in the Discard Phase. The model "
        "lets the turn pass with too many cards.",
        ("status/stun/no-actions", "discard/excess-must-be-sold"),
        "the property discard/hand-limit",
    ),
    Finding(
        "finding/spent-token-answered",
        "conflict",
        "A spent token's effect can't be interrupted, yet the active player's instant that answers it takes "
        "effect first. The model tells declaring from spending: what is only declared can be answered.",
        (
            "status/spent-uninterruptible",
            "priority/active-player-first",
            "priority/example-active-removes-first",
        ),
        "the properties priority/answer-first and priority/declared-kept",
    ),
    Finding(
        "finding/floor-before-halves",
        "open",
        "Whether a negative subtotal counts as 0 before halves are taken matters after all: with three "
        "halvings of a negative subtotal the other answer deals damage where more was prevented than came.",
        ("damage/total/subtotal", "damage/total/floor-zero"),
        "the reading subtotal-floor=after of ultimate/exact-damage, nyra/not-collateral, "
        "status/shadows/no-damage",
    ),
    Finding(
        "finding/more-damage-helps",
        "odd",
        "Each half is rounded up by itself, so with one doubling and three halvings a subtotal of 2 deals 1 "
        "and a subtotal of 3 deals 0: one more damage can help the defender.",
        ("damage/total/each-multiplier-from-subtotal", "damage/total/division-rounds-up"),
        "a test of the damage pipeline (tests/fast/test_fragment_damage.py)",
    ),
    Finding(
        "finding/endless-stun",
        "odd",
        "Nothing limits how often Stun follows Stun: a turn may go on for ever. With dice alone that has "
        "probability 0.",
        ("status/stun/can-chain",),
        "the properties status/stun/chain-may-go-on and status/stun/chain-ends-almost-surely",
    ),
    Finding(
        "finding/wither-two-ways",
        "conflict",
        "The text of Wither calls it an Attack Modifier, which never touches collateral damage; an answer "
        "about the Cursed Pirate denies that it is one, so that it lowers collateral damage as well. The "
        "model can follow either.",
        ("status/wither/reduce", "status/wither/modifier-or-not", "damage/collateral/enhanceable"),
        "the readings wither-collateral=lowered and wither-collateral=kept",
    ),
    Finding(
        "finding/bleed-limit",
        "conflict",
        "One place prints the stack limit 1 for Bleed, yet several tokens of a player are to be rolled for "
        "one by one, and two heroes inflict two at once. The model has the limit 2.",
        ("status/bleed/limit", "status/bleed/roll-each-token"),
        "Bleed in the content (content/status-upkeep.yaml), and the abilities of the Huntress and the "
        "Vampire Lord that inflict 2",
    ),
    Finding(
        "finding/blind-too-late",
        "open",
        "The die of Blind is rolled when the Offensive Roll Phase concludes, and a failed phase has no "
        "effect of any kind; but by then the ability was activated and its user has what it gives. Either "
        "the die is rolled earlier, or what happened on activation stays. Rolled earlier, it comes before "
        "Profiteer can show that the phase begins anew and so is not concluded yet.",
        (
            "status/blind/roll-fail",
            "status/blinding-light/roll-table",
            "status/blinding-light/one-stops-all",
            "offense/activation-untargeted-effects-second",
        ),
        "the readings blind-roll=first and blind-roll=late of the transition resolve/fizzle",
    ),
    Finding(
        "finding/gone-before-it-acts",
        "gap",
        "Constrict, Entangle and Parlay are about the bearer's next Offensive Roll Phase, but leave when "
        "the Roll Phase concludes, without a word about which: taken for the one that inflicted them, they "
        "would be gone before they do anything. The model takes the one that they affected.",
        (
            "status/constrict/removed-at-conclusion",
            "status/entangle/removed-at-conclusion",
            "status/parlay/removed-at-conclusion",
        ),
        "the transition conclusion/apply/all, which removes what was there when the phase began",
    ),
    Finding(
        "finding/income-in-steps",
        "open",
        "The turn summary gains the combat point and draws the card in one sentence, the rule of the phase "
        "has two steps. Whether an instant may come between them matters where the discard pile is shuffled "
        "into a new deck for the draw: the instant would be in it.",
        ("income/draw-card", "cards/instant/any-time"),
        "the readings income-steps=together and income-steps=apart of the transition income/take",
    ),
    Finding(
        "finding/moments-inside-an-ability",
        "conflict",
        "Instants may be played at any time and interrupt abilities, yet the rule of the then names that as "
        "the point of an ability at which they may be played. The model follows the rule of the then: "
        "between two effects of an ability without one there is no moment.",
        ("cards/instant/any-time", "cards/instant/interrupts", "ability/then-window"),
        "the table of moments (specs/dice_throne/properties/moments.py), and the transition resolve/then",
    ),
    Finding(
        "finding/which-token-was-rolled",
        "gap",
        "Each token of a kind is rolled for by itself in Upkeep, and one of them may be removed between two "
        "rolls; which one it was, one that was rolled for or one that was not, no rule says. The model takes "
        "one that was rolled for, as long as there are such.",
        ("status/bleed/roll-each-token", "status/tokens-are-separate-instances"),
        "the transition upkeep/due/run, which runs no oftener than there are tokens",
    ),
    Finding(
        "finding/pirate-flip",
        "conflict",
        "One answer flips the Cursed Pirate at the end of a turn in which her passive finds no Cursed "
        "Doubloon to remove, another when she has none left at the end of her turn: the last one that the "
        "passive removes makes a turn's difference. The model follows the first.",
        ("pirate/flip-timing",),
        "the passive Cursed (content/cursed-pirate.yaml) and the transition resolve/flip",
    ),
    Finding(
        "finding/choice-of-a-stunned-player",
        "gap",
        "Nothing says who decides where an effect goes on that leaves a choice to a player who may take no "
        "action. The model passes over what is an option, discards at random, orders effects that are due as "
        "they stand, and means the player alone, or of several opponents the next in turn order.",
        ("status/stun/no-actions", "ultimate/no-opponent-action", "def/chosen-player"),
        "the transitions resolve/discard-pick-barred, resolve/choose-player/silent, resolve/pass-over and "
        "upkeep/due/run",
    ),
    Finding(
        "finding/isolated-yet-avoidable",
        "conflict",
        "A Powder Keg and a Parasite deal undefendable damage, which cards and Status Effects can avoid, but "
        "deal it at once as an isolated source: no moment is left at which it is incoming. In the model "
        "nothing avoids it.",
        ("damage/isolated-immediate", "damage/undefendable/avoidable", "status/powder-keg/explosion"),
        "the transitions resolve/isolated, resolve/token-bursting and resolve/sting/hurt, which have no "
        "window in front of the damage",
    ),
    Finding(
        "finding/stolen-health-waits",
        "conflict",
        "What an Attack steals is no damage and comes before the defence, yet an answer about the Vampire "
        "Lord nets stolen Health with the damage at the conclusion of the phase. The model follows the "
        "answer: Combat Points are stolen at once, Health is with the damage.",
        (
            "steal/dials-adjusted",
            "defense/step1-targeted-nondamage-effects",
            "damage/healing-nets-with-damage",
        ),
        "ruling/vampire-lord/stolen-health-saves",
    ),
)
