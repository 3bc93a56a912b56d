"""What `make record` makes again: for each recording where it is, and what writes it anew.

What only a long search finds is not sought here: vectors that the rules no longer
allow are left out, and a tie is sought again where its case or its mistake is gone.
"""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stdout
from dataclasses import replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import generated
import yaml

from dicelaw.checker.files import write_whole
from dicelaw.checker.ports import GAMES as VERIFIED
from dicelaw.checker.ports import port
from dicelaw.checker.verdicts import Verdict
from dicelaw.checker.verify.jobs import jobs
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import ProofSession, settled
from dicelaw.checker.verify.report import EXPECTED
from dicelaw.checker.verify.report import expected as expected_of
from dicelaw.checker.verify.verify import changed, work
from dicelaw.checker.walks import witnesses
from dicelaw.checker.walks.monitors import goal_watch
from dicelaw.checker.walks.walks import Walker
from dicelaw.model.games import GAMES, NoPart
from dicelaw.mutation.by_hand.ties import Ties
from dicelaw.oracle.answers.ties import path_of, recorded, written
from dicelaw.oracle.cache_folder import cache_folder
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.files.ruling_vectors import cases_of, of_case
from dicelaw.oracle.files.vectors import Record, record, records_of, vectors
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.games import open_points
from dicelaw.oracle.games.statement_coverage import stated
from dicelaw.specs.property import OnGraph, Theorem

Maker = Callable[[Path], None]
STEPS, SEEDS = 400_000, (0, 1, 2)
"""How long random plays are, together, that look for what a recorded play showed, and from which seeds."""


def recordings(*, seek: bool = False, game: str | None = None) -> dict[str, tuple[Path, Maker]]:
    """Each recording by name: where it is, and what writes it anew to another place.

    With ``seek`` rules that nothing ties to their text are tried again. Given a ``game``, of the recordings
    that are about games only its own are told, and no module of another game is loaded.
    """
    found: dict[str, tuple[Path, Maker]] = {}
    for place, make in generated.made().items():
        found[f"generated {place.relative_to(generated.ROOT)}"] = (place, make)
    for place in sorted((generated.ROOT / "tests" / "cli" / "golden").glob("*.txt")):
        found[f"generated {place.relative_to(generated.ROOT)}"] = (place, partial(golden, place.stem))
    for name in VERIFIED if game is None else {game} & {*VERIFIED}:
        folder = Path(str(files(port(name).package)))
        found[f"expected {name}"] = (folder / EXPECTED, partial(expected, name))
        if (folder / witnesses.FOLDER).is_dir():
            found[f"witnesses {name}"] = (folder / witnesses.FOLDER, partial(goals, name))
    for name in [one.name for one in GAMES.values() if one.modelled and game in (None, one.name)]:
        if not GAMES[name].has("oracle", "port"):
            continue  # a game that is being made has what is proved of it before it can be asked
        try:
            of = description(name)
            places = [Path(str(one)) for one in of.records(name)]
            ruled = Path(str(of.ruled(name)))
        except NoPart:
            continue
        found[f"rulings {name}"] = (ruled, partial(rulings, name))
        for place in places:
            found[f"{place.name} {name}"] = (place, partial(fitting, place))
        if seek or path_of(name).exists():
            found[f"ties {name}"] = (path_of(name), partial(ties, name, seek))
    return found


def golden(name: str, place: Path) -> None:
    """Write what `dicelaw outcome` says of the example ``name``."""
    example = Path("examples", f"{name}.yaml")
    game = yaml.safe_load((generated.ROOT / example).read_text(encoding="utf-8"))["game"]
    said = io.StringIO()
    with chdir(generated.ROOT), redirect_stdout(said):
        code = main(["outcome", game, str(example)])
    if code != ExitCode.OK:
        raise RuntimeError(f"dicelaw outcome {game} {example} ended with {code}")
    write_whole(place, said.getvalue())


def rulings(game: str, place: Path) -> None:
    """Write the plays of the rulings on ``game``."""
    record(place, sorted((of_case(case, game) for case in cases_of(game)), key=lambda one: one.between))


def fitting(kept: Path, place: Path) -> None:
    """Write those of the vectors ``kept`` that the rules still allow.

    Each keeps those of its other answers to open points that still make something else of it. Where one has
    become the usual answer, the others to its point are tried.
    """
    from dicelaw.mutation.play_search.kept_records import still_fits

    known = [replace(one, accepts=tuple(_unusual(one))) for one in records_of(kept)]
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for one in known:
        groups[one.between].append(one)
    found: dict[str, Record] = {}
    for records in groups.values():
        fit = [one for one in records if still_fits(one)]
        for one, row in zip(fit, vectors(fit), strict=True):
            told = {(other["reading"], other["answer"]) for other in row["accepts"]}
            found[one.id] = replace(one, accepts=tuple(pair for pair in one.accepts if pair in told))
    record(place, [found[one.id] for one in known if one.id in found])


