"""Triples of made-up content of each kind: shown where it takes all three, and not where two are enough."""

from types import SimpleNamespace

import pytest
from atlas_meetings import DUEL, played, player

from dicelaw.oracle.atlas.bench import Bench
from dicelaw.oracle.atlas.experiment import AMOUNT, OPEN, ORDER, READING, of_group
from dicelaw.oracle.atlas.following import Followed
from dicelaw.oracle.atlas.triples import seen_in_triple
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.own_content import own_content

BREWER = """
source: a test
statuses:
  - {id: pip, name: Pip, sign: positive, limit: 5}
  - {id: drop, name: Drop, sign: positive, limit: 1, triggers: [{at: upkeep, effect: [gain pip]}]}
  - {id: drip, name: Drip, sign: positive, limit: 1, triggers: [{at: upkeep, effect: [gain pip]}]}
  - id: flood
    name: Flood
    sign: positive
    limit: 1
    triggers: [{at: upkeep, effect: [{if: own 2 pip, do: [deal 5]}]}]
  - id: rain
    name: Rain
    sign: positive
    limit: 1
    triggers: [{at: upkeep, effect: [{if: own 1 pip, do: [deal 1]}, {if: own 2 pip, do: [deal 1]}]}]
hero:
  id: brewer
  name: Brewer
  symbols: [gear, gear, gear, bolt, bolt, coil]
  slots: [whack, spill, duck]
  offense:
    - {slot: whack, name: Whack, level: 1, needs: 3 gear, effect: [damage 8]}
    - slot: spill
      name: Spill
      level: 1
      needs: 2 coil
      effect: [gain drop, gain drip, gain flood, gain rain]
  defense:
    - {slot: duck, name: Duck, level: 1, dice: 3, effect: [prevent 1 per bolt]}
  cards:
    - {id: prime, name: Prime, timing: main, cost: 0, effect: [gain pip]}
    - {id: brew, name: Brew, timing: main, cost: 0, effect: [gain pip]}
    - {id: tally, name: Tally, timing: main, cost: 0, effect: [{if: own 2 pip, do: [deal 2]}]}
    - id: count
      name: Count
      timing: main
      cost: 0
      effect: [{if: own 1 pip, do: [deal 1]}, {if: own 2 pip, do: [deal 1]}]
    - {id: pause, name: Pause, timing: instant, cost: 0, effect: [gain pip]}
"""


@pytest.fixture(scope="module")
def where(tmp_path_factory):
    folder = tmp_path_factory.mktemp("brewer")
    (folder / "brewer.yaml").write_text(BREWER, encoding="utf-8")
    return Bench(description(DUEL).fuzzing(DUEL, own_content(folder)).arena(("brewer", "paladin")))


def seen(where, group, play, mine, theirs=None, start="main-1"):
    """What is seen of three entries in the turn of the Brewer against the Paladin."""
    rows = [player("brewer", health=40, cp=5, **mine), player("paladin", health=40, **theirs or {})]
    setup = {"game": DUEL, "players": rows, "turn": 1, "start": start}
    return [*seen_in_triple(where, played(where.arena, group, setup, play))]


def ordered(where, last):
    hand = ["brewer/prime", "brewer/brew", f"brewer/{last}"]
    play = ["1 play prime", "1 play brew", f"1 play {last}"]
    return seen(where, hand, play, {"hand": hand})


def test_a_third_makes_an_order_matter_that_is_no_matter_without_it(where):
    """Tally asks for two Pips: with Prime two are there after Brew and one before, else never two."""
    found = [one for one in ordered(where, "tally") if one.kind == ORDER]
    (order,) = [one for one in found if one.third == "brewer/prime"]
    assert (order.one, order.other, order.about) == ("brewer/brew", "brewer/tally", "health of player 2")
    assert order.says == (
        "health of player 2: 38 with brewer/brew first, 40 with brewer/tally first; "
        "without brewer/prime 40 and 40"
    )


def test_an_order_that_matters_as_much_without_the_third_is_one_of_two(where):
    """Count deals one for each of two Pips: one more after Brew than before it, with Prime and without."""
    found = [one for one in ordered(where, "count") if one.kind == ORDER]
    assert not [one for one in found if one.third == "brewer/prime"]


def sent_back(where, group, *more):
    play = [
        {"roll": [1, 1, 1, 4, 6]},
        "1 announce whack",
        *more,
        "2 use retribution",
        "1 use protect",
        "2 decline",
    ]
    mine = {"tokens": {"protect": 1}, "hand": ["brewer/pause"]}
    return seen(where, group, play, mine, {"tokens": {"retribution": 1}}, "offense/begin")


BACK = ("status/protect", "status/retribution")


def test_what_only_three_come_to_hangs_on_a_reading(where):
    """Of 8 half is sent back, of which Protect takes 2; an attack taken away deals 1, of which it takes all.

    So three come to -2 + 4 - 0 - 1 = 1 beyond what fewer do. If Protect takes nothing of it, that is
    -4 + 4 + 1 - 1 = 0.
    """
    found = sent_back(where, ("brewer/whack", *BACK))
    (amount,) = [one for one in found if one.kind == AMOUNT]
    assert amount.says == "health of player 1: 38 with all three, where what fewer of them do adds up to 37"
    (hanging,) = [one for one in found if one.kind == READING]
    assert (hanging.about, hanging.readings) == ("sent-back", ("sent-back=apart",))


def test_a_reading_on_which_two_hang_without_the_third_is_one_of_two(where):
    found = sent_back(where, ("brewer/pause", *BACK), "1 play pause")
    assert not [one for one in found if one.kind in (READING, AMOUNT)]


def in_upkeep(where, last):
    group = ("status/drip", "status/drop", f"status/{last}")
    tokens = dict.fromkeys(("drip", "drop", last), 1)
    return seen(where, group, [], {"tokens": tokens}, start="upkeep/begin")


@pytest.mark.parametrize("last", ["flood", "rain"])
def test_an_order_that_a_player_chooses_is_none_that_the_model_picks(where, last):
    """Flood deals 5 after Drop and Drip, else nothing; the Brewer says which comes first."""
    assert not [one for one in in_upkeep(where, last) if one.kind == OPEN]


def laid_out(three, turned):
    """What is seen where A, B and C deal 1 each, and all ``three`` together so much, or ``turned`` round."""
    session = SimpleNamespace(at="end", reader=SimpleNamespace(decisive=None), events=(), over=False)

    def play_of(whole):
        def play(_meeting, gone=()):
            there = tuple(sorted({"a", "b", "c"} - {*gone}))
            health = 40 - (whole if len(there) == 3 else len(there))
            numbers = {("players", "2", "health"): health}
            return Followed(session, numbers, there, frozenset(), {}, (), True, 0)

        return play

    other = SimpleNamespace(play=play_of(turned))
    meeting = SimpleNamespace(group=("a", "b", "c"), items=())
    where = SimpleNamespace(play=play_of(three), turned=other, points={})
    return [*of_group(where, meeting, {AMOUNT, OPEN})]


def test_what_three_come_to_by_how_they_are_laid_out_is_open():
    """They add up to 3, so 5 is 2 of all three; the other way round there is nothing of all three."""
    amount, opened = laid_out(three=5, turned=3)
    assert amount.says == "health of player 2: 35 with all three, where what fewer of them do adds up to 37"
    assert (opened.kind, opened.third) == (OPEN, "c")


@pytest.mark.parametrize("damage", [3, 5])
def test_what_is_the_same_however_three_are_laid_out_is_not_open(damage):
    assert OPEN not in {one.kind for one in laid_out(three=damage, turned=damage)}
