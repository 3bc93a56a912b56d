"""Plant faults in the code, one at a time, and say which of them the tests find.

A fault is one small change of a module: a comparison, a number, a connective or a call. They are drawn, the
same ones for the same seed, from all modules of the package. Each is planted in a copy of the installed
package, which the tests then see instead; the project itself stays as it is. What `make test` does not find
is put to the slow tests too.

With --near N only the N files of tests are asked that are nearest to the fault: those that import its module,
then those that import what imports it, and so on. With --limit SECONDS a run is broken off after so long.
What is not found so may be found by all tests, so it counts as `not near` or `not in time`, not as `nobody`.

Usage: python scripts/planted_faults.py [--faults N] [--seed N] [--skip N] [--layer LAYER] [--near N]
       [--limit SECONDS] [TESTS ...]
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import dicelaw
from dicelaw.checker.files import write_whole

ROOT = Path(__file__).parents[1]
PACKAGE = Path(dicelaw.__file__).parent
LAYERS = ("model", "specs", "checker", "oracle", "mutation", "testing")
FIRST = ("kernel", "fast", "rulings", "dice_throne", "dice_masters", "dice_conquest", "cli", "bad_input")
"""The folders of tests that find most, asked first."""
SWAPPED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}


@dataclass(frozen=True)
class Fault:
    """The text between two places of ``file`` is ``new`` instead of ``old``."""

    file: Path
    line: int
    start: int
    end: int
    old: str
    new: str

    def plant(self, package: Path) -> None:
        """Plant it in a copy of the package."""
        place = package / self.file
        lines = place.read_text(encoding="utf-8").splitlines(keepends=True)
        data = lines[self.line - 1].encode()
        lines[self.line - 1] = (data[: self.start] + self.new.encode() + data[self.end :]).decode()
        write_whole(place, "".join(lines))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old} -> {self.new}"


def faults(file: Path) -> Iterator[Fault]:
    """The faults that can be planted in ``file`` of the package, each within one line."""
    source = (PACKAGE / file).read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        found = _changed(node, source)
        line = getattr(node, "lineno", 0)
        if found is not None and line == getattr(node, "end_lineno", 0):
            assert isinstance(node, ast.expr | ast.stmt)
            old = ast.get_source_segment(source, node) or ""
            yield Fault(file, line, node.col_offset, node.end_col_offset or 0, old, found)


def _changed(node: ast.AST, source: str) -> str | None:
    """Another text for ``node``; None where no fault is planted."""

    def text(part: ast.AST) -> str:
        return ast.get_source_segment(source, part) or ""

    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in SWAPPED:
            return f"{text(left)} {SWAPPED[type(op)]} {text(right)}"
        case ast.BoolOp(op=op, values=[first, *rest]):
            other = " or " if isinstance(op, ast.And) else " and "
            return other.join(map(text, (first, *rest)))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return text(operand)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            return f"{text(left)} {'-' if isinstance(op, ast.Add) else '+'} {text(right)}"
        case ast.Expr(value=ast.Call()):
            return "pass"
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return str(value + 1)
    return None


def drawn(number: int, seed: int, layers: tuple[str, ...]) -> list[Fault]:
    """``number`` faults, each of another file."""
    random = Random(seed)
    files = sorted(path.relative_to(PACKAGE) for layer in layers for path in (PACKAGE / layer).rglob("*.py"))
    random.shuffle(files)
    possible = (sorted(faults(file), key=str) for file in files)
    found = (random.choice(some) for some in possible if some)
    return [next(found) for _ in range(number)]


def nearest(file: Path, number: int) -> list[str]:
    """So many files of tests, those first that are the fewest imports away from the module in ``file``."""
    imported = {module: _imported(PACKAGE / module) for module in _modules(PACKAGE)}
    tests = {test: _imported(test) for test in sorted((ROOT / "tests").rglob("test_*.py"))}
    found: dict[Path, None] = {}
    reached, layer = {file}, {_name(file)}
    while layer and len(found) < number:
        found |= dict.fromkeys(test for test, names in tests.items() if names & layer)
        above = {one for one, names in imported.items() if names & layer} - reached
        reached |= above
        layer = {_name(one) for one in above}
    return [str(test.relative_to(ROOT)) for test in found][:number]


def _modules(package: Path) -> list[Path]:
    return [path.relative_to(package) for layer in LAYERS for path in (package / layer).rglob("*.py")]


def _name(file: Path) -> str:
    """What the module in ``file`` is imported as."""
    parts = file.with_suffix("").parts
    return ".".join(("dicelaw", *(parts[:-1] if parts[-1] == "__init__" else parts)))


@cache
def _imported(file: Path) -> frozenset[str]:
    """The modules that the one in ``file`` imports, or imports something of."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
        elif isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
    return frozenset(names)


def noticed(fault: Fault, slow: bool, tests: list[str], limit: float | None) -> str:
    """The first test that fails with ``fault``; nothing where all pass. Raises TimeoutExpired."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "dicelaw"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        fault.plant(copy)
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "2", "-p", "no:cacheprovider", "--tb=no"]
        command += ["-m", "slow" if slow else "not slow", *tests]
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONSAFEPATH": "1"}
        done = _run(command, environment, limit)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if done.returncode in (0, 5):
        return ""
    return failed[0].split(" - ")[0] if failed else f"pytest ended with {done.returncode}"


def _run(
    command: list[str], environment: dict[str, str], limit: float | None
) -> subprocess.CompletedProcess[str]:
    """Run the tests; none of their processes is left when they are broken off. Raises TimeoutExpired."""
    run = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        out, _ = run.communicate(timeout=limit)
    except BaseException:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        raise
    return subprocess.CompletedProcess(command, run.returncode, out)


def found_by(fault: Fault, given: argparse.Namespace, every: list[str]) -> tuple[str, str]:
    """What kind of run finds ``fault``, and the test that does; or in what way it was not found."""
    tests = nearest(fault.file, given.near) if given.near else every
    if not tests:
        return "not near", "no test imports it"
    try:
        for slow, kind in ((False, "make test"), (True, "make test-slow")):
            by = noticed(fault, slow, tests, given.limit)
            if by:
                return kind, by
    except subprocess.TimeoutExpired:
        return "not in time", f"{len(tests)} files of tests took more than {given.limit:g} s"
    return ("not near", ", ".join(tests)) if given.near else ("nobody", "")


def main() -> int:
    """Plant the faults, and print who notices each."""
    parser = argparse.ArgumentParser()
    for name, usual in (("faults", 40), ("seed", 0), ("skip", 0)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--layer", action="append", choices=LAYERS)
    parser.add_argument("--near", type=int)
    parser.add_argument("--limit", type=float)
    parser.add_argument("tests", nargs="*")
    given = parser.parse_args()
    every = [f"tests/{one}" for one in FIRST]
    every += sorted(f"tests/{one.name}" for one in (ROOT / "tests").iterdir() if any(one.glob("test_*.py")))
    tests = given.tests or [*dict.fromkeys(every)]
    counts: Counter[str] = Counter()
    for fault in drawn(given.faults, given.seed, tuple(given.layer or LAYERS))[given.skip :]:
        kind, by = found_by(fault, given, tests)
        counts[kind] += 1
        sys.stdout.write(f"{fault}\n    {kind}: {by}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{', '.join(f'{number} found by {kind}' for kind, number in counts.items())}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
