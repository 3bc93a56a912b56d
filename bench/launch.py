"""Run one command and print, as JSON, what it printed and what it took.

The memory that a process is charged with begins with that of the process which started it: this one is small.
Usage: python -I bench/launch.py COMMAND ...
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from time import perf_counter

begun = perf_counter()
done = subprocess.run(sys.argv[1:], capture_output=True, text=True, check=False)
wall = perf_counter() - begun
used = resource.getrusage(resource.RUSAGE_CHILDREN)
figures = {"wall": wall, "cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss / 1024}
print(json.dumps({"code": done.returncode, "said": done.stdout, "why": done.stderr, "figures": figures}))
