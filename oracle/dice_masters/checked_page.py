"""What was found of a designer's teams of Dice Masters as lines of a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.checker.dice_masters.first_win import FirstWin
from dicelaw.checker.dice_masters.free_loops import LoopsFound
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.foreign.shown import html_shown as escape
from dicelaw.oracle.answers.narration import told
from dicelaw.oracle.cli.report_page import folded, lead, listed, paragraph, table, verdict_row
from dicelaw.oracle.cli.told_strength import matchup_rows
from dicelaw.oracle.dice_masters.card_odds import odds_notes, odds_table, of_odds
from dicelaw.oracle.dice_masters.checked_teams import TeamsFound
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
    played,
    summary,
)
from dicelaw.oracle.games.observation import lines, standing
from dicelaw.oracle.games.own_content import OwnContent


def page_rows(every: Sequence[TeamsFound], content: OwnContent) -> Iterator[str]:
    """The lines of the page."""
    for found in every:
        yield lead(summary(found))
        yield "<h2>Free loops</h2>"
        for one in found.editions:
            yield verdict_row(SAYS, one.loops.verdict)
            if one.loops.verdict.witness is not None:
                yield from _loop(one.loops, content)
        yield "<h2>Locks</h2>"
        yield from (verdict_row(OF_LOCKS, one.locks) for one in found.editions)
        yield "<h2>The first turn</h2>"
        for one in found.editions:
            yield verdict_row(OF_FIRST, one.first.verdict)
            if one.first.verdict.witness is not None:
                yield from _win(one.first, content)
        yield "<h2>Entries</h2>"
        yield paragraph(of_entries(found), WHERE_SEEN)
        yield listed(entry_notes(found))
        yield "<h2>Odds</h2>"
        yield paragraph(of_odds(EDITIONS[-1]))
        yield from table(odds_table(found.odds, EDITIONS[-1]))
        yield listed(odds_notes())
        if found.strengths:
            yield from _strengths(found)


def _strengths(found: TeamsFound) -> Iterator[str]:
    """How much was won, against whom."""
    yield "<h2>Strength</h2>"
    yield paragraph(of_strengths(found))
    for place, strength in zip(SEATS, found.strengths, strict=False):
        yield f'<h3>The {place} team</h3><p class="dim">{escape(how_measured(strength))}.</p>'
        yield from table(matchup_rows(strength, "games"))


def _loop(loops: LoopsFound, content: OwnContent) -> Iterator[str]:
    """A loop: where it begins, its rounds, and the play before them."""
    session = played(loops, content)
    begin = session.events[loops.before].before
    yield "<p>It begins here:</p>"
    yield listed(lines(session.name, standing(session, begin)))
    yield "<p>The rounds:</p>"
    yield listed([*told(session, session.events[loops.before :])])
    yield from folded(
        "The play before them, from the set-up", [*told(session, session.events[: loops.before])]
    )


def _win(first: FirstWin, content: OwnContent) -> Iterator[str]:
    """A win before the other decides anything, from the set-up."""
    session = played(first, content)
    yield from folded("The play, from the set-up", [*told(session, session.events)])
