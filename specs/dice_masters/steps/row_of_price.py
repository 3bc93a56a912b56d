"""What it takes to write a row about something that costs energy in Dice Masters."""

from __future__ import annotations

from dataclasses import dataclass

from dicelaw.model.dice_masters.cards.cards import Energy
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, at_least, count, number, where
from dicelaw.specs.steps import Makes, put, to


@dataclass(frozen=True)
class Prices:
    """What the player with priority can pay, and what is owed then."""

    rules: Rules

    @property
    def plain(self) -> Expr:
        """Whether nothing changes what anything costs."""
        t, figures = self.rules.table, self.rules.table.figures
        changes = range(len(t.dice.price_changes))
        none = [figures.at(f"price {way}", place) == 0 for place in changes for way in ("less", "more")]
        return all_of(*none, *(cell == 0 for cell in (*t.rebates, *t.frees)))

    @property
    def _half(self) -> Expr:
        t = self.rules.table
        return where(t.holder == 0, t.spare[0], t.spare[1])

    def _owed(self, price: Expr) -> Expr:
        return at_least(price - self._half, 0)

    def _either(self, *kinds: Expr) -> Expr:
        """Whether, of two ``kinds`` of a card, one is enough, as the older rules have it."""
        both = all_of(*(kind != Energy.NONE for kind in kinds))
        return number(0) if self.rules.newer or not kinds else where(both, 1, 0)

    def payable(self, price: Expr, *kinds: Expr) -> Expr:
        """Whether ``price`` can be paid with energy of each of ``kinds`` among it."""
        t, either = self.rules.table, self._either(*kinds)
        types = count(kind != Energy.NONE for kind in kinds) - either
        owed, has = self._owed(price), t.has_types(t.holder, kinds, either)
        enough = all_of(t.stock(t.holder) >= owed, owed >= types, has)
        return all_of(enough, TRUE if self.rules.newer else any_of(self._half == 0, price >= 1))

    def owing(self, price: Expr, act: int, subject: Expr, *kinds: Expr) -> Makes:
        """What is owed when ``price`` is to be paid for ``act``, which is about ``subject``."""
        t = self.rules.table
        wanted = kinds or (number(0), number(0))
        return {t.owed: self._owed(price), **dict(zip(t.wants, wanted, strict=True)),
                t.either: self._either(*kinds), t.act: act, t.subject: subject,
                **put([*t.spare], t.holder, to(0))}  # fmt: skip
