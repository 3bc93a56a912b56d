"""A proved step is known in each machine in which it says the same, whatever else is there, and no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dicelaw.checker.proof.induction import Proofs
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.proof.reader import Reader
from dicelaw.checker.proof.spacer import breaches
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, at_most
from dicelaw.model.kernel.graph import Agent, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.specs.patterns import is_at
from dicelaw.specs.property import (
    Always,
    Claim,
    Commute,
    Deterministic,
    EachStep,
    Exactly,
    NeverStuck,
    Property,
    Symmetric,
    after,
)


class Purse:
    """Coins are laid on both sides; with ``more`` there are fields and points besides.

    ``besides`` is what else a coin changes. There is ``most`` on the left before one is laid, as long as the
    rest is under ``rest``.
    """

    def __init__(
        self,
        *,
        more: bool = False,
        top: int = 9,
        besides: Callable[[Field], Expr | int] = lambda rest: rest,
        most: int = 9,
        rest: int = 100,
    ) -> None:
        declaration, timing = Declaration(), TimingGraph()
        if more:
            unrelated = declaration.integer("unrelated", 0, 7, "what has nothing to do with it")
            timing.point("before", Kind.RULES, "nothing has happened")
            timing.add("begin", "before", "lay", Agent.RULES, "begin", effect={unrelated: 1})
        self.left = declaration.integer("left", 0, top, "the left coins")
        self.right = declaration.integer("right", 0, 9, "the right coins")
        spare = declaration.integer("rest", 0, 99, "what is written besides")
        timing.point("lay", Kind.RULES, "a coin is laid on each side")
        timing.point("wait", Kind.RULES, "nothing is laid")
        laid = {self.left: at_most(self.left + 1, 8), self.right: at_most(self.right + 1, 8)}
        demands = [(self.left <= most, "coins/few"), (spare < rest, "coins/rest")]
        writes = {**laid, spare: besides(spare)}
        timing.add("lay", "lay", "wait", Agent.RULES, "lay", requires=demands, effect=writes)
        timing.add("wait", "wait", "lay", Agent.RULES, "wait")
        start_at = "before" if more else "lay"
        self.machine: Machine = build("purse", declaration, timing, start_at=start_at, start={}, seats=("1",))

    def asked(self, claim: Claim, known: Known, *assuming: Claim) -> set[str]:
        """The steps of which a solver has to be asked to prove ``claim``, which is then ``known``."""
        one, proofs = self.proofs(claim, known, *assuming)
        asked = unknown(proofs, one)
        assert proofs.verdict(one)[0].is_proof
        return asked

    def proofs(self, claim: Claim, known: Known, *assuming: Claim) -> tuple[Property, Proofs]:
        """A property that claims it ``assuming`` others, and proofs about it."""
        given = [Property(f"purse/{place}", "It holds.", other) for place, other in enumerate(assuming)]
        one = Property("purse/claim", "It holds.", claim, using=tuple(other.id for other in given))
        return one, Proofs(Reader(self.machine), {other.id: other for other in (one, *given)}, known)


def unknown(proofs: Proofs, one: Property) -> set[str]:
    """The steps of ``one`` that are not known to be proved."""
    return {part.name for part in proofs.obligations(one) if proofs._known(part, one) is None}


def few(purse: Purse) -> Claim:
    return Always(purse.left <= 8)


def few_at_a_point(purse: Purse) -> Claim:
    return Always(~is_at(purse.machine, "wait") | (purse.left <= 8))


def alike(purse: Purse) -> Claim:
    return Symmetric(((purse.left, purse.right), (purse.right, purse.left)))


def commuting(purse: Purse) -> Claim:
    return Commute((purse.right,), "lay")


@pytest.mark.parametrize("claim", [few, alike, commuting], ids=["of states", "of images", "of orders"])
def test_what_a_step_writes_besides_does_not_count(claim: Callable[[Purse], Claim]) -> None:
    known, usual, other = Known(), Purse(), Purse(besides=lambda rest: at_most(rest + 3, 99))
    assert usual.asked(claim(usual), known)
    assert not other.asked(claim(other), known)


def test_a_step_is_known_where_there_are_more_fields_and_points() -> None:
    known, usual, more = Known(), Purse(), Purse(more=True)
    assert usual.asked(few(usual), known) == {"start", "lay"}
    assert "lay" not in more.asked(few(more), known)


def test_a_step_is_asked_again_where_its_formula_has_other_numbers_of_points() -> None:
    known, usual, more = Known(), Purse(), Purse(more=True)
    assert usual.asked(few_at_a_point(usual), known)
    assert "lay" in more.asked(few_at_a_point(more), known)


def test_a_step_is_asked_again_where_a_field_has_another_domain() -> None:
    known, usual, wider = Known(), Purse(), Purse(top=20)
    assert usual.asked(few(usual), known)
    assert "lay" in wider.asked(few(wider), known)


def fewer_yet(purse: Purse) -> Claim:
    """What is so by what a coin requires alone."""
    return EachStep(after(purse.left) <= 4, TRUE, "lay")


def test_a_requirement_that_a_proof_does_not_need_may_be_another() -> None:
    known, usual, other = Known(), Purse(most=3, rest=50), Purse(most=3, rest=60)
    assert usual.asked(fewer_yet(usual), known)
    assert not other.asked(fewer_yet(other), known)


def test_a_requirement_that_a_proof_needs_has_to_be_there() -> None:
    known, usual, other = Known(), Purse(most=3), Purse(most=2)
    assert usual.asked(fewer_yet(usual), known)
    assert other.asked(fewer_yet(other), known) == {"lay"}


def test_a_step_is_not_proved_by_what_another_machine_requires() -> None:
    known, usual, free = Known(), Purse(most=3), Purse()
    assert usual.asked(fewer_yet(usual), known)
    one = Property("purse/claim", "It holds.", fewer_yet(free))
    verdict, gap = Proofs(Reader(free.machine), {one.id: one}, known).verdict(one)
    assert not verdict.is_proof
    assert gap is not None


def test_exactly_when_a_step_may_be_taken_hangs_on_all_that_it_requires() -> None:
    known, usual, other = Known(), Purse(most=3, rest=50), Purse(most=3, rest=60)

    def when(purse: Purse, rest: int) -> Claim:
        spare = purse.machine.slot_index["rest"]
        field = Field(spare, purse.machine.slots[spare])
        return Exactly(all_of(purse.left <= 3, field < rest), "lay", after(purse.left) == purse.left + 1)

    assert usual.asked(when(usual, 50), known)
    assert other.asked(when(other, 60), known) == {"when lay"}


def test_what_a_step_makes_does_not_count_for_when_it_may_be_taken() -> None:
    known, usual, other = Known(), Purse(most=3), Purse(most=3, besides=lambda rest: at_most(rest + 3, 99))

    def grows(purse: Purse) -> Claim:
        spare = purse.machine.slot_index["rest"]
        field = Field(spare, purse.machine.slots[spare])
        return Exactly(purse.left <= 3, "lay", after(field) >= field)

    assert usual.asked(grows(usual), known) == {"lay", "when lay"}
    assert other.asked(grows(other), known) == {"lay"}


@pytest.mark.parametrize(("rest", "most", "asked"), [(60, 3, False), (50, 4, True)])
def test_images_are_known_where_another_requirement_cannot_tell_them(
    rest: int, most: int, asked: bool
) -> None:
    known, usual, other = Known(), Purse(most=3, rest=50), Purse(most=most, rest=rest)
    lay = usual.machine.point_index["lay"]
    assert "lay from the image" in usual.asked(alike(usual), known, even_at(usual, lay))
    assert ("lay from the image" in other.asked(alike(other), known, even_at(other, lay))) is asked


class Heap(Purse):
    """A coin is taken from a high heap and laid on a low one; there is ``least`` on the high one."""

    def __init__(self, *, least: int = 5, rest: int = 50) -> None:
        declaration, timing = Declaration(), TimingGraph()
        coins = declaration.integer("coins", 0, 9, "the coins")
        spare = declaration.integer("rest", 0, 99, "what else there is")
        timing.point("turn", Kind.RULES, "a coin is moved")
        low = [(coins <= 4, "coins/low"), (spare < rest, "coins/rest")]
        timing.add("lay", "turn", "turn", Agent.RULES, "lay", requires=low, effect={coins: coins + 1})
        high = [(coins >= least, "coins/high")]
        timing.add("take", "turn", "turn", Agent.RULES, "take", requires=high, effect={coins: coins - 1})
        self.machine = build("heap", declaration, timing, start_at="turn", start={}, seats=("1",))


@pytest.mark.parametrize(("other", "asked"), [(Heap(rest=60), set()), (Heap(least=6), {"lay and take"})])
def test_two_steps_exclude_each_other_by_what_the_proof_needs_of_both(other: Heap, asked: set[str]) -> None:
    known, usual = Known(), Heap()
    assert usual.asked(Deterministic(), known) == {"lay and take"}
    assert other.asked(Deterministic(), known) == asked


def test_images_are_known_where_there_are_more_points() -> None:
    known, usual, more = Known(), Purse(), Purse(more=True)
    assert usual.asked(alike(usual), known)
    assert more.asked(alike(more), known) == {"the image at before"}


def even_at(purse: Purse, number: int) -> Claim:
    """As much on both sides, at the point with this number."""
    return Always(~(Field(0, purse.machine.slots[0]) == number) | (purse.left == purse.right))


def test_images_that_need_what_holds_at_a_point_are_not_known_where_points_have_other_numbers() -> None:
    known, usual, more = Known(), Purse(most=3), Purse(most=3, more=True)
    lay = usual.machine.point_index["lay"]
    assert "lay from the image" in usual.asked(alike(usual), known, even_at(usual, lay))
    assert not usual.asked(alike(usual), known, even_at(usual, lay))
    one, proofs = more.proofs(alike(more), known, even_at(more, lay))  # there it speaks of another point
    assert "lay from the image" in unknown(proofs, one)
    assert not proofs.verdict(one)[0].is_proof


def test_what_is_claimed_at_a_point_follows_from_what_is_assumed_there() -> None:
    usual = Purse(most=3)
    one, proofs = usual.proofs(even_at(usual, usual.machine.point_index["lay"]), Known())
    left = [proofs.ask(part, one) for part in breaches(proofs, one)]
    assert len(left) == len(usual.machine.points)
    assert left == [None] * len(left)


def test_that_play_goes_on_is_known_whatever_is_assumed_that_it_does_not_need() -> None:
    known, purse = Known(), Purse(most=8)
    assert purse.asked(NeverStuck(), known, few(purse)) == {"lay", "wait"}
    assert not purse.asked(NeverStuck(), known, few(purse), Always(purse.right <= 8))
