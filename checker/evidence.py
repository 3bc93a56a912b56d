"""Evidence of proofs that anyone can check: SMT-LIB 2 scripts in which every check has to come out `unsat`.

A script has the domains of all numbers and, for each timing point, the invariants that hold there; then one
check for each obligation. Those of an invariant are ``initial`` (it holds at the start) and ``inductive`` (no
step breaks it); those of any other claim are ``implies`` (what holds before a step rules the breach out).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import z3

from dicelaw.checker.induction import Proofs, is_inductive
from dicelaw.checker.obligations import Obligation
from dicelaw.checker.progress import Round, cuts, that_count
from dicelaw.model.kernel.symbolic import in_domain
from dicelaw.specs.property import AllOf, Always, Progress, Property

FORMAT = 1
MANIFEST = "evidence.json"


@dataclass(frozen=True)
class Entry:
    """The evidence of one property: its script, what it rests on, and for cycles how they are cut."""

    game: str
    property: str
    says: str
    scope: str
    file: str
    sha256: str
    checks: int
    rests_on: tuple[str, ...]
    edges: tuple[tuple[str, str, str], ...] = ()
    """For cycles: each transition that counts, with the points that it leads from and to."""
    rounds: tuple[Round, ...] = ()


def has_evidence(property: Property) -> bool:
    """Whether a proof of ``property`` is one by the solver, so that scripts can show it."""
    return is_inductive(property.claim) or isinstance(property.claim, Progress)


def write(game: str, property: Property, proofs: Proofs, folder: Path) -> Entry:
    """Write the script for ``property``, which is proved, below ``folder``."""
    claim, reader = property.claim, proofs.reader
    rounds: list[Round] = []
    edges: list[tuple[str, str, str]] = []
    if isinstance(claim, Progress):
        invariants = [proofs.properties[id] for id in property.using]
        rounds, obligations = cuts(reader, claim, invariants, proofs.known)
        edges = [(one.id, one.source, one.target) for one in that_count(reader.machine, claim)]
    else:
        obligations = [*proofs.obligations(property)]
    name = f"{game}/{property.id.replace('/', '.')}.smt2"
    text = "\n".join(_script(property, proofs, obligations)) + "\n"
    (folder / game).mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Entry(
        game, property.id, property.says, proofs.scope, name, digest, len(obligations),
        tuple(property.using), tuple(edges), tuple(rounds),
    )  # fmt: skip


def write_manifest(folder: Path, entries: Sequence[Entry]) -> None:
    """Write down in ``folder`` what its scripts show."""
    manifest = {"format": FORMAT, "properties": [asdict(entry) for entry in entries]}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def _script(property: Property, proofs: Proofs, obligations: Sequence[Obligation]) -> Iterator[str]:
    reader = proofs.reader
    points = dict.fromkeys(one.source for one in obligations if one.source is not None)
    assumed = {
        point: _Printed.of(z3.And(True, *(reader.term(claim) for claim in proofs.assumed(property, point))))
        for point in points
    }
    checks = [_Printed.of(one.formula) for one in obligations]
    declared = sorted({line for printed in (*assumed.values(), *checks) for line in printed.declared})
    bounds = {
        f"(declare-fun {term.sexpr()} () Int)": in_domain(slot, term)
        for slot, term in zip(reader.machine.slots, reader.symbolic.pre, strict=True)
    }
    yield f"; {property.id}: {property.says}"
    yield f"; {proofs.scope}; every check must answer unsat"
    yield "(set-logic ALL)"
    for line in declared:
        yield line
        yield from (f"(assert {bound.sexpr()})" for bound in bounds.get(line, ()))
    for point, printed in assumed.items():
        yield f"(define-fun |at {point}| () Bool {printed.formula})"
    for one, printed in zip(obligations, checks, strict=True):
        yield f"; {_kind(property, one)}: {one.name}"
        yield "(push 1)"
        if one.source is not None:
            yield f"(assert |at {one.source}|)"
        yield f"(assert {printed.formula})"
        yield "(check-sat)"
        yield "(pop 1)"


@dataclass(frozen=True)
class _Printed:
    """A formula as text, with the lines that declare its names."""

    declared: tuple[str, ...]
    formula: str

    @classmethod
    def of(cls, formula: z3.BoolRef) -> _Printed:
        solver = z3.Solver()
        solver.add(formula)
        head, _, rest = solver.to_smt2().partition("(assert")
        body = rest.rpartition("(check-sat)")[0].strip().removesuffix(")").strip()
        declared = tuple(line for line in head.splitlines() if line.startswith("(declare-fun"))
        return cls(declared, body)


def _kind(property: Property, obligation: Obligation) -> str:
    if not isinstance(property.claim, Always | AllOf):
        return "implies"
    return "inductive" if obligation.source is not None else "initial"
