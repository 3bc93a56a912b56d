"""A machine compiled for searching: its layout and its functions, ready to be called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from math import prod
from pathlib import Path

from dicelaw.checker.search.layout import Layout
from dicelaw.checker.search.loops import Loops
from dicelaw.checker.search.native import Call, Code
from dicelaw.checker.search.partial_order import ordered
from dicelaw.checker.search.successors import Successors
from dicelaw.checker.search.symmetry import NONE, Symmetry, interchangeable
from dicelaw.checker.search.tree import NARROW, Tree
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.pools import NO_POOLS, Pools
from dicelaw.model.kernel.state import State


@dataclass(frozen=True)
class Reductions:
    """By what a search sees fewer states; each changes no answer.

    With ``symmetry`` states that differ by an exchange of interchangeable blocks of slots count as one, with
    ``pools`` those that differ in the order of dice of which the rules say that it tells nothing. With
    ``order`` independent steps are taken in one order; plays may then be longer than they must. With
    ``skips`` a state with a single successor is passed through by the steps that lead to it, and not stored.
    """

    symmetry: bool = False
    order: bool = False
    skips: bool = False
    pools: bool = False


PLAIN = Reductions()
FEW = 50_000_000
"""Among no more states than these, code that is made quickly is done sooner."""
CALLS = ("admit", "search", "find", "lay", "whole", "grow", "restore", "strike", "sweep")
"""What every kernel can be called for."""


@dataclass(frozen=True)
class Kernel:
    """The functions of :class:`Loops`, with the successors of one machine and its watched conditions.

    ``symmetry``, ``pools`` and the points with ``ordered`` steps are what was found of the wanted
    ``reductions``. States are stored as the ``tree`` says, or else as they are.
    """

    machine: Machine
    layout: Layout
    watched: Mapping[str, Expr]
    reductions: Reductions
    symmetry: Symmetry
    pools: Pools
    ordered: tuple[str, ...]
    tree: Tree | None
    code: Code
    admit: Call
    search: Call
    find: Call
    lay: Call
    whole: Call
    grow: Call
    restore: Call
    strike: Call
    sweep: Call
    reindex: Call | None
    trail: Call | None
    storing_each: Kernel | None = None
    """The same without skips, where this one skips."""

    @property
    def words(self) -> int:
        """How many words a state has in table and queue."""
        return self.layout.words if self.tree is None else 1

    @cached_property
    def digest(self) -> str:
        """What tells one search from another: slots, points, steps, start, conditions and reductions."""
        from dicelaw.checker.digest import Digests

        machine, digests = self.machine, Digests()
        parts = [f"{slot.name} {slot.lo} {slot.hi}" for slot in machine.slots]
        parts += [f"{point.id} {point.kind.value}" for point in machine.points]
        for transition in machine.transitions:
            parts.append(digests.of_transition(transition))
            parts += [f"{choice.lo} {choice.top}" for choice in transition.choices]
        parts += [f"{name} {digests.of(condition)}" for name, condition in self.watched.items()]
        parts += [str(self.reductions), str(self.symmetry.families), str(self.pools), str(self.ordered)]
        parts.append(str(machine.start))
        return blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()

    @property
    def reduced(self) -> tuple[str, ...]:
        """What the reductions have come to, as phrases."""
        slots = self.machine.slots
        said = [f"up to exchanges of {blocks}" for blocks in self.symmetry.says(slots)]
        said += [f"up to the order of {', '.join(slots[die].name for die in pool.dice)}"
                 for pool in self.pools.pools]  # fmt: skip
        if self.ordered:
            said.append(f"independent steps in one order at {', '.join(self.ordered)}")
        return tuple(said)

    def canonical(self, state: State) -> State:
        """The state that stands for ``state``."""
        return self.pools.canonical(self.symmetry.canonical(state))

    def pack(self, state: State) -> tuple[int, ...]:
        """The words of what stands for ``state``. Raises ValueError for a value outside of its domain."""
        return self.layout.pack(self.canonical(state))


def _has_few_states(machine: Machine) -> bool:
    return prod(slot.hi - slot.lo + 1 for slot in machine.slots) <= FEW


def compiled(
    machine: Machine,
    watched: Mapping[str, Expr],
    *,
    shared: bool = False,
    reductions: Reductions = PLAIN,
    kept: Path | None = None,
    quickly: bool | None = None,
    folded: bool | None = None,
) -> Kernel:
    """``machine`` as a kernel that tells which of ``watched`` was met; several threads need a ``shared`` one.

    With ``kept``, a folder, the same kernel is compiled only once. With ``quickly`` it is there sooner, and
    slower, by default where no more than ``FEW`` states can be told apart. States are ``folded``, stored as
    trees, by default where they are wide; it changes nothing but memory and speed.

    Raises NotInstalled, and TooWide for a machine whose numbers don't fit words.
    """
    layout = Layout.of(machine, len(watched))
    conditions = tuple(watched.values())
    pools = machine.pools.unread(slots_read(*conditions)) if reductions.pools else NO_POOLS
    apart = [slot for pool in pools.pools for slot in pool.slots]
    symmetry = interchangeable(machine, conditions, apart) if reductions.symmetry else NONE
    searched, points = ordered(machine, conditions) if reductions.order else (machine, ())
    successors = Successors(searched, layout, conditions, symmetry, pools).text()
    folded = layout.words > NARROW if folded is None else folded
    tree = Tree(layout.words, shared) if folded else None
    loops = Loops(layout, tree, shared, reductions.skips)
    names = [*CALLS, *(["reindex"] if tree else [])]
    text = f"{successors}\n{loops.text()}"
    if reductions.skips:
        names, text = [*names, "trail", "search_each", "find_each"], f"{text}\n{loops.storing_each()}"
    code = Code(text, names, kept, _has_few_states(machine) if quickly is None else quickly)
    kernel = Kernel(
        machine,
        layout,
        dict(watched),
        reductions,
        symmetry,
        pools,
        points,
        tree,
        code,
        admit=code.function("admit", 3),
        search=code.function("search", 2),
        find=code.function("find", 3),
        lay=code.function("lay", 5),
        whole=code.function("whole", 5),
        grow=code.function("grow", 6),
        restore=code.function("restore", 3),
        strike=code.function("strike", 4),
        sweep=code.function("sweep", 5),
        reindex=code.function("reindex", 3) if tree else None,
        trail=code.function("trail", 6) if reductions.skips else None,
    )
    if not reductions.skips:
        return kernel
    each = replace(
        kernel,
        reductions=replace(reductions, skips=False),
        search=code.function("search_each", 2),
        find=code.function("find_each", 3),
    )
    return replace(kernel, storing_each=each)
