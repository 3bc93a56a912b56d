"""The keeper of an adapter: a program that ends with its user, and all that the adapter started with it.

It runs a command with the stdin, stdout and stderr that it was given, tells on a socket how that began and
ended, and when the other end of the socket is closed, in whatever way, it kills all that is left. On Linux it
adopts what its own children leave behind, also in other sessions; elsewhere it knows the command's process
group. It needs nothing of dicelaw.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_PATIENCE = 5.0
"""How many seconds it tries to end what does not go."""


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _before_the_command(keeper: int) -> None:
    """The command itself ends even if its keeper is killed."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != keeper:
        os._exit(1)


def _descendants() -> set[int]:
    """The processes below this one, as far as the system tells."""
    below: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            fields = entry.read_bytes().rpartition(b")")[2].split()
            below.setdefault(int(fields[1]), []).append(int(entry.parent.name))
    found: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        new = [one for one in below.get(waiting.pop(), ()) if one not in found]
        found.update(new)
        waiting += new
    return found


def _reaped() -> dict[int, int] | None:
    """How children ended that did since it was last asked; None once there are none at all."""
    ended: dict[int, int] = {}
    try:
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended[found[0]] = os.waitstatus_to_exitcode(found[1])
    except ChildProcessError:
        return ended or None
    return ended


def _end_all(group: int) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
        for one in _descendants():
            with suppress(OSError):
                os.kill(one, signal.SIGKILL)
        if _reaped() is None:
            return
        time.sleep(0.002)


def main(control: int, words: list[str]) -> None:
    """Run the command ``words``, and see to the end of it."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking)
    for one in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(one, lambda *_: None)
    keeper = os.getpid()
    try:
        command = subprocess.Popen(
            words,
            start_new_session=True,
            preexec_fn=lambda: _before_the_command(keeper),  # noqa: PLW1509 (there are no threads)
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        os.write(control, b"failed %d\n" % (getattr(error, "errno", None) or 0))
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    with suppress(OSError):
        os.write(control, b"began\n")
        while True:
            ended = (_reaped() or {}).get(command.pid)
            if ended is not None:
                os.write(control, b"ended %d\n" % ended)
            ready, _, _ = select.select([control, woken], [], [])
            if control in ready:
                break
            os.read(woken, 64)
    _end_all(command.pid)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
    os._exit(0)
