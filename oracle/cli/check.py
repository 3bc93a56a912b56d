"""`dicelaw check`: whether content of a designer breaks anything."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    WHOLE,
    WholeRange,
    echo_line,
    example,
    lines_format_option,
    processes_option,
    told,
)
from dicelaw.oracle.cli.output import say, say_marked, say_table
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.dice_masters.check_globals import check_globals, has_teams
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games import EDITIONS, pack_of
from dicelaw.oracle.own_content import OwnContent, own_content, unchanging

if TYPE_CHECKING:
    from dicelaw.checker.content_row import ContentRow
    from dicelaw.checker.dice_throne.checking import Found
    from dicelaw.oracle.atlas.result import Atlas

COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow"}
INDENT = " " * 9
BETWEEN = 0.3
"""How many seconds pass between two looks at what is watched."""
MOST_GAMES = 100_000
"""More duels than this of one match-up are a slip of the hand."""
WIDTH = 80
PAGE, PLAYS = "index.html", "scenarios"
"""What the page of a report is called, and the folder with the plays of interactions."""


@click.command("check", epilog=example("check examples/content/scout"))
@click.argument(
    "content", type=click.Path(path_type=Path), metavar="CONTENT",
    callback=lambda _context, _argument, place: own_content(place),
)  # fmt: skip
@processes_option
@lines_format_option
@click.option(
    "--save", type=click.Path(path_type=Path), metavar="FILE",
    help="Write the play that shows what breaks here, for `dicelaw replay`.",
)  # fmt: skip
@click.option(
    "--report", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Write one page of HTML with all that was found into this folder.",
)  # fmt: skip
@click.option(
    "--games", type=WholeRange(0, MOST_GAMES), default=20, show_default=True, metavar="N",
    help="By how many duels with each of our heroes the strength is measured.",
)  # fmt: skip
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="Other duels by another seed.")
@click.option("--interactions/--no-interactions", default=True,
              help="Try a sample of what its entries do to others.")  # fmt: skip
@click.option("--verbose", is_flag=True, help="Print the match-ups hero by hero.")
@click.option("--watch", is_flag=True, help="Check again whenever something in CONTENT is saved.")
@click.pass_context
def command(
    ctx: click.Context,
    content: OwnContent,
    processes: int,
    form: str,
    save: Path | None,
    report: Path | None,
    games: int,
    seed: int,
    interactions: bool,
    verbose: bool,
    watch: bool,
) -> None:
    """Say whether the cards, status effects and heroes in CONTENT break anything.

    CONTENT is a folder with content files (*.yaml), or one of them. Of each hero it is decided whether
    there are free loops: acts that can be repeated within a phase, at no net loss and with something gained.
    A loop is shown by a play from the set-up; that there is none is proved from what everything costs and
    does. Then come, in one line, the rows of `dicelaw verify --content`, which entries can be used, and how
    many duels against our heroes are won where both players decide sensibly.

    Of content with teams of Dice Masters it is decided whether their Globals have a free loop.

    Ends with 0 where nothing breaks, with 1 where something does, and with 7 where that is not decided.
    """
    from dicelaw.oracle.trace import check_place

    if save is not None:
        check_place(save)
    if report is not None:
        _make(report)
        check_place(report / PAGE)
    if has_teams(content):
        if save is not None or report is not None or watch:
            raise UserError("--save, --report and --watch are for content of heroes; this has teams")
        code = check_globals(content, form)
        repeat()
        ctx.exit(code)
    asked = _Asked(processes, games, seed, form, save, report, verbose, interactions)
    while watch:
        try:
            _checked(content, asked)
        except UserError as error:
            say("error: " + error.lines[0], *error.lines[1:], err=True)
        content = _changed(content)
    every = _checked(content, asked)
    repeat()
    ctx.exit(code_of(every))


@dataclass(frozen=True)
class _Asked:
    """What is asked for, as the options say it."""

    processes: int
    games: int
    seed: int
    form: str
    save: Path | None
    report: Path | None
    verbose: bool
    interactions: bool


def _checked(content: OwnContent, asked: _Asked) -> list[Found]:
    """What is found of ``content``, once it is told and written."""
    from dicelaw.checker.dice_throne.checking import checked
    from dicelaw.oracle.dice_throne.checked import summary
    from dicelaw.oracle.dice_throne.checked_rows import rows_of

    pack_of(EDITIONS[0], content)
    with told() as tell, unchanging(content):
        every = [
            *checked(
                content.folder,
                processes=asked.processes,
                games=asked.games,
                seed=asked.seed,
                tell=partial(tell, "checking"),
            )
        ]
        looped = any(one.loop is not None for found in every for one in found.loops)
        atlas = _interactions(content, asked) if asked.interactions and not looped else None
    for found in every:
        if asked.form == "json":
            for row in rows_of(found, content):
                echo_line(row)
        else:
            _print(found, content, verbose=asked.verbose)
    if atlas is not None:
        _tell_interactions(atlas, asked.form, content)
    if asked.save is not None:
        _save(every, content, asked.save)
    if asked.report is not None:
        _report(every, content, asked.report, atlas)
    for found in every:
        says = summary(found)
        if asked.form == "json":
            row = {"hero": found.hero, "part": "summary", "says": says, "code": int(code_of([found]))}
            echo_line(row)
        else:
            say("", says)
    return every


def _changed(content: OwnContent) -> OwnContent:
    """What is in the place of ``content`` as soon as it is something else."""
    sys.stdout.flush()
    say(f"watching {content.folder}; end with Ctrl-C", err=True)
    while True:
        time.sleep(BETWEEN)
        try:
            now = own_content(content.folder)
        except UserError:
            continue  # in the middle of being saved, as some editors do
        if now.digest != content.digest:
            return now


def code_of(every: list[Found]) -> ExitCode:
    """The exit code of all that was found."""
    if any(found.broken for found in every):
        return ExitCode.REFUTED
    return ExitCode.UNDECIDED if any(found.undecided for found in every) else ExitCode.OK


def _print(found: Found, content: OwnContent, *, verbose: bool) -> None:
    from dicelaw.checker.dice_throne.free_loops import LoopFound
    from dicelaw.oracle.dice_throne.checked import (
        UNDER_WHICH,
        entry_notes,
        matchup_rows,
        measured,
        of_damage,
        of_entries,
        of_strength,
        told_loop,
    )

    say(f"{found.name} ({found.hero})")
    for one in (*found.loops, *found.turns):
        verdict = one.verdict.outcome.value
        say_marked(f"{verdict:8}", COLOURS.get(verdict), one.says)
        say(f"{INDENT}{one.verdict.scope}; {one.verdict.evidence}", dim=True)
        if isinstance(one, LoopFound) and one.loop is not None:
            say(*(f"{INDENT}{row}" for row in told_loop(one, content)))
    _print_rows(found.rows)
    say(f"{'entries':8} {of_entries(found)}")
    say(*(f"{INDENT}{note}" for note in entry_notes(found)))
    if found.damage is not None:
        say(f"{'damage':8} {of_damage(found.damage)}")
        say(f"{INDENT}{UNDER_WHICH}", dim=True)
    if found.strength is not None:
        say(f"strength {of_strength(found.strength)}")
        say(f"{INDENT}{measured(found.strength)}", dim=True)
        if verbose:
            say_table(matchup_rows(found.strength), WIDTH)


def _print_rows(rows: tuple[ContentRow, ...]) -> None:
    """What holds for any content, and random plays, in a line each; then each row that does not hold."""
    stated = [row for row in rows if not row.id.endswith("/plays")]
    held = [row for row in stated if row.verdict.is_proof]
    mark = "proved" if len(held) == len(stated) else "unknown"
    if any(row.outcome.value == "refuted" for row in stated):
        mark = "refuted"
    count = f"{len(held)} of {number_of(len(stated), 'row')}"
    say_marked(
        f"{mark:8}", COLOURS[mark], f"{count} of `dicelaw verify --content` hold: what holds for any content"
    )
    for row in rows:
        if row not in stated and row.outcome.value != "refuted":
            used = row.verdict.evidence.removeprefix("none was seen; ")
            say(f"{'plays':8} random plays show no fault: {used}")
        elif not row.verdict.is_proof:
            say(f"{INDENT}{row.outcome.value}: {row.id}: {row.says}", f"{INDENT}  {row.verdict.evidence}")


def _save(every: list[Found], content: OwnContent, path: Path) -> None:
    from dicelaw.oracle.dice_throne.checked import played_loop, played_win
    from dicelaw.oracle.trace import write

    for found in every:
        for one in found.loops:
            if one.loop is not None:
                write(played_loop(one, content), path)
                say(f"wrote {path}", err=True)
                return
        if found.first is not None and found.first.heroes is not None:
            write(played_win(found.first, content), path)
            say(f"wrote {path}", err=True)
            return
    say(f"no play was found that breaks anything, so nothing was written to {path}", err=True)


def _make(folder: Path) -> None:
    """Make ``folder``, where it is not there. Raises UserError where that can't be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: this folder cannot be made: {error.strerror}") from None


