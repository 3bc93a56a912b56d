"""Names are understood however they are written, and things are found by id, beginning or words."""

import json

import pytest
from modelled import MODELLED

from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.oracle.answers import cited
from dicelaw.oracle.dice_masters.opening import table_pack
from dicelaw.oracle.dice_throne.opening import pack_of
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.files import rulings
from dicelaw.oracle.games.games import GAMES, open_points
from dicelaw.oracle.games.statement_coverage import stated, statements
from dicelaw.oracle.suggestions import id_of, meant
from dicelaw.specs.dice_masters.citations import of_edition
from dicelaw.specs.statements import load


def test_every_id_is_what_its_name_stands_for():
    pack = pack_of("later")
    heroes = {hero.id: hero.name for hero in pack.heroes.values()}
    assert {id: id_of(name) for id, name in heroes.items()} == {id: id for id in heroes}
    points = [point for game in MODELLED for point in open_points(game)]
    ids = [
        *GAMES, *(status.id for status in pack.statuses), *table_pack().teams, *table_pack().cards,
        *(one.id for game in ("dice-throne", "dice-masters") for one in load(game)),
        *(name for point in points for name in (point.id, *point.answers)),
        *(slot for hero in pack.heroes.values() for slot in hero.slots),
    ]  # fmt: skip
    assert [id_of(id) for id in ids] == ids


@pytest.mark.parametrize("as_written", ["Moon Elf", "moon elf", "MOON-ELF", "moon-elf"])
def test_a_hero_however_it_is_written(run, tmp_path, as_written):
    assert run("hero", as_written) == run("hero", "moon-elf")
    file = tmp_path / "position.yaml"
    text = "game: {}\nplayers:\n- {{hero: {}, tokens: {{{}: 1}}}}\n- {{hero: Barbarian}}\nreadings: {{{}}}\n"
    file.write_text(
        text.format("Dice Throne", as_written, "Smoke Bomb", "Heal Cap: Healing"), encoding="utf-8"
    )
    found = run("legal", "Dice Throne", file)
    assert found[0] == ExitCode.OK
    file.write_text(
        text.format("dice-throne", "moon-elf", "smoke-bomb", "heal-cap: healing"), encoding="utf-8"
    )
    assert found == run("legal", "dice-throne", file)
    play = ("play", "dice-throne", "--seat", "1=random", "--limit", 5, "--heroes")
    assert run(*play, as_written, "Paladin") == run(*play, "moon-elf", "paladin")


def test_an_unknown_name_is_told_with_the_near_ones(run):
    code, _, err = run("hero", "Moon Elve")
    assert (code, err) == (ExitCode.UNKNOWN_NAME, "error: no hero is called 'moon-elve'; near: moon-elf\n")


TEXTS = {
    "health/heal-cap": "Healing has a cap.",
    "health/zero": "At zero it ends.",
    "cards/cap": "Ten cards.",
}


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        (["Health/Heal Cap"], ["health/heal-cap"]),
        (["health"], ["health/heal-cap", "health/zero"]),
        (["health/"], ["health/heal-cap", "health/zero"]),
        (["cap"], ["health/heal-cap", "cards/cap"]),
        (["cap", "HEALING"], ["health/heal-cap"]),
        (["it ends"], ["health/zero"]),
        (["nosuch"], []),
    ],
)
def test_what_is_meant(asked, ids):
    assert meant(asked, TEXTS) == ids


def test_rules_are_listed_by_their_beginning_and_by_words(run):
    code, out, err = run("rules", "dice-throne", "health/", "--format", "json")
    rows = json.loads(out)
    assert code == ExitCode.OK
    assert len(rows) > 1
    assert all(row["id"].startswith("health/") for row in rows)
    assert err.startswith(f"{len(rows)} statements: ")
    one = run("rules", "dice-throne", "healing", "raise", "beyond")
    assert one == run("rules", "dice-throne", "health/heal-cap")


def test_what_cites_a_rule_is_found_once(run, monkeypatch):
    first = run("rules", "dice-throne", "income/gain-cp")
    monkeypatch.setattr(cited, "_found", lambda _: pytest.fail("looked for again"))
    assert run("rules", "dice-throne", "income/gain-cp") == first


def test_what_is_kept_is_what_is_found():
    found = cited.cited("dice-throne", None)
    _, fresh = stated("dice-throne")
    assert found.carriers == {rule: [*carriers] for rule, carriers in fresh.carriers.items()}
    proved = fresh.properties()
    for rule in ("income/gain-cp", "ultimate/no-opponent-action"):
        assert found.transitions.get(rule, []) == [one.id for one in fresh.transitions(rule)]
        assert found.properties.get(rule, []) == [one.id for one in proved if rule in one.cites]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_statements_of_an_edition(edition):
    ours = [one for one in load("dice-masters") if of_edition(one.source, edition)]
    assert statements(f"dice-masters@{edition}") == ours


@pytest.mark.parametrize("game", MODELLED)
def test_rulings_are_listed_without_playing(run, monkeypatch, game):
    monkeypatch.setattr(rulings, "run", lambda _: pytest.fail("played"))
    code, out, err = run("rulings", game, "--format", "json")
    rows = json.loads(out)["rulings"]
    assert code == ExitCode.OK
    assert len(rows) > 30
    assert all(game in row["games"] for row in rows)
    assert err.startswith(f"{len(rows)} rulings, not played")
    code, out, _ = run("rulings", "ruling/barbarian", "--list")
    assert code == ExitCode.OK
    assert "ruling/barbarian/stun-again\n  Q: " in out


def test_rulings_found_by_words_are_played_where_that_is_wanted(run):
    code, out, err = run("rulings", "Dice Throne", "stun", "again", "--play")
    assert code == ExitCode.OK
    assert "ruling/barbarian/stun-again: agrees\n" in out
    assert err.splitlines()[-1] == "repeat: dicelaw rulings 'Dice Throne' stun again --play"
    code, _, err = run("rulings", "dice-throne", "no", "such", "words")
    assert code == ExitCode.UNKNOWN_NAME
    assert "no ruling has 'no such words' in its id or its text" in err


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (("graph", "Dice Throne", "Offense"), ("graph", "dice-throne", "offense")),
        (("list", "Heroes"), ("list", "heroes")),
        (("chance", "Queue/2", "Over"), ("chance", "queue/2", "over")),
        (
            ("mutate", "Dice Conquest", "--only", "content", "--about", "Champion/Critical", "--sample", "1"),
            ("mutate", "dice-conquest", "--only", "content", "--about", "champion/critical", "--sample", "1"),
        ),
        pytest.param(
            ("mutate", "Dice Throne", "--only", "content", "--about", "Moon Elf/Longbow", "--sample", "1"),
            ("mutate", "dice-throne", "--only", "content", "--about", "moon-elf/longbow", "--sample", "1"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_points_kinds_and_entries_are_named_as_heroes_are(run, written, plain):
    code, out, _ = run(*written)
    expected, others, _ = run(*plain)
    assert (code, out.lower()) == (expected, others.lower())
    assert code != ExitCode.UNKNOWN_NAME
