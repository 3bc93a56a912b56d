"""Whether who goes first with teams of Dice Masters can win in the first turn: excluded, or played."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from made_up_cards import PLAIN, a_card, an_altar, loaded

from dicelaw.checker.dice_masters.first_turn import Bound, bound, first_dice
from dicelaw.checker.dice_masters.first_win import first_win
from dicelaw.checker.dice_masters.loop_dice import Dice
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.kernel.concrete import Concrete


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
    _, teams = loaded(tmp_path, [PLAIN], [PLAIN], [an_altar(does)], life=life)
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
    _, teams = loaded(tmp_path, [PLAIN], [PLAIN], [an_altar(["damage 7 to opponent"])])
    found = first_win(teams, "2018")
    assert 0.86 < found.won / found.turns < 0.97


@pytest.mark.parametrize(
    ("ability", "edition", "life"),
    [
        (an_altar(["damage 6 to opponent"]), "2018", 20),
        (an_altar(["damage 4 to opponent"]), "2016", 20),
        (an_altar(["gain 1 life"]), "2018", 4),
        (an_altar(["gain 1 life"]), "2016", 5),
        (an_altar(["prep die from bag"], 0), "2018", 20),
        (an_altar(["damage 9 to opponent"], 0, once_in_own_turn=True), "2016", 20),
    ],
)
def test_there_is_no_win_where_costs_leave_no_room(tmp_path, ability, edition, life):
    _, teams = loaded(tmp_path, [PLAIN], [PLAIN], [ability], life=life)
    found = first_win(teams, edition)
    assert found.verdict.outcome is Outcome.PROVED


def _bound(folder, first, does, cost, edition):
    _, teams = loaded(folder, [first], [PLAIN], [an_altar(does, cost)])
    return bound(Dice(teams), first_dice(game(teams, edition)))


STRONG = a_card("strong", cost=2, levels=["0 9 1"] * 3)


@pytest.mark.parametrize(
    ("first", "does", "cost", "edition", "most"),
    [
        # Each of three dice attacks for 1; one drawn for an energy is worth one that has been spent.
        (PLAIN, ["draw and roll a die"], 1, "2018", 3),
        # For nothing all eight starting dice attack, or seven where one of them is Out of Play.
        (PLAIN, ["draw and roll a die"], 0, "2016", 8),
        (PLAIN, ["draw and roll a die"], 0, "2018", 7),
        # Three dice and four of the bag, each drawn for the energy of one: 3 are left for a die at 2 + 1.
        (STRONG, ["draw and roll a die"], 1, "2018", 9),
        # Seven dice: four energy buy both dice of the card, which are drawn next for nothing; three attack.
        (STRONG, ["draw and roll a die"], 0, "2018", 9 + 9 + 3),
        # Of three energy two buy the die, and one fields it.
        (STRONG, ["field character from used"], 1, "2018", 9),
        # Two buy the die, and the third starting die is fielded and swapped for it.
        (STRONG, ["swap own die for used character"], 0, "2018", 9),
        # Nobody has a starting die in the Used Pile.
        (PLAIN, ["field sidekick from used"], 0, "2018", 3),
        # A die that fell to the Used Pile comes back, and attacks once; energy is spent once.
        (PLAIN, ["own die to used", "field sidekick from used"], 0, "2018", 3),
        # What is rebated is not energy for more than dice, which stay in the Used Pile.
        (PLAIN, ["next purchase costs 2 less"], 1, "2018", 3),
    ],
)  # fmt: skip
def test_the_bound_counts_what_comes_into_play(tmp_path, first, does, cost, edition, most):
    assert _bound(tmp_path, first, does, cost, edition) == Bound(Fraction(most))


@pytest.mark.parametrize(("edition", "life"), [("2016", 5), ("2018", 4)])
def test_a_die_that_is_drawn_attacks_as_well(tmp_path, edition, life):
    """One of four dice, or of three, is drawn for nothing, once and only in one's own turn."""
    drawing = an_altar(["draw and roll a die"], 0, once_in_own_turn=True)
    for more, outcome in ((0, Outcome.REFUTED), (1, Outcome.PROVED)):
        _, teams = loaded(tmp_path, [PLAIN], [PLAIN], [drawing], life=life + more)
        assert first_win(teams, edition).verdict.outcome is outcome


