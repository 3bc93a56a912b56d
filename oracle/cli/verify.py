"""`dicelaw verify`: check the properties of the rules, and compare with the verdicts that are expected."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cache_folder import cache_folder
from dicelaw.oracle.cli.options import (
    NAME,
    content_option,
    echo_line,
    example,
    lines_format_option,
    processes_option,
    told,
)
from dicelaw.oracle.cli.output import say, say_marked
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent, unchanging

if TYPE_CHECKING:
    from dicelaw.checker.verify.content_row import ContentRow
    from dicelaw.checker.verify.jobs import Readings
    from dicelaw.checker.verify.report import Change, Row

COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow", "depends-on-reading": "cyan"}
INDENT = " " * 38


@click.command("verify", epilog=example("verify fragments --property fragment/pipeline/any-order"))
@click.argument("games", type=NAME, nargs=-1)
@click.option(
    "--property",
    "ids",
    type=NAME,
    multiple=True,
    metavar="ID",
    help="Only this property; may be given several times.",
)
@click.option(
    "--readings",
    default="known",
    show_default=True,
    type=click.Choice(("known", "all", "none")),
    help="Other readings to ask: those that are known to change a verdict, all, or none.",
)
@processes_option
@lines_format_option
@click.option(
    "--cache/--no-cache", default=True, help="Take what an earlier run found where nothing has changed since."
)
@click.option(
    "--evidence",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write scripts that show each proof, which `dicelaw recheck` checks, into this new folder.",
)
@click.option(
    "--engine",
    "engines",
    type=NAME,
    multiple=True,
    metavar="NAME",
    help="Only this engine; given several times, each decides what it can, and they have to agree.",
)
@content_option
@click.pass_context
def command(
    ctx: click.Context,
    games: tuple[str, ...],
    ids: tuple[str, ...],
    engines: tuple[str, ...],
    readings: Readings,
    processes: int,
    form: str,
    cache: bool,
    evidence: Path | None,
    content: OwnContent | None,
) -> None:
    """Check GAMES, by default everything that is modelled, and print a row for each property.

    The cheap engines try a property first; the others race for what these leave undecided. With --engine each
    engine that can be asked has a row. At the end come the verdicts that other readings change.

    With --content the properties are checked with that content beside ours. After them comes what has to hold
    of the content itself: that proofs about any content hold for it, and the duels of each hero.

    Ends with 0 when every verdict is the expected one, with 1 when one is not or there is none, and with 7
    when all that is unexpected ran out of its budget.
    """
    from dicelaw.checker.verify.jobs import other_readings
    from dicelaw.checker.verify.report import Change, Row
    from dicelaw.checker.verify.verify import verify

    chosen = _games(games)
    _can_be_asked(engines)
    folder = _folder(chosen, content)
    _known(chosen, ids, folder)
    if evidence is not None:
        _make_empty(evidence)
    begin = time.perf_counter()
    rows: list[Row | ContentRow] = []
    changes: list[Change] = []
    with told() as tell, unchanging(content):
        for found in verify(
            chosen, ids or None, processes=processes, readings=readings, content=folder, evidence=evidence,
            kept=cache_folder() if cache else None, engines=engines, tell=partial(tell, "proving"),
        ):  # fmt: skip
            if isinstance(found, Change):
                changes.append(found)
                continue
            rows.append(found)
            if form == "json":
                echo_line(as_json(found) if isinstance(found, Row) else finding_as_json(found))
            elif isinstance(found, Row):
                _print_row(found, first=len(rows) == 1)
            else:
                _print_finding(found)
    if engines and not rows:
        raise UserError(f"nothing that was asked for can be decided by {', '.join(engines)}", ExitCode.USAGE)
    missing = [] if engines else _missing(chosen, ids, rows)
    _report(rows, changes, missing, form, time.perf_counter() - begin, with_findings=not ids)
    if changes and readings != "all" and form == "pretty":
        asked_about = {row.game for row in rows if isinstance(row, Row)}
        left = sum(len(other_readings(game, "all")) for game in asked_about) - len(changes)
        others = number_of(left, "other reading")
        say(f"not asked: {others}, known to change nothing; --readings all asks them")
    repeat()
    ctx.exit(ExitCode.REFUTED if missing else _exit_code(rows, changes))


def _make_empty(folder: Path) -> None:
    """Make ``folder``. Raises UserError where that or writing there can't be done, or something is in it."""
    from dicelaw.checker.evidence.evidence import MANIFEST
    from dicelaw.checker.files import check_writable

    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = any(folder.iterdir())
        check_writable(folder / MANIFEST)
    except OSError as error:
        raise UserError(f"{folder}: this folder cannot be used: {error.strerror}") from None
    if taken:
        raise UserError(f"{folder}: evidence goes into a new or empty folder; this one has files in it")


