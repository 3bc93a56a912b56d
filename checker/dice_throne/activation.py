"""Which results of five dice activate which offensive abilities, with exact chances.

Whether a result meets a requirement is asked of the machine's own expression; there is no second rule here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement

from dicelaw.model.dice_throne.language import Ability, Hero, Pool, Status
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import ATTEMPTS, DICE
from dicelaw.model.dice_throne.tables.tables import TOP_LEVEL, TableContent
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.pycode import Emitter

FACES = 6
ALL = FACES**DICE
"""How many results five dice have when they are told apart: 7,776."""

_ROWS = 512
"""More than there are rows of up to five dice."""
_RANKS = _ROWS * (DICE + 1)

Result = tuple[int, ...]
"""Five faces in ascending order, standing for every order in which dice may show them."""


@dataclass(frozen=True)
class Activation:
    """An offensive ability with the ``results`` that meet its requirement.

    ``levels`` are the levels of its board space at which the board has it.
    """

    ability: Ability
    levels: tuple[int, ...]
    results: frozenset[Result]

    @property
    def ways(self) -> int:
        """How many of the 7,776 results activate it."""
        return ways(self.results)

    @property
    def chance(self) -> Fraction:
        """The chance to meet its requirement within three attempts, playing for nothing else."""
        return chance(self.results)


@dataclass(frozen=True)
class Overlap:
    """Two abilities with the ``results`` that meet both requirements."""

    one: Activation
    other: Activation
    results: frozenset[Result]

    @property
    def ways(self) -> int:
        """How many of the 7,776 results meet both."""
        return ways(self.results)


def activations(hero: Hero, statuses: tuple[Status, ...]) -> tuple[Activation, ...]:
    """What activates each offensive ability of ``hero``, in the order of ``hero.offense``.

    ``statuses`` are those of the pack that ``hero`` comes from.
    """
    if not hero.offense:
        return ()
    content = TableContent(statuses, [hero, hero])
    duel = Duel(statuses, content.deck, content.pc_top, content.actions, content.abilities, content.triggers)
    row = content.ability(duel, constant(0), defensive=False)
    met, available = Emitter(None).evaluator(row.met), Emitter(None).evaluator(row.available)
    dice = [duel.dice[Pool.OFFENSE * DICE + place].place for place in range(DICE)]
    state = [slot.lo for slot in duel.declaration.slots]
    found = []
    for place, ability in enumerate(hero.offense):
        chosen = {choice.name: place for choice in row.choices}
        levels, meeting = [], []
        for level in range(1, TOP_LEVEL + 1):
            state[duel.level[ability.slot].place] = level
            if available(state, chosen):
                levels.append(level)
        for result in results():
            for cell, face in zip(dice, result, strict=True):
                state[cell] = face
            if met(state, chosen):
                meeting.append(result)
        found.append(Activation(ability, tuple(levels), frozenset(meeting)))
    return tuple(found)


def on_board(found: Iterable[Activation], levels: Sequence[int]) -> tuple[Activation, ...]:
    """Those of ``found`` that a board has whose spaces are at ``levels``."""
    return tuple(one for one in found if levels[one.ability.slot] in one.levels)


def idle(found: Iterable[Activation]) -> frozenset[Result]:
    """The results that activate none of ``found``."""
    return frozenset(results()).difference(*(one.results for one in found))


def overlaps(found: Iterable[Activation]) -> tuple[Overlap, ...]:
    """Each two of ``found`` that a result may activate alike, in the order of ``found``."""
    pairs = (Overlap(one, other, one.results & other.results) for one, other in combinations(found, 2))
    return tuple(pair for pair in pairs if pair.results)


def results() -> tuple[Result, ...]:
    """The 252 results of five dice that are not told apart."""
    return _rows().full


@cache
def ways(wanted: frozenset[Result]) -> int:
    """In how many of the 7,776 results the dice show one of ``wanted``."""
    return _sums([int(result in wanted) for result in results()])[0]


@cache
def chance(wanted: frozenset[Result], attempts: int = ATTEMPTS) -> Fraction:
    """The chance that dice show one of ``wanted`` within ``attempts``, at least one, with the best rerolls.

    The first attempt rolls all five dice; each further one any of them, or none.
    """
    worth = [int(result in wanted) for result in results()]
    for _ in range(attempts - 1):
        worth = _rerolled(worth)
    return Fraction(_sums(worth)[0], ALL**attempts)


@dataclass(frozen=True)
class _Rows:
    """Every row of up to five dice in ascending order, shorter ones first, known by its number.

    ``times`` and ``ranks`` make of what the rolls of a row's missing dice are worth together a number by
    which rows compare: by the mean, then with more dice before fewer. ``longer`` has for each row of less
    than five dice what a further die makes of it, face by face, and ``shorter`` for each row what is left of
    it when one of its dice is taken up.
    """

    all: tuple[Result, ...]
    full: tuple[Result, ...]
    sizes: tuple[int, ...]
    times: tuple[int, ...]
    ranks: tuple[int, ...]
    longer: tuple[tuple[int, ...], ...]
    shorter: tuple[tuple[int, ...], ...]


@cache
def _rows() -> _Rows:
    faces = range(1, FACES + 1)
    rows = [row for size in range(DICE + 1) for row in combinations_with_replacement(faces, size)]
    number = {row: place for place, row in enumerate(rows)}
    return _Rows(
        all=tuple(rows),
        full=tuple(row for row in rows if len(row) == DICE),
        sizes=tuple(len(row) for row in rows),
        times=tuple(FACES ** len(row) * _RANKS for row in rows),
        ranks=tuple(len(row) * _ROWS + place for place, row in enumerate(rows)),
        longer=tuple(
            tuple(number[tuple(sorted((*row, face)))] for face in faces) for row in rows if len(row) < DICE
        ),
        shorter=tuple(
            tuple({number[row[:place] + row[place + 1 :]] for place in range(len(row))}) for row in rows
        ),
    )


def _sums(worth: Sequence[int]) -> list[int]:
    """For each row of dice the sum of ``worth`` over all rolls of the dice that it lacks."""
    longer = _rows().longer
    sums = [*([0] * len(longer)), *worth]
    for row in reversed(range(len(longer))):
        one, two, three, four, five, six = longer[row]
        sums[row] = sums[one] + sums[two] + sums[three] + sums[four] + sums[five] + sums[six]
    return sums


def rerolls(worth: Sequence[int]) -> list[tuple[int, Result]]:
    """For each result: what it is worth, in 7,776ths, before a reroll that is best, and the dice then kept.

    ``worth`` is what each result of :func:`results` is worth, and no more dice are rerolled than need be.
    """
    rows = _rows()
    best = [
        total * times + rank for total, times, rank in zip(_sums(worth), rows.times, rows.ranks, strict=True)
    ]
    for row, parts in enumerate(rows.shorter):
        for part in parts:
            best[row] = max(best[row], best[part])
    return [(one // _RANKS, rows.all[one % _ROWS]) for one in best[-len(rows.full) :]]


def altered(worth: Sequence[int]) -> list[tuple[int, int]]:
    """For each result the least and the most that one die with whatever face makes it worth."""
    rows = _rows()
    found = [*([(0, 0)] * len(rows.longer)), *((one, one) for one in worth)]
    for row in range(len(rows.all) - len(rows.full) - 1, -1, -1):
        if rows.sizes[row] < DICE - 1:
            break
        each = [found[longer][0] for longer in rows.longer[row]]
        found[row] = (min(each), max(each))
    parts = ([found[part] for part in some] for some in rows.shorter[-len(rows.full) :])
    return [(min(low for low, _ in some), max(high for _, high in some)) for some in parts]


def _rerolled(worth: Sequence[int]) -> list[int]:
    """What each result is worth, in 7,776ths, before a reroll that is best for ``worth``."""
    return [points for points, _ in rerolls(worth)]
