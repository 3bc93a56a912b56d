"""What every test runs under: the installed package, and Hypothesis without chance or clock."""

import os
import re
import signal
import sys
import time
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
MAY_BE_SLOW = re.compile(r"pytest\.mark\.slow|\bsampled\(")
"""What is written in a file that has a slow test."""
ALL_SLOW = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.slow", re.MULTILINE)
"""What is written in a file whose tests are all slow."""
STARTED = pytest.StashKey[float]()
"""When this process began, by the clock that `--seconds` is measured with."""

# `python -m pytest` puts the checkout on the path, where the folder dicelaw/ would hide what is installed.
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != ROOT]
os.environ["PYTHONSAFEPATH"] = "1"

# A job in the background ignores signals that the tests send, and hands that on to whatever it starts.
for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # a slow machine is no defect
)
settings.load_profile("ci")


def pytest_addoption(parser):
    parser.addoption("--seconds", type=float, help="skip what has not begun so many seconds after the start")
    parser.addoption("--order", help="run files in an order that this text decides: others are skipped then")


def pytest_collection_modifyitems(config, items):
    """Tests of one file stay together, as they share what takes long."""
    if order := config.getoption("--order"):
        items.sort(key=lambda item: crc32(f"{order} {item.path}".encode()))


def pytest_runtest_setup(item):
    """Where there is no time for all tests, it is said of how many nothing is known."""
    seconds = item.config.getoption("--seconds")
    if seconds is not None and time.monotonic() > item.config.stash[STARTED] + seconds:
        pytest.skip(f"not begun after {seconds:g} s")


def pytest_configure(config):
    """Garbage is looked for seldom, as by the command: what one test builds, others use."""
    config.stash[STARTED] = time.monotonic()
    from dicelaw.model.collecting import collect_rarely

    collect_rarely()


def pytest_ignore_collect(collection_path, config):
    """Leaves out files of which `make test` or `make test-slow` runs nothing: importing all takes long."""
    asked = config.option.markexpr
    if collection_path.suffix != ".py" or asked not in {"slow", "not slow"}:
        return None
    text = collection_path.read_text(encoding="utf-8")
    wanted = MAY_BE_SLOW.search(text) if asked == "slow" else not ALL_SLOW.search(text)
    return None if wanted else True


@pytest.fixture(autouse=True)
def hears_signals():
    """No test leaves signals blocked, which whatever is started afterwards would take over."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    yield
    after = signal.pthread_sigmask(signal.SIG_SETMASK, before)
    assert after == before


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    """Nothing is taken from, or left in, the cache of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def run(capsys):
    """Runs a command line: its exit code, stdout and stderr."""
    from dicelaw.oracle.cli import main

    def command(*arguments):
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return command


@pytest.fixture
def without(monkeypatch):
    """Makes it look as if a package were not installed."""

    def hide(package):
        parts = [name for name in sys.modules if name.startswith(f"{package}.")]
        for name in (package, *parts):
            monkeypatch.setitem(sys.modules, name, None)

    return hide
