"""What is hidden from a seat has no influence on anything that it is told."""

import json
from random import Random

import pytest
from sampled import sampled
from served import Client

from dicelaw.model.dice_throne.modes import DUEL_SEATS
from dicelaw.model.dice_throne.state.duel_state import DECK, HAND
from dicelaw.oracle.dice_throne.opening import duel_of
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.service.visibility import why_not

PAIRS = [("barbarian", "paladin"), ("vampire-lord", "shadow-thief"), ("cursed-pirate", "ninja")]
STEPS = 120
APART = 50
"""In how many steps at least the hidden hands have to differ."""
CLIENT = Client()


def _key(decision):
    return json.dumps(decision, sort_keys=True)


class Worlds:
    """Two plays with the same decisions and dice, but with other cards drawn by ``secret``."""

    def __init__(self, heroes, secret, draw):
        self.client, self.secret, self.draw = CLIENT, secret, draw
        CLIENT.service.plays._holders.clear()
        self.keys = [self.client.open(heroes=heroes) for _ in range(2)]
        self.apart = 0

    def sessions(self):
        return [self.client.session(keys["owner"]) for keys in self.keys]

    def step(self):
        """One step in both; whether there was one that both can take."""
        one, two = (self.client.ask("legal", session=keys["owner"])["decisions"] for keys in self.keys)
        session = self.sessions()[0]
        drawn = session.at == "draw" and session.machine.value(session.state, "drawing") == self.secret
        if drawn and one and two:
            taken = [self.draw.choice(one), self.draw.choice(two)]
        else:
            both = {_key(row) for row in one} & {_key(row) for row in two}
            common = [row for row in one if _key(row) in both]
            if not common:
                return False
            taken = [self.draw.choice(common)] * 2
        for keys, decision in zip(self.keys, taken, strict=True):
            self.client.ask("apply", session=keys["owner"], decision=decision)
        self.apart += self.hands()[0] != self.hands()[1]
        return True

    def hands(self):
        return [self.cards(session, self.secret, HAND) for session in self.sessions()]

    @staticmethod
    def cards(session, seat, zone):
        d = duel_of(session).duel
        places = range(d.deck)
        names = duel_of(session).content.card_names(seat)
        return {names[at] for at in places if session.state[d.zone[seat * d.deck + at].place] == zone}

    def told(self, world, viewer, asked):
        """All that ``viewer`` is told in a world: of the position, the last steps, and what is asked."""
        key = self.keys[world][viewer]
        count = self.client.ask("state", session=key)["steps"]
        rows = [self.client.reply(op, session=key) for op in ("state", "legal")]
        rows.append(self.client.reply("events", session=key, since=max(1, count - 5)))
        for decision in asked:
            rows += [self.client.reply(op, session=key, decision=decision) for op in ("why-not", "apply")]
        return rows


def _asked(worlds, draw, viewer):
    """Decisions to ask about: of all kinds, about their own and the hidden cards; none that would succeed."""
    session = worlds.sessions()[0]
    machine, found = session.machine, []
    for transition in draw.sample(machine.transitions, 3):
        values = [f"{one.name}={draw.choice(one.labels or (one.lo, 1)) or 0}" for one in transition.choices]
        found.append(" ".join([transition.id, *(value.split(" or ")[0] for value in values)]))
    names = [
        name for seat in DUEL_SEATS for name in draw.sample(duel_of(session).content.card_names(seat), 2)
    ]
    for name in names:
        found += [f"{verb} {name}" for verb in ("play", "sell")] + [f"draw/card card={name}"]
    leaving = [one.id for one in machine.transitions if one.source == session.at]
    found += [f"{id} card={names[-1]}" for id in leaving] + leaving
    key = worlds.keys[0][viewer]
    answers = [worlds.client.reply("why-not", session=key, decision=text) for text in found]
    legal = [answer.get("result", {}).get("legal") for answer in answers]
    return [text for text, succeeds in zip(found, legal, strict=True) if not succeeds]


@pytest.mark.parametrize("secret", DUEL_SEATS)
@pytest.mark.parametrize("heroes", sampled(PAIRS, 3), ids="-".join)
def test_hidden_cards_make_no_difference_to_others(heroes, secret):
    draw, apart = Random(secret), 0
    while apart < APART:
        worlds = Worlds(heroes, secret, draw)
        while len(worlds.sessions()[0].events) < STEPS and worlds.step():
            for viewer in (str(2 - secret), "watch"):
                asked = _asked(worlds, draw, viewer) if draw.random() < 0.3 else []
                assert worlds.told(0, viewer, asked) == worlds.told(1, viewer, asked)
        apart += worlds.apart


