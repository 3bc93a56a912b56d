"""`python -m dicelaw`: the command line, as `dicelaw` is."""

import sys
from importlib.util import find_spec
from pathlib import Path


def _uncovered() -> bool:
    """Whether the layers are found, if need be behind the checkout's own folder of this name."""
    if find_spec("dicelaw.oracle") is None:
        checkout = Path(__file__).parent.parent
        sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != checkout.resolve()]
        del sys.modules["dicelaw"]
    return find_spec("dicelaw") is not None


def _leave_here() -> None:
    """Look for no module in the present folder, which `python -m` puts first: anything may lie there."""
    if not sys.flags.safe_path and Path(sys.path[0] or ".").resolve() == Path.cwd():
        del sys.path[0]


if __name__ == "__main__":
    _leave_here()
    if not _uncovered():
        sys.exit("dicelaw is not installed here")
    from dicelaw.oracle.cli import main

    sys.exit(main())
