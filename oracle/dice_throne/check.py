"""Tells whether content with heroes, cards and status effects breaks anything."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import echo_line, told
from dicelaw.oracle.cli.output import make_folder, say, say_marked, say_table
from dicelaw.oracle.cli.told_interactions import interactions, tell_interactions
from dicelaw.oracle.dice_throne.opening import EDITIONS, GAME, pack_of
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent, own_content, unchanging
from dicelaw.oracle.games.ports import PAGE, CheckAsked

if TYPE_CHECKING:
    from dicelaw.checker.dice_throne.checking import Found
    from dicelaw.checker.verify.content_row import ContentRow
    from dicelaw.oracle.atlas.result import Atlas

COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow"}
INDENT = " " * 9
BETWEEN = 0.3
"""How many seconds pass between two looks at what is watched."""
WIDTH = 80
PLAYS = "scenarios"
"""The folder with the plays of interactions in a report."""


def takes(content: OwnContent) -> bool:
    """Whether ``content`` has heroes, cards or status effects of this game."""
    from dicelaw.checker.dice_throne.own_content import FIELDS
    from dicelaw.model.content.folder import fields_of

    return bool(FIELDS & fields_of(content.folder))


def check(content: OwnContent, asked: CheckAsked) -> ExitCode:
    """Tell what is found of ``content``, again and again where it is watched, and give the exit code."""
    while asked.watch:
        try:
            _checked(content, asked)
        except UserError as error:
            say("error: " + error.lines[0], *error.lines[1:], err=True)
        content = _changed(content)
    return code_of(_checked(content, asked))


def _checked(content: OwnContent, asked: CheckAsked) -> list[Found]:
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
        atlas = interactions(GAME, content, asked) if asked.interactions and not looped else None
    for found in every:
        if asked.form == "json":
            for row in rows_of(found, content):
                echo_line(row)
        else:
            _print(found, content, verbose=asked.verbose)
    if atlas is not None:
        tell_interactions(atlas, asked.form, content)
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


def _report(every: list[Found], content: OwnContent, folder: Path, atlas: Atlas | None) -> None:
    from dicelaw.checker.files import staged
    from dicelaw.oracle.atlas.result import scenarios
    from dicelaw.oracle.dice_throne.checked_page import page

    plays = scenarios(atlas) if atlas is not None else {}
    if plays:
        make_folder(folder / PLAYS)
    files = {folder / PLAYS / name: text for name, text in plays.items()}
    with staged({**files, folder / PAGE: page(every, content, atlas)}):
        pass
    say(f"wrote {folder / PAGE}", err=True)
