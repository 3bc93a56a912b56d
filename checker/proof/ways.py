"""That something can be done: a choice that is legal, found among the simplest ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

import z3

from dicelaw.checker.proof.reader import Reader
from dicelaw.model.kernel.expressions import Expr, is_constant
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.symbolic import integer
from dicelaw.model.kernel.z3_terms import all_hold, asserted, negated, some_holds, substituted

FEW = (0, 1, 40)
"""How many choices of one transition are tried first to show that one is legal; with 0 none is made."""
INSTANCES = 3000
"""How many are tried at most."""


def no_way(reader: Reader, transitions: Sequence[Transition], given: Sequence[Expr]) -> z3.BoolRef:
    """That none of ``transitions`` is enabled by simple choices, tried from the simplest up.

    No further ones are tried where there is a state with no way at all.
    """
    solver = z3.SimpleSolver()
    asserted(solver, [*reader.symbolic.within(), *(reader.term(invariant) for invariant in given)])
    ways: list[z3.BoolRef] = []
    for limit in (*FEW, INSTANCES):
        ways = _ways(reader, transitions, limit)
        solver.push()
        solver.add(negated(some_holds(*ways)))
        found = solver.check()
        hopeless = found == z3.sat and limit > 1 and _is_stuck(reader, transitions, solver.model())
        solver.pop()
        if hopeless or found == z3.unsat:
            break
    return negated(some_holds(*ways))


def none_of_few(reader: Reader, transitions: Sequence[Transition], limit: int) -> z3.BoolRef:
    """That none of ``transitions`` is enabled by its ``limit`` simplest choices: so in each stuck state."""
    return negated(some_holds(*_ways(reader, transitions, limit)))


def tried_first(transitions: Sequence[Transition], limit: int) -> list[Transition]:
    """Those of ``transitions`` of which ``limit`` choices are tried: with 0 those without choices."""
    return [transition for transition in transitions if limit or not transition.choices]


def _ways(reader: Reader, transitions: Sequence[Transition], limit: int) -> list[z3.BoolRef]:
    """When each of ``transitions`` is enabled by each of its ``limit`` simplest choices."""
    tried = tried_first(transitions, limit)
    return [way for transition in tried for way in _instances(reader, transition, max(limit, 1))]


def _is_stuck(reader: Reader, transitions: Sequence[Transition], model: z3.ModelRef) -> bool:
    """Whether no choice makes any of ``transitions`` legal in the state that ``model`` speaks of."""
    state = [(slot, model.eval(slot, model_completion=True)) for slot in reader.symbolic.pre]
    for transition in transitions:
        solver = z3.SimpleSolver()
        solver.add(substituted(reader.edge(transition).guard, state))
        if solver.check() != z3.unsat:
            return False
    return True


def _instances(reader: Reader, transition: Transition, limit: int) -> list[z3.BoolRef]:
    """The guard of ``transition`` for choices that its requirements speak of: enough to show it enabled."""
    guard = all_hold(*reader.edge(transition).guards)
    nodes = [*walk(*(requirement.holds for requirement in transition.requires))]
    used = [choice for choice in transition.choices if any(node is choice for node in nodes)]
    offered = [
        [(reader.term(choice), integer(value)) for value in _candidates(nodes, choice)] for choice in used
    ]
    only = [pairs[0] for pairs in offered if len(pairs) == 1]
    ways = [substituted(guard, only)]
    for pairs in offered:
        if len(pairs) > 1:
            further = (z3.simplify(substituted(way, [pair])) for way, pair in product(ways, pairs))
            ways = [*islice((way for way in further if not z3.is_false(way)), limit)]
    return ways


def _candidates(nodes: Sequence[Expr], choice: Choice) -> list[int]:
    """Values of ``choice`` within its bounds: those ``nodes`` compare it with and one more, or all of few."""
    low = choice.lo or 0
    values = {low}
    for node in nodes:
        if node.op == "==" and any(one is choice or _offers(one, choice) for one in node.operands):
            values.update(one.value for one in node.operands if is_constant(one))
    top = choice.top if choice.top is not None else low
    if top - low < 40:
        others = [value for value in range(low, top + 1) if value not in values]
        values.update(others if len(values) == 1 else others[:1])
    return sorted(value for value in values if low <= value <= top)


def _offers(value: Expr, choice: Choice) -> bool:
    """Whether ``choice`` is one of the values that ``value`` selects from."""
    return value.op == "where" and any(one is choice for one in value.operands)
