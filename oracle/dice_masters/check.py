"""`dicelaw check` of teams of Dice Masters: whether their Globals have a free loop, and about locks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from dicelaw.oracle.cli.options import echo_line, told
from dicelaw.oracle.cli.output import say, say_marked
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent, unchanging
from dicelaw.oracle.games.ports import CheckAsked

if TYPE_CHECKING:
    from dicelaw.checker.dice_masters.global_loops import GlobalsFound
    from dicelaw.checker.verdicts import Verdict
    from dicelaw.oracle.dice_masters.checked_teams import TeamsFound

COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow"}
INDENT = " " * 9
SAYS = "No Globals can be used again and again for free."
OF_LOCKS = "Nobody is kept from turns of the own for ever."


def takes(content: OwnContent) -> bool:
    """Whether ``content`` is about teams."""
    from dicelaw.model.content.folder import fields_of

    return "teams" in fields_of(content.folder)


def check(content: OwnContent, asked: CheckAsked) -> ExitCode:
    """Check the teams in ``content``, print what is found, and give the exit code."""
    from dicelaw.oracle.dice_masters.checked_teams import checked, play_of

    if asked.save is not None or asked.report is not None or asked.watch:
        raise UserError("--save, --report and --watch are for content of heroes; this has teams")
    with told() as tell, unchanging(content):
        every = [*checked(content.folder, partial(tell, "checking"))]
    outcomes = {one.outcome.value for found in every for one in (found.loops.verdict, found.locks)}
    code = ExitCode.OK
    if outcomes - {"proved"}:
        code = ExitCode.REFUTED if "refuted" in outcomes else ExitCode.UNDECIDED
    for found in every:
        play = play_of(found.teams, found.loops)
        if asked.form == "json":
            echo_line(_loops_as_json(found, play))
            echo_line(_row(found, "locks", OF_LOCKS, found.locks))
        else:
            _print(found.loops, play)
            _print_verdict(OF_LOCKS, found.locks)
    names = list(dict.fromkeys(found.teams.id for found in every))
    for name in names:
        says = _summary(name, [found for found in every if found.teams.id == name])
        if asked.form == "json":
            echo_line({"teams": name, "part": "summary", "says": says, "code": int(code)})
        else:
            say("", says)
    return code


def _summary(name: str, every: list[TeamsFound]) -> str:
    loops = [found.loops for found in every if found.loops.verdict.outcome.value == "refuted"]
    if loops:
        uses = " and ".join(sorted({id for found in loops for _, id in found.uses}))
        return f"{name}: breaks something: the Global {uses} can be repeated for free"
    open_parts = {"loops of Globals": [found.loops.verdict for found in every],
                  "locks": [found.locks for found in every]}  # fmt: skip
    undecided = [part for part, verdicts in open_parts.items() if not all(one.is_proof for one in verdicts)]
    if undecided:
        return f"{name}: undecided: {' and '.join(undecided)}"
    return f"{name}: no free loop of Globals, and no lock"


def _print_verdict(says: str, verdict: Verdict) -> None:
    outcome = verdict.outcome.value
    say_marked(f"{outcome:8}", COLOURS.get(outcome), says)
    say(f"{INDENT}{verdict.scope}; {verdict.evidence}", dim=True)


def _print(found: GlobalsFound, play: list[str]) -> None:
    _print_verdict(SAYS, found.verdict)
    if play:
        say(f"{INDENT}the rounds, after a play of {found.before} steps:")
        say(*(f"{INDENT}  {line}" for line in play[found.before :]))


def _row(found: TeamsFound, part: str, says: str, verdict: Verdict) -> dict[str, Any]:
    return {
        "teams": found.teams.id, "edition": found.edition, "part": part, "verdict": verdict.outcome.value,
        "says": says, "scope": verdict.scope, "evidence": verdict.evidence, "rests_on": [*verdict.rests_on],
    }  # fmt: skip


def _loops_as_json(every: TeamsFound, play: list[str]) -> dict[str, Any]:
    found = every.loops
    weights = found.measure.weights if found.measure else {}
    return {
        **_row(every, "loops", SAYS, found.verdict),
        "uses": [{"seat": str(seat), "global": id} for seat, id in found.uses],
        "gains": dict(found.gains or {}),
        "before": found.before,
        "play": play,
        "weights": {good: str(weight) for good, weight in weights.items() if weight},
    }
