"""Mistakes that take two entries to show: in the content of a designer, and in the rules of the duel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import designs
from designs import action, card, mark, token

from dicelaw.specs.bugs import Bug
from dicelaw.specs.dice_conquest.properties.properties import properties as quest_properties
from dicelaw.specs.dice_throne.properties.properties import properties

Write = Callable[[Path], object]


@dataclass(frozen=True)
class InContent:
    """A hero with a mistake: what is found, and by which entries."""

    write: Write
    fault: str
    entries: tuple[str, ...]


def _hero(*statuses, **more) -> Write:
    return lambda folder: designs.write(folder, *statuses, **more)


CONTENT: Mapping[str, InContent] = {
    "two tokens give each other": InContent(
        _hero(token("cog", ["gain nut", "deal 1"]), token("nut", ["gain cog"])),
        "cycle",
        ("status/cog", "status/nut"),
    ),
    "two tokens heal in turn": InContent(
        _hero(token("cog", ["gain nut", "heal 1"]), token("nut", ["gain cog"])),
        "cycle",
        ("status/cog", "status/nut"),
    ),
    "a token pays for the action that brings it": InContent(
        _hero(token("cog", ["gain 2 cp"]), board=[action("forge", ["gain cog"], 1)]),
        "cycle",
        ("status/cog", "tinker/forge"),
    ),
    "a price that the other token pays back": InContent(
        _hero(
            token("cog", {"cp": 2, "effect": ["gain nut", "deal 2"]}),
            token("nut", ["gain 2 cp", "gain cog"]),
        ),
        "cycle",
        ("status/cog", "status/nut"),
    ),
    "a ring of three tokens": InContent(
        _hero(token("cog", ["gain nut"]), token("nut", ["gain pin", "deal 1"]), token("pin", ["gain cog"])),
        "cycle",
        ("status/cog", "status/nut", "status/pin"),
    ),
    "an action that spends what its token brings": InContent(
        _hero(
            token("cog", ["gain nut"]),
            token("nut", {"cp": 9, "effect": ["deal 1"]}),
            board=[action("turn", ["gain cog", "deal 1"], spends="nut", tokens=1)],
        ),
        "cycle",
        ("status/cog", "status/nut", "tinker/turn"),
    ),
    "damage of a card and of tokens is too much": InContent(
        _hero(token("cog", ["deal 80"], limit=2), cards=[card("blast", ["deal 99"])]),
        "limit/dealt",
        ("status/cog", "tinker/blast"),
    ),
    "healing of a card and of tokens is too much": InContent(
        _hero(token("cog", ["heal 80"], limit=2), cards=[card("rest", ["heal 99"])]),
        "limit/healing",
        ("status/cog", "tinker/rest"),
    ),
    "prevention of a card and of tokens is too much": InContent(
        _hero(
            token("cog", {"when": ["attacked"], "effect": ["prevent 80"]}, limit=2),
            cards=[card("wall", ["prevent 99"], timing="instant", when=["attacked"])],
        ),
        "limit/prevented",
        ("status/cog", "tinker/wall"),
    ),
    "two of one token for each of the other": InContent(
        _hero(token("cog", {"cp": 1, "effect": ["gain 2 nut"]}), token("nut", ["gain 1 cp", "gain cog"])),
        "cycle",
        ("status/cog", "status/nut"),
    ),
    "healing at a price that the other token pays back": InContent(
        _hero(
            token("cog", {"cp": 1, "effect": ["gain nut", "heal 1"]}), token("nut", ["gain 1 cp", "gain cog"])
        ),
        "cycle",
        ("status/cog", "status/nut"),
    ),
    "one token more in each round": InContent(
        _hero(token("cog", ["gain 2 nut"]), token("nut", ["gain cog", "deal 1"])),
        "cycle",
        ("status/cog", "status/nut"),
    ),
    "a ring of four tokens": InContent(
        _hero(
            token("cog", ["gain nut"]),
            token("nut", ["gain pin", "deal 1"]),
            token("pin", ["gain rod"]),
            token("rod", ["gain cog"]),
        ),
        "cycle",
        ("status/cog", "status/nut", "status/pin", "status/rod"),
    ),
    "an action that turns one token into the other": InContent(
        _hero(
            token("cog", {"cp": 9, "effect": ["deal 1"]}),
            token("nut", ["gain cog", "heal 1"]),
            board=[action("turn", ["gain nut"], spends="cog", tokens=1)],
        ),
        "cycle",
        ("status/cog", "status/nut", "tinker/turn"),
    ),
    "two actions that pay for each other": InContent(
        _hero(
            token("cog", {"cp": 9, "effect": ["deal 1"]}),
            token("nut", {"cp": 9, "effect": ["deal 1"]}),
            board=[
                action("turn", ["gain nut", "deal 1"], spends="cog", tokens=1),
                action("wind", ["gain cog"], spends="nut", tokens=1),
            ],
        ),
        "cycle",
        ("status/cog", "status/nut", "tinker/turn", "tinker/wind"),
    ),
    "damage added by a card and by tokens is too much": InContent(
        _hero(
            token("cog", {"when": ["modifier"], "effect": ["add 80"]}, limit=2),
            cards=[card("oil", ["add 99"], timing="roll", when=["modifier"])],
        ),
        "limit/added",
        ("status/cog", "tinker/oil"),
    ),
    "healing of two tokens is too much": InContent(
        _hero(token("cog", ["heal 80"], limit=1), token("nut", ["heal 90"], limit=2)),
        "limit/healing",
        ("status/cog", "status/nut"),
    ),
    "two tokens bring combat points in turn": InContent(
        _hero(token("cog", ["gain nut", "gain 1 cp"]), token("nut", ["gain cog"])),
        "cycle",
        ("status/cog", "status/nut"),
    ),
    "an action sells what another buys": InContent(
        _hero(
            token("cog", {"cp": 9, "effect": ["deal 1"]}),
            board=[
                action("sell", ["gain 2 cp"], spends="cog", tokens=1),
                action("buy", ["gain cog"], 1),
            ],
        ),
        "cycle",
        ("tinker/buy", "tinker/sell"),
    ),
    "prevention of two tokens is too much": InContent(
        _hero(
            token("cog", {"when": ["attacked"], "effect": ["prevent 80"]}, limit=1),
            token("nut", {"when": ["attacked"], "effect": ["prevent 90"]}, limit=2),
        ),
        "limit/prevented",
        ("status/cog", "status/nut"),
    ),
    "damage for each token of the other is too much": InContent(
        _hero(
            token("cog", {"cp": 9, "effect": ["deal 1"]}, limit=7),
            cards=[card("blast", ["deal 40 per own cog"])],
        ),
        "limit/dealt",
        ("status/cog", "tinker/blast"),
    ),
    "an action buys the token that pays for it": InContent(
        _hero(token("cog", ["gain 1 cp", "heal 1"]), board=[action("mint", ["gain cog"], 1)]),
        "cycle",
        ("status/cog", "tinker/mint"),
    ),
    "more than was paid for healing comes back": InContent(
        _hero(
            token("cog", {"cp": 2, "effect": ["gain nut", "heal 2"]}), token("nut", ["gain 3 cp", "gain cog"])
        ),
        "cycle",
        ("status/cog", "status/nut"),
    ),
    "a healing action spends what its token brings": InContent(
        _hero(
            token("cog", ["gain nut"]),
            token("nut", {"cp": 9, "effect": ["deal 1"]}),
            board=[action("turn", ["gain cog", "heal 2"], spends="nut", tokens=1)],
        ),
        "cycle",
        ("status/cog", "status/nut", "tinker/turn"),
    ),
    "damage added by two tokens is too much": InContent(
        _hero(
            token("cog", {"when": ["modifier"], "effect": ["add 80"]}, limit=1),
            token("nut", {"when": ["modifier"], "effect": ["add 90"]}, limit=2),
        ),
        "limit/added",
        ("status/cog", "status/nut"),
    ),
    "three tokens for one of the other": InContent(
        _hero(token("cog", ["gain 3 nut"], limit=6), token("nut", ["gain cog", "heal 1"], limit=6)),
        "cycle",
        ("status/cog", "status/nut"),
    ),
}
"""Each is right but for what these entries come to together."""

PAIRING = ("barbarian", "paladin")
RULES = (
    "damage/only-at-conclusion",
    "damage/collateral/never-enhanced",
    "ultimate/five-sixes",
    "modifier/same-damage-type",
    "defense/only-against-normal",
)
"""Properties whose own planted mistake is one that the duel of ``PAIRING`` may show."""


def spoiled(id):
    """The mistake in the rules that is planted to see that the property ``id`` notices it."""

    def spoil(made):
        claimed = next(one for one in properties(made) if one.id == id)
        return claimed.bug.planted(made.machine)

    return spoil


FIRST = ("shadow-thief", "vampire-lord")
"""A duel whose first status effect can be spent."""


def first_unspent(made):
    """A mistake by which no token of the first status effect of a duel leaves who uses it."""
    d = made.duel
    cells = [d.tokens[seat * d.kinds] for seat in range(2)]

    def change(transition):
        if not transition.id.endswith("/act"):
            return transition
        return replace(transition, effect=(*transition.effect, *((cell, cell) for cell in cells)))

    return Bug("the first token stays", change).planted(made.machine)


QUESTS = ("tracker", "scholar")
RULES_OF_QUESTS = (
    "creature/no-ability-while-barred",
    "creature/first-before-others",
)
"""Properties of Dice Conquest whose own planted mistake takes a creature, and what is done beside it."""


def spoiled_quest(id):
    """The same as :func:`spoiled`, of a game of Dice Conquest."""

    def spoil(made):
        claimed = next(one for one in quest_properties(made) if one.id == id)
        return claimed.bug.planted(made.machine)

    return spoil


SOUND: Mapping[str, Write] = {
    "tokens that give each other once a turn": _hero(
        token("cog", {"once": "wound", "effect": ["gain nut", "deal 1"]}),
        token("nut", {"effect": ["gain cog"]}),
        mark("wound"),
    ),
    "tokens that give each other at a price": _hero(
        token("cog", {"cp": 1, "effect": ["gain nut", "deal 1"]}), token("nut", ["gain cog"])
    ),
}
"""What looks like a mistake and is none."""
