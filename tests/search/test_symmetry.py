from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from lanes import lanes

from dicelaw.checker.search.counterexample import shown
from dicelaw.checker.search.decide import decide
from dicelaw.checker.search.ground_transitions import Instance
from dicelaw.checker.search.kernel import PLAIN, Reductions
from dicelaw.checker.search.normal_form import Forms
from dicelaw.checker.search.search import search
from dicelaw.checker.search.slices import sliced
from dicelaw.checker.search.sorting import exchanges
from dicelaw.checker.search.symmetry import interchangeable
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import all_of, constant, total
from dicelaw.model.kernel.graph import Choice, Kind, Requirement, TimingGraph, Transition
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.specs.fragments import machines
from dicelaw.specs.fragments.large import dice_pool
from dicelaw.specs.property import Always, InDomain, NeverStuck, Reaches

SYMMETRY = Reductions(symmetry=True)


def _fields(machine, array):
    return [
        Field(place, slot) for place, slot in enumerate(machine.slots) if slot.name.startswith(f"{array}[")
    ]


def _reachable(machine):
    visited = []
    explore(machine, {"never": lambda state: visited.append(state) is not None})
    return visited


def _end(machine, witness):
    reader, state = Concrete(machine), witness.start
    for move in witness.moves:
        assert move in reader.enabled(state)
        state = reader.step(state, move)
    return state


@settings(max_examples=12, deadline=None)
@given(lanes())
def test_what_is_met_is_the_same_with_and_without(made):
    machine, watched = made
    plain = search(machine, watched, stop_when_found=False)
    short = search(machine, watched, stop_when_found=False, reductions=SYMMETRY)
    assert (short.met, short.stuck, short.outside) == (plain.met, plain.stuck, plain.outside)
    assert (short.depth, short.complete) == (plain.depth, plain.complete)
    assert (set(short.taken), set(short.reached)) == (set(plain.taken), set(plain.reached))
    if plain.complete:
        symmetry = interchangeable(machine, watched.values())
        assert short.states == len({symmetry.canonical(state) for state in _reachable(machine)})
    plays = shown(machine, watched, short, reductions=SYMMETRY)
    reader = Concrete(machine)
    for name, play in plays.met.items():
        assert len(play.moves) == plain.met[name]
        assert reader.value(watched[name], _end(machine, play))
    if plays.stuck is not None:
        assert reader.enabled(_end(machine, plays.stuck)) == []


def test_five_dice_are_interchangeable():
    machine = dice_pool(5)
    symmetry = interchangeable(machine, [])
    assert symmetry.says(machine.slots) == (", ".join(f"die[{place}]+kept[{place}]" for place in range(5)),)
    found, plain = search(machine, reductions=SYMMETRY), search(machine)
    assert 50 * found.states < plain.states
    assert (found.depth, found.stuck, found.outside) == (plain.depth, plain.stuck, plain.outside)
    assert (found.taken.keys(), found.reached.keys()) == (plain.taken.keys(), plain.reached.keys())


def test_a_die_that_a_rule_or_a_question_tells_apart_is_not_exchanged():
    machine = dice_pool(3)
    dice, kept = _fields(machine, "die"), _fields(machine, "kept")

    def bent(transition):
        more = Requirement(dice[2] + kept[2] >= 1, "r")
        return replace(
            transition,
            requires=(*transition.requires, more) if transition.id == "keep/enough" else transition.requires,
        )

    two = ("die[0]+kept[0], die[1]+kept[1]",)
    assert interchangeable(machine.rewritten(bent), []).says(machine.slots) == two
    assert interchangeable(machine, [dice[2] == 4]).says(machine.slots) == two
    begun = replace(machine, start=machine.with_state(**{"die[2]": 4}))
    assert interchangeable(begun, []).says(machine.slots) == two
    assert interchangeable(machine, [dice[0] < dice[1], kept[2] == 1]).families == ()
    assert len(interchangeable(machine, [total(dice) == 7]).families[0]) == 3


@pytest.mark.parametrize(("seats", "families"), [(3, ()), (4, (((1, 2), (3, 4)),)), (5, ())])
def test_seats_in_a_ring_look_alike_but_only_its_halves_can_be_exchanged(seats, families):
    declaration, timing = Declaration(), TimingGraph()
    coins = declaration.array("coins", seats, 0, 3, "the coins of seat")
    timing.point("pass", Kind.DECISION, "coins go round")
    for seat in range(seats):
        left = coins[(seat + 1) % seats]
        timing.add(f"pass/{seat}", "pass", "pass", constant(0), "pass on", requires=[(coins[seat] == 3, "r")],
                   effect={coins[seat]: coins[seat] - 2, left: 3})  # fmt: skip
    start = dict.fromkeys(coins, 3)
    machine = build("ring", declaration, timing, start_at="pass", start=start, seats=("Ann",))
    symmetry, found = interchangeable(machine, []), search(machine, reductions=SYMMETRY)
    assert symmetry.families == families
    assert found.states == len({symmetry.canonical(state) for state in _reachable(machine)})
    assert found.taken.keys() == search(machine).taken.keys()


