"""What a check tries of the pairs of the user's own entries: the likeliest, and how many are left."""

from pathlib import Path

import pytest

from dicelaw.oracle.atlas import own_pairs as module
from dicelaw.oracle.atlas.hunt import Explored, likelihood
from dicelaw.oracle.atlas.own_pairs import of_interactions, own_pairs
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.own_content import own_content

SCOUT, NIGHT = Path("examples/content/scout"), Path("examples/content/night-watch")


@pytest.fixture
def tried(monkeypatch):
    """Gives what is to be tried of some content with so many pairs, and the atlas, in which one pair met."""

    def made(game, content, most):
        def fill(atlas, units, *_):
            units_tried.extend(units)
            for unit in units:
                atlas.add(unit.groups, Explored((1, *[0] * (len(unit.groups) - 1)), (), 10, 0.1))

        units_tried = []
        monkeypatch.setattr(module, "fill", fill)
        fuzzing = description(game).fuzzing(game, own_content(content))
        return fuzzing, units_tried, own_pairs(fuzzing, game, 0, most, 1, print)

    return made


@pytest.mark.parametrize(("game", "content"), [("dice-throne", SCOUT), ("dice-masters@2018", NIGHT)])
def test_with_more_pairs_the_first_are_the_same(tried, game, content):
    fuzzing, some, atlas = tried(game, content, 40)
    _, more, _ = tried(game, content, 200)
    assert more[: len(some)] == some
    assert 40 <= len(atlas.tried) < 40 + len(some[-1].groups)
    firsts = [likelihood(fuzzing, unit.groups[0]) for unit in more]
    assert firsts == sorted(firsts, reverse=True)
    for unit in more:
        inner = [likelihood(fuzzing, pair) for pair in unit.groups]
        assert inner == sorted(inner, reverse=True)


def test_pairs_of_two_new_entries_come_first_and_attack_and_defence_where_the_hero_plays_itself(tried):
    fuzzing, units, _ = tried("dice-throne", SCOUT, 96)
    where = {pair: unit.pairing for unit in units for pair in unit.groups}
    assert where["scout/dodge", "scout/shot"] == ("scout", "scout")
    own = [pair for pair in where if {*pair} <= fuzzing.own]
    assert len(own) == 13 * 12 // 2


def test_what_is_not_looked_at_is_counted(tried):
    _, units, atlas = tried("dice-throne", SCOUT, 32)
    pairs = sum(len(unit.groups) for unit in units)
    assert of_interactions(atlas) == (
        f"0 of {len(units)} pairs tried do something to each other; "
        f"{pairs - len(units)} more did not come to be used together, "
        f"{atlas.apart:,} need two turns, {atlas.whole - pairs:,} are not looked at"
    )
    _, _, atlas = tried("dice-throne", SCOUT, 1_000_000)
    assert of_interactions(atlas).endswith(" need two turns, all others are looked at")
