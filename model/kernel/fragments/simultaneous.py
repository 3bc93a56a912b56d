"""Damage and healing that strike at the same moment, and who is left after it.

Everything that a moment brings is collected first and applied to all players in one step, so no order can
matter: neither that of the parts, which are sums, nor that of the players, who all change in the same step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicelaw.model.kernel.expressions import (
    Expr,
    at_least,
    at_most,
    count,
    number,
    total,
    where,
)
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph, seat_labels
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field


def applied(health: Expr | int, damage: Expr | int, healing: Expr | int, ceiling: Expr | int) -> Expr:
    """The new health: healing and damage netted, kept from 0 to ``ceiling``."""
    return at_least(at_most(number(health) + healing - damage, ceiling), 0)


@dataclass(frozen=True)
class Outcome:
    """Who is left. Exactly one of ``goes_on``, ``won`` and ``draw`` holds.

    ``goes_on``: at least two players are alive. ``won``: exactly one is, and ``winner`` is that seat;
    otherwise ``winner`` is the number of seats. ``draw``: nobody is alive.
    """

    goes_on: Expr
    won: Expr
    draw: Expr
    winner: Expr


def outcome(healths: Sequence[Expr]) -> Outcome:
    """Who is left among players with these healths, by seat; alive is who has at least 1."""
    alive = [health >= 1 for health in healths]
    living = count(alive)
    won = living == 1
    seat = total(where(lives, place, 0) for place, lives in enumerate(alive))
    return Outcome(living >= 2, won, living == 0, where(won, seat, len(healths)))


def settle(
    timing: TimingGraph,
    id: str,
    *,
    healths: Sequence[Expr],
    damages: Sequence[Expr],
    healings: Sequence[Expr],
    ceiling: Expr | int,
    goes_on_at: str,
    won_at: str,
    drawn_at: str,
    rule: str,
    draw_rule: str,
    winner: Field,
) -> Outcome:
    """Add the points ``{id}/apply`` and ``{id}/judge``, which no player can intervene in.

    ``{id}/strike`` applies every damage and healing in one step and clears them; then ``{id}/goes-on``,
    ``{id}/won`` or ``{id}/draw`` leaves. ``winner`` becomes the seat that won.
    """
    timing.point(f"{id}/apply", Kind.RULES, "damage and healing strike together")
    timing.point(f"{id}/judge", Kind.RULES, "who is left?")
    struck: dict[Expr, Expr | int] = dict.fromkeys((*damages, *healings), 0)
    for health, damage, healing in zip(healths, damages, healings, strict=True):
        struck[health] = applied(health, damage, healing, ceiling)
    apply, judge, rules = f"{id}/apply", f"{id}/judge", Agent.RULES
    timing.add(f"{id}/strike", apply, judge, rules, "damage and heal everybody", effect=struck, cites=[rule])
    result = outcome(healths)
    timing.add(f"{id}/goes-on", judge, goes_on_at, rules, "go on", requires=[(result.goes_on, rule)])
    crowned: dict[Expr, Expr | int] = {winner: result.winner}
    timing.add(f"{id}/won", judge, won_at, rules, "win", requires=[(result.won, rule)], effect=crowned)
    timing.add(f"{id}/draw", judge, drawn_at, rules, "draw", requires=[(result.draw, draw_rule)])
    return result


def proving_ground(seats: int = 2, ceiling: int = 3, most: int = 3, rounds: int = 2) -> Machine:
    """Rounds in which every player is dealt any damage and healed by any amount, at once."""
    declaration, timing = Declaration(), TimingGraph()
    names = seat_labels(seats)
    health = declaration.array("health", seats, 0, ceiling, "health", index=names)
    damage = declaration.array("damage", seats, 0, most, "damage so far", index=names, open_above=True)
    healing = declaration.array("healing", seats, 0, most, "healing so far", index=names, open_above=True)
    left = declaration.integer("rounds", 0, rounds, "how many rounds are left", open_above=True)
    winner = declaration.integer("winner", 0, seats, "who won", labels=(*names, "nobody"))
    timing.point("collect", Kind.CHANCE, "damage and healing are collected")
    open_round = (left >= 1, "fragment/simultaneous/rounds")
    for word, cells in (("hurt", damage), ("heal", healing)):
        for place, cell in enumerate(cells):
            by = Choice("by", 1, most, open_above=True)
            timing.add(
                f"collect/{word}/{place + 1}",
                "collect",
                "collect",
                Agent.CHANCE,
                f"{word} seat {place + 1}",
                choices=[by],
                requires=[open_round, (cell == 0, "fragment/simultaneous/once")],
                effect={cell: cell + by},
            )
    timing.add(
        "collect/over",
        "collect",
        "moment/apply",
        Agent.CHANCE,
        "that is all",
        requires=[open_round],
        effect={left: left - 1},
    )
    timing.add("collect/stop", "collect", "stopped", Agent.CHANCE, "stop", requires=[(left == 0, "scope")])
    settle(
        timing,
        "moment",
        healths=health,
        damages=damage,
        healings=healing,
        ceiling=ceiling,
        goes_on_at="collect",
        won_at="won",
        drawn_at="drawn",
        rule="fragment/simultaneous/at-once",
        draw_rule="fragment/simultaneous/draw",
        winner=winner,
    )
    for point in ("stopped", "won", "drawn"):
        timing.point(point, Kind.FINAL, point)
    return build(
        "fragment/simultaneous",
        declaration,
        timing,
        start_at="collect",
        start={**dict.fromkeys(health, ceiling), left: rounds, winner: seats},
        seats=names,
        given=[left],
    )
