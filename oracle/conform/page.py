"""The report as one page of HTML that needs nothing else: disagreements with their plays, and coverage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from dicelaw.model.foreign.shown import html_shown as escape
from dicelaw.oracle.conform.check import Outcome
from dicelaw.oracle.conform.report import summary
from dicelaw.oracle.conform.run import Finding, Plan, Tally
from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.observation import lines
from dicelaw.oracle.html_page import TIMELINE, html_page
from dicelaw.specs.statements import load

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 68em; padding: 0 1em;
  color: #1c2733; background: #fff }
h1, h2, h3 { line-height: 1.2 } h2 { margin-top: 2.2em }
table { border-collapse: collapse; width: 100% } th { text-align: left }
td, th { border-bottom: 1px solid #dde3ea; padding: .3em .6em; vertical-align: top }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
code { font-size: .92em } .dim { color: #75808c } .wrong { background: #fdecea }
.cards { display: flex; flex-wrap: wrap; gap: .8em; padding: 0; list-style: none }
.cards li { border: 1px solid #dde3ea; border-radius: 6px; padding: .5em 1em } .cards b { font-size: 1.5em }
article { border-left: 4px solid #c0392b; padding-left: 1em; margin-bottom: 2em }
ol.play li.wrong::before { background: #c0392b }
@media (prefers-color-scheme: dark) {
  body { color: #dde3ea; background: #15191e } .wrong { background: #46201d }
  td, th, .cards li { border-color: #39424c } }
"""


def page(plan: Plan, tally: Tally) -> str:
    """The page, whole."""
    found = summary(tally)
    title = f"{found['implementation'] or 'An implementation'} {found['version']} against {plan.game}"
    parts = [
        *([f'<p class="wrong"><b>Incomplete:</b> {escape(tally.ended)}</p>'] if tally.ended else ()),
        _counts(found),
        "<h2>Disagreements</h2>",
        *(_article(finding, tally.times[key]) for key, finding in tally.findings.items()),
    ]
    if not tally.findings:
        parts.append("<p>None was found.</p>")
    if tally.results:
        parts += [*_others(tally), "<h2>Coverage</h2>", _coverage(tally, plan.game)]
    return html_page(title, TIMELINE + STYLE, parts)


def _counts(found: Mapping[str, Any]) -> str:
    shown = [*(outcome.value for outcome in Outcome), "disagreements", "rules", "restarts"]
    cells = (f"<li><b>{found[name]}</b> {escape(name)}</li>" for name in shown)
    return f'<ul class="cards">{"".join(cells)}</ul>'


def _article(finding: Finding, times: int) -> str:
    rules = "".join(_row(f"<code>{escape(need.rule)}</code>", _both(need.says, need.condition))
                    for need in finding.rules)  # fmt: skip
    return "\n".join(
        [
            "<article>",
            f"<h3>{escape(finding.id)}</h3>",
            f"<p>{escape(finding.says)} <span class='dim'>({times} times)</span></p>",
            f"<table><tr><th>rule</th><th>what it says</th></tr>{rules}</table>",
            _timeline(finding),
            "</article>",
        ]
    )


def _both(says: str, condition: str) -> str:
    extra = f'<br><span class="dim">{escape(condition)}</span>' if condition else ""
    return escape(says) + extra


def _timeline(finding: Finding) -> str:
    case = finding.case
    if case is None:
        return "".join(f"<p><code>{escape(line)}</code></p>" for line in finding.play)
    setup = case.setup
    begin = f"{setup['start']}, turn of player {setup['turn']}"
    items = [f"<li><b>{escape(begin)}</b><br>{_standing(setup['game'], case.begin.data)}</li>"]
    for decision, sight in case.steps:
        who = {"chance": "by chance", "rules": "the rules"}.get(
            decision["actor"], f"player {decision['actor']}"
        )
        did = (
            f"<b>{escape(who)}</b>: {escape(decision['text'])} <code>{escape(decision['transition'])}</code>"
        )
        items.append(f"<li>{did}<br>{_standing(setup['game'], sight.data)}</li>")
    items.append(f'<li class="wrong">{escape(finding.says)}</li>')
    return f'<ol class="play">{"".join(items)}</ol>'


def _standing(game: str, expected: Mapping[str, Any]) -> str:
    seen = expected["observation"]
    return f'<span class="dim">{escape(seen["at"])} &middot; {escape("; ".join(lines(game, seen)))}</span>'


def _others(tally: Tally) -> Iterable[str]:
    titles = {
        Outcome.UNSTEADY: "Unsteady: disagreements that did not come again",
        Outcome.ERROR: "Errors of the adapter",
        Outcome.SKIPPED: "Skipped",
        Outcome.AGREES: "In part",
    }
    for outcome, title in titles.items():
        whys = Counter(result.why for result in tally.results if result.outcome is outcome and result.why)
        if whys:
            rows = "".join(_row(escape(why), str(times), number=True) for why, times in whys.most_common())
            yield f"<h2>{title}</h2>"
            yield f'<table><tr><th>why</th><th class="number">cases</th></tr>{rows}</table>'


def _coverage(tally: Tally, game: str) -> str:
    coverage = tally.coverage
    named = Counter(need.rule for finding in tally.findings.values() for need in finding.rules)
    modelled = [one for one in load(known_game(game).name) if one.status in ("modelled", "open")]
    rows: dict[str, list[str]] = {"wrong": [], "seen": [], "dim": []}
    for one in modelled:
        figures = (coverage.rules[one.id], coverage.probed[one.id], named[one.id])
        tags = "wrong" if named[one.id] else "seen" if any(figures) else "dim"
        cells = "".join(f'<td class="number">{figure}</td>' for figure in figures)
        row = f"<td><code>{escape(one.id)}</code></td>{cells}<td>{escape(one.says)}</td>"
        rows[tags].append(f'<tr class="{tags}">{row}</tr>')
    exercised = sum(1 for one in modelled if coverage.rules[one.id])
    head = "".join(f'<th class="number">{name}</th>' for name in ("plays", "probes", "disagreements"))
    says = (
        f"{exercised} of {len(modelled)} rules of the model were exercised, by {len(coverage.transitions)}",
        f"transitions; {len(coverage.pairs)} pairs of cards and tokens were used in one play. A probe is an",
        "illegal decision that this rule alone forbids. Rules with disagreements come first, then the others",
        "that were exercised.",
    )
    table = (
        f"<table><tr><th>rule</th>{head}<th>what it says</th></tr>{''.join(chain(*rows.values()))}</table>"
    )
    return f"<p>{' '.join(says)}</p>{table}"


def _row(one: str, two: str, *, number: bool = False) -> str:
    return f"<tr><td>{one}</td><td{' class=number' * number}>{two}</td></tr>"
