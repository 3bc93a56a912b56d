"""Findings: where the rule texts of Dice Masters contradict themselves, are silent, or surprise."""

from __future__ import annotations

from dicelaw.specs.dice_masters.text_findings import TEXT_FINDINGS
from dicelaw.specs.finding import Finding

FINDINGS = (
    Finding(
        "finding/survivors-unseen",
        "odd",
        "The editions return survivors from the Attack Zone at different moments, but nobody decides "
        "anything and no effect of the rules themselves happens in between: only a card could tell.",
        ("combat/survivors-return@2016", "combat/survivors-return@2018"),
        "`dicelaw diff dice-masters@2016 dice-masters@2018 --topic survivors`, which sees every pair of"
        " states",
    ),
    Finding(
        "finding/jubilee-cost",
        "conflict",
        "The rules say that Jubilee costs 2, and the example of play pays three energy for her, which "
        "the rules forbid if she costs 2. The model has the printed 3.",
        ("purchase/example-jubilee", "example/2018/michele-1/3-purchase", "energy/no-pointless-spend"),
        "the card jubilee-wondra, and the requirement energy/no-pointless-spend of the transition pay/pay",
    ),
    Finding(
        "finding/unblocked-attackers",
        "conflict",
        "One place moves unblocked attackers Out of Play with their damage, another to the Used Pile in"
        " the Cleanup Step: an effect of the damage that draws from an empty bag would tell. The model "
        "follows the first.",
        ("damage/unblocked-out-of-play@2016", "damage/quick-unblocked-to-used@2016"),
        "the property damage/unblocked-out-of-play@2016",
    ),
    Finding(
        "finding/blocker-gone",
        "gap",
        "The edition of 2016 does not say what an attacker does whose blockers are gone when damage is "
        "assigned.",
        ("damage/unblocked-to-player",),
        "the readings blocker-gone=blocked and blocker-gone=unblocked of the transition assign/nobody",
    ),
    Finding(
        "finding/inactive-window",
        "conflict",
        "The edition of 2016 lets the inactive player act after each action of the active one, and "
        "elsewhere only when the active player pauses.",
        ("priority/casual-after-each-action", "priority/main-offer@2016"),
        "the readings procedure=casual and procedure=tournament",
    ),
    Finding(
        "finding/ko-by-effect",
        "gap",
        "The order of effects of being damaged and KOs is given for combat only. With damage by an "
        "effect, a KO that waits leaves dice in the Field whose damage has reached their D. Nor is it said "
        "whether a die is KO'd in the midst of an effect of several parts: in the model it is, as a KO is no "
        "effect that would have to wait for another.",
        ("ko/combat-order@2018", "ko/when-damaged-before-ko"),
        "the property ko/nobody-left, which does not hold under the reading ko-by-effect=after-damaged",
    ),
    Finding(
        "finding/damage-answered-for-ever",
        "odd",
        "A Firestorm on each side answers the damage of the other with as much. Where the KO of the edition "
        "of 2018 waits for all that is pending, something always is: nobody may stop, neither die is KO'd, "
        "and the game does not end; the model stops at 63 damage on a die. Where in combat only the effects "
        "of combat damage itself come first, and elsewhere where the KO comes at once, both fall. Two "
        "Batgirls who deal damage when damaged, two such Hulks and two such Iron Men go on like that too.",
        ("ko/combat-order@2018", "ko/when-damaged-before-ko", "queue/fifo"),
        "the readings combat-ko=pending and combat-ko=damaged, where one of the teams storms blocks the "
        "other; ko-by-effect=after-damaged and ko-by-effect=at-once, once a Magic Missile has hit one",
    ),
    Finding(
        "finding/whole-ability-prevented",
        "conflict",
        "Read literally, one part of the edition of 2016 cancels all effects of an ability when any of its "
        "damage is prevented, that to other dice included. Another part says of what Globals prevent that "
        "the damage to its original target is gone, which would be idle if all of the ability were. The "
        "model follows the second by default; by the other reading nothing more of an ability happens when"
        " all its damage to one target is prevented.",
        ("prevent/result@2016", "global/all-prevented@2016"),
        "the readings prevention=damage and prevention=ability",
    ),
    Finding(
        "finding/energy-for-missing-dice",
        "gap",
        "The edition of 2016 does not say how long the energy for missing dice lasts, where it loses "
        "the unspent half of a die at once.",
        ("draw/shortage-energy@2016", "energy/partial-generic@2016"),
        "`dicelaw diff dice-masters@2016 dice-masters@2018 --topic shortage-energy`",
    ),
    Finding(
        "finding/captured-marks",
        "gap",
        "Neither edition says what becomes of damage and applied effects on a die that is captured and "
        "returns in the same turn, since its captor has left: such effects are lost by a KO and by a roll to "
        "energy, and nothing else is named.",
        ("capture/not-existing", "effects/applied-lost"),
        "the readings captured-marks=lost and captured-marks=kept of the transition resolve/capture",
    ),
    Finding(
        "finding/applied-return",
        "gap",
        "By the edition of 2016 damage lasts until the turn ends or its die is KO'd, and bonuses until the "
        "turn ends: whether a die that is KO'd and comes back in the same turn has them again is not said. "
        "That of 2018 says that it has not.",
        ("effects/duration@2016", "effects/applied-lost"),
        "`dicelaw diff dice-masters@2016 dice-masters@2018 --topic applied-return`, which shows it under "
        "applied-return=kept",
    ),
    Finding(
        "finding/captor-gone",
        "gap",
        "By the edition of 2016 a capture or a control ends with a KO of the die that holds; of one that "
        "attacks unblocked, and so goes Out of Play, it does not speak.",
        ("capture/ends@2016", "control/ends@2016"),
        "`dicelaw diff dice-masters@2016 dice-masters@2018 --topic holder-leaves`, and the reading "
        "holder-gone",
    ),
    Finding(
        "finding/controlled-out-of-play",
        "gap",
        "A controlled die that attacks unblocked goes Out of Play, which is neither the Used Pile, from "
        "where the edition of 2016 sends it to its owner, nor named among what is unrolled in that of 2018.",
        ("control/leaves@2016", "control/leaves@2018"),
        "`dicelaw diff dice-masters@2016 dice-masters@2018 --topic controlled-leaves`, and the readings "
        "controlled-out-of-play and controlled-unblocked",
    ),
    Finding(
        "finding/ko-of-a-controlled-die",
        "gap",
        "A controlled die is its controller's for all purposes, and by its KO it goes to its owner: neither "
        "edition says whose its effect of being KO'd is. In the model it is the owner's, with whom the die "
        "is then.",
        ("control/yours", "control/leaves@2018", "control/leaves@2016"),
        "the property control/leaves and the transition due/ko",
    ),
    Finding(
        "finding/controlled-on-energy",
        "gap",
        "A controlled die that is rerolled to energy goes to its controller's Reserve Pool. Where it goes "
        "when control ends is not said: it is not in the Field, to which it would return, and it is rolled. "
        "In the model it goes to its owner's Prep Area.",
        ("control/ends@2018", "control/leaves@2018", "reroll/else-reserve"),
        "the transitions resolve/reroll/die and cleanup/clear",
    ),
    Finding(
        "finding/continuous-sent",
        "conflict",
        "In its player's turn a Continuous die sends itself to the Used Pile, and what is sent there from "
        "the Field in one's own turn goes Out of Play: it matters for a refill in the same turn. The second "
        "says so of any die, and the model follows it unless told otherwise.",
        ("keyword/continuous-leave", "zone/oop-contents@2018"),
        "the readings continuous-sent=used and continuous-sent=out-of-play of the transition main/send-on",
    ),
    Finding(
        "finding/swap-2016",
        "gap",
        "Cards of 2016 swap dice, for which its rules have no word: whether a die takes the place in combat "
        "of the one that it is swapped for is left to the reader.",
        ("swap/combat-position",),
        "the readings swap-position=exact and swap-position=field of the transition resolve/swap",
    ),
    Finding(
        "finding/half-of-the-inactive",
        "gap",
        "Whether the inactive player may keep half of a generic double is not said. It would help "
        "little: after one ability priority goes back, and what was kept is lost.",
        ("energy/partial-generic@2018", "priority/inactive-one-ability@2018"),
        "the property priority/one-ability and the transition stage/main",
    ),
    Finding(
        "finding/price-floor",
        "gap",
        "The edition of 2016 lets cards reduce costs and names no least one, and wants energy of the type of "
        "the card among what is paid: of a purchase that costs nothing it does not speak.",
        ("purchase/type-match@2016", "purchase/reduction-floor"),
        "`dicelaw diff dice-masters@2016 dice-masters@2018 --topic price-floor`, and the reading price-floor",
    ),
    Finding(
        "finding/free-purchase",
        "conflict",
        "No reduction goes below 1, says one part of the edition of 2018, and another that some dice are "
        "even free to purchase.",
        ("purchase/reduction-floor", "field/self-free-to-purchase"),
        "the readings free-purchase=free and free-purchase=floor of the transition main/buy",
    ),
    Finding(
        "finding/energy-faces",
        "gap",
        "Both editions say that energy faces show one or two symbols and that the card pictures the faces, "
        "and list them for no die. The model has two single faces and one double; collections of cards list"
        " character faces only. Odds of rolls hang on it, and which payments can be made. A die of two types "
        "has a single face of each and a double of both.",
        ("energy/doubles", "energy/doubles-mixed", "model/energy-faces"),
        "the transitions roll/die and reroll/roll/die, which cite model/energy-faces",
    ),
    Finding(
        "finding/wild-counted",
        "gap",
        "In the edition of 2016 wild energy may be used as any type; whether it counts as one where an "
        "effect counts energy is not said. That of 2018 says that it does not.",
        ("energy/wild@2016", "energy/wild-not-counted"),
        "`dicelaw diff dice-masters@2016 dice-masters@2018 --topic wild-counted`, and its reading",
    ),
    Finding(
        "finding/drawn-in-the-opponents-turn",
        "gap",
        "A die that an effect draws is rolled and put into the Reserve Pool, where in the opponent's turn "
        "only energy may be: of one that shows something else then the edition of 2018 does not speak. In "
        "the model it goes to the Used Pile.",
        ("draw/bare-draw", "zone/reserve-opponents-turn"),
        "the transition resolve/roll/die",
    ),
    Finding(
        "finding/leftover-when",
        "open",
        "All combat damage is dealt at the same time, and Overcrush deals what is left over when the "
        "blockers are KO'd: by the edition of 2018 after the effects of being damaged, and by both after it "
        "is seen who has no life left. It can decide who wins, or whether it is a tie.",
        ("keyword/overcrush@2018", "keyword/overcrush@2016", "damage/simultaneous"),
        "`dicelaw rulings ruling/dice-masters/open-leftover-when`, and the readings leftover-when=kos and "
        "leftover-when=together",
    ),
    Finding(
        "finding/leftover-by-others",
        "gap",
        "An attacker with Overcrush has to KO its blockers, and a blocker can have more damage from others "
        "before the KO: by the edition of 2018 from effects of being damaged, and from Cleave. Whose KO that "
        "is, and whether such damage is left over, is not said. In the model any damage beyond the D of the "
        "blockers is, up to the A of the attacker, once it has dealt its own; by leftover=full-defense only "
        "what its A is beyond their D.",
        ("keyword/overcrush@2018", "keyword/overcrush@2016"),
        "the readings leftover=excess and leftover=full-defense of the transition leftover/deal",
    ),
    Finding(
        "finding/reaction-events",
        "open",
        "A reactive Global may be paid once per event, and the text counts by what is damaged. Whether two "
        "attackers that damage the same player are one event is not said; an official answer of 2015, before "
        "this text, lets a Global be used for each of them.",
        ("global/reactive-once-per-event", "global/reactive-def@2018"),
        "`dicelaw rulings ruling/dice-masters/open-reaction-events`, and the reading reaction-events",
    ),
    Finding(
        "finding/experience-active",
        "open",
        "Experience names a die that is active, a KO and the end of the turn: whether the die has to be "
        "active at the KO alone, or still when the token is gained, is not said. Players have answered "
        "that it has.",
        ("keyword/experience-gain",),
        "the readings experience-active=ko and experience-active=turn-end, which cleanup/turn-ends follows",
    ),
    *TEXT_FINDINGS,
)
