"""Heroes of a designer for tests: a hero with status effects, board actions and cards of its own."""

from __future__ import annotations

import yaml

HERO = "tinker"
SYMBOLS = ["gear", "gear", "gear", "bolt", "bolt", "spark"]


def token(id, *spend, limit=3, sign="positive", **more):
    """A status effect that is spent in the ways ``spend``: effect lines, or the fields of the way."""
    ways = [
        {"id": f"use-{place}", "name": f"Use {place}", **(way if isinstance(way, dict) else {"effect": way})}
        for place, way in enumerate(spend, 1)
    ]
    return {"id": id, "name": id.capitalize(), "sign": sign, "limit": limit, "spend": ways, **more}


def mark(id, limit=1):
    """What counts the uses of something in a turn."""
    fixed = {"removable": False, "transferable": False}
    return {"id": id, "name": id.capitalize(), "sign": "mark", "limit": limit, **fixed}


def action(id, effect, cost=0, **more):
    """An action on the board."""
    return {
        "id": id,
        "name": id.capitalize(),
        "slot": "bench",
        "level": 1,
        "cost": cost,
        "effect": effect,
        **more,
    }


def card(id, effect, cost=0, timing="main", **more):
    """A card of the deck."""
    return {"id": id, "name": id.capitalize(), "timing": timing, "cost": cost, "effect": effect, **more}


def write(folder, *statuses, board=(), cards=(), start=(), gained=True):
    """Write a file with this hero into ``folder``.

    An ability gains one of each token if it is to be ``gained``, and what ``start`` says.
    """
    given = [one for one in statuses if gained and one["sign"] not in ("mark", "negative")]
    gains = [f"gain {one['id']}" for one in given]
    hero = {
        "id": HERO,
        "name": "Tinker",
        "symbols": SYMBOLS,
        "slots": ["bench", "wind-up", "whack", "duck"],
        "offense": [
            {
                "slot": "wind-up",
                "name": "Wind Up",
                "level": 1,
                "needs": "2 spark",
                "effect": [*gains, *start, "heal 1"],
            },
            {"slot": "whack", "name": "Whack", "level": 1, "needs": "3 gear", "effect": ["damage 5", *gains]},
        ],
        "defense": [
            {"slot": "duck", "name": "Duck", "level": 1, "dice": 3, "effect": ["prevent 1 per bolt"]}
        ],
        "board": [*board],
        "cards": [*cards],
    }
    document = {"source": "a test", "statuses": [*statuses], "hero": hero}
    path = folder / "tinker.yaml"
    path.write_text(yaml.safe_dump(document, sort_keys=False))
    return path
