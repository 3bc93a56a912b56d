"""Every benchmark of this folder, one after another."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

HERE = Path(__file__)

for script in sorted(HERE.parent.glob("*.py")):
    if script.name != HERE.name:
        run_path(str(script), run_name="__main__")
