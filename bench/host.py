"""What the measurements ran on: the processor, the memory and the versions of what takes part."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from importlib.metadata import version
from pathlib import Path
from shutil import which

PACKAGES = ("dicelaw", "z3-solver", "llvmlite", "hypothesis", "networkx")


def described() -> dict[str, str]:
    """The machine by what its figures hang on; nothing tells which one it is."""
    cpus = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*:\s*(.+)", cpus.read_text()) if cpus.exists() else None
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / (1 << 30)
    return {
        "processor": model[1] if model is not None else platform.machine(),
        "cores": str(len(os.sched_getaffinity(0))),
        "memory": f"{memory:.0f} GiB",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "SPIN": _said("spin", "-V", r"Version ([\d.]+)"),
        "gcc": _said("gcc", "-dumpfullversion", r"([\d.]+)"),
    }


def load() -> float:
    """How many processes have wanted to run at once over the last minute."""
    return os.getloadavg()[0]


def _said(command: str, flag: str, pattern: str) -> str:
    if which(command) is None:
        return "not installed"
    said = subprocess.run([command, flag], capture_output=True, text=True, check=True).stdout
    found = re.search(pattern, said)
    return found[1] if found is not None else said.strip()
