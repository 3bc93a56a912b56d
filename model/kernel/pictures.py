"""Pictures of a timing graph: Mermaid, Graphviz and SVG text, made without any other program.

The shape of a point tells its kind and the stroke of an arrow tells who acts, the same way in all three. Each
has a legend. ``under`` restricts it to a part of the graph, as in :func:`dicelaw.model.kernel.views.view`.
With ``links`` it shows the phases instead, each with a link to its picture where there is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.layers import Size, Spot, layered
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.views import LINES, LOOKS, Arrow, overview, view

LINE = 15
LETTER = 7.4
MARGIN = 20
HEADER = 130
NEAR = 0.5
"""Spots that are nearer to each other are one."""
STYLE = """text{font:12px system-ui,'Segoe UI',Helvetica,Arial,sans-serif;fill:#111827}
.arrow text{font-size:11px;fill:#374151}.arrow path{fill:none}.faint{opacity:.4}
"""
STYLE += "".join(
    f".{kind.value}>.rim{{fill:{look.fill};stroke:{look.stroke};stroke-width:{look.width}}}\n"
    for kind, look in LOOKS.items()
)
STYLE += "".join(
    f".{actor}>path{{stroke:{line.colour};stroke-width:{line.width};stroke-dasharray:{line.dashes}}}\n"
    for actor, line in LINES.items()
)
HEADS = "".join(
    f'<marker id="{actor}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="9" markerHeight="9" '
    f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0L8,4L0,8z" fill="{line.colour}"/></marker>'
    for actor, line in LINES.items()
)


Links = Mapping[str, str]
"""Where the picture of a phase is, by its name."""
OPEN = {"==>": "===", "-.->": "-.-", "-->": "---"}
"""Arrows of Mermaid, each without its head."""


def mermaid(machine: Machine, under: str = "", links: Links | None = None) -> str:
    """The timing graph as a Mermaid flow chart.

    What an arrow says is a point of it, since Mermaid draws labels of arrows over each other.
    """
    shown = view(machine, under) if links is None else overview(machine)
    names = {point.id: f"p{place}" for place, point in enumerate(shown.points)}
    lines = [f"  {_node(names[point.id], point.kind, point.id)}" for point in shown.points]
    for place, arrow in enumerate(shown.arrows):
        drawn, words = LINES[arrow.actor].arrow, "<br>".join(map(_coded, arrow.words))
        lines.append(f'  w{place}["{words}"]:::words')
        lines.append(f"  {names[arrow.source]} {OPEN[drawn]} w{place} {drawn} {names[arrow.target]}")
    lines += [f'  click {names[id]} "{_coded(link)}"' for id, link in (links or {}).items()]
    lines.append('  subgraph legend["legend"]')
    lines += [f"    {_node(f'l{place}', kind, LOOKS[kind].says)}" for place, kind in enumerate(LOOKS)]
    for place, line in enumerate(LINES.values()):
        lines.append(f'    l{place} {line.arrow}|"{line.says}"| l{place + 1}')
    lines.append("  end")
    for kind, look in LOOKS.items():
        style = f"fill:{look.fill},stroke:{look.stroke},stroke-width:{look.width}px,color:#111827"
        lines.append(f"  classDef {kind.value} {style}")
    lines.append("  classDef faint opacity:0.4")
    lines.append("  classDef words fill:none,stroke:none,color:#374151,font-size:12px,padding:0px")
    lines += [f"  class {names[id]} faint" for id in sorted(shown.faint)]
    halves = [arrow.actor for arrow in shown.arrows for _ in range(2)]
    for place, actor in enumerate([*halves, *LINES]):
        lines.append(f"  linkStyle {place} stroke:{LINES[actor].colour},stroke-width:{LINES[actor].width}px")
    return "\n".join(["flowchart TD", *lines]) + "\n"


def _node(name: str, kind: Kind, says: str) -> str:
    left, right = LOOKS[kind].brackets.split()
    return f'{name}{left}"{_coded(says)}"{right}:::{kind.value}'


def _coded(text: str) -> str:
    return "".join(f"#{ord(letter)};" if letter in '#"<>&' else letter for letter in text)


def dot(machine: Machine, under: str = "", links: Links | None = None) -> str:
    """The timing graph in the language of Graphviz."""
    shown = view(machine, under) if links is None else overview(machine)
    lines = ["digraph {", '  node [fontname="Helvetica"]; edge [fontname="Helvetica", fontsize=10];']
    for point in shown.points:
        link = f", URL={_quoted(links[point.id])}" if links and point.id in links else ""
        lines.append(f"  {_quoted(point.id)} [{_box(point.kind, point.id, point.id in shown.faint)}{link}];")
    for arrow in shown.arrows:
        ends = f"{_quoted(arrow.source)} -> {_quoted(arrow.target)}"
        lines.append(f"  {ends} [{_stroke(arrow.actor, arrow.words)}];")
    lines.append('  subgraph cluster_legend { label="legend"; color="#9ca3af";')
    lines += [f'    "legend {kind.value}" [{_box(kind, look.says, False)}];' for kind, look in LOOKS.items()]
    for (one, other), actor in zip(pairwise(LOOKS), LINES, strict=False):
        ends = f'"legend {one.value}" -> "legend {other.value}"'
        lines.append(f"    {ends} [{_stroke(actor, [LINES[actor].says])}];")
    return "\n".join([*lines, "  }", "}"]) + "\n"


def _box(kind: Kind, says: str, faint: bool) -> str:
    look, shade = LOOKS[kind], "60" * faint
    colours = f'fillcolor="{look.fill}{shade}", color="{look.stroke}{shade}", fontcolor="#111827{shade}"'
    return f"label={_quoted(says)}, shape={look.shape}, penwidth={look.width}, {colours}"


def _stroke(actor: str, words: Sequence[str]) -> str:
    line, label = LINES[actor], _quoted("\n".join(words))
    return f'label={label}, style={line.style}, penwidth={line.width}, color="{line.colour}"'


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def svg(machine: Machine, under: str = "", links: Links | None = None) -> str:
    """The timing graph as an SVG page that stands alone."""
    shown = view(machine, under) if links is None else overview(machine)
    loops = [arrow for arrow in shown.arrows if arrow.source == arrow.target]
    arrows = [arrow for arrow in shown.arrows if arrow.source != arrow.target]
    cards = {
        point.id: _Card(point.kind, point.id, [loop for loop in loops if loop.source == point.id])
        for point in shown.points
    }
    texts = [Size(4, 10 + _length(arrow.words), LINE * len(arrow.words)) for arrow in arrows]
    drawing = layered(
        {id: card.size for id, card in cards.items()},
        [(arrow.source, arrow.target, text) for arrow, text in zip(arrows, texts, strict=True)],
    )
    parts = []
    for arrow, route, (x, y) in zip(arrows, drawing.routes, drawing.texts, strict=True):
        start = cards[arrow.source].border(drawing.boxes[arrow.source], route[0])
        end = cards[arrow.target].border(drawing.boxes[arrow.target], route[-1])
        faint = bool({arrow.source, arrow.target} & shown.faint)
        parts.append(_arrow(arrow, _curve([start, *route, end]), (x + 7, y), faint))
    for point in shown.points:
        card = cards[point.id].drawn(drawing.boxes[point.id], point.says, point.id in shown.faint)
        linked = links is not None and point.id in links
        parts.append(f'<a href="{escape(links[point.id])}">{card}</a>' if links and linked else card)
    legend, needed = _legend()
    title = f"{machine.name}: {under}" if under else machine.name
    title += "; phases that anything may lead to stand by themselves" if links is not None else ""
    width = max(drawing.width, needed, _length([title])) + 2 * MARGIN
    height = drawing.height + HEADER + MARGIN
    left = (width - drawing.width) / 2
    page = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {page} role="img">',
            f"<title>{escape(title)}</title><style>{STYLE}</style><defs>{HEADS}</defs>",
            '<rect width="100%" height="100%" fill="#ffffff"/>',
            _text(MARGIN, 16, [title]),
            f'<g class="legend">{legend}</g>',
            f'<g transform="translate({left:.1f} {HEADER})">',
            *parts,
            "</g></svg>\n",
        ]
    )


class _Card:
    """The shape of a point, as large as its text and the loops at its right side need."""

    def __init__(self, kind: Kind, says: str, loops: Sequence[Arrow] = ()) -> None:
        self.kind = kind
        self.loops = loops
        self.lines = [""]
        for part in says.replace("/", "/\n").split("\n"):
            if self.lines[-1] and len(self.lines[-1] + part) > 20:
                self.lines.append("")
            self.lines[-1] += part
        wider, higher = {Kind.CHANCE: (1.4, 2.0), Kind.WINDOW: (1.1, 1.2)}.get(kind, (1, 1))
        self.width = (_length(self.lines) + 24) * wider
        self.height = (LINE * len(self.lines) + 14) * higher
        beside = 40 + max(_length(loop.words) for loop in loops) if loops else 0
        stacked = sum(LINE * len(loop.words) + 8 for loop in loops)
        self.size = Size(self.width / 2, self.width / 2 + beside, max(self.height, stacked))

    def border(self, middle: Spot, beside: Spot) -> Spot:
        """Where an upright line through ``beside`` meets the upper or the lower border."""
        cut = abs(beside[0] - middle[0]) / self.width if self.kind is Kind.CHANCE else 0
        reach = self.height * (0.5 - cut)
        return beside[0], middle[1] + (reach if beside[1] > middle[1] else -reach)

    def drawn(self, middle: Spot, title: str, faint: bool = False) -> str:
        """The shape with its text and its loops."""
        x, y = middle
        rims = (0, 3.5) if self.kind in (Kind.WINDOW, Kind.FINAL) else (0,)
        shape = "".join(self._shape(x, y, inset) for inset in rims)
        text = _text(x, y, self.lines, "middle")
        names = f"point {self.kind.value}{' faint' * faint}"
        return f'{self._loops(x, y, faint)}<g class="{names}"><title>{escape(title)}</title>{shape}{text}</g>'

    def _shape(self, x: float, y: float, inset: float) -> str:
        half, tall = self.width / 2 - inset, self.height / 2 - inset
        if self.kind in (Kind.CHANCE, Kind.WINDOW):
            flat = half - 12 if self.kind is Kind.WINDOW else 0
            corners = [(-half, 0), (-flat, -tall), (flat, -tall), (half, 0), (flat, tall), (-flat, tall)]
            points = " ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in corners)
            return f'<polygon class="rim" points="{points}"/>'
        rounding = {Kind.DECISION: 9, Kind.FINAL: tall}.get(self.kind, 0)
        place = f'x="{x - half:.1f}" y="{y - tall:.1f}" width="{2 * half:.1f}" height="{2 * tall:.1f}"'
        return f'<rect class="rim" {place} rx="{rounding:.1f}"/>'

    def _loops(self, x: float, y: float, faint: bool) -> str:
        parts, top = [], y - sum(LINE * len(loop.words) + 8 for loop in self.loops) / 2
        for place, loop in enumerate(self.loops):
            middle = top + (LINE * len(loop.words) + 8) / 2
            top = 2 * middle - top
            port = y + 8 * (place - (len(self.loops) - 1) / 2)
            right = x + self.width / 2
            side = right - (self.width * 3 / self.height if self.kind is Kind.CHANCE else 0)
            curve = f"M{side:.1f},{port - 3:.1f}C{right + 38:.1f},{middle - 16:.1f} "
            curve += f"{right + 38:.1f},{middle + 16:.1f} {side:.1f},{port + 3:.1f}"
            parts.append(_arrow(loop, curve, (right + 34, middle), faint))
        return "".join(parts)


def _arrow(arrow: Arrow, curve: str, beside: Spot, faint: bool) -> str:
    path = f'<path d="{curve}" marker-end="url(#{arrow.actor})"/>'
    return f'<g class="arrow {arrow.actor}{" faint" * faint}">{path}{_text(*beside, arrow.words)}</g>'


def _curve(spots: Sequence[Spot]) -> str:
    """A smooth line that passes every spot upright."""
    curve = f"M{spots[0][0]:.1f},{spots[0][1]:.1f}"
    for (x, y), (to_x, to_y) in pairwise(spots):
        if abs(to_x - x) + abs(to_y - y) < NEAR:
            continue  # a curve of no length has no direction, so its arrowhead would have none either
        middle = (y + to_y) / 2
        curve += f"C{x:.1f},{middle:.1f} {to_x:.1f},{middle:.1f} {to_x:.1f},{to_y:.1f}"
    return curve


def _text(x: float, y: float, lines: Sequence[str], anchor: str = "start") -> str:
    top = y - LINE * (len(lines) - 1) / 2 + 4
    spans = [
        f'<tspan x="{x:.1f}" y="{top + LINE * place:.1f}">{escape(line)}</tspan>'
        for place, line in enumerate(lines)
    ]
    return f'<text text-anchor="{anchor}">{"".join(spans)}</text>'


def _length(lines: Sequence[str]) -> float:
    return LETTER * max(map(len, lines))


def _legend() -> tuple[str, float]:
    """The legend, and the x where it ends."""
    parts, x, at = [], float(MARGIN), float(MARGIN)
    for kind, look in LOOKS.items():
        card = _Card(kind, look.says)
        parts.append(card.drawn((x + card.width / 2, 60), look.says))
        x += card.width + 14
    for actor, line in LINES.items():
        arrow = Arrow("", "", actor, (line.says,))
        parts.append(_arrow(arrow, f"M{at:.1f},104H{at + 44:.1f}", (at + 52, 104), False))
        at += 80 + _length(arrow.words)
    return "".join(parts), x
