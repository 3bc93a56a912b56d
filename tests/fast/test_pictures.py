import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph, seat_labels
from dicelaw.model.kernel.layers import Size, layered
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.pictures import dot, mermaid, svg
from dicelaw.model.kernel.state import Declaration
from dicelaw.model.kernel.views import BUSY, LINES, LOOKS, overview, view

SVG = "{http://www.w3.org/2000/svg}"
AWKWARD = 'spend/<"all" & #1>'


def _demo():
    declaration, timing = Declaration(), TimingGraph()
    holder = declaration.integer("holder", 0, 1, "who has priority", labels=seat_labels(2))
    for id, kind in (
        ("setup", Kind.RULES),
        ("attack/choose", Kind.DECISION),
        ("attack/window", Kind.WINDOW),
        ("attack/roll", Kind.CHANCE),
        ("attacked", Kind.RULES),
        ("over", Kind.FINAL),
    ):
        timing.point(id, kind, f"the moment of {id} & <all>")
    timing.add("begin", "setup", "attack/choose", Agent.RULES, "begin")
    timing.add("attack/choose/ability", "attack/choose", "attack/window", holder, "choose")
    for name in ("pass", "evasive", AWKWARD, "protect", "knockdown"):
        timing.add(f"attack/window/{name}", "attack/window", "attack/window", holder, "spend")
    timing.add("attack/window/silent", "attack/window", "attack/window", Agent.RULES, "pass")
    timing.add("attack/window/close", "attack/window", "attack/roll", holder, "close")
    face = Choice("face", 1, 6)
    timing.add("attack/roll/die", "attack/roll", "attacked", Agent.CHANCE, "roll", choices=[face])
    timing.add("attack/roll/again", "attack/roll", "attack/roll", Agent.CHANCE, "roll", choices=[face])
    timing.add("again", "attacked", "attack/choose", Agent.RULES, "go on")
    timing.add("one/end", "attacked", "over", Agent.RULES, "end")
    timing.add("two/end", "attacked", "over", Agent.RULES, "end")
    return build("demo <1>", declaration, timing, start_at="setup", start={}, seats=seat_labels(2))


def _rows(length):
    declaration, timing = Declaration(), TimingGraph()
    turn = declaration.integer("turn", 0, 1, "whose turn", labels=seat_labels(2))
    kinds = (Kind.DECISION, Kind.CHANCE, Kind.RULES, Kind.WINDOW)
    actors = (turn, Agent.CHANCE, Agent.RULES, turn)
    ids = [f"phase-{place // 8}/step/{place}" for place in range(length)]
    for place, id in enumerate(ids):
        timing.point(id, Kind.FINAL if place == length - 1 else kinds[place % 4], f"step {place}")
    for place, id in enumerate(ids[:-1]):
        for name, jump in (("next", 1), ("skip", 3 + place % 5), ("return", -(place % 7))):
            target = ids[min(max(place + jump, 0), length - 1)]
            timing.add(f"{id}/{name}", id, target, actors[place % 4], name)
    return build("rows", declaration, timing, start_at=ids[0], start={}, seats=seat_labels(2))


DEMO = _demo()
ROWS = _rows(30)


def _titles(picture, kind=".*"):
    groups = ElementTree.fromstring(picture).iter(f"{SVG}g")
    return [group for group in groups if re.fullmatch(f"point {kind}", group.get("class", ""))]


def test_parallel_transitions_are_merged_by_actor():
    arrows = {(arrow.source, arrow.target, arrow.actor): arrow.words for arrow in view(DEMO).arrows}
    window = "attack/window"
    assert arrows[window, window, "seat"] == ("pass", "evasive", '<"all" & #1>', "+2 more")
    assert arrows[window, window, "rules"] == ("silent",)
    assert arrows["attacked", "over", "rules"] == ("one/end", "two/end")


def test_words_are_the_fewest_components_that_tell_transitions_apart():
    declaration, timing = Declaration(), TimingGraph()
    place = "a-rather-long-name/of-a-timing-point"
    timing.point(place, Kind.RULES, "the start")
    timing.point("over", Kind.FINAL, "the end")
    for id in ("left/attack/end", "right/attack/end", "right/defense/end"):
        timing.add(id, place, "over", Agent.RULES, "end")
    machine = build("words", declaration, timing, start_at=place, start={}, seats=())
    assert [arrow.words for arrow in view(machine).arrows] == [("attack/end", "defense/end")]
    (drawn,) = [g for g in _titles(svg(machine)) if "the start" in g.itertext()]
    assert [span.text for span in drawn.iter(f"{SVG}tspan")] == ["a-rather-long-name/", "of-a-timing-point"]


