"""Findings about the documents of Dice Masters: their summaries, glossaries and examples of play."""

from __future__ import annotations

from dicelaw.specs.finding import Finding

TEXT_FINDINGS = (
    Finding(
        "finding/fielded-by-an-effect",
        "conflict",
        "The edition of 2016 says that no move by an effect is fielding, and in its Lexicon that dice are "
        "also fielded by effects. Both are right only if an effect that says so fields, and no other move "
        "does.",
        ("fielded/def@2016", "fielded/lexicon"),
        "the transitions pay/fielding and resolve/field, by which things are fielded; other moves trigger "
        "nothing of it",
    ),
    Finding(
        "finding/prep-in-cleanup",
        "conflict",
        "Dice that are KO'd go to the Prep Area at once in one place of the edition of 2016, and in the "
        "Cleanup Step in another. An effect that looks at the Prep Area in the turn would tell.",
        ("ko/to-owner-prep", "ko/sent-to-prep-in-cleanup"),
        "the transition ko/fall, which moves them at once",
    ),
    Finding(
        "finding/energize-elsewhere",
        "gap",
        "Energize waits for a roll of its die, and effects that look at rolls of the Roll and Reroll Step do "
        "so at its end. Of a die that an effect draws and rolls, or rolls again, at another time nothing is "
        "said. In the model only the end of that step sets it off.",
        ("keyword/energize", "roll/effects-of-rolls@2018", "draw/bare-draw"),
        "the transitions roll/end/energize and resolve/roll/die, of which only the first makes an effect due",
    ),
    Finding(
        "finding/four-dice-or-fewer",
        "odd",
        "The edition of 2016 speaks of four dice or fewer that can be drawn, but four are enough and cost "
        "nothing: the case is vacuous.",
        ("draw/shortage-life@2016",),
        "the transition draw/shortage, which needs a die that is missing",
    ),
    Finding(
        "finding/clear-energy-dice",
        "odd",
        "The Clear and Draw Step clears all dice of the Reserve Pool, its summary only energy dice. That "
        "is the same, as nothing else can be there when a turn begins.",
        ("clear/all-reserve-to-used", "clear/summary-energy-only"),
        "the property zone/reserve-energy-only",
    ),
    Finding(
        "finding/quick-effects-end",
        "conflict",
        "The detailed rules of 2016 let effects while active, and what happens at the end of the turn, "
        "outlast the Cleanup Step; the Quick Start ends all effects of cards there.",
        ("cleanup/effects-end@2016", "cleanup/quick-effects-end"),
        "`dicelaw rulings ruling/dice-masters/applied-effects-end-with-the-turn`; static bonuses last, as "
        "`dicelaw rulings ruling/dice-masters/two-copies-while-active` shows in the next turn of their "
        "owner",
    ),
    Finding(
        "finding/batch-of-globals",
        "gap",
        "In 2016 Globals that are paid for in a batch resolve as one effect, but what a batch is, and "
        "whether it is one event for those who react to it, is not said. It is the reading global-batch: one "
        "by one, two uses that damage are two events, and what they set off comes between; as parts of one "
        "effect they are two events, and it comes after both; as a sum they are one event. By default they "
        "are paid for one by one, which nothing forbids: without a batch there is nothing for the sentence "
        "to be about, and no text says that a player has to make one.",
        ("global/batch-one-effect",),
        "`dicelaw rulings ruling/dice-masters/open-global-batch`",
    ),
    Finding(
        "finding/second-jubilee",
        "conflict",
        "In Michele's third turn of the example she fields Jubilee, Hope and a Sidekick and buys a second "
        "Jubilee. No roll and no payment makes that possible for the three energy that she paid in her "
        "first turn. For the two energy that the rules name it is, but only with five dice, and four are "
        "told of.",
        (
            "example/2018/michele-3/5-purchase",
            "example/2018/michele-1/3-purchase",
            "purchase/example-jubilee",
        ),
        "`python scripts/second_jubilee.py`, which sees every play of her Main Step after every roll; the "
        "rest of the turn is `dicelaw rulings example/2018/michele-3-without-purchase`",
    ),
    Finding(
        "finding/prepped-dice-forgotten",
        "conflict",
        "Both players of the example Prep a Sidekick by a Global in their second turns. In their third "
        "turns Michele is told to roll four dice and Chris one of the Prep Area besides; by the rules they "
        "are five, and two besides.",
        (
            "example/2018/michele-2/4-global",
            "example/2018/michele-3/1-refill-draw",
            "example/2018/chris-3/1-refill-draw-prep",
        ),
        "`dicelaw rulings example/2018/michele-2`, `... example/2018/chris-2` and `... example/2018/chris-3`",
    ),
    Finding(
        "finding/card-of-no-set-up",
        "conflict",
        "In the example Chris buys a die of Whoever Assemble!, which is not among the Basic Action Cards "
        "that the set-up of the demo lays out.",
        ("setup/demo-basic-cards@2018", "example/2018/chris-2/2-purchase"),
        "the teams x-men-demo, without it, and x-men-example, with which `dicelaw rulings example/2018` "
        "plays",
    ),
    Finding(
        "finding/quick-start-zones",
        "conflict",
        "The Quick Start sends spent energy, used action dice and unblocked attackers to the Used Pile, "
        "the full rules Out of Play. A refill of the bag in the same turn would tell. The Quick Start says "
        "that it simplifies.",
        (
            "energy/quick-spent-to-used",
            "action/quick-to-used",
            "damage/quick-unblocked-to-used@2018",
            "precedence/quick-start-simplified",
        ),
        "`dicelaw rulings ruling/dice-masters/out-of-play-refills-nothing`",
    ),
    Finding(
        "finding/shortage-energy-before-priority",
        "gap",
        "Energy for missing dice comes before anybody has priority and is lost when priority is passed. "
        "Whether a Global may react with it while dice are drawn and rolled is not said; nothing is "
        "damaged then, so nothing of the rules themselves asks for it.",
        ("draw/shortage-energy@2018",),
        "the points draw, roll and reroll, which no transition leaves for damage/react",
    ),
    Finding(
        "finding/who-corrupts",
        "gap",
        "Corrupt does not say who picks the die for the Used Pile, and not whether a bag that is too small "
        "is refilled first. A later document of the publisher lets the user pick, and refills it.",
        ("keyword/corrupt",),
        "the statement and what carries it: `dicelaw rules dice-masters@2018 keyword/corrupt`",
    ),
    Finding(
        "finding/infiltrate-when",
        "gap",
        "Infiltrate does not say whether it is decided before or after the window for actions and Globals. "
        "A later document of the publisher says before.",
        ("keyword/infiltrate-choice",),
        "the statement and what carries it: `dicelaw rules dice-masters@2018 keyword/infiltrate-choice`",
    ),
    Finding(
        "finding/intimidate-whom",
        "gap",
        "Intimidate is about any character die, one's own included. A later document of the publisher says "
        "an opposing one.",
        ("keyword/intimidate",),
        "the statement and what carries it: `dicelaw rules dice-masters@2018 keyword/intimidate`",
    ),
    Finding(
        "finding/regenerate-what-stays",
        "gap",
        "Regenerate does not say what becomes of damage, of applied effects and of effects of being KO'd. "
        "A later document of the publisher clears the damage, keeps the effects, and triggers nothing.",
        ("keyword/regenerate",),
        "the statement and what carries it: `dicelaw rules dice-masters@2018 keyword/regenerate`",
    ),
    Finding(
        "finding/another-name",
        "odd",
        "In the example the opponent Chris is once called by another name. Nothing depends on it.",
        ("example/2018/michele-2/5-no-attack",),
        "`dicelaw rulings example/2018/michele-2`",
    ),
    Finding(
        "finding/endless-effects",
        "gap",
        "Effects can set each other off for ever, as where the KO of a die returns it to the Field with a D "
        "of 0: neither text says how such a game goes on.",
        ("queue/resolve-fully@2016", "queue/resolve-fully@2018", "damage/ko-threshold"),
        "the property turn/ends, which leaves out cycles through the beginning of an effect, and through "
        "what players do of their own accord",
    ),
)
