"""What a mistake makes otherwise is followed as far as it goes, and nothing that a play tells is proved."""

from __future__ import annotations

import pytest
from proving import proofs, told

from dicelaw.model.kernel.expressions import Expr, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.mutation.mutants import Mutant, mutants

THINGS = ("first", "second")
BAG, HAND, TABLE = range(3)
DAY, NIGHT, DAWN = range(3)


def camp(*, by_night: bool, washes: bool) -> Machine:
    """Things are soiled on the table by night, and what is soiled cannot be soiled again.

    What goes from the table goes clean, and at dawn all is clean. Things are laid on it by day, where not
    also ``by_night``, and lie there clean at first where the camp ``washes``.
    """
    declaration, timing = Declaration(THINGS), TimingGraph()
    turn = declaration.choice_of("turn", ("1", "2"), "whose turn it is")
    owner = declaration.array("owner", 2, 0, 1, "belongs to", labels=("1", "2"), index=THINGS)
    zone = declaration.array("zone", 2, 0, 2, "lies", labels=("bag", "hand", "table"), index=THINGS)
    soiled = declaration.array("soiled", 2, 0, 1, "is soiled:", index=THINGS)
    hour = declaration.choice_of("hour", ("day", "night", "dawn"), "the hour")
    torn = declaration.integer("torn", 0, 1, "the tent is torn")
    thing = Choice("thing", 0, 1, THINGS)
    inside = [(torn == 0, "rule/tent"), *([] if by_night else [(hour == DAY, "rule/day")])]
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.point("clock", Kind.RULES, "the hour strikes")
    timing.add(
        "take", "begin", "begin", turn, "take {thing}", choices=[thing],
        requires=[(zone[thing] == BAG, "rule/bag"), *inside],
        effect={zone[thing]: HAND, owner[thing]: turn},
    )  # fmt: skip
    timing.add(
        "lay", "begin", "begin", turn, "lay {thing}", choices=[thing],
        requires=[(zone[thing] == HAND, "rule/hand"), *inside],
        effect={zone[thing]: TABLE} | ({soiled[thing]: 0} if washes else {}),
    )  # fmt: skip
    timing.add(
        "soil", "begin", "begin", turn, "soil {thing}", choices=[thing],
        requires=[
            (zone[thing] == TABLE, "rule/table"), (soiled[thing] == 0, "rule/clean"),
            (hour == NIGHT, "rule/night"),
        ],
        effect={soiled[thing]: 1},
    )  # fmt: skip
    timing.add(
        "drop", "begin", "begin", turn, "drop {thing}", choices=[thing],
        requires=[(zone[thing] == TABLE, "rule/table"), (hour == NIGHT, "rule/night")],
        effect={zone[thing]: BAG, soiled[thing]: 0},
    )  # fmt: skip
    timing.add("wait", "begin", "clock", turn, "wait", effect={hour: where(hour == DAY, NIGHT, DAWN)})
    timing.add("dusk", "clock", "begin", Agent.RULES, "dusk", requires=[(hour == NIGHT, "rule/hour")])
    timing.add(
        "dawn", "clock", "begin", Agent.RULES, "dawn", requires=[(hour == DAWN, "rule/hour")],
        effect={hour: DAY, turn: 1 - turn, soiled[0]: 0, soiled[1]: 0},
    )  # fmt: skip
    return build("camp", declaration, timing, start_at="begin", start={}, seats=("1", "2"))


CAMPS = {
    "orderly": camp(by_night=False, washes=False),
    "clean": camp(by_night=True, washes=True),
    "careless": camp(by_night=True, washes=False),
}


def shown(machine: Machine) -> list[Expr]:
    """Where things lie, and whether they are soiled while they lie on the table."""
    fields = {slot.name: Field(place, slot) for place, slot in enumerate(machine.slots)}
    places = [fields[f"zone[{thing}]"] for thing in THINGS]
    soils = [fields[f"soiled[{thing}]"] for thing in THINGS]
    return [*places, *(where(at == TABLE, soil, 0) for at, soil in zip(places, soils, strict=True))]


def forgetting(machine: Machine, transition: str, field: str) -> Mutant:
    """The mutant of ``machine`` in which ``transition`` leaves ``field`` as it was."""
    (found,) = (
        one
        for one in mutants(machine)
        if one.transitions == (transition,) and one.operator == "left-out" and field in one.says
    )
    return found


@pytest.mark.parametrize("name", CAMPS)
def test_nothing_is_proved_that_a_play_tells(name: str) -> None:
    machine = CAMPS[name]
    equivalence = proofs(machine, shown(machine))
    verdicts = {
        one.id: (equivalence.proved(one), told(machine, one, shown(machine)))
        for one in mutants(machine)
        if None not in one.make().values()
    }
    assert (True, True) not in verdicts.values()
    proved = sum(pair == (True, False) for pair in verdicts.values())
    assert 3 <= proved < len(verdicts) - 15


@pytest.mark.parametrize(("name", "harmless"), [("orderly", True), ("clean", True), ("careless", False)])
def test_what_is_gone_before_it_is_asked_or_shown_comes_to_nothing(name: str, harmless: bool) -> None:
    machine = CAMPS[name]
    kept = forgetting(machine, "drop", "soiled")
    assert told(machine, kept, shown(machine)) is not harmless
    assert proofs(machine, shown(machine)).proved(kept) is harmless
