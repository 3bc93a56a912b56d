"""What two versions of a machine differ in, and two of a transition, compiled: requirements and effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dicelaw.checker.digest import Digests
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.pycode import Emitter
from dicelaw.model.kernel.state import Cell, Place, State
from dicelaw.mutation.mutants import Changes

Evaluator = Callable[[State, Mapping[str, int]], int]
NONE, SEVERAL = -1, -2
"""What :func:`failing` finds where not exactly one requirement fails."""


def changed_transitions(one: Machine, other: Machine) -> Changes:
    """The transitions of ``other`` that are not those of ``one``, and None for each that it leaves out."""
    digests = Digests()
    old, new = transition_digests(one, digests), transition_digests(other, digests)
    differing = {one.id: one for one in other.transitions if old.get(one.id) != new[one.id]}
    return {**differing, **dict.fromkeys(old.keys() - new.keys())}


def transition_digests(machine: Machine, digests: Digests) -> dict[str, str]:
    """The digest of each transition of ``machine`` by id, found with ``digests``."""
    return {transition.id: digests.of_transition(transition) for transition in machine.transitions}


def replacements(one: Machine, other: Machine) -> Changes | None:
    """What ``other`` puts in the place of transitions; None where it has others than ``one``, or points."""
    found = changed_transitions(one, other)
    return None if found.keys() - one.transition_index.keys() or one.points != other.points else found


def named(transition: Transition, move: Move) -> dict[str, int]:
    """The choices of ``move`` by name."""
    return {choice.name: value for choice, value in zip(transition.choices, move[1:], strict=True)}


def failing(machine: Machine, transition: Transition) -> Callable[..., int]:
    """A function from a state and choices to the only requirement that fails, or NONE or SEVERAL."""
    emitter = Emitter(machine)
    for number, choice in enumerate(transition.choices):
        emitter.choices[id(choice)] = f"c_{number}"
    emitter.lines.append(f"f = {NONE}")
    for number, requirement in enumerate(transition.requires):
        emitter.lines.append(f"if not {emitter.of(requirement.holds)}:")
        emitter.lines += [f"    if f != {NONE}: return {SEVERAL}", f"    f = {number}"]
    emitter.lines.append("return f")
    return emitter.function(
        "failing", ", ".join(["s", *(f"c_{i}" for i, _ in enumerate(transition.choices))])
    )


def changed_requirements(old: Transition, new: Transition) -> list[tuple[int, Expr]]:
    """The requirements that differ, by place, with what they say instead: TRUE for one left out.

    Where they cannot be paired otherwise, two entries stand for more than one.
    """
    gone = _gone(old.requires, new.requires)
    if gone is not None:
        return [(at, TRUE) for at in gone]
    if len(new.requires) != len(old.requires):
        return [(0, FALSE), (0, FALSE)]
    pairs = zip(old.requires, new.requires, strict=True)
    return [(at, b.holds) for at, (a, b) in enumerate(pairs) if a.holds is not b.holds]


def changed_sides(old: Transition, new: Transition) -> list[tuple[Expr, Expr]] | None:
    """Pairs of expressions: where none of them differ in worth, both transitions lead to the same state.

    None where they may lead elsewhere in any case.
    """
    if old.target != new.target:
        return None
    gone = _gone(old.effect, new.effect)
    if gone is not None:
        return [old.effect[at] for at in gone]
    if len(new.effect) != len(old.effect):
        return None
    if not all(_same_array(a[0], b[0]) for a, b in zip(old.effect, new.effect, strict=True)):
        return None
    pairs = [
        (one.index, other.index)
        if at == 0 and isinstance(one, Cell) and isinstance(other, Cell)
        else (one, other)
        for a, b in zip(old.effect, new.effect, strict=True)
        for at, (one, other) in enumerate(zip(a, b, strict=True))
    ]
    return [(one, other) for one, other in pairs if one is not other]


def effect_differs(old: Transition, new: Transition) -> Callable[[State, Move, State], bool] | None:
    """Whether a move may lead elsewhere, by the states around it; None where the effects are the same."""
    sides = changed_sides(old, new)
    if sides is None:
        return lambda _state, _move, _after: True
    if not sides:
        return None
    gone = _gone(old.effect, new.effect)
    if gone is not None:
        places = [old.effect[at][0] for at in gone]
        slots = [slot for place in places for slot in place.slots]
        return lambda state, _move, after: any(state[slot] != after[slot] for slot in slots)
    tests = [(_evaluator(one), _evaluator(other)) for one, other in sides]

    def differs(state: State, move: Move, _after: State) -> bool:
        chosen = named(old, move)
        return any(one(state, chosen) != other(state, chosen) for one, other in tests)

    return differs


def _same_array(one: Place, other: Place) -> bool:
    """Whether both places are one field, or cells of one array."""
    return one is other or (one.op == other.op == "cell" and one.parameters == other.parameters)


def _gone(old: Sequence[object], new: Sequence[object]) -> list[int] | None:
    """The places in ``old`` of what is not in ``new``; None where they differ otherwise."""
    kept = {id(one) for one in new}
    gone = [at for at, one in enumerate(old) if id(one) not in kept]
    rest = [one for one in old if id(one) in kept]
    same = len(rest) == len(new) and all(a is b for a, b in zip(rest, new, strict=True))
    return gone if gone and same else None


def _evaluator(expression: Expr) -> Evaluator:
    """A function from a state and choices by name to what ``expression`` is worth."""
    return Emitter(None).evaluator(expression)
