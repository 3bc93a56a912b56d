"""Checking evidence again, without the prover that wrote it: only the scripts, the manifest and a solver.

A property is confirmed if its script is the one in the manifest, every check in it answers ``unsat``, its
cycles are cut as it says, and all that it rests on is confirmed too.
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

from dicelaw.checker.evidence import FORMAT, MANIFEST, Entry
from dicelaw.checker.progress import Round


class BadEvidence(ValueError):
    """The manifest is missing or malformed; the message says where."""


@dataclass(frozen=True)
class Recheck:
    """What came of one property; ``wrong`` is empty where it is confirmed."""

    game: str
    property: str
    checks: int
    wrong: str

    @builtins.property  # the bare name is a field here
    def confirmed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong


def recheck(folder: Path, solver: str = "z3", processes: int = 2) -> Iterator[Recheck]:
    """Check all evidence in ``folder`` with ``solver``, one of :data:`SOLVERS`, property by property.

    Raises BadEvidence for a manifest that can't be read.
    """
    entries = load(folder)
    with ProcessPoolExecutor(processes) as pool:
        found = pool.map(_of_entry, [folder] * len(entries), entries, [solver] * len(entries))
        wrong = {(entry.game, entry.property): says for entry, says in zip(entries, found, strict=True)}
    for entry in entries:
        own = wrong[entry.game, entry.property]
        yield Recheck(entry.game, entry.property, entry.checks, own or _below(entry, entries, wrong))


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


def _below(entry: Entry, entries: Sequence[Entry], wrong: Mapping[tuple[str, str], str]) -> str:
    """What is wrong with the properties that ``entry`` rests on, directly or not."""
    rests = {(one.game, one.property): one.rests_on for one in entries}
    waiting, seen = [(entry.game, id) for id in entry.rests_on], set()
    while waiting:
        key = waiting.pop()
        if key not in rests:
            return f"rests on {key[1]}, of which there is no evidence"
        if wrong[key]:
            return f"rests on {key[1]}, which is not confirmed"
        if key not in seen:
            seen.add(key)
            waiting += [(key[0], id) for id in rests[key]]
    return ""


def _of_entry(folder: Path, entry: Entry, solver: str) -> str:
    """What is wrong with the evidence of one property by itself; empty if nothing is."""
    place = folder / entry.file
    try:
        data = place.read_bytes()
    except OSError as error:
        return f"{entry.file}: {error.strerror}"
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        return f"{entry.file} is not the script that was written: its checksum differs"
    text = data.decode("utf-8")
    asked = text.count("(check-sat)")
    if asked != entry.checks:
        return f"{entry.file} has {asked} checks; the manifest says {entry.checks}"
    answers = SOLVERS[solver](text)
    odd = [(number, answer) for number, answer in enumerate(answers, 1) if answer != "unsat"]
    if odd or len(answers) != asked:
        number, answer = odd[0] if odd else (len(answers) + 1, "no answer")
        return f"{entry.file}: check {number} of {asked} answers {answer}, not unsat"
    return _uncut(entry.edges, entry.rounds)


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
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("incremental", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "evidence")
    answers = []
    while not (command := parser.nextCommand()).isNull():
        answers += command.invoke(solver, parser.getSymbolManager()).split()
    return answers


SOLVERS: Mapping[str, Callable[[str], list[str]]] = {"z3": _with_z3, "cvc5": _with_cvc5}
"""By name, what answers the checks of a script, in order."""
