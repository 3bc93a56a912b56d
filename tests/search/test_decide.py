import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_proofs import starts
from strategies import machines

from dicelaw.checker.search.decide import decide
from dicelaw.checker.search.kernel import PLAIN
from dicelaw.checker.search.observers import Ordering
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import FALSE, TRUE, constant
from dicelaw.model.kernel.graph import Agent, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.specs.fragments import machines as proving_grounds
from dicelaw.specs.fragments import properties
from dicelaw.specs.property import AllOf, Always, InDomain, Never, NeverStuck, Reaches

GROUNDS = proving_grounds()
PROPERTIES = {one.id: one for one in properties(GROUNDS)}
IDS = (
    "fragment/priority-window/3/barred-decides-nothing",
    "fragment/priority-window/3/passes-counted",
    "fragment/priority-window/2/closes-when-all-passed",
    "fragment/reaction-window/none/nothing-left-to-react-to",
    "fragment/reaction-window/once-a-seat/limit",
    "fragment/reaction-window/once-a-seat/happens-once-or-never",
)


@pytest.mark.parametrize("id", IDS)
def test_the_guarantees_of_fragments_hold_and_their_bugs_are_refuted(id):
    claimed = PROPERTIES[id]
    machine = GROUNDS[claimed.machine]
    verdict = decide(machine, claimed.claim, starts=starts(machine))
    assert verdict.outcome is Outcome.PROVED
    assert verdict.evidence.startswith("all ")
    spoiled = claimed.bug.planted(machine)
    refuted = decide(spoiled, claimed.claim, starts=starts(machine))
    assert refuted.outcome is Outcome.REFUTED
    reader, state = Concrete(spoiled), refuted.witness.start
    for move in refuted.witness.moves:
        before, state = state, reader.step(state, move)
    if isinstance(claimed.claim, Never):
        assert reader.value(claimed.claim.given, before)
    else:
        parts = claimed.claim.parts if isinstance(claimed.claim, AllOf) else [claimed.claim]
        assert not all(reader.value(part.holds, state) for part in parts)


def _turns(limit: int, *, with_end: bool = True) -> Machine:
    """Lock, unlock and act in any order, ``limit`` times in all."""
    declaration, timing = Declaration(), TimingGraph()
    left = declaration.integer("left", 0, limit, "the steps that are left")
    timing.point("play", Kind.DECISION, "play")
    for name in ("lock", "unlock", "act"):
        requires = [(left >= 1, "r")]
        timing.add(name, "play", "play", constant(0), name, requires=requires, effect={left: left - 1})
    if with_end:
        timing.point("end", Kind.FINAL, "the end")
        timing.add("stop", "play", "end", Agent.RULES, "stop", requires=[(left == 0, "r")])
    return build("turns", declaration, timing, start_at="play", start={left: limit}, seats=("Ann",))


def _broken(names: list[str], ordering: Ordering) -> bool:
    """Whether a play of these transitions breaks ``ordering``, said anew in plain Python."""
    watching = ordering.watching
    for name in names:
        if watching and name in ordering.never:
            return True
        watching = (watching and name not in ordering.until) or name in ordering.after
    return False


WORDS = st.sets(st.sampled_from(["lock", "unlock", "act"])).map(sorted).map(tuple)


@settings(max_examples=12, deadline=None)
@given(WORDS, WORDS, WORDS, st.booleans())
def test_an_ordering_is_broken_by_a_shortest_play(after, never, until, watching):
    ordering, machine = Ordering(after, never, until, watching=watching), _turns(3)
    verdict = decide(machine, ordering)
    reader, lengths = Concrete(machine), []
    plays = [((), machine.start)]
    while plays:
        names, state = plays.pop()
        if _broken(names, ordering):
            lengths.append(len(names))
        plays += [
            ((*names, machine.transitions[move[0]].id), reader.step(state, move))
            for move in reader.enabled(state)
        ]
    assert verdict.outcome is (Outcome.REFUTED if lengths else Outcome.PROVED)
    if verdict.witness is not None:
        assert len(verdict.witness.moves) == min(lengths)
        assert _broken([machine.transitions[move[0]].id for move in verdict.witness.moves], ordering)


def test_an_ordering_may_be_about_one_seat_and_some_states():
    machine = _turns(3)
    left = Field(1, machine.slots[1])
    never = Ordering((), "act", given=left == 2, watching=True, by=constant(0))
    assert len(decide(machine, never).witness.moves) == 2
    other = Ordering((), "act", watching=True, by=constant(1))
    assert decide(machine, other).outcome is Outcome.PROVED


@settings(max_examples=8, deadline=None)
@given(machines(), st.data())
def test_verdicts_are_those_of_the_exhaustive_reader(machine, data):
    place = data.draw(st.integers(1, len(machine.slots) - 1))
    value = data.draw(st.integers(machine.slots[place].lo, machine.slots[place].hi))
    point = data.draw(st.sampled_from(machine.points)).id
    holds = Field(place, machine.slots[place]) == value

    def meets(state):
        return state[place] == value and machine.point_of(state).id == point

    met = "it" in explore(machine, {"it": meets}).found
    stuck = explore(machine).stuck is not None
    assert (decide(machine, Reaches(holds, point)).outcome is Outcome.PROVED) == met
    assert (decide(machine, Always(~holds, point)).outcome is Outcome.REFUTED) == met
    assert (decide(machine, NeverStuck()).outcome is Outcome.REFUTED) == stuck
    assert decide(machine, InDomain()).outcome is Outcome.PROVED


def test_a_dead_end_where_the_claim_says_nothing_does_not_refute_it():
    machine = _turns(4, with_end=False)
    reader, state = Concrete(machine), machine.start
    for move in decide(machine, NeverStuck()).witness.moves:
        state = reader.step(state, move)
    stuck = machine.point_of(state)
    assert decide(machine, NeverStuck(FALSE)).outcome is Outcome.UNKNOWN
    assert decide(machine, NeverStuck(at=("*", f"!{stuck.id}"))).outcome is Outcome.UNKNOWN
    assert decide(machine, NeverStuck(at=stuck.id)).outcome is Outcome.REFUTED


def test_a_budget_that_runs_out_is_no_success():
    verdict = decide(_turns(50), Always(TRUE), budget=10, reductions=PLAIN)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.evidence.startswith("more than 10 states")


def test_a_dead_end_is_refuted_with_a_play():
    verdict = decide(_turns(4, with_end=False), NeverStuck())
    assert verdict.outcome is Outcome.REFUTED
    assert len(verdict.witness.moves) == 4
