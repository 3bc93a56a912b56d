"""The line that repeats a run is the command that was typed, without options at their default."""

import click
import pytest

from dicelaw.oracle.cli.repeat import repeat

PROBE = click.Command(
    "probe",
    params=[
        click.Argument(["game"]),
        click.Argument(["file"], required=False),
        click.Option(["--heroes"], nargs=2, default=("barbarian", "paladin")),
        click.Option(["--reading", "readings"], multiple=True),
        click.Option(["--by"], multiple=True, default=("vectors",)),
        click.Option(["--limit"], type=int, default=5000),
        click.Option(["--timeout"], type=float, default=10.0),
        click.Option(["--cache/--no-cache"], default=True),
        click.Option(["--all", "every"], is_flag=True),
        click.Option(["--format", "form"], default="pretty"),
    ],
)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("duel", "duel"),
        ("duel here.yaml --format pretty --heroes barbarian paladin --by vectors", "duel here.yaml"),
        ("--limit 7 duel --format json -- -", "duel - --limit 7 --format json"),
        ("duel --heroes monk barbarian", "duel --heroes monk barbarian"),
        ("duel --reading a=b --reading c=d --by rulings", "duel --reading a=b --reading c=d --by rulings"),
        ("duel --no-cache --all", "duel --no-cache --all"),
        ("duel --cache", "duel"),
        ("duel --timeout 0.5", "duel --timeout 0.5"),
        ("--all -- -duel", "--all -- -duel"),
    ],
)  # fmt: skip
def test_defaults_are_left_out(capsys, typed, said):
    with PROBE.make_context("probe", typed.split()):
        repeat()
    assert capsys.readouterr() == ("", f"repeat: dicelaw probe {said}\n")
    with PROBE.make_context("probe", said.split()):
        repeat()
    assert capsys.readouterr() == ("", f"repeat: dicelaw probe {said}\n")


def test_content_is_named_by_its_folder(run):
    content = ("--content", "examples/content/scout")
    code, _, err = run("play", "dice-throne", "--seat", "1=random", "--limit", 5, *content)
    assert code == 7
    assert err.splitlines()[0] == (
        "repeat: dicelaw play dice-throne --seat 1=random --limit 5 --content examples/content/scout"
    )
