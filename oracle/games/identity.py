"""What a machine was made of, by which it is known again in another run what was found out about it."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

from dicelaw.model.kernel.machine import Machine


class Identity(NamedTuple):
    """``made_of`` says all that a machine was made of, but for our own code and content.

    By ``read_by`` and by the start, slots and points of the machine alone, positions are set up and told.
    """

    made_of: str
    read_by: tuple[object, ...]


_known: WeakKeyDictionary[Machine, Identity] = WeakKeyDictionary()


def identify(machine: Machine, made_of: object, *read_by: object) -> None:
    """Note the :class:`Identity` of ``machine``; ``made_of`` is a value that tells it from all others."""
    _known[machine] = Identity(repr(made_of), read_by)


def identity(machine: Machine) -> Identity | None:
    """The identity of ``machine``, where that was noted."""
    return _known.get(machine)
