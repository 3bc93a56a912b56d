"""What cards of Dice Masters say about themselves: never used, of no use, worse, and limits."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from made_up_cards import HEALS, HURTS, PLAIN, a_basic, a_card, an_altar, judged_of, loaded

from dicelaw.checker.dice_masters.first_turn import Bound, bound
from dicelaw.checker.dice_masters.judged import judged
from dicelaw.checker.dice_masters.loop_dice import Dice
from dicelaw.model.dice_masters.cards.cards import Op, Step
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.effects.words import Word
from dicelaw.oracle.errors import ExitCode


@pytest.mark.parametrize(
    ("one", "other", "basics", "why"),
    [
        ({"when": {"fielded *": ["gain 1 life"]}}, {}, (), "no level of it shows exactly one burst"),
        (
            {"when": {"fielded *": ["gain 1 life"]}, "levels": ["1 1 1", "1 2 2 **", "1 3 3 **"]}, {}, (),
            "no level of it shows exactly one burst",
        ),
        (
            {"when": {"fielded": ["gain 1 life"], "fielded *": ["gain 2 life"]},
             "levels": ["1 1 1 *", "1 2 2 *", "1 3 3 *"]}, {}, (),
            "each of its levels shows one burst, for which it has another effect",
        ),
        (
            {"when": {"own villain die ko'd": ["gain 1 life"]}}, {}, (),
            "no character of its player is villain",
        ),
        (
            {"when": {"you are damaged by an effect": ["gain 1 life"]}}, {}, (HEALS,),
            "no effect in these teams deals damage",
        ),
        (
            {"when": {"opponent targets this": ["gain 1 life"]}}, {}, (HEALS,),
            "nothing in these teams chooses dice",
        ),
        ({"keywords": ["attune"]}, {}, (), "there are no action dice in these teams"),
        (
            {"interrupts": [{"does": "prevent 1 from you", "source": "action die"}]}, {}, (HEALS,),
            "no action die in these teams deals damage",
        ),
        (
            {"interrupts": [{"does": "prevent 1 from you", "source": "global"}]}, {}, (HURTS,),
            "no Global in these teams deals damage",
        ),
        (
            {"interrupts": [{"does": "prevent 1 from you", "from_type": "fist"}]}, {}, (),
            "no character in these teams is of the type fist",
        ),
    ],
)  # fmt: skip
def test_what_can_never_be_used_has_its_reason(tmp_path, one, other, basics, why):
    known = judged_of(tmp_path, [a_card("odd", **one)], [a_card("rival", **other)], basics)
    ((name, says),) = known.never.items()
    assert name.startswith("odd: ")
    assert says.startswith(why)


@pytest.mark.parametrize(
    ("one", "other", "basics"),
    [
        ({"when": {"fielded *": ["gain 1 life"]}, "levels": ["1 1 1", "1 2 2 *", "1 3 3"]}, {}, ()),
        (
            {"when": {"fielded": ["gain 1 life"], "fielded *": ["gain 2 life"]},
             "levels": ["1 1 1", "1 2 2 *", "1 3 3 *"]}, {}, (),
        ),
        ({"when": {"own villain die ko'd": ["gain 1 life"]}, "affiliations": ["villain"]}, {}, ()),
        (
            {"when": {"own rival die ko'd": ["gain 1 life"]}},
            {"when": {"attacks": ["control opposing die"]}}, (),
        ),
        ({"when": {"you are damaged by an effect": ["gain 1 life"]}}, {}, (HURTS,)),
        ({"when": {"you are damaged by an effect": ["gain 1 life"]}}, {"keywords": ["infiltrate"]}, ()),
        ({"when": {"opponent targets this": ["gain 1 life"]}}, {}, (HURTS,)),
        ({"keywords": ["attune"]}, {}, (HEALS,)),
        ({"interrupts": [{"does": "prevent 1 from you", "source": "action die"}]}, {}, (HURTS,)),
        ({"interrupts": [{"does": "prevent 1 from you", "from_type": "fist"}]}, {"type": "fist"}, ()),
        (
            {"interrupts": [
                {"does": "prevent 1 from you", "source": "combat"},
                {"does": "prevent 1 from you", "source": "global"},
            ]}, {}, (),
        ),
    ],
)  # fmt: skip
def test_what_may_be_used_is_not_said_to_be_never(tmp_path, one, other, basics):
    assert judged_of(tmp_path, [a_card("odd", **one)], [a_card("rival", **other)], basics).never == {}


def test_an_action_die_that_leaves_does_not_wait_for_attacks(tmp_path):
    waits = {"opponent attacks or not": ["gain 1 life"]}
    known = judged_of(tmp_path, [PLAIN], [PLAIN], [a_basic("trap", when=waits)])
    assert known.never == {
        "trap: opponent attacks or not": "its die does not stay in play, as it is not continuous"
    }
    stays = a_basic("trap", when=waits, keywords=["continuous"])
    assert judged_of(tmp_path, [PLAIN], [PLAIN], [stays]).never == {}


def test_the_opponent_has_characters_to_field_or_not(tmp_path):
    """The limit: of one player's cards some are characters, and the other player has none."""
    waits = a_card("host", when={"opponent fields a character": ["gain 1 life"]})
    action = {"id": "plan", "name": "Plan", "cost": 2, "type": "bolt", "source": "a test"}
    known = judged_of(tmp_path, [waits], [action])
    assert known.never == {
        "host: opponent fields a character": "the other player has no characters but starting dice"
    }
    assert judged_of(tmp_path, [waits], [waits]).never == {}


