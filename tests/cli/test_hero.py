"""`dicelaw hero` as a user types it: the table, JSON lines, wrong names and levels."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise

import pytest

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.tables.tables import TOP_LEVEL as HIGHEST
from dicelaw.oracle.cli import main
from dicelaw.oracle.cli.hero import TOP_LEVEL, WIDTH
from dicelaw.oracle.errors import ExitCode

PACK = load_pack()
KINDS = ["hero", "offense", "defense", "action", "passive", "upgrade", "card", "idle", "overlap"]


def _rows(capsys, *arguments):
    assert main(["hero", *arguments, "--format", "json"]) == ExitCode.OK
    out, err = capsys.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


def _of(rows, kind):
    return [row for row in rows if row["kind"] == kind]


def _shown(capsys, *arguments):
    assert main(["hero", *arguments]) == ExitCode.OK
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


@pytest.mark.parametrize("name", PACK.heroes)
def test_everything_that_a_hero_has_is_a_line_of_json(capsys, name):
    hero, rows = PACK.heroes[name], _rows(capsys, name)
    assert all(KINDS.index(one["kind"]) <= KINDS.index(other["kind"]) for one, other in pairwise(rows))
    assert [row["id"] for row in _of(rows, "hero")] == [name]
    for kind, abilities in (("offense", hero.offense), ("defense", hero.defense)):
        given = [(row["id"], row["name"], row["space"], row["level"]) for row in _of(rows, kind)]
        assert given == [(one.id, one.name, hero.slots[one.slot], one.level) for one in abilities]
    assert [row["id"] for row in _of(rows, "action")] == [action.id for _, _, action in hero.board]
    assert len(_of(rows, "passive")) == len(hero.passives)
    cards = [(row["id"], row["cost"]) for kind in ("upgrade", "card") for row in _of(rows, kind)]
    assert sorted(cards) == sorted((card.action.id, card.action.cp) for card in hero.cards)
    assert len(_of(rows, "idle")) == 1


@pytest.mark.parametrize("name", PACK.heroes)
def test_chances_are_exact(capsys, name):
    for row in _of(_rows(capsys, name), "offense"):
        chance = Fraction(row["chance"]["numerator"], row["chance"]["denominator"])
        assert row["chance"] == {"numerator": chance.numerator, "denominator": chance.denominator}
        assert Fraction(row["results"], row["of"]) <= chance <= 1
        assert row["of"] == 6**5
        if row["ultimate"]:
            assert (row["results"], chance) == (1, Fraction(91, 216) ** 5)


def test_an_ability_says_what_it_needs_and_does(capsys):
    rows = _of(_rows(capsys, "barbarian"), "offense")
    (bash,) = [row for row in rows if row["name"] == "Crit Bash"]
    assert bash == {
        "kind": "offense", "space": "crit-bash", "level": 1, "id": "barbarian/crit-bash", "name": "Crit Bash",
        "known": True, "needs": "4 pow", "ultimate": False, "does": [
            "inflict 1 Stun on the opponent",
            "then, after a chance to spend tokens and play instants:",
            "deal 5 undefendable damage",
        ],
        "lands": ["inflict 1 Stun on the opponent"], "results": 26, "of": 7776,
        "chance": {"numerator": 12274918019, "denominator": 117546246144},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("level", "idle", "overlap"),
    [
        (1, 1240, {"ids": ["barbarian/crit-bash", "barbarian/rage"], "results": 1}),
        (2, 300, {"ids": ["barbarian/crit-smash", "barbarian/rage"], "results": 1}),
    ],
)
def test_the_level_is_that_of_all_spaces(capsys, level, idle, overlap):
    rows = _rows(capsys, "barbarian", "--level", str(level))
    (nothing,) = _of(rows, "idle")
    assert nothing["level"] == level
    assert nothing["results"] == idle
    last = _of(rows, "overlap")[-1]
    assert {key: last[key] for key in overlap} == overlap
    assert last["every_result_of"] == ["barbarian/rage"]


def test_a_space_without_the_level_has_its_highest(capsys):
    second, third = (_rows(capsys, "barbarian", "--level", level) for level in "23")
    assert [(row["ids"], row["results"]) for row in _of(second, "overlap")] == [
        (row["ids"], row["results"]) for row in _of(third, "overlap")
    ]
    assert "Smack III" in {name for row in _of(third, "overlap") for name in row["names"]}


@pytest.mark.parametrize("name", PACK.heroes)
def test_people_read_tables(capsys, name):
    rows, lines = _rows(capsys, name), _shown(capsys, name)
    assert lines[0].startswith(f"{PACK.heroes[name].name} ({name}): 1")
    assert all(len(line) <= WIDTH for line in lines if not line.startswith(" " * 2))
    (nothing,) = _of(rows, "idle")
    assert any(line.startswith(f"  {nothing['results']} of 7,776 results (") for line in lines)
    for row in _of(rows, "offense"):
        exact = f"{row['chance']['numerator']}/{row['chance']['denominator']}"
        assert any(f"% = {exact}" in line and f" {row['results']} " in line for line in lines)
    for row in _of(rows, "card"):
        assert any(line.split()[:1] == [row["id"]] for line in lines)


def test_people_read_what_overlaps(capsys):
    lines = _shown(capsys, "barbarian", "--level", "2")
    assert "with every space at level 2, or at its highest below" in lines
    assert "  270 meet both Smack II and Overpower II, all those of Overpower II" in lines
    assert any(line.startswith(" crit-bash     2       Crit Smash ") for line in lines)


def test_a_hero_is_found_by_the_printed_name(capsys):
    assert _rows(capsys, "Barbarian") == _rows(capsys, "barbarian")


def test_the_levels_are_those_of_the_model():
    assert TOP_LEVEL == HIGHEST


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["barbarain"], ExitCode.UNKNOWN_NAME, "no hero is called 'barbarain'; near: barbarian"),
        (["barbarian", "--level", "0"], ExitCode.USAGE, "1<=x<=3"),
        (["barbarian", "--level", "4"], ExitCode.USAGE, "1<=x<=3"),
        (["barbarian", "--level", "two"], ExitCode.USAGE, "'two'"),
        (["barbarian", "--format", "xml"], ExitCode.USAGE, "'pretty', 'json'"),
        (["barbarian", "paladin"], ExitCode.USAGE, "paladin"),
        ([], ExitCode.USAGE, "NAME"),
    ],
)
def test_bad_input(capsys, arguments, code, says):
    assert main(["hero", *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
