"""Checking evidence again, without the prover that wrote it: only the scripts, the manifest and a solver.

A property is confirmed if its script has the checks that the manifest names and no others, what it assumes at
each point can be, each check answers ``unsat``, its cycles are cut as it says with a check for each step of
them, and all that it rests on is confirmed too, with checks of the start among them. What rests on itself
must have checks of steps as well: that is one induction about all of it.

Evidence may come from anybody, so nothing of it is taken on trust: only what
:mod:`dicelaw.checker.recheck.scripts` lets pass comes to a solver, with a budget, and nothing outside of the
folder is read. That its formulas say what the rules say is shown by comparing them with the model's: see
:mod:`dicelaw.checker.recheck.from_the_model`.
"""

from __future__ import annotations

import builtins
import hashlib
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import networkx as nx

from dicelaw.checker.evidence.evidence import INDUCTIVE, INITIAL, Entry
from dicelaw.checker.executors import pool
from dicelaw.checker.proof.ranking import said_of
from dicelaw.checker.recheck.manifest import BadEvidence, Manifest, content_of
from dicelaw.checker.recheck.scripts import NotAScript, Script, read
from dicelaw.checker.recheck.solvers import SECONDS, SOLVERS, limit_memory

NOT_CONFIRMED = "which is not confirmed"
ANYWHERE = ""
"""The point of a check that begins at none."""
Key = tuple[str, str]
"""A game and a property."""


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


@dataclass(frozen=True)
class Question:
    """What is asked in a process of its own: the evidence of one property, in ``folder``, of a ``solver``.

    With ``model`` it is compared with what the model says, with the user's ``content`` beside ours.
    """

    folder: Path
    entry: Entry
    solver: str
    model: bool = False
    content: Path | None = None


Said = tuple[str, int]
"""What is wrong with the evidence of one property by itself, if anything, and how much is unknown."""


def recheck(
    manifest: Manifest,
    solver: str = "z3",
    processes: int = 2,
    *,
    model: bool = False,
    content: Path | None = None,
    budget: float = math.inf,
    tell: Callable[[int, int], None] = lambda _done, _whole: None,
) -> Iterator[Recheck]:
    """Check all evidence of ``manifest`` with ``solver``, one of :data:`SOLVERS`, property by property.

    What is not answered after ``budget`` seconds is unknown. ``tell`` is told how many proofs, of how many,
    are checked.
    """
    entries = manifest.entries
    questions = [Question(manifest.folder, one, solver, model, content) for one in entries]
    answers = _asked(questions, processes, time.monotonic() + budget, tell)
    late = f"the budget of {budget:g} s ended before this was checked"
    found = [answers.get(place, (late, 1)) for place in range(len(entries))]
    own = {(one.game, one.property): says for one, says in zip(entries, found, strict=True)}
    wrong = {key: says for key, (says, _) in own.items()}
    for key, says in _circular(entries).items():
        wrong[key] = wrong[key] or says
    for entry in entries:
        key = (entry.game, entry.property)
        yield Recheck(*key, entry.kinds, wrong[key] or _below(entry, entries, wrong), own[key][1])


def _asked(
    questions: Sequence[Question], processes: int, until: float, tell: Callable[[int, int], None]
) -> dict[int, Said]:
    """What is said to those of ``questions`` that are answered ``until`` then, by their places.

    One whose process does not live through it has no answer. Where a process ends, those that were not
    answered yet are asked again, the first of them alone.
    """
    found: dict[int, Said] = {}
    alone = False
    while waiting := [place for place in range(len(questions)) if place not in found]:
        asked = {place: questions[place] for place in (waiting[:1] if alone else waiting)}
        for place, said in _lived_through(asked, 1 if alone else processes, until):
            found[place] = said
            tell(len(found), len(questions))
        if time.monotonic() >= until:
            break
        if alone and waiting[0] not in found:
            says = f"a check took more than {SECONDS} s of computing, or too much memory"
            found[waiting[0]] = (f"{questions[waiting[0]].entry.file}: {says}", 1)
        alone = not alone
    return found


def _lived_through(asked: Mapping[int, Question], processes: int, until: float) -> Iterator[tuple[int, Said]]:
    """What is said ``until`` then to those of ``asked`` whose processes do not end before they answer."""
    # An error that passes through the pool ends its workers, whatever they do.
    with suppress(TimeoutError), pool(processes, begin=limit_memory) as workers, suppress(BrokenProcessPool):
        said = {workers.submit(_of, question): place for place, question in asked.items()}
        left = None if until == math.inf else max(until - time.monotonic(), 0)
        for future in as_completed(said, left):
            with suppress(BrokenProcessPool):
                yield said[future], future.result()


