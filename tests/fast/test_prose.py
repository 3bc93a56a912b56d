import re
import subprocess
import sys
from fractions import Fraction

import pytest

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    half_up,
    negate,
    total,
    where,
)
from dicelaw.model.kernel.graph import Agent, Choice, Kind, Requirement, TimingGraph
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.prose import (
    changes,
    phrase,
    point_sentence,
    requirement_sentence,
    step_sentence,
    transition_sentence,
)
from dicelaw.model.kernel.state import Declaration

SEATS = ("Barbarian", "Monk")
D = Declaration()
TURN = D.choice_of("turn", SEATS, "whose turn")
HOLDER = D.choice_of("holder", SEATS, "who has priority")
HEALTH = D.array("health", 2, 0, 60, "the health", index=SEATS)
LOCKED = D.array("locked", 2, 0, 1, "who is locked", labels=("no", "yes"), index=SEATS)
DAMAGE = D.integer("damage", 0, 20, "the damage", open_above=True)
ROUND = D.integer("round", 0, 9, "the round")
STARTED = D.flag("started", "whether the fight has begun")
PHASE = D.choice_of("phase", ("upkeep", "main", "end"), "the phase")
FEW = D.integer("few", 0, 1, "the few", open_above=True)
CARD = Choice("played_card", 0, 2, ("Bash", "Parry", "Heal"))
BY = Choice("by", 1, 9)


def _duel():
    timing = TimingGraph()
    timing.point("fight/window", Kind.WINDOW, "the reaction window")
    timing.point("fight/roll", Kind.CHANCE, "the defensive roll")
    timing.point("fight/damage", Kind.RULES, "damage is dealt")
    timing.point("over", Kind.FINAL, "the fight is over")
    timing.add(
        "fight/window/play",
        "fight/window",
        "fight/roll",
        HOLDER,
        "play {played_card}",
        choices=[CARD],
        requires=[(STARTED == 1, "card/when"), (LOCKED[HOLDER] == 0, "card/locked")],
        effect={DAMAGE: DAMAGE + CARD, HOLDER: 1 - HOLDER, PHASE: 1},
        cites=["card/effect"],
    )
    face = Choice("face", 1, 6)
    odds = {value: Fraction(1, 6) for value in range(1, 7)}
    timing.add(
        "roll", "fight/roll", "fight/damage", Agent.CHANCE, "roll {face}", choices=[face], weights=odds
    )
    hurt = at_least(HEALTH[1 - TURN] - DAMAGE, 0)
    timing.add("hit", "fight/damage", "over", Agent.RULES, "deal the damage", effect={HEALTH[1 - TURN]: hurt})
    timing.add("yield", "fight/window", "over", 1 - TURN, "yield", requires=[(TRUE, "yield")])
    timing.add("stop", "fight/window", "over", TURN, "stop", effect=[(DAMAGE, DAMAGE - 1)] * 9)
    return build(
        "duel",
        D,
        timing,
        start_at="fight/window",
        start={STARTED: 1, HEALTH[0]: 50, HEALTH[1]: 50, DAMAGE: 3},
        seats=SEATS,
    )


DUEL = _duel()
PLAYED = (
    "Barbarian: play Parry; holder Barbarian -> Monk; damage 3 -> 4; phase upkeep -> main. "
    "[card/effect, card/when, card/locked]"
)


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        (TURN == 0, "whose turn is Barbarian"),
        (TURN != 0, "whose turn is Monk"),
        (PHASE == 2, "the phase is end"),
        (PHASE != 2, "the phase is not end"),
        (FEW != 0, "the few is not 0"),
        (CARD == 1, "the played card is Parry"),
        (HEALTH[0] >= 3, "the health of Barbarian is at least 3"),
        (HEALTH[0] > 3, "the health of Barbarian is more than 3"),
        (HEALTH[0] <= 3, "the health of Barbarian is at most 3"),
        (HEALTH[0] < ROUND, "the health of Barbarian is less than the round"),
        (negate(HEALTH[0] < ROUND), "the health of Barbarian is at least the round"),
        (negate(HEALTH[0] <= ROUND), "the health of Barbarian is more than the round"),
        (negate(HEALTH[0] <= 3), "the health of Barbarian is more than 3"),
        (negate(ROUND >= 3), "the round is less than 3"),
        (HEALTH[TURN] == 0, "the health of whose turn is 0"),
        (STARTED == 1, "the fight has begun"),
        (STARTED == 0, "not (the fight has begun)"),
        (LOCKED[1] == 1, "who is locked of Monk is yes"),
        ((ROUND == 1) & (TURN == 0), "the round is 1 and whose turn is Barbarian"),
        ((ROUND == 1) | (TURN == 0), "either the round is 1 or whose turn is Barbarian"),
        (
            all_of(ROUND == 1, any_of(ROUND == 2, TURN == 0)),
            "the round is 1 and (either the round is 2 or whose turn is Barbarian)",
        ),
        (negate((ROUND == 1) & (TURN == 0)), "not (the round is 1 and whose turn is Barbarian)"),
        (at_most(DAMAGE, ROUND), "the smaller of the damage and the round"),
        (at_least(DAMAGE - ROUND, 0), "the larger of (the damage less the round) and 0"),
        (where(ROUND == 1, DAMAGE, 0), "the damage if (the round is 1), otherwise 0"),
        (lookup("card-cost", (4, 5, 6), CARD), "the card cost of the played card"),
        (half_up(DAMAGE), "half of the damage rounded up"),
        (DAMAGE // 3, "the damage divided by 3, rounded down"),
        ((ROUND + 1) % 2, "what is left of (the round plus 1) when it is divided by 2"),
        (2 * ROUND - DAMAGE, "(the round times 2) less the damage"),
        (count([ROUND == 1, TURN == 0]), "how many of these hold: the round is 1; whose turn is Barbarian"),
        (where(ROUND == 1, 1, ROUND) + 1, "(1 if (the round is 1), otherwise the round) plus 1"),
        (TRUE, "always"),
        (FALSE, "never"),
    ],
)
def test_phrases(expression, words):
    assert phrase(expression) == words


