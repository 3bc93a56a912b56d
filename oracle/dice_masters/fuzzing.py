"""Interactions of cards and Globals of Dice Masters: which there are, and between which teams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from dicelaw.checker.dice_masters.entries import GLOBAL
from dicelaw.model.dice_masters.cards.cards import Card, Teams
from dicelaw.model.dice_masters.cards.drawn_teams import can_meet, drawn_teams, teams_with
from dicelaw.oracle.dice_masters.arena import Spoil, TableArena
from dicelaw.oracle.dice_masters.opening import table_pack, teams_called, unknown_teams
from dicelaw.oracle.dice_masters.touched import touched_in

if TYPE_CHECKING:
    from dicelaw.oracle.fuzz.arena import Group, Pairing
    from dicelaw.oracle.games.own_content import OwnContent


class TableFuzzing:
    """See :class:`~dicelaw.oracle.fuzz.arena.Fuzzing`.

    With ``content`` of the user's own its teams come first. For tests, ``spoil`` plants a mistake in the
    rules, and only ``between`` these teams is played.
    """

    def __init__(
        self, game: str, spoil: Spoil | None = None, between: Sequence[Pairing] = (),
        content: OwnContent | None = None,
    ) -> None:  # fmt: skip
        self.game, self.content, self._spoil, self._between = game, content, spoil, between
        self._pack = table_pack(content)
        ours = table_pack()
        self._teams = [name for name in self._pack.teams if content is None or name not in ours.teams]
        self._new = {id for id in self._pack.cards if id not in ours.cards}

    @cached_property
    def pairings(self) -> Sequence[Pairing]:
        """All teams, and drawn ones in which any two cards have been together.

        With content of the user's own these are its teams, and drawn ones for any two cards of which one is
        its own.
        """
        if self._between:
            return self._between
        drawn = drawn_teams(self._pack, self._new) if self._new or self.content is None else ()
        return [(name,) for name in (*self._teams, *drawn)]

    @cached_property
    def own(self) -> frozenset[str]:
        """The new cards and their Globals; where there are none, all that are in the user's own teams."""
        if self.content is None:
            return frozenset()
        new = [self._pack.cards[id] for id in self._new]
        found = entries_of(new) if new else (id for name in self._teams for id in self.entries((name,)))
        return frozenset(found)

    def entries(self, pairing: Pairing) -> Mapping[str, bool]:
        """Cards, and Globals."""
        return dict.fromkeys(entries_of(_cards(_teams(pairing, self.content)).values()), True)

    @cached_property
    def _homes(self) -> Mapping[str, str]:
        """The first of the teams that has each card or Global."""
        return {id: name for name in [*self._pack.teams][::-1] for id in self.entries((name,))}

    def sort(self, entry: str) -> tuple[str, str]:
        """The first of the teams that has it, and what it is."""
        home = self._homes.get(entry, "")
        return home, "Global" if entry.startswith(GLOBAL) else "card"

    @cached_property
    def _touched(self) -> Mapping[str, Set[str]]:
        return touched_in(self._pack)

    def touched(self, entry: str) -> Set[str]:
        """Kinds of words, what is waited for, keywords, and affiliations."""
        return self._touched.get(entry, frozenset())

    def apart(self, _group: Group) -> bool:
        """Never: a die that lies there acts in every turn."""
        return False

    def groups(self, wanted: Set[str], size: int) -> Set[Group]:
        """The groups of all cards and Globals that two teams can have; see Fuzzing."""
        every = combinations(sorted(self._carrier), size)
        found = (group for group in every if not wanted.isdisjoint(group))
        return {group for group in found if can_meet([self._pack.cards[id] for id in self._cards_of(group)])}

    def _cards_of(self, group: Group) -> list[str]:
        return sorted({self._carrier[entry] for entry in group})

    def together(self, groups: Sequence[Group]) -> Sequence[Pairing]:
        """All teams, and then drawn ones for the groups that are in none of these."""
        there = [frozenset(self.entries(pairing)) for pairing in self.pairings]
        left = [group for group in groups if not any(one.issuperset(group) for one in there)]
        return [
            *self.pairings, *((name,) for name in teams_with(self._pack, [*map(self._cards_of, left)]))
        ]  # fmt: skip

    @cached_property
    def _carrier(self) -> Mapping[str, str]:
        """The card that each entry is, or is on."""
        return {entry: card.id for card in self._pack.cards.values() for entry in entries_of([card])}

    @lru_cache(maxsize=1)  # noqa: B019 (a campaign has few of these)
    def arena(self, pairing: Pairing) -> TableArena:
        """See Fuzzing; that of the last pairing is kept."""
        return TableArena(self.game, pairing, _teams(pairing, self.content), self.content, self._spoil)


def entries_of(cards: Iterable[Card]) -> list[str]:
    """The entries that ``cards`` are: each card, and each Global on one."""
    every = [*cards]
    return [card.id for card in every] + [GLOBAL + one.id for card in every for one in card.globals]


def _teams(pairing: Pairing, content: OwnContent | None) -> Teams:
    found = teams_called(pairing[0], content)
    if found is None:
        raise unknown_teams(pairing[0], content)
    return found


def _cards(teams: Teams) -> dict[str, Card]:
    rows = [card for row in teams.seats for card, _ in row]
    return {card.id: card for card in (*rows, *teams.basics)}


@cache
def fuzzing(game: str, content: OwnContent | None = None) -> TableFuzzing:
    """Games of ``game`` with ``content`` beside ours."""
    return TableFuzzing(game, content=content)
