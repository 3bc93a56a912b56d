"""What was found of content of a designer as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.checker.dice_throne.checking import Found
from dicelaw.checker.dice_throne.first_win import FirstWin
from dicelaw.checker.dice_throne.free_loops import LoopFound
from dicelaw.checker.dice_throne.locks import LockFound
from dicelaw.checker.dice_throne.strength import Strength
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.model.foreign.shown import html_shown as escape
from dicelaw.oracle.answers.narration import told
from dicelaw.oracle.atlas.pages import SECTION, section
from dicelaw.oracle.atlas.result import Atlas
from dicelaw.oracle.atlas.sampled import notable, of_interactions
from dicelaw.oracle.dice_throne.checked import (
    UNDER_WHICH,
    entry_notes,
    matchup_rows,
    measured,
    of_damage,
    of_entries,
    of_strength,
    played_loop,
    played_win,
    summary,
)
from dicelaw.oracle.games.observation import lines, standing
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.html_page import TIMELINE, html_page

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 46em; padding: 1em;
  color: #1c2733; background: #fff; overflow-wrap: anywhere }
h1, h2 { line-height: 1.2 } h2 { margin-top: 2em }
.dim { color: #5d6873 } .lead { font-size: 1.2em }
.row { border-left: 5px solid #9fb0c0; padding: .1em 0 .1em .8em; margin: 1em 0 }
.row p { margin: .3em 0 } .verdict { font-weight: 600 }
.proved { border-color: #2e8b57 } .refuted { border-color: #c0392b } .unknown { border-color: #c98a00 }
ol { padding-left: 1.2em } li { margin: .3em 0 }
table { border-collapse: collapse; overflow-wrap: normal }
th, td { padding: .15em .5em .15em 0; text-align: right }
th:first-child, td:first-child { text-align: left }
details { margin: .5em 0 } summary { cursor: pointer }
@media (prefers-color-scheme: dark) { body { color: #dde3ea; background: #15191e } .dim { color: #98a4b0 } }
"""


def page(every: Sequence[Found], content: OwnContent, atlas: Atlas | None = None) -> str:
    """The page, whole; ``atlas`` has what a sample of pairs does to each other."""
    title = f"Check of {', '.join(found.name for found in every)}"
    rows = [line for found in every for line in _hero(found, content)]
    if atlas is not None:
        rows += ["<h2>What entries do to each other</h2>", f"<p>{escape(of_interactions(atlas))}.</p>"]
        rows += [line for one in notable(atlas) for line in section(one, {})]
    return html_page(title, STYLE + SECTION + TIMELINE, rows)


def _hero(found: Found, content: OwnContent) -> Iterator[str]:
    yield f'<p class="lead">{escape(summary(found))}</p>'
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
            yield "<details><summary>The play, from the set-up</summary>"
            yield _list([*told(session, session.events)])
            yield "</details>"
    if found.lock is not None:
        yield "<h2>Locks</h2>"
        yield _row(found.lock)
    yield "<h2>Entries</h2>"
    yield f"<p>{escape(of_entries(found))}.</p>"
    yield _list(entry_notes(found))
    if found.damage is not None:
        yield "<h2>Damage</h2>"
        says = of_damage(found.damage)
        yield f'<p>{escape(says[0].upper() + says[1:])}.</p><p class="dim">{escape(UNDER_WHICH)}.</p>'
    if found.strength is not None:
        yield from _strength(found.strength)
    yield "<h2>What holds for any content</h2>"
    for row in found.rows:
        yield _row(row)


def _strength(strength: Strength) -> Iterator[str]:
    """How much was won, against whom."""
    yield "<h2>Strength</h2>"
    says = of_strength(strength)
    yield f'<p>{escape(says[0].upper() + says[1:])}.</p><p class="dim">{escape(measured(strength))}.</p>'
    rows = matchup_rows(strength)
    yield f"<table><tr>{''.join(f'<th>{escape(name)}</th>' for name in rows[0])}</tr>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row.values())}</tr>"
    yield "</table>"


def _row(one: LoopFound | FirstWin | LockFound | ContentRow) -> str:
    verdict = one.verdict.outcome.value
    return (
        f'<div class="row {verdict}"><p><span class="verdict">{verdict}</span> {escape(one.says)}</p>'
        f'<p class="dim">{escape(one.verdict.evidence)}</p>'
        f'<p class="dim">{escape(one.id)}: {escape(one.verdict.scope)}</p></div>'
    )


def _loop(one: LoopFound, content: OwnContent) -> Iterator[str]:
    """The loop of ``one``: where it begins, a round, and the play before it."""
    session, loop = played_loop(one, content), one.loop
    assert loop is not None
    begin = session.events[loop.before].before
    length = len(loop.reached.rounds[0].moves)
    point = session.machine.point_of(begin)
    yield f"<p>It begins at {escape(point.id)} ({escape(point.says)}):</p>"
    yield _list(lines(session.name, standing(session, begin)))
    gains = ", ".join(f"{some} {name}" for name, some in loop.gains)
    yield f"<p>A round gains {escape(gains)}:</p>"
    yield _list([*told(session, session.events[loop.before : loop.before + length])])
    yield "<details><summary>The play before it, from the set-up</summary>"
    yield _list([*told(session, session.events[: loop.before])])
    yield "</details>"


def _weights(one: LoopFound) -> Iterator[str]:
    """What is weighed in the proof of ``one``, for the duel of the hero against itself."""
    if not one.measures:
        return
    weights = one.measures[0].weights
    shown = [f"{good}: {weight}" for good, weight in weights.items() if weight]
    yield "<details><summary>The weights by which every gain is paid for</summary>"
    yield _list(shown)
    yield "</details>"


def _list(rows: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(row)}</li>' for row in rows)}</ul>" if rows else ""
