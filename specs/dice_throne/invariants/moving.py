"""How steps move what players own: the ways to say what is worth how much after a step, and which steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicelaw.model.kernel.expressions import Expr, all_of, at_most, where
from dicelaw.specs.property import after

UPGRADING = ("main-*/upgrade",)
SELLING = ("main-*/sell", "discard/sell")
USING = ("*/act", "*/play", "answer/carry-out")
"""The transitions by which a card, a token or a board action is used and paid."""
EARNING = ("resolve/cp", "resolve/lose-cp", "resolve/steal-cp", "resolve/pay/give")
"""The words about combat points."""
LANDING = ("resolve/end/landing", "targeting/land")
"""Where a status effect of the target may give points to an attacker."""


TURN_LOST = "turn-lost/*"
"""The end of the turn of a player who is defeated while others play on: what is under way is dropped."""


def all_but(*patterns: str) -> tuple[str, ...]:
    """The pattern of every transition but those that fit one of ``patterns``."""
    return ("*", *(f"!{pattern}" for pattern in patterns))


def moving(cells: Sequence[Expr], seat: Expr, by: int | Expr, top: int | None = None) -> Expr:
    """That what ``seat`` has of ``cells`` changes ``by`` so much, up to ``top``, and the others' stays."""

    def moved(cell: Expr) -> Expr:
        return cell + by if top is None else at_most(cell + by, top)

    return all_of(
        *(after(cell) == where(seat == place, moved(cell), cell) for place, cell in enumerate(cells))
    )


def keeping(cells: Iterable[Expr]) -> Expr:
    """That none of ``cells`` changes."""
    return all_of(*(after(cell) == cell for cell in cells))
