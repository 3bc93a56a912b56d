"""Workers on other machines: the executors of a cluster of dask.distributed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any

from dicelaw.oracle.errors import UserError

WAIT = 10
"""How many seconds a scheduler has to answer."""


def version() -> str:
    """The version of dicelaw, with a digest of the code that workers run."""
    from importlib import metadata
    from pathlib import Path

    from dicelaw import checker, model
    from dicelaw.checker.file_digest import digest

    folders = [Path(str(module.__file__)).parent for module in (model, checker)]
    return f"{metadata.version('dicelaw')} ({''.join(digest(folder)[:6] for folder in folders)})"


@contextmanager
def workers(address: str) -> Iterator[list[Executor]]:
    """An executor for each thread of each worker of the scheduler at ``address``.

    Work goes to another worker where one is lost. Raises UserError for an address where no scheduler
    answers, for a cluster without workers or with workers of another version, and where the cluster is lost.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.client import ClosedClientError
        from distributed.comm.core import CommClosedError
    except ImportError:
        says = "a cluster needs dask.distributed: install dicelaw[cluster]"
        raise UserError(says) from None
    _greet(address)
    with Client(address, set_as_default=False) as client:
        try:
            _check(client, address)
            yield [
                client.get_executor(workers=[worker], allow_other_workers=True)
                for worker, threads in sorted(client.nthreads().items())
                for _ in range(threads)
            ]
        except (KilledWorker, ClosedClientError, CommClosedError, CancelledError, TimeoutError) as error:
            raise UserError(f"the cluster at {address} was lost: {_first_line(error)}") from None


def _greet(address: str) -> None:
    """Raises UserError where no scheduler answers. (A client that could not connect takes long to go.)"""
    import asyncio

    from distributed.core import rpc

    async def identity() -> Any:
        async with rpc(address) as scheduler:
            return await asyncio.wait_for(scheduler.identity(), WAIT)

    try:
        found = asyncio.run(asyncio.wait_for(identity(), WAIT))
    except TimeoutError:
        raise UserError(f"no scheduler of dask answers at {address} within {WAIT} s") from None
    except Exception as error:  # whoever answers there may answer anything
        raise UserError(f"no scheduler of dask answers at {address}: {_first_line(error)}") from None
    if found["type"] != "Scheduler":
        raise UserError(f"at {address} there is no scheduler, but a {found['type'].lower()}")


def _check(client: Any, address: str) -> None:
    """Raises UserError where there is no worker, or one that does not have the version of this machine."""
    mine, found = version(), client.run(version, on_error="return")
    if not found:
        raise UserError(f"the scheduler at {address} has no workers: start some with `dask worker {address}`")
    for worker, other in sorted(found.items()):
        if other != mine:
            says = f"fails: {_first_line(other)}" if isinstance(other, Exception) else f"has dicelaw {other}"
            raise UserError(f"the worker {worker} {says}; dicelaw {mine} is wanted, as on this machine")


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).split("\n")[0]
