"""Prices: what makes purchases, fieldings and Globals cheaper or dearer, floors, and cards of two types."""

import pytest
from tables import NEW, OLD, offers, played, players

BOLTS = "sidekick/1: bolt, sidekick/2: bolt, sidekick/3: bolt, sidekick/4: bolt, sidekick/5: bolt"
CEREBRA, ROMAN = "buy cerebra-defending-x-haven/1", "buy roman-reigns-the-big-dog/1"


def _main(reserve, field="", play=(), game=NEW, other="{}", **readings):
    text = f"teams: prices\nplayers:\n  - reserve: {{{reserve}}}\n    field: {{{field}}}\n  - {other}\n"
    entries = "".join(f"  - {entry}\n" for entry in play)
    return played(text + (f"play:\n{entries}" if play else ""), game, **readings)


X_MEN = "jubilee-wondra: level 1, hope-summers-messiah-complex: level 1"


def test_a_die_costs_less_for_each_active_card_also_while_it_is_not_active():
    shields = BOLTS.replace("sidekick/1: bolt", "sidekick/1: shield")
    assert CEREBRA in offers(_main(shields, X_MEN))
    two_dice_of_a_card = "jubilee-wondra: level 1, jubilee-wondra/2: level 1"
    assert CEREBRA not in offers(_main(shields, two_dice_of_a_card))


def test_a_text_that_says_so_itself_reduces_by_the_older_rules_too():
    shields = BOLTS.replace("sidekick/1: bolt", "sidekick/1: shield")
    assert CEREBRA in offers(_main(shields, X_MEN, game=OLD))
    assert CEREBRA not in offers(_main(shields, "jubilee-wondra: level 1", game=OLD))


def test_the_older_rules_want_an_active_die_where_the_text_does_not_say_so():
    text = """
teams: prices
turn: 2
players:
  - {}
  - reserve: {sidekick/1: fist}
    field: {dormammu-from-here-to-eternity: level 1%s}
"""
    wolf = "buy 2/lone-wolf/1"
    assert wolf in offers(played(text % "", NEW))
    inactive = played(text % "", OLD)
    assert wolf not in offers(inactive)
    assert "cost/unpayable-not-used" in [need.rule for need in inactive.why_not(wolf).unmet]


@pytest.mark.parametrize("game", [OLD, NEW])
def test_a_die_that_is_fielded_free_needs_no_active_one(game):
    session = _main("lone-wolf: level 3", play=["field 1/lone-wolf/1"], game=game)
    assert players(session)[0]["field"]


def test_an_active_card_makes_others_cheaper():
    with_two = "sidekick/1: bolt, sidekick/2: bolt"
    assert "buy 1/jubilee-wondra/1" not in offers(_main(with_two))
    assert "buy 1/jubilee-wondra/1" in offers(_main(with_two, "cyclops-present-or-accounted-for: level 1"))


def test_an_opposing_card_makes_fielding_dearer_but_for_starting_dice():
    sage = "{field: {sage-psionic-firewall: level 1}}"
    session = _main("jubilee-wondra: level 1, sidekick/1: level 1", other=sage)
    assert "field 1/sidekick/1" in offers(session)
    assert "field 1/jubilee-wondra/1" not in offers(session)
    paid = _main("jubilee-wondra: level 1, sidekick/1: bolt", other=sage,
                 play=["field 1/jubilee-wondra/1", "pay 1/sidekick/1 1"])  # fmt: skip
    assert players(paid)[0]["out_of_play"] == ["1/sidekick/1"]


def test_a_card_makes_fieldings_and_globals_dearer_for_both_players():
    dear = "{field: {dormammu-from-here-to-eternity: level 1}, reserve: {%s}}"
    for own, other in (("sidekick/1: bolt", ""), ("", "sidekick/1: bolt")):
        text = (
            f"teams: prices\nturn: {1 if own else 2}\nplayers:\n"
            f"  - {{field: {{sidekick/8: level 1}}, reserve: {{{own}}}}}\n  - {dear % other}\n"
        )
        assert "global magic-missile" not in offers(played(text))
        assert "global magic-missile" in offers(
            played(text.replace("sidekick/1: bolt", "sidekick/1: bolt, sidekick/2: mask"))
        )


REBATE = ["global blue-eyes", "pay 1/sidekick/1 1", "pay-die 1/sidekick/8"]


def test_the_next_purchase_costs_less_and_only_that_one():
    session = _main(BOLTS, "sidekick/8: level 1", [*REBATE, "buy magic-missile/1", "pay 1/sidekick/2 1"])
    first = players(session)[0]
    assert first["used"] == ["magic-missile/1"]
    assert first["prep"] == ["1/sidekick/8"]
    assert "buy magic-missile/2" in offers(session)
    session.decide("buy magic-missile/2")
    session.decide("pay 1/sidekick/3 1")
    assert "pay 1/sidekick/4 1" in offers(session)


