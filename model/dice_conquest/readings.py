"""Points that the rule text of Dice Conquest leaves open, and the answers that the model can follow."""

from __future__ import annotations

from dicelaw.model.open_points import OpenPoint

OPEN_POINTS = (
    OpenPoint(
        "spent-dice",
        "Which Spent dice are Available again in the next round?",
        {
            "return": "all of them, as the remark about rolling them next round suggests",
            "removed": "those that were taken off creatures at the end of the round, and no others",
            "stay": "none: no step says that they return",
        },
        ("round/start-roll-all-available", "round-end/removed-dice-rolled-next-round"),
    ),
    OpenPoint(
        "passing",
        "May a hero pass who could place a die?",
        {
            "free": "yes, passing is always open: it is one of the causes that end a round",
            "unable": "no: a hero must choose a die as long as one of them can be placed as it lies",
        },
        ("turn/must-choose-available-die",),
    ),
    OpenPoint(
        "pass-ends",
        "What does a pass end?",
        {"round": "the round, for all heroes", "hero": "that hero's part; the others go on until all passed"},
        ("round-end/hero-passes",),
    ),
    OpenPoint(
        "slay-limit",
        "Which health does a Critical Hit look at that slays a creature of so much health or less?",
        {"remaining": "what remains after the damage on the creature", "printed": "the one on the card"},
        ("hero/example-wizard-stone-golem",),
    ),
    OpenPoint(
        "exact",
        "May a die be placed that takes a creature with an exact restriction over its health?",
        {"barred": "no, it is not accepted", "stuck": "yes, but the creature is not slain above its number"},
        ("slay/sum-at-least-health", "clarify/exact-members"),
    ),
    OpenPoint(
        "no-placement",
        "What happens with a chosen die that no creature accepts?",
        {
            "pass": "the hero has to pass",
            "spend": "the die is spent, and the turn is over",
            "skip": "the die stays Available, and the turn is over",
        },
        ("turn/must-attack-a-creature", "turn/choice-of-die-binding"),
    ),
    OpenPoint(
        "last-blow",
        "The die that slays Kalterstorm makes it deal damage that fells a hero: who wins?",
        {
            "ability-first": "nobody: what the placement sets off comes before the slaying",
            "slain-first": "the heroes: the slaying is immediate and ends the game",
        },
        ("end/win-kalterstorm-slain",),
    ),
    OpenPoint(
        "reveal-target",
        "Which hero takes the damage that a Reveal deals to a hero?",
        {
            "team": "one that the heroes choose",
            "first": "the First Player",
            "chance": "one by chance",
        },
        ("creature/example-giant-spider-reveal",),
    ),
    OpenPoint(
        "short-deck",
        "What is drawn for the next round from a deck of one or two cards?",
        {"all": "as many as there are", "none": "nothing: three are drawn, or none"},
        ("round-end/draw-three-new", "facts/first-sight-of-kalterstorm"),
    ),
    OpenPoint(
        "no-dice",
        "May the heroes keep all dice on creatures, so that the next round has none to roll?",
        {
            "allowed": "yes: that round ends at once, and its damage is dealt",
            "freed": "no: at least one die must be free for the next round",
        },
        ("round-end/all-dice-used",),
    ),
    OpenPoint(
        "dagger",
        "What does the Dagger of Piercing do to a die?",
        {"highest": "it turns it to its highest number", "critical": "it lets it count as a Critical Hit"},
        ("item/example-rogue-dagger",),
    ),
    OpenPoint(
        "returned-dice",
        "Are dice that return from the Spent area rolled while a creature bars rerolls for any reason?",
        {"kept": "no: they return with the number that they show", "rolled": "yes: that roll is no reroll"},
        ("hero/returned-dice-rerolled-first", "creature/example-basilisk-no-reroll"),
    ),
    OpenPoint(
        "item-timing",
        "May a magic item be used between choosing a die and placing it?",
        {"any": "yes, at any time of their own turn", "steps": "no, only before or after the attack"},
        ("item/use-any-time-own-turn",),
    ),
    OpenPoint(
        "team",
        "Who decides what the text leaves to the heroes together?",
        {"first": "the First Player", "turn": "the hero whose turn it is, or was last"},
        ("round-end/heroes-decide-removal",),
    ),
    OpenPoint(
        "avoided-point",
        "What becomes of a point of the round's damage that a hero avoids?",
        {"used": "it is used up", "next": "the next hero clockwise takes it"},
        ("round-end/damage-dealt-one-by-one",),
    ),
    OpenPoint(
        "avoidable",
        "Which damage can be avoided?",
        {"all": "any that creatures deal", "abilities": "that of their abilities, not that of a round's end"},
        ("clarify/avoid-damage-beats-creature",),
    ),
)  # fmt: skip
