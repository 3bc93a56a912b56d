"""Whole processes, measured: seconds by the clock and of the processor, and the memory of the largest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from paired import Figures

DICELAW = str(Path(sysconfig.get_path("scripts"), "dicelaw"))
LAUNCH = str(Path(__file__).with_name("launch.py"))


def measured(
    command: Sequence[str], extra: Mapping[str, str] | None = None, allowed: Collection[int] = (0,)
) -> tuple[str, Figures]:
    """What ``command`` prints, with ``wall`` and ``cpu`` in seconds, and ``peak`` in MiB.

    The processes that it starts and waits for count too. Raises ValueError where it ends with no code that is
    ``allowed``.
    """
    launched = subprocess.run(
        [sys.executable, "-I", LAUNCH, *command],
        env={**os.environ, **(extra or {})},
        stdout=subprocess.PIPE,
        check=True,
    )
    found = json.loads(launched.stdout)
    if found["code"] not in allowed:
        raise ValueError(f"{' '.join(command)} ended with {found['code']}: {found['why'][-1000:]}")
    return found["said"], found["figures"]
