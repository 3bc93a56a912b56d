"""Verifying whole games: every property, on all cores, compared with the verdicts that are expected."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from tempfile import TemporaryDirectory

from dicelaw.checker.evidence.evidence import Entry, has_evidence, write, write_manifest
from dicelaw.checker.evidence.growing import Growing, note, note_in
from dicelaw.checker.executors import pool
from dicelaw.checker.file_digest import digest
from dicelaw.checker.ports import content_checks
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.checker.verify.answered import answered, count_in, counter
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.checker.verify.engines import BY_NAME
from dicelaw.checker.verify.jobs import Job, Readings, jobs, open_points
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.portfolio import Question, preferred, race
from dicelaw.checker.verify.proof_session import Plan, ProofSession, settled
from dicelaw.checker.verify.report import ABSENT, Change, Row, expected
from dicelaw.checker.verify.result_cache import Results, steps_in
from dicelaw.model.collecting import collect_rarely

ONE_BY_ONE = ("proofs", "reading")
"""The kinds of work in which one property is decided after another."""
MOMENT = 0.25
"""How many seconds at most pass before it is told how far the work is."""


@dataclass(frozen=True)
class Done:
    """What a job found: verdicts by property, lengths of the plays to goals, seconds by property.

    What properties are asked about together counts for each alike. ``findings`` are about content.
    """

    job: Job
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    goals: Mapping[str, int] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    findings: tuple[ContentRow, ...] = ()
    evidence: tuple[Entry, ...] = ()
    cached: bool = False


def work(job: Job, kept: Path) -> Done:
    """Do ``job``, or take what it came to from the cache in ``kept``. Runs in a process of its own.

    Evidence is always made anew.
    """
    results = Results(kept, Done)
    content = _content_of(job)
    part = f"{job.game} {job.kind} {job.ids} {job.reading} {job.engine} {content}"
    found = results.get(part) if job.evidence is None else None
    if found is not None:
        answered(job.questions)
        return replace(found, job=job, cached=True)
    steps = steps_in(kept)
    steps.refresh()
    done = _work(job, steps.known)
    if job.kind not in ONE_BY_ONE:
        answered(job.questions)
    if job.evidence is None and _content_of(job) == content:
        results.put(part, done)
    steps.save()
    return done


def _content_of(job: Job) -> str:
    """What is in the user's own content at the moment; it may be edited while work is done."""
    return "" if job.content is None else digest(job.content)


def _work(job: Job, known: Known) -> Done:
    if job.kind == "tables":
        return Done(job, findings=tuple(content_checks(job.game).of_tables(job.content)))
    if job.content is not None and job.kind == "entry":
        checks = content_checks(job.game)
        return Done(job, findings=tuple(checks.of_entry(job.game, job.content, job.ids[0], known)))
    readings = () if job.reading is None else (job.reading,)
    # A goal that is reached with our content alone is reached where there is more.
    session = ProofSession(plan(job.game, readings, None if job.kind == "goals" else job.content), known)
    if job.engine:  # what it says must not hang on what others have proved
        session = ProofSession(session.plan, engines=(BY_NAME[job.engine],))
    # Of a step that there is not under another reading nothing is said there.
    ids = [id for id in job.ids if job.reading is None or id in session.properties]
    properties = [session.properties[id] for id in ids]
    if job.kind == "goals":
        reached = session.goals(properties)
        return Done(job, goals={id: len(witness.moves) for id, witness in reached.items()})
    verdicts, seconds, evidence = {}, {}, []
    begin = time.perf_counter()
    if not job.engine:
        session.screen(properties)
    shared = (time.perf_counter() - begin) / max(len(properties), 1)
    for one in properties:
        begin = time.perf_counter()
        verdicts[one.id] = session.alone(one)
        seconds[one.id] = shared + time.perf_counter() - begin
        answered(1)
        if job.evidence is not None and job.reading is None and has_evidence(verdicts[one.id]):
            proofs = session.proofs(one.machine)
            evidence.append(write(job.game, one, verdicts[one.id], proofs, job.evidence))
            note(evidence[-1])
    return Done(job, verdicts, seconds=seconds, evidence=tuple(evidence))


