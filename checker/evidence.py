"""Evidence of proofs that anyone can check: SMT-LIB 2 scripts in which every check has to come out `unsat`.

A script has the domains of all numbers and, for each timing point, what holds there; then one check for each
obligation. There are three kinds: ``initial`` (it holds at the start), ``inductive`` (no step breaks it) and
``implies`` (it rules a breach of the claim out). What a script takes for granted has a script of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import z3

from dicelaw.checker.induction import Proofs, invariant_parts
from dicelaw.checker.k_induction import unfold
from dicelaw.checker.obligations import Obligation, unwritten
from dicelaw.checker.progress import Round, cuts, that_count
from dicelaw.checker.spacer import Spacer, breaches
from dicelaw.checker.verdicts import Verdict
from dicelaw.model.kernel.symbolic import in_domain
from dicelaw.specs.property import Progress, Property, Unchanged

FORMAT = 2
MANIFEST = "evidence.json"
KINDS = INITIAL, INDUCTIVE, IMPLIES = ("initial", "inductive", "implies")
ENGINES = ("ranking", "induction", "k-induction", "spacer")
"""Those whose proofs are shown by scripts."""


@dataclass(frozen=True)
class Entry:
    """The evidence of one property: its script, what it rests on, and for cycles how they are cut."""

    game: str
    property: str
    says: str
    scope: str
    engine: str
    file: str
    sha256: str
    checks: Mapping[str, int]
    """How many there are of each kind."""
    rests_on: tuple[str, ...]
    edges: tuple[tuple[str, str, str], ...] = ()
    """For cycles: each transition that counts, with the points that it leads from and to."""
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True)
class Check:
    """One check of a script, of a kind."""

    kind: str
    obligation: Obligation


def has_evidence(verdict: Verdict) -> bool:
    """Whether ``verdict`` is a proof by a solver, so that scripts can show it."""
    return verdict.is_proof and verdict.engine in ENGINES


def write(game: str, property: Property, verdict: Verdict, proofs: Proofs, folder: Path) -> Entry:
    """Write the script for the proof of ``property`` that ``verdict`` speaks of, below ``folder``."""
    claim, reader = property.claim, proofs.reader
    rounds: list[Round] = []
    edges: list[tuple[str, str, str]] = []
    at: Mapping[str, z3.BoolRef] = {}
    if isinstance(claim, Progress):
        invariants = [proofs.properties[id] for id in property.using]
        rounds, obligations = cuts(reader, claim, invariants, proofs.known)
        edges = [(one.id, one.source, one.target) for one in that_count(reader.machine, claim)]
        checks = [Check(IMPLIES, one) for one in obligations]
    elif verdict.engine == "spacer":
        solved = Spacer(proofs, property).solve()
        at, checks = solved.at, [Check(one.name.split(":")[0], one) for one in solved.obligations]
    else:
        unfolded = verdict.engine == "k-induction"
        obligations = unfold(proofs, property).refuted if unfolded else [*proofs.obligations(property)]
        checks = [*_steps(property, proofs, obligations)]
    points = dict.fromkeys(str(one.obligation.source) for one in checks if one.obligation.source is not None)
    at = at or {
        point: z3.And(*(reader.term(claim) for claim in proofs.assumed(property, point))) for point in points
    }
    name = f"{game}/{property.id.replace('/', '.')}.smt2"
    text = "\n".join(_script(property, proofs, {point: at[point] for point in points}, checks)) + "\n"
    (folder / game).mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    digest = hashlib.sha256(text.encode()).hexdigest()
    kinds = Counter(one.kind for one in checks)
    return Entry(
        game, property.id, property.says, proofs.scope, verdict.engine, name, digest,
        {kind: kinds[kind] for kind in KINDS},
        tuple(property.using), tuple(edges), tuple(rounds),
    )  # fmt: skip


def write_manifest(folder: Path, entries: Sequence[Entry]) -> None:
    """Write down in ``folder`` what its scripts show."""
    manifest = {"format": FORMAT, "properties": [asdict(entry) for entry in entries]}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def _steps(property: Property, proofs: Proofs, obligations: Sequence[Obligation]) -> Iterator[Check]:
    """The three kinds for an invariant; for any other claim, that what holds before a step implies it."""
    if not invariant_parts(property.claim):
        kept = unwritten(proofs.reader, property.claim) if isinstance(property.claim, Unchanged) else ()
        for one in (*obligations, *kept):
            yield Check(IMPLIES, one)
        return
    if all(one.source is not None for one in obligations):
        nothing = Obligation("nothing is claimed of the start", None, partial(z3.BoolVal, False), ())
        yield Check(INITIAL, nothing)
    for one in obligations:
        yield Check(INITIAL if one.source is None else INDUCTIVE, one)
    for one in breaches(proofs, property):
        yield Check(IMPLIES, one)


def _script(
    property: Property, proofs: Proofs, at: Mapping[str, z3.BoolRef], checks: Sequence[Check]
) -> Iterator[str]:
    reader = proofs.reader
    holds = {point: _Printed.of(formula) for point, formula in at.items()}
    shown = [(one, _Printed.of(one.obligation.formula)) for one in checks]
    printed = [*holds.values(), *(formula for _, formula in shown)]
    declared = sorted({line for one in printed for line in one.declared})
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
    for point, one in holds.items():
        yield f"(define-fun |at {point}| () Bool {one.formula})"
    for check, formula in shown:
        yield f"; {check.kind}: {check.obligation.name}"
        yield "(push 1)"
        if check.obligation.source is not None:
            yield f"(assert |at {check.obligation.source}|)"
        yield f"(assert {formula.formula})"
        yield "(check-sat)"
        yield "(pop 1)"


@dataclass(frozen=True)
class _Printed:
    """A formula as text, with the lines that declare its names."""

    declared: tuple[str, ...]
    formula: str

    @classmethod
    def of(cls, formula: z3.BoolRef) -> _Printed:
        """z3 prints what is joined of nothing in a way that no other solver reads."""
        plain = z3.substitute(formula, (z3.And(), z3.BoolVal(True)), (z3.Or(), z3.BoolVal(False)))
        solver = z3.Solver()
        solver.add(plain)
        head, _, rest = solver.to_smt2().partition("(assert")
        body = rest.rpartition("(check-sat)")[0].strip().removesuffix(")").strip()
        declared = tuple(line for line in head.splitlines() if line.startswith("(declare-fun"))
        return cls(declared, body or "true")
