"""Points that the text of each edition leaves open, and the answers that the model can follow."""

from __future__ import annotations

from dicelaw.model.open_points import OpenPoint

SENT_ON = (
    "Where does a Continuous die go that sends itself to the Used Pile in its player's turn?",
    {
        "out-of-play": "Out of Play, as all that is sent there from the Field in one's own turn",
        "used": "to the Used Pile, as the glossary has it",
    },
)

LEFTOVER = (
    "How much is left over by an attacker with Overcrush?",
    {
        "excess": "the damage on its blockers beyond their D, at most its A",
        "full-defense": "its A less the whole D of its blockers, whatever was dealt to them before",
    },
)

LEFTOVER_WHEN = (
    "When does an attacker with Overcrush deal what it has left over?",
    {
        "kos": "when its blockers are KO'd, after the other combat damage and what comes before the KOs",
        "together": "together with the other combat damage, by what its blockers would be KO'd",
    },
)

OPEN_POINTS = {
    "2016": (
        OpenPoint(
            "procedure",
            "When may the inactive player act in the Main Step, and in the window after the blockers?",
            {
                "tournament": "when the active player pauses and offers it",
                "casual": "after each action of the active player",
            },
            ("priority/casual-after-each-action",),
        ),
        OpenPoint(
            "wild-counted",
            "Does wild energy count as energy of each type?",
            {
                "counts": "yes, as it may be used as any type",
                "not": "no, only as what is spent, as the newer edition says",
            },
            ("energy/wild@2016",),
        ),
        OpenPoint(
            "price-floor",
            "How little may a purchase cost whose cost is reduced?",
            {
                "nothing": "nothing, as no text forbids it, and then no energy of any type",
                "one": "one energy, of the type of the card, as the newer edition says",
            },
            ("model/price-floor",),
        ),
        OpenPoint(
            "blocker-gone",
            "What does an attacker do whose blockers are all gone?",
            {
                "blocked": "it stays blocked and damages nobody",
                "unblocked": "it is not blocked any more: it damages the player and goes Out of Play",
            },
            ("damage/unblocked-to-player",),
        ),
        OpenPoint("leftover", *LEFTOVER, ("keyword/overcrush@2016",)),
        OpenPoint("leftover-when", *LEFTOVER_WHEN, ("keyword/overcrush@2016",)),
        OpenPoint(
            "experience-active",
            "When does a die of a card with Experience have to be active for a token?",
            {
                "ko": "when the Monster is KO'd",
                "turn-end": "also when the turn ends, as players have answered",
            },
            ("keyword/experience-gain",),
        ),
        OpenPoint(
            "swap-position",
            "Does a die that is swapped for one in combat attack or block in its place?",
            {"exact": "yes, as the newer edition says", "field": "no, it comes into the Field"},
            ("model/swap-2016",),
        ),
        OpenPoint(
            "holder-gone",
            "Does a capture or a control end when the die that holds leaves the Field without a KO?",
            {"goes-on": "no, it lasts until the turn ends", "ends": "yes, at once"},
            ("capture/ends@2016", "control/ends@2016"),
        ),
        OpenPoint(
            "controlled-out-of-play",
            "Where does a controlled die go that is Out of Play when the turn ends?",
            {
                "prep": "to its owner's Prep Area, as it would go to the Used Pile",
                "field": "back to its owner's Field, at level 1, as the control ends first",
            },
            ("control/leaves@2016",),
        ),
        OpenPoint(
            "captured-marks",
            "What becomes of the damage and the applied effects on a die that is captured?",
            {
                "lost": "it loses them, as one that leaves the Field by a KO",
                "kept": "it has them again when it returns in the same turn",
            },
            ("capture/not-existing",),
        ),
        OpenPoint(
            "applied-return",
            "What becomes of effects applied to a die that leaves the Field and comes back in the same turn?",
            {
                "lost": "they are lost, as the damage on a die that is KO'd",
                "kept": "the die has them again, as what was once gained lasts until the turn ends",
            },
            ("effects/duration@2016",),
        ),
        OpenPoint(
            "copied-abilities",
            "Does a die that copies abilities keep those of its own card?",
            {"instead": "no, it uses the other card as its own", "added": "yes, it has both"},
            ("copy/abilities@2016",),
        ),
        OpenPoint(
            "queue-order",
            "Where does an effect go that is triggered while others are pending?",
            {
                "last": "behind all that are pending",
                "active-first": "before those of the inactive player, if it is the active player's",
            },
            ("queue/resolve-fully@2016",),
        ),
        OpenPoint(
            "global-batch",
            "How do Globals resolve that are paid for together?",
            {
                "apart": "one by one: each is paid for when the one before has resolved",
                "parts": "as one effect, one after the other, with nothing between them",
                "sum": "uses of one Global as one effect, with its number that many times",
            },
            ("global/batch-one-effect",),
        ),
        OpenPoint(
            "prevention",
            "What is cancelled when all damage of an ability to one target is prevented?",
            {
                "damage": "that damage, and what it would have triggered",
                "ability": "all that the ability has not done yet",
            },
            ("prevent/result@2016",),
        ),
        OpenPoint(
            "anti-breath-weapon",
            "What does an Anti-Breath Weapon prevent?",
            {
                "all": "all damage of the Breath Weapon that it answers",
                "die": "the damage to active dice that have it",
            },
            ("keyword/anti-breath-weapon",),
        ),
        OpenPoint(
            "equip-turns",
            "When may gear be attached that is in the Field already?",
            {"each": "as any player's turn begins", "own": "as its own player's turn begins"},
            ("keyword/equip-attach",),
        ),
        OpenPoint(
            "gate-result",
            "Where does a die go that is gated in and shows no character?",
            {"card": "back to its card", "used": "to its player's Used Pile"},
            ("keyword/gate-result",),
        ),
        OpenPoint(
            "end-of-turn",
            "When do the effects of the end of a turn happen?",
            {
                "after": "when damage is cleared and effects have ended, as the newer edition says",
                "before": "before that",
            },
            ("cleanup/end-of-turn-effects@2016",),
        ),
        OpenPoint(
            "life-loss",
            "Is losing life by an effect the same as taking damage?",
            {"apart": "no, nothing that is about damage is about it", "damage": "yes, it may be prevented"},
            ("model/life-loss",),
        ),
    ),
    "2018": (
        OpenPoint(
            "free-purchase",
            "May a die whose text makes it free to purchase cost nothing?",
            {
                "free": "yes, as the text of a card goes before the rules",
                "floor": "no, it costs 1, or as much as it has types",
            },
            ("field/self-free-to-purchase",),
        ),
        OpenPoint(
            "ko-by-effect",
            "When is a die KO'd whose D the damage of an effect has reached?",
            {
                "at-once": "when the effect has dealt its damage; its own when-damaged effects still resolve",
                "after-damaged": "when the effects of being damaged have resolved, as in combat",
            },
            ("ko/when-damaged-before-ko",),
        ),
        OpenPoint(
            "combat-ko",
            "Which effects come before the dice are KO'd whose D combat damage has reached?",
            {
                "pending": "whatever is pending, so those too that effects of that damage set off",
                "damaged": "those that combat damage sets off; what they set off waits for the KOs",
            },
            ("ko/combat-order@2018",),
        ),
        OpenPoint("leftover", *LEFTOVER, ("keyword/overcrush@2018",)),
        OpenPoint("leftover-when", *LEFTOVER_WHEN, ("keyword/overcrush@2018",)),
        OpenPoint(
            "reaction-events",
            "How often may a reactive Global be paid for combat damage of several dice to one player or die?",
            {
                "target": "once, as it is counted by what is damaged",
                "source": "once for each die that deals it, as an official answer of 2015 says of attackers",
            },
            ("global/reactive-once-per-event",),
        ),
        OpenPoint("continuous-sent", *SENT_ON, ("keyword/continuous-leave",)),
        OpenPoint(
            "infiltrate",
            "When is it decided that a die infiltrates?",
            {
                "blockers": "right after the blockers are declared, as the publisher later said",
                "assign-damage": "when combat damage is to be assigned",
            },
            ("keyword/infiltrate-choice",),
        ),
        OpenPoint(
            "corrupt-picks",
            "Who picks the die that Corrupt puts into the Used Pile?",
            {
                "controller": "the player whose effect it is, as the publisher later said",
                "target": "the player whose bag it is",
            },
            ("keyword/corrupt",),
        ),
        OpenPoint(
            "corrupt-short",
            "What does Corrupt do with a bag of too few dice?",
            {
                "refill": "it is refilled from the Used Pile, as the publisher later said",
                "fewer": "only those that are there are taken",
            },
            ("keyword/corrupt",),
        ),
        OpenPoint(
            "intimidate",
            "Which dice may Intimidate remove?",
            {
                "opposing": "the opponent's, as the publisher later said",
                "any": "any character die, one's own too",
            },
            ("keyword/intimidate",),
        ),
        OpenPoint(
            "regenerate",
            "Has a die that comes back by Regenerate left the Field?",
            {
                "stayed": "no: applied effects last and its damage is gone, as the publisher later said",
                "left": "yes: applied effects are gone as well",
            },
            ("keyword/regenerate", "keyword/regenerate-success"),
        ),
        OpenPoint(
            "overcrush-removed",
            "What does an attacker with Overcrush do whose blockers were removed by something else?",
            {
                "deals-all": "it deals all its damage to the opponent, as the publisher later said",
                "deals-none": "it damages nobody, as it did not remove them itself",
            },
            ("keyword/overcrush@2018",),
        ),
        OpenPoint(
            "token-ko",
            "Do the effects that wait for a KO see that of a token?",
            {
                "seen": "yes, it is KO'd before it ceases to exist",
                "none": "no, it no longer exists when they would be triggered",
            },
            ("token/field-only",),
        ),
        OpenPoint(
            "copied-level",
            "Of which level are the stats that a die copies?",
            {
                "own": "of the level of the die that copies",
                "copied": "of the level of the die that is copied",
            },
            ("copy/stats@2018",),
        ),
        OpenPoint(
            "controlled-unblocked",
            "When does a controlled die that attacked unblocked go to its owner's Prep Area?",
            {
                "at-once": "with its damage, as it would go Out of Play",
                "turn-end": "when the turn ends; until then it is Out of Play",
            },
            ("control/leaves@2018",),
        ),
        OpenPoint(
            "captured-marks",
            "What becomes of the damage and the applied effects on a die that is captured?",
            {
                "lost": "it loses them, as one that leaves the Field by a KO",
                "kept": "it has them again when it returns in the same turn",
            },
            ("capture/not-existing", "effects/applied-lost"),
        ),
    ),
}
"""The questions that the text of each edition leaves open, with the answers that the model can follow."""
