"""Checking evidence again, without the prover that wrote it: only the scripts, the manifest and a solver.

A property is confirmed if its script is the one in the manifest, there are checks in it and each answers
``unsat``, its cycles are cut as it says, and all that it rests on is confirmed too, with checks of the start
among them. What rests on itself must have checks of steps as well: that is one induction about all of it.
"""

from __future__ import annotations

import builtins
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import networkx as nx
from pydantic import TypeAdapter, ValidationError

from dicelaw.checker.evidence import FORMAT, INDUCTIVE, INITIAL, MANIFEST, Entry
from dicelaw.checker.progress import Round

NOT_CONFIRMED = "which is not confirmed"


class BadEvidence(ValueError):
    """The manifest is missing or malformed; the message says where."""


@dataclass(frozen=True)
class Recheck:
    """What came of one property; ``wrong`` is empty where it is confirmed.

    ``checks`` counts the checks by kind, ``unknown`` those that were too much for the budget of the solver.
    """

    game: str
    property: str
    checks: Mapping[str, int]
    wrong: str
    unknown: int = 0

    @builtins.property  # the bare name is a field here
    def confirmed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    @builtins.property
    def undecided(self) -> bool:
        """Whether all that is wrong is that a budget ran out, here or in what it rests on."""
        return self.unknown > 0 or self.wrong.endswith(NOT_CONFIRMED)


def recheck(folder: Path, solver: str = "z3", processes: int = 2) -> Iterator[Recheck]:
    """Check all evidence in ``folder`` with ``solver``, one of :data:`SOLVERS`, property by property.

    Raises BadEvidence for a manifest that can't be read.
    """
    entries = load(folder)
    with ProcessPoolExecutor(processes) as pool:
        found = pool.map(_of_entry, [folder] * len(entries), entries, [solver] * len(entries))
        own = {(one.game, one.property): says for one, says in zip(entries, found, strict=True)}
    wrong = {key: says for key, (says, _) in own.items()}
    for key, says in _circular(entries).items():
        wrong[key] = wrong[key] or says
    for entry in entries:
        key = (entry.game, entry.property)
        yield Recheck(*key, entry.checks, wrong[key] or _below(entry, entries, wrong), own[key][1])


