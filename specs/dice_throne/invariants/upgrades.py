"""What the board shows is in play: an invariant about a duel whose cards are told apart."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_throne.language import Hero, Op
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import IN_PLAY, SLOTS
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.expressions import Expr, any_of, implies
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.bugs import dropping
from dicelaw.specs.property import AllOf, Always, Goal, Property


def upgrades(made: DuelMachine) -> Property:
    """A space of the board has the level of an upgrade only if that is in play."""
    d = made.duel
    assert d.zone is not None
    return Property(
        "play/upgrades",
        "A space of the board has the level that an upgrade brings only if the upgrade is in play.",
        AllOf(tuple(Always(part, ("*", "!over")) for part in (*in_play(made), *_played(made)))),
        ("upgrade/permanent-same-name",),
        goal=Goal("a board is upgraded", any_of(*(level >= 2 for level in d.level))),
        bug=dropping("cards/lost-card-unusable", "main-1/sell"),
    )


def in_play(made: DuelMachine) -> Iterator[Expr]:
    """Of each upgrade that alone brings its space to a level, that it is in play where the space has it."""
    d, content = made.duel, made.content
    assert d.zone is not None
    assert isinstance(content, TableContent)
    columns = content.upgrades()
    brought = list(zip(columns["board space"], columns["level"], strict=True))
    for place, (space, level) in enumerate(brought):
        seat = place // d.deck
        own = brought[seat * d.deck : (seat + 1) * d.deck]
        if level >= 2 and own.count((space, level)) == 1 and not flips(content.heroes[seat]):
            yield implies(d.level[seat * SLOTS + space] == level, d.zone[place] == IN_PLAY)


def _played(made: DuelMachine) -> Iterator[Expr]:
    """That no card that is being played is an upgrade."""
    assert isinstance(made.content, TableContent)
    levels = made.content.upgrades()["level"]
    for card in made.duel.played:
        yield lookup("it is an upgrade", [0, *(int(level >= 2) for level in levels)], card) == 0


def flips(hero: Hero) -> bool:
    """Whether the board of ``hero`` can get higher levels without an upgrade."""
    return any(row.op is Op.FLIP for _, _, trigger in hero.passives for row in trigger.program)
