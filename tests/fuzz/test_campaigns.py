"""Campaigns: planted mistakes are found and named, what is sound is not, and the same seed gives the same."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import planted_pairs as planted
import pytest

from dicelaw.checker.search.terms import Terms
from dicelaw.checker.walks.breaches import Breaches
from dicelaw.checker.walks.monitors import breach_watch
from dicelaw.checker.walks.walks import Walker
from dicelaw.model.dice_throne.modes import KING_OF_THE_HILL
from dicelaw.model.dice_throne.tables.narrow import narrowed
from dicelaw.model.kernel import symbolic
from dicelaw.oracle.dice_throne.blunting import blunted
from dicelaw.oracle.dice_throne.fuzzing import DuelFuzzing
from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
from dicelaw.oracle.fuzz.corpus import Corpus, Done
from dicelaw.oracle.fuzz.rounds import Subject, among
from dicelaw.oracle.fuzz.shrink import Player
from dicelaw.oracle.fuzz.trail import Recorder
from dicelaw.oracle.games.own_content import own_content
from dicelaw.specs.property import AllOf, Always, Stepwise, spoken_of

QUICK = {
    len(one.entries): name for name, one in reversed(planted.CONTENT.items()) if one.fault == "cycle"
}.values()
"""A mistake for each number of entries."""


@pytest.fixture(autouse=True)
def unasked(monkeypatch):
    """No play is asked what it comes to under other readings, which takes long."""
    monkeypatch.setattr("dicelaw.oracle.fuzz.judging.ASKED", 0)
    monkeypatch.setattr("dicelaw.oracle.fuzz.beside.TIMES", 0)


def saved_at_once(monkeypatch):
    """How far a campaign has come is saved after each play, however long that takes."""
    monkeypatch.setattr("dicelaw.oracle.fuzz.campaign.SAVING", 0.0)
    monkeypatch.setattr("dicelaw.oracle.fuzz.campaign.SHARE", 0)


def campaign(fuzzing, plays, corpus=None, seed=0, done=None):
    return Campaign(fuzzing, done or Done(seed), Bounds(plays=plays), corpus)


def found(fuzzing, plays):
    """What a campaign finds beside what hangs on readings."""
    return {find.key for find in campaign(fuzzing, plays).run() if not find.is_known}


@pytest.mark.parametrize("name", QUICK)
def test_a_mistake_of_two_entries_is_found_and_named(name, tmp_path):
    mistake = planted.CONTENT[name]
    mistake.write(tmp_path)
    keys = found(DuelFuzzing(own_content(tmp_path)), 3)
    assert keys == {(mistake.fault, mistake.entries)}


def test_who_is_at_fault_is_named_where_both_players_have_the_hero(tmp_path):
    mistake = planted.CONTENT["two tokens give each other"]
    mistake.write(tmp_path)
    fuzzing = DuelFuzzing(own_content(tmp_path), None, [("tinker", "tinker")])
    assert found(fuzzing, 3) == {(mistake.fault, mistake.entries)}


def test_what_is_blunt_does_nothing_among_several_players_either():
    heroes = ("artificer", "huntress", "paladin")
    fuzzing = DuelFuzzing(None, None, [heroes], KING_OF_THE_HILL)
    blunt = blunted(fuzzing.pack, heroes, frozenset(fuzzing.entries(heroes)))
    _, duellists = narrowed(blunt, heroes, several=True)
    for hero in duellists:
        assert not any(one.activate or one.land for one in (*hero.offense, *hero.defense))
        assert not any(action.program for *_, action in hero.board)
        assert not any(trigger.program for *_, trigger in hero.passives)
        assert not any(card.action.program for card in hero.cards)


@pytest.mark.parametrize("name", planted.SOUND)
def test_what_only_looks_like_a_mistake_is_none(name, tmp_path):
    planted.SOUND[name](tmp_path)
    assert not found(DuelFuzzing(own_content(tmp_path)), 12)


def test_a_mistake_in_the_rules_is_found_by_the_property_that_it_breaks():
    fuzzing = DuelFuzzing(None, planted.spoiled("cards/sale"), [planted.PAIRING])
    assert any(find.key == ("property/cards/sale", ()) for find in campaign(fuzzing, 60).run())


@pytest.mark.slow
def test_what_hangs_on_how_entries_are_laid_out_is_found():
    fuzzing = DuelFuzzing(None, planted.first_unspent, [planted.FIRST])
    wanted = frozenset({"status/sneak-attack"})
    finds = Campaign(fuzzing, Done(0), Bounds(plays=90), wanted=wanted).run()
    find = next(find for find in finds if find.kind == "order")
    assert "status/sneak-attack" in find.entries
    assert "by how entries are laid out" in find.says


def test_a_reader_that_differs_is_found(monkeypatch):
    monkeypatch.setitem(symbolic._OPERATIONS, "-", lambda one, other: one - other - 1)
    fuzzing = DuelFuzzing(None, None, [planted.PAIRING])
    find = next(find for find in campaign(fuzzing, 10).run() if find.kind == "readers")
    assert "for the concrete reader" in find.says


@pytest.mark.parametrize(("right", "wrong"), [("max", "min"), ("<=", "<")])
def test_a_compiled_reader_that_differs_is_found(right, wrong, monkeypatch):
    operation = Terms._operation
    monkeypatch.setattr(
        Terms, "_operation", lambda self, op, parts: operation(self, wrong if op == right else op, parts)
    )
    fuzzing = DuelFuzzing(None, None, [planted.PAIRING])
    find = next(find for find in campaign(fuzzing, 10).run() if find.kind == "compiled")
    assert "for the concrete reader" in find.says
    assert Player(fuzzing.arena(planted.PAIRING)).shown(find.setup, find.decisions, find.fault)


def test_a_compiled_reader_that_differs_is_found_by_the_plays_that_it_makes(monkeypatch):
    monkeypatch.setattr("dicelaw.oracle.fuzz.judging.REPLAYED", 0)
    operation = Terms._operation
    monkeypatch.setattr(
        Terms, "_operation", lambda self, op, parts: operation(self, "min" if op == "max" else op, parts)
    )
    fuzzing = DuelFuzzing(None, None, [planted.PAIRING])
    find = next(find for find in campaign(fuzzing, 10).run() if find.kind == "compiled")
    assert "for the compiled" in find.says
    assert Player(fuzzing.arena(planted.PAIRING)).shown(find.setup, find.decisions, find.fault)


@pytest.mark.parametrize(
    ("cites", "says"),
    [((), "cites no statement for it"), (("no/such",), "cites no/such, which is no statement")],
)
def test_a_step_that_writes_by_no_statement_is_found(cites, says):
    def spoil(made):
        return made.machine.rewritten(
            lambda one: replace(one, cites=cites, requires=()) if one.id == "upkeep/begin/collect" else one
        )

    fuzzing = DuelFuzzing(None, spoil, [planted.PAIRING])
    find = next(find for find in campaign(fuzzing, 10).run() if find.kind == "uncited")
    assert (find.about, find.says.endswith(says)) == ("upkeep/begin/collect", True)


def test_all_claims_at_once_are_each_claim_by_itself():
    fuzzing = DuelFuzzing(None, planted.spoiled("priority/active-first"))
    arena = fuzzing.arena(planted.PAIRING)
    recorder, walker, machine = Recorder(arena), Walker(arena.machine), arena.machine
    at_once = Breaches(recorder.reader, arena.properties)
    alone = []
    for one in arena.properties:
        if isinstance(one.claim, Always | AllOf | Stepwise):
            stepwise = isinstance(one.claim, Stepwise)
            spoken = spoken_of(one.claim, machine.transitions) if stepwise else machine.transitions
            places = {machine.transition_index[transition.id] for transition in spoken}
            alone.append((one.id, places, breach_watch(walker, one)))
    draw, entries, broken = Random(0), [*fuzzing.entries(planted.PAIRING)], set()
    for _ in range(4):
        arena.play(tuple(draw.sample(entries, 2)), recorder, draw)
        for step in recorder.trail.steps:
            wanted = {
                id
                for id, places, watch in alone
                if step[1][0] in places and step[2][0] in watch.points and watch.seen(*step)
            }
            assert {*at_once.of(*step)} == wanted
            broken |= wanted
    assert "priority/active-first" in broken


@pytest.mark.slow
def test_what_is_found_does_not_hang_on_who_makes_the_rounds(tmp_path, monkeypatch):
    monkeypatch.setattr("dicelaw.oracle.fuzz.judging.ROUND", 2)
    monkeypatch.setattr("dicelaw.oracle.fuzz.campaign.WAVE", 2)
    planted.CONTENT[next(iter(QUICK))].write(tmp_path)
    content = own_content(tmp_path)
    ends = []
    with ThreadPoolExecutor(1) as executor:
        for apart in (False, True):
            asked = campaign(DuelFuzzing(content), 3)
            if apart:
                asked.players = among(executor, Subject("dice-throne", content, ""), asked.meetings)
            finds = [find.as_json() for find in asked.run()]
            ends.append((finds, asked.tally.known, asked.done))
    assert ends[0] == ends[1]
    assert ends[0][0]
    assert (ends[0][2].plays, ends[0][2].rounds) == (3, 2)


def test_what_was_done_in_the_first_round_is_kept(tmp_path, monkeypatch):
    saved_at_once(monkeypatch)
    fuzzing, corpus = DuelFuzzing(None, None, [planted.PAIRING]), Corpus(tmp_path, "dice-throne")

    def killed(running):
        if running.done.plays == 3:
            raise KeyboardInterrupt

    first = Campaign(fuzzing, Done(0), Bounds(plays=9), corpus, tell=killed)
    with pytest.raises(KeyboardInterrupt):
        [*first.run()]
    kept = corpus.done(Done(0))
    assert (kept.plays, kept.rounds, kept.met) == (3, 1, first.done.met)
    assert (kept.gone, kept.there_are) == (first.done.gone, first.done.there_are)
    assert {sort for sort, _ in kept.gone} >= {"transitions", "windows"}
    assert kept.gone < kept.there_are
    again = campaign(fuzzing, 4, corpus, done=kept)
    [*again.run()]
    assert (again.tally.plays, corpus.done(Done(0)).rounds) == (1, 2)


@pytest.mark.slow
def test_a_campaign_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path, monkeypatch):
    monkeypatch.setattr("dicelaw.oracle.fuzz.judging.ROUND", 2)
    saved_at_once(monkeypatch)
    monkeypatch.setattr("dicelaw.oracle.fuzz.campaign.WAVE", 1)
    content = tmp_path / "content"
    content.mkdir()
    planted.CONTENT[next(iter(QUICK))].write(content)
    fuzzing = DuelFuzzing(own_content(content))
    whole = campaign(fuzzing, 6)
    finds = [find.as_json() for find in whole.run() if not find.is_known]
    corpus = Corpus(tmp_path / "out", "dice-throne")
    first = campaign(fuzzing, 6, corpus)
    for _ in range(2):
        [*first._wave()]  # and then it is killed, in the next round
    again = campaign(fuzzing, 6, corpus, done=corpus.done(Done(0)))
    [*again.run()]
    assert again.done.plays == whole.done.plays == 6
    assert again.done.met == whole.done.met
    assert [find.as_json() for find in again.tally.all] == finds
