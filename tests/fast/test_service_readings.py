"""The service says on which readings its answers hang, as the command line does."""

import json

import pytest
from served import UNHURRIED, Client, Clock

from dicelaw.oracle.cli import main
from dicelaw.oracle.service.service import Service

CLIENT = Client()
STRUCK = {
    "game": "dice-throne",
    "turn": "1",
    "start": "offense/begin",
    "players": [
        {"hero": "barbarian", "cp": 0, "hand": []},
        {"hero": "paladin", "health": 8, "cp": 0, "hand": []},
    ],
}
"""A Paladin whose Divine Defense may save him, once he is struck; he may use none, if that is how it is."""
FULL = {
    "game": "dice-throne",
    "turn": "1",
    "start": "offense/begin",
    "players": [
        {"hero": "paladin", "health": 60, "cp": 0, "hand": []},
        {"hero": "paladin", "health": 20, "cp": 0, "hand": [], "tokens": {"retribution": 1}},
    ],
}
"""A Paladin at the cap, who heals and is dealt damage in one attack."""
PLAYED = {
    "mighty-blow": (STRUCK, [1, 2, 3, 4, 6], []),
    "holy-attack-large": (FULL, [1, 2, 3, 4, 5], [{"until": "defense/start"}, "2 uses retribution"]),
}


def _struck(ability, *, readings=None):
    """The owner's key of a session in which ``ability`` was announced, and a scenario of the same."""
    setup, dice, more = PLAYED[ability]
    setup = setup | ({"readings": readings} if readings else {})
    owner = CLIENT.open(setup=setup)["owner"]
    decisions = [*(f"offense/roll/die face={face}" for face in dice), f"announce {ability}"]
    decisions += [one for one in more if isinstance(one, str)]
    for decision in decisions:
        while not CLIENT.ask("why-not", session=owner, decision=decision)["legal"]:
            CLIENT.ask("apply", session=owner, decision="pass")
        CLIENT.ask("apply", session=owner, decision=decision)
    return owner, {**setup, "play": [{"roll": dice}, f"announce {ability}", *more]}


@pytest.fixture
def told(capsys, tmp_path):
    """What the command line says of a scenario, as JSON."""

    def told(verb, scenario, *options):
        file = tmp_path / "it.yaml"
        file.write_text(json.dumps(scenario), encoding="utf-8")
        where = ["--from", str(file)] if verb == "search" else [str(file)]
        main([verb, "dice-throne", *where, *options, "--format", "json"])
        return json.loads(capsys.readouterr().out)

    return told


@pytest.mark.parametrize("others", ["few", "all", "none"])
def test_a_search_hangs_on_the_readings_on_which_that_of_the_command_does(told, others):
    owner, scenario = _struck("mighty-blow")
    found = CLIENT.ask("search", session=owner, goal="winner=1", other_readings=others)
    said = told("search", scenario, "--goal", "winner=1", "--other-readings", others)
    assert [one["point"] for one in said["readings"]] == ["defense-duty"] * (others != "none")
    assert found["readings"] == said["readings"]
    if others == "none":
        assert [one["point"] for one in found["readings_unknown"]] != []


def test_what_the_session_was_opened_with_is_not_asked_again():
    owner, _ = _struck("mighty-blow", readings={"defense-duty": "must"})
    found = CLIENT.ask("search", session=owner, goal="winner=1")
    assert (found["readings"], found["readings_unknown"]) == ([], [])


def test_an_outcome_hangs_on_them_too_if_that_is_asked(told):
    owner, scenario = _struck("holy-attack-large")
    seen = CLIENT.ask("state", session=owner)
    found = CLIENT.ask("outcome", session=owner, other_readings=True)
    assert found["readings"] == told("outcome", scenario)["readings"]
    assert "heal-cap" in [one["point"] for one in found["readings"]]
    assert "readings" not in CLIENT.ask("outcome", session=owner)
    assert CLIENT.ask("state", session=owner) == seen


def test_what_is_legal_hangs_on_the_readings_on_which_that_of_the_command_does(told):
    owner, scenario = _struck("mighty-blow")
    while CLIENT.ask("legal", session=owner)["at"] != "defense/choose":
        CLIENT.ask("apply", session=owner, decision="pass")
    seen = CLIENT.ask("state", session=owner)
    found = CLIENT.ask("legal", session=owner, other_readings=True)
    said = told("legal", scenario | {"play": [*scenario["play"], {"until": "defense/choose"}]})
    assert [one["point"] for one in said["readings"]] == ["defense-duty"]
    for mine, its in zip(found["readings"], said["readings"], strict=True):
        assert {**mine, "answers": None} == {**its, "answers": None}
        assert mine["answers"][mine["followed"]] == found["decisions"]
        for answer, decisions in mine["answers"].items():
            offers = [(who, text) for who, text, after in its["answers"][answer] if after is None]
            assert [(one["actor"], one["text"]) for one in decisions] == offers
    assert CLIENT.ask("state", session=owner) == seen
    assert CLIENT.ask("legal", session=owner) == {key: found[key] for key in found if key != "readings"}


def test_only_the_owner_asks_what_is_legal_under_other_readings():
    keys = CLIENT.open(setup=STRUCK | {"readings": {"defense-duty": "must"}})
    for viewer in ("1", "2", "watch"):
        refused = CLIENT.refused("legal", session=keys[viewer], other_readings=True)
        assert refused["code"] == "forbidden"
    assert CLIENT.ask("legal", session=keys["owner"], other_readings=True)["readings"] == []


class Delayed(Clock):
    """Once it is ``delayed``, much time passes after it was looked at that often."""

    delayed = None

    def __call__(self):
        if self.delayed == 0:
            self.now += 70
        if self.delayed is not None:
            self.delayed -= 1
        return self.now


def test_what_there_was_no_time_to_ask_is_named():
    clock = Delayed()
    client = Client(Service(UNHURRIED.model_copy(update={"seconds": 100.0}), clock=clock))
    owner = client.open(setup=STRUCK | {"start": "main-2"})["owner"]
    words = {"session": owner, "goal": "discard", "until": ["discard", "turn-end"]}
    assert client.ask("search", **words)["readings_unknown"] == []
    clock.delayed = 3  # the request and its beginning are in time
    late = client.ask("search", **words)
    assert (late["possible"], late["readings"]) == (True, [])
    assert {one["asked"] for one in late["readings_unknown"]} == {False}