def test_a_part_has_its_points_and_their_neighbours_faint():
    part = view(DEMO, "attack")
    assert part.faint == {"setup", "attacked"}
    assert {point.id for point in part.points} == part.faint | {
        "attack/choose",
        "attack/window",
        "attack/roll",
    }
    assert {(arrow.source, arrow.target) for arrow in part.arrows} >= {("setup", "attack/choose")}
    assert ("attacked", "over") not in {(arrow.source, arrow.target) for arrow in part.arrows}
    assert view(DEMO, "attack/roll").faint == {"attack/window", "attacked"}


def test_an_unknown_part_is_an_error():
    with pytest.raises(KeyError, match="no timing point under 'att'"):
        view(DEMO, "att")


@pytest.mark.parametrize(("machine", "under"), [(DEMO, ""), (DEMO, "attack"), (ROWS, ""), (ROWS, "phase-1")])
def test_svg_is_xml_with_every_point_and_arrow(machine, under):
    picture = svg(machine, under)
    shown = view(machine, under)
    assert len(_titles(picture)) == len(LOOKS) + len(shown.points)
    faint = _titles(picture, ".* faint")
    assert len(faint) == len(shown.faint)
    written = ["".join(group.itertext()) for group in _titles(picture)]
    for point in shown.points:
        assert point.says + point.id in written
    arrows = [
        g for g in ElementTree.fromstring(picture).iter(f"{SVG}g") if g.get("class", "").startswith("arrow")
    ]
    assert len(arrows) == len(LINES) + len(shown.arrows)
    assert {word for arrow in shown.arrows for word in arrow.words} <= {
        span.text for arrow in arrows for span in arrow.iter(f"{SVG}tspan")
    }


@pytest.mark.parametrize("machine", [DEMO, ROWS])
def test_every_arrow_ends_upright_with_a_length(machine):
    groups = ElementTree.fromstring(svg(machine)).iter(f"{SVG}g")
    curves = [path.get("d") for group in groups for path in group.findall(f"{SVG}path")]
    ends = [re.findall(r"-?[\d.]+", curve.rpartition("C")[2]) for curve in curves if "C" in curve]
    assert len(ends) == len(view(machine).arrows)
    for last, curve in zip(ends, [curve for curve in curves if "C" in curve], strict=True):
        x, y, end_x, end_y = map(float, last[2:])
        assert abs(end_x - x) + abs(end_y - y) > 0.4, curve


def test_an_overview_has_a_link_from_each_phase_and_leaves_busy_ones_alone():
    shown = overview(ROWS)
    assert [point.id for point in shown.points] == [f"phase-{place}" for place in range(4)]
    assert all(arrow.source != arrow.target for arrow in shown.arrows)
    links = {point.id: f"pages/{point.id}.svg" for point in shown.points}
    anchors = ElementTree.fromstring(svg(ROWS, links=links)).iter(f"{SVG}a")
    assert [anchor.get("href") for anchor in anchors] == [*links.values()]
    assert '  click p0 "pages/phase-0.svg"' in mermaid(ROWS, links=links)
    assert 'URL="pages/phase-0.svg"' in dot(ROWS, links=links)
    assert overview(_star(BUSY)).arrows
    assert not overview(_star(BUSY + 1)).arrows


def _star(number):
    declaration, timing = Declaration(), TimingGraph()
    timing.point("hub", Kind.RULES, "what is done anywhere")
    timing.point("over", Kind.FINAL, "the end")
    for place in range(number - 1):
        timing.point(f"phase-{place}", Kind.RULES, "a phase")
        timing.add(f"out-{place}", "hub", f"phase-{place}", Agent.RULES, "go")
        timing.add(f"back-{place}", f"phase-{place}", "hub", Agent.RULES, "come back")
    timing.add("end", "hub", "over", Agent.RULES, "end")
    return build("star", declaration, timing, start_at="hub", start={}, seats=())


