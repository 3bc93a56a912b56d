"""What cards of Dice Masters say about themselves: never used, of no use, worse, limits, and first turns."""

from __future__ import annotations

import json

import pytest
import yaml

from dicelaw.checker.dice_masters.first_win import first_win
from dicelaw.checker.dice_masters.judged import judged
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_folder, load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.oracle.errors import ExitCode

LEVELS = ("1 1 1", "1 2 2", "1 3 3")


def _card(id, *, levels=LEVELS, **more):
    return {
        "id": id, "name": id.replace("-", " ").title(), "cost": 3, "type": "mask", "maximum": 4,
        "levels": [*levels], "source": "a test", **more,
    }  # fmt: skip


def _basic(id, **more):
    return {"id": id, "name": id.title(), "cost": 2, "source": "a test", **more}


def _loaded(folder, first, second=(), basics=(), dice=2, **more):
    """The pack and the teams of a file in which each player has these cards."""
    teams = {
        "id": "made-up", "name": "a test", "first": {one["id"]: dice for one in first},
        "second": {one["id"]: dice for one in second}, "basics": [one["id"] for one in basics], **more,
    }  # fmt: skip
    cards = list({one["id"]: one for one in (*first, *second, *basics)}.values())
    path = folder / "made-up.yaml"
    path.write_text(yaml.safe_dump({"source": "a test", "cards": cards, "teams": [teams]}, sort_keys=False))
    pack = load_folder(path)
    return pack, pack.teams["made-up"]


def _judged(folder, first, second=(), basics=(), **more):
    pack, teams = _loaded(folder, first, second, basics, **more)
    ours = load_pack().cards
    return judged(teams, [card for card in pack.cards.values() if card.id not in ours], pack)


PLAIN = _card("plain")
HURTS = _basic("bolt", when={"used": ["damage 2 to opponent or die"]})
HEALS = _basic("salve", when={"used": ["gain 1 life"]})


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
    known = _judged(tmp_path, [_card("odd", **one)], [_card("rival", **other)], basics)
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
    ],
)  # fmt: skip
def test_what_may_be_used_is_not_said_to_be_never(tmp_path, one, other, basics):
    assert _judged(tmp_path, [_card("odd", **one)], [_card("rival", **other)], basics).never == {}


def test_an_action_die_that_leaves_does_not_wait_for_attacks(tmp_path):
    waits = {"opponent attacks or not": ["gain 1 life"]}
    known = _judged(tmp_path, [PLAIN], [PLAIN], [_basic("trap", when=waits)])
    assert known.never == {
        "trap: opponent attacks or not": "its die does not stay in play, as it is not continuous"
    }
    stays = _basic("trap", when=waits, keywords=["continuous"])
    assert _judged(tmp_path, [PLAIN], [PLAIN], [stays]).never == {}


def test_the_opponent_has_characters_to_field_or_not(tmp_path):
    """The limit: of one player's cards some are characters, and the other player has none."""
    waits = _card("host", when={"opponent fields a character": ["gain 1 life"]})
    action = {"id": "plan", "name": "Plan", "cost": 2, "type": "bolt", "source": "a test"}
    known = _judged(tmp_path, [waits], [action])
    assert known.never == {
        "host: opponent fields a character": "the other player has no characters but starting dice"
    }
    assert _judged(tmp_path, [waits], [waits]).never == {}


def test_a_global_needs_something_to_be_about(tmp_path):
    """By the older rules it may be paid for all the same."""
    again = {"id": "again", "cost": 1, "does": ["reroll continuous die"]}
    known = _judged(tmp_path, [PLAIN], [PLAIN], [_basic("altar", globals=[again])])
    assert known.useless == {"global/again": "no die in these teams stays in play"}
    stays = _basic("altar", globals=[again], keywords=["continuous"])
    assert _judged(tmp_path, [PLAIN], [PLAIN], [stays]).useless == {}


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
    known = _judged(tmp_path, [_card("odd", **one)], [PLAIN], [HEALS])
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
    assert _judged(tmp_path, [_card("odd", **one)], [PLAIN], [HEALS]).useless == {}


def test_a_single_die_cannot_swarm(tmp_path):
    swarm = _card("odd", keywords=["swarm"])
    assert _judged(tmp_path, [swarm], [PLAIN], dice=1).useless == {"odd: swarm": "there is but one die of it"}


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
    known = _judged(tmp_path, [_card("poor", **worse)], [_card("good", **better)])
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
    assert _judged(tmp_path, [_card("odd", **one)], [_card("rival", **other)]).worse == {}


