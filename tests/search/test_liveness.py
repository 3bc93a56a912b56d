"""What no play can read any more makes no states of its own."""

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.search.liveness import forgetful, forgetting, not_live
from dicelaw.checker.search.search import search
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import FALSE
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.pools import Pool, Pools
from dicelaw.model.kernel.state import Declaration, Field

SIDES = 6


def _wager():
    """A die and a coin fall; the die counts as points, and the coin says whether it is thrown again."""
    declaration, timing = Declaration(), TimingGraph()
    die = declaration.integer("die", 0, SIDES, "what the die shows")
    coin = declaration.integer("coin", 0, 1, "what the coin shows")
    points = declaration.integer("points", 0, 1, "whether there were more than three")
    for point, kind in (("throw", Kind.CHANCE), ("toss", Kind.CHANCE), ("look", Kind.RULES)):
        timing.point(point, kind, point)
    timing.point("end", Kind.FINAL, "the end")
    timing.add("throw", "throw", "toss", Agent.CHANCE, "throw",
               choices=[face := Choice("face", 1, SIDES)], effect={die: face})  # fmt: skip
    timing.add("toss", "toss", "look", Agent.CHANCE, "toss",
               choices=[side := Choice("side", 0, 1)], effect={coin: side, points: die >= 4})  # fmt: skip
    timing.add("again", "look", "throw", Agent.RULES, "once more", requires=[(coin == 1, "r")])
    timing.add("enough", "look", "end", Agent.RULES, "enough", requires=[(coin == 0, "r")])
    return build("wager", declaration, timing, start_at="throw", start={}, seats=())


def _names(machine, question=FALSE):
    return [{machine.slots[slot].name for slot in slots} for slots in not_live(machine, [question])]


def test_what_is_written_before_it_is_read_is_not_live():
    wager = _wager()
    assert _names(wager) == [{"die", "coin", "points"}, {"die", "coin", "points"}, {"die", "points"},
                             {"die", "coin", "points"}]  # fmt: skip


def test_what_a_question_reads_is_live_with_what_it_is_made_of():
    wager = _wager()
    points = Field(wager.slot_index["points"], wager.slots[wager.slot_index["points"]])
    assert _names(wager, points == 1) == [{"die", "coin"}, {"coin"}, {"die"}, {"die", "coin"}]
    made = forgetting(wager, not_live(wager, [points == 1]))
    found, whole = (search(one, {"won": points == 1}, stop_when_found=False) for one in (made, wager))
    assert (found.met, found.taken.keys()) == (whole.met, whole.taken.keys())
    assert (found.states, whole.states) == (20, 43)


def test_the_dice_of_a_pool_are_forgotten_together():
    declaration, timing = Declaration(), TimingGraph()
    dice = declaration.array("dice", 2, 0, 1, "what each die shows")
    declaration.integer("pending", 0, 3, "the dice yet to be thrown")
    declaration.integer("live", 0, 1, "whether dice are thrown")
    timing.point("look", Kind.RULES, "look")
    timing.point("end", Kind.FINAL, "the end")
    timing.add("go", "look", "end", Agent.RULES, "go", requires=[(dice[0] == 1, "r")])
    made = build("two", declaration, timing, start_at="look", start={}, seats=(),
                 pools=Pools((Pool((1, 2), 3, 4, 1),)))  # fmt: skip
    assert not_live(made, [FALSE]) == (frozenset(), frozenset({1, 2, 3, 4}))


@settings(max_examples=15, deadline=None)
@given(machines(), st.data())
def test_forgetting_changes_no_answer(machine, data):
    place = data.draw(st.integers(1, len(machine.slots) - 1))
    slot = machine.slots[place]
    wanted = Field(place, slot) == data.draw(st.integers(slot.lo, slot.hi))
    forgotten = not_live(machine, [wanted])
    made = forgetting(machine, forgotten)
    seen = {"wanted": lambda state: bool(reader.value(wanted, state))}
    reader = Concrete(machine)
    states = [set(), set()]
    for one, found in zip((machine, made), states, strict=True):
        explore(one, {"never": lambda state, found=found: found.add(state) is not None})
    assert {forgetful(machine, forgotten, state) for state in states[0]} == states[1]
    assert any(map(seen["wanted"], states[0])) == any(map(seen["wanted"], states[1]))
