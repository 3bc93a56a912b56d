"""Random machines of several lanes that do the same, mostly: what symmetry and independence are about."""

from hypothesis import strategies as st

from dicelaw.model.kernel.expressions import all_of, at_most, constant, count
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration

TOP = 3
SMALL = st.integers(0, TOP)


@st.composite
def lanes(draw):
    """A machine of two to four lanes, each with a value and a mark, and conditions on its states, by name."""
    number = draw(st.integers(2, 4))
    declaration, timing = Declaration(), TimingGraph()
    value = declaration.array("value", number, 0, TOP, "the value of lane")
    shared = declaration.integer("shared", 0, TOP, "what all lanes share")
    mark = declaration.array("mark", number, 0, 1, "the mark of lane")
    timing.point("work", draw(st.sampled_from([Kind.DECISION, Kind.CHANCE])), "work")
    timing.point("rest", Kind.RULES, "rest")
    timing.point("end", Kind.FINAL, "the end")
    actor = constant(0) if timing.points[0].kind is Kind.DECISION else Agent.CHANCE
    for place in range(draw(st.integers(1, 3))):
        kind, limit, to = draw(st.sampled_from(["set", "raise", "lower", "mark"])), draw(SMALL), draw(SMALL)
        guarded, marked, sharing, odd = draw(st.tuples(*[st.integers(0, 5)] * 4))
        amount = Choice("amount", 1, draw(st.integers(1, 2)))

        def parts(lane, limit=limit, to=to, kind=kind, amount=amount, guarded=guarded, marked=marked,
                  sharing=sharing):  # fmt: skip
            choices, requires, effect = [], [], {}
            if kind == "set":
                requires, effect = [value[lane] == limit], {value[lane]: to}
            elif kind == "raise":
                choices, requires = [amount], [value[lane] < max(limit, 1)]
                effect = {
                    value[lane]: at_most(value[lane] + amount, TOP) if guarded else value[lane] + amount
                }
            elif kind == "lower":
                requires, effect = [value[lane] >= max(limit, 1)], {value[lane]: value[lane] - 1}
            else:
                requires, effect = [mark[lane] == 0], {mark[lane]: 1}
            if marked == 0:
                requires.append(mark[lane] == 0)
            if sharing == 0:
                effect[shared] = at_most(shared + 1, TOP)
            if sharing == 1:
                requires.append(shared <= 1)
            return choices, [(one, "r") for one in requires], effect

        if draw(st.booleans()):
            which = Choice("lane", 0, number - 1)
            choices, requires, effect = parts(which)
            timing.add(f"step/{place}", "work", "work", actor, "step",
                       choices=[which, *choices], requires=requires, effect=effect)  # fmt: skip
        else:
            for lane in range(number):
                other = {"limit": (limit + 1) % (TOP + 1)} if odd == 0 and lane == 1 else {}
                choices, requires, effect = parts(lane, **other)
                timing.add(f"step/{place}/{lane}", "work", "work", actor, "step",
                           choices=choices, requires=requires, effect=effect)  # fmt: skip
    level, many = draw(SMALL), draw(st.integers(1, number))
    done = {
        "all": all_of(*(one >= level for one in value)),
        "some": count(one >= level for one in value) >= many,
        "marks": all_of(*(one == 1 for one in mark)),
        "shared": shared == level,
    }[draw(st.sampled_from(["all", "some", "marks", "shared"]))]
    timing.add("leave", "work", "rest", actor, "leave", requires=[(done, "r")])
    if draw(st.booleans()):
        timing.add("quit", "work", "end", actor, "quit", requires=[(value[0] + shared == level + 1, "r")])
    timing.add("over", "rest", "end", Agent.RULES, "stop", requires=[(shared >= draw(SMALL), "r")])
    timing.add("again", "rest", "work", Agent.RULES, "go on",
               effect={shared: at_most(shared + 1, TOP), **dict.fromkeys(mark, 0)})  # fmt: skip
    start = {one: draw(st.integers(0, 1)) for one in value} if draw(st.booleans()) else {}
    machine = build("lanes", declaration, timing, start_at="work", start=start, seats=("Ann",))
    questions = {
        "none": {},
        "even": {f"{times}": count(one == level for one in value) == times for times in range(number + 1)},
        "first": {f"{worth}": value[0] == worth for worth in range(TOP + 1)},
        "shared": {f"{worth}": shared == worth for worth in range(TOP + 1)},
    }[draw(st.sampled_from(["none", "even", "first", "shared"]))]
    return machine, questions