@pytest.mark.parametrize(
    ("does", "edition", "outcome"),
    [
        ("damage 1 to opponent", "2016", Outcome.REFUTED),
        ("damage 1 to opponent", "2018", Outcome.REFUTED),
        ("+1A to own die", "2018", Outcome.REFUTED),
        ("+1A to own die", "2016", Outcome.UNKNOWN),
    ],
)
def test_harm_for_nothing_wins(tmp_path, does, edition, outcome):
    """By the older rules the other can use it without a die, so there is a choice before the attack."""
    _, teams = loaded(tmp_path, [PLAIN], [PLAIN], [an_altar([does], 0)])
    assert first_win(teams, edition).verdict.outcome is outcome


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"keywords": ["infiltrate"]}, "it has infiltrate"),
        ({"when": {"fielded": ["draw and roll a die"]}}, "its effects bring more"),
        ({"when": {"own die ko'd": ["damage 1 to opponent"]}}, "it may harm again and again"),
    ],
)
def test_what_has_no_bound_is_named_where_it_may_come(tmp_path, more, why):
    """At 2 the die is bought and fielded by three starting dice; at 3 no energy is left to field it."""
    found = _bound(tmp_path, a_card("odd", cost=2, **more), ["field character from used"], 1, "2018")
    assert found == Bound(None, (f"odd may come into play, and {why}",))
    found = _bound(tmp_path, a_card("odd", cost=3, **more), ["field character from used"], 1, "2018")
    assert found == Bound(Fraction(3))


@pytest.mark.parametrize(
    "does",
    [
        ["draw and roll a die"],
        ["field character from used"],
        ["swap own die for used character", "reroll own die"],
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_first_turn_by_lot_harms_more(tmp_path, does, edition):
    _, teams = loaded(tmp_path, [STRONG], [PLAIN], [an_altar(does, 0)])
    made = game(teams, edition)
    room = bound(Dice(teams), first_dice(made)).harm
    harms = [_harm_by_lot(made, Random(number)) for number in range(40)]
    assert max(harms) <= room


def _harm_by_lot(made, random):
    """The life that the second player loses in a first turn by lot, in which it passes where it can."""
    reader, state, transitions = Concrete(made.machine), made.machine.start, made.machine.transitions
    turn, life = (int(cell.place) for cell in (made.table.turn, made.table.life[1]))
    while legal := reader.enabled(state):
        id = transitions[legal[0][0]].id
        passes = [one for one in legal if transitions[one[0]].id.endswith(("/pass", "/close"))]
        others = [one for one in legal if one not in passes]
        if id in ("setup/toss", "setup/first"):
            move = legal[0]
        elif reader.actor(state, legal[0]) == 1 and passes:
            move = passes[0]
        else:
            move = random.choice(others if others and random.random() < 0.8 else legal)
        state = reader.step(state, move)
        if state[turn] != 0:
            break
    return made.teams.life - state[life]


def test_what_hinders_a_proof_is_said(tmp_path):
    odd = a_card("odd", cost=2, keywords=["infiltrate"])
    _, teams = loaded(tmp_path, [odd], [PLAIN], [an_altar(["field character from used"])])
    verdict = first_win(teams, "2018").verdict
    assert verdict.outcome is Outcome.UNKNOWN
    says = "odd may come into play, and it has infiltrate, but none of 240 plays with wanted dice shows it"
    assert verdict.evidence == says


@pytest.mark.parametrize("edition", EDITIONS)
def test_none_of_our_teams_wins_in_the_first_turn(edition):
    for teams in load_pack().teams.values():
        assert first_win(teams, edition).verdict.outcome is Outcome.PROVED
