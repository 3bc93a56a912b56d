"""Mutants of one kind each that a play tells, and that must not be proved."""

from __future__ import annotations

from dataclasses import replace

from proving import changed, field_of, proofs, told

from dicelaw.model.kernel.expressions import constant, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.mutation.equivalence.houdini import Proved
from dicelaw.mutation.equivalence.proofs import Equivalence
from dicelaw.mutation.mutants import Mutant

SHOWN = "shown"


def machine() -> Machine:
    """What is shown changes as long as a flag is down, which nothing ever raises, nor the one it follows."""
    declaration, timing = Declaration(), TimingGraph()
    shown = declaration.integer(SHOWN, 0, 5, "what is shown")
    first = declaration.integer("first", 0, 1, "the first flag is up")
    flag = declaration.integer("flag", 0, 1, "the flag is up")
    seen = declaration.integer("seen", 0, 1, "what nobody asks about")
    wide = declaration.integer("wide", 0, 5, "what is noted of what is shown")
    narrow = declaration.integer("narrow", 0, 3, "what is noted of nothing")
    step = Choice("step", 1, 2)
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.point("other", Kind.DECISION, "it decides again")
    timing.add("follow", "begin", "begin", shown * 0, "follow", effect={flag: first})
    timing.add("see", "begin", "other", shown * 0, "see", effect={seen: 1})
    timing.add("back", "other", "begin", shown * 0, "back", effect={seen: 0})
    timing.add("note", "begin", "begin", shown * 0, "note", effect={wide: shown})
    timing.add("clear", "begin", "begin", shown * 0, "clear", effect={shown: 0, narrow: 0})
    timing.add(
        "go", "begin", "begin", shown * 0, "go on by {step}", choices=[step],
        requires=[(flag == 0, "rule/flag"), (shown + step <= 5, "rule/end")], effect={shown: shown + step},
    )  # fmt: skip
    return build("flags", declaration, timing, start_at="begin", start={}, seats=("1", "2"))


MACHINE = machine()
PROOFS = proofs(MACHINE, [field_of(MACHINE, SHOWN)])
FIRST, FLAG, SEEN, NARROW = (field_of(MACHINE, name) for name in ("first", "flag", "seen", "narrow"))


def is_told(mutant: Mutant) -> bool:
    """Whether a play tells ``mutant``, which is proved just where none does."""
    found = told(MACHINE, mutant, [field_of(MACHINE, SHOWN)])
    assert PROOFS.proved(mutant) is not found
    return found


def test_a_field_that_otherwise_never_changes() -> None:
    assert {FIRST.place, FLAG.place} <= PROOFS.known.folding.values.keys()
    see = MACHINE.transition("see")
    assert is_told(changed(MACHINE, see={"effect": (*see.effect, (FLAG, constant(1)))}))


def test_a_field_that_another_follows_which_never_changes_either() -> None:
    see = MACHINE.transition("see")
    assert is_told(changed(MACHINE, see={"effect": (*see.effect, (FIRST, constant(1)))}))


def test_what_nobody_asks_about_gets_into_a_field_that_never_changes() -> None:
    assert not is_told(changed(MACHINE, back={"effect": ()}))
    assert is_told(changed(MACHINE, back={"effect": ()}, follow={"effect": ((FLAG, SEEN),)}))


def test_a_value_that_is_too_large_for_another_field() -> None:
    ((_, value),) = MACHINE.transition("note").effect
    assert is_told(changed(MACHINE, note={"effect": ((NARROW, value),)}))


def test_another_player_acts() -> None:
    assert is_told(changed(MACHINE, follow={"actor": constant(1)}))


def test_other_choices() -> None:
    step = Choice("step", 1, 3)
    assert is_told(changed(MACHINE, go={"choices": (step,)}))


def test_a_case_is_no_invariant() -> None:
    """What is known of one case alone does not say that play passes a point by itself."""
    declaration, timing = Declaration(), TimingGraph()
    word = declaration.integer("word", 0, 1, "the word")
    noted = declaration.integer("noted", 0, 1, "what is noted")
    done = declaration.integer(SHOWN, 0, 2, "what is done")
    timing.point("run", Kind.RULES, "a word is done")
    timing.point("out", Kind.DECISION, "a seat decides")
    timing.add(
        "note", "run", "run", Agent.RULES, "note", requires=[(word == 0, "rule/word")],
        effect={word: 1, noted: 1},
    )  # fmt: skip
    for value in (0, 1):
        timing.add(
            f"do-{value}", "run", "out", Agent.RULES, "do",
            requires=[(word == 1, "rule/word"), (noted == value, "rule/noted")],
            effect={word: 0, noted: 0, done: value + 1},
        )  # fmt: skip
    timing.add("again", "out", "run", word * 0, "again")
    whole = build("words", declaration, timing, start_at="run", start={}, seats=("1",))
    case = Equivalence(Proved.of(whole, {point.id: [field_of(whole, "word") == 0] for point in whole.points}))
    silent = changed(whole, note={"effect": ((field_of(whole, "word"), constant(1)),)})
    assert told(whole, silent, [Field(place, slot) for place, slot in enumerate(whole.slots)])
    assert not case.proved(silent)


def test_what_else_chance_might_bring_about_is_not_seen() -> None:
    declaration, timing = Declaration(), TimingGraph()
    shown = declaration.integer(SHOWN, 0, 6, "what is shown")
    left = declaration.integer("left", 0, 2, "how often it is rolled")
    face = Choice("face", 1, 6)
    timing.point("roll", Kind.CHANCE, "a die is rolled")
    timing.point("out", Kind.DECISION, "a seat decides")
    rolls, even = (left >= 1, "rule/left"), (face % 2 == 0, "rule/even")
    timing.add(
        "die", "roll", "roll", Agent.CHANCE, "roll a {face}", choices=[face], requires=[rolls, even],
        effect={shown: face, left: left - 1},
    )  # fmt: skip
    timing.add("done", "roll", "out", Agent.RULES, "done", requires=[(left == 0, "rule/left")])
    timing.add("again", "out", "roll", left * 0, "again", effect={left: 2})
    whole = build("dice", declaration, timing, start_at="roll", start={left: 2}, seats=("1",))
    given, seen = whole.transition("die").requires, [field_of(whole, SHOWN)]
    known = proofs(whole, seen)
    for requires, telling in (
        (given[:1], False),
        (given[1:], True),
        ((*given, replace(given[1], holds=face > 2)), True),
    ):
        mutant = changed(whole, die={"requires": requires})
        assert told(whole, mutant, seen) is telling
        assert known.proved(mutant) is not telling


def test_states_that_differ_are_found_without_a_trace() -> None:
    shown, go = field_of(MACHINE, SHOWN), MACHINE.transition("go")
    of_much = changed(MACHINE, go={"requires": go.requires[:1]})
    found = PROOFS.differing(of_much)
    assert next(found)[0][shown.place] >= 4
    assert is_told(changed(MACHINE, clear={"effect": ((shown, where(shown < 4, 1, 0)),)}))
    assert [*found] == []
