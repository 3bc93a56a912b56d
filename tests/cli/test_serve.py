"""`dicelaw serve` as other programs start it."""

import io
import json
import re
import signal
import socket
import subprocess
import sys
import sysconfig
from functools import partial
from pathlib import Path

import httpx2
import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.formats.service_formats import Limits

SCRIPT = Path(sysconfig.get_path("scripts"), "dicelaw")
ROOT = Path(__file__).resolve().parents[2]
LONGEST = Limits().request_bytes
STATE = {"op": "state", "session": "nobody"}


def _start(*arguments):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([SCRIPT, "serve", *arguments], **pipes)


@pytest.fixture
def start():
    """Starts the command; what still runs in the end is killed."""
    # A job in the background of a script ignores Ctrl-C, and hands that on to whatever it starts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    running = []

    def started(*arguments):
        running.append(_start(*arguments))
        return running[-1]

    yield started
    for process in running:
        process.kill()
        process.communicate()
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def lines(monkeypatch, capsys):
    """The replies to the lines of an input, the error output and the exit code."""

    def run(content):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        code = main(["serve", "--stdio"])
        out, err = capsys.readouterr()
        return [json.loads(line) for line in out.splitlines()], err, code

    return run


def test_a_program_asks_line_by_line(start):
    process = start("--stdio")

    def ask(**request):
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    opened = ask(op="open", heroes=["samurai", "paladin"])["result"]
    owner = opened["keys"]["owner"]
    assert opened["observation"]["players"][0]["hero"] == "Samurai"
    assert ask(op="fly")["error"]["code"] == "unknown-operation"
    started = ask(op="apply", session=owner, decision="setup/start-player player=2")["result"]
    assert started["observation"]["at"] == "draw"
    assert ask(op="state", session=owner)["result"]["observation"] == started["observation"]
    out, err = process.communicate(timeout=60)
    assert (out, process.returncode) == (b"", ExitCode.OK)
    assert err.decode().splitlines() == ["repeat: dicelaw serve --stdio"]


def test_every_line_has_one_reply_in_its_order_whatever_it_is(lines):
    good = json.dumps(STATE).encode()
    asked = [
        (good, "unknown-session"),
        (b"", "malformed"),
        (b"{", "malformed"),
        (b"[1]", "malformed"),
        (b"null", "malformed"),
        (b'{"op": 1}', "unknown-operation"),
        (b'{"op": "states"}', "unknown-operation"),
        (b'{"op": "state"}', "malformed"),
        (b'{"op": "state", "session": 7}', "malformed"),
        (b'{"op": "state", "session": "", "more": 1}', "malformed"),
        (b'{"op": "state", "session": "\\ud800"}', "malformed"),
        (b'{"op": "state", "session": "\xff"}', "malformed"),
        (b"[" * 60000, "malformed"),
        (b"x" * (LONGEST + 1), "too-large"),
        (b"x" * (LONGEST * 3), "too-large"),
        (good + b" " * (LONGEST - len(good)), "unknown-session"),
        (good + b"\r", "unknown-session"),
        (good, "unknown-session"),
    ]
    replies, err, code = lines(b"\n".join(line for line, _ in asked))
    assert [reply["error"]["code"] for reply in replies] == [code for _, code in asked]
    assert code == ExitCode.OK
    assert "Traceback" not in err


def test_a_long_line_may_be_the_last_one(lines):
    replies, _, code = lines(b"y" * (LONGEST + 5))
    assert [reply["error"]["limit"] for reply in replies] == ["request_bytes"]
    assert code == ExitCode.OK


def test_an_error_names_what_is_near_and_where(lines):
    opened = {"op": "open", "heroes": ["barbarian", "paladin"], "setup": {"game": "dice-throne"}}
    replies, _, _ = lines(b'{"op": "outcomes"}\n' + json.dumps(opened).encode())
    assert replies[0]["error"]["says"] == "no operation is called 'outcomes'; near: outcome"
    assert "open.setup.dice-throne.players: Field required" in replies[1]["error"]["says"]


def test_content_of_ones_own_is_served(monkeypatch, capsys):
    content = ROOT / "examples" / "content" / "scout"
    request = json.dumps({"op": "open", "heroes": ["scout", "paladin"]}).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(request)))
    assert main(["serve", "--stdio", "--content", str(content)]) == ExitCode.OK
    out, err = capsys.readouterr()
    assert json.loads(out)["result"]["observation"]["players"][0]["hero"] == "Scout"
    assert err.splitlines()[-1] == f"repeat: dicelaw serve --stdio --content {content}"


def test_ctrl_c_ends_lines_cleanly(start):
    process = start("--stdio")
    process.stdin.write(b'{"op": "about"}\n')
    process.stdin.flush()
    assert b"limits" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (err.startswith(b"interrupted by SIGINT: "), process.returncode) == (True, 130)
    assert err.count(b"\n") == 1


def test_a_real_server_answers_and_ctrl_c_ends_it_cleanly(start):
    process = start("--http", "--port", "0")
    said = [process.stderr.readline().decode() for _ in range(2)]
    assert said[0] == "repeat: dicelaw serve --http --port 0\n"
    (url,) = re.findall(r"^serving at (http://127\.0\.0\.1:\d+); Ctrl-C ends it$", said[1], re.MULTILINE)
    with httpx2.Client(base_url=url, trust_env=False, timeout=60) as client:
        keys = client.post("/sessions", json={}).json()["keys"]
        assert client.get(f"/sessions/{keys['watch']}").json()["viewer"] == "watch"
        assert client.get("/sessions/nobody").status_code == 404
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (out, err.count(b"\n"), process.returncode) == (b"", 1, 130)
    assert err.startswith(b"interrupted by SIGINT: ")


@pytest.fixture
def run(run):
    return partial(run, "serve")


def test_one_of_the_two_ways_has_to_be_said(run):
    code, _, err = run()
    assert code == ExitCode.USAGE
    assert "say --stdio or --http" in err


def test_both_ways_at_once_are_refused(run):
    code, _, err = run("--http", "--stdio")
    assert code == ExitCode.USAGE
    assert "say --stdio or --http, not both" in err


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "example.invalid", "::"])
def test_an_address_that_others_reach_needs_a_flag(run, host):
    code, out, err = run("--http", "--host", host, "--port", "0")
    assert (code, out) == (ExitCode.USAGE, "")
    assert err.splitlines()[-1] == f"error: others can reach {host}; add --allow-remote if they may"


def test_with_the_flag_there_is_a_warning(run, monkeypatch):
    monkeypatch.setattr("dicelaw.oracle.service.http_server.run", lambda _service, _bound, _names: None)
    code, _, err = run("--http", "--host", "0.0.0.0", "--port", "0", "--allow-remote")
    assert code == ExitCode.OK
    assert "warning: whoever reaches 0.0.0.0 can open sessions, and nothing is encrypted" in err


def test_a_port_in_use_is_bad_input(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, err = run("--http", "--port", str(port))
    assert code == ExitCode.BAD_INPUT
    assert err.splitlines()[-1].startswith(f"error: 127.0.0.1:{port} cannot be listened at: ")


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn"])
def test_without_the_extra_it_says_what_to_install(run, monkeypatch, missing):
    gone = ("dicelaw.oracle.service.http_", "fastapi", "uvicorn")
    for name in [name for name in sys.modules if name.startswith(gone)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    code, _, err = run("--http")
    assert code == ExitCode.USAGE
    says = f"error: {missing} is not installed, which --http needs: pip install 'dicelaw[serve]'"
    assert err.splitlines()[-1] == says
