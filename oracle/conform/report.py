"""What a run came to: in words, as messages, and as a folder of files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dicelaw.checker.files import write_whole
from dicelaw.model.foreign.json_text import to_json
from dicelaw.oracle.conform.check import Outcome, Result
from dicelaw.oracle.conform.run import Finding, Plan, Tally
from dicelaw.oracle.errors import ExitCode, UserError

SHOWN = 6
"""How many rules of a disagreement are said in full for people."""
VECTORS = Path("vectors", "disagreements.jsonl")


def result_message(result: Result) -> dict[str, Any]:
    """``result`` as a ``CaseResult``."""
    why = _finding_says(result) if result.difference is not None else result.why
    return {"case": result.case, "result": result.outcome.value, "steps": result.steps, "why": why}


def _finding_says(result: Result) -> str:
    assert result.difference is not None
    return Finding("", result.difference, (), ()).says


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
    for outcome in (Outcome.ERROR, Outcome.SKIPPED, Outcome.AGREES):
        whys = Counter(result.why for result in tally.results if result.outcome is outcome and result.why)
        for why, times in whys.items():
            yield f"{outcome.value}, {times} {'cases' if times > 1 else 'case'}: {why}"
    found = summary(tally)
    who = f"{found['implementation']} {found['version']}: " * (tally.support is not None)
    counts = ", ".join(f"{outcome.value}: {found[outcome.value]}" for outcome in Outcome)
    yield (
        f"{who}{counts}; disagreements: {found['disagreements']}, rules exercised: {found['rules']}, "
        f"restarts: {found['restarts']}"
    )


def _finding_lines(finding: Finding, times: int) -> Iterator[str]:
    yield f"{finding.id} ({times} {'times' if times > 1 else 'time'}): {finding.says}"
    for need in finding.rules[:SHOWN]:
        yield f"  {need.rule}: {need.says}"
        if need.condition:
            yield f"    {need.condition}"
    if len(finding.rules) > SHOWN:
        yield f"  and {len(finding.rules) - SHOWN} other rules that have a part in it"
    if finding.case is not None:
        setup = finding.case.setup
        yield f"  the play, from {setup['start']} of player {setup['turn']}:"
        for seat, player in enumerate(setup["players"], 1):
            said = {name: value for name, value in player.items() if name != "hero" and value not in ({}, [])}
            yield f"    {player.get('hero', f'player {seat}')}" + "".join(
                f", {name} {_plain(value)}" for name, value in said.items()
            )
    yield from (f"    {number}. {step}" for number, step in enumerate(finding.play, 1))
    yield ""


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return " + ".join(f"{name} {count}" for name, count in value.items())
    return " + ".join(map(str, value)) if isinstance(value, list) else str(value)


def exit_code(tally: Tally) -> ExitCode:
    """REFUTED where the rules are broken; UNDECIDED after an error, or where nothing was tested."""
    if tally.count(Outcome.DISAGREES):
        return ExitCode.REFUTED
    if tally.count(Outcome.ERROR) or not tally.count(Outcome.AGREES):
        return ExitCode.UNDECIDED
    return ExitCode.OK


def write(folder: Path, plan: Plan, tally: Tally) -> list[Path]:
    """Write the report into ``folder``: results, JUnit, a page, and the disagreements as vectors.

    Raises UserError where that is not possible.
    """
    from dicelaw.oracle.conform.junit import junit
    from dicelaw.oracle.conform.page import page

    rows = [*(result_message(result) for result in tally.results), *messages(tally)]
    texts = {
        Path("results.jsonl"): _json_lines(rows),
        Path("junit.xml"): junit(plan, tally),
        Path("index.html"): page(plan, tally),
    }
    if tally.findings:
        texts[VECTORS] = _json_lines([saved(finding) for finding in tally.findings.values()])
    try:
        (folder / VECTORS).unlink(missing_ok=True)
        for name, text in texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
    except OSError as error:
        raise UserError(f"{error.filename or folder}: this cannot be written: {error.strerror}") from None
    return [folder / name for name in texts]


def _json_lines(rows: list[dict[str, Any]]) -> str:
    return "".join(f"{to_json(row)}\n" for row in rows)
