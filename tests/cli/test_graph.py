import re

import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.cli.graph import FORMATS
from dicelaw.oracle.errors import ExitCode

BEGINS = {"svg": "<svg ", "mermaid": "flowchart TD\n", "dot": "digraph {\n"}


@pytest.mark.parametrize("form", FORMATS)
def test_a_part_of_the_graph_is_drawn(capsys, form):
    assert main(["graph", "dice-throne", "defense", "--format", form]) == ExitCode.OK
    out, err = capsys.readouterr()
    assert out.startswith(BEGINS[form])
    assert "defense" in out
    assert err == ""


def test_the_whole_graph_is_drawn_without_a_point(capsys):
    assert main(["graph", "dice-throne"]) == ExitCode.OK
    whole = capsys.readouterr().out
    assert main(["graph", "dice-throne", "defense/choose"]) == ExitCode.OK
    assert len(capsys.readouterr().out) < len(whole)
    assert '"setup"' in whole


def test_a_picture_is_written_to_a_file(tmp_path, capsys):
    out = tmp_path / "duel.svg"
    assert main(["graph", "dice-throne", "offense", "--format", "svg", "--out", str(out)]) == ExitCode.OK
    assert out.read_text(encoding="utf-8").endswith("</svg>\n")
    assert capsys.readouterr() == ("", f"wrote {out}\n")


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.svg", "svg"), ("a.SVG", "svg"), ("a.mmd", "mermaid"), ("a.gv", "dot"), ("a", "mermaid")],
)
def test_the_name_of_the_file_says_the_format(tmp_path, name, form):
    out = tmp_path / name
    assert main(["graph", "queue/2", "--out", str(out)]) == ExitCode.OK
    assert out.read_text(encoding="utf-8").startswith(BEGINS[form])
    assert main(["graph", "queue/2", "--format", "dot", "--out", str(out)]) == ExitCode.OK
    assert out.read_text(encoding="utf-8").startswith(BEGINS["dot"])


def test_an_overview_comes_with_a_picture_of_each_phase(tmp_path, capsys):
    out = tmp_path / "turn.svg"
    assert main(["graph", "dice-throne", "--overview", "--out", str(out)]) == ExitCode.OK
    linked = re.findall(r'<a href="([^"]+)"', out.read_text(encoding="utf-8"))
    assert "turn/offense.svg" in linked
    assert {*linked} == {f"turn/{path.name}" for path in (tmp_path / "turn").iterdir()}
    assert capsys.readouterr().err == f"wrote {out} and {len(linked)} pictures of phases\n"
    assert main(["graph", "dice-throne", "--overview"]) == ExitCode.OK
    assert "click" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["dice-thorne"], ExitCode.UNKNOWN_NAME, "dice-throne"),
        (["dice-throne", "offense", "--overview"], ExitCode.USAGE, "leave one out"),
        (["queue/7"], ExitCode.UNKNOWN_NAME, "near: queue/"),
        (["diceland"], ExitCode.UNKNOWN_NAME, "not modelled yet"),
        (["dice-throne", "defence"], ExitCode.UNKNOWN_NAME, "near: defense"),
        (["dice-throne", "defense/chose"], ExitCode.UNKNOWN_NAME, "defense/choose"),
        (["dice-throne", "--format", "png"], ExitCode.USAGE, "'svg', 'mermaid', 'dot'"),
        (["dice-throne", "--reading", "healing=never"], ExitCode.UNKNOWN_NAME, "at-once"),
        (["dice-throne", "--out", "absent/folder/duel.svg"], ExitCode.BAD_INPUT, "cannot be written"),
        (["queue/2", "--out", "absent/queue.png"], ExitCode.USAGE, "name a file that ends with .svg, .mmd"),
    ],
)
def test_bad_input(capsys, arguments, code, says):
    assert main(["graph", *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