def _folder(games: list[str], content: OwnContent | None) -> Path | None:
    """The folder of ``content``, which has nothing wrong with it and is about one of ``games``."""
    if content is None:
        return None
    from dicelaw.checker.ports import GAMES, own, takes_content
    from dicelaw.oracle.games.ports import port

    takes = [game for game in GAMES if takes_content(game)]
    asked = [game for game in games if game in takes]
    if not asked:
        says = f"of content of your own for {', '.join(games)} nothing is proved here, only for"
        more = "`dicelaw check` says what is decided of yours"
        raise click.UsageError(f"--content: {says} {', '.join(takes)}; {more}")
    for game in [game for game in asked if own(game, content.folder)] or asked[:1]:
        port(game).check_content(game, content)
    return content.folder


def _games(names: tuple[str, ...]) -> list[str]:
    """The games to check; UserError for one that is unknown or not modelled."""
    from dicelaw.checker.ports import GAMES
    from dicelaw.oracle.games.games import known_game

    for name in names:
        if name not in GAMES:
            known_game(name)
    return [*(names or GAMES)]


def _known(games: list[str], ids: tuple[str, ...], content: Path | None) -> None:
    """UserError for one of ``ids`` that is no row of ``games`` with ``content``."""
    if not ids:
        return
    from dicelaw.checker.ports import own, takes_content
    from dicelaw.checker.verify.jobs import content_rows
    from dicelaw.checker.verify.plans import plan
    from dicelaw.oracle.suggestions import unknown

    known = {one.id for game in games for one in plan(game).properties}
    for game in games:
        if takes_content(game):
            stated = plan(game, (), content).properties
            known = known.union(*content_rows(game, stated, own(game, content)).values())
    for id in ids:
        if id not in known:
            raise unknown("property", id, sorted(known))


def _can_be_asked(engines: tuple[str, ...]) -> None:
    """UserError for an engine that is unknown, or lacks its package."""
    if not engines:
        return
    from dicelaw.checker.verify.engines import BY_NAME
    from dicelaw.oracle.suggestions import unknown

    for name in engines:
        if name not in BY_NAME:
            raise unknown("engine", name, sorted(BY_NAME))
        if not BY_NAME[name].installed:
            package = BY_NAME[name].needs
            raise UserError(f"{name} needs {package}, which is not installed; install dicelaw with `fast`")


def as_json(row: Row) -> dict[str, Any]:
    """``row`` as the JSON object that `--format json` prints."""
    return {
        "game": row.game,
        "property": row.property.id,
        "verdict": row.outcome.value,
        "readings": {reading: outcome.value for reading, outcome in row.readings.items()},
        "expected": row.expected,
        "engine": row.verdict.engine,
        "cost": dict(row.verdict.cost),
        "bounded": row.verdict.bounded,
        "scope": row.verdict.scope,
        "seconds": round(row.seconds, 3),
        "cites": list(row.property.cites),
        "witness": {"goal_steps": row.goal, "breach_steps": _breach(row)},
        "evidence": row.verdict.evidence,
        "says": row.property.says,
    }


def finding_as_json(finding: ContentRow) -> dict[str, Any]:
    """``finding`` as the JSON object that `--format json` prints: the fields of a row."""
    return {
        "game": finding.game,
        "property": finding.id,
        "verdict": finding.outcome.value,
        "readings": {},
        "expected": finding.expected.value,
        "engine": finding.verdict.engine,
        "cost": dict(finding.verdict.cost),
        "bounded": finding.verdict.bounded,
        "scope": finding.verdict.scope,
        "seconds": round(finding.seconds, 3),
        "cites": list(finding.cites),
        "witness": {"goal_steps": None, "breach_steps": _breach(finding)},
        "evidence": finding.verdict.evidence,
        "says": finding.says,
    }


def _breach(row: Row | ContentRow) -> int | None:
    return len(row.verdict.witness.moves) if row.verdict.witness is not None else None


