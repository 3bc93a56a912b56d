"""Planting bugs in the machines of Dice Throne, and checking a property of what comes out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from dicelaw.checker.plans import plan
from dicelaw.checker.run import Plan, Session
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.property import Bug

KNOWN: set[str] = set()
"""Steps that are proved; shared by all sessions."""


@cache
def sound() -> Plan:
    """The plan of Dice Throne, without the walks."""
    return replace(plan("dice-throne"), steps=0)


def touched(before: Machine, after: Machine) -> frozenset[str]:
    """The transitions that differ, and those that leave a point where one is left out."""
    old = {transition.id: transition for transition in before.transitions}
    kept = {transition.id for transition in after.transitions}
    gone = {transition.source for transition in before.transitions if transition.id not in kept}
    return frozenset(t.id for t in after.transitions if old.get(t.id) is not t or t.source in gone)


def with_bug(bug: Bug, name: str) -> tuple[Session, Session]:
    """Sessions about the steps that ``bug`` touches: in the machine ``name`` with the bug, and without it."""
    machine = sound().machines[name]
    spoiled = bug.planted(machine)
    steps = touched(machine, spoiled)
    machines = {**sound().machines, name: spoiled}
    return Session(replace(sound(), machines=machines), KNOWN, steps), Session(sound(), KNOWN, steps)
