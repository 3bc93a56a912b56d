"""The script that forgets requirements shows which property notices, and says when none does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "drop_requirements.py"


def run(*requirements: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *requirements]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def test_shows_what_notices() -> None:
    done = run(
        "ultimate/no-opponent-action@conclusion/act",
        "defense/step2-activate-if-defendable@defense/choose/defend",
        "health/zero-is-defeat@conclusion/go-on",
    )
    assert done.returncode == 0, done.stderr
    found = [line.split()[1] for line in done.stdout.splitlines()[:3]]
    assert found == ["ultimate/no-opponent-action", "defense/only-against-normal", "over/at-once"]
    assert done.stdout.splitlines()[3:] == ["0 unnoticed"]


def test_fails_where_nothing_notices() -> None:
    # No Ultimate is under way in a Main Phase.
    done = run("ultimate/no-opponent-action@main-2/close")
    assert done.returncode == 1
    assert "UNNOTICED" in done.stdout


@pytest.mark.parametrize(
    "wrong", ["status/stun/no-actions", "no/such-rule@*", "def/ability@no/such/transition"]
)
def test_what_cannot_be_forgotten_is_refused(wrong: str) -> None:
    done = run(wrong)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
