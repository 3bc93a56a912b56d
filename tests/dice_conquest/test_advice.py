"""The advice about slaying in a round: its bounds hold, for any cards, dice and readings."""

from fractions import Fraction
from random import Random

import pytest

from dicelaw.checker.chances.advised import Advised
from dicelaw.checker.chances.exact import exact
from dicelaw.checker.chances.game import explore
from dicelaw.model.content.document import Document
from dicelaw.model.dice_conquest.components import DICE, SIDES
from dicelaw.model.dice_conquest.loader import OWN, PUBLISHED, load_pack
from dicelaw.model.dice_conquest.readings import OPEN_POINTS
from dicelaw.oracle import goal as goals
from dicelaw.oracle.dice_conquest.slain import hopes
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.position import open_scenario
from dicelaw.oracle.scenario import loaded

MOST = 3_000
"""More states than brute force has here."""
PACKS = [load_pack(own=OWN), load_pack(own=PUBLISHED)]


def _scenario(random):
    """A small position: few heroes, few creatures that are nearly slain, few dice."""
    pack = random.choice(PACKS)
    creatures = random.sample([card.id for card in pack.creatures], random.randint(1, 2))
    dice = random.sample(DICE, 7)
    display = {}
    for creature in creatures:
        health, lying = pack.cards[creature].health, {}
        if health > 4:
            lying["damage"] = random.randint(max(0, health - 12), health - 2)
        if random.random() < 0.5 and health - lying.get("damage", 0) > 2:
            lying[dice.pop()] = 1
        display[creature] = lying
    shown = {die: random.randint(1, SIDES[DICE.index(die)]) for die in dice[: random.randint(1, 2)]}
    point = random.choice(OPEN_POINTS)
    bearers = [card.id for card in pack.creatures if card.item.word and card.id not in display]
    players = [{"hero": hero} for hero in random.sample([*pack.heroes], random.randint(1, 2))]
    if bearers and random.random() < 0.3:
        players[0]["items"] = [random.choice(bearers)]
    return {
        "game": "dice-conquest", "players": players, "display": display, "available": shown,
        "spent": [die for die in dice if die not in shown], "deck": [],
        "readings": {point.id: random.choice([*point.answers])},
    }  # fmt: skip


def _opened(data):
    """A session with the tests of the goal, to slay all or the first creature, and of the end."""
    session = open_scenario(loaded(Document("test", data), "dice-conquest"))
    wanted = ", ".join(f"place[{card}]!=display" for card in data["display"])
    if "kalterstorm" in data["display"]:
        wanted = "won"
    machine = session.machine
    goal, stop = goals.condition(machine, wanted), goals.points_called(machine, "round-end")
    return (
        session,
        hopes(session.game, session.state, goal, stop),
        *(goals.test_of(machine, one) for one in (goal, stop)),
    )


@pytest.mark.parametrize("seed", [2, 3, 11, 12, 13, 16, 17, 18, 21, 23])
def test_no_state_has_a_greater_chance_than_its_bound_and_what_is_advised_no_greater_one_than_the_best(seed):
    random = Random(seed)
    data = _scenario(random)
    try:
        session, advice, goal, stop = _opened(data)
    except UserError as error:
        pytest.fail(f"no position: {error.message}")
    game = explore(session.machine, session.state, until=lambda one: goal(one) or stop(one), budget=MOST)
    if game.open:
        pytest.fail("too large for brute force")
    values = exact(
        dict(enumerate(game.options)),
        {number for number, one in enumerate(game.states) if goal(one)}, lambda _: True,
    )  # fmt: skip
    for number in random.sample(range(len(game.states)), min(len(game.states), 300)):
        assert advice.bound(game.states[number]) >= values[number], (data, number)
    ends = Advised(session.machine, advice, lambda one: goal(one) or stop(one), goal, budget=MOST)
    (found,) = ends.chances([session.state])
    assert Fraction(0) <= found.low <= values[0] <= found.high