def test_a_global_needs_something_to_be_about(tmp_path):
    """By the older rules it may be paid for all the same."""
    again = {"id": "again", "cost": 1, "does": ["reroll continuous die"]}
    known = judged_of(tmp_path, [PLAIN], [PLAIN], [a_basic("altar", globals=[again])])
    assert known.useless == {"global/again": "no die in these teams stays in play"}
    stays = a_basic("altar", globals=[again], keywords=["continuous"])
    assert judged_of(tmp_path, [PLAIN], [PLAIN], [stays]).useless == {}


USELESS = [
    (
        {"when": {"fielded": ["damage 1 to opponent per active villain"]}}, "fielded",
        "no card in these teams is villain",
    ),
    ({"bonuses": [{"attack": 1, "to": "own characters", "of": "villain"}]}, "+1A to own", "no card in these"),
    ({"bonuses": [{"to": "self"}]}, "+0 to self", "it gives nothing"),
    ({"bonuses": [{"attack": 1, "to": "self", "per": "odd"}]}, "+1A to self per odd", "no other card in"),
    ({"bonuses": [{"attack": 1, "to": "equipped"}]}, "+1A to equipped", "its die is no gear"),
    ({"prices": [{"priced": "global", "dice": "own", "less": 1}]}, "global of own", "there are no Globals"),
    (
        {"prices": [{"priced": "field", "dice": "this", "less": 1}], "levels": ["0 1 1", "0 2 2", "0 3 3"]},
        "field of this: 1 less", "fielding costs nothing anyway",
    ),
    ({"keywords": ["experience"]}, "experience", "no card in these teams is monster"),
    ({"keywords": ["anti-breath weapon"]}, "anti-breath weapon", "no card in these teams has breath weapon"),
    ({"guard": {"amount": 1, "source": "action die"}}, "guard", "no action die in these teams"),
    ({"returns": True}, "returns", "no level of it shows exactly one burst"),
    ({"fabricate": "2-9"}, "fabricate", "2 characters of these teams cost 6 together at most"),
    ({"levels": ["1 1 1", "1 2 2", "1 3 3 *"]}, "bursts", "nothing on the card is for faces with bursts"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "name", "why"), USELESS)
def test_what_never_changes_anything_has_its_reason(tmp_path, one, name, why):
    known = judged_of(tmp_path, [a_card("odd", **one)], [PLAIN], [HEALS])
    ((found, says),) = known.useless.items()
    assert found.startswith(f"odd: {name}")
    assert why in says


@pytest.mark.parametrize(
    "one",
    [
        {"when": {"fielded": ["damage 1 to opponent per active villain"]}, "affiliations": ["villain"]},
        {"when": {"fielded": ["damage 1 to opponent per active villain", "gain 1 life"]}},
        {"bonuses": [{"attack": 1, "to": "own characters", "of": "plain"}]},
        {"bonuses": [{"attack": 1, "to": "own characters"}]},
        {"bonuses": [{"attack": 1, "to": "self", "per": "plain"}]},
        {"prices": [{"priced": "field", "dice": "this", "less": 1}]},
        {"keywords": ["swarm"]},
        {"guard": {"amount": 1, "source": "combat"}},
        {"fabricate": "2-6"},
        {"levels": ["1 1 1", "1 2 2", "1 3 3 *"], "when": {"fielded *": ["gain 1 life"]}},
        {"levels": ["1 1 1", "1 2 2", "1 3 3 *"], "returns": True},
    ],
)
def test_what_may_change_something_is_not_said_to_be_useless(tmp_path, one):
    assert judged_of(tmp_path, [a_card("odd", **one)], [PLAIN], [HEALS]).useless == {}


