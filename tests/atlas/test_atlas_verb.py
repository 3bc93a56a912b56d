"""`dicelaw atlas` as a user types it: pages, a run that goes on, exit codes, and wrong input."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from console_blocks import commands_of, departs

from dicelaw.oracle.atlas import exploring, hunt
from dicelaw.oracle.atlas.folder import write
from dicelaw.oracle.atlas.hunt import Explored, Unit, explore, units_of
from dicelaw.oracle.atlas.interaction import Interaction
from dicelaw.oracle.atlas.likely import likely
from dicelaw.oracle.atlas.pages import embedded
from dicelaw.oracle.atlas.result import Atlas, scenario_name
from dicelaw.oracle.cli import main
from dicelaw.oracle.games.description import description

GAME = "dice-throne"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "atlas.md"
WORDS = ["atlas", GAME, "--only", "barbarian/concuss", "--processes", "1"]


class Here:
    """An executor that does at once what it is given."""

    def submit(self, work, *given):
        from concurrent.futures import Future

        future = Future()
        future.set_result(work(*given))
        return future


def interaction(kind="amount", one="a/x", other="b/y", play=("step",), readings=()):
    return Interaction(
        kind, one, other, "says", "", ("r/1",), readings, ("p",), ("1",), play, ("2",), "s: 1\n"
    )


def atlas(*found, pairs=(("a/x", "b/y"), ("a/x", "c/z")), tried=(1, 0)):
    made = Atlas("toy", 0, 1, 1, tried=dict.fromkeys(pairs, 0), waiting=len(pairs))
    made.add(pairs, Explored(tried, found, 10, 1.0))
    return made


def test_of_two_plays_that_show_the_same_the_smaller_one_is_kept():
    made = atlas(interaction(play=("1", "2")), interaction(), interaction(kind="enables"))
    assert [one.play for rows in made.by_pair.values() for one in rows] == [("step",), ("step",)]
    assert (made.counts()["amount"], made.counts()["enables"], made.met, made.left) == (1, 1, 1, 0)


def test_what_was_not_asked_for_is_left_out():
    assert not atlas(interaction(one="q/q")).by_pair


def test_nothing_seen_is_not_called_nothing_there():
    says = " ".join(atlas().summary())
    assert "1 of 2 pairs tried in 1 position; 0 do something to each other" in says
    assert "1 did not come to be used together, so nothing is said of them" in says


def test_a_page_cannot_be_broken_by_a_name(tmp_path):
    nasty = "a/</script><b>"
    made = atlas(interaction(one=nasty), pairs=((nasty, "b/y"),), tried=(1,))
    write(tmp_path / "out", made, lambda _: ("us", "card"), {})
    for page in (tmp_path / "out").rglob("*.html"):
        assert "<b>" not in page.read_text()
    assert json.loads(embedded({"a": "</x>"})) == {"a": "</x>"}


def test_an_atlas_takes_the_place_of_an_older_one_whole(tmp_path):
    out = tmp_path / "out"
    for one in (interaction(), interaction(kind="order")):
        write(out, atlas(one), lambda _: ("us", "card"), {})
    assert [path.name.split("-")[-1] for path in (out / "scenarios").iterdir()] == ["order.yaml"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_each_pair_is_in_one_unit_and_few_games_are_built():
    fuzzing = description("dice-throne").fuzzing("dice-throne", None)
    units, apart = units_of(fuzzing, "dice-throne", 0, {"barbarian/smack"})
    pairs = [pair for unit in units for pair in unit.groups]
    assert len(pairs) == len({*pairs})
    assert all("barbarian/smack" in pair for pair in pairs)
    pairings = {unit.pairing for unit in units}
    assert len(pairings) == len({hero for pairing in fuzzing.pairings for hero in pairing})
    alone = [pair for unit in units if unit.pairing == ("barbarian", "barbarian") for pair in unit.groups]
    assert ("barbarian/smack", "barbarian/thick-skin") in alone
    assert all(entry.startswith(("barbarian/", "passive/barbarian")) for pair in alone for entry in pair)
    assert apart > 0


def test_any_two_cards_of_dice_masters_are_tried_in_few_teams():
    fuzzing = description("dice-masters@2018").fuzzing("dice-masters@2018", None)
    units, _ = units_of(fuzzing, "dice-masters@2018", 0)
    assert sum(len(unit.groups) for unit in units) == 12_246
    assert len({unit.pairing for unit in units}) < 400


def test_a_run_that_is_late_begins_nothing_more(monkeypatch):
    monkeypatch.setattr(hunt, "explored", lambda unit: unit.seed)
    units = [Unit("toy", None, (name,), (("a", "b"),), number) for number, name in enumerate("ppqq")]
    done = []
    for unit, _ in explore(units, [Here(), Here()], lambda: len(done) < 2):
        done.append(unit.pairing)
    assert done == [("p",), ("q",), ("p",)]


def three(**more):
    """Something that takes all of three entries."""
    return replace(interaction(**more), third="c/z")


def test_a_triple_has_its_page_and_its_place_in_the_index(tmp_path):
    made = atlas(interaction())
    group = ("a/x", "b/y", "c/z")
    made.triples = Atlas(
        "toy", 0, 1, 1, 3, tried={group: 0, ("a/x", "b/y", "d/z"): 0}, waiting=2, whole=9, size=3
    )
    made.triples.add([*made.triples.tried], Explored((2, 0), (three(), three(kind="enables")), 20, 1.0))
    write(tmp_path / "out", made, lambda entry: (entry[:1], "card"), {})
    (page,) = (tmp_path / "out" / "triples").iterdir()
    assert "a/x, b/y and c/z come to what no two of them show" in page.read_text()
    assert "a/x and b/y together make possible c/z" in page.read_text()
    index = (tmp_path / "out" / "index.html").read_text()
    assert f'href="triples/{page.name}"' in index
    assert "1 of 2 triples tried in 2 positions; 1 do what no two of them do" in index
    assert "7 less likely ones are not decided" in index
    found = json.loads((tmp_path / "out" / "atlas.json").read_text())["triples"]
    assert (found["triples"], found["chosen"], found["tried"], found["apart"]) == (9, 2, 1, 3)
    assert {one["third"] for one in found["interactions"]} == {"c/z"}
    assert len([*(tmp_path / "out" / "scenarios").iterdir()]) == 3


def test_each_thing_of_three_entries_has_a_file_of_its_own():
    ways = [("a/x", "b/y", "c/z"), ("a/x", "c/z", "b/y"), ("b/y", "c/z", "a/x")]
    found = [
        replace(interaction(kind="order", one=one, other=other), third=third) for one, other, third in ways
    ]
    assert len({scenario_name(one) for one in found}) == len({one.key for one in found}) == 3
    assert three().key == replace(interaction(one="c/z", other="a/x"), third="b/y").key


@pytest.mark.parametrize(
    ("game", "entry"), [("dice-throne", "barbarian/smack"), ("dice-masters@2018", "polymorph")]
)
def test_the_likeliest_triples_come_first_and_with_more_they_are_the_same(game, entry):
    fuzzing = description(game).fuzzing(game, None)
    mates = sorted({one for group in fuzzing.groups({entry}, 2) for one in group} - {entry})[:3]
    pairs = Atlas(game, 0, 0)
    pairs.found = {one.key: one for one in (interaction(one=entry, other=mate) for mate in mates)}
    some, more = (likely(fuzzing, pairs, {entry}, most) for most in (40, 540))
    assert some.whole == more.whole > 540
    groups = [[group for unit in one.units for group in unit.groups] for one in (some, more)]
    assert [len({*one}) for one in groups] == [40, 540]
    assert {*groups[0]} <= {*groups[1]}
    linked = [
        group
        for group in fuzzing.groups({entry}, 3)
        if len({*group} & {*mates}) == 2 and not fuzzing.apart(group)
    ]
    assert {*linked} <= {*groups[0]}
    for unit in more.units:
        assert all(frozenset(fuzzing.entries(unit.pairing)).issuperset(group) for group in unit.groups)
    apart = [group for group in fuzzing.groups({entry}, 3) if fuzzing.apart(group)]
    assert len(apart) == more.apart


def test_any_three_cards_that_can_be_in_one_game_are_in_drawn_teams():
    fuzzing = description("dice-masters@2018").fuzzing("dice-masters@2018", None)
    every = sorted(fuzzing.groups({"polymorph"}, 3))[::7]
    there = [frozenset(fuzzing.entries(pairing)) for pairing in fuzzing.together(every)]
    assert all(any(one.issuperset(group) for one in there) for group in every)


def few(*asked):
    """Two units for a pair each."""
    units, _ = units_of(*asked)
    one = replace(units[0], pairing=("barbarian", "barbarian"))
    others = ("common/get-that-outta-here", "common/what-status-effects")
    return [replace(one, groups=(("barbarian/concuss", other),)) for other in others], 0


def test_more_triples_go_on_from_those_that_were_tried(tmp_path, monkeypatch, capsys):
    explored = []

    def explore(units, _executors, _goes_on):
        for unit in units:
            explored.append(unit)
            yield unit, Explored((1,) * len(unit.groups), (), 10, 0.1)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(exploring, "explore", explore)
    words = [
        "atlas",
        "dice-masters@2018",
        "--only",
        "polymorph",
        "--triples",
        "--processes",
        "1",
        "--format",
        "json",
    ]
    found = []
    for most in ("500", "500", "520"):
        explored.clear()
        assert main([*words, "--most", most, "--out", str(tmp_path / "out")]) == 0
        found.append(json.loads(capsys.readouterr().out)["triples"])
        sizes = {len(group) for unit in explored for group in unit.groups}
        assert (sizes, sum(len(unit.groups) for unit in explored if len(unit.groups[0]) == 3)) == {
            0: ({2, 3}, 500), 1: (set(), 0), 2: ({3}, 20),
        }[len(found) - 1]  # fmt: skip
    assert [(one["triples"], one["chosen"]) for one in found] == [(12_090, 500), (12_090, 500), (12_090, 520)]


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """An atlas of one Global, with its folder; the first run was cut short."""
    folder = tmp_path_factory.mktemp("atlas")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        patch.setattr(hunt, "units_of", few)
        codes = [main([*WORDS, "--out", str(folder / "cut"), "--within", "0.001"])]
        codes.append(main([*WORDS, "--out", str(folder / "out")]))
        yield folder, codes


@pytest.mark.slow
def test_a_run_goes_on_where_it_stopped(kept):
    folder, codes = kept
    assert codes == [7, 0]
    cut, out = (json.loads((folder / name / "atlas.json").read_text()) for name in ("cut", "out"))
    assert (cut["left"], out["left"], out["units"]) == (1, 0, 2)
    assert cut["tried"] == out["kinds"]["amount"] == 1


def test_the_same_command_takes_what_is_kept_and_comes_to_the_same(kept, capsys, monkeypatch):
    folder, _ = kept
    monkeypatch.setattr(exploring, "explore", None)
    before = (folder / "out" / "atlas.json").read_text()
    assert main([*WORDS, "--out", str(folder / "out"), "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["kinds"] == json.loads(before)["kinds"]
    assert (folder / "out" / "atlas.json").read_text() == before
    assert f"repeat: dicelaw atlas {GAME} --out" in err


def test_every_page_that_is_linked_is_there_and_every_scenario_is_accepted(kept, capsys):
    out = kept[0] / "out"
    index = (out / "index.html").read_text()
    linked = set(re.findall(r'href="(pairs/[^"]+)"', index))
    assert linked == {f"pairs/{path.name}" for path in (out / "pairs").iterdir()}
    assert linked
    assert "http" not in index
    for scenario in (out / "scenarios").iterdir():
        assert main(["outcome", GAME, str(scenario)]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["atlas", "dice-throne", "--only", "common/tipit", "--out", "new"], 4, "common/tip-it"),
        (["atlas", "diceland", "--out", "new"], 4, "diceland (Diceland: Dragons) is not modelled yet"),
        (["atlas", "dice-throne"], 2, "--out"),
        (["atlas", "dice-throne", "--triples", "--out", "new"], 2, "there are too many; name an entry"),
        (["atlas", "dice-throne", "--only", "a", "--triples", "--most", "0", "--out", "new"], 2, "--most"),
        (["atlas", "dice-throne", "--out", "new", "--within", "0"], 2, "--within"),
        (["atlas", "dice-throne", "--out", "full"], 3, "this folder has other files"),
        (["atlas", "dice-throne", "--out", "full/file"], 3, "this is a file"),
    ],
)
def test_what_cannot_be_done_is_said_before_any_work(words, code, says, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full/file").write_text("mine")
    assert main(words) == code
    assert says in capsys.readouterr().err
    assert Path("full/file").read_text() == "mine"
    assert not Path("new").exists()


def test_the_page_shows_what_is_printed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    commands = commands_of(PAGE.read_text(encoding="utf-8"))
    assert commands
    assert not [said for one in commands if (said := departs(one, capsys))]
