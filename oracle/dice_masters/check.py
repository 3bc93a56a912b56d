"""`dicelaw check` of teams of Dice Masters: loops, locks, first turns, entries, strength, interactions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.oracle.cli.options import echo_line, told
from dicelaw.oracle.cli.output import say, say_table
from dicelaw.oracle.cli.report_page import write_report
from dicelaw.oracle.cli.told_interactions import interactions, tell_interactions
from dicelaw.oracle.cli.told_strength import matchup_rows
from dicelaw.oracle.cli.told_verdicts import INDENT, tell_verdict
from dicelaw.oracle.cli.watching import watch
from dicelaw.oracle.dice_masters.opening import NEWEST
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.own_content import OwnContent, unchanging
from dicelaw.oracle.games.ports import CheckAsked

if TYPE_CHECKING:
    from pathlib import Path

    from dicelaw.oracle.dice_masters.checked_teams import TeamsFound

WIDTH = 110


def check(content: OwnContent, asked: CheckAsked) -> ExitCode:
    """Tell what is found of the teams in ``content``, again and again where it is watched.

    Gives the exit code.
    """
    if asked.watch:
        watch(content, lambda now: _checked(now, asked))
    return code_of(_checked(content, asked))


def code_of(every: list[TeamsFound]) -> ExitCode:
    """The exit code of all that was found."""
    if any(found.shown for found in every):
        return ExitCode.REFUTED
    return ExitCode.UNDECIDED if any(found.undecided for found in every) else ExitCode.OK


def _checked(content: OwnContent, asked: CheckAsked) -> list[TeamsFound]:
    """What is found of the teams in ``content``, once it is told and written."""
    from dicelaw.oracle.dice_masters.checked_page import page_rows
    from dicelaw.oracle.dice_masters.checked_teams import cards_in_no_team, checked
    from dicelaw.oracle.dice_masters.told_teams import rows_of, summary

    with told() as tell, unchanging(content):
        every = [*checked(content, asked, partial(tell, "checking"))]
        looped = any(found.loops for found in every)
        atlas = interactions(NEWEST, content, asked, tell) if asked.pairs and not looped else None
    for found in every:
        if asked.form == "json":
            for row in rows_of(found, content):
                echo_line(row)
        else:
            _print(found, content, verbose=asked.verbose)
    if left := cards_in_no_team(content):
        _tell_left(left, asked.form)
    if asked.pairs:
        tell_interactions(atlas, asked.form, content)
    if asked.save is not None:
        _save(every, content, asked.save)
    if asked.report is not None:
        about = ", ".join(found.teams.id for found in every)
        write_report(asked.report, about, page_rows(every, content), atlas)
    for found in every:
        says = summary(found)
        if asked.form == "json":
            code = int(code_of([found]))
            echo_line({"teams": found.teams.id, "part": "summary", "says": says, "code": code})
        else:
            say("", says)
    return every


def _print(found: TeamsFound, content: OwnContent, *, verbose: bool) -> None:
    from dicelaw.oracle.dice_masters.card_odds import odds_notes, odds_table, of_odds
    from dicelaw.oracle.dice_masters.told_teams import (
        OF_FIRST,
        OF_LOCKS,
        SAYS,
        SEATS,
        WHERE_SEEN,
        entry_notes,
        how_measured,
        of_entries,
        of_strengths,
        told_loop,
        told_win,
    )

    for one in found.editions:
        tell_verdict(SAYS, one.loops.verdict)
        say(*(f"{INDENT}{row}" for row in told_loop(one.loops, content)))
        tell_verdict(OF_LOCKS, one.locks)
        tell_verdict(OF_FIRST, one.first.verdict)
        say(*(f"{INDENT}{row}" for row in told_win(one.first, content)))
    say(f"{'entries':8} {of_entries(found)}")
    say(*(f"{INDENT}{note}" for note in entry_notes(found)))
    say(f"{INDENT}{WHERE_SEEN}", dim=True)
    say(f"{'odds':8} {of_odds(EDITIONS[-1])}")
    say_table(odds_table(found.odds, EDITIONS[-1]), WIDTH)
    if verbose:
        say(*(f"{INDENT}{note}" for note in odds_notes()), dim=True)
    if found.strengths:
        say(f"strength {of_strengths(found)}")
        for place, strength in zip(SEATS, found.strengths, strict=False):
            say(f"{INDENT}{place}: {how_measured(strength)}", dim=True)
            if verbose:
                say_table(matchup_rows(strength, "games"), WIDTH)


def _tell_left(cards: list[str], form: str) -> None:
    """Tell that ``cards`` are in no team, so that little was found of them."""
    says = "in none of the teams, so only their interactions are looked at; add them to a team"
    if form == "json":
        echo_line({"part": "left-out", "cards": cards, "says": says})
    else:
        say(f"left out {', '.join(cards)}: {says}")


def _save(every: list[TeamsFound], content: OwnContent, path: Path) -> None:
    from dicelaw.oracle.dice_masters.told_teams import played
    from dicelaw.oracle.files.trace import write

    shown = [one for found in every for one in found.shown]
    if shown:
        write(played(shown[0], content), path)
        say(f"wrote {path}", err=True)
    else:
        say(f"no play was found that breaks anything, so nothing was written to {path}", err=True)
