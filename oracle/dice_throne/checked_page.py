"""What was found of content of a designer as lines of a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.checker.dice_throne.checking import Found
from dicelaw.checker.dice_throne.first_win import FirstWin
from dicelaw.checker.dice_throne.free_loops import LoopFound
from dicelaw.checker.dice_throne.locks import LockFound
from dicelaw.checker.duels import Strength
from dicelaw.checker.loops import told_gains
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.model.foreign.shown import html_shown as escape
from dicelaw.oracle.answers.narration import told
from dicelaw.oracle.cli.report_page import folded, lead, listed, paragraph, table, verdict_row
from dicelaw.oracle.cli.told_strength import matchup_rows
from dicelaw.oracle.dice_throne.checked import (
    UNDER_WHICH,
    entry_notes,
    how_measured,
    of_damage,
    of_entries,
    of_strength,
    played_loop,
    played_use,
    played_win,
    summary,
    useful_notes,
)
from dicelaw.oracle.games.observation import lines, standing
from dicelaw.oracle.games.own_content import OwnContent


def page_rows(every: Sequence[Found], content: OwnContent) -> Iterator[str]:
    """The lines of the page."""
    for found in every:
        yield from _hero(found, content)


def _hero(found: Found, content: OwnContent) -> Iterator[str]:
    yield lead(summary(found))
    yield "<h2>Free loops</h2>"
    for one in found.loops:
        yield _row(one)
        if one.loop is not None:
            yield from _loop(one, content)
        yield from _weights(one)
    if found.first is not None:
        yield "<h2>The first turn</h2>"
        yield _row(found.first)
        if found.first.heroes is not None:
            session = played_win(found.first, content)
            yield from folded("The play, from the set-up", [*told(session, session.events)])
    if found.lock is not None:
        yield "<h2>Locks</h2>"
        yield _row(found.lock)
    yield "<h2>Entries</h2>"
    yield paragraph(of_entries(found))
    yield listed(entry_notes(found))
    yield from _uses(found, content)
    if found.damage is not None:
        yield "<h2>Damage</h2>"
        yield paragraph(of_damage(found.damage), UNDER_WHICH)
    if found.strength is not None:
        yield from _strength(found.strength)
    yield "<h2>What holds for any content</h2>"
    for row in found.rows:
        yield _row(row)


def _uses(found: Found, content: OwnContent) -> Iterator[str]:
    """What each entry changes in a play, with that play from its use on."""
    notes = useful_notes(found)
    if notes:
        yield paragraph(
            "Each line below is what an entry changes in a play, beside the same play without what it does"
        )
    for name, one in found.entries.useful.items():
        session = played_use(one, content)
        yield from folded(notes[name], [*told(session, session.events[one.at :])])


def _strength(strength: Strength) -> Iterator[str]:
    """How much was won, against whom."""
    yield "<h2>Strength</h2>"
    yield paragraph(of_strength(strength), how_measured(strength))
    yield from table(matchup_rows(strength, "duels"))


def _row(one: LoopFound | FirstWin | LockFound | ContentRow) -> str:
    return verdict_row(one.says, one.verdict, one.id)


def _loop(one: LoopFound, content: OwnContent) -> Iterator[str]:
    """The loop of ``one``: where it begins, a round, and the play before it."""
    session, loop = played_loop(one, content), one.loop
    assert loop is not None
    begin = session.events[loop.before].before
    length = len(loop.reached.rounds[0].moves)
    point = session.machine.point_of(begin)
    yield f"<p>It begins at {escape(point.id)} ({escape(point.says)}):</p>"
    yield listed(lines(session.name, standing(session, begin)))
    yield f"<p>Each round: {escape(told_gains(dict(loop.gains)))}:</p>"
    yield listed([*told(session, session.events[loop.before : loop.before + length])])
    yield from folded("The play before it, from the set-up", [*told(session, session.events[: loop.before])])


def _weights(one: LoopFound) -> Iterator[str]:
    """What is weighed in the proof of ``one``, for the duel of the hero against itself."""
    if not one.measures:
        return
    weights = one.measures[0].weights
    shown = [f"{good}: {weight}" for good, weight in weights.items() if weight]
    yield from folded("The weights by which every gain is paid for", shown)