def verify(
    games: Sequence[str],
    wanted: Sequence[str] | None = None,
    *,
    processes: int = 2,
    readings: Readings = "known",
    content: Path | None = None,
    evidence: Path | None = None,
    kept: Path | None = None,
    engines: Sequence[str] = (),
    tell: Callable[[int, int], None] = lambda _done, _whole: None,
) -> Iterator[Row | ContentRow | Change]:
    """Check ``games``: a row for each property in order, then what each other reading that is asked changes.

    With ``content`` the user's own content in that folder is checked as ours is, and what is found of it
    comes after the rows. All that comes before something has to be done before it comes. With ``evidence``
    the scripts for all proofs are in that folder at the end, and a manifest of those that stand at any time;
    ``kept`` is the folder of the cache, if one is used.

    What the cheap engines leave undecided the others race for. With ``engines`` there is a row for each
    property and each of them that can decide it, and nothing else. ``tell`` is told now and then how many
    questions, of how many, are answered. Raises Disagreement where two engines contradict each other.
    """
    todo = [
        job
        for game in games
        for job in jobs(game, wanted, readings=readings, content=content, evidence=evidence, engines=engines)
    ]
    entries: list[Entry] = []
    with ExitStack() as stack:
        # Without a cache, what one job proves is still known to the jobs after it.
        folder = kept or Path(stack.enter_context(TemporaryDirectory()))
        made = counter()
        growing = None if evidence is None else stack.enter_context(_growing(evidence))
        notes = None if growing is None else growing.notes
        workers = stack.enter_context(pool(processes, begin=partial(_begin, made, notes)))
        whole = sum(job.questions for job in todo)
        finished: dict[str, list[Done]] = {game: [] for game in games}

        def moment() -> None:
            tell(made.value, whole)
            if growing is not None:
                growing.write()

        for done in _done(workers, todo, folder, moment):
            game = done.job.game
            finished[game].append(done)
            if len(finished[game]) == sum(job.game == game for job in todo):
                parts = sorted(finished[game], key=lambda done: todo.index(done.job))
                if not engines:
                    parts += _raced(game, parts, processes, folder)
                yield from _rows(plan(game, (), content), wanted, parts)
                entries += [entry for part in parts for entry in part.evidence]
    if evidence is not None:
        write_manifest(evidence, entries)


@contextmanager
def _growing(evidence: Path) -> Iterator[Growing]:
    """The manifest in ``evidence`` of what is proved so far, which is there whatever ends the block."""
    with TemporaryDirectory() as notes:
        growing = Growing(evidence, Path(notes))
        try:
            yield growing
        except BaseException:
            with suppress(OSError):
                growing.write(now=True)
            raise


def _begin(made: Synchronized[int], notes: Path | None) -> None:
    """Begin a process that adds up in ``made`` how many questions it has answered, and ``notes`` proofs."""
    collect_rarely()
    count_in(made)
    if notes is not None:
        note_in(notes)


def _done(workers: Executor, todo: Sequence[Job], kept: Path, moment: Callable[[], None]) -> Iterator[Done]:
    """What each job of ``todo`` came to, as they end; ``moment`` is called while they don't.

    Other readings come after the proofs of a game: steps that they leave as they are are then known.
    """
    waiting = {workers.submit(work, job, kept): job for job in todo if job.kind != "reading"}
    later = [job for job in todo if job.kind == "reading"]
    while waiting:
        ended, _ = wait(waiting, timeout=MOMENT, return_when=FIRST_COMPLETED)
        moment()
        for future in ended:
            del waiting[future]
            yield future.result()
        proving = {job.game for job in waiting.values() if job.kind == "proofs"}
        waiting |= {workers.submit(work, job, kept): job for job in later if job.game not in proving}
        later = [job for job in later if job.game in proving]


