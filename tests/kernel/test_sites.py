"""What is said of several things alike is one site: a mistake in it is one mistake, and in all of them."""

from __future__ import annotations

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import any_of, at_least, total, where
from dicelaw.model.kernel.graph import Kind, TimingGraph
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration
from dicelaw.mutation.mutants import mutants, planted


def test_what_is_printed_for_each_kind_of_thing_and_added_up_is_one_site() -> None:
    names = ["first", "second", "third"]
    declaration, timing = Declaration(names), TimingGraph()
    face = declaration.array("face", 3, 0, 1, "the face:", index=names)
    timing.point("begin", Kind.DECISION, "a seat decides")
    worth = [lookup("worth", [0, 3, 0, 4, 1, 5], face[thing] + 2 * thing) for thing in range(3)]
    few, many = total(worth[:2]), total(worth)
    timing.add(
        "count", "begin", "begin", face[0] * 0, "count",
        requires=[(worth[0] < 3, "rule/worth"), (worth[2] < 3, "rule/worth"), (few < 5, "rule/all"),
                  (many < 5, "rule/all")],
    )  # fmt: skip
    machine = build("printed", declaration, timing, start_at="begin", start={}, seats=("1",))
    more = [one for one in mutants(machine) if one.site is not None and one.site[0].is_bool]
    assert more
    for one in more:
        pairs = zip(
            machine.transition("count").requires,
            planted(machine, one).transition("count").requires,
            strict=True,
        )
        changed = [new.holds is not old.holds for old, new in pairs]
        assert changed in ([True, True, False, False], [False, False, True, True])


def test_seats_and_places_in_a_row_are_things_of_one_sort() -> None:
    declaration, timing = Declaration(("1", "2")), TimingGraph()
    life = declaration.array("life", 2, 0, 5, "the life", index=("1", "2"))
    row = declaration.array("row", 3, 0, 5, "the row", alike=True)
    turn = declaration.integer("turn", 0, 1, "whose turn it is", labels=("1", "2"))
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.add(
        "lose", "begin", "begin", turn, "lose",
        effect={**{life[seat]: where(turn == seat, 0, life[seat]) for seat in range(2)},
                **{cell: at_least(cell - 1, 0) for cell in row}},
    )  # fmt: skip
    machine = build("seats", declaration, timing, start_at="begin", start={}, seats=("1", "2"))
    left_out = [one for one in mutants(machine) if "effect" in one.id]
    assert [one.mistake() for one in left_out] == [
        "the life of 1 and its like stay as they were", "the row of 0 and its like stay as they were",
    ]  # fmt: skip


def strong(names: list[str], defined: bool) -> Machine:
    """Dice that are out once the damage reaches their strength, which more adds to for each of them."""
    declaration, timing = Declaration(names), TimingGraph()
    damage, plus, out = (
        declaration.array(name, len(names), 0, 5, f"{name}:", index=names)
        for name in ("damage", "plus", "out")
    )
    strength = [plus[0] + 1, plus[1] + plus[0], plus[2] + damage[0] + 2]
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.add(
        "judge", "begin", "begin", plus[0] * 0, "judge",
        requires=[(damage[0] < 5, "rule/hurt")],
        effect={out[die]: where(strength[die] <= damage[die], 1, out[die]) for die in range(len(names))},
    )  # fmt: skip
    definitions = {"strength": strength} if defined else {}
    return build(
        "strong", declaration, timing, start_at="begin", start={}, seats=("1",), definitions=definitions
    )


def test_what_is_said_of_a_definition_is_one_site_whatever_it_comes_to_for_which() -> None:
    names = ["first", "second", "third"]
    apart, together = (
        [one for one in mutants(strong(names, defined)) if one.operator == "strict"]
        for defined in (False, True)
    )
    assert len(apart) == 3
    (one,) = together
    machine = planted(strong(names, True), one)
    state = machine.with_state(**{"damage[second]": 2, "plus[second]": 2, "damage[third]": 2})
    after = Concrete(machine).attempt(state, (0,))
    sound = Concrete(strong(names, True)).attempt(state, (0,))
    place = machine.slot_index
    assert [(after or ())[place[f"out[{name}]"]] for name in names] == [0, 0, 0]
    assert [(sound or ())[place[f"out[{name}]"]] for name in names] == [0, 1, 1]


