"""How strong something is that was measured by games, in words, as a table and as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicelaw.checker.duels import most
from dicelaw.model.number_of import number_of
from dicelaw.oracle.answers.matrix import counted

if TYPE_CHECKING:
    from dicelaw.checker.duels import Strength


def percent(strength: Strength) -> str:
    """The share that was won, with how far the ends of the interval are from it at most."""
    total = strength.total
    low, high = total.interval
    around = max(high - total.rate, total.rate - low)
    return f"{100 * total.rate:.0f} % (±{100 * around:.0f})"


def measured(strength: Strength, game: str, fair: str) -> str:
    """How the strength was measured, and what it is not.

    ``game`` is what each of the games is called, and ``fair`` says that neither player has it better.
    """
    low, high = strength.total.interval
    return (
        f"{number_of(strength.total.games, game)} from seed {strength.seed}, {fair}, "
        f"{100 * low:.1f} to {100 * high:.1f} % (Wilson's interval at 95 %); "
        f"both are {strength.players.says}; under best play it may be otherwise"
    )


def matchup_rows(strength: Strength, games: str) -> list[dict[str, str]]:
    """The match-ups as a table, the worst first; ``games`` is what the games are called."""
    rows = []
    for one in sorted(strength.matchups, key=lambda one: (one.won, -one.lost)):
        open_ones = one.games - one.won - one.lost
        low, high = one.interval
        rows.append(
            {
                "against": one.rival,
                games: str(one.games),
                "won": str(one.won),
                "95 %": f"{100 * low:.0f} to {100 * high:.0f} %",
                "lost": str(one.lost),
                "neither": str(open_ones),
                "turns": f"{one.turns / one.games:.1f}",
                "% of wins by": most(one.won_by, 1),
                "% of losses by": most(one.lost_by, 1),
            }
        )
    return rows


def strength_as_json(strength: Strength) -> dict[str, Any]:
    """This as plain values."""
    low, high = strength.total.interval
    return {
        "policy": strength.players.name,
        "seed": strength.seed,
        "games": strength.total.games,
        "won": strength.total.won,
        "rate": strength.total.rate,
        "interval": {"kind": "wilson", "level": 0.95, "low": low, "high": high},
        "matchups": [{"rival": one.rival, **counted(one)} for one in strength.matchups],
    }
