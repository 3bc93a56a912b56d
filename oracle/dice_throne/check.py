"""Tells whether content with heroes, cards and status effects breaks anything."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dicelaw.model.number_of import number_of
from dicelaw.oracle.answers.policies import players
from dicelaw.oracle.cli.options import echo_line, told
from dicelaw.oracle.cli.output import say, say_marked, say_table
from dicelaw.oracle.cli.report_page import write_report
from dicelaw.oracle.cli.told_interactions import interactions, tell_interactions
from dicelaw.oracle.cli.told_strength import matchup_rows
from dicelaw.oracle.cli.told_verdicts import COLOURS, INDENT, tell_verdict
from dicelaw.oracle.cli.watching import watch
from dicelaw.oracle.dice_throne.opening import EDITIONS, GAME, pack_of
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.own_content import OwnContent, unchanging
from dicelaw.oracle.games.ports import CheckAsked

if TYPE_CHECKING:
    from dicelaw.checker.dice_throne.checking import Found
    from dicelaw.checker.verify.content_row import ContentRow

WIDTH = 110
GAMES = 20
"""How many duels there are with each of our heroes where nobody says."""


def check(content: OwnContent, asked: CheckAsked) -> ExitCode:
    """Tell what is found of ``content``, again and again where it is watched, and give the exit code."""
    if asked.watch:
        watch(content, lambda now: _checked(now, asked))
    return code_of(_checked(content, asked))


def _checked(content: OwnContent, asked: CheckAsked) -> list[Found]:
    """What is found of ``content``, once it is told and written."""
    from dicelaw.checker.dice_throne.checking import checked
    from dicelaw.oracle.dice_throne.checked import summary
    from dicelaw.oracle.dice_throne.checked_page import page_rows
    from dicelaw.oracle.dice_throne.checked_rows import rows_of

    pack_of(EDITIONS[0], content)
    deciding = players(GAME, asked.policy)
    with told() as tell, unchanging(content):
        every = [
            *checked(
                content.folder,
                processes=asked.processes,
                games=GAMES if asked.games is None else asked.games,
                seed=asked.seed,
                players=deciding,
                tell=partial(tell, "checking"),
            )
        ]
        looped = any(one.loop is not None for found in every for one in found.loops)
        atlas = interactions(GAME, content, asked, tell) if asked.pairs and not looped else None
    for found in every:
        if asked.form == "json":
            for row in rows_of(found, content):
                echo_line(row)
        else:
            _print(found, content, verbose=asked.verbose)
    if asked.pairs:
        tell_interactions(atlas, asked.form, content)
    if asked.save is not None:
        _save(every, content, asked.save)
    if asked.report is not None:
        write_report(asked.report, ", ".join(found.name for found in every), page_rows(every, content), atlas)
    for found in every:
        says = summary(found)
        if asked.form == "json":
            row = {"hero": found.hero, "part": "summary", "says": says, "code": int(code_of([found]))}
            echo_line(row)
        else:
            say("", says)
    return every


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
        how_measured,
        of_damage,
        of_entries,
        of_strength,
        told_loop,
        useful_notes,
    )

    say(f"{found.name} ({found.hero})")
    for one in (*found.loops, *found.turns):
        tell_verdict(one.says, one.verdict)
        if isinstance(one, LoopFound) and one.loop is not None:
            say(*(f"{INDENT}{row}" for row in told_loop(one, content)))
    _print_rows(found.rows)
    say(f"{'entries':8} {of_entries(found)}")
    say(*(f"{INDENT}{note}" for note in entry_notes(found)))
    if verbose:
        say(*(f"{INDENT}useful: {note}" for note in useful_notes(found).values()))
    if found.damage is not None:
        say(f"{'damage':8} {of_damage(found.damage)}")
        say(f"{INDENT}{UNDER_WHICH}", dim=True)
    if found.strength is not None:
        say(f"strength {of_strength(found.strength)}")
        say(f"{INDENT}{how_measured(found.strength)}", dim=True)
        if verbose:
            say_table(matchup_rows(found.strength, "duels"), WIDTH)


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
    from dicelaw.oracle.files.trace import write

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
