"""A machine compiled for searching: its layout and its functions, ready to be called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dicelaw.checker.explicit.layout import Layout
from dicelaw.checker.explicit.native import Call, Code
from dicelaw.checker.explicit.successors import Successors
from dicelaw.checker.explicit.table import Loops
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.machine import Machine


@dataclass(frozen=True)
class Kernel:
    """The functions of :class:`Loops`, with the successors of one machine and its watched conditions."""

    machine: Machine
    layout: Layout
    watched: Mapping[str, Expr]
    code: Code
    admit: Call
    search: Call
    find: Call
    grow: Call


def compiled(
    machine: Machine, watched: Mapping[str, Expr], *, shared: bool = False, skips: bool = False
) -> Kernel:
    """``machine`` as a kernel that tells which of ``watched`` was met; several threads need a ``shared`` one.

    Raises NotInstalled, and TooWide for a machine whose numbers don't fit words.
    """
    layout = Layout.of(machine, len(watched))
    successors = Successors(machine, layout, tuple(watched.values())).text()
    loops = Loops(layout.words, shared, skips).text()
    code = Code(f"{successors}\n{loops}", ("admit", "search", "find", "grow"))
    return Kernel(
        machine,
        layout,
        dict(watched),
        code,
        code.function("admit", 3),
        code.function("search", 2),
        code.function("find", 3),
        code.function("grow", 3),
    )
