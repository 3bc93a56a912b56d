"""Commands that are ended from outside, and the processes that they leave behind."""

import os
import subprocess
import sysconfig
import time
from pathlib import Path
from secrets import token_hex

SCRIPT = Path(sysconfig.get_path("scripts"), "dicelaw")
SOON = 10.0
"""How many seconds what is left may take to go."""


class Marked:
    """A command whose processes, and all that these start, are known by a mark in their environment."""

    def __init__(self, *arguments, program=SCRIPT, **options):
        self.mark = token_hex(8)
        environment = {**os.environ, "DICELAW_TEST_MARK": self.mark}
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **options}
        self.process = subprocess.Popen(
            [program, *map(str, arguments)], env=environment, start_new_session=True, **pipes
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """A test that fails leaves neither the command nor its pipes to those after it."""
        with self.process:
            self.process.kill()

    @property
    def others(self):
        """The processes with the mark, but the command itself."""
        mark, found = f"DICELAW_TEST_MARK={self.mark}".encode(), []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                is_marked = mark in (entry / "environ").read_bytes()
                is_dead = b") Z" in (entry / "stat").read_bytes()
            except OSError:
                continue
            if is_marked and not is_dead and int(entry.name) != self.process.pid:
                found.append(int(entry.name))
        return found

    def has_others(self, number, seconds=60.0):
        """Wait until there are so many others; whether there ever are."""
        until = time.monotonic() + seconds
        while len(self.others) < number and self.process.poll() is None:
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        return self.process.poll() is None

    def has_made(self, file, seconds=60.0):
        """Wait until there is ``file``; whether there ever is."""
        until = time.monotonic() + seconds
        while not file.exists() and self.process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        return file.exists()

    def left(self):
        """The processes that are still there a while after the command has ended."""
        until = time.monotonic() + SOON
        while (found := self.others) and time.monotonic() < until:
            time.sleep(0.05)
        return found