@pytest.mark.parametrize("secret", DUEL_SEATS)
def test_no_card_in_a_hand_is_named_to_others_before_it_is_played(secret):
    client, named = Client(), 0
    keys = client.open()
    other = {viewer: key for viewer, key in keys.items() if viewer in (str(2 - secret), "watch")}
    draw = Random(4)
    for _ in range(100):
        client.play(keys["owner"], draw, 1)
        session = client.session(keys["owner"])
        told = json.dumps(list(client.seen(other).values()))
        held = Worlds.cards(session, secret, HAND) | Worlds.cards(session, secret, DECK)
        never_shown = held - _shown(session, secret)
        named += len(never_shown & Worlds.cards(session, secret, HAND))
        assert not [name for name in never_shown if f'"{name}"' in told or f" {name}" in told]
    assert named, "no hand had a card"
    own = client.ask("state", session=keys[str(secret + 1)])["observation"]["players"][secret]["cards"]
    assert set(own) == Worlds.cards(client.session(keys["owner"]), secret, HAND)


def _shown(session, seat):
    """The cards that have lain open, or that both decks have, so that their names say nothing."""
    d, names = duel_of(session).duel, duel_of(session).content.card_names(seat)
    open_to_all = set(duel_of(session).content.card_names(1 - seat))
    for step in session.events:
        for state in (step.before, step.after):
            zones = [state[d.zone[seat * d.deck + at].place] for at in range(d.deck)]
            open_to_all |= {name for name, zone in zip(names, zones, strict=True) if zone not in (DECK, HAND)}
    return open_to_all


@pytest.mark.parametrize("viewer", ["1", "2"])
def test_what_is_said_to_stand_in_the_way_does(viewer):
    keys, draw, told = CLIENT.open(), Random(6), 0
    for _ in range(120):
        CLIENT.play(keys["owner"], draw, 1)
        session = CLIENT.session(keys["owner"])
        leaving = [one for one in session.machine.transitions if one.source == session.at and one.by_seat]
        held = sorted(Worlds.cards(session, 2 - int(viewer), HAND))
        for transition in leaving:
            known = {one.name: one.labels or ("1",) for one in transition.choices}
            if "card" in known and held:
                known["card"] = held
            values = [f"{name}={draw.choice(labels).split(' or ')[0]}" for name, labels in known.items()]
            text = " ".join([transition.id, *values])
            try:
                why = why_not(session, text, viewer)
            except UserError:
                continue
            if why.move is not None and why.after_pass is None:
                assert set(why.unmet) <= set(session.reader.why_not(session.state, why.move))
                told += bool(why.unmet)
    assert told > 20


@pytest.mark.parametrize("viewer", ["1", "2", "watch"])
@pytest.mark.parametrize(
    ("op", "fields"), [("undo", {}), ("outcome", {}), ("search", {"goal": "over"}), ("close", {})]
)
def test_what_only_the_owner_may_do(viewer, op, fields):
    client = Client()
    keys = client.open()
    client.play(keys["owner"], Random(0), 3)
    seen = client.seen(keys)
    assert client.refused(op, session=keys[viewer], **fields)["code"] == "forbidden"
    assert client.seen(keys) == seen


@pytest.mark.parametrize(
    ("viewer", "decision"),
    [
        ("1", "2 passes"),
        ("1", "setup/start-player player=1"),
        ("1", {"actor": "chance", "transition": "setup/start-player", "choices": {"player": "1"}}),
        ("2", {"actor": "1", "transition": "main-1/pass", "choices": {}}),
        ("watch", "pass"),
    ],
)
@pytest.mark.parametrize("op", ["apply", "why-not"])
def test_a_key_decides_for_its_seat_alone(viewer, decision, op):
    client = Client()
    keys = client.open()
    assert client.refused(op, session=keys[viewer], decision=decision)["code"] == "forbidden"


def test_a_card_that_is_searched_for_is_seen_by_its_player_alone():
    client = Client()
    players = [{"hero": "vampire-lord"}, {"hero": "paladin"}]
    setup = {"game": "dice-throne", "players": players, "turn": "1", "start": "offense/begin"}
    keys = client.open(setup=setup)
    for _ in range(5):
        client.ask("apply", session=keys["owner"], decision="offense/roll/die face=6")
    while (here := client.ask("state", session=keys["owner"])["observation"])["at"] != "resolve/search":
        decision = "announce exsanguinate" if here["at"] == "offense/choose" else "pass"
        client.ask("apply", session=keys["owner"], decision=decision)
    assert "decisions" not in client.ask("legal", session=keys["2"])
    picked = client.ask("legal", session=keys["1"])["decisions"][0]
    step = client.ask("apply", session=keys["1"], decision=picked)["events"][0]
    assert step["choices"] == picked["choices"]
    assert ["deck", "hand"] in step["changes"].values()
    for viewer in ("2", "watch"):
        (seen,) = client.ask("events", session=keys[viewer], since=step["step"], most=1)["events"]
        assert seen["choices"] == {}
        assert seen["changes"] == {
            name: both for name, both in step["changes"].items() if both != ["deck", "hand"]
        }
