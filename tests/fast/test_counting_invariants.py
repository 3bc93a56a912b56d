"""Counts of cells are proved by what each step adds and takes away; one that is wrong somewhere is not."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr, all_of, at_least, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field, State
from dicelaw.mutation.equivalence.counting_invariants import Count, counted, counts
from dicelaw.mutation.equivalence.houdini import Proved

DECK, HAND, GONE = range(3)
PLACES = ("deck", "hand", "gone")
CARDS = 4


def cards(mistake: str = "") -> Machine:
    """Cards are drawn, two are thrown away at a time, and all that are gone are shuffled into the deck."""
    declaration, timing = Declaration(), TimingGraph()
    drawn = declaration.integer("drawn", 0, 60, "the cards in hand", open_above=True)
    away = declaration.integer("away", 0, 60, "the cards that are gone", open_above=True)
    place = declaration.array("place", CARDS, 0, 2, "the place of card", labels=PLACES)
    timing.point("turn", Kind.DECISION, "a card is moved")
    one, other = Choice("one", 0, CARDS - 1), Choice("other", 0, CARDS - 1)
    timing.add(
        "draw", "turn", "turn", Agent.CHANCE, "draw", choices=[one],
        requires=[(place[one] == DECK, "rule/deck")],
        effect={place[one]: HAND, drawn: drawn + 1},
    )  # fmt: skip
    apart = one <= other if mistake == "same" else one < other
    timing.add(
        "throw", "turn", "turn", Agent.CHANCE, "throw away", choices=[one, other],
        requires=[(all_of(place[one] == HAND, place[other] == HAND, apart), "rule/hand")],
        effect={place[one]: GONE, place[other]: GONE, drawn: at_least(drawn - 2, 0), away: away + 2},
    )  # fmt: skip
    back = {cell: where(cell == GONE, DECK, cell) for cell in place}
    if mistake == "uneven":
        back[place[0]] = place[0]
    timing.add(
        "shuffle", "turn", "turn", Agent.CHANCE, "shuffle", requires=[(away >= 1, "rule/gone")],
        effect={**back, away: 0 if mistake != "kept" else away},
    )  # fmt: skip
    return build("cards", declaration, timing, start_at="turn", start={}, seats=("1",))


def begins(machine: Machine) -> Mapping[str, Expr]:
    fields = (Field(place, slot) for place, slot in enumerate(machine.slots) if place)
    equal = (field == value for field, value in zip(fields, machine.start[1:], strict=True))
    return {"turn": all_of(*equal)}


def visited(machine: Machine) -> dict[int, Collection[State]]:
    """All states that there are."""
    reader, found, waiting = Concrete(machine), {machine.start}, [machine.start]
    while waiting:
        state = waiting.pop()
        new = {reader.step(state, move) for move in reader.enabled(state)} - found
        found |= new
        waiting += new
    return {0: found}


def test_what_counts_what_is_found_and_proved() -> None:
    machine = cards()
    slots, found = machine.slot_index, counts(machine, visited(machine))
    cells = tuple(slots[f"place[{card}]"] for card in range(CARDS))
    assert found == [Count(slots["drawn"], cells, HAND), Count(slots["away"], cells, GONE)]
    proved = [*counted(Proved.of(machine), found, begins(machine))]
    assert [str(one) for one in proved] == [str(one.none(machine)) for one in found]
    reader = Concrete(machine)
    assert all(reader.value(holds, state) for holds in proved for state in visited(machine)[0])


@pytest.mark.parametrize(("mistake", "left"), [("same", 0), ("uneven", 0), ("kept", 1)])
def test_a_step_that_counts_wrongly_is_noticed(mistake: str, left: int) -> None:
    right, wrong = cards(), cards(mistake)
    suggested = counts(right, visited(right))
    assert len([*counted(Proved.of(wrong), suggested, begins(wrong))]) == left