def _raced(game: str, parts: Sequence[Done], processes: int, kept: Path) -> list[Done]:
    """What the race for all that ``parts`` leave undecided decided."""
    results = Results(kept, Done)
    found: list[Done] = []
    asked: dict[Question, tuple[Job, str]] = {}
    for part in parts:
        for id, verdict in part.verdicts.items() if part.job.kind == "proofs" else ():
            if not verdict.conclusive:
                job = replace(part.job, kind="race", ids=(id,))
                question = Question(game, id, job.content)
                key = f"{game} race {id} {question.contenders()} {_content_of(job)}"
                known = results.get(key) if job.evidence is None else None
                if known is None:
                    asked[question] = (job, key)
                else:
                    found.append(replace(known, job=job, cached=True))
    begin = time.perf_counter()
    for question, verdict in race([*asked], processes):
        job, key = asked[question]
        entries: tuple[Entry, ...] = ()
        if job.evidence is not None and has_evidence(verdict):
            session = ProofSession(plan(game, (), job.content))
            one = session.properties[question.property]
            entries = (write(game, one, verdict, session.proofs(one.machine), job.evidence),)
        seconds = {question.property: time.perf_counter() - begin}
        found.append(Done(job, {question.property: verdict}, seconds=seconds, evidence=entries))
        if not entries and key.endswith(_content_of(job)):
            results.put(key, found[-1])
    return [one for one in found if all(verdict.conclusive for verdict in one.verdicts.values())]


def _rows(
    chosen: Plan, wanted: Sequence[str] | None, parts: Sequence[Done]
) -> Iterator[Row | ContentRow | Change]:
    game = chosen.game
    goals = {id: length for part in parts for id, length in part.goals.items()}
    by_engine: dict[str, dict[str, tuple[Done, Verdict]]] = {}
    for part in parts:
        if part.job.kind != "reading":
            said = {id: (part, verdict) for id, verdict in part.verdicts.items()}
            by_engine.setdefault(part.job.engine, {}).update(said)
    manifest = expected(game)
    under = [_settled(part) for part in parts if part.job.reading is not None]
    for one in chosen.properties:
        found: dict[str, Verdict] = {}
        for engine, said in by_engine.items():
            if (wanted is None or one.id in wanted) and one.id in said:
                done, _ = said[one.id]
                found[engine] = settled(one.id, {id: verdict for id, (_, verdict) in said.items()})
                readings = _readings(game, one.id, found[engine].outcome, under)
                wants = manifest.expects(one.id, asked=bool(under))
                seconds = done.seconds.get(one.id, 0.0)
                goal = goals.get(one.id)
                yield Row(game, one, found[engine], wants, seconds, goal, done.cached, readings)
        if len(found) > 1:
            preferred(found)
    for part in parts:
        yield from (one for one in part.findings if wanted is None or one.id in wanted)
    for part in sorted(under, key=lambda done: done.job.reading or ("", "")):
        point, answer = part.job.reading or ("", "")
        foreseen = manifest.readings.get(f"{point}={answer}", {"every property": ABSENT})
        asked = {id: verdict for id, verdict in part.verdicts.items() if wanted is None or id in wanted}
        relevant = {
            id: outcome
            for id, outcome in foreseen.items()
            if wanted is None or id in wanted or outcome == ABSENT
        }
        yield Change(game, point, answer, changed(asked), relevant)


def _settled(part: Done) -> Done:
    """``part`` with each proof in it that rests on what is not proved there taken back."""
    return replace(part, verdicts={id: settled(id, part.verdicts) for id in part.verdicts})


def changed(verdicts: Mapping[str, Verdict]) -> dict[str, str]:
    """The outcomes of ``verdicts``, under another reading, that are no proof any more."""
    return {id: one.outcome.value for id, one in sorted(verdicts.items()) if not one.is_proof}


def _readings(game: str, id: str, own: Outcome, under: Sequence[Done]) -> dict[str, Outcome]:
    """The outcome for each answer to the points on which another answer than ours changes it from ``own``."""
    ours = {point.id: point.default for point in open_points(game)}
    found: dict[str, Outcome] = {}
    for part in under:
        point, answer = part.job.reading or ("", "")
        if id in part.verdicts and part.verdicts[id].outcome is not own:
            found |= {f"{point}={ours[point]}": own, f"{point}={answer}": part.verdicts[id].outcome}
    return found
