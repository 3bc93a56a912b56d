"""What answers the checks of a script: z3 or cvc5, each check with a budget of its own.

Budgets are resource units of the solver. Where one does not count what it uses, as z3 does not count digits,
the process ends after so many seconds of computing: that is no answer, and never a confirmation.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from pathlib import Path

from dicelaw.checker.recheck.scripts import Asked, Script

Answers = Callable[[Script], Iterator[str]]
"""The answers of a solver to a script: for each point whether what holds there can be, then the checks."""
RESOURCES = 50_000_000
"""z3 resource units for each check: the same on every machine."""
FAST, USUAL = (
    tuple(f"(set-option :{name} {value})" for name, value in options.items())
    for options in (
        {"smt.phase_selection": 0, "smt.arith.solver": 2, "rlimit": RESOURCES // 10},
        {"smt.phase_selection": 3, "smt.arith.solver": 6, "rlimit": RESOURCES},
    )
)
"""Options of z3: its older simplex, and guessing that what it does not know is false, take a third less for
most checks. All contexts of a process share what was said last."""
SECONDS = 300
"""After so many seconds of computing for one check, the process is ended."""
MEMORY = 8 << 30
"""How many bytes of addresses the process may have, besides those that it begins with."""
CVC5_OPTIONS = {
    "ite-simp": "true", "dio-solver": "false", "rlimit-per": "100000", "tlimit-per": "120000",
}  # fmt: skip
"""Tables are nested choices of numbers, which are to be simplified first; one of its ways to solve equations
does not count what it uses; and each check has a budget, and two minutes at the most."""


def limit_memory() -> None:
    """Let this process have :data:`MEMORY` more at the most, and leave no image of it where it is ended."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = _addresses() + MEMORY
    if most == resource.RLIM_INFINITY or most > allowed:
        resource.setrlimit(resource.RLIMIT_AS, (allowed, most))


def _addresses() -> int:
    """How many bytes of addresses this process has, as far as the system tells."""
    told = Path("/proc/self/statm")
    pages = int(told.read_text(encoding="ascii").split()[0]) if told.is_file() else 0
    return pages * resource.getpagesize()


@contextmanager
def _limited() -> Iterator[None]:
    """Within it this process may compute for :data:`SECONDS`, or else it is ended."""
    before, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = ceil(time.process_time()) + SECONDS
    if most == resource.RLIM_INFINITY or until < most:
        resource.setrlimit(resource.RLIMIT_CPU, (until, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (before, most))


def _with_z3(script: Script) -> Iterator[str]:
    """Each check with :data:`FAST`, and where that is not enough as z3 is by itself."""
    import z3

    begins = [*script.head, *_defined(script)]
    fast = _z3(*FAST, *begins)
    try:
        for assertions in _questions(script):
            asked = ("(push 1)", *assertions, "(check-sat)", "(pop 1)")
            with _limited():
                answer = fast(*asked)
                if answer not in ("sat", "unsat"):  # and what was said may be there still
                    answer = _z3(*USUAL, *begins)(*asked)
                    fast = _z3(*FAST, *begins)
            yield answer
    finally:
        z3.reset_params()


def _z3(*begins: str) -> Callable[..., str]:
    """A new z3 that was told what each script ``begins`` with: what it says to further commands."""
    import z3

    context = z3.Context()

    def told(*commands: str) -> str:
        try:
            return str(z3.Z3_eval_smtlib2_string(context.ref(), "\n".join(commands))).strip()
        except z3.Z3Exception as error:
            return "unknown" if "out of memory" in str(error) else "an error"

    told("(set-logic ALL)", *begins)
    return told


def _with_cvc5(script: Script) -> Iterator[str]:
    """Each check by a solver of its own: one for all of them is slow, and can't simplify as much."""
    for assertions in _questions(script):
        used = _defined(script, assertions[0])
        with _limited():
            answer = _answer("\n".join(["(set-logic ALL)", *script.head, *used, *assertions, "(check-sat)"]))
        yield answer


def _answer(text: str) -> str:
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    for name, value in CVC5_OPTIONS.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "evidence")
    answer = ""
    try:
        while not (command := parser.nextCommand()).isNull():
            answer = command.invoke(solver, parser.getSymbolManager())
    except RuntimeError:
        return "an error"
    return next(iter(answer.split()), "")


def _questions(script: Script) -> Iterator[list[str]]:
    """The assertions of each question, those about what holds at the points first."""
    for name in script.at:
        yield [f"(assert {name})"]
    for check in script.checks:
        yield [*_premise(check), f"(assert {check.term})"]


def _premise(check: Asked) -> list[str]:
    return [] if check.at is None else [f"(assert |at {check.at}|)"]


def _defined(script: Script, used: str | None = None) -> list[str]:
    """The definitions of what holds at the points, or of the one that the assertion ``used`` speaks of."""
    return [
        f"(define-fun {name} () Bool {term})"
        for name, term in script.at.items()
        if used is None or used == f"(assert {name})"
    ]


SOLVERS: Mapping[str, Answers] = {"z3": _with_z3, "cvc5": _with_cvc5}
"""By name."""
