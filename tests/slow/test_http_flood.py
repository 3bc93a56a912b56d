"""Hundreds of connections that say nothing, or little, keep nobody out."""

import re
import socket
import subprocess
import sysconfig
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event, Thread

import httpx2
import pytest

SCRIPT = Path(sysconfig.get_path("scripts"), "dicelaw")
EACH = 200
"""Connections of either kind."""
BYTES = b"POST /sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n" + b"X-Slow: 1\r\n" * 99


@pytest.fixture
def port():
    """Where a service listens that is ended with the test."""
    command = [SCRIPT, "serve", "--http", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            if found := re.search(r"serving at http://127.0.0.1:(\d+)", line):
                break
        yield int(found[1])
        process.terminate()
        process.stderr.close()


@pytest.mark.slow
def test_200_idle_and_200_slow_connections_leave_others_served_at_once(port):
    stop = Event()
    with ExitStack() as stack:
        made = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(2 * EACH)]

        def drip():
            for byte in BYTES:
                for one in made[EACH:]:
                    with suppress(OSError):  # the service has closed it
                        one.send(bytes([byte]))
                if stop.wait(0.05):
                    return

        thread = Thread(target=drip)
        thread.start()
        try:
            with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=10) as first:
                first.post("/sessions", json={}).raise_for_status()
            begun = time.monotonic()
            for _ in range(10):
                with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=10) as other:
                    assert other.get("/").status_code == 200
                    assert other.get("/sessions/nobody").status_code == 404
            assert time.monotonic() - begun < 10, "ten clients, each within a second"
        finally:
            stop.set()
            thread.join()
