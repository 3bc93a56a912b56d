"""Energy: types, doubles, halves, and what may be paid with it."""

import pytest
from tables import EDITIONS, NEW, OLD, done, offers, played, players, starting

from dicelaw.model.dice_masters.cards.cards import TYPES
from dicelaw.model.kernel.expressions import number
from dicelaw.oracle.errors import UserError


def _main(reserve, play=(), game=NEW, teams="faerun-demo"):
    text = f"teams: {teams}\nplayers:\n  - reserve: {{{reserve}}}\n  - {{}}\n"
    entries = "".join(f"  - {entry}\n" for entry in play)
    return played(text + (f"play:\n{entries}" if play else ""), game)


def test_a_typed_die_wants_energy_of_its_type():
    without = _main("sidekick/1: bolt, sidekick/2: mask, sidekick/3: mask")
    assert "buy hell-hound-minion/1" not in offers(without)
    assert {"buy barkskin/1", "buy banishment/1"} <= offers(without)
    why = without.why_not("buy hell-hound-minion/1")
    assert [need.rule for need in why.unmet] == ["purchase/type-match@2018"]
    assert "buy hell-hound-minion/1" in offers(_main("sidekick/1: fist, sidekick/2: mask"))


def test_wild_energy_stands_for_any_type():
    session = _main("sidekick/1: wild, sidekick/2: mask", ["buy hell-hound-minion/1"])
    assert offers(session) == {"pay 1/sidekick/1 1", "pay 1/sidekick/2 1"}


def test_the_last_energy_must_match_the_type_that_is_still_owed():
    session = _main("sidekick/1: fist, sidekick/2: mask, sidekick/3: mask",
                    ["buy hell-hound-minion/1", "pay 1/sidekick/2 1"])  # fmt: skip
    assert offers(session) == {"pay 1/sidekick/1 1"}


def test_a_typed_double_is_spun_down():
    session = _main("hell-hound-minion: 2 fist, sidekick/1: mask",
                    ["buy barkskin/1", "pay hell-hound-minion/1 1", "pay 1/sidekick/1 1"])  # fmt: skip
    first = players(session)[0]
    assert first["reserve"] == {"hell-hound-minion/1": {"face": "fist"}}
    assert first["out_of_play"] == ["1/sidekick/1"]
    assert first["used"] == ["barkskin/1"]


MIXED = "roman-reigns-the-big-dog/1"
"""A die that shows one energy of each of two types."""


def _mixed(rest, play, game):
    return _main(f"{MIXED}: fist and shield, {rest}", play, game, "prices")


@EDITIONS
@pytest.mark.parametrize(("spent", "left"), [("fist", "shield"), ("shield", "fist")])
def test_of_a_mixed_double_either_half_may_stay(game, spent, left):
    session = _mixed("roman-reigns-the-big-dog/2: level 1", ["field roman-reigns-the-big-dog/2"], game)
    assert offers(session) == {f"half {MIXED} fist", f"half {MIXED} shield"}
    assert players(done(session, f"half {MIXED} {spent}"))[0]["reserve"] == {MIXED: {"face": left}}


def test_each_half_counts_as_one_symbol_of_its_type():
    session = _mixed("lone-wolf: 2 fist", [], NEW)
    t, value = session.game.table, lambda one: session.reader.value(one, session.state)
    mixed, alike = (t.dice.names.index(name) for name in (MIXED, "1/lone-wolf/1"))
    assert [value(t.symbols(mixed, number(kind))) for kind in TYPES] == [1, 0, 0, 1]
    assert [value(t.symbols(alike, number(kind))) for kind in TYPES] == [2, 0, 0, 0]


@EDITIONS
def test_the_half_that_is_spent_must_match_the_type_that_is_still_owed(game):
    white = f"1/{starting(game)}"
    play = ["buy 1/lone-wolf/1", f"pay {white}/1 1", f"pay {white}/2 1"]
    session = _mixed(f"{white}/1: bolt, {white}/2: bolt", play, game)
    assert offers(session) == {f"half {MIXED} fist"}


@EDITIONS
def test_a_mixed_double_pays_both_types_of_a_card(game):
    white = f"1/{starting(game)}"
    others = ", ".join(f"{white}/{place}: bolt" for place in range(1, 5))
    assert "buy roman-reigns-the-big-dog/2" in offers(_mixed(others, [], game))
    paid = ["buy roman-reigns-the-big-dog/2", *(f"pay {white}/{place} 1" for place in range(1, 5))]
    session = _mixed(others, paid, game)
    assert f"pay {MIXED} 2" in offers(session)
    assert "roman-reigns-the-big-dog/2" in players(done(session, f"pay {MIXED} 2"))[0]["used"]


def test_nothing_is_spent_beyond_the_cost():
    session = _main("hell-hound-minion: 2 fist, hell-hound-minion/2: level 2", ["field hell-hound-minion/2"])
    assert offers(session) == {"pay hell-hound-minion/1 1"}


FIELDING = ["field bronze-dragon-apprentice/1", "pay banishment/1 1"]
HALF = "bronze-dragon-apprentice: level 1, banishment: 2 generic, sidekick/1: level 1"


def test_the_newer_rules_keep_half_of_a_generic_double_until_priority_is_passed():
    session = _main(HALF, FIELDING)
    assert players(session)[0]["virtual"] == 1
    assert "field 1/sidekick/1" in offers(session)
    session.decide("pass")
    assert players(session)[0]["virtual"] == 0


def test_by_the_older_rules_it_is_spent_at_once_or_lost():
    session = _main(HALF, FIELDING, OLD)
    assert "field 1/npc/1" not in offers(session)
    why = session.why_not("field 1/npc/1")
    assert [need.rule for need in why.unmet] == ["energy/partial-generic@2016"]
    session.decide("forgo")
    assert "field 1/npc/1" in offers(session)


def test_by_the_older_rules_two_costs_share_a_generic_double():
    two = "bronze-dragon-apprentice: level 1, bronze-dragon-apprentice/2: level 1, banishment: 2 generic"
    session = _main(two,
                    [*FIELDING, "field bronze-dragon-apprentice/2"], OLD)  # fmt: skip
    first = players(session)[0]
    assert len(first["field"]) == 2
    assert not first["reserve"]


@pytest.mark.parametrize("game", [OLD, NEW])
def test_energy_spent_on_the_own_turn_goes_out_of_play(game):
    starting = "npc" if game == OLD else "sidekick"
    session = _main("sidekick/1: bolt, sidekick/2: bolt", ["buy barkskin/1", f"pay {starting}/1 1"], game)
    assert players(session)[0]["out_of_play"] == [f"1/{starting}/1"]


def test_a_card_runs_out_of_dice():
    session = _main("sidekick/1: bolt, sidekick/2: bolt, sidekick/3: bolt, sidekick/4: bolt")
    with pytest.raises(UserError, match="model/alike-dice"):
        session.decide("buy barkskin/2")
