"""Signals that end a run: it is told at once, has a while to put its things in order, and then is ended."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread, current_thread, main_thread
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
MOMENT = 0.5
"""How many seconds a run that computes may take to hear of a signal."""
WHILE = 10.0
"""How many seconds it may take to put its things in order."""


class Interrupted(KeyboardInterrupt):
    """A signal came that ends the run, by default that of Ctrl-C."""

    def __init__(self, number: int = signal.SIGINT) -> None:
        self.exit_code = 128 + number
        self.by = signal.Signals(number).name
        self.says = f"interrupted by {self.by}: what was said before counts, and nothing else is decided"
        super().__init__(self.says)


@contextmanager
def interruptible(*, to_the_end: bool) -> Iterator[None]:
    """Within it each of the signals raises Interrupted, once; signals that are ignored stay so.

    The process is ended where that is not heard within a moment, as in a long computation, or where it is not
    over after a while, if so wanted ``to_the_end`` of the process itself. In a thread that gets no signals it
    does nothing.
    """
    if current_thread() is not main_thread():
        yield
        return
    heard, over = Event(), Event()

    def hear(number: int, _frame: FrameType | None) -> None:
        if not heard.is_set():
            heard.set()
            raise Interrupted(number)

    before = {one: signal.getsignal(one) for one in ENDING}
    ours = [one for one, handler in before.items() if handler not in (signal.SIG_IGN, None)]
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    former = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for one in ours:
        signal.signal(one, hear)
    Thread(target=_watch, args=(reading, hear, heard, over), daemon=True).start()
    try:
        yield
    finally:
        if not (to_the_end and heard.is_set()):
            over.set()
        for one in ours:
            signal.signal(one, before[one])
        signal.set_wakeup_fd(former)
        if not to_the_end:  # else the thread ends with the process; by itself it needs room for a library
            os.close(writing)


def _watch(reading: int, handler: object, heard: Event, over: Event) -> None:
    """End the process where a signal that ``handler`` is to handle is not heard, or not over in time."""
    number = 0
    while number not in ENDING or signal.getsignal(number) is not handler:
        got = os.read(reading, 1)
        if not got:
            os.close(reading)
            return
        number = got[0]
    if not heard.wait(MOMENT) or not over.wait(WHILE):
        if over.is_set():
            return
        with suppress(OSError):
            os.write(2, f"{Interrupted(number).says}\n".encode())
        os._exit(128 + number)
    os.close(reading)
