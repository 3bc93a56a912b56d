"""Interactions of content in duels and other modes: between which heroes and entries, and plays of two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cache, cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from dicelaw.checker.dice_throne.brought import attacking_again
from dicelaw.model.dice_throne.language import Op, When
from dicelaw.model.dice_throne.modes import DUEL, Mode
from dicelaw.model.dice_throne.tables.narrow import narrowed
from dicelaw.oracle.dice_throne.arena import DuelArena, Spoil
from dicelaw.oracle.dice_throne.entries import (
    PASSIVE,
    STATUS,
    entries_of,
    of_own_turn,
    of_status,
    sorts_of,
)
from dicelaw.oracle.dice_throne.opening import EDITIONS, pack_of
from dicelaw.oracle.dice_throne.seating import tables
from dicelaw.oracle.dice_throne.touched import touched_in
from dicelaw.oracle.fuzz.meetings import PAIR, groups_between

if TYPE_CHECKING:
    from dicelaw.oracle.fuzz.arena import Group, Pairing
    from dicelaw.oracle.games.own_content import OwnContent


class DuelFuzzing:
    """See :class:`~dicelaw.oracle.fuzz.arena.Fuzzing`.

    For tests, ``spoil`` plants a mistake in the rules, and only ``between`` these is played.
    """

    def __init__(
        self, content: OwnContent | None, spoil: Spoil | None = None, between: Sequence[Pairing] = (),
        mode: Mode = DUEL,
    ) -> None:  # fmt: skip
        self.content = content
        self.mode = mode
        self.pack = pack_of(EDITIONS[0], content)
        self._spoil, self._between = spoil, between
        self._entries: dict[Pairing, Mapping[str, bool]] = {}

    @cached_property
    def pairings(self) -> Sequence[Pairing]:
        """Any two of our heroes; or each of the user's own with all others and with itself.

        Where more play, they are among them, as opponents and as allies.
        """
        if self._between:
            return self._between
        ours = pack_of(EDITIONS[0]).heroes
        new = [hero for hero in self.pack.heroes if hero not in ours]
        pairs = [*combinations_with_replacement(self.pack.heroes, 2)]
        if new:
            pairs = [(hero, other) for hero in new for other in (*new[new.index(hero) :], *ours)]
        return pairs if self.mode is DUEL else tables(self.mode, pairs, [*self.pack.heroes])

    @cached_property
    def own(self) -> frozenset[str]:
        """What is new beside our content."""
        if self.content is None:
            return frozenset()
        ours = pack_of(EDITIONS[0])
        several = self.mode is not DUEL
        known = {
            id for hero in ours.heroes for id in entries_of(*narrowed(ours, (hero, hero), several=several))
        }
        known |= {of_status(status.id) for status in ours.statuses}
        found = {id for pairing in self.pairings for id in self.entries(pairing)}
        return frozenset(found - known)

    def entries(self, pairing: Pairing) -> Mapping[str, bool]:
        """Cards, abilities, board actions, passives, and status effects."""
        if pairing not in self._entries:
            self._entries[pairing] = entries_of(*narrowed(self.pack, pairing, several=self.mode is not DUEL))
        return self._entries[pairing]

    @cached_property
    def _sorts(self) -> Mapping[str, str]:
        return {id: sort for hero in self.pack.heroes.values() for id, sort in sorts_of(hero)}

    def sort(self, entry: str) -> tuple[str, str]:
        """The hero, the common deck, or the status effects; and what it is."""
        owner, _, rest = entry.partition("/")
        if owner == STATUS.rstrip("/"):
            return "status effects", "status effect"
        if entry.startswith(PASSIVE):
            return rest.partition("/")[0], "passive"
        return owner, self._sorts.get(entry, "card")

    @cached_property
    def _touched(self) -> Mapping[str, Set[str]]:
        return touched_in(self.pack)

    def touched(self, entry: str) -> Set[str]:
        """Kinds of words, status effects, dice, and spaces of boards."""
        return self._touched.get(entry, frozenset())

    @cached_property
    def _own_turn(self) -> Set[str]:
        """What a hero uses in its own turn only."""
        return {id for hero in self.pack.heroes.values() for id in of_own_turn(hero)}

    @cached_property
    def _attacks(self) -> Mapping[str, str]:
        """The heroes of Offensive Abilities, where none of their own effects adds an Offensive Roll Phase."""
        again = [*attacking_again(self.pack)]
        heroes = [hero for id, hero in self.pack.heroes.items() if id not in again]
        return {ability.id: hero.id for hero in heroes for ability in hero.offense}

    @cached_property
    def _harmless(self) -> Mapping[str, str]:
        """Of these the Offensive Abilities that are no attacks, and their heroes."""
        deals = {
            ability.id for hero in self.pack.heroes.values() for ability in hero.offense
            for one in filter(None, (ability, ability.several))
            if any(step.op is Op.DAMAGE for step in one.activate)
        }  # fmt: skip
        return {id: hero for id, hero in self._attacks.items() if id not in deals}

    @cached_property
    def _modifiers(self) -> Mapping[str, str]:
        """The cards that are used in an attack of their hero alone."""
        every = ((card.action, hero.id) for hero in self.pack.heroes.values() for card in hero.cards)
        return {
            action.id: hero for action, hero in every
            if When.MODIFIER in action.when and action.id.startswith(f"{hero}/")
        }  # fmt: skip

    def apart(self, group: Group) -> bool:
        """Whether two are of different heroes, and used in their own turn only; or of three two are attacks.

        Of two attacks of a hero one can make the other impossible. With a third entry that is not about all.
        The same is so of an Attack Modifier and an ability without an attack.
        """
        if len(group) > PAIR:
            phases = [self._attacks[entry] for entry in group if entry in self._attacks]
            harmless = {self._harmless[entry] for entry in group if entry in self._harmless}
            modified = {self._modifiers[entry] for entry in group if entry in self._modifiers}
            twice = len({*phases}) < len(phases) or not harmless.isdisjoint(modified)
            return twice or any(map(self.apart, combinations(group, PAIR)))
        owners = {entry.partition("/")[0] for entry in group}
        return len(owners) == len(group) and self._own_turn >= {*group} and owners <= {*self.pack.heroes}

    def groups(self, wanted: Set[str], size: int) -> Set[Group]:
        """See Fuzzing."""
        return groups_between(self, wanted, size)

    def together(self, _groups: Sequence[Group]) -> Sequence[Pairing]:
        """All: what is of two heroes meets in their duel."""
        return self.pairings

    @lru_cache(maxsize=1)  # noqa: B019 (a campaign has few of these)
    def arena(self, pairing: Pairing) -> DuelArena:
        """See Fuzzing; that of the last pairing is kept."""
        return DuelArena(self.pack, pairing, self.content, self._spoil, mode=self.mode)


@cache
def fuzzing(content: OwnContent | None, mode: Mode = DUEL) -> DuelFuzzing:
    """Games of ``mode`` with ``content`` beside ours."""
    return DuelFuzzing(content, mode=mode)
