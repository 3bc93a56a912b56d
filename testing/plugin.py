"""A plugin of pytest: each vector is a test of an implementation, which is asked through its adapter.

.. code-block:: sh

    pytest --dicelaw dice-throne --dicelaw-impl "node adapter.js"

It is loaded wherever dicelaw is installed, so nothing is imported here that pytest has not imported already.
"""

from __future__ import annotations

import pytest

GAME = "--dicelaw"
IMPL = "--dicelaw-impl"
MARK = "dicelaw: a vector or a regression that an implementation is asked (--dicelaw)"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options by which an implementation is tested."""
    group = parser.getgroup("dicelaw", "an engine against the rules of a dice game")
    add = group.addoption
    add(GAME, metavar="GAME", help="Make a test of each vector of this game (`dicelaw list games`).")
    add(IMPL, metavar="COMMAND", help="The command that starts the adapter of the engine.")
    add(
        "--dicelaw-vectors", metavar="DIR", action="append", default=[],
        help="Take the vectors of a folder or a file in the place of those of dicelaw; may be repeated.",
    )  # fmt: skip
    add(
        "--dicelaw-regressions", metavar="DIR", action="append", default=[],
        help="Take the vectors of a folder or a file too, such as conform --report saves; may be repeated.",
    )  # fmt: skip
    add("--dicelaw-known", metavar="FILE", help="Lines `fails ID why` and `skip ID why`: what is known.")
    add(
        "--dicelaw-timeout", metavar="SECONDS", default="10",
        help="How long an answer of the adapter may take (10).",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Where an implementation is to be tested, what does that is loaded."""
    given = [
        name for name in ("impl", "vectors", "regressions", "known") if config.getoption(f"dicelaw_{name}")
    ]
    game, impl = config.getoption("dicelaw"), config.getoption("dicelaw_impl")
    if game is None:
        if given:
            raise pytest.UsageError(f"--dicelaw-{given[0]} says nothing without {GAME} GAME")
        return
    if impl is None:
        raise pytest.UsageError(f"{GAME} {game} needs {IMPL} COMMAND, which starts the adapter of the engine")
    from dicelaw.testing.tests import Tests

    config.addinivalue_line("markers", MARK)
    config.pluginmanager.register(Tests(config), "dicelaw-tests")
