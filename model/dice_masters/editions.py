"""The two editions as switches of one definition, and what a text leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dicelaw.model.open_points import OpenPoint

EDITIONS = ("2016", "2018")
STARTING_DICE = {"2016": "npc", "2018": "sidekick"}
"""What the white starting dice are called."""


@dataclass(frozen=True)
class Difference:
    """A point on which the editions differ: what each of them says, by statement."""

    id: str
    says: Mapping[str, str]
    rules: Mapping[str, str]


def _difference(id: str, old: tuple[str, str], new: tuple[str, str]) -> Difference:
    return Difference(id, {"2016": old[1], "2018": new[1]}, {"2016": old[0], "2018": new[0]})


DIFFERENCES = {
    one.id: one
    for one in (
        _difference(
            "first-turn",
            ("draw/first-turn@2016", "the first player draws and rolls four dice"),
            ("draw/first-turn@2018", "the first player rolls three dice; a fourth goes Out of Play"),
        ),
        _difference(
            "generic-half",
            ("energy/partial-generic@2016", "the unspent half of a generic double is spent at once or lost"),
            ("energy/partial-generic@2018", "it may be kept until priority is passed"),
        ),
        _difference(
            "shortage-energy",
            ("draw/shortage-energy@2016", "energy for missing dice lasts until the end of the turn"),
            ("draw/shortage-energy@2018", "energy for missing dice is lost when priority is passed"),
        ),
        _difference(
            "reaction-limit",
            ("global/reactive-def@2016", "nothing limits how often one event may be reacted to"),
            ("global/reactive-once-per-event", "once for each damaged die or player"),
        ),
        _difference(
            "idle-global",
            ("global/repeat@2016", "a Global may be paid for without a target"),
            ("target/none-no-initiation", "a Global without a legal target may not be used"),
        ),
        _difference(
            "ko-order",
            ("ko/combat-order@2016", "dice are KO'd before any effect of the damage"),
            ("ko/combat-order@2018", "when-damaged effects come before the KO"),
        ),
        _difference(
            "survivors",
            ("combat/survivors-return@2016", "dice in combat return to the Field in the Cleanup Step"),
            ("combat/survivors-return@2018", "they return at the end of Assign Damage"),
        ),
        _difference(
            "unrolled-starting-die",
            ("dice/unrolled-type@2016", "an unrolled starting die is a character die, by its faces"),
            ("dice/unrolled-type@2018", "an unrolled starting die is no character die"),
        ),
        _difference(
            "overcrush-removed",
            ("keyword/overcrush@2016", "damage is left over when all blockers are KO'd"),
            ("keyword/overcrush@2018", "also when all blockers are removed"),
        ),
        _difference(
            "copied-stats",
            ("copy/stats@2016", "a die copies the numerals that the other die shows"),
            ("copy/stats@2018", "a die copies what is printed on the other card for its own level"),
        ),
        _difference(
            "copied-abilities",
            ("copy/abilities@2016", "a die uses the other card as if it were its own"),
            ("copy/abilities@2018", "the text of the other card is added to the own one"),
        ),
        _difference(
            "holder-leaves",
            ("capture/ends@2016", "a capture or a control ends early when the die that holds is KO'd"),
            ("capture/ends@2018", "it ends as soon as the die that holds leaves the Field"),
        ),
        _difference(
            "controller-attacks",
            ("control/controller-cannot-attack", "a die that controls another one cannot attack"),
            ("combat/attackers-any", "any character die may attack"),
        ),
        _difference(
            "controlled-leaves",
            ("control/leaves@2016", "a controlled die goes to its owner's Prep Area from the Used Pile on"),
            ("control/leaves@2018", "it goes there at once from any unrolled state"),
        ),
        _difference(
            "inactive-window",
            ("priority/main-offer@2016", "the active player pauses and offers the inactive one an action"),
            ("priority/main-offer@2018", "the inactive player may act only when priority was passed"),
        ),
        _difference(
            "queue-order",
            ("queue/resolve-fully@2016", "one effect resolves before the next; nothing says which is next"),
            ("queue/fifo", "what was triggered first resolves first"),
        ),
        _difference(
            "interrupt",
            ("queue/interrupt@2016", "only what prevents or redirects damage interrupts"),
            ("queue/interrupt@2018", "what reduces an effect interrupts as well"),
        ),
        _difference(
            "redirect-kind",
            ("redirect/new-target@2016", "what is redirected may go to anything"),
            ("redirect/no-player-die-cross", "damage to a player goes to no die, unless the text says so"),
        ),
        _difference(
            "prevention",
            ("prevent/result@2016", "all effects of the ability are cancelled, and nothing reacts to it"),
            ("prevent/result@2018", "what was prevented triggers nothing"),
        ),
        _difference(
            "tie",
            ("win/tie@2016", "a tie when both players reach zero life at the same time"),
            ("win/tie@2018", "a tie only when one effect damages both of them"),
        ),
        _difference(
            "several-types",
            ("purchase/type-match@2016", "one energy of the card's type is paid, of either if it has two"),
            ("purchase/type-match@2018", "one energy of each type of the card is paid"),
        ),
        _difference(
            "price-floor",
            ("purchase/pay-cost", "nothing says how little a purchase may cost"),
            ("purchase/reduction-floor", "reductions end at 1, or at the number of types"),
        ),
        _difference(
            "self-cost",
            ("field/self-cost-exception@2016", "only dice that are fielded free need no active die for it"),
            ("field/self-cost-exception@2018", "dice reduce what they cost without an active one"),
        ),
        _difference(
            "wild-counted",
            ("energy/wild@2016", "wild energy may be used as any type, where it is counted as well"),
            ("energy/wild-not-counted", "wild energy is of no type where energy is counted"),
        ),
        _difference(
            "sent-to-used",
            ("zone/oop-contents@2016", "a die that an effect sends to the Used Pile goes there"),
            ("zone/oop-contents@2018", "in its player's turn it goes Out of Play"),
        ),
        _difference(
            "idle-action",
            ("action/free", "an action die may be used without a target"),
            ("target/none-no-initiation", "an effect without a legal target may not be begun"),
        ),
    )
}
"""The points on which the model differs by edition."""

_BOTH = ("energy-drain", "energy-drain-level-one", "fast", "fast-together")
KEYWORDS = {
    "2016": (
        *_BOTH, "overcrush@2016", "breath-weapon", "breath-weapon-limit", "anti-breath-weapon", "cleave",
        "cleave-once", "equip-field", "equip-attach", "equip-stays", "fabricate", "gate", "gate-result",
        "gate-type", "swarm", "swarm-each", "experience-gain", "experience-monster", "experience-bonus",
        "experience-one-per-turn", "experience-many-cards", "experience-self-ko", "adventurer",
    ),
    "2018": (
        *_BOTH, "overcrush@2018", "call-out-target", "call-out-only-blocks", "call-out-no-other-blocker",
        "call-out-cancelled", "corrupt", "energize", "infiltrate-choice", "infiltrate-damage", "intimidate",
        "intimidate-beside-cards", "regenerate", "regenerate-success", "regenerate-fail",
    ),
}  # fmt: skip
"""What the glossary of each edition says of keywords that the model has: the last parts of statements."""

SENT_ON = (
    "Where does a Continuous die go that sends itself to the Used Pile in its player's turn?",
    {
        "used": "to the Used Pile, as it says",
        "out-of-play": "Out of Play, as what is sent there from the Field",
    },
)

LEFTOVER = (
    "How much is left over by an attacker with Overcrush?",
    {
        "excess": "the damage on its blockers beyond their D, at most its A",
        "full-defense": "its A less the whole D of its blockers, whatever was dealt to them before",
    },
)

OPEN_POINTS = {
    "2016": (
        OpenPoint(
            "procedure",
            "When may the inactive player act in the Main Step?",
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
                "unblocked": "it damages the player as if it had not been blocked",
            },
            ("damage/unblocked-to-player",),
        ),
        OpenPoint("leftover", *LEFTOVER, ("keyword/overcrush@2016",)),
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
        OpenPoint("leftover", *LEFTOVER, ("keyword/overcrush@2018",)),
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


def chosen(edition: str, readings: Mapping[str, str]) -> dict[str, str]:
    """An answer to every open point of ``edition``. Raises KeyError for an unknown point or answer."""
    answers = {point.id: point.default for point in OPEN_POINTS[edition]}
    known = {point.id: point.answers for point in OPEN_POINTS[edition]}
    for id, answer in readings.items():
        if id not in known or answer not in known[id]:
            raise KeyError(f"{id}={answer}")
        answers[id] = answer
    return answers