def test_a_repr_is_a_phrase():
    assert repr(ROUND + 1) == "<the round plus 1>"


def test_cells_at_a_computed_index_have_labels_where_the_slots_are_known():
    assert phrase(LOCKED[TURN] == 1, D.slots) == "who is locked of whose turn is yes"
    assert phrase(LOCKED[TURN] == 1) == "the locked of whose turn is 1"


def test_an_open_field_of_few_values_is_not_taken_for_a_flag():
    assert phrase(negate(FEW == 1)) == "the few is not 1"


def _nested(depth):
    value = ROUND
    for _ in range(depth):
        value = where(value >= 3, at_least(value - DAMAGE, 0), value + HEALTH[TURN])
    return value


@pytest.mark.parametrize(
    "expression",
    [
        total([HEALTH[TURN] * place for place in range(2, 500)]),
        count([place == ROUND for place in range(10)] * 30),
        any_of(*[(place == ROUND) & (place <= DAMAGE) for place in range(10)]),
        _nested(300),
    ],
)
def test_long_expressions_are_cut(expression):
    words = phrase(expression)
    assert "…" in words
    assert 3 < len(words) <= 250


def test_requirement_sentence():
    sentence = requirement_sentence(Requirement(ROUND >= 2, "round/late"))
    assert sentence == "The rule round/late demands that the round is at least 2."


def test_transition_sentences():
    sentences = {transition.id: transition_sentence(DUEL, transition) for transition in DUEL.transitions}
    assert sentences["fight/window/play"] == (
        'At "the reaction window", the player who has priority may play played card (Bash or Parry or Heal), '
        "if the fight has begun [card/when] and who is locked of who has priority is no [card/locked]; "
        "then the damage goes up by the played card, "
        "who has priority becomes the opponent of who has priority, "
        'the phase becomes main, play goes on to "the defensive roll". [card/effect]'
    )
    assert sentences["roll"] == (
        'At "the defensive roll", by chance: roll face (1 to 6); then play goes on to "damage is dealt".'
    )
    assert sentences["hit"].startswith(
        'At "damage is dealt", by the rules: deal the damage; then the health of '
    )
    assert sentences["yield"] == (
        'At "the reaction window", the opponent of whose turn may yield; '
        'then play goes on to "the fight is over". [yield]'
    )
    assert "the player whose turn it is may stop" in sentences["stop"]
    assert "the damage goes down by 1" in sentences["stop"]
    assert "3 more changes, play goes on" in sentences["stop"]


def test_many_requirements_are_counted_but_every_rule_is_cited():
    needs = [(place <= DAMAGE, f"rule/{place}") for place in range(1, 10)]
    timing = TimingGraph()
    for seat in (0, 1):
        play = timing.add(f"play/{seat}", "fight/window", "over", TURN * 0 + seat, "play", requires=needs)
        sentence = transition_sentence(DUEL, play)
        assert f"{SEATS[seat]} may play" in sentence
        assert re.search(r"and \d more conditions", sentence)
        assert all(f"rule/{place}" in sentence for place in range(1, 10))


def test_steps_name_the_actor_the_choices_the_changes_and_the_rules():
    reader = Concrete(DUEL)
    sentences, state = [], DUEL.start
    for move in ((0, 1), (1, 5), (2,)):
        after = reader.step(state, move)
        sentences.append(step_sentence(DUEL, reader.actor(state, move), state, move, after))
        state = after
    assert sentences == [
        PLAYED,
        "By chance: roll 5.",
        "By the rules: deal the damage; health[Monk] 50 -> 46.",
    ]
    assert changes(DUEL, DUEL.start, state)[1:] == [
        ("health[Monk]", "50", "46"),
        ("damage", "3", "4"),
        ("phase", "upkeep", "main"),
    ]


def test_point_sentences():
    assert point_sentence(DUEL, "fight/window") == (
        'At "the reaction window" (fight/window) players may act in order of priority; '
        "play goes on to fight/roll, over."
    )
    assert point_sentence(DUEL, "over") == 'At "the fight is over" (over) the play is over.'
    with pytest.raises(KeyError):
        point_sentence(DUEL, "nowhere")


def test_prose_imports_nothing_heavy():
    script = "import sys, dicelaw.model.kernel.prose; print({'z3', 'networkx'} & set(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.strip() == "set()"
