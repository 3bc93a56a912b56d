"""What a run came to: in words, as messages, and as an exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from dicelaw.model.number_of import number_of
from dicelaw.oracle.conform.check import Outcome, Result
from dicelaw.oracle.conform.run import Finding, Tally
from dicelaw.oracle.errors import ExitCode

ON_THE_TABLE = ("display", "available", "spent", "deck")
"""The parts of a setup that are no player's."""
SHOWN = 6
"""How many rules of a disagreement are said in full for people."""


def result_message(result: Result) -> dict[str, Any]:
    """``result`` as a ``CaseResult``."""
    why = result.difference.says if result.difference is not None else result.why
    return {"case": result.case, "result": result.outcome.value, "steps": result.steps, "why": why}


def disagreement_message(finding: Finding, times: int) -> dict[str, Any]:
    """``finding`` as a ``Disagreement``."""
    one = finding.difference
    rules = [{"rule": need.rule, "says": need.says, "condition": need.condition} for need in finding.rules]
    found: dict[str, Any] = {
        "id": finding.id, "kind": one.kind, "subject": one.subject, "says": finding.says,
        "expected": one.expected, "found": one.found, "rules": rules, "times": times,
        "play": list(finding.play),
    }  # fmt: skip
    if finding.case is not None:
        found["vector"] = saved(finding)
    if finding.damage is not None:
        found["case"] = {**finding.damage, "id": finding.id}
    return found


def saved(finding: Finding) -> dict[str, Any]:
    """The case of ``finding`` as a vector; a decision that is wrongly allowed is one that must be refused."""
    if finding.case is None:
        return {**(finding.damage or {}), "id": finding.id}
    vector = finding.case.as_vector
    if finding.difference.kind == "allows":
        last = vector["steps"][-1]["expect"] if vector["steps"] else vector["begin"]
        last = {**last, "illegal": [finding.difference.decision]}
        if vector["steps"]:
            vector["steps"][-1] = {**vector["steps"][-1], "expect": last}
        else:
            vector["begin"] = last
    return vector


def summary(tally: Tally) -> dict[str, Any]:
    """The run as a ``Summary``."""
    support = tally.support
    return {
        "implementation": support.name if support else "", "version": support.version if support else "",
        **{outcome.value: tally.count(outcome) for outcome in Outcome},
        "disagreements": len(tally.findings), "rules": len(tally.coverage.rules), "restarts": tally.restarts,
        "questions": tally.questions, "complete": not tally.ended, "ended": tally.ended,
    }  # fmt: skip


def messages(tally: Tally) -> Iterator[dict[str, Any]]:
    """What follows the results of the cases: each disagreement, and the summary."""
    for key, finding in tally.findings.items():
        yield disagreement_message(finding, tally.times[key])
    yield summary(tally)


def lines(tally: Tally) -> Iterator[str]:
    """The run in words."""
    for key, finding in tally.findings.items():
        yield from _finding_lines(finding, tally.times[key])
    found = summary(tally)
    *whys, counts = counted(tally)
    yield from whys
    yield (
        f"{counts}; disagreements: {found['disagreements']}, rules exercised: {found['rules']}, "
        f"restarts: {found['restarts']}{f'; INCOMPLETE: {tally.ended}' if tally.ended else ''}"
    )


def counted(tally: Tally) -> Iterator[str]:
    """Why cases did not go on, and last how many came out as what."""
    for outcome in (Outcome.UNSTEADY, Outcome.ERROR, Outcome.SKIPPED, Outcome.AGREES):
        whys = Counter(result.why for result in tally.results if result.outcome is outcome and result.why)
        for why, times in whys.items():
            yield f"{outcome.value}, {number_of(times, 'case')}: {why}"
    found = summary(tally)
    who = f"{found['implementation']} {found['version']}: " * (tally.support is not None)
    yield who + ", ".join(f"{outcome.value}: {found[outcome.value]}" for outcome in Outcome)


def _finding_lines(finding: Finding, times: int) -> Iterator[str]:
    yield f"{finding.id} ({number_of(times, 'time')}): {finding.says}"
    yield from reasons(finding)
    yield ""


def reasons(finding: Finding) -> Iterator[str]:
    """The rules that decide ``finding``, and the play that shows it."""
    for need in finding.rules[:SHOWN]:
        yield f"  {need.rule}: {need.says}"
        if need.condition:
            yield f"    {need.condition}"
    if len(finding.rules) > SHOWN:
        yield f"  and {number_of(len(finding.rules) - SHOWN, 'other rule')} with a part in it"
    if finding.case is not None:
        setup = finding.case.setup
        yield f"  the play, from {setup['start']} of player {setup['turn']}:"
        for seat, player in enumerate(setup["players"], 1):
            said = {name: value for name, value in player.items() if name != "hero" and value not in ({}, [])}
            yield f"    {player.get('hero', f'player {seat}')}" + "".join(
                f", {name} {_plain(value)}" for name, value in said.items()
            )
        lying = {name: setup[name] for name in ON_THE_TABLE if setup.get(name)}
        yield from (f"    {name}: {_plain(value)}" for name, value in lying.items())
    yield from (f"    {number}. {step}" for number, step in enumerate(finding.play, 1))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return " + ".join(_entry(name, one) for name, one in value.items())
    return " + ".join(map(str, value)) if isinstance(value, list) else str(value)


def _entry(name: str, value: object) -> str:
    if isinstance(value, dict):
        return f"{name} ({_plain(value)})" if value else name
    return f"{name} {value}"


def exit_code(tally: Tally) -> ExitCode:
    """REFUTED where the rules are broken; UNDECIDED where all else went wrong, or nothing was tested."""
    if tally.count(Outcome.DISAGREES):
        return ExitCode.REFUTED
    odd = tally.count(Outcome.ERROR) + tally.count(Outcome.UNSTEADY)
    if odd or tally.ended or not tally.count(Outcome.AGREES):
        return ExitCode.UNDECIDED
    return ExitCode.OK
