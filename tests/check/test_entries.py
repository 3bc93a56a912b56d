"""Entries that can never be used are named with the reason; of all others a play is found."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from designs import HERO, action, card, mark, token, write

from dicelaw.checker.dice_throne.entries import Entry, looked_through, never
from dicelaw.checker.dice_throne.worse import worse_action
from dicelaw.model.dice_throne.language import Needs
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.tables.several import settled_hero
from dicelaw.oracle.dice_throne.checked import entry_notes, of_entries, useful_notes

OURS = load_pack()
SEEN = {"tinker/wind-up", "tinker/whack", "tinker/duck"}


def _found(path, rivals=(HERO,)):
    return looked_through(load_pack([path]), HERO, OURS, rivals)


def test_each_entry_of_a_sound_hero_is_used(tmp_path):
    path = write(
        tmp_path,
        token("focus", ["heal 1"], {"when": ["modifier"], "effect": ["add 1"]}),
        token("guard", {"when": ["attacked"], "effect": ["prevent 1"]}),
        board=[action("oil", ["reroll own die"], cost=1)],
        cards=[card("plan", ["draw 1"]), card("jab", ["add 1"], timing="roll", when=["modifier"])],
    )
    found = _found(path)
    assert (found.count, found.dead, found.unseen) == (9, {}, ())


def test_amounts_that_run_into_limits_are_named_and_whose_they_are(tmp_path):
    cards = [
        card("hoard", ["gain 20 cp"]),
        card("crowd", ["gain 5 focus"]),
        card("spa", ["heal 99"]),
        card("study", ["draw 70"]),
        card("sweep", ["prevent 60 per bolt"], timing="roll", when=["attacked"]),
        card("modest", ["gain 15 cp", "gain 3 focus", "heal 60", "deal 99"]),
        card("feast", ["heal 1"], several=["that player heals 70"]),
    ]
    path = write(tmp_path, token("focus", ["heal 1"]), cards=cards)
    found = {one.entry: (one.some, one.most, one.of_rules) for one in _found(path).limits}
    assert found == {
        "tinker/hoard": (20, 15, True),
        "tinker/crowd": (5, 3, True),
        "tinker/spa": (99, 60, True),
        "tinker/study": (70, 25, True),
        "tinker/sweep": (300, 255, False),
        "tinker/feast": (70, 60, True),
    }


def test_what_is_worse_in_every_respect_is_named_with_what_is_better(tmp_path):
    cards = [
        card("jab", ["add 2"], cost=1, timing="roll", when=["modifier"]),
        card("poke", ["add 1"], cost=1, timing="roll", when=["modifier"]),
        card("dear", ["add 2"], cost=2, timing="roll", when=["modifier"]),
        card("cheap", ["add 1"], timing="roll", when=["modifier"]),
        card("other", ["draw 1", "deal 3"], cost=1),
        card("mixed", ["draw 2", "deal 2"], cost=1),
        card("hurting", ["draw 2", "suffer 3"], cost=1),
        card("alms", ["draw 3"], several=["chosen teammate draws 1"]),
        card("gift", ["draw 3"], several=["chosen teammate draws 2"]),
        card("spread", ["draw 3"], several=["another player draws 3"]),
    ]
    path = write(tmp_path, token("focus", ["heal 1"]), cards=cards)
    entries = _found(path)
    assert entries.worse == {
        "tinker/poke": "tinker/jab", "tinker/dear": "tinker/jab", "tinker/alms": "tinker/gift",
    }  # fmt: skip
    told = "never better: tinker/poke: tinker/jab does at least as much and costs no more"
    assert told in entry_notes(SimpleNamespace(entries=entries))


def test_of_our_cards_one_is_worse_than_another_in_a_duel_and_none_elsewhere():
    """Feed the Fish is printed for three opponents and costs more; in a duel both do the same."""
    duels = [settled_hero(hero, several=False) for hero in OURS.heroes.values()]
    assert _worse_cards(duels) == {("cursed-pirate/feed-the-fish", "cursed-pirate/light-it-up")}
    assert _worse_cards(OURS.heroes.values()) == set()


def _worse_cards(heroes):
    """Each card that is worse than another of its hero, with that one."""
    decks = ([each.action for each in hero.cards if each.upgrade is None] for hero in heroes)
    return {
        (one.id, other.id)
        for cards in decks
        for one in cards
        for other in cards
        if worse_action(one, other, OURS.statuses)
    }


DEAD = {
    "nothing brings about the token": (
        {"board": [action("vent", ["heal 1"], have="1 steam")]},
        [token("steam", sign="negative")],
        "tinker/vent",
        "nothing brings about steam",
    ),
    "more than the limit": (
        {},
        [token("focus", {"tokens": 4, "effect": ["heal 4"]}, limit=2)],
        "status/focus/use-1",
        "it asks for 4 focus, of which nobody has more than 2",
    ),
    "never together": (
        {"cards": [card("jab", ["add 1"], when=["modifier"])]},
        [],
        "tinker/jab",
        "what it asks for is never true together",
    ),
    "no such level": (
        {"board": [{**action("hum", ["heal 1"]), "level": 2}]},
        [],
        "tinker/hum",
        "no card brings bench to level 2",
    ),
}


@pytest.mark.parametrize("why", DEAD)
def test_what_can_never_be_used_is_named(tmp_path, why):
    parts, statuses, name, says = DEAD[why]
    path = write(tmp_path, *statuses, **parts)
    assert dict(_found(path).dead) == {name: says}


def test_dice_that_can_not_fall_so(tmp_path):
    pack = load_pack([write(tmp_path, token("focus"))])
    hero = pack.heroes[HERO]
    wanted = replace(hero.offense[0], needs=Needs(symbols=((0b000111, 3), (0b011000, 3))))
    odd = replace(hero, offense=(wanted, *hero.offense[1:]))
    entry = Entry(wanted.id, 1, ability=wanted)
    assert never(pack, odd, entry) == "no five dice of this hero fulfil what it needs"
    assert not never(pack, hero, Entry(wanted.id, 1, ability=hero.offense[0]))


def test_a_condition_that_plays_never_meet_is_left_open(tmp_path):
    path = write(tmp_path, cards=[card("last-gasp", ["heal 1"], timing="roll", incoming_at_least=90)])
    found = _found(path)
    assert found.unseen == ("tinker/last-gasp",)
    assert not found.dead


def test_marks_are_no_entries(tmp_path):
    path = write(tmp_path, mark("used"), board=[action("tick", ["heal 1"], once="used")])
    assert _found(path).count == len(SEEN) + 1


def test_cards_of_ours_are_none_of_the_hero(tmp_path):
    assert _found(write(tmp_path)).count == len(SEEN)


def test_abilities_without_a_source_are_known_to_be_refused():
    class Without:
        """Our content without the Treant."""

        heroes = {name: hero for name, hero in OURS.heroes.items() if name != "treant"}  # noqa: RUF012
        statuses = OURS.statuses

    found = looked_through(OURS, "treant", Without, ["treant"])
    assert set(found.dead) == {"treant/overgrowth at level 2", "treant/plant at level 2"}
    assert not found.unseen


def test_a_token_that_only_another_token_brings_is_among_the_entries(tmp_path):
    tokens = [token("tick", ["gain tock"]), token("tock", ["heal 1"])]
    path = write(tmp_path, *tokens, cards=[card("aid", ["gain tick"])], gained=False)
    found = _found(path)
    assert (found.count, found.dead, found.unseen) == (6, {}, ())


def test_tokens_that_nobody_brings_are_never_used(tmp_path):
    lone = token("lone", ["draw 70", "gain 2 lone"])
    path = write(tmp_path, lone, token("this", ["gain that"]), token("that", ["gain this"]), gained=False)
    found = _found(path)
    assert found.dead == {
        f"status/{one}/use-1": f"nothing brings about {one}" for one in ("lone", "this", "that")
    }
    assert [limit.entry for limit in found.limits if limit.some == 70] == ["status/lone/use-1"]


def test_a_token_brought_only_among_several_players_is_not_said_to_be_brought_by_nothing(tmp_path):
    cards = [card("aid", ["heal 1"], several=["that player gains tick"])]
    found = _found(write(tmp_path, token("tick", ["heal 1"]), cards=cards, gained=False))
    assert found.count == 5
    assert found.dead == {}


def test_an_entry_is_useful_by_a_play_in_which_something_ends_otherwise(tmp_path):
    """Whack deals 5, and the opponent has 50 health; Duck may prevent 3 of it, one for each bolt."""
    cards = [
        card("plan", ["draw 1"]),
        card("spa", ["heal 4"]),
        card("tune", ["set own die to any face"], timing="roll"),
        card("again", ["extra defense attempt for chosen player"], timing="roll"),
    ]
    path = write(tmp_path, token("focus", ["gain 2 cp"]), cards=cards)
    entries = _found(path)
    assert (entries.useless, entries.idle) == ({}, {})
    assert len(entries.useful) == entries.count == 8
    changes = {name: dict(one.differing) for name, one in entries.useful.items()}
    hand = changes["tinker/plan"]["cards in hand of player 1"]
    assert int(hand[0]) == int(hand[1]) + 1
    with_it, without = map(int, changes["tinker/whack"]["health of player 2"])
    assert 2 <= without - with_it <= 5
    assert [*changes["tinker/tune"]][-1] == "the dice of the roll"
    with_it, without = map(int, changes["status/focus/use-1"]["combat points of player 1"])
    assert with_it == without + 2
    whack = entries.useful["tinker/whack"]
    assert whack.heroes == (HERO, HERO)
    assert 0 < whack.at < len(whack.moves)
    note = useful_notes(SimpleNamespace(entries=entries))["tinker/spa"]
    assert note.startswith("tinker/spa: health of player 1: ")


def test_to_be_rid_of_a_negative_token_is_of_use_by_itself(tmp_path):
    chill = token("chill", [], sign="negative")
    path = write(tmp_path, chill, start=["inflict chill"])
    entries = _found(path)
    assert (entries.useless, entries.idle) == ({}, {})
    with_it, without = map(int, entries.useful["status/chill/use-1"].differing["Chill of player 1"])
    assert with_it == without - 1


NO_USE = {
    "takes what nobody has": (["lose steam"], "it takes steam, which nothing brings about"),
    "asks for what nobody has": (["heal 4 if own 1 steam"], "it is for steam, which nothing brings about"),
    "counts what nobody has": (["heal 1 per own steam"], "what it comes to is always 0"),
    "dice for nothing": (["roll 2 dice"], "nothing reads the dice that it rolls"),
}


@pytest.mark.parametrize("why", NO_USE)
def test_what_is_certain_never_to_change_anything_is_of_no_use(tmp_path, why):
    effect, says = NO_USE[why]
    cards = [card("vain", effect), card("aid", ["heal 1"])]
    path = write(tmp_path, token("steam", sign="negative"), cards=cards)
    entries = _found(path)
    assert entries.useless == {"tinker/vain": says}
    assert entries.idle == {}
    assert {"tinker/aid", *SEEN} == {*entries.useful}
    notes = entry_notes(SimpleNamespace(entries=entries))
    assert notes == [f"of no use: tinker/vain: {says}"]
    told = of_entries(SimpleNamespace(entries=entries))
    assert told == "5 entries, of which each can be used; 1 is of no use"


def test_the_same_is_of_use_once_somebody_brings_the_token(tmp_path):
    steam = token("steam", sign="negative")
    cards = [card("vent", ["lose steam"]), card("puff", ["gain steam"])]
    entries = _found(write(tmp_path, steam, cards=cards))
    assert entries.useless == {}
    assert {"tinker/puff", *SEEN} <= {*entries.useful}


def test_dice_that_another_entry_is_used_on_are_no_dice_for_nothing(tmp_path):
    """Crank rolls a die that it does not read, but with Spin, for dice of Crank, another one."""
    crank = token("crank", ["roll 1 die"])
    assert _found(write(tmp_path, crank)).useless == {
        "status/crank/use-1": "nothing reads the dice that it rolls"
    }
    spin = action("spin", ["reroll own die", "heal 1"], dice_of="crank")
    entries = _found(write(tmp_path, crank, board=[spin]))
    assert entries.useless == {}
    assert [*entries.idle] == ["status/crank/use-1"]
    assert "tinker/spin" in entries.useful


def test_what_changes_nothing_in_plays_is_unknown_with_their_number(tmp_path):
    """What is prevented in a Main Phase is forgotten, as no damage comes; the tables do not say so."""
    path = write(tmp_path, cards=[card("brace", ["prevent 1"])])
    entries = _found(path)
    assert [*entries.idle] == ["tinker/brace"]
    count = entries.idle["tinker/brace"]
    assert count >= 3
    notes = entry_notes(SimpleNamespace(entries=entries))
    assert notes == [f"no effect: tinker/brace: unknown; changed nothing in {count} plays"]
    assert of_entries(SimpleNamespace(entries=entries)).endswith("; 1 changed nothing in any play")