def _unusual(one: Record) -> Iterator[tuple[str, str]]:
    """The other answers of ``one`` to open points, none of them the usual one."""
    points = {point.id: point for point in open_points(one.game)}
    for point, answer in one.accepts:
        known = points[point]
        tried = known.answers if answer == known.default else (answer,)
        yield from ((point, other) for other in tried if other != known.default)


def expected(game: str, place: Path) -> None:
    """Write the verdicts of the properties of ``game``, and what other readings leave unproved."""
    alone: dict[str, Verdict] = {}
    readings: dict[str, dict[str, str]] = {}
    for job in jobs(game, None, readings="all"):
        done = work(job, cache_folder())
        if job.reading is None:
            alone |= done.verdicts
        else:
            readings["=".join(job.reading)] = changed(
                {id: settled(id, done.verdicts) for id in done.verdicts}
            )
    verdicts = {id: settled(id, alone).outcome.value for id in sorted(alone)}
    text = json.dumps({"verdicts": verdicts, "readings": dict(sorted(readings.items()))}, indent=1)
    write_whole(place, text + "\n")


def goals(game: str, place: Path) -> None:
    """Write a play to each goal of the properties of ``game``, and one for each that is refuted.

    Those that are recorded stay where they still show it; others are sought.
    """
    chosen = plan(game)
    session = ProofSession(chosen)
    found = session.goals(list(chosen.properties), search=False)
    for name, machine in chosen.machines.items():
        for seed in SEEDS:
            walker = Walker(machine, seed, listed=chosen.listed)
            wanted = {
                one.id: goal_watch(walker, one.id, one.goal)
                for one in chosen.properties
                if one.machine == name and one.goal is not None and one.id not in found
            }
            begin = partial(chosen.situation, machine, walker)
            found |= walker.walk(begin, wanted, steps=STEPS, length=chosen.length) if wanted else {}
    for one in chosen.properties:
        if one.goal is not None and one.id not in found:
            click.echo(f"no play to the goal of {one.id}", err=True)
    by_id = {one.id: chosen.machines[one.machine] for one in chosen.properties}
    rows = [(id, witnesses.GOAL, by_id[id], witness) for id, witness in found.items()]
    for reading, id in refuted(game):
        session = ProofSession(plan(game, reading))
        one = session.properties[id]
        kept = witnesses.recorded(
            session.plan.witnesses, session.plan.machines[one.machine], witnesses.BREACH
        )
        play = kept.get(id)
        if play is None or not session.shows(play, one):
            plays = (session.broken(one, seed) for seed in (1, *SEEDS))
            play = next((play for play in plays if play is not None), None)
        if play is None:
            click.echo(f"no play that breaks {id} under {reading or 'our readings'}", err=True)
        else:
            rows.append((id, witnesses.BREACH, session.plan.machines[one.machine], play))
    witnesses.record(place, rows)


def refuted(game: str) -> Iterator[tuple[tuple[tuple[str, str], ...], str]]:
    """What is expected to be refuted by a play: other readings, points with an answer, and property ids."""
    no_play = {one.id for one in plan(game).properties if isinstance(one.claim, (OnGraph, Theorem))}
    manifest = expected_of(game)
    ours = [id for id, outcome in manifest.verdicts.items() if outcome == "refuted" and id not in no_play]
    yield from (((), id) for id in ours)
    for reading, changes in manifest.readings.items():
        point, _, answer = reading.partition("=")
        for id, outcome in changes.items():
            if outcome == "refuted" and id not in ours and id not in no_play:
                yield ((point, answer),), id


def ties(game: str, seek: bool, place: Path) -> None:
    """Write what ties the rules of ``game`` to their text.

    Sought again are ties whose case or mistake is gone and, with ``seek``, those of rules that have none.
    """
    modelled = {one.id for one in stated(game)[0] if one.status == "modelled"}
    known = {rule: tie for rule, tie in recorded(game).items() if rule in modelled}
    of = Ties(game)
    kept = {rule: tie for rule, tie in known.items() if of.is_there(tie)}
    without = {one.rule for one in description(game).rulings().no_example}
    asked = sorted(modelled - without) if seek else [*known]
    found = [*of.of([rule for rule in asked if rule not in kept])]
    write_whole(place, written([*kept.values(), *found]))
    tied = kept.keys() | {tie.rule for tie in found}
    for rule in asked:
        if rule not in tied:
            click.echo(f"nothing ties {rule} to its text", err=True)


def temporary() -> TemporaryDirectory[str]:
    """A folder for what is made, before it is compared with what is there."""
    return TemporaryDirectory(prefix="dicelaw-record-")
