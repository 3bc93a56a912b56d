"""Cards and teams of Dice Masters that tests make up, in files as users write them."""

from __future__ import annotations

import yaml

from dicelaw.checker.dice_masters.judged import judged
from dicelaw.model.dice_masters.loader import load_folder, load_pack

LEVELS = ("1 1 1", "1 2 2", "1 3 3")


def a_card(id, *, levels=LEVELS, **more):
    return {
        "id": id, "name": id.replace("-", " ").title(), "cost": 3, "type": "mask", "maximum": 4,
        "levels": [*levels], "source": "a test", **more,
    }  # fmt: skip


def a_basic(id, **more):
    return {"id": id, "name": id.title(), "cost": 2, "source": "a test", **more}


def loaded(folder, first, second=(), basics=(), dice=2, **more):
    """The pack and the teams of a file in which each player has these cards."""
    teams = {
        "id": "made-up", "name": "a test", "first": {one["id"]: dice for one in first},
        "second": {one["id"]: dice for one in second}, "basics": [one["id"] for one in basics], **more,
    }  # fmt: skip
    cards = list({one["id"]: one for one in (*first, *second, *basics)}.values())
    path = folder / "made-up.yaml"
    path.write_text(yaml.safe_dump({"source": "a test", "cards": cards, "teams": [teams]}, sort_keys=False))
    pack = load_folder(path)
    return pack, pack.teams["made-up"]


def judged_of(folder, first, second=(), basics=(), **more):
    pack, teams = loaded(folder, first, second, basics, **more)
    ours = load_pack().cards
    return judged(teams, [card for card in pack.cards.values() if card.id not in ours], pack)


def an_altar(does, cost=1, **more):
    return a_basic("altar", globals=[{"id": "altar", "cost": cost, "does": does, **more}])


PLAIN = a_card("plain")
HURTS = a_basic("bolt", when={"used": ["damage 2 to opponent or die"]})
HEALS = a_basic("salve", when={"used": ["gain 1 life"]})
