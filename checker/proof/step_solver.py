"""A solver that is asked about many steps, of which those that assume the same come one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import z3

from dicelaw.checker.proof.obligation import Obligation
from dicelaw.checker.proof.reader import Reader
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.z3_terms import asserted, implied


@dataclass(frozen=True, eq=False)
class Assumed:
    """Claims that a step may assume, by their digests."""

    claims: Mapping[str, Expr]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The digests in order."""
        return tuple(sorted(self.claims))


class StepSolver:
    """z3 with ``options``, which knows the domains of the slots of the machine that ``reader`` reads.

    It has each claim under a name of its own, and keeps what is assumed from one question to the next.
    """

    def __init__(self, reader: Reader, options: Mapping[str, int]) -> None:
        self._reader = reader
        self._options = options
        self._most = 0
        self._frame: tuple[str, ...] | None = None
        self._assuming: z3.Array[z3.Ast] = (z3.Ast * 0)()
        self._named: dict[int, tuple[z3.BoolRef, z3.BoolRef]] = {}
        self._digests: dict[str, str] = {}
        """What has this name."""
        self._kept: list[Expr] = []

    @cached_property
    def _solver(self) -> z3.Solver:
        """Made when it is first asked: there are hundreds of domains, and most questions need one solver."""
        solver = z3.SimpleSolver()
        for name, value in self._options.items():
            solver.set(name, value)
        asserted(solver, self._reader.symbolic.within())
        return solver

    def answer(
        self, obligation: Obligation, assumed: Assumed, required: Mapping[str, Expr], resources: int
    ) -> z3.ModelRef | str | frozenset[str]:
        """By what ``obligation`` cannot be: the digests of what that needs; else a model, or why z3 gave up.

        It may need what is ``assumed`` and what its step has ``required``. It uses at most ``resources``, in
        units of z3.
        """
        self._enter(assumed)
        solver = self._solver
        if resources != self._most:
            solver.set("rlimit", resources)
            self._most = resources
        solver.push()
        try:
            asserted(solver, [obligation.built])
            assuming = self._assuming
            if required:
                named = self._asserted(required)
                assuming = (z3.Ast * (len(assuming) + len(named)))(*assuming, *named)
            found = z3.Z3_solver_check_assumptions(solver.ctx.ref(), solver.solver, len(assuming), assuming)
            if found == z3.Z3_L_FALSE:
                return frozenset(self._digests[named.decl().name()] for named in solver.unsat_core())
            return solver.model() if found == z3.Z3_L_TRUE else str(solver.reason_unknown())
        finally:
            solver.pop()

    @property
    def spent(self) -> int:
        """How many z3 resource units were used so far by whatever is in this process."""
        return units(self._solver.statistics())

    def _enter(self, assumed: Assumed) -> None:
        """Have what is ``assumed``, unless the step before had it."""
        if assumed.names == self._frame:
            return
        if self._frame is not None:
            self._solver.pop()
        self._solver.push()
        named = self._asserted(assumed.claims)
        self._assuming = (z3.Ast * len(named))(*named)
        self._frame = assumed.names

    def _asserted(self, claims: Mapping[str, Expr]) -> list[z3.Ast]:
        """The names of ``claims``, each of which now implies what it names."""
        named = [self._under_a_name(digest, claim) for digest, claim in claims.items()]
        asserted(self._solver, (claim for _, claim in named))
        return [name.ast for name, _ in named]

    def _under_a_name(self, digest: str, claim: Expr) -> tuple[z3.BoolRef, z3.BoolRef]:
        """A name, and that it implies ``claim``; choices of steps that are called alike are not the same."""
        if id(claim) not in self._named:
            literal = z3.Bool(f"{digest}/{len(self._named)}" if claim.chooses else digest)
            self._digests[literal.decl().name()] = digest
            self._named[id(claim)] = literal, implied(literal, self._reader.term(claim))
            self._kept.append(claim)
        return self._named[id(claim)]


def units(statistics: z3.Statistics) -> int:
    """How many z3 resource units were used so far in the context that ``statistics`` are of."""
    for place in reversed(range(len(statistics))):  # it is among the last
        name, value = statistics[place]
        if name == "rlimit count":
            return int(value)
    return 0
