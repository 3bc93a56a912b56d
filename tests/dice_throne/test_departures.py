"""What is printed for several players is said to be played otherwise where more than two play."""

from dicelaw.model.content.document import Document
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.oracle.dice_throne.departures import OTHERWISE
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play
from dicelaw.oracle.games.departures import departure_lines

GAME = "dice-throne"
NINJA = {"hero": "ninja", "board": {"smoke-screen": 2}}


def said(players, entries=(), **fields):
    scenario = loaded(
        Document("here", {"game": GAME, "players": players, "play": [*entries], **fields}), GAME
    )
    session = open_scenario(scenario)
    play(session, scenario.play, "here")
    return departure_lines(session)


def test_an_ability_says_that_it_is_played_otherwise_where_several_play():
    cut = {"entries": [{"roll": [4, 4, 4, 6, 6]}, {"announce": "kuji-kiri"}]}
    assert said([NINJA, {"hero": "monk"}], **cut) == []
    assert said([NINJA, {"hero": "monk"}, {"hero": "treant"}]) == []
    (line,) = said([NINJA, {"hero": "monk"}, {"hero": "treant"}], **cut)
    assert line.startswith("not as printed: Kuji-Kiri: the share of another opponent than the target is ")


def test_each_is_an_ability_or_an_action():
    pack = load_pack()
    known = {action.id for status in pack.statuses for action in status.spend}
    for hero in pack.heroes.values():
        known |= {one.id for one in (*hero.offense, *hero.defense)}
        known |= {card.action.id for card in hero.cards if card.action}
        known |= {action.id for _, _, action in hero.board}
    assert {*OTHERWISE} <= known
