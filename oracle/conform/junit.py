"""The results as JUnit XML, as build servers read it."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dicelaw.model.foreign.shown import shown
from dicelaw.oracle.conform.check import Outcome, Result
from dicelaw.oracle.conform.report import result_message
from dicelaw.oracle.conform.run import Plan, Tally

_ELEMENTS = {
    Outcome.DISAGREES: "failure",
    Outcome.UNSTEADY: "error",
    Outcome.SKIPPED: "skipped",
    Outcome.ERROR: "error",
}


def junit(plan: Plan, tally: Tally) -> str:
    """Every case as a test case; one that fails has the disagreement, its rules and the shortest play.

    The ``type`` of an error tells a case that is ``unsteady`` from one that broke the adapter. A run that did
    not come to its end has a case of its own for that, which is an error.
    """
    name = f"dicelaw conform {plan.game}"
    counts = {
        "name": name,
        "tests": len(tally.results) + bool(tally.ended),
        "failures": tally.count(Outcome.DISAGREES),
        "errors": tally.count(Outcome.ERROR) + tally.count(Outcome.UNSTEADY) + bool(tally.ended),
        "skipped": tally.count(Outcome.SKIPPED),
    }
    figures = {key: str(count) for key, count in counts.items()}
    root = Element("testsuites", figures)
    suite = SubElement(root, "testsuite", figures)
    for result in tally.results:
        _add(suite, result, tally)
    if tally.ended:
        case = SubElement(suite, "testcase", classname="run", name="incomplete")
        SubElement(case, "error", message=_clean(tally.ended), type="incomplete")
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _add(suite: Element, result: Result, tally: Tally) -> None:
    kind = _clean(result.case.partition("/")[0])
    case = SubElement(suite, "testcase", classname=kind, name=_clean(result.case))
    element = _ELEMENTS.get(result.outcome)
    if element is not None:
        found = SubElement(case, element, message=_clean(result_message(result)["why"]))
        if element == "error":
            found.set("type", result.outcome.value)
        if result.difference is not None:
            finding = tally.findings[result.finding]
            found.set("type", finding.difference.kind)
            rules = [f"{need.rule}: {need.says}" for need in finding.rules]
            found.text = _clean("\n".join([f"{finding.id}: {finding.says}", *rules, "", *finding.play]))


def _clean(text: str) -> str:
    return "\n".join(map(shown, text.split("\n")))
