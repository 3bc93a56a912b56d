"""The page of a report on content: one file of HTML that needs nothing else, and the plays beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dicelaw.model.foreign.shown import html_shown as escape
from dicelaw.oracle.cli.output import make_folder, say
from dicelaw.oracle.games.ports import PAGE
from dicelaw.oracle.html_page import TIMELINE, WIDE, html_page, items

if TYPE_CHECKING:
    from dicelaw.checker.verdicts import Verdict
    from dicelaw.oracle.atlas.result import Atlas

PLAYS = "scenarios"
"""The folder with the plays of interactions."""
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
th, td { padding: .15em .9em .15em 0; text-align: right; white-space: nowrap }
th:first-child, td:first-child { text-align: left }
details { margin: .5em 0 } summary { cursor: pointer }
@media (prefers-color-scheme: dark) { body { color: #dde3ea; background: #15191e } .dim { color: #98a4b0 } }
"""


def write_report(folder: Path, about: str, rows: Iterable[str], atlas: Atlas | None) -> None:
    """Write what was found of ``about``, lines of HTML, and what is in ``atlas`` into ``folder``."""
    from dicelaw.checker.files import staged
    from dicelaw.oracle.atlas.result import scenarios

    plays = scenarios(atlas) if atlas is not None else {}
    if plays:
        make_folder(folder / PLAYS)
    files = {folder / PLAYS / name: text for name, text in plays.items()}
    with staged({**files, folder / PAGE: _page(about, rows, atlas)}):
        pass
    say(f"wrote {folder / PAGE}", err=True)


def _page(about: str, rows: Iterable[str], atlas: Atlas | None) -> str:
    from dicelaw.oracle.atlas.own_pairs import notable, of_interactions
    from dicelaw.oracle.atlas.pages import SECTION, section

    body = [*rows]
    if atlas is not None:
        body += ["<h2>What entries do to each other</h2>", f"<p>{escape(of_interactions(atlas))}.</p>"]
        body += [line for one in notable(atlas) for line in section(one, {})]
    return html_page(f"Check of {about}", STYLE + SECTION + TIMELINE + WIDE, body)


def verdict_row(says: str, verdict: Verdict, id: str = "") -> str:
    """What is decided, as a paragraph with a mark; ``id`` is what the row is called elsewhere."""
    outcome, named = verdict.outcome.value, f"{id}: " if id else ""
    return (
        f'<div class="row {outcome}"><p><span class="verdict">{outcome}</span> {escape(says)}</p>'
        f'<p class="dim">{escape(verdict.evidence)}</p>'
        f'<p class="dim">{escape(f"{named}{verdict.scope}")}</p></div>'
    )


def lead(says: str) -> str:
    """All of it in a sentence."""
    return f'<p class="lead">{escape(says)}</p>'


def paragraph(says: str, more: str = "") -> str:
    """What is said and what is added: sentences without periods, which may begin with a small letter."""
    added = f'<p class="dim">{escape(_begun(more))}.</p>' if more else ""
    return f"<p>{escape(_begun(says))}.</p>{added}"


def _begun(says: str) -> str:
    """``says`` with the letter of a sentence that begins."""
    return says[0].upper() + says[1:]


def listed(rows: Sequence[str]) -> str:
    """A list; nothing where there are no rows."""
    return f"<ul>{items(rows)}</ul>" if rows else ""


def folded(says: str, rows: Sequence[str]) -> Iterator[str]:
    """A list that is seen once ``says`` is touched."""
    yield f"<details><summary>{escape(says)}</summary>"
    yield listed(rows)
    yield "</details>"


def table(rows: Sequence[dict[str, str]]) -> Iterator[str]:
    """A table with the names of the columns above."""
    yield '<div class="wide"><table>'
    yield f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in rows[0])}</tr>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row.values())}</tr>"
    yield "</table></div>"
