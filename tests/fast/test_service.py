"""The session service: reading and refusals change nothing, undo restores, sessions are apart."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from served import Client

from dicelaw.oracle.dice_throne.opening import open_game
from dicelaw.oracle.formats.made_decision import LegalDecision

PROTECTED = {
    "game": "dice-throne",
    "players": [
        {"hero": "barbarian", "cp": 1, "hand": ["get-some"]},
        {"hero": "paladin", "tokens": {"protect": 1}},
    ],
    "turn": "1",
    "start": "offense/begin",
}  # fmt: skip
MACHINE = open_game().machine
CLIENT = Client(steps=100_000, waiting=100)
seeds = st.integers(0, 2**32)


def _begun(seed, steps, client=CLIENT):
    """The keys of a session in which ``steps`` random decisions have been made."""
    client.service.plays._holders.clear()
    keys = client.open()
    client.play(keys["owner"], Random(seed), steps)
    return keys


def _inside(keys, client=CLIENT):
    session = client.session(keys["owner"])
    return session.state, len(session.events)


decisions = st.one_of(
    st.sampled_from(["pass", "use evasive", "announce smack", "2 uses protect", "sell smack", "roll", "1"]),
    st.sampled_from([transition.id for transition in MACHINE.transitions]),
    st.builds(
        lambda transition, value, actor: {
            "actor": actor if transition.by_seat else transition.actor.value,
            "transition": transition.id,
            "choices": {choice.name: value for choice in transition.choices},
        },
        st.sampled_from(MACHINE.transitions),
        st.integers(-1, 40),
        st.sampled_from("12"),
    ),
)
viewers = st.sampled_from(["owner", "1", "2", "watch"])
reads = st.one_of(
    st.tuples(st.sampled_from(["state", "legal", "events"]), st.just({})),
    st.builds(lambda since: ("events", {"since": since}), st.integers(1, 90)),
    st.builds(lambda decision: ("why-not", {"decision": decision}), decisions),
)  # fmt: skip


@given(seeds, st.integers(0, 60), st.lists(st.tuples(viewers, reads), min_size=1, max_size=8))
@settings(max_examples=40)
def test_no_reading_changes_anything(seed, steps, asked):
    keys = _begun(seed, steps)
    inside, seen = _inside(keys), CLIENT.seen(keys)
    for viewer, (op, fields) in asked:
        CLIENT.reply(op, session=keys[viewer], **fields)
    assert _inside(keys) == inside
    assert CLIENT.seen(keys) == seen


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("start", ["offense/begin", "main-2"])
def test_an_outcome_changes_nothing(start, every):
    keys = CLIENT.open(setup={**PROTECTED, "start": start})
    inside = _inside(keys)
    reply = CLIENT.reply("outcome", session=keys["owner"], every=every)
    assert start != "main-2" or every or reply["result"]["steps"]
    assert _inside(keys) == inside


@pytest.mark.parametrize("game", ["dice-throne", "dice-masters@2018", "dice-conquest"])
def test_the_text_of_each_decision_that_is_listed_is_that_decision(game):
    client, draw = Client(steps=100_000, waiting=100), Random(7)
    owner = client.ask("open", game=game)["keys"]["owner"]
    for _ in range(60):
        listed = client.ask("legal", session=owner)["decisions"]
        made = draw.choice(listed)
        first = client.ask("apply", session=owner, decision=made["text"])["events"][0]
        assert (first["transition"], first["choices"]) == (made["transition"], made["choices"])


def test_a_condition_is_said_whole_or_not_at_all():
    keys = CLIENT.open(setup={**PROTECTED, "start": "main-1"})
    for decision in ("play six-it", "play get-some"):
        demands = CLIENT.refused("apply", session=keys["1"], decision=decision)["refusal"]["demands"]
        assert demands
        assert not any("…" in need["condition"] for need in demands)


def test_a_die_is_for_the_owner_alone_in_words_too():
    keys = CLIENT.open(setup=PROTECTED)
    assert CLIENT.refused("apply", session=keys["1"], decision="die 3")["code"] == "illegal"
    assert CLIENT.ask("apply", session=keys["owner"], decision="die 3")["events"][0]["choices"] == {"face": 3}


@given(seeds, st.integers(0, 60), st.lists(st.tuples(viewers, decisions), min_size=1, max_size=8))
@settings(max_examples=40)
def test_a_decision_is_legal_or_is_refused_and_changes_nothing(seed, steps, wanted):
    keys = _begun(seed, steps)
    for viewer, decision in wanted:
        before = _inside(keys)
        listed = CLIENT.ask("legal", session=keys["owner"])["decisions"]
        answer = (
            CLIENT.ask("why-not", session=keys["owner"], decision=decision)
            if _clear(keys, decision)
            else None
        )
        reply = CLIENT.reply("apply", session=keys[viewer], decision=decision)
        if "error" in reply:
            assert _inside(keys) == before
            assert reply["error"]["code"] in ("illegal", "malformed", "unknown-name", "forbidden")
            assert viewer != "owner" or answer is None or not answer["legal"]
            continue
        assert viewer != "watch"
        assert answer == {"legal": True} or (viewer != "owner" and answer is not None)
        first = reply["result"]["events"][0]
        done = [
            row
            for row in listed
            if (row["actor"], row["transition"]) == (first["actor"], first["transition"])
        ]
        assert first["choices"] in [row["choices"] for row in done]
        assert viewer in ("owner", first["actor"])


def _clear(keys, decision):
    return "result" in CLIENT.reply("why-not", session=keys["owner"], decision=decision)


@given(seeds, st.integers(1, 80), st.data())
@settings(max_examples=40)
def test_undo_restores_and_the_same_decisions_lead_back(seed, steps, data):
    CLIENT.service.plays._holders.clear()
    keys = CLIENT.open()
    owner, draw, before = keys["owner"], Random(seed), [(_inside(keys), CLIENT.seen(keys))]
    made = []
    for _ in range(steps):
        made += CLIENT.play(owner, draw, 1)
        before.append((_inside(keys), CLIENT.seen(keys) if len(made) == steps else None))
    count = data.draw(st.integers(1, min(len(made), 100)))
    part = data.draw(st.integers(0, count - 1))
    if part:
        CLIENT.ask("undo", session=owner, count=part)
    undone = CLIENT.ask("undo", session=owner, count=count - part)
    assert _inside(keys) == before[-1 - count][0]
    assert undone == CLIENT.ask("state", session=owner)
    for decision in made[-count:]:
        CLIENT.ask("apply", session=owner, decision=decision)
    assert (_inside(keys), CLIENT.seen(keys)) == before[-1]
    assert CLIENT.refused("undo", session=owner, count=100)["code"] == "conflict"


@given(seeds, seeds)
@settings(max_examples=15)
def test_two_sessions_do_not_touch_each_other(one, two):
    alone = [CLIENT.seen(_begun(seed, 40)) for seed in (one, two)]
    keys = [CLIENT.open(), CLIENT.open()]
    draws = [Random(one), Random(two)]
    for _ in range(40):
        for held, draw in zip(keys, draws, strict=True):
            CLIENT.play(held["owner"], draw, 1)
    assert [CLIENT.seen(held) for held in keys] == alone
    CLIENT.ask("close", session=keys[0]["owner"])
    assert CLIENT.seen(keys[1]) == alone[1]
    for key in keys[0].values():
        assert CLIENT.refused("state", session=key)["code"] == "unknown-session"


def test_requests_at_the_same_time_come_one_after_another():
    CLIENT.service.plays._holders.clear()
    keys = [CLIENT.open(setup=PROTECTED) for _ in range(3)]
    asked = [held["owner"] for held in keys] * 8
    with ThreadPoolExecutor(8) as pool:
        die = "offense/roll/die face=1"
        replies = list(pool.map(lambda key: CLIENT.reply("apply", session=key, decision=die), asked))
    assert sum("result" in reply for reply in replies) == 3 * 5
    for held in keys:
        steps = CLIENT.ask("events", session=held["owner"])["events"]
        assert [step["transition"] for step in steps].count("offense/roll/die") == 5
        assert [step["step"] for step in steps] == [*range(1, len(steps) + 1)]


@given(seeds, st.integers(0, 120))
@settings(max_examples=30)
def test_what_is_listed_is_legal_in_each_of_its_forms(seed, steps):
    keys = _begun(seed, steps)
    owner = keys["owner"]
    for row in CLIENT.ask("legal", session=owner)["decisions"]:
        LegalDecision.model_validate(row)
        decider = keys.get(row["actor"], owner)
        assert CLIENT.ask("why-not", session=decider, decision=row) == {"legal": True}
        made = CLIENT.ask("apply", session=decider, decision=row)["events"][0]
        assert (made["transition"], made["actor"]) == (row["transition"], row["actor"])
        assert made["choices"] == row["choices"]
        CLIENT.ask("undo", session=owner)
        if row["actor"] in keys:
            by_text = CLIENT.reply("apply", session=decider, decision=f"{row['actor']} {row['text']}")
            if "result" in by_text:
                assert by_text["result"]["events"][0]["choices"] == row["choices"]
                CLIENT.ask("undo", session=owner)
            else:
                assert "may mean several things" in by_text["error"]["says"]


def test_the_options_of_a_choice_say_what_they_are():
    players = [{"hero": "cursed-pirate"}, {"hero": "barbarian"}]
    keys = CLIENT.open(
        setup={"game": "dice-throne", "players": players, "turn": "1", "start": "offense/begin"}
    )
    while (legal := CLIENT.ask("legal", session=keys["owner"]))["at"] != "resolve/or":
        wanted = next((one for one in legal["decisions"] if one["choices"].get("face") == 6), None)
        named = next((one for one in legal["decisions"] if "announce" in one["text"]), None)
        CLIENT.ask("apply", session=keys["owner"], decision=wanted or named or "pass")
    assert len({one["means"] for one in legal["decisions"]}) == 2
    CLIENT.ask("apply", session=keys["owner"], decision=legal["decisions"][0])


def test_events_come_in_pages_that_make_the_whole():
    keys = _begun(3, 150)
    owner, count = keys["owner"], _inside(keys)[1]
    found, since = [], 1
    while since is not None:
        page = CLIENT.ask("events", session=owner, since=since, most=70)
        found += page["events"]
        since = page.get("next")
    assert [event["step"] for event in found] == [*range(1, count + 1)]
    assert CLIENT.ask("events", session=owner, since=count + 1) == {"events": []}


def test_a_setup_is_a_position_and_a_refusal_has_the_rules():
    client = Client()
    keys = client.open(setup=PROTECTED)
    for face in (1, 1, 1, 4, 6):
        client.ask("apply", session=keys["owner"], decision=f"offense/roll/die face={face}")
    for _ in range(2):
        decider = client.ask("state", session=keys["owner"])["observation"]["to_decide"]
        client.ask("apply", session=keys[decider], decision="pass")
    refused = client.refused("apply", session=keys["1"], decision="announce mighty-blow")
    assert refused["code"] == "illegal"
    assert refused["refusal"]["demands"][0]["rule"] in refused["says"]
    assert refused["refusal"]["demands"][0]["says"].startswith("An Offensive Ability can be activated only")
    assert (
        client.ask("why-not", session=keys["1"], decision="announce mighty-blow")["refusal"]
        == refused["refusal"]
    )
    made = client.ask("apply", session=keys["1"], decision="announce smack")
    assert made["events"][0]["choices"] == {"ability": "barbarian/smack"}
    assert made["viewer"] == "1"


def test_an_outcome_is_that_of_the_command(monkeypatch, tmp_path, capsys):
    import json

    from dicelaw.oracle.cli import main

    dice = [1, 1, 1, 4, 6]
    (tmp_path / "position.yaml").write_text(
        json.dumps(
            {**PROTECTED, "play": [{"roll": dice}, "announce smack", {"until": "defense/start"}, "1 passes"]}
        ),
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    assert main(["outcome", "dice-throne", "position.yaml", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    client = Client()
    owner = client.open(setup=PROTECTED)["owner"]
    for face in dice:
        client.ask("apply", session=owner, decision=f"offense/roll/die face={face}")
    while client.ask("state", session=owner)["observation"]["at"] != "defense/start":
        here = client.ask("state", session=owner)["observation"]["at"]
        client.ask("apply", session=owner, decision="announce smack" if here == "offense/choose" else "pass")
    client.ask("apply", session=owner, decision="1 passes")
    found = client.ask("outcome", session=owner)
    assert found["results"] == told["results"]
    assert len(found["results"]) > 1


@pytest.mark.parametrize(("goal", "possible"), [("discard", True), ("health[2]=1", False)])
def test_a_search_is_that_of_the_command(tmp_path, capsys, goal, possible):
    import json

    from dicelaw.oracle.cli import main

    setup = {**PROTECTED, "start": "main-2"}
    words = {"goal": goal, "until": ["discard", "turn-end"], "never": ["tokens[2/protect]=0"]}
    scenario = tmp_path / "position.yaml"
    scenario.write_text(json.dumps(setup), encoding="utf-8")
    options = [f"--{name}={word}" for name in ("until", "never") for word in words[name]]
    asked = ["--goal", goal, *options, "--format", "json"]
    assert main(["search", "dice-throne", "--from", str(scenario), *asked]) == (0 if possible else 1)
    told = json.loads(capsys.readouterr().out)
    keys = CLIENT.open(setup=setup)
    seen = CLIENT.seen(keys)
    found = CLIENT.ask("search", session=keys["owner"], **words)
    assert found["possible"] is possible
    names = ("goal", "until", "never", "possible", "states", "complete", "told", "rules", "forces")
    assert {name: found[name] for name in names} == {name: told[name] for name in names}
    assert CLIENT.seen(keys) == seen
    refused = CLIENT.refused("search", session=keys["owner"], goal="helth[2]=1")
    assert refused["code"] == "unknown-name"
    assert "near: health" in refused["says"]


@pytest.mark.parametrize(
    ("fields", "code", "says"),
    [
        ({"heroes": ["barbarian", "palladin"]}, "unknown-name", "near: paladin"),
        ({"readings": {"heal-cap": "nett"}}, "unknown-name", "net"),
        ({"edition": "2018"}, "unknown-name", "2017"),
        ({"game": "diceland"}, "unknown-name", "not modelled"),
        ({"heroes": ["barbarian"]}, "malformed", "2 to 6 heroes play; given: 1"),
        ({"hero": "barbarian"}, "malformed", "open.hero"),
        ({"setup": PROTECTED, "edition": "2017"}, "malformed", "edition cannot be given beside setup"),
        ({"setup": {**PROTECTED, "turn": "3"}}, "malformed", "setup.turn: 3 is not a number from 1 to 2"),
        ({"setup": {**PROTECTED, "start": "nowhere"}}, "unknown-name", "setup.start: no timing point"),
    ],
)
def test_what_cannot_be_opened(fields, code, says):
    client = Client()
    problem = client.refused("open", **fields)
    assert problem["code"] == code
    assert says in problem["says"]
    assert not client.service.plays._holders


def _die(actor, transition="offense/roll/die", **choices):
    return {"actor": actor, "transition": transition, "choices": choices}


@pytest.mark.parametrize(
    ("decision", "code", "says"),
    [
        ("", "malformed", "apply.decision: String should have at least 1 character"),
        ("x" * 201, "malformed", "at most 200"),
        ("fly away", "unknown-name", "no decision is called 'fly'"),
        (_die("1", face=1), "malformed", "done by chance"),
        (_die("chance", face=7), "malformed", "is not in 1..6"),
        (_die("chance"), "malformed", "has face; given: none"),
        (_die("chance", "offense/roll/dye", face=1), "unknown-name", "offense/roll/die"),
        ("offense/roll/die face=9", "unknown-name", "no face is called '9'; there are: 1, 2, 3, 4, 5, 6"),
        (_die("3", face=1), "malformed", "actor"),
        (7, "malformed", "apply.decision: a decision is an object as legal lists it, or a text; given: 7"),
        ({"actor": "1"}, "malformed", "apply.decision.transition: Field required"),
    ],
)  # fmt: skip
def test_what_is_no_decision(decision, code, says):
    client = Client()
    owner = client.open(setup=PROTECTED)["owner"]
    problem = client.refused("apply", session=owner, decision=decision)
    assert problem["code"] == code
    assert says in problem["says"]
    assert "LegalDecision" not in problem["says"]


def test_all_that_is_wrong_with_a_position_is_told_in_one_line():
    hand = {"hero": "barbarian", "hand": ["no-card", "none-either"]}
    says = Client().refused("open", setup={**PROTECTED, "players": [hand, {"hero": "paladin"}]})["says"]
    first, second = says.split("; setup.")
    assert first.startswith("setup.players[0].hand[0]: no card of this deck is called 'no-card'")
    assert second.startswith("players[0].hand[1]: no card of this deck is called 'none-either'")


def test_a_failure_on_the_way_leaves_everything_as_it_was(monkeypatch, capsys):
    client = Client()
    keys = client.open(setup=PROTECTED)
    before = _inside(keys, client)

    def fail(_session):
        raise RuntimeError("planted")

    monkeypatch.setattr("dicelaw.oracle.service.service.settle", fail)
    assert (
        client.refused("apply", session=keys["owner"], decision="offense/roll/die face=1")["code"] == "defect"
    )
    assert "planted" in capsys.readouterr().err
    assert _inside(keys, client) == before
