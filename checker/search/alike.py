"""Whether plays of another machine go as those that a search of a position has seen.

The two differ in some transitions. Cut down as the position was, these may say the same: they cannot be
taken, or differ in what makes no difference there. Then whatever was found of the position holds of the
other machine, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dicelaw.checker.search.situation import Reading, Situation, come_to_by
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.likeness import ByNames, same
from dicelaw.model.kernel.nodes import slots_read


class Alike:
    """Compares transitions with those of ``position``. ``structures`` may be shared by all that do so."""

    def __init__(self, position: Situation, structures: ByNames) -> None:
        self._position = position
        self._structures = structures
        self._reading = Reading(position.whole, position.ranges)
        self._come_to = come_to_by(position.whole, position.taken)
        self._kept: list[Transition] = []  # what was read is known by its identity

    def never(self, others: Iterable[Transition]) -> bool:
        """Whether none of ``others`` can ever be taken, of the machine or of one as :meth:`fits` takes it."""
        self._kept += (others := [*others])
        return all(one.source not in self._come_to or self._seen(one, taken=False) is None for one in others)

    def fits(self, others: Iterable[Transition]) -> bool:
        """Whether each of ``others`` may stand for the transition of its id.

        They are of a machine with the same start, slots and pools, in which play ends at the same. It may
        have other timing points.
        """
        whole = self._position.whole
        self._kept += (others := [*others])
        return all(one.id in whole.transition_index for one in others) and all(
            self._fits(whole.transition(one.id), one) for one in others
        )

    def _fits(self, one: Transition, other: Transition) -> bool:
        if one.source != other.source:
            return False
        if one.source not in self._come_to:
            return True
        taken = one.id in self._position.taken
        if taken and one.target != other.target:
            return False
        mine, its = (self._seen(each, taken=taken) for each in (one, other))
        if mine is None or its is None:
            return mine is its
        return same(replace(mine, target=its.target), its, self._structures)

    def _seen(self, one: Transition, *, taken: bool) -> Transition | None:
        """``one`` as it reads in the position; None where it can't be taken there.

        Where it reads what nothing has kept to its range, it is as it is.
        """
        possible, sees = self._reading.possible(one, taken), self._position.sees
        effect = tuple(pair for pair in possible.effect if not sees.isdisjoint(pair[0].slots))
        read = slots_read(*possible.decided_by, *(side for pair in effect for side in pair))
        return self._reading.transition(replace(possible, effect=effect)) if read <= sees else one
