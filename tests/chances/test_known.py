"""Questions about chances that are asked most, under several readings, with what these share."""

import json
from fractions import Fraction
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicelaw.checker.chances.game import explore
from dicelaw.checker.chances.numbered import Numbered
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.pools import NO_POOLS
from dicelaw.model.kernel.state import Slot
from dicelaw.oracle.answers.chance_report import Wanted, chances_of, conditions
from dicelaw.oracle.answers.goal import test_of as told_by
from dicelaw.oracle.answers.hanging import Others, beginning
from dicelaw.oracle.cli import main
from dicelaw.oracle.cli.position_search import placed, play_out
from dicelaw.oracle.files.scenario import load

ROLL, STRUCK = ("offense/announced", "offense/end"), ("main-2",)
BARBARIAN = {"hero": "barbarian", "cp": 0, "hand": []}
PALADIN = {"hero": "paladin", "health": 8, "cp": 0, "hand": []}
ELF = {"hero": "moon-elf", "health": 9, "cp": 0, "hand": [], "tokens": {"evasive": 1}}
BLOW = [{"roll": [1, 2, 3, 4, 6]}, "announce mighty-blow"]
STRAIGHT = {"players": [BARBARIAN, PALADIN], "play": [{"roll": [1, 1, 1, 6, 6]}]}
ROLLS = {"players": [BARBARIAN, PALADIN], "start": "offense/begin"}
EVADES = {"players": [BARBARIAN, ELF], "play": [*BLOW, {"until": "defense/start"}, "2 uses evasive"]}
DEFENDS = {"players": [BARBARIAN, PALADIN], "play": [*BLOW, {"until": "defense/choose"}]}
COMMON = [
    (STRAIGHT, "announced=reckless", ROLL, "for", Fraction(40861, 314928)),
    (ROLLS, "announced=rage", ROLL, "for", Fraction(91, 216) ** 5),
    # an Evasive fails on two dice of three, and so do both pairs of feet that would halve the damage
    (EVADES, "winner=1", STRUCK, "against", Fraction(2, 3) * Fraction(112, 243)),
]


@pytest.fixture
def file(tmp_path):
    """A file with a scenario of Dice Throne."""

    def file(scenario):
        found = tmp_path / "it.yaml"
        found.write_text(json.dumps({"game": "dice-throne", "turn": 1, **scenario}), encoding="utf-8")
        return found

    return file


@pytest.mark.parametrize(("scenario", "goal", "until", "decides", "chance"), COMMON)
def test_the_commonest_questions_have_exact_answers(file, capsys, scenario, goal, until, decides, chance):
    ends = [f"--until={point}" for point in until]
    main(["chance", "dice-throne", goal, "--from", str(file(scenario)), *ends, "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert found["complete"]
    (row,) = [one for one in found["chances"] if one["when"].endswith(f"decides {decides} it")]
    assert (row["exact"], Fraction(row["low"])) == (True, chance)


@pytest.mark.parametrize(
    ("scenario", "goal", "until"),
    [(STRAIGHT, "announced=reckless", ROLL), (EVADES, "winner=1", STRUCK), (DEFENDS, "winner=1", STRUCK)],
)
def test_what_is_known_from_one_reading_is_not_looked_at_again_under_another(file, scenario, goal, until):
    place = file(scenario)
    read = load(place, "dice-throne")
    session, wanted = placed(read, place, {}), Wanted(goal, until, 50_000, 50_000)
    first = chances_of("dice-throne", session.machine, session.state, session, wanted)
    others = Others(beginning(read, {}), session, first.looked_at.reader)
    changed = copied = 0
    for point, followed in others.points():
        for answer in point.answers:
            if answer == followed:
                continue
            other = others.opened(point, answer)
            play_out(other, read, place)
            machine, (good, stop) = other.machine, conditions(other.machine, wanted)
            known = first.looked_at.known_to(machine, (good, stop))
            assert known is not None
            looked = Looked(machine)
            pools = machine.pools.unread(slots_read(good, stop))
            told = {"until": told_by(machine, stop), "pools": pools, "budget": 50_000}
            apart = explore(machine, other.state, reader=looked, **told)
            asked = looked.asked
            looked = Looked(machine)
            again = explore(machine, other.state, reader=looked, known=known, **told)
            assert (again.options, again.open) == (apart.options, apart.open)
            assert [*again.states] == [*apart.states]
            changed += again.options != first.looked_at.game.options
            copied += asked - looked.asked
            assert looked.asked < asked
    assert copied
    assert changed or scenario is STRAIGHT


class Looked(Concrete):
    """Counts in how many states it is asked what may be done."""

    asked = 0

    def enabled(self, state):
        self.asked += 1
        return super().enabled(state)


WIDTHS = [(0, 3), (0, 3), (-5, 5), (0, 300), (0, 70_000), (0, 1 << 40)]
VALUES = st.tuples(*(st.sampled_from([max(lo, 0), 1, hi]) for lo, hi in WIDTHS))


@given(
    st.lists(
        st.tuples(*(st.sampled_from([max(lo, 0), 1, hi]) for lo, hi in WIDTHS)), min_size=1, max_size=30
    ),
    st.sets(st.integers(0, len(WIDTHS) - 1)),
)
def test_there_is_one_state_of_each_combination_of_values(states, slots):
    machine = SimpleNamespace(slots=[Slot(f"s{at}", lo, hi, "") for at, (lo, hi) in enumerate(WIDTHS)])
    numbered = Numbered(machine, NO_POOLS)
    numbers = list(dict.fromkeys(map(numbered.number, states)))
    assert [numbered[number] for number in numbers] == list(dict.fromkeys(states))
    found = numbered.one_of_each(numbers, sorted(slots))
    told = [tuple(state[slot] for slot in slots) for state in found]
    assert {*found} <= {*states}
    assert len({*told}) == len(told)
    assert {*told} == {tuple(state[slot] for slot in slots) for state in states}
    assert numbered.one_of_each([], sorted(slots)) == []
    packed = numbered.packed(0)
    assert (numbered.at(packed), numbered.find(packed)) == (states[0][0], 0)
    assert numbered.at(numbered.placed(packed, 2)) == 2
