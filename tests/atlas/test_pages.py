"""How plays, amounts and tables are shown on pages, and how far a run is on narrow terminals."""

import io

from rich.console import Console

from dicelaw.oracle.atlas.experiment import named
from dicelaw.oracle.cli.options import progress_columns
from dicelaw.oracle.cli.report_page import paragraph, table
from dicelaw.oracle.html_page import items


def test_indented_rows_are_told_with_the_row_before_them():
    rows = ["damage to Artificer:", "  incoming             4", "  final total          4", "2. <next>"]
    assert items(rows) == (
        "<li>damage to Artificer: incoming 4, final total 4</li>\n<li>2. &lt;next&gt;</li>"
    )


def test_the_arrow_of_a_change_stays_with_what_was_before():
    assert items(["health 50 -> 42"]) == "<li>health 50&nbsp;&rarr; 42</li>"


def test_amounts_are_named_as_one_says_them():
    assert named(("players", "2", "health")) == "health of player 2"
    assert named(("players", "1", "tokens", "concussion")) == "concussion (tokens) of player 1"
    assert named(("players", "2", "field", "nova/1", "attack")) == "attack of nova/1 (field) of player 2"


def test_a_table_can_be_moved_sideways():
    shown = "".join(table([{"against": "monk", "won": "1"}]))
    assert shown.startswith('<div class="wide"><table>')
    assert shown.endswith("</table></div>")


def test_each_sentence_of_a_paragraph_begins_with_a_capital():
    assert paragraph("one thing", "by abilities alone") == (
        '<p>One thing.</p><p class="dim">By abilities alone.</p>'
    )


def _told(width, whole):
    from rich.progress import Progress

    console = Console(width=width, file=io.StringIO())
    bars = Progress(*progress_columns(width), console=console)
    bars.add_task("parts of the triples", total=whole, completed=32)
    with console.capture() as said:
        console.print(bars.get_renderable())
    return said.get().splitlines()


def test_on_a_narrow_terminal_what_is_done_stays_on_one_line():
    (line,) = _told(40, 38)
    assert "parts of the triples 32 of 38 " in line
    (line,) = _told(80, 38)
    assert "━" in line
    assert "32 of 38" in line
