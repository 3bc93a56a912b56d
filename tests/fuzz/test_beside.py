"""Plays by compiled code beside those of a campaign: they meet what they say, and find what others do not."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from random import Random

import planted_pairs as planted
import pytest

from dicelaw.checker.search.meeting_plays import MeetingPlays
from dicelaw.checker.walks.breaches import Breaches
from dicelaw.oracle.cli import main
from dicelaw.oracle.dice_throne.fuzzing import DuelFuzzing
from dicelaw.oracle.fuzz.beside import TIMES, Beside
from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
from dicelaw.oracle.fuzz.corpus import Corpus, Done
from dicelaw.oracle.fuzz.meetings import met_in, pairs_of
from dicelaw.oracle.fuzz.readings import Readings
from dicelaw.oracle.fuzz.rounds import Subject, among
from dicelaw.oracle.fuzz.trail import Recorder, decisions_of
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.modes import known_mode

PLAYED = {
    "dice-throne": ("dice-throne", None, 7),
    "2v2": ("dice-throne", "2v2", 3),
    "dice-masters@2016": ("dice-masters@2016", None, 0),
    "dice-masters@2018": ("dice-masters@2018", None, 3),
    "dice-conquest": ("dice-conquest", None, 1),
}
"""A pairing of each game by its number: of it one plays with a token that acts, a Global, a magic item."""


@pytest.fixture(scope="module", params=PLAYED)
def played(request):
    """What is played, whose entries can meet, and where, with a recorder of plays there."""
    game, mode, number = PLAYED[request.param]
    fuzzing = description(game).fuzzing(game, None, known_mode(game, mode))
    pairing = fuzzing.pairings[number]
    arena = fuzzing.arena(pairing)
    return fuzzing, pairing, arena, Recorder(arena)


def test_expressions_say_who_uses_what_and_what_lies_there(played):
    fuzzing, pairing, arena, recorder = played
    reader, draw = recorder.reader, Random(3)
    entries = sorted(fuzzing.entries(pairing))
    uses, seen = arena.uses(entries), set()
    for _ in range(4):
        arena.play(tuple(draw.sample(entries, 2)), recorder, draw)
        for before, move, after in recorder.trail.steps:
            names = [choice.name for choice in arena.machine.transitions[move[0]].choices]
            chosen = dict(zip(names, move[1:], strict=True))
            place = reader.value(uses.of[move[0]], before, chosen) if move[0] in uses.of else 0
            used = {entries[place - 1]} if place else set()
            assert used == {*arena.used(move, after)} & {*entries}
            lying = {entries[place] for place, lies in uses.lying.items() if reader.value(lies, before)}
            assert lying == arena.lying(before) & {*entries}
            assert reader.value(uses.turn, before) == arena.turn(before)
            seen |= used
    assert seen


def test_what_is_said_to_have_met_meets_in_the_plays(played, monkeypatch):
    fuzzing, pairing, arena, recorder = played
    draw = Random(0)
    monkeypatch.setattr("dicelaw.oracle.fuzz.beside.MOST", 5)
    monkeypatch.setattr("dicelaw.oracle.fuzz.beside.JUDGED", 5)
    waiting = pairs_of(fuzzing, pairing, ())
    arena.play(waiting[len(waiting) // 2], recorder, draw)
    monkeypatch.setattr(Recorder, "settled", lambda _, state: (state, []))  # as it was left
    came = Beside(arena, fuzzing.entries(pairing), recorder).of(recorder.start, waiting, frozenset(), draw)
    trails = [one.trail for one in came.trails]
    assert came.met == {pair for trail in trails for pair in met_in(arena, trail)} & {*waiting}
    assert came.taken == {move[0] for trail in trails for _, move, _ in trail.steps}
    assert came.met


def test_only_what_waits_is_said_to_have_met(played):
    fuzzing, pairing, arena, recorder = played
    draw, entries = Random(0), sorted(fuzzing.entries(pairing))
    waiting = [*combinations(entries[:9], 2)]
    arena.play(waiting[0], recorder, draw)
    came = Beside(arena, entries, recorder).of(recorder.start, waiting, frozenset(), draw)
    assert came.met <= {*waiting}


def test_each_claim_that_a_play_breaks_is_noted():
    fuzzing = DuelFuzzing(None, planted.spoiled("modifier/same-damage-type"), [planted.PAIRING])
    arena = fuzzing.arena(planted.PAIRING)
    recorder, draw, entries = Recorder(arena), Random(1), [*fuzzing.entries(planted.PAIRING)]
    asked = Breaches(recorder.reader, arena.properties)
    plays = MeetingPlays(arena.machine, arena.uses(entries), arena.properties, length=120)
    seen = set()
    for number in range(40):
        arena.play(tuple(draw.sample(entries, 2)), recorder, draw)
        plays.begin(recorder.start)
        plays.play(0, number)
        noted = plays.broken(plays.wrong())
        state, broken = recorder.start, set()
        for place, after in plays.steps():
            moves = (move for move in recorder.reader.enabled(state) if move[0] == place)
            move = next(move for move in moves if recorder.reader.step(state, move) == after)
            broken.update(asked.of(state, move, after))
            state = after
        assert noted == broken
        seen |= broken
    assert seen >= {"modifier/same-damage-type", "play/structure"}


def test_a_play_that_goes_otherwise_under_a_reading_is_judged_for_it(monkeypatch):
    monkeypatch.setattr("dicelaw.oracle.fuzz.beside.JUDGED", 0)
    fuzzing, pairing = DuelFuzzing(None), ("barbarian", "monk")
    arena, draw, entries = fuzzing.arena(pairing), Random(1), sorted(fuzzing.entries(pairing))
    recorder = Recorder(arena)
    readings = Readings(arena, recorder)
    claims = [one for one in readings.claims() if one.id == "reading/defense-duty"]
    assert {one.id for one in readings.claims({"defense-duty"})}.isdisjoint({"reading/defense-duty"})
    beside, found = Beside(arena, entries, recorder, claims), []
    for number in range(4):
        setup = arena.play((entries[number], entries[-1 - number]), recorder, draw)
        came = beside.of(recorder.start, (), frozenset(), draw)
        found += [(setup, one.trail) for one in came.trails]
        assert all(one.shows == {"reading/defense-duty"} for one in came.trails)
    assert len(found) == TIMES
    for setup, trail in found:
        assert readings.hangs("defense-duty", setup, decisions_of(arena, trail), trail)


def campaign(fuzzing, plays):
    return Campaign(fuzzing, Done(0), Bounds(plays=plays))


def test_the_same_seed_meets_and_finds_the_same(monkeypatch):
    monkeypatch.setattr("dicelaw.oracle.fuzz.judging.ASKED", 0)
    monkeypatch.setattr("dicelaw.oracle.fuzz.beside.TIMES", 0)
    ends = []
    for _ in range(2):
        made = campaign(DuelFuzzing(None, None, [planted.PAIRING]), 7)
        finds = [find.as_json() for find in made.run()]
        ends.append((finds, made.tally, made.done))
    assert ends[0] == ends[1]
    assert ends[0][1].beside


@pytest.fixture
def short(monkeypatch):
    """Rounds are of two plays, both with others beside them."""
    monkeypatch.setattr("dicelaw.oracle.fuzz.judging.SHORT", 2)
    monkeypatch.setattr("dicelaw.oracle.fuzz.rounds.FEWEST", 2)
    monkeypatch.setattr("dicelaw.oracle.fuzz.rounds.FIRST", 0)
    monkeypatch.setattr("dicelaw.oracle.fuzz.campaign.WAVE", 2)


def ended(made):
    """What a campaign came to."""
    finds = [find.as_json() for find in made.run()]
    return finds, made.tally.known, made.done


@pytest.mark.usefixtures("short")
def test_what_is_met_does_not_hang_on_who_makes_the_rounds():
    here, apart = (campaign(description("dice-conquest").fuzzing("dice-conquest", None, ""), 7) for _ in "ab")
    with ThreadPoolExecutor(1) as executor:
        apart.players = among(executor, Subject("dice-conquest", None, ""), apart.meetings)
        assert ended(here) == ended(apart)
    assert (here.done.plays, here.done.rounds) == (7, 4)
    assert here.tally.beside == apart.tally.beside > 7


@pytest.mark.usefixtures("short")
def test_a_campaign_goes_on_as_if_it_had_not_been_stopped(tmp_path):
    fuzzing = description("dice-conquest").fuzzing("dice-conquest", None, "")
    whole, corpus = campaign(fuzzing, 8), Corpus(tmp_path, "dice-conquest")
    ended(whole)
    first = Campaign(fuzzing, Done(0), Bounds(plays=4), corpus)
    ended(first)
    again = Campaign(fuzzing, corpus.done(Done(0)), Bounds(plays=8), corpus)
    ended(again)
    assert (again.done.plays, again.done.met) == (8, whole.done.met)
    assert again.done.gone == whole.done.gone


def test_without_the_compiler_plays_are_made_one_by_one(without, capsys):
    without("llvmlite")
    assert main(["fuzz", "dice-conquest", "--plays", "7"]) == 0
    said = capsys.readouterr().out
    assert "7 plays; " in said
    assert "there were no plays by compiled code" in said


def test_the_end_says_how_many_plays_were_compiled(capsys):
    assert main(["fuzz", "dice-conquest", "--plays", "7"]) == 0
    assert "7 plays and " in capsys.readouterr().out
