"""Games of Dice Conquest: entries meet, a planted mistake is found, and what is taken away does nothing."""

from random import Random

import pytest
from planted_pairs import QUESTS as HEROES
from planted_pairs import spoiled_quest

from dicelaw.model.dice_conquest.components import Place
from dicelaw.oracle.cli import main
from dicelaw.oracle.dice_conquest.fuzzing import QuestFuzzing
from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
from dicelaw.oracle.fuzz.corpus import Corpus, Done
from dicelaw.oracle.fuzz.meetings import TRIPLE, met_in
from dicelaw.oracle.fuzz.trail import Recorder, decisions_of, played

KNOWN = "alarm"


@pytest.fixture(autouse=True)
def unasked(monkeypatch):
    """No play is asked what it comes to under other readings, which takes long."""
    monkeypatch.setattr("dicelaw.oracle.fuzz.judging.ASKED", 0)


def test_each_kind_of_entry_meets_and_what_is_sound_is_not_found():
    wanted = frozenset({"tracker/ability", "scholar/critical", KNOWN, "fire-dancer/item"})
    fuzzing = QuestFuzzing(None, None, [HEROES])
    campaign = Campaign(fuzzing, Done(0), Bounds(plays=20), wanted=wanted)
    assert not [*campaign.run()]
    kinds = {fuzzing.sort(entry)[1] for pair in campaign.done.met for entry in pair}
    assert kinds == {"ability", "Critical Hit", "creature", "trap", "magic item"}


def test_a_planted_mistake_is_found():
    id = "creature/no-ability-while-barred"
    fuzzing, wanted = QuestFuzzing(None, spoiled_quest(id), [HEROES]), frozenset({"tracker/ability"})
    finds = Campaign(fuzzing, Done(0), Bounds(plays=40), wanted=wanted).run()
    find = next(one for one in finds if one.fault.id == f"property/{id}")
    assert find.entries == ("hedge-witch", "tracker/ability")


def test_cards_that_are_laid_out_the_other_way_round_play_alike():
    arena = QuestFuzzing(None).arena(HEROES)
    other, recorder, draw = arena.turned(), Recorder(arena), Random(0)
    again = Recorder(other)
    for pair in (("pit-imp", "tracker/ability"), (KNOWN, "tracker/critical")):
        setup = arena.play(pair, recorder, draw)
        trail = recorder.trail
        found = played(other, again, other.state(setup), decisions_of(arena, trail))
        assert found is not None
        assert len(found.steps) == len(trail.steps)
        assert met_in(other, found) == met_in(arena, trail)


def test_a_creature_or_trap_that_is_taken_away_is_nowhere():
    arena, draw = QuestFuzzing(None).arena(HEROES), Random(0)
    q = arena.made.quest
    for entry in ("pit-imp", KNOWN):
        setup = arena.play((entry, "tracker/ability"), Recorder(arena), draw)
        card = q.current.slot.labels.index(entry)
        state = arena.state(arena.bare(setup, entry))
        assert state[q.place[card].place] not in (Place.DISPLAY, Place.DECK)
        assert entry not in arena.lying(state)


def test_what_is_blunt_is_not_used_and_hurts_nobody():
    fuzzing = QuestFuzzing(None)
    blunt = fuzzing.arena(HEROES).without(frozenset(fuzzing.entries(HEROES)))
    recorder, draw = Recorder(blunt), Random(0)
    for _ in range(3):
        blunt.play(("pit-imp", "tracker/ability"), recorder, draw)
        used = {entry for _, move, after in recorder.trail.steps for entry in blunt.used(move, after)}
        assert not {entry for entry in used if entry.endswith(("/ability", "/critical"))}


def test_the_command_says_what_met(capsys):
    assert main(["fuzz", "dice-conquest", "--with", "scholar/critical", "--plays", "2"]) == 0
    assert "2 plays" in capsys.readouterr().out


def test_the_atlas_of_an_entry_is_written(tmp_path, capsys):
    words = ["atlas", "dice-conquest", "--only", "scholar/critical", "--within", "0.001", "--processes", "1"]
    assert main([*words, "--out", str(tmp_path / "atlas")]) == 7
    assert "pairs" in capsys.readouterr().out
    assert (tmp_path / "atlas" / "index.html").exists()


def test_triples_with_an_entry_are_steered_to_and_counted(tmp_path):
    fuzzing, wanted = QuestFuzzing(None, None, [HEROES]), frozenset({"tracker/ability"})

    def campaign(plays, corpus):
        done = corpus.done(Done(0, size=TRIPLE))
        return Campaign(fuzzing, done, Bounds(plays=plays), corpus, wanted, size=TRIPLE)

    corpus = Corpus(tmp_path, "dice-conquest")
    first = campaign(4, corpus)
    assert not [*first.run()]
    assert first.done.met
    assert all(len(group) == TRIPLE and "tracker/ability" in group for group in first.done.met)
    again = campaign(4, corpus)
    assert (again.done.plays, again.done.met, again.done.vain) == (4, first.done.met, first.done.vain)
    assert corpus.done(Done(0)).plays == 0, "a campaign of pairs begins anew"


def test_triples_want_an_entry(capsys):
    assert main(["fuzz", "dice-conquest", "--triples", "--plays", "1"]) == 2
    assert "name an entry that is in each of them by --with" in capsys.readouterr().err
