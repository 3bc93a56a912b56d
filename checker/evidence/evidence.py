"""Evidence of proofs that anyone can check: SMT-LIB 2 scripts in which every check has to come out `unsat`.

A script has the domains of all numbers and, for each timing point, what holds there; then one check for each
obligation, with its name. There are three kinds: ``initial`` (it holds at the start), ``inductive`` (no step
breaks it) and ``implies`` (it rules a breach of the claim out). What a script takes for granted has a script
of its own. The manifest names every check, and has a digest of each script and of all of itself.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from pathlib import Path

import z3

from dicelaw.checker.files import write_whole
from dicelaw.checker.proof.induction import Proofs, invariant_parts
from dicelaw.checker.proof.k_induction import unfold
from dicelaw.checker.proof.obligation import Obligation
from dicelaw.checker.proof.obligations import unwritten
from dicelaw.checker.proof.ranking import Round, cuts, obligations_of, that_count
from dicelaw.checker.proof.spacer import Spacer, breaches
from dicelaw.checker.verdicts import Verdict
from dicelaw.model.kernel.symbolic import in_domain
from dicelaw.model.kernel.z3_terms import all_hold, printed
from dicelaw.specs.property import Progress, Property, Unchanged

FORMAT = 3
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
    checks: tuple[tuple[str, str, str], ...]
    """The kind and the name of each, in order, and the point that it begins at, if it does."""
    rests_on: tuple[str, ...]
    edges: tuple[tuple[str, str, str], ...] = ()
    """For cycles: each transition that counts, with the points that it leads from and to."""
    rounds: tuple[Round, ...] = ()

    @cached_property
    def kinds(self) -> Mapping[str, int]:
        """How many checks there are of each kind."""
        found = Counter(kind for kind, _, _ in self.checks)
        return {kind: found[kind] for kind in KINDS}


@dataclass(frozen=True)
class Check:
    """One check of a script, of a kind."""

    kind: str
    obligation: Obligation


def has_evidence(verdict: Verdict) -> bool:
    """Whether ``verdict`` is a proof by a solver, so that scripts can show it."""
    return verdict.is_proof and verdict.engine in ENGINES


def made(
    game: str,
    property: Property,
    engine: str,
    proofs: Proofs,
    rounds: Sequence[Round] | None = None,
    found: Mapping[str, z3.BoolRef] | None = None,
) -> tuple[Entry, str]:
    """The evidence that ``engine`` has for ``property``, and its script.

    Given ``rounds`` are how cycles are cut, and what Spacer ``found`` is what holds at each point; otherwise
    they are looked for. Raises KeyError where they speak of what is not there.
    """
    claim, reader = property.claim, proofs.reader
    edges: list[tuple[str, str, str]] = []
    at: Mapping[str, z3.BoolRef] = {}
    if isinstance(claim, Progress):
        if rounds is None:
            invariants = [proofs.properties[id] for id in property.using]
            rounds, _ = cuts(reader, claim, invariants, proofs.known)
        checks = [Check(IMPLIES, one) for one in obligations_of(reader, claim, rounds)]
        edges = [(one.id, one.source, one.target) for one in that_count(reader.machine, claim)]
    elif engine == "spacer":
        spacer = Spacer(proofs, property)
        solved = spacer.solve() if found is None else spacer.shown_by(spacer.said_in(found))
        at = solved.at
        parts = ((one, one.name.partition(": ")) for one in solved.obligations)
        checks = [Check(kind, replace(one, name=name)) for one, (kind, _, name) in parts]
    else:
        unfolded = engine == "k-induction"
        obligations = unfold(proofs, property).refuted if unfolded else [*proofs.obligations(property)]
        checks = [*_steps(property, proofs, obligations)]
    sources = (one.obligation.source for one in checks if one.obligation.source is not None)
    at = at or {
        point: all_hold(*(reader.term(claim) for claim in proofs.assumed(property, point)))
        for point in dict.fromkeys(sources)
    }
    name = f"{game}/{property.id.replace('/', '.')}.smt2"
    text = "\n".join(_script(property, proofs, at, checks)) + "\n"
    digest = hashlib.sha256(text.encode()).hexdigest()
    named = tuple((one.kind, one.obligation.name, one.obligation.source or "") for one in checks)
    entry = Entry(
        game, property.id, property.says, proofs.scope, engine, name, digest, named,
        tuple(property.using), tuple(edges), tuple(rounds or ()),
    )  # fmt: skip
    return entry, text


def write(game: str, property: Property, verdict: Verdict, proofs: Proofs, folder: Path) -> Entry:
    """Write the script for the proof of ``property`` that ``verdict`` speaks of, below ``folder``."""
    entry, text = made(game, property, verdict.engine, proofs)
    (folder / game).mkdir(parents=True, exist_ok=True)
    write_whole(folder / entry.file, text)
    return entry


def write_manifest(folder: Path, entries: Sequence[Entry]) -> None:
    """Write down in ``folder`` what its scripts show."""
    properties = [asdict(entry) for entry in entries]
    manifest = {"format": FORMAT, "sha256": digest_of(properties), "properties": properties}
    write_whole(folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")


def digest_of(properties: object) -> str:
    """The digest of all that a manifest says of its ``properties``, their scripts among it."""
    return hashlib.sha256(json.dumps(properties, sort_keys=True).encode()).hexdigest()


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
    for comment in (f"{property.id}: {property.says}", f"{proofs.scope}; every check must answer unsat"):
        yield "; " + comment.encode("ascii", "backslashreplace").decode()
    yield "(set-logic ALL)"
    for line in declared:
        yield line
        yield from (f"(assert {bound.sexpr()})" for bound in bounds.get(line, ()))
    for point, one in holds.items():
        yield f"(define-fun |at {point}| () Bool {one.formula})"
    for check, formula in shown:
        yield f'(set-info :check "{check.kind}: {check.obligation.name}")'
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
        """Lines that go on begin with a space, so that a command is where a line begins with a bracket."""
        head, _, rest = printed(formula).partition("(assert")
        body = rest.rpartition("(check-sat)")[0].strip().removesuffix(")").strip()
        declared = tuple(line for line in head.splitlines() if line.startswith("(declare-fun"))
        return cls(declared, body.replace("\n", "\n ") or "true")
