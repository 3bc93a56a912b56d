"""Executors with one worker each, so that what a worker holds stays with it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context


@contextmanager
def processes(count: int) -> Iterator[list[Executor]]:
    """``count`` executors with a process of its own each."""
    with ExitStack() as stack:
        fresh = get_context("spawn")
        yield [stack.enter_context(ProcessPoolExecutor(1, mp_context=fresh)) for _ in range(count)]