@pytest.mark.parametrize("game", [OLD, NEW])
@pytest.mark.parametrize(
    ("reserve", "asked", "facts"),
    [
        (
            "sidekick/1: fist, sidekick/2: fist",
            "buy bronze-dragon-apprentice",
            ("this takes 4 energy, and 2 can be paid", "what can be paid is fist, fist"),
        ),
        (
            "bronze-dragon-apprentice: level 3, sidekick/1: fist",
            "field bronze-dragon-apprentice/1",
            ("this takes 2 energy, and 1 can be paid",),
        ),
        (
            "sidekick/1: fist, sidekick/2: fist, sidekick/3: bolt, sidekick/4: shield",
            "buy bronze-dragon-apprentice",
            ("what can be paid is fist, fist, bolt, shield",),
        ),
    ],
)
def test_who_cannot_pay_is_told_the_price_and_the_energy(game, reserve, asked, facts):
    text = f"{{teams: faerun-demo, players: [{{reserve: {{{reserve}}}}}, {{}}]}}"
    assert played(text, game).why_not(asked).facts == facts


@pytest.mark.parametrize("game", [OLD, NEW])
def test_a_global_that_costs_a_die_is_not_used_without_one(game):
    session = _main(BOLTS, game=game)
    assert session.why_not("global blue-eyes").facts == ()
    assert "global blue-eyes" not in offers(session)
    assert "cost/unpayable-not-used" in [need.rule for need in session.why_not("global blue-eyes").unmet]


@pytest.mark.parametrize(
    ("game", "readings", "free"),
    [(NEW, {}, False), (OLD, {}, True), (OLD, {"price_floor": "one"}, False)],
)
def test_how_little_a_purchase_may_cost(game, readings, free):
    session = _main("sidekick/1: bolt", "sidekick/8: level 1", REBATE, game, **readings)
    assert ("buy whoever-assemble/1" in offers(session)) == free


@pytest.mark.parametrize(("answer", "free"), [("free", True), ("floor", False)])
def test_a_text_that_makes_a_purchase_free_may_go_before_the_floor(answer, free):
    text = "teams: prices\nturn: 2\nplayers:\n  - {}\n  - field: {dormammu-from-here-to-eternity: level 1}\n"
    session = played(text, NEW, free_purchase=answer)
    assert ("buy 2/lone-wolf/1" in offers(session)) == free


def test_an_affiliation_that_is_named_is_free_to_field_this_turn():
    session = _main("whoever-assemble: action, jubilee-wondra: level 3, roman-reigns-the-big-dog: level 1",
                    play=["act whoever-assemble/1", "name x-men"])  # fmt: skip
    assert "field 1/jubilee-wondra/1" in offers(session)
    assert "field roman-reigns-the-big-dog/1" not in offers(session)


SIX = "sidekick/2: bolt, sidekick/3: bolt, sidekick/4: bolt, sidekick/5: bolt, sidekick/6: bolt"


@pytest.mark.parametrize(
    ("first", "second", "new", "old"),
    [
        ("fist", "bolt", False, True),
        ("fist", "shield", True, True),
        ("wild", "bolt", False, True),
        ("wild", "shield", True, True),
        ("wild", "wild", True, True),
        ("bolt", "bolt", False, False),
    ],
)
def test_a_card_of_two_types_wants_one_of_each_by_the_newer_rules_only(first, second, new, old):
    reserve = f"sidekick/1: {first}, " + SIX.replace("sidekick/2: bolt", f"sidekick/2: {second}")
    for game, offered in ((NEW, new), (OLD, old)):
        session = _main(reserve, game=game)
        assert (ROMAN in offers(session)) == offered
        if not offered:
            rule = f"purchase/type-match@{game[-4:]}"
            assert [need.rule for need in session.why_not(ROMAN).unmet] == [rule]


def test_a_wild_energy_stands_for_whichever_type_is_not_paid_otherwise():
    reserve = f"sidekick/1: wild, {SIX}, roman-reigns-the-big-dog/2: fist"
    paid = ["pay 1/sidekick/2 1", "pay 1/sidekick/3 1", "pay 1/sidekick/4 1", "pay 1/sidekick/5 1"]
    session = _main(reserve, play=[ROMAN, *paid])
    assert offers(session) == {"pay 1/sidekick/1 1", "pay roman-reigns-the-big-dog/2 1"}
    session.decide("pay 1/sidekick/1 1")
    assert offers(session) == {"pay roman-reigns-the-big-dog/2 1"}