def load(folder: Path) -> list[Entry]:
    """The entries of the manifest in ``folder``. Raises BadEvidence."""
    place = folder / MANIFEST
    try:
        manifest = json.loads(place.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadEvidence(f"{place}: this cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadEvidence(f"{place}: this is not JSON: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadEvidence(f"{place}: format: this is not evidence of format {FORMAT}")
    entries = manifest.get("properties")
    if not isinstance(entries, list) or not entries:
        raise BadEvidence(f"{place}: properties: there are none")
    try:
        return TypeAdapter(list[Entry]).validate_python(entries)
    except ValidationError as error:
        number, *rest = error.errors()[0]["loc"]
        name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in rest)
        says = f"{place}: properties[{number}]{name}: this is missing or of another kind"
        raise BadEvidence(says) from None


def _circular(entries: Sequence[Entry]) -> dict[tuple[str, str], str]:
    """What is wrong with each property that rests on itself, and is no invariant by its checks."""
    graph: nx.DiGraph[tuple[str, str]] = nx.DiGraph()
    graph.add_edges_from(((one.game, one.property), (one.game, id)) for one in entries for id in one.rests_on)
    rounds = {key: part for part in nx.strongly_connected_components(graph) for key in part}
    found = {}
    for entry in entries:
        key = (entry.game, entry.property)
        among = rounds.get(key, set())
        lacks = [kind for kind in (INITIAL, INDUCTIVE) if not entry.checks.get(kind)]
        if lacks and (len(among) > 1 or graph.has_edge(key, key)):
            others = ", ".join(sorted(id for _, id in among if id != entry.property))
            way = f" by way of {others}" if others else ""
            found[key] = f"rests on itself{way}, without checks of kind {', '.join(lacks)}"
    return found


def _below(entry: Entry, entries: Sequence[Entry], wrong: Mapping[tuple[str, str], str]) -> str:
    """What is wrong with the properties that ``entry`` rests on, directly or not."""
    rests = {(one.game, one.property): one.rests_on for one in entries}
    begun = {(one.game, one.property) for one in entries if one.checks.get(INITIAL)}
    waiting, seen = [(entry.game, id) for id in entry.rests_on], set()
    while waiting:
        key = waiting.pop()
        if key not in rests:
            return f"rests on {key[1]}, of which there is no evidence"
        if wrong[key]:
            return f"rests on {key[1]}, {NOT_CONFIRMED}"
        if key not in begun:
            return f"rests on {key[1]}, whose script has no check of the start"
        if key not in seen:
            seen.add(key)
            waiting += [(key[0], id) for id in rests[key]]
    return ""


def _of_entry(folder: Path, entry: Entry, solver: str) -> tuple[str, int]:
    """What is wrong with the evidence of one property by itself, if anything, and how much is unknown."""
    place = folder / entry.file
    try:
        data = place.read_bytes()
    except OSError as error:
        return f"{entry.file}: {error.strerror}", 0
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        return f"{entry.file} is not the script that was written: its checksum differs", 0
    text = data.decode("utf-8")
    for kind, number in entry.checks.items():
        if (asked := text.count(f"\n; {kind}: ")) != number:
            return f"{entry.file} has {asked} checks of kind {kind}; the manifest says {number}", 0
    asked = text.count("(check-sat)")
    if asked != sum(entry.checks.values()):
        return f"{entry.file} has {asked} checks; the manifest says {sum(entry.checks.values())}", 0
    if not asked:
        return f"{entry.file} has no check, so it shows nothing", 0
    answers = SOLVERS[solver](text)
    odd = [(number, answer) for number, answer in enumerate(answers, 1) if answer != "unsat"]
    unknown = sum(answer == "unknown" for _, answer in odd)
    if odd and unknown == len(odd):
        return f"{entry.file}: {unknown} of {asked} checks, from {odd[0][0]} on, are unknown", unknown
    if odd or len(answers) != asked:
        number, answer = next((one for one in odd if one[1] != "unknown"), (len(answers) + 1, "no answer"))
        return f"{entry.file}: check {number} of {asked} answers {answer}, not unsat", 0
    return _uncut(entry.edges, entry.rounds), 0


def _uncut(edges: Sequence[tuple[str, str, str]], rounds: Sequence[Round]) -> str:
    """Why cutting ``edges`` as ``rounds`` say leaves a cycle; empty if it leaves none.

    Each round is about all edges within one strongly connected part of what is left.
    """
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for id, source, target in edges:
        graph.add_edge(source, target, key=id)
    place = {id: (source, target) for id, source, target in edges}
    for one in rounds:
        cycle, lowered = set(one.cycle), set(one.lowered)
        if not lowered or not lowered <= cycle or cycle not in _parts(graph):
            return f"the round about {one.measure} is not about one part of what is left"
        for id in lowered:
            graph.remove_edge(*place[id], key=id)
    left = next(filter(None, _parts(graph)), None)
    return "" if left is None else f"cycles are left, through {', '.join(sorted(left)[:3])}"


def _parts(graph: nx.MultiDiGraph[str]) -> list[set[str]]:
    """The edges within each strongly connected part."""
    return [
        {id for _, _, id in graph.subgraph(points).edges(keys=True)}
        for points in nx.strongly_connected_components(graph)
    ]


def _with_z3(text: str) -> list[str]:
    import z3

    context = z3.Context()
    answer = z3.Z3_eval_smtlib2_string(context.ref(), text)
    return [str(line) for line in answer.splitlines() if line.strip()]


def _with_cvc5(text: str) -> list[str]:
    """Each check by a solver of its own: one for all of them is slow, and can't simplify as much."""
    head, *checks = text.split("(push 1)\n")
    declared, *defined = head.split("(define-fun ")
    definitions = {one.split(" () ", 1)[0]: f"(define-fun {one}" for one in defined}
    answers = []
    for check in checks:
        body = check.split("(pop 1)", 1)[0]
        used = (definition for name, definition in definitions.items() if f"(assert {name})" in body)
        answers += _answers(f"{declared}{''.join(used)}{body}")
    return answers


def _answers(text: str) -> list[str]:
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    for name, value in CVC5_OPTIONS.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "evidence")
    answers = []
    while not (command := parser.nextCommand()).isNull():
        answers += command.invoke(solver, parser.getSymbolManager()).split()[:1]
    return answers


CVC5_OPTIONS = {"ite-simp": "true", "dio-solver": "false", "rlimit-per": "100000"}
"""Tables are nested choices of numbers, which are to be simplified first; one of its ways to solve equations
does not count what it uses; and each check has a budget, so that every one comes to an end."""
SOLVERS: Mapping[str, Callable[[str], list[str]]] = {"z3": _with_z3, "cvc5": _with_cvc5}
"""By name, what answers the checks of a script, in order."""
