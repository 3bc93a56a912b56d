"""The two editions as switches of one definition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

EDITIONS = ("2016", "2018")
STARTING_DICE = {"2016": "npc", "2018": "sidekick"}
"""What the white starting dice are called."""


@dataclass(frozen=True)
class Difference:
    """A point on which the texts of the editions differ: what each of them says, by statement.

    ``reading`` is the answer to an open point of the older one under which more of it shows.
    """

    id: str
    says: Mapping[str, str]
    rules: Mapping[str, str]
    reading: tuple[str, str] | None = None


def _difference(
    id: str, old: tuple[str, str], new: tuple[str, str], reading: tuple[str, str] | None = None
) -> Difference:
    return Difference(id, {"2016": old[1], "2018": new[1]}, {"2016": old[0], "2018": new[0]}, reading)


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
            ("copy/abilities@2018", "the text of the other card is added to its own"),
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
            reading=("procedure", "casual"),
        ),
        _difference(
            "queue-order",
            ("queue/resolve-fully@2016", "one effect resolves before the next; nothing says which is next"),
            ("queue/fifo", "what was triggered first resolves first"),
            reading=("queue-order", "active-first"),
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
            reading=("prevention", "ability"),
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
        _difference(
            "applied-return",
            ("effects/duration@2016", "what was once gained lasts until the turn ends"),
            ("effects/applied-lost", "a KO or a roll to energy ends it, even if the die comes back"),
            reading=("applied-return", "kept"),
        ),
        _difference(
            "rolled-dice",
            ("roll/effects-of-rolls@2016", "the text of a burst applies when the die is rolled"),
            ("roll/effects-of-rolls@2018", "rolls are looked at when the Roll and Reroll Step ends"),
        ),
        _difference(
            "bursts-used",
            ("burst/mandatory@2016", "the text of a burst has to be applied"),
            ("burst/mandatory@2018", "so it has, but the die need not be used or fielded"),
        ),
        _difference(
            "starting-dice",
            ("component/starting-dice@2016", "the white dice are called NPC dice"),
            ("component/starting-dice@2018", "the white dice are called Sidekick dice"),
        ),
    )
}
"""The points on which the texts differ; the model follows each of them, but for a name."""

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