def _print_row(row: Row, *, first: bool) -> None:
    if first:
        say(f"{'verdict':18} {'engine':11} {'s':>6}  property: what holds")
    goal = f"; not vacuous: a play of {number_of(row.goal, 'step')}" if row.goal is not None else ""
    reason = "no play to its goal is known" if row.vacuous else f"expected {row.expected}"
    _print(row, row.property.id, row.property.says, goal, reason)
    if row.readings:
        said = ", ".join(f"{reading}: {outcome.value}" for reading, outcome in row.readings.items())
        say(f"{INDENT}by reading: {said}")


def _print_finding(finding: ContentRow) -> None:
    _print(finding, finding.id, finding.says, "", f"expected {finding.expected.value}")


def _print(row: Row | ContentRow, id: str, says: str, goal: str, reason: str) -> None:
    verdict = row.outcome.value
    mark = " UNEXPECTED" if row.unexpected else ""
    about = f"{row.verdict.engine:11} {row.seconds:6.2f}  {id}{mark}"
    say_marked(f"{verdict:18}", COLOURS.get(verdict), about)
    say(f"{INDENT}{says}")
    say(f"{INDENT}{row.verdict.scope}; {row.verdict.evidence}{goal}", dim=True)
    if row.unexpected:
        say(f"{INDENT}{reason}")


def _missing(games: list[str], ids: tuple[str, ...], rows: list[Row | ContentRow]) -> list[str]:
    """What the manifests of ``games`` expect a verdict on, among ``ids`` if there are some, and have none."""
    from dicelaw.checker.verify.report import Row, expected

    seen = {(row.game, row.property.id) for row in rows if isinstance(row, Row)}
    wanted = ((game, id) for game in games for id in expected(game).verdicts if not ids or id in ids)
    return [f"{game} {id}" for game, id in wanted if (game, id) not in seen]


def _report(
    rows: list[Row | ContentRow],
    changes: list[Change],
    missing: list[str],
    form: str,
    seconds: float,
    *,
    with_findings: bool,
) -> None:
    from dicelaw.checker.verify.report import Row

    unexpected = sum(row.unexpected for row in rows) + sum(change.unexpected for change in changes)
    verdicts = Counter(row.outcome.value for row in rows)
    depends = f", {number} depending on a reading" if (number := verdicts["depends-on-reading"]) else ""
    cached = sum(isinstance(row, Row) and row.cached for row in rows)
    taken = f", {cached} from the cache" if cached else ""
    count = f"{len(rows)} of {number_of(len(rows) + len(missing), 'property', 'properties')}"
    says = f"{count}, {verdicts['proved']} proved{depends}, {unexpected} unexpected{taken}, {seconds:.1f} s"
    if missing:
        says = f"MISSING: {', '.join(missing)}, expected by expected.json\n{says}"
    if form == "json":
        for change in changes:
            echo_line(
                {
                    "game": change.game,
                    "reading": f"{change.point}={change.answer}",
                    "changes": dict(change.changed),
                    "expected": dict(change.expected),
                }
            )
        say(says, err=True)
        return
    if changes:
        say("", "readings: what another answer to an open point refutes or leaves undecided")
        for change in changes:
            mark = " UNEXPECTED" if change.unexpected else ""
            changed = ", ".join(f"{id} ({outcome})" for id, outcome in change.changed.items()) or "nothing"
            say(f"  {change.game}?{change.point}={change.answer}: {changed}{mark}")
        if with_findings:
            _findings([change.game for change in changes])
    say("", says)


def _findings(games: Sequence[str]) -> None:
    """Print the findings in the texts of ``games``, those of several editions once."""
    from dicelaw.checker.ports import port

    found = [*dict.fromkeys(one for game in games for one in port(game).findings)]
    if not found:
        return
    say("", "findings: where the rule text contradicts itself, is silent, or surprises")
    for finding in found:
        say(f"  {finding.id} ({finding.kind}): {finding.says}")
        say(f"    about {', '.join(finding.statements)}; shown by {finding.shown_by}", dim=True)


def _exit_code(rows: list[Row | ContentRow], changes: list[Change]) -> ExitCode:
    odd = [row for row in rows if row.unexpected]
    if not odd and not any(change.unexpected for change in changes):
        return ExitCode.OK
    undecided = bool(odd) and all(row.outcome.value == "unknown" for row in odd)
    return ExitCode.UNDECIDED if undecided and not any(c.unexpected for c in changes) else ExitCode.REFUTED