@pytest.mark.parametrize("word", ["control opposing die", "copy opposing die"])
def test_the_other_players_die_of_the_same_card_is_another_one(tmp_path, word):
    """Whoever controls or becomes it has two cards of that name."""
    odd = a_card("odd", bonuses=[{"attack": 1, "to": "self", "per": "odd"}])
    taker = a_card("taker", when={"fielded": [word]})
    found = {"odd: +1A to self per odd": "no other card in these teams is odd"}
    assert judged_of(tmp_path, [odd], [odd]).useless == found
    assert judged_of(tmp_path, [odd, taker], [PLAIN]).useless == found
    assert judged_of(tmp_path, [odd, taker], [odd]).useless == {}


def test_of_cards_with_a_word_of_ones_own_nothing_is_certain(tmp_path):
    """It may damage, choose, move or copy dice; as a Global also in the first turn."""
    one = a_card("odd", when={"fielded *": ["gain 1 life"]}, keywords=["experience"])
    _, teams = loaded(tmp_path, [one], [PLAIN], [an_altar(["gain 1 life"])])
    (card, _), (altar,) = teams.seats[0][0], teams.basics
    assert judged(teams, [card], load_pack()).never
    word = Word("of the test", 99, ("of the test",), "it does anything")
    own = (Step(Op.of(word)),)
    (ability,) = altar.globals
    also = replace(teams, basics=(replace(altar, globals=(replace(ability, program=own),)),))
    known = judged(also, [card], load_pack())
    assert (known.never, known.useless) == ({}, {})
    assert bound(Dice(also), 3) == Bound(None, ("nothing is known of what global/altar brings",))
    assert bound(Dice(teams), 3).harm == 3


def test_a_single_die_cannot_swarm(tmp_path):
    swarm = a_card("odd", keywords=["swarm"])
    assert judged_of(tmp_path, [swarm], [PLAIN], dice=1).useless == {
        "odd: swarm": "there is but one die of it"
    }


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ({"levels": ["1 1 1", "1 2 2", "1 3 2"]}, {}),
        ({"levels": ["1 1 1", "2 2 2", "1 3 3"]}, {}),
        ({}, {"when": {"fielded": ["gain 1 life"]}}),
        ({"when": {"fielded": ["gain 1 life"]}}, {"when": {"fielded": ["gain 2 life"]}}),
        (
            {"when": {"fielded": ["may pay 2", "gain 2 life"]}},
            {"when": {"fielded": ["may pay 1", "gain 2 life"]}},
        ),
        (
            {"bonuses": [{"attack": 1, "to": "self"}]},
            {"bonuses": [{"attack": 1, "defense": 1, "to": "self"}]},
        ),
        ({}, {"guard": {"amount": 1, "source": "combat"}}),
        ({"maximum": 3}, {}),
    ],
)  # fmt: skip
def test_a_card_that_is_worse_in_every_respect_names_the_better_one(tmp_path, worse, better):
    known = judged_of(tmp_path, [a_card("poor", **worse)], [a_card("good", **better)])
    assert known.worse == {"poor": "good"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {}),
        ({"cost": 4}, {}),
        ({"type": "fist", "levels": ["1 0 1", "1 2 2", "1 3 3"]}, {}),
        ({"levels": ["1 1 1", "1 2 2", "1 3 2"]}, {"affiliations": ["villain"]}),
        ({"levels": ["0 1 1", "1 2 2", "1 3 2"]}, {}),
        ({"levels": ["1 1 1", "1 2 2", "1 3 2"], "when": {"ko'd": ["gain 5 life"]}},
         {"when": {"ko'd": ["gain 5 life"]}}),
        ({"when": {"ko'd": ["gain 5 life"]}},
         {"when": {"ko'd": ["gain 5 life"]}, "bonuses": [{"defense": 1, "to": "self"}]}),
        ({"when": {"ko'd": ["gain 5 life"], "fielded": ["+1D to this die"]}},
         {"when": {"ko'd": ["gain 5 life"], "fielded": ["+2D to this die"]}}),
        ({}, {"when": {"fielded": ["damage 1 to each player"]}}),
        ({}, {"when": {"fielded": ["may pay 1", "gain 1 life"]}}),
        ({}, {"when": {"fielded": ["damage 2 to die"]}}),
        ({"when": {"fielded": ["damage 1 to die"]}}, {"when": {"fielded": ["damage 2 to die"]}}),
        ({}, {"globals": [{"id": "more", "cost": 1, "does": ["gain 1 life"]}]}),
        ({"levels": ["1 1 1", "1 2 2", "1 3 2"]}, {"departs": "something is left out"}),
        ({"levels": ["1 1 1", "1 2 2", "1 3 2"]},
         {"when": {"fielded": ["damage 1 to opponent per active odd"]}}),
    ],
)  # fmt: skip
def test_a_card_with_anything_of_its_own_is_not_worse(tmp_path, one, other):
    """The last: a name that some effect counts is something of its own."""
    assert judged_of(tmp_path, [a_card("odd", **one)], [a_card("rival", **other)]).worse == {}


