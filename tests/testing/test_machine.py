"""The state machine finds the mistakes of engines in Python, and tells them with the rule."""

import doctest
from functools import cache

import pytest
from engines import Engine
from hypothesis import Phase, settings
from hypothesis.errors import Unsatisfiable

from dicelaw.oracle.conform.engine import Broken
from dicelaw.oracle.files.codec import legal
from dicelaw.testing import machine
from dicelaw.testing.machine import (
    Departure,
    EngineMachine,
    Refused,
    Unsupported,
    as_test,
    positions,
    run_machine,
)


@cache
def engine(fault):
    """The engine with ``fault``, which builds each of its machines once."""
    return Engine(fault, lists=False)


class Example(EngineMachine):
    """The example engine, which is dicelaw itself, with one of its faults."""

    game = "dice-throne"
    shows = ("to_decide", "health", "cp", "tokens", "hand", "life", "field", "reserve", "used")
    fault: str | None = None
    given: dict = {}  # noqa: RUF012 (what positions() is asked for)

    def __init__(self):
        self.engine = engine(self.fault)
        super().__init__()

    def positions(self):
        return positions(self.game, self.between, **self.given)

    def begin(self, setup):
        self.engine.ask({"do": "start", "setup": setup})

    def apply(self, decision):
        answer = self.engine.ask({"do": "decide", "decision": decision})
        if answer["answer"] == "refused":
            raise Refused(answer["why"])

    def show(self):
        seen = self.engine.ask({"do": "observe"})["observation"]
        return {name: value for name, value in seen.items() if name in ("to_decide", "turn", "players")}


class Listing(Example):
    """The same, which lists what is legal."""

    def legal(self):
        return None if self.show()["to_decide"] == "chance" else legal(self.engine.session)


def example(fault=None, base=Example, **given):
    """The state machine of the example engine with ``fault``."""
    return type("Made", (base,), {"fault": fault, **given})


def departures(made, examples=200):
    """The departures that a run of ``made`` finds, as they are first met."""
    made.TestCase.settings = settings(made.TestCase.settings, phases=[Phase.generate])
    found = []
    try:
        run_machine(made, examples)
    except* Departure as group:
        found = [*group.exceptions]
    return found


@pytest.mark.parametrize("game", ["dice-throne", "dice-masters@2016", "dice-masters@2018"])
@pytest.mark.parametrize("base", [Listing, Example])
def test_an_engine_that_follows_the_rules_agrees(game, base):
    assert departures(example(base=base, game=game), 8) == []


@pytest.mark.parametrize(
    ("fault", "rule", "base", "given"),
    [
        ("no-cp-limit", "income/no-gain-at-cap", Example, {"starts": ["income"], "parts": ["cp"]}),
        ("stun-acts", "status/stun/no-actions", Example, {"starts": ["main-1"], "parts": ["tokens"]}),
        ("first-income", "income/start-player-skips", Example, {"starts": ["setup"], "parts": []}),
        ("free-cards", "cards/cost-paid", Listing, {"starts": ["main-1"], "parts": ["hand", "cp"]}),
        ("any-dice", "offense/requirement-must-be-met", Listing, {"starts": ["offense/begin"], "parts": []}),
    ],
)
def test_a_mistake_is_found_and_told_with_its_rule(fault, rule, base, given):
    (found,) = departures(example(fault, base, given=given))
    assert rule in str(found)


@pytest.mark.slow
def test_a_play_is_shrunk_and_told():
    with pytest.raises(Departure) as caught:
        run_machine(example("sold-for-two", given={"starts": ["main-1"], "parts": ["hand"]}), 60)
    found = caught.value
    says, *_, play, one, two, step = str(found).splitlines()
    assert says.startswith("cp of player ")
    assert says.endswith(" should be 3, and 4 is shown")
    assert play.startswith("  the play, from main-1 of player ")
    assert sorted((one.partition(",")[0], two.partition(",")[0])) == ["    barbarian", "    paladin"]
    assert step.startswith("    1. ")
    assert step.endswith("[main-1/sell]")
    assert found.mistake[:2] == ("shows", "cp")


def test_what_an_engine_raises_is_told_with_the_play():
    def apply(_self, _decision):
        raise ZeroDivisionError("no table")

    with pytest.raises(ZeroDivisionError) as caught:
        run_machine(example(apply=apply, given={"starts": ["main-1"], "parts": []}), 10)
    (told,) = [one for one in caught.value.__notes__ if one.startswith("the play:")]
    assert "main-1/pass" in told


def test_an_engine_that_begins_no_play_passes_no_test():
    def begin(_self, _setup):
        raise Unsupported("everything")

    with pytest.raises(Unsatisfiable):
        run_machine(example(begin=begin), 10)


@pytest.mark.parametrize(
    ("shown", "says"),
    [
        ({"players": [{"seat": "1", "healht": 3}]}, "healht"),
        ({"players": []}, "it said that it shows health, and does not show health of player 1"),
        (None, "what it answers to 'observe'"),
    ],
)
def test_an_answer_of_the_wrong_shape_is_told_in_a_sentence(shown, says):
    with pytest.raises(Broken) as caught:
        run_machine(example(show=lambda _: shown), 5)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("method", ["begin", "apply", "show"])
def test_a_method_that_an_engine_lacks_is_named(method):
    class Lacking(EngineMachine):
        game, shows = "dice-throne", ("health",)

    with pytest.raises(NotImplementedError, match=f"Lacking has no method {method}"):
        getattr(Lacking(), method)(*[{}] * (method != "show"))


def test_it_becomes_a_test_of_unittest():
    made = as_test(example("sold-for-two", given={"starts": ["main-1"], "parts": ["hand"]}), 50)
    result = made("runTest").run()
    assert len(result.failures) == 1
    assert "cards/sell-value" in result.failures[0][1]


def test_the_examples_of_the_module_run():
    found = doctest.testmod(machine, optionflags=doctest.ELLIPSIS)
    assert found.attempted
    assert not found.failed
