"""`dicelaw check` of a pack of Dice Conquest: what goes wrong in plays with it, and what its entries do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.oracle.cli.options import echo_line, told
from dicelaw.oracle.cli.output import say, say_marked
from dicelaw.oracle.cli.told_interactions import interactions, tell_interactions
from dicelaw.oracle.cli.told_verdicts import INDENT
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent, unchanging
from dicelaw.oracle.games.ports import CheckAsked

if TYPE_CHECKING:
    from dicelaw.oracle.fuzz.campaign import Campaign
    from dicelaw.oracle.fuzz.find import Find

GAME = "dice-conquest"
PLAYS = 60
"""How many plays are made with a pack."""
PROVED = "plays prove nothing; `dicelaw verify dice-conquest` proves what holds of any cards"


def check(content: OwnContent, asked: CheckAsked) -> ExitCode:
    """Tell what plays with the pack ``content`` show, and give the exit code.

    It is that of something undecided where they show no fault, as plays prove nothing.
    """
    from dicelaw.oracle.dice_conquest.fuzzing import QuestFuzzing
    from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
    from dicelaw.oracle.fuzz.corpus import Done

    if asked.save is not None or asked.report is not None or asked.policy is not None or asked.watch:
        says = "--save, --report, --policy and --watch are for content of heroes and teams; this is a pack"
        raise UserError(says)
    with told() as tell, unchanging(content):
        campaign = Campaign(
            QuestFuzzing(content), Done(asked.seed), Bounds(PLAYS),
            tell=lambda now: tell("plays", now.done.plays, PLAYS),
        )  # fmt: skip
        finds = [find for find in campaign.run() if not find.is_known]
        atlas = interactions(GAME, content, asked, tell) if asked.pairs and not finds else None
    if asked.form == "json":
        for find in finds:
            echo_line({"part": "plays", **find.as_json()})
    else:
        _print(campaign, finds)
    if asked.pairs:
        tell_interactions(atlas, asked.form, content)
    code = ExitCode.REFUTED if finds else ExitCode.UNDECIDED
    says = f"breaks something: {finds[0].says}" if finds else f"no fault is seen in {PLAYS} plays"
    if asked.form == "json":
        echo_line({"part": "summary", "says": says, "code": int(code)})
    else:
        say("", f"{content.folder.name}: {says}")
    return code


def _print(campaign: Campaign, finds: list[Find]) -> None:
    from dicelaw.oracle.fuzz.find import told as lines_of

    met = campaign.meetings
    pairs = f"{met.count:,} of {len(met.all):,} pairs met"
    say_marked(*(("refuted ", "red") if finds else ("unknown ", "yellow")), f"Plays show no fault: {pairs}.")
    say(f"{INDENT}{PROVED}", dim=True)
    for find in finds:
        say(f"{INDENT}{find.says}; at fault: {' + '.join(find.entries) or 'no entry'}")
        say(*(f"{INDENT}  {line}" for line in lines_of(find)))
