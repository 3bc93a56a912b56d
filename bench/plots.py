"""The plots of the page, as SVG files that are the same for the same results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import matplotlib
from explicit import Figures
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter, ScalarFormatter
from paired import spread
from scaling import ENGINES

matplotlib.rcParams.update(
    {
        "svg.hashsalt": "dicelaw",
        "svg.fonttype": "none",
        "font.family": ["sans-serif"],
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "grid.color": "#dddddd",
    }
)
COLOURS = ("#4c72b0", "#dd8452", "#55a868", "#8172b3", "#c44e52", "#937860", "#da8bc3", "#8c8c8c", "#64b5cd")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")


def draw(benches: dict[str, Any], folder: Path) -> None:
    """Write all plots into ``folder``."""
    for name, figure in (
        ("search", _search(benches["explicit"])),
        ("walks", _walks(benches["walks"])),
        ("scaling", _scaling(benches["scaling"])),
        ("proofs", _proofs(benches["command"])),
    ):
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})


def _figure(height: float, columns: int = 1) -> tuple[Figure, Sequence[Axes]]:
    figure = Figure(figsize=(8, height), layout="constrained", facecolor="white")
    return figure, figure.subplots(1, columns, sharey=True, squeeze=False)[0]


def _bars(axes: Axes, names: Sequence[str], rounds: Iterable[Sequence[Figures]], form: str) -> None:
    """A bar for each of ``names`` by its median rate, with the lowest and the highest as whiskers."""
    rates = [spread(rows, "rate") for rows in rounds]
    middles = [rate.median for rate in rates]
    whiskers = [[rate.median - rate.low for rate in rates], [rate.high - rate.median for rate in rates]]
    places = range(len(names))
    axes.barh(places, middles, xerr=whiskers, color=COLOURS[: len(names)], ecolor="#333333", capsize=3)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    for place, rate in enumerate(rates):
        text, beside = format(rate.median, form), (6, 0)
        axes.annotate(text, (rate.high, place), xytext=beside, textcoords="offset points", va="center")


def _log_seconds(axes: Axes) -> None:
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_minor_formatter(NullFormatter())


def _search(data: dict[str, Any]) -> Figure:
    figure, panels = _figure(2.2, len(data["sizes"]))
    for axes, got in zip(panels, data["sizes"], strict=True):
        names = [name for name in ("SPIN", "one core", "two cores") if name in got]
        _bars(axes, names, ([{"rate": row["rate"] / 1e6} for row in got[name]] for name in names), ".1f")
        axes.margins(x=0.2)
        axes.set_title(f"{got['one core'][0]['states'] / 1e6:.1f} million states", fontsize=10)
        axes.set_xlabel("million states a second")
    return figure


def _walks(data: dict[str, Any]) -> Figure:
    figure, (axes,) = _figure(1.8)
    axes.set_xscale("log")
    for place, rows in enumerate(data.values()):
        rate = spread(rows, "rate")
        whiskers = [[rate.median - rate.low], [rate.high - rate.median]]
        axes.errorbar(rate.median, place, xerr=whiskers, color=COLOURS[place], marker="o", capsize=3)
        axes.annotate(
            f"{rate.median:,.0f}",
            (rate.median, place),
            xytext=(0, 8),
            textcoords="offset points",
            ha="center",
        )
    axes.set_yticks(range(len(data)), [*data])
    axes.set_ylim(len(data) - 0.5, -0.7)
    axes.margins(x=0.1)
    axes.set_xlabel("steps a second")
    return figure


def _scaling(data: dict[str, Any]) -> Figure:
    figure, panels = _figure(3.4, 2)
    fewest = {what: min(point[what] for point in data["points"]) for what in ("cards", "dice")}
    for axes, what, other in zip(panels, ("cards", "dice"), ("dice", "cards"), strict=True):
        points = [point for point in data["points"] if point[other] == fewest[other]]
        for place, engine in enumerate(ENGINES):
            rows = [point["engines"][engine] for point in points]
            x = [point[what] for point in points]
            y = [spread(several, "cpu").median for several in rows]
            look = {"color": COLOURS[place], "marker": MARKERS[place]}
            axes.plot(x, y, label=engine, **look)
            for at, seconds, several in zip(x, y, rows, strict=True):
                if any(row["verdict"] != "proved" for row in several):
                    axes.plot(at, seconds, markerfacecolor="white", **look)
        _log_seconds(axes)
        axes.set_xscale("log", base=2)
        axes.set_xticks([point[what] for point in points])
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel(f"{what}{' in each hand' if what == 'cards' else ''}, with {fewest[other]} {other}")
    panels[0].set_ylabel("seconds of the processor")
    panels[0].plot(
        [], [], color="#333333", marker="o", markerfacecolor="white", linestyle="none", label="gave up"
    )
    figure.legend(
        handles=panels[0].get_legend_handles_labels()[0], loc="outside upper center", ncols=4, frameon=False
    )
    return figure


def _proofs(data: dict[str, Any]) -> Figure:
    figure, (axes,) = _figure(3.4)
    ordered = sorted(data["properties"], key=lambda one: (one["seconds"], one["property"]))
    engines = dict.fromkeys(sorted({one["engine"] for one in ordered}))
    for place, engine in enumerate(engines):
        of_it = [(rank, one["seconds"]) for rank, one in enumerate(ordered, 1) if one["engine"] == engine]
        axes.scatter(
            [rank for rank, _ in of_it],
            [max(seconds, 0.001) for _, seconds in of_it],
            s=18,
            color=COLOURS[place % len(COLOURS)],
            marker=MARKERS[place % len(MARKERS)],
            label=engine,
        )
    _log_seconds(axes)
    axes.set_xlabel("properties, from the cheapest to the dearest")
    axes.set_ylabel("seconds (0.001 at least)")
    axes.legend(frameon=False)
    return figure
