"""Campaigns against implementations: where they depart is found, kept as a vector, and tried again."""

import shlex
import sys

import pytest
from engines import ENGINES, Engine

from dicelaw.oracle.cli import main
from dicelaw.oracle.conform.cases import read_vectors
from dicelaw.oracle.conform.check import Outcome, check, greet
from dicelaw.oracle.conform.engine import Supervised
from dicelaw.oracle.conform.run import Run, Tally
from dicelaw.oracle.dice_throne.fuzzing import DuelFuzzing
from dicelaw.oracle.fuzz.against import ByEngine, Supported, supported
from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
from dicelaw.oracle.fuzz.corpus import Corpus, Done

GAME, PAIRING = "dice-throne", ("barbarian", "paladin")
FAULT, RULE = "half-rounded-down", "damage/total/division-rounds-up"
WANTED = frozenset({"status/protect"})
FAITHFUL = shlex.join([sys.executable, str(ENGINES / "faithful.py")])


def campaign(corpus, fault=None, plays=24, engine=None):
    """A campaign of the duel of ``PAIRING`` against the example engine with ``fault`` in it."""
    supervised = Supervised(lambda: engine or Engine(fault))
    support = greet(supervised)
    run = Run(GAME, supervised, support, Tally(support))
    fuzzing = Supported(DuelFuzzing(None), [PAIRING])

    def judge(*given):
        return ByEngine(run, *given)

    done = corpus.done(Done(0, against=support.name))
    return Campaign(fuzzing, done, Bounds(plays=plays), corpus, WANTED, judge=judge), run


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What is found in the engine that rounds halves down, and where it is kept."""
    corpus = Corpus(tmp_path_factory.mktemp("against"), GAME)
    return corpus, [*campaign(corpus, FAULT)[0].run()]


def test_a_departure_is_named_by_what_meets_and_by_the_rule(found):
    corpus, finds = found
    assert finds
    assert all(find.kind == "departs" and RULE in find.rules for find in finds)
    assert all("status/protect" in find.entries for find in finds)
    assert corpus.done(Done(0, against="faithful")).met


def test_a_departure_is_a_vector_that_tells_a_right_engine_from_a_wrong_one(found):
    corpus, finds = found
    cases = read_vectors(corpus.path / "vectors", GAME)
    assert len(cases) == len(finds)
    outcomes = []
    for fault in (None, FAULT):
        engine = Engine(fault)
        support = greet(engine)
        outcomes += [check(case, engine, support).outcome for case in cases]
    assert outcomes == [Outcome.AGREES] * len(cases) + [Outcome.DISAGREES] * len(cases)


@pytest.mark.parametrize(("fault", "still"), [(FAULT, True), (None, False)])
def test_what_was_found_is_tried_first_by_the_next_run(found, fault, still):
    corpus, finds = found
    again, _ = campaign(corpus, fault)
    told = [*again.run()]
    assert [one.name for one in told] == [one.name for one in corpus.finds()] * still
    assert len(again.tally.gone) == len(finds) * (not still)
    assert not again.tally.plays


def test_an_engine_without_mistakes_is_sound_and_pairs_meet(tmp_path):
    sound, run = campaign(Corpus(tmp_path, GAME), plays=6)
    assert not [*sound.run()]
    assert sound.tally.new > 0
    assert run.tally.count(Outcome.AGREES) == 6


def test_what_is_declined_has_not_met(tmp_path):
    class Declining(Engine):
        def _start(self, setup):
            return {"answer": "unsupported", "why": f"no play from {setup['start']}"}

    declined, run = campaign(Corpus(tmp_path, GAME), plays=3, engine=Declining())
    assert not [*declined.run()]
    assert declined.tally.new == 0
    assert run.tally.count(Outcome.SKIPPED) == 3


def test_only_pairings_that_are_supported_are_played():
    class Some(Engine):
        def ask(self, question):
            answer = super().ask(question)
            return {**answer, "heroes": ["ninja", "monk"]} if question["do"] == "hello" else answer

    fuzzing = DuelFuzzing(None)
    support = greet(Some())
    assert {*supported(fuzzing, GAME, support).pairings} == {
        ("monk", "monk"), ("monk", "ninja"), ("ninja", "ninja")
    }  # fmt: skip

    class Other(Engine):
        def ask(self, question):
            answer = super().ask(question)
            return {**answer, "games": ["dice-conquest"]} if question["do"] == "hello" else answer

    assert supported(fuzzing, GAME, greet(Other())) is None


def test_an_adapter_that_says_nothing_is_no_defect_of_ours(capsys):
    words = ["fuzz", GAME, "--plays", "1", "--engine", shlex.join([sys.executable, "-c", "pass"])]
    assert main(words) == 7
    assert "error: --engine: the adapter crashed" in capsys.readouterr().err


def test_a_folder_of_a_campaign_against_something_else_is_refused(found, capsys):
    corpus, _ = found
    assert main(["fuzz", GAME, "--plays", "1", "--out", str(corpus.path)]) == 3
    assert "this is of a campaign against faithful, and not the rules" in capsys.readouterr().err


def test_own_content_is_refused_with_an_engine(capsys):
    words = ["fuzz", GAME, "--content", "examples/content/scout", "--engine", FAITHFUL]
    assert main(words) == 3
    assert "--content" in capsys.readouterr().err


def test_the_verb_asks_an_adapter_in_a_process_of_its_own(tmp_path, capsys):
    words = ["fuzz", GAME, "--plays", "2", "--engine", FAITHFUL, "--out", str(tmp_path)]
    assert main(words) == 0
    assert "faithful 1: agrees: 2" in capsys.readouterr().out