def test_a_chain_that_looks_for_the_first_of_several_things_is_one_site() -> None:
    names = ["first", "second", "third"]
    declaration, timing = Declaration(names), TimingGraph()
    lies = declaration.array("lies", 3, 0, 1, "lies:", index=names)
    found = declaration.integer("found", 0, 3, "the first that lies")
    timing.point("begin", Kind.DECISION, "a seat decides")
    first = where(lies[0] == 1, 0, where(lies[1] == 1, 1, where(lies[2] == 1, 2, 0)))
    timing.add("look", "begin", "begin", found * 0, "look", effect={found: first})
    machine = build("chain", declaration, timing, start_at="begin", start={}, seats=("1",))
    (one,) = [one for one in mutants(machine) if one.operator == "plus-one-2"]
    faulty = Concrete(planted(machine, one))
    for place, name in enumerate(names):
        state = machine.with_state(**{f"lies[{name}]": 1})
        assert machine.value(faulty.attempt(state, (0,)) or (), "found") == place + 1


def test_what_is_written_of_the_first_of_several_things_is_one_effect() -> None:
    names = ["first", "second", "third"]
    declaration, timing = Declaration(names), TimingGraph()
    lies = declaration.array("lies", 3, 0, 1, "lies:", index=names)
    taken = declaration.array("taken", 3, 0, 1, "is taken:", index=names)
    timing.point("begin", Kind.DECISION, "a seat decides")
    first = where(lies[0] == 1, 0, where(lies[1] == 1, 1, where(lies[2] == 1, 2, 0)))
    timing.add(
        "take", "begin", "begin", taken[0] * 0, "take the first",
        effect={taken[thing]: where(first == thing, 1, taken[thing]) for thing in range(3)},
    )  # fmt: skip
    machine = build("first", declaration, timing, start_at="begin", start={}, seats=("1",))
    (one,) = [one for one in mutants(machine) if one.operator == "left-out" and "effect" in one.id]
    assert one.says == "take: is taken: of first and its like stay as they were"
    assert not planted(machine, one).transition("take").effect


def dice(count: int) -> Machine:
    """Dice of which one is picked and laid down, and all that lie are taken up."""
    names = [f"die-{number}" for number in range(1, count + 1)]
    declaration, timing = Declaration(names), TimingGraph()
    lies = declaration.array("lies", count, 0, 1, "lies:", index=names)
    picked = declaration.integer("picked", 0, count - 1, "the die that is picked", labels=names)
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.add(
        "lay", "begin", "begin", picked * 0, "lay it down",
        requires=[(any_of(*(lies[die] == 0 for die in range(count))), "rule/room")],
        effect={lies[die]: where(picked == die, 1, lies[die]) for die in range(count)},
    )  # fmt: skip
    taken = dict.fromkeys(lies, 0)
    timing.add("take", "begin", "begin", picked * 0, "take all up", effect=taken, cites=["rule/up"])
    return build("dice", declaration, timing, start_at="begin", start={}, seats=("1",))


def test_what_is_said_of_each_thing_of_a_family_is_one_definition() -> None:
    found = {one.id: one for one in mutants(dice(2))}
    more = mutants(dice(5))
    assert {one.operator for one in more} == {one.operator for one in found.values()}
    assert len([one for one in more if one.transitions == ("take",)]) == 2, (
        "nothing is taken up, and left out"
    )
    (kept,) = [one for one in more if one.transitions == ("take",) and "effect" in one.id]
    assert "and its like stay as they were" in kept.says
    assert planted(dice(5), kept).transition("take").effect == ()
    others = [one for one in more if one.operator == "plus-one" and one.transitions == ("lay",)]
    assert len(others) == 2, "whether one lies, and which one is picked"


def board(count: int) -> Machine:
    """The boards of two players, of which either is flipped."""
    spaces = [f"{seat}/{space}" for seat in (1, 2) for space in range(count)]
    declaration, timing = Declaration(spaces), TimingGraph()
    owner = declaration.integer("owner", 0, 1, "the player whose board is flipped")
    level = declaration.array("level", 2 * count, 1, 3, "the level of", index=spaces)
    timing.point("begin", Kind.DECISION, "a seat decides")
    own = [level[owner * count + space] for space in range(count)]
    timing.add(
        "flip", "begin", "begin", owner, "flip the board", effect={one: at_least(one, 2) for one in own},
        cites=["rule/flip"],
    )  # fmt: skip
    return build("board", declaration, timing, start_at="begin", start={}, seats=("1", "2"))


def test_what_is_said_of_each_space_of_the_board_of_whoever_owns_it_is_one_definition() -> None:
    found, more = mutants(board(3)), mutants(board(5))
    assert [one.operator for one in more] == [one.operator for one in found]
    (kept,) = [one for one in more if "effect" in one.id]
    assert planted(board(5), kept).transition("flip").effect == ()
    (moved,) = [one for one in more if one.site is not None and one.site[0].op == "+"]
    assert len(planted(board(5), moved).transition("flip").effect) == 5