def _report(every: list[Found], content: OwnContent, folder: Path, atlas: Atlas | None) -> None:
    from dicelaw.checker.files import staged
    from dicelaw.oracle.atlas.result import scenarios
    from dicelaw.oracle.dice_throne.checked_page import page

    plays = scenarios(atlas) if atlas is not None else {}
    if plays:
        _make(folder / PLAYS)
    files = {folder / PLAYS / name: text for name, text in plays.items()}
    with staged({**files, folder / PAGE: page(every, content, atlas)}):
        pass
    say(f"wrote {folder / PAGE}", err=True)


def _interactions(content: OwnContent, asked: _Asked) -> Atlas:
    """A sample of what the entries of ``content`` do to others."""
    from dicelaw.oracle.atlas.sampled import sampled
    from dicelaw.oracle.description import description
    from dicelaw.oracle.games import DUELS

    return sampled(description(DUELS).fuzzing(DUELS, content), DUELS, asked.seed, asked.processes)


def _tell_interactions(atlas: Atlas, form: str, content: OwnContent) -> None:
    from dicelaw.oracle.atlas.sampled import interaction_notes, of_interactions

    if form == "json":
        echo_line({"part": "interactions", "of": atlas.whole, **atlas.as_json()})
        return
    say(f"{'together':8} {of_interactions(atlas)}")
    say(*(f"{INDENT}{note}" for note in interaction_notes(atlas)))
    says = f"all pairs: dicelaw atlas {atlas.game} --content {content.folder} --out DIR"
    say(f"{INDENT}{says}", dim=True)