def test_every_kind_and_actor_has_a_style_of_its_own():
    assert set(LOOKS) == set(Kind)
    assert len({(look.brackets, look.shape, look.fill) for look in LOOKS.values()}) == len(Kind)
    assert len({look.brackets for look in LOOKS.values()}) == len(Kind)
    assert len({(line.colour, line.arrow) for line in LINES.values()}) == 3
    picture = svg(DEMO)
    shapes = {}
    for kind in Kind:
        legend, *others = _titles(picture, kind.value)
        rims = [element for element in legend if element.get("class") == "rim"]
        rounding = rims[0].get("rx")
        corners = len(dict.fromkeys(rims[0].get("points", "").split()))
        shapes[kind] = (rims[0].tag, rounding, corners, len(rims))
        assert others, "the demo has every kind"
    assert len(set(shapes.values())) == len(Kind)
    for name in (*[f".{kind.value}>.rim" for kind in Kind], *[f".{actor}>path" for actor in LINES]):
        assert name in picture


def test_text_is_escaped():
    assert "demo &lt;1&gt;" in svg(DEMO)
    assert "&lt;&quot;all&quot; &amp; #1&gt;" in svg(DEMO)
    assert "#60;#34;all#34; #38; #35;1#62;" in mermaid(DEMO)
    assert '<\\"all\\" & #1>' in dot(DEMO)


def test_mermaid_has_every_point_arrow_and_the_legend():
    text = mermaid(DEMO, "attack")
    shown = view(DEMO, "attack")
    for point in shown.points:
        left, right = LOOKS[point.kind].brackets.split()
        assert f'{left}"{point.id}"{right}:::{point.kind.value}' in text
    assert text.count("linkStyle") == 2 * len(shown.arrows) + len(LINES)
    assert text.count(" faint\n") == len(shown.faint)
    assert 'subgraph legend["legend"]' in text
    assert all(look.says in text for look in LOOKS.values())


def test_dot_has_every_point_arrow_and_the_legend():
    text = dot(DEMO, "attack")
    shown = view(DEMO, "attack")
    assert all(
        f'"{point.id}" [label="{point.id}", shape={LOOKS[point.kind].shape}' in text for point in shown.points
    )
    assert text.count(" -> ") == len(shown.arrows) + len(LINES)
    assert text.count('fontcolor="#11182760"') == len(shown.faint)
    assert "cluster_legend" in text


@pytest.mark.parametrize("machine", [DEMO, ROWS])
def test_everything_lies_on_the_page(machine):
    picture = svg(machine)
    width, height = (float(side) for side in re.search(r'viewBox="0 0 (\d+) (\d+)" role', picture).groups())
    left, top = (float(side) for side in re.search(r"translate\(([\d.]+) ([\d.]+)\)", picture).groups())
    for span in ElementTree.fromstring(picture).iter(f"{SVG}tspan"):
        assert 0 < float(span.get("x")) < width
        assert 0 < float(span.get("y")) < height
    assert left >= 20
    assert top > 100


boxes = st.integers(2, 12)
ends = st.tuples(st.integers(0, 11), st.integers(0, 11))


@given(boxes, st.lists(ends, max_size=30))
def test_no_box_or_text_covers_another(number, pairs):
    sizes = {f"box {place}": Size(40, 40 + 7 * place, 30) for place in range(number)}
    arrows = [
        (f"box {one % number}", f"box {other % number}", Size(4, 50, 45))
        for one, other in pairs
        if one % number != other % number
    ]
    drawing = layered(sizes, arrows)
    things = [(drawing.boxes[name], size) for name, size in sizes.items()]
    things += [(spot, size) for spot, (_, _, size) in zip(drawing.texts, arrows, strict=True)]
    for ((x, y), size), ((other_x, other_y), other) in combinations(things, 2):
        apart_x = x + size.right < other_x - other.left or other_x + other.right < x - size.left
        apart_y = abs(y - other_y) >= (size.height + other.height) / 2
        assert apart_x or apart_y
    for (x, y), size in things:
        assert -0.01 <= x - size.left <= x + size.right <= drawing.width + 0.01
        assert -0.01 <= y - size.height / 2 <= y + size.height / 2 <= drawing.height + 0.01
    for (source, target, _), route in zip(arrows, drawing.routes, strict=True):
        for (x, _), name in ((route[0], source), (route[-1], target)):
            assert abs(x - drawing.boxes[name][0]) < 40


def test_a_lone_point_can_be_drawn():
    drawing = layered({"alone": Size(40, 40, 30)}, [])
    assert (drawing.width, drawing.height) == (80, 30)
