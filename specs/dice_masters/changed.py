"""What changed from the edition of 2016 to that of 2018, row by row, and where the difference is shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """A changed rule: what it is about, its statements, and the topics that show it, or why none does."""

    about: str
    statements: tuple[str, ...]
    topics: tuple[str, ...] = ()
    because: str = ""


def _shown(about: str, statements: tuple[str, ...], *topics: str) -> Change:
    return Change(about, statements, topics)


def _not_shown(about: str, statements: tuple[str, ...], because: str) -> Change:
    return Change(about, statements, because=because)


CHANGES = (
    _not_shown(
        "what the starting dice are called",
        ("component/starting-dice@2016", "component/starting-dice@2018"),
        "it is a name only, so no play can tell",
    ),
    _shown("the first turn", ("draw/first-turn@2016", "draw/first-turn@2018"), "first-turn"),
    _shown("ties", ("win/tie@2016", "win/tie@2018"), "tie"),
    _shown("what goes Out of Play", ("zone/oop-contents@2016", "zone/oop-contents@2018"), "sent-to-used"),
    _shown(
        "unrolled starting dice",
        ("dice/unrolled-type@2016", "dice/unrolled-type@2018"),
        "unrolled-starting-die",
    ),
    _shown(
        "energy for missing dice",
        ("draw/shortage-energy@2016", "draw/shortage-energy@2018"),
        "shortage-energy",
    ),
    _not_shown(
        "when rolled dice are looked at",
        ("roll/effects-of-rolls@2016", "roll/effects-of-rolls@2018"),
        "by the older text the text of a burst applies when it is rolled, which we read as saying which text "
        "of the card it is; what a roll triggers otherwise comes in both when all dice have been rolled",
    ),
    _shown(
        "half of a generic double",
        ("energy/partial-generic@2016", "energy/partial-generic@2018"),
        "generic-half",
    ),
    _shown("wild energy that is counted", ("energy/wild@2016", "energy/wild-not-counted"), "wild-counted"),
    _shown(
        "purchases of cards with several types",
        ("purchase/type-match@2016", "purchase/type-match@2018"),
        "several-types",
    ),
    _shown(
        "dice that reduce their own cost",
        ("field/self-cost-exception@2016", "field/self-cost-exception@2018"),
        "self-cost",
    ),
    _shown(
        "when the inactive player may act",
        ("priority/main-offer@2016", "priority/main-offer@2018"),
        "inactive-window",
    ),
    _shown("what is triggered meanwhile", ("queue/resolve-fully@2016", "queue/fifo"), "queue-order"),
    _shown("what interrupts", ("queue/interrupt@2016", "queue/interrupt@2018"), "interrupt"),
    _not_shown(
        "effects on a die that leaves and comes back",
        ("effects/duration@2016", "effects/applied-lost"),
        "the older text has effects last until the turn ends and does not say that a die which was away has "
        "them again, so in the model they end in both when a die leaves the Field",
    ),
    _shown("prevention", ("prevent/result@2016", "prevent/result@2018"), "prevention"),
    _shown(
        "what damage may be redirected to",
        ("redirect/new-target@2016", "redirect/new-target@2018"),
        "redirect-kind",
    ),
    _not_shown(
        "bursts that must be used",
        ("burst/mandatory@2016", "burst/mandatory@2018"),
        "neither text gives a choice about the burst, and neither makes anybody use or field the die, which "
        "the newer one only says: the decisions are the same in both",
    ),
    _shown("damage and KOs", ("ko/combat-order@2016", "ko/combat-order@2018"), "ko-order"),
    _shown("survivors", ("combat/survivors-return@2016", "combat/survivors-return@2018"), "survivors"),
    _shown("the end of a capture", ("capture/ends@2016", "capture/ends@2018"), "holder-leaves"),
    _shown(
        "attacks of a die that controls another one",
        ("control/controller-cannot-attack", "combat/attackers-any"),
        "controller-attacks",
    ),
    _shown(
        "where a controlled die goes", ("control/leaves@2016", "control/leaves@2018"), "controlled-leaves"
    ),
    _shown("copied figures", ("copy/stats@2016", "copy/stats@2018"), "copied-stats"),
    _shown("copied abilities", ("copy/abilities@2016", "copy/abilities@2018"), "copied-abilities"),
    _shown("Overcrush", ("keyword/overcrush@2016", "keyword/overcrush@2018"), "overcrush-removed"),
)
"""Every rule that the newer edition has changed, beside what it has only made clearer or added."""
NOT_SHOWN = tuple(change for change in CHANGES if change.because)
"""Those that no play of the model can show."""