def _circular(entries: Sequence[Entry]) -> dict[Key, str]:
    """What is wrong with each property that rests on itself, and is no invariant by its checks."""
    graph: nx.DiGraph[Key] = nx.DiGraph()
    graph.add_edges_from(((one.game, one.property), (one.game, id)) for one in entries for id in one.rests_on)
    rounds = {key: part for part in nx.strongly_connected_components(graph) for key in part}
    found = {}
    for entry in entries:
        key = (entry.game, entry.property)
        among = rounds.get(key, set())
        lacks = [kind for kind in (INITIAL, INDUCTIVE) if not entry.kinds[kind]]
        if lacks and (len(among) > 1 or graph.has_edge(key, key)):
            others = ", ".join(sorted(id for _, id in among if id != entry.property))
            way = f" by way of {others}" if others else ""
            found[key] = f"rests on itself{way}, without checks of kind {', '.join(lacks)}"
    return found


def _below(entry: Entry, entries: Sequence[Entry], wrong: Mapping[Key, str]) -> str:
    """What is wrong with the properties that ``entry`` rests on, directly or not."""
    rests = {(one.game, one.property): one.rests_on for one in entries}
    begun = {(one.game, one.property) for one in entries if one.kinds[INITIAL]}
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


def _of(question: Question) -> Said:
    entry = question.entry
    try:
        data = content_of(question.folder, entry.file)
        if hashlib.sha256(data).hexdigest() != entry.sha256:
            return f"{entry.file} is not the script that was written: its checksum differs", 0
        script = read(data.decode("ascii"))
    except BadEvidence as bad:
        return str(bad), 0
    except UnicodeDecodeError:
        return f"{entry.file}: there are other characters in it than those of ASCII", 0
    except NotAScript as refused:
        return f"{entry.file}: {refused}", 0
    wrong = _otherwise(entry, script) or _uncut(entry)
    if not wrong and question.model:
        from dicelaw.checker.recheck.from_the_model import compared

        wrong = compared(entry, script, question.content)
    try:
        return (wrong, 0) if wrong else _answered(entry, script, question.solver)
    except MemoryError:
        return f"{entry.file}: a check took too much memory", 1


def _otherwise(entry: Entry, script: Script) -> str:
    """How the checks of ``script`` are not those that ``entry`` names; empty if they are."""
    asked = [(one.kind, one.name, one.at or "") for one in script.checks]
    if not asked:
        return f"{entry.file} has no check, so it shows nothing"
    for number, (said, named) in enumerate(zip(asked, entry.checks, strict=False), 1):
        if said != named:
            return (
                f"{entry.file}: check {number} is {' '.join(said)!r}; the manifest says {' '.join(named)!r}"
            )
    if len(asked) != len(entry.checks):
        return f"{entry.file} has {len(asked)} checks; the manifest says {len(entry.checks)}"
    return ""


def _answered(entry: Entry, script: Script, solver: str) -> Said:
    """What the answers of ``solver`` leave to be desired."""
    wanted = [(f"what is assumed {name[1:-1]}", "sat") for name in script.at]
    wanted += [
        (f"check {number} of {len(script.checks)}", "unsat") for number in range(1, len(script.checks) + 1)
    ]
    unknown = []
    for (what, wants), answer in zip(wanted, SOLVERS[solver](script), strict=True):
        if answer == "unknown":
            unknown.append(what)
        elif answer != wants:
            said = answer if answer in ("sat", "unsat") else "an error"
            return f"{entry.file}: {what} answers {said}, not {wants}", 0
    if unknown:
        return f"{entry.file}: {len(unknown)} of {len(wanted)} answers, {unknown[0]} first, are unknown", len(
            unknown
        )
    return "", 0


def _uncut(entry: Entry) -> str:
    """Why cutting the cycles of ``entry`` as it says leaves one, or is not checked; empty if all is well.

    Each round is about all edges within one strongly connected part of what is left.
    """
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for id, source, target in entry.edges:
        graph.add_edge(source, target, key=id)
    place = {id: (source, target) for id, source, target in entry.edges}
    if len(place) != len(entry.edges):
        return "an edge is there twice"
    checked = {(name, at) for _, name, at in entry.checks}
    for one in entry.rounds:
        cycle, lowered = set(one.cycle), set(one.lowered)
        if not lowered or not lowered <= cycle or cycle not in _parts(graph):
            return f"the round about {one.measure} is not about one part of what is left"
        for id in one.cycle:
            if (said_of(id, one), place[id][0]) not in checked:
                return f"there is no check that {said_of(id, one)} from {place[id][0]} on"
        bounded = {at for name, at in checked if name.startswith(f"{one.measure} is at least ")}
        for point in sorted({place[id][0] for id in lowered}):
            if not bounded & {ANYWHERE, point}:
                return f"there is no check that {one.measure} has a lower bound at {point}"
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
