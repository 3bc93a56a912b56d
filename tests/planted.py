"""Planting bugs in the machines of a game, and checking a property of what comes out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache

from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import Plan, ProofSession
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.property import Property

Readings = tuple[tuple[str, str], ...]
KNOWN: dict[tuple[str, Readings], Known] = defaultdict(Known)
"""The steps of each game, under its readings, that are proved; shared by all sessions."""


@cache
def sound(game: str = "dice-throne", readings: Readings = ()) -> Plan:
    """The plan of ``game`` under ``readings``, without the walks."""
    return replace(plan(game, readings), steps=0)


def touched(before: Machine, after: Machine) -> frozenset[str]:
    """The transitions that differ, and those that leave a point where one is left out."""
    old = {transition.id: transition for transition in before.transitions}
    kept = {transition.id for transition in after.transitions}
    gone = {transition.source for transition in before.transitions if transition.id not in kept}
    return frozenset(t.id for t in after.transitions if old.get(t.id) is not t or t.source in gone)


def with_bug(game: str, claimed: Property, readings: Readings = ()) -> tuple[ProofSession, ProofSession]:
    """Sessions about the steps that the bug of ``claimed`` touches: with the bug, and without it."""
    assert claimed.bug is not None
    # The plan that the property is of: it is about the fields of that one, and plans are not kept for ever.
    found, name = sound(game, readings) if readings else sound(game), claimed.machine
    spoiled = claimed.bug.planted(found.machines[name])
    steps = touched(found.machines[name], spoiled)
    buggy = replace(found, machines={**found.machines, name: spoiled})
    known = KNOWN[game, readings]
    return ProofSession(buggy, known, steps), ProofSession(found, known, steps)