def test_transitions_of_their_own_are_exchanged_as_well():
    machine, out = sliced(machines()["simultaneous/3"], [])
    assert out == ("winner",)
    alike = interchangeable(machine, []).alike["collect/hurt/2"]
    assert alike == {"collect/hurt/1", "collect/hurt/2", "collect/hurt/3"}
    found, plain = search(machine, reductions=SYMMETRY), search(machine)
    assert 4 * found.states < plain.states
    assert found.taken.keys() == plain.taken.keys()


def test_sums_are_the_same_in_any_order_and_choices_of_one_name_are_not():
    declaration = Declaration()
    one, two, three = (declaration.integer(name, 0, 9, name) for name in ("one", "two", "three"))
    forms, names = Forms(), range(4)
    assert forms.expression(one - two + three, names) == forms.expression(three - (two - one), names)
    assert forms.expression(one + two, names) != forms.expression(one - two, names)
    assert forms.expression(one + two - two, names) == forms.expression(one, names)
    both = [Choice("by", 0, 1), Choice("by", 0, 1)]

    def step(value):
        choices = tuple(both)
        transition = Transition("go", "a", "b", constant(0), "go", choices, (), ((one, value),))
        return forms.transition([Instance(transition, (), choices, (), transition.effect)], names)

    assert step(both[0] + both[1]) == step(both[1] + both[0])
    assert step(both[0] + both[0]) != step(both[0] + both[1])


def test_what_only_an_exchange_takes_counts_as_taken():
    declaration, timing = Declaration(), TimingGraph()
    coins = declaration.array("coins", 2, 0, 1, "the coins of seat")
    timing.point("play", Kind.DECISION, "play")
    for seat, (mine, others) in enumerate([coins, coins[::-1]]):
        alone = [(mine == 1, "r"), (others == 0, "r")]
        timing.add(f"take/{seat}", "play", "play", constant(0), "take one", effect={mine: 1, others: 0})
        timing.add(f"show/{seat}", "play", "play", constant(0), "show it", requires=alone)
    machine = build("coins", declaration, timing, start_at="play", start={}, seats=("Ann",))
    found = search(machine, reductions=SYMMETRY)
    assert (found.states, search(machine).states) == (2, 3)
    assert found.taken == {"take/0": 4, "take/1": 4, "show/0": 1, "show/1": 1}


def test_a_play_through_states_that_stand_for_others_is_a_play_of_the_machine():
    machine = dice_pool(3)
    dice = _fields(machine, "die")
    watched = {"it": all_of(total(dice) == 12, *(die != 4 for die in dice), *(die != 2 for die in dice))}
    found = search(machine, watched, reductions=SYMMETRY)
    play = shown(machine, watched, found, reductions=SYMMETRY).met["it"]
    assert Concrete(machine).value(watched["it"], _end(machine, play))
    assert len(play.moves) == search(machine, watched).met["it"]


@pytest.mark.parametrize("name", ["queue/2", "simultaneous/2", "simultaneous/3", "pipeline"])
def test_verdicts_on_fragments_are_the_same_with_and_without(name):
    machine = machines()[name]
    for claim in (NeverStuck(), InDomain(), Always(_last(machine) <= 1), Reaches(_last(machine) >= 1)):
        one = decide(machine, claim, reductions=SYMMETRY)
        two = decide(machine, claim, reductions=PLAIN)
        assert one.outcome is two.outcome
        assert (one.witness is None) == (two.witness is None)
        assert one.witness is None or len(one.witness.moves) == len(two.witness.moves)


def _last(machine):
    return Field(len(machine.slots) - 1, machine.slots[-1])


def test_the_scope_says_what_was_exchanged():
    verdict = decide(dice_pool(2), NeverStuck())
    assert verdict.outcome is Outcome.PROVED
    assert verdict.scope.startswith("dice-pool/2; all plays from its start, without score")
    assert "up to exchanges of die[0]+kept[0], die[1]+kept[1]" in verdict.scope


@pytest.mark.parametrize("count", range(1, 10))
def test_a_network_sorts_whatever_it_is_given(count):
    pairs = list(exchanges(count))
    for bits in product((0, 1), repeat=count):  # what sorts these sorts everything
        row = list(bits)
        for one, two in pairs:
            row[one], row[two] = min(row[one], row[two]), max(row[one], row[two])
        assert row == sorted(bits)