def test_amounts_that_run_into_limits_say_whose_they_are(tmp_path):
    many = ["damage 9 to opponent per opposing die", "gain 9 life per active villain"]
    cards = [
        a_card("deep", when={"fielded": many}, affiliations=["villain"]),
        a_card("wide", when={"ko'd": ["return this die on level 5"], "attacks": ["spin up this die"] * 3}),
        a_card("crowd", when={"fielded": ["field a token"] * 5},
              token={"id": "fan", "name": "Fan", "attack": 1, "defense": 1}),
        a_card("fair", when={"fielded": ["gain 8 life"], "ko'd": ["return this die on level 3"],
                            "attacks": ["spin up this die"] * 2}),
        a_card("cheap", prices=[{"priced": "field", "dice": "this", "less": 2}]),
        a_card("right", prices=[{"priced": "field", "dice": "this", "less": 1}]),
    ]  # fmt: skip
    sale = a_basic("sale", when={"used": ["next purchase costs 4 less"]})
    known = judged_of(tmp_path, cards, [PLAIN], [sale], life=8)
    assert {(one.entry, one.says, one.some, one.most, one.of_rules) for one in known.limits} == {
        ("deep: fielded", "damage", 9 * 10, 63, False),
        ("deep: fielded", "life", 9, 8, True),
        ("wide: ko'd", "levels", 5, 3, True),
        ("wide: attacks", "levels by which this die rises", 3, 2, True),
        ("crowd: fielded", "tokens of one card", 5, 4, False),
        ("cheap: field of this: 2 less", "energy to be taken off", 2, 1, True),
        ("sale: used", "energy to be taken off", 4, 3, True),
    }


def test_a_price_that_others_raise_is_what_a_rebate_is_off(tmp_path):
    sale = a_basic("sale", when={"used": ["next purchase costs 4 less"]})
    taxes = a_card("tax", prices=[{"priced": "purchase", "dice": "any", "more": 2}])
    assert judged_of(tmp_path, [PLAIN], [PLAIN], [sale]).limits
    assert judged_of(tmp_path, [taxes], [PLAIN], [sale]).limits == ()


def test_our_teams_have_nothing_that_is_never_used():
    """But for Flaming Sword, which two teams try without anybody to wear it."""
    pack = load_pack()
    for teams in pack.teams.values():
        cards = dict.fromkeys(
            (*(card.id for row in teams.seats for card, _ in row), *(card.id for card in teams.basics))
        )
        known = judged(teams, [pack.cards[id] for id in cards], pack)
        assert (known.never, known.worse, known.limits) == ({}, {}, ())


def test_the_rows_are_told_with_their_play(run, tmp_path):
    card = a_card("odd", when={"fielded *": ["gain 1 life"]}, keywords=["experience"])
    loaded(tmp_path, [card], [PLAIN], [an_altar(["damage 7 to opponent"])])
    saved, report = tmp_path / "win.jsonl", tmp_path / "report"
    words = ("--games", "0", "--no-interactions")
    path = tmp_path / "made-up.yaml"
    code, out, _ = run("check", path, *words, "--save", saved, "--report", report)
    assert code == ExitCode.REFUTED
    rows = out.splitlines()
    assert "         never: odd: fielded *: no level of it shows exactly one burst" in rows
    assert "         of no use: odd: experience: no card in these teams is monster" in rows
    assert rows[-1] == ("made-up: breaks something: who goes first can win before the other decides anything")
    page = (report / "index.html").read_text(encoding="utf-8")
    assert "The first turn" in page
    assert "no level of it shows exactly one burst" in page
    code, out, _ = run("replay", saved, "--content", path)
    assert (code, "every step is legal" in out) == (ExitCode.OK, True)
    code, out, _ = run("check", path, *words, "--format", "json")
    first = [row for row in map(json.loads, out.splitlines()) if row["part"] == "first-turn"]
    assert [row["verdict"] for row in first] == ["refuted", "refuted"]
    assert all(row["play"] and row["turns"] == 300 for row in first)
