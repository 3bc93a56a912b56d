"""The tables of some content that a look-up may open, to see what a mistake in it changes."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.content.look import Key, Noting
from dicelaw.model.dice_throne.language import Companion, Hero, Status, Test
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.expressions import Expr, constant


def tables_of(
    statuses: tuple[Status, ...], heroes: Sequence[Hero], companions: Sequence[Companion]
) -> list[Key]:
    """The tables of this content that can be opened, in a stable order."""
    look = Noting()
    content = TableContent(statuses, heroes, companions, look)
    sizes = (content.deck, content.pc_top, content.actions, content.abilities, content.triggers)
    d = _Blank(statuses, *sizes, look=look)
    content.action(d, d.turn)
    content.code(d, d.pc[0])
    for defensive in (False, True):
        content.ability(d, d.turn, defensive)
    content.attacks(d.announced)
    content.companion(d.turn)
    for what, values in content.upgrades().items():
        if "cost" in what:
            look(f"{what} of the upgrade", values, d.turn)
    d.limit(0, d.chosen)
    d.kept_fresh(d.chosen)
    return look.tables


class _Blank(Duel):
    """A duel for which only tables matter: nothing is said of its dice."""

    def showing(self, _pool: Expr | int, _faces: Expr | int) -> Expr:
        """No dice."""
        return constant(0)

    def straight(self, _pool: Expr | int) -> Expr:
        """No dice."""
        return constant(0)

    def dice_sum(self, _pool: Expr | int) -> Expr:
        """No dice."""
        return constant(0)

    def tests(self) -> dict[Test, Expr]:
        """No tests."""
        return {}
