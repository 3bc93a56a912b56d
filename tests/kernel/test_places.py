"""A mistake is found by its place in a machine that says the same of other things."""

from __future__ import annotations

from dataclasses import replace

from dicelaw.model.kernel.expressions import any_of, at_least, total, where
from dicelaw.model.kernel.graph import Kind, TimingGraph
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration
from dicelaw.mutation.mutants import Mutant, mutants
from dicelaw.mutation.places import Places, place_of


def fight(count: int, *, printed: bool, family: str = "") -> Machine:
    """Dice that strike, with what is printed of them read from a table or left open."""
    names = [f"die {number}" for number in range(count)]
    declaration, timing = Declaration(names), TimingGraph()
    damage = declaration.array("damage", count, 0, 9, "the damage on", index=names)
    life = declaration.integer("life", 0, 20, "the life")
    open_strength = declaration.array("printed strength", count, 0, 9, "the strength of", alike=True)
    strength = [*open_strength]
    if printed:
        strength = [lookup("strength", [*range(1, 10)], damage[die]) for die in range(count)]
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.add(
        family or "strike", "begin", "begin", damage[0] * 0, "strike", family="strike" if family else "",
        requires=[(any_of(*(cell < 5 for cell in damage)), "rule/able"), (life >= 1, "rule/alive")],
        effect={life: at_least(life - total(where(cell >= 1, cell, 0) for cell in strength), 0),
                damage[0]: damage[0] + 1},
    )  # fmt: skip
    return build("fight", declaration, timing, start_at="begin", start={}, seats=("1",))


def one(machine: Machine, *words: str) -> Mutant:
    """The one mutant of ``machine`` whose id has all of ``words``."""
    (found,) = (one for one in mutants(machine) if all(word in one.id for word in words))
    return found


def test_a_requirement_is_found_by_its_rule_among_more_dice() -> None:
    few, many = fight(2, printed=False), fight(5, printed=True)
    mistake = one(many, "rule/able", "dropped")
    assert [like.id for like in Places(few).like(place_of(many, mistake))] == [
        one(few, "rule/able", "dropped").id
    ]
    (faulty,) = Places(few).planted(place_of(many, mistake))
    assert [demand.rule for demand in faulty.transition("strike").requires] == ["rule/alive"]


def test_an_effect_is_found_by_what_it_writes_to() -> None:
    few, many = fight(2, printed=False), fight(5, printed=True)
    left_out = [mutant for mutant in mutants(many) if "-left-out" in mutant.id and "effect" in mutant.id]
    assert len(left_out) == 2
    for mistake in left_out:
        (faulty,) = Places(few).planted(place_of(many, mistake))
        assert len(faulty.transition("strike").effect) == 1


def test_what_is_printed_and_what_is_left_open_read_the_same() -> None:
    few, many = fight(2, printed=False), fight(5, printed=True)
    mistakes = [mutant for mutant in mutants(many) if mutant.site and mutant.site[0].op == "max"]
    assert mistakes
    for mistake in mistakes:
        (like,) = Places(few).like(place_of(many, mistake))
        assert like.operator == mistake.operator


def test_the_family_of_transitions_is_the_same_place() -> None:
    few, many = fight(2, printed=False, family="any-card"), fight(5, printed=True, family="a-card")
    (faulty,) = Places(few).planted(place_of(many, one(many, "rule/alive", "negated")))
    assert faulty.transition("any-card") is not few.transition("any-card")


def test_another_rule_or_another_transition_is_another_place() -> None:
    few = fight(2, printed=False)
    mistake = one(few, "rule/able", "dropped")
    assert Places(fight(2, printed=False, family="other")).like(place_of(few, mistake))
    place = replace(place_of(few, mistake), parts=frozenset({("strike", "requires", "rule/none")}))
    assert Places(few).like(place) == Places(few).planted(place) == []
    assert Places(few).like(replace(place, parts=frozenset({("run", "requires", "rule/able")}))) == []
