"""Garbage that is looked for seldom."""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """Look for garbage seldom: what a job builds, some hundred thousand nodes, lasts as long as the job.

    Looking for it takes up to two fifths of the time of a short command, and finds next to nothing.
    """
    gc.set_threshold(200_000, 20, 100)
