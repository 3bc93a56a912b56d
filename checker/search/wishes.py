"""Wishes: a machine in which some slots, such as dice, show at each look whatever is wished for.

A condition that reads them holds where it may hold, and an effect writes any number that its value may be.
So each play of the machine is one of the wishful machine, but for what is wished: what that one never comes
to, the machine does not. The other way round nothing follows. It has far fewer states, as nothing is
remembered of what is wished, nor of what only leads to it. Domains of values that hang on wishes are not
checked.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import reduce
from typing import assert_never

from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    Operation,
    all_of,
    constant,
    larger,
    negate,
    smaller,
    where,
)
from dicelaw.model.kernel.graph import Agent, Choice, Requirement, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import Node, walk
from dicelaw.model.kernel.pools import Pools
from dicelaw.model.kernel.rewriting import rebuilt
from dicelaw.model.kernel.state import Cell, Field, Place, cell_at

RULE = "wish"
"""The rule by which a number that is wished for lies between the least and the most that it may be."""


def wishful(machine: Machine, wished: Collection[int]) -> Machine:
    """``machine`` where the slots ``wished`` show whatever is wished for, whose moves are no longer its own.

    Nobody is said to decide anything: it tells what play may come to, not who brings it about.
    """
    pools = tuple(pool for pool in machine.pools.pools if not pool.is_read(wished))
    return replace(machine.rewritten(_Wishing(machine, wished).transition), pools=Pools(pools))


class Bounds:
    """Between what expressions of ``machine`` lie that read ``wished`` slots, as ones that don't."""

    def __init__(self, machine: Machine, wished: Collection[int]) -> None:
        self._slots = machine.slots
        self._wished = sum(1 << slot for slot in {*wished})
        self._least: dict[int, Expr] = {}
        self._most: dict[int, Expr] = {}

    def hangs(self, value: Expr) -> bool:
        """Whether ``value`` hangs on a wish."""
        return bool(value.reads & self._wished)

    def least(self, value: Expr) -> Expr:
        """The least that ``value`` may be; of a condition, where it must hold."""
        return self._found(value, self._least)

    def most(self, value: Expr) -> Expr:
        """The most that ``value`` may be; of a condition, where it may hold."""
        return self._found(value, self._most)

    def _found(self, value: Expr, bounds: dict[int, Expr]) -> Expr:
        if not self.hangs(value):
            return value
        for node in walk(value, known=bounds):
            least, most = self._of(node) if self.hangs(node) else (node, node)
            self._least[id(node)], self._most[id(node)] = least, most
        return bounds[id(value)]

    def _of(self, node: Node) -> tuple[Expr, Expr]:
        """The bounds of ``node``, where those of its operands are known."""
        if not isinstance(node, Operation):
            return self._ends(node)
        low = [self._least[id(part)] for part in node.operands]
        high = [self._most[id(part)] for part in node.operands]
        match node.op:
            case "and" | "or" | "+" | "min" | "max" | "//":
                return rebuilt(node, low), rebuilt(node, high)
            case "not":
                return negate(high[0]), negate(low[0])
            case "<" | "<=":
                return rebuilt(node, [high[0], low[1]]), rebuilt(node, [low[0], high[1]])
            case "-":
                return low[0] - high[1], high[0] - low[1]
            case "*":
                ends = [one * other for one in (low[0], high[0]) for other in (low[1], high[1])]
                return reduce(smaller, ends), reduce(larger, ends)
            case "==":
                apart = (high[0] < low[1]) | (high[1] < low[0])
                alone = all_of(low[0] == high[0], low[1] == high[1], low[0] == low[1])
                return alone, negate(apart)
            case "where":
                must, may = low[0], high[0]
                return (
                    where(must, low[1], where(may, smaller(low[1], low[2]), low[2])),
                    where(must, high[1], where(may, larger(high[1], high[2]), high[2])),
                )
            case "%":
                return self._ends(node)
            case _:
                assert_never(node.op)

    def _ends(self, node: Node) -> tuple[Expr, Expr]:
        """The ends of the interval of ``node``; of what is counted without a bound, how far that goes."""
        if isinstance(node, Field | Cell):
            reach = [self._slots[place] for place in node.slots]
            return constant(min(slot.lo for slot in reach)), constant(max(slot.hi for slot in reach))
        assert node.lo is not None
        assert node.hi is not None
        return constant(node.lo), constant(node.hi)


class _Wishing:
    """Makes transitions wishful."""

    def __init__(self, machine: Machine, wished: Collection[int]) -> None:
        self._slots = machine.slots
        self._wished = frozenset(wished)
        self._bounds = Bounds(machine, wished)

    def transition(self, one: Transition) -> Transition | None:
        """``one`` as far as it hangs on no wish; None where it can't be taken whatever is wished for."""
        needs = [Requirement(self._bounds.most(need.holds), need.rule) for need in one.requires]
        wishes: list[Choice] = []

        def anything(value: Expr, lo: int, hi: int) -> Expr:
            """``value``, or any number between its bounds, as far as they lie from ``lo`` to ``hi``."""
            if not self._bounds.hangs(value):
                return value
            least, most = (
                larger(lo, smaller(hi, bound))
                for bound in (self._bounds.least(value), self._bounds.most(value))
            )
            wish = Choice(f"wish {len(wishes) + 1}", least.lo or 0, most.hi)
            wishes.append(wish)
            needs.extend(Requirement(holds, RULE) for holds in (least <= wish, wish <= most))
            return wish

        effect = []
        for place, value in one.effect:
            if not self._wished.issuperset(place.slots):
                cells = [self._slots[slot] for slot in place.slots]
                lo, hi = min(slot.lo for slot in cells), max(slot.hi for slot in cells)
                at: Place = place
                if isinstance(place, Cell):
                    index = anything(place.index, 0, place.length - 1)
                    at = cell_at(place.base, place.length, place.name, index, place.lo, place.hi)
                effect.append((at, anything(value, lo, hi)))
        needs = [need for need in needs if need.holds is not TRUE]
        if any(need.holds is FALSE for need in needs):
            return None
        roots = [*(need.holds for need in needs), *(side for pair in effect for side in pair)]
        read = {id(node) for node in walk(*roots)}
        choices = tuple(choice for choice in (*one.choices, *wishes) if id(choice) in read)
        return replace(
            one, actor=Agent.RULES, choices=choices, requires=tuple(needs), effect=tuple(effect), weights=None
        )
