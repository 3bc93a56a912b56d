"""`dicelaw search --cluster` and `matchups --cluster` with a scheduler and workers of this machine."""

import os
import signal
import socket
import threading
from functools import partial
from importlib import metadata

import pytest

from dicelaw.checker.search import distributed as spread
from dicelaw.checker.search.search import search
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground
from dicelaw.oracle import cluster
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode, UserError

LOOPBACK = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}


@pytest.fixture(scope="module")
def scheduler():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, silence_logs="CRITICAL", **LOOPBACK) as made:
        yield made


@pytest.fixture
def run(run):
    return partial(run, "search")


def test_the_answer_is_that_of_one_machine(run, scheduler):
    address = scheduler.scheduler_address
    code, out, err = run("reaction-window/once", "--cluster", address)
    assert (code, out) == (ExitCode.OK, run("reaction-window/once")[1])
    assert err.splitlines()[-1] == (f"repeat: dicelaw search reaction-window/once --cluster {address}")
    assert run("queue/3", "--cluster", address, "--budget", 1000)[:2] == run("queue/3", "--budget", 1000)[:2]


def test_match_ups_are_those_of_one_machine(capsys, scheduler):
    """A team file is told by its cards, so that no worker needs it."""
    words = ["matchups", "dice-masters@2018", "--teams", "x-men-demo", "examples/teams/wondra.yaml"]
    words += ["--games", "60", "--within", "50", "--no-cache", "--format", "json"]
    found = []
    for where in (["--cluster", scheduler.scheduler_address], ["--processes", "1"]):
        assert main([*words, *where]) == ExitCode.OK
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]
    assert '"name": "wondra"' in found[0]


def test_a_worker_that_is_killed_changes_nothing(scheduler):
    machine = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)
    killed = []

    def kill(_, found):
        if found.depth == 8:
            killed.append(scheduler.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    with cluster.workers(scheduler.scheduler_address) as executors:
        assert len(executors) == 2
        found = spread.search(machine, executors=executors, after_layer=kill)
    assert killed
    assert found == search(machine)


def test_a_worker_of_another_version_is_named(run, scheduler, monkeypatch):
    really = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "0.0" if name == "dicelaw" else really(name))
    code, out, err = run("queue/2", "--cluster", scheduler.scheduler_address)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert f"has dicelaw {really('dicelaw')} (" in err
    assert "; dicelaw 0.0 (" in err
    assert err.endswith("is wanted, as on this machine\n")


def test_a_scheduler_without_workers_says_what_to_do(run):
    from distributed import LocalCluster

    with LocalCluster(n_workers=0, **LOOPBACK) as empty:
        address = empty.scheduler_address
        code, _, err = run("queue/2", "--cluster", address)
    assert code == ExitCode.BAD_INPUT
    assert (
        err == f"error: the scheduler at {address} has no workers: start some with `dask worker {address}`\n"
    )


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "http://127.0.0.1:1"])
def test_an_address_without_a_scheduler(run, monkeypatch, address):
    monkeypatch.setattr(cluster, "WAIT", 0.5)
    code, out, err = run("queue/2", "--cluster", address)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith(f"error: no scheduler of dask answers at {address}")
    assert len(err.splitlines()) == 1


def test_somebody_else_at_the_address(run):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            with server.accept()[0] as caller:
                caller.recv(1000)
                caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        code, _, err = run("queue/2", "--cluster", f"tcp://127.0.0.1:{server.getsockname()[1]}")
        thread.join()
    assert code == ExitCode.BAD_INPUT
    assert "error: no scheduler of dask answers at tcp://127.0.0.1:" in err


@pytest.mark.parametrize("other", [("--threads", 2), ("--memory", 9), ("--checkpoint", "file")])
def test_what_does_not_go_together(run, other):
    code, _, err = run("queue/2", "--cluster", "tcp://127.0.0.1:1", *other)
    assert code == ExitCode.USAGE
    assert "--cluster goes with none of --threads, --memory and --checkpoint" in err


def test_without_dask_it_says_what_to_install(run, without):
    without("distributed")
    code, out, err = run("queue/2", "--cluster", "tcp://127.0.0.1:1")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "install dicelaw[cluster]" in err


def test_a_cluster_that_is_lost_is_named():
    import dask
    from distributed import LocalCluster

    machine = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)
    quiet = {"silence_logs": "CRITICAL", "protocol": "tcp", **LOOPBACK}
    with LocalCluster(n_workers=1, processes=False, **quiet) as made:
        address = made.scheduler_address

        def close(_, found):
            if found.depth == 3:
                made.close()

        soon = dask.config.set({"distributed.comm.timeouts.connect": "1s"})
        lost = pytest.raises(UserError, match=f"the cluster at {address} was lost")
        with soon, lost, cluster.workers(address) as executors:
            spread.search(machine, executors=executors, after_layer=close)
