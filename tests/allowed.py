"""Recorded plays that are played again: where the rules no longer allow one, it is said what to do."""

import pytest

from dicelaw.model.kernel.concrete import Illegal, OutsideDomain
from dicelaw.oracle.errors import UserError

DUE = "run `make record RECORDFLAGS=vectors`, which leaves out what the rules no longer allow"


def still(make, one):
    """What ``make`` makes of the record ``one``."""
    try:
        return make(one)
    except (Illegal, OutsideDomain, UserError) as why:
        return pytest.fail(f"{one.id}: {why}; {DUE}")
