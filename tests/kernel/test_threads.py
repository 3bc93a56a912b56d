"""Whatever thread the garbage collector runs in, the solver stays whole."""

import subprocess
import sys

import pytest

DROPPED_ELSEWHERE = """
import sys
from queue import SimpleQueue
from threading import Thread
import z3
from dicelaw.model.kernel.z3_terms import fresh_context

context = fresh_context() if sys.argv[1] == "fresh" else z3.main_ctx()
waiting = SimpleQueue()

def drop():
    while waiting.get():
        pass

thread = Thread(target=drop)
thread.start()
for number in range(1000):
    one, other = z3.Int(f"one{number}", context), z3.Int(f"other{number % 97}", context)
    waiting.put([one + factor * other for factor in range(50)])
    solver = z3.SimpleSolver(ctx=context)
    solver.add(one > other + number, one < other + 2 * number + 3)
    assert solver.check() == z3.sat
waiting.put([])
thread.join()
"""


@pytest.mark.parametrize("context", ["main", "fresh"])
def test_terms_may_be_dropped_in_another_thread(context):
    """A collector in the thread that watches for signals once broke the solver's memory."""
    ended = subprocess.run(
        [sys.executable, "-c", DROPPED_ELSEWHERE, context], capture_output=True, check=False, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