def test_amounts_that_run_into_limits_say_whose_they_are(tmp_path):
    many = ["damage 9 to opponent per opposing die", "gain 9 life per active villain"]
    cards = [
        _card("deep", when={"fielded": many}, affiliations=["villain"]),
        _card("wide", when={"ko'd": ["return this die on level 5"], "attacks": ["spin up this die"] * 3}),
        _card("crowd", when={"fielded": ["field a token"] * 5},
              token={"id": "fan", "name": "Fan", "attack": 1, "defense": 1}),
        _card("fair", when={"fielded": ["gain 8 life"], "ko'd": ["return this die on level 3"],
                            "attacks": ["spin up this die"] * 2}),
        _card("cheap", prices=[{"priced": "field", "dice": "this", "less": 2}]),
        _card("right", prices=[{"priced": "field", "dice": "this", "less": 1}]),
    ]  # fmt: skip
    known = _judged(tmp_path, cards, [PLAIN], [_basic("sale", when={"used": ["next purchase costs 4 less"]})],
                    life=8)  # fmt: skip
    assert {(one.entry, one.says, one.some, one.most, one.of_rules) for one in known.limits} == {
        ("deep: fielded", "damage", 9 * 10, 63, False),
        ("deep: fielded", "life", 9, 8, True),
        ("wide: ko'd", "levels", 5, 3, True),
        ("wide: attacks", "levels by which this die rises", 3, 2, True),
        ("crowd: fielded", "tokens of one card", 5, 4, False),
        ("cheap: field of this: 2 less", "energy to be taken off", 2, 1, True),
        ("sale: used", "energy to be taken off", 4, 3, True),
    }


def _altar(does, cost=1, **more):
    return _basic("altar", globals=[{"id": "altar", "cost": cost, "does": does, **more}])


@pytest.mark.parametrize(
    ("does", "edition", "life"),
    [
        (["damage 7 to opponent"], "2018", 20),
        (["damage 5 to opponent"], "2016", 20),
        (["gain 1 life"], "2018", 3),
        (["gain 1 life"], "2016", 4),
    ],
)
def test_a_win_in_the_first_turn_is_played(tmp_path, does, edition, life):
    """Three dice are there under the newer rules, four under the older ones; each pays or attacks."""
    _, teams = _loaded(tmp_path, [PLAIN], [PLAIN], [_altar(does)], life=life)
    found = first_win(teams, edition)
    assert found.verdict.outcome is Outcome.REFUTED
    made = game(teams, edition)
    reader, state = Concrete(made.machine), found.verdict.witness.start
    loser = 0 if "player 2 wins" in found.verdict.evidence else 1
    for move in found.verdict.witness.moves:
        legal = reader.enabled(state)
        assert reader.actor(state, move) != loser or len(legal) == 1
        state = reader.step(state, move)
    lives = [reader.value(cell, state) for cell in made.table.life]
    assert (lives[loser], lives[1 - loser]) == (0, life)
    assert 0 <= found.won <= found.turns == 300


def test_the_chance_of_a_win_is_that_of_the_dice(tmp_path):
    """Each of three dice shows energy at one of two rolls: (35/36)^3, which is 92 %."""
    _, teams = _loaded(tmp_path, [PLAIN], [PLAIN], [_altar(["damage 7 to opponent"])])
    found = first_win(teams, "2018")
    assert 0.86 < found.won / found.turns < 0.97


@pytest.mark.parametrize(
    ("ability", "edition", "life"),
    [
        (_altar(["damage 6 to opponent"]), "2018", 20),
        (_altar(["damage 4 to opponent"]), "2016", 20),
        (_altar(["gain 1 life"]), "2018", 4),
        (_altar(["gain 1 life"]), "2016", 5),
        (_altar(["prep die from bag"], 0), "2018", 20),
        (_altar(["damage 9 to opponent"], 0, once_in_own_turn=True), "2016", 20),
    ],
)
def test_there_is_no_win_where_costs_leave_no_room(tmp_path, ability, edition, life):
    _, teams = _loaded(tmp_path, [PLAIN], [PLAIN], [ability], life=life)
    found = first_win(teams, edition)
    assert found.verdict.outcome is Outcome.PROVED


def test_what_brings_dice_hinders_a_proof(tmp_path):
    _, teams = _loaded(tmp_path, [PLAIN], [PLAIN], [_altar(["draw and roll a die"])])
    verdict = first_win(teams, "2018").verdict
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.evidence.startswith("global/altar may bring dice or energy, but none of 240 plays")


@pytest.mark.parametrize("edition", EDITIONS)
def test_none_of_our_teams_wins_in_the_first_turn(edition):
    for teams in load_pack().teams.values():
        assert first_win(teams, edition).verdict.outcome is Outcome.PROVED


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
    card = _card("odd", when={"fielded *": ["gain 1 life"]}, keywords=["experience"])
    _loaded(tmp_path, [card], [PLAIN], [_altar(["damage 7 to opponent"])])
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
