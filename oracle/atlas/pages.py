"""The pages of an atlas: one with a matrix of all, and one for each pair or triple that does something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files

from dicelaw.model.foreign.json_text import to_json
from dicelaw.model.foreign.shown import html_shown as escape
from dicelaw.model.number_of import number_of
from dicelaw.oracle.atlas.interaction import KINDS, KINDS_OF_THREE, Interaction
from dicelaw.oracle.atlas.result import Atlas, name_of, scenario_name
from dicelaw.oracle.fuzz.arena import Group
from dicelaw.oracle.fuzz.meetings import NAMES as FOLDERS
from dicelaw.oracle.fuzz.meetings import PAIR
from dicelaw.oracle.html_page import TIMELINE, WIDE, html_page, items

Sort = Callable[[str], tuple[str, str]]
Says = Mapping[str, str]
SECTION = """
section { border-left: 5px solid #9fb0c0; padding: .1em 0 .1em .9em; margin: 1.5em 0 }
section h2 { margin: .2em 0; font-size: 1.15em }
.kind { display: inline-block; border-radius: 4px; padding: 0 .45em; background: #e6ecf2; font-size: .9em }
pre { overflow-x: auto; background: #f2f5f8; padding: .7em; font-size: .85em; overflow-wrap: normal }
details { margin: .5em 0 } summary { cursor: pointer }
@media (prefers-color-scheme: dark) { .kind { background: #2b3642 } pre { background: #20262d } }
"""
"""The style of what is said of an interaction."""
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60em; padding: 1em;
  color: #1c2733; background: #fff; overflow-wrap: anywhere }
h1, h2 { line-height: 1.2 } h1 { font-size: 1.6em } a { color: #1f5fa8 }
.dim { color: #5d6873 } code { font-size: .9em }
.filters { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5em, 1fr)); gap: .6em;
  margin: 1em 0 }
.filters label { display: flex; flex-direction: column; font-size: .9em }
select, input, button { font: inherit; padding: .3em; min-width: 0 }
table { border-collapse: collapse; overflow-wrap: normal }
.matrix td { width: 2.1em; min-width: 2.1em; height: 2.1em; text-align: center; font-size: .75em; padding: 0;
  border: 1px solid #fff; cursor: pointer }
.matrix th { font-weight: 400; font-size: .8em; text-align: right; padding: 0 .4em; white-space: nowrap }
.matrix thead th { vertical-align: bottom; height: 8.5em; padding: 0; position: relative }
.matrix thead th span { position: absolute; bottom: .3em; left: 55%; transform: rotate(-60deg);
  transform-origin: 0 100% }
.matrix td.chosen { outline: 3px solid #c0392b; outline-offset: -3px }
ul.pairs { list-style: none; padding: 0 } ul.pairs li { padding: .35em 0; border-bottom: 1px solid #dde3ea }
@media (prefers-color-scheme: dark) { body { color: #dde3ea; background: #15191e } .dim { color: #98a4b0 }
  a { color: #7db3ee }
  ul.pairs li { border-color: #39424c } .matrix td { border-color: #15191e } }
"""


def group_page(group: Group, rows: Sequence[Interaction], atlas: Atlas, says: Says) -> str:
    """The page of ``group``: each thing that its entries do to each other, with the smallest play found."""
    return html_page(joined(group), STYLE + SECTION + TIMELINE, _group(group, rows, atlas, says))


def joined(group: Group) -> str:
    """The entries of ``group`` in a row."""
    *first, last = group
    return f"{', '.join(first)} and {last}"


def _group(group: Group, rows: Sequence[Interaction], atlas: Atlas, says: Says) -> Iterator[str]:
    yield '<p><a href="../index.html">All of the atlas</a></p>'
    count = atlas.tried.get(group, 0)
    tried = f"tried in {number_of(count, 'position')}" if count else "met where others were tried"
    if atlas.size > PAIR:
        yield "<p>Here is what takes all three; what two of them do is on the page of that pair.</p>"
    yield f'<p class="dim">Seen in plays; {tried}. What was not seen may be there all the same.</p>'
    for one in rows:
        yield from section(one, says)


def section(one: Interaction, says: Says) -> Iterator[str]:
    """What is said of ``one``: the play as a timeline, and its rules as far as something is known of them."""
    yield f'<section><span class="kind">{escape(one.kind_in_words)}</span>'
    yield f"<h2>{escape(one.headline)}</h2><p>{escape(one.says)}.</p>"
    for reading in one.readings:
        yield f"<p>It is otherwise under the reading <code>{escape(reading)}</code>.</p>"
    if one.rules:
        yield "<details><summary>By these rules</summary><ul>"
        for rule in one.rules:
            yield f"<li><code>{escape(rule)}</code> {escape(says.get(rule, ''))}</li>"
        yield "</ul></details>"
    begins = "<br>".join(escape(row) for row in one.begins)
    ends = "<br>".join(escape(row) for row in one.ends)
    yield f'<ol class="play"><li><span class="dim">{begins}</span></li>'
    yield items(one.play)
    yield f'<li><span class="dim">{ends}</span></li></ol>'
    if one.scenario:
        file = scenario_name(one)
        yield f"<details><summary>The play as a file, <code>scenarios/{escape(file)}</code></summary>"
        yield f"<pre>{escape_lines(one.scenario)}</pre></details>"
    yield "</section>"


def escape_lines(text: str) -> str:
    """``text`` of several lines in HTML."""
    return "\n".join(escape(line) for line in text.rstrip("\n").split("\n"))


def index_page(atlas: Atlas, sort: Sort) -> str:
    """The page with the matrix, the filters and the list of pairs."""
    script = files("dicelaw.oracle.atlas").joinpath("atlas.js").read_text("utf-8")
    return html_page(f"What does what in {atlas.game}", STYLE + SECTION + WIDE, _index(atlas, sort, script))


def _index(atlas: Atlas, sort: Sort, script: str) -> Iterator[str]:
    for part in filter(None, (atlas, atlas.triples)):
        yield f"<p>{escape('. '.join(row[0].upper() + row[1:] for row in part.summary()))}.</p>"
    yield '<p class="dim">All of it was seen in plays; entries of which nothing was seen may do something '
    yield "all the same. The number of a square is that of pairs that do something to each other, "
    yield "or of triples with something that no two of them do; a question mark says that none was tried.</p>"
    yield '<div class="filters">'
    if atlas.triples is not None:
        yield '<label>show<select id="size"></select></label>'
    yield '<label>whose<select id="whose"></select></label>'
    yield '<label>and whose<select id="other"></select></label>'
    yield '<label>kind of entry<select id="sort"></select></label>'
    yield '<label>what happens<select id="kind"></select></label>'
    yield '<label>name<input id="name" type="search" placeholder="part of a name"></label></div>'
    yield '<div class="wide"><table class="matrix" id="matrix"></table></div>'
    yield '<h2 id="count"></h2><ul class="pairs" id="pairs"></ul><button id="more" hidden>more</button>'
    yield "<noscript><p>The matrix and the filters need JavaScript; here are all pages.</p><ul>"
    for part in filter(None, (atlas, atlas.triples)):
        for group in part.by_pair:
            place = f"{FOLDERS[part.size]}/{name_of(group)}.html"
            yield f'<li><a href="{place}">{escape(joined(group))}</a></li>'
    yield "</ul></noscript>"
    yield f"<script>const DATA = {embedded(data(atlas, sort))};\n{script}</script>"


def data(atlas: Atlas, sort: Sort) -> dict[str, object]:
    """What the script of the index reads: entries, kinds, and pairs by the numbers of their entries."""
    parts = [atlas, *([] if atlas.triples is None else [atlas.triples])]
    entries = sorted({entry for part in parts for group in (*part.tried, *part.by_pair) for entry in group})
    place = {entry: number for number, entry in enumerate(entries)}
    return {
        "entries": [[entry, *sort(entry)] for entry in entries],
        "sizes": [
            {"folder": FOLDERS[part.size], "kinds": [[kind, means] for kind, means in kinds.items()],
             "rows": [*_rows(part, place)]}
            for part, kinds in zip(parts, (KINDS, KINDS_OF_THREE), strict=False)
        ],
    }  # fmt: skip


def _rows(atlas: Atlas, place: Mapping[str, int]) -> Iterator[list[object]]:
    """Of each group the numbers of its entries, in how many positions it was tried, and what was seen."""
    kinds = [*KINDS]
    for group in sorted({*atlas.tried, *atlas.by_pair}):
        seen = sorted({kinds.index(one.kind) for one in atlas.by_pair.get(group, ())})
        if seen or atlas.tried[group]:
            row: list[object] = [[place[entry] for entry in group], atlas.tried.get(group, 0), seen]
            yield [*row, name_of(group)] if seen else row


def embedded(value: object) -> str:
    """``value`` as JSON that may stand in a script of a page."""
    return to_json(value).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
