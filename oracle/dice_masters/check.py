"""`dicelaw check` of teams of Dice Masters: whether their Globals have a free loop."""

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
    from dicelaw.model.dice_masters.cards.cards import Teams

COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow"}
INDENT = " " * 9
SAYS = "No Globals can be used again and again for free."


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
    outcomes = {found.verdict.outcome.value for _, found in every}
    code = ExitCode.OK
    if outcomes - {"proved"}:
        code = ExitCode.REFUTED if "refuted" in outcomes else ExitCode.UNDECIDED
    for teams, found in every:
        if asked.form == "json":
            echo_line(_as_json(teams, found, play_of(teams, found)))
        else:
            _print(found, play_of(teams, found))
    names = list(dict.fromkeys(teams.id for teams, _ in every))
    for name in names:
        says = _summary(name, [found for teams, found in every if teams.id == name])
        if asked.form == "json":
            echo_line({"teams": name, "part": "summary", "says": says, "code": int(code)})
        else:
            say("", says)
    return code


def _summary(name: str, every: list[GlobalsFound]) -> str:
    loops = [found for found in every if found.verdict.outcome.value == "refuted"]
    if loops:
        uses = " and ".join(sorted({id for found in loops for _, id in found.uses}))
        return f"{name}: breaks something: the Global {uses} can be repeated for free"
    if any(found.verdict.outcome.value != "proved" for found in every):
        return f"{name}: undecided: loops of Globals"
    return f"{name}: no free loop of Globals"


def _print(found: GlobalsFound, play: list[str]) -> None:
    verdict = found.verdict.outcome.value
    say_marked(f"{verdict:8}", COLOURS.get(verdict), SAYS)
    say(f"{INDENT}{found.verdict.scope}; {found.verdict.evidence}", dim=True)
    if play:
        say(f"{INDENT}the rounds, after a play of {found.before} steps:")
        say(*(f"{INDENT}  {line}" for line in play[found.before :]))


def _as_json(teams: Teams, found: GlobalsFound, play: list[str]) -> dict[str, Any]:
    weights = found.measure.weights if found.measure else {}
    return {
        "teams": teams.id,
        "edition": found.edition,
        "part": "loops",
        "verdict": found.verdict.outcome.value,
        "says": SAYS,
        "scope": found.verdict.scope,
        "evidence": found.verdict.evidence,
        "uses": [{"seat": str(seat), "global": id} for seat, id in found.uses],
        "gains": dict(found.gains or {}),
        "before": found.before,
        "play": play,
        "weights": {good: str(weight) for good, weight in weights.items() if weight},
    }
