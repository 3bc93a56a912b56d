"""Evidence compared with the model: each script is written anew from the rules, and has to be the same.

What it takes to prove a property, which formulas these are, and what they rest on, then does not come from
whoever wrote the evidence, but from the model that is installed here. Two things are taken from the evidence,
as it is checked that they do what they are for: how cycles are cut, and the invariants that Spacer found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from functools import lru_cache
from pathlib import Path

import z3

from dicelaw.checker.evidence.evidence import ENGINES, Entry, made
from dicelaw.checker.recheck.scripts import Script, read
from dicelaw.checker.verify.engines import BY_NAME
from dicelaw.checker.verify.plans import GAMES, plan
from dicelaw.checker.verify.proof_session import ProofSession
from dicelaw.model.kernel.z3_terms import fresh_context


def compared(entry: Entry, script: Script, content: Path | None = None) -> str:
    """How ``entry`` and its ``script`` are not what the model says; empty if they are."""
    if entry.game not in GAMES:
        return "the model has no such game"
    session = _session(entry.game, content)
    property = session.properties.get(entry.property)
    if property is None:
        return "the model has no such property"
    machine = session.plan.machines[property.machine]
    if entry.engine not in ENGINES or not BY_NAME[entry.engine].applies(property.claim, machine):
        return f"the model has no such proof of it as {entry.engine!r}"
    rounds = entry.rounds if entry.engine == "ranking" else None
    proofs = session.proofs(property.machine)
    try:
        found = _said(script) if entry.engine == "spacer" else None
        wanted, text = made(entry.game, property, entry.engine, proofs, rounds, found)
    except KeyError:
        return "it speaks of measures, transitions or points that the model does not have"
    except z3.Z3Exception:
        return f"{entry.file}: this is no script that a solver reads"
    for field in fields(Entry):
        if field.name != "sha256" and getattr(wanted, field.name) != getattr(entry, field.name):
            return _differs(field.name, wanted, entry)
    return _other_formulas(entry, script, read(text))


def _other_formulas(entry: Entry, script: Script, wanted: Script) -> str:
    """What ``script`` says otherwise than ``wanted``, which has the same checks; empty if nothing."""
    if script.head != wanted.head or [*script.at] != [*wanted.at]:
        return f"{entry.file}: its names and their bounds, or its points, are not those of the model"
    context = fresh_context()
    try:
        pairs = zip(_terms(script, context), _terms(wanted, context), strict=True)
    except z3.Z3Exception:
        return f"{entry.file}: this is no script that a solver reads"
    for number, (one, two) in enumerate(pairs):
        if not one.eq(two):
            at = [name[1:-1] for name in script.at]
            what = at[number] if number < len(at) else f"check {number - len(at) + 1}"
            return f"{entry.file}: what it says {what} is not what the model says"
    return ""


def _said(script: Script) -> dict[str, z3.BoolRef]:
    """What ``script`` says that holds at each point."""
    at = list(script.at)
    rows = _terms(replace(script, checks=[]), z3.main_ctx())
    return {name[len("|at ") : -1]: row.arg(1) for name, row in zip(at, rows, strict=True)}


def _terms(script: Script, context: z3.Context) -> z3.AstVector:
    """What holds at each point, and what each check asserts: equal terms where the texts mean the same."""
    said = [*script.at.values(), *(check.term for check in script.checks)]
    whole = [
        f"(declare-fun |said {number}| () Bool)(assert (= |said {number}| {term}))"
        for number, term in enumerate(said)
    ]
    names = (line for line in script.head if line.startswith("(declare-fun"))
    return z3.parse_smt2_string("\n".join([*names, *whole]), ctx=context)


def left_out(entries: Iterable[Entry], content: Path | None = None) -> dict[str, list[str]]:
    """The properties of the games of ``entries`` of which there is no evidence among them, by game."""
    shown = {(one.game, one.property) for one in entries}
    return {
        game: [id for id in _session(game, content).properties if (game, id) not in shown]
        for game in dict.fromkeys(game for game, _ in sorted(shown) if game in GAMES)
    }


def _differs(field: str, wanted: Entry, entry: Entry) -> str:
    if field in ("checks", "edges", "rests_on"):
        lacks = [one for one in getattr(wanted, field) if one not in getattr(entry, field)]
        more = [one for one in getattr(entry, field) if one not in getattr(wanted, field)]
        says = [f"{verb} {_named(rows[0])}" for verb, rows in (("lacks", lacks), ("has", more)) if rows]
        return f"its {field.replace('_', ' ')}: {', '.join(says) or 'another order'}, other than the model"
    return f"its {field} is not what the model says"


def _named(row: object) -> str:
    return repr(" ".join(filter(None, row)) if isinstance(row, tuple) else row)


@lru_cache(maxsize=2)
def _session(game: str, content: Path | None) -> ProofSession:
    return ProofSession(plan(game, (), content))
