"""`dicelaw check`: whether content of a designer breaks anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dicelaw.model.games import GAMES
from dicelaw.oracle.cli.options import (
    WHOLE,
    WholeRange,
    example,
    lines_format_option,
    policy_option,
    processes_option,
)
from dicelaw.oracle.cli.output import make_folder
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.games.own_content import OwnContent, own_content
from dicelaw.oracle.games.ports import PAGE, CheckAsked, ContentCheck

MOST_GAMES = 100_000
"""More duels than this of one match-up are a slip of the hand."""
PAIRS, MOST_PAIRS = 64, 1_000_000
"""How many pairs of entries are tried where nobody says, and how many can be asked for."""
CHECK = "check"
"""The module in the folder of a game that checks content."""


@click.command("check", epilog=example("check examples/content/scout"))
@click.argument(
    "content", type=click.Path(path_type=Path), metavar="CONTENT",
    callback=lambda _context, _argument, place: own_content(place),
)  # fmt: skip
@processes_option
@lines_format_option
@click.option(
    "--save", type=click.Path(path_type=Path), metavar="FILE",
    help="Write the play that shows what breaks here, for `dicelaw replay`.",
)  # fmt: skip
@click.option(
    "--report", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Write one page of HTML with all that was found into this folder.",
)  # fmt: skip
@click.option(
    "--games", type=WholeRange(0, MOST_GAMES), metavar="N",
    help="By how many games with each of ours the strength is measured; by itself 20 of a hero, 100 of a "
    "team.",
)  # fmt: skip
@policy_option
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="Other duels by another seed.")
@click.option(
    "--pairs", type=WholeRange(0, MOST_PAIRS), default=PAIRS, show_default=True, metavar="N",
    help="Try so many pairs of an entry of CONTENT and another, the likeliest to do something first; with "
    "more, what was tried is kept.",
)  # fmt: skip
@click.option("--interactions/--no-interactions", default=True,
              help="Try what its entries do to others.")  # fmt: skip
@click.option("--verbose", is_flag=True, help="Print each match-up.")
@click.option("--watch", is_flag=True, help="Check again whenever something in CONTENT is saved.")
@click.pass_context
def command(
    ctx: click.Context,
    content: OwnContent,
    processes: int,
    form: str,
    save: Path | None,
    report: Path | None,
    games: int | None,
    policy: str | None,
    seed: int,
    pairs: int,
    interactions: bool,
    verbose: bool,
    watch: bool,
) -> None:
    """Say whether the cards, status effects and heroes in CONTENT break anything.

    CONTENT is a folder with content files (*.yaml), or one of them. The check says whether a hero has free
    loops: acts that can be repeated within a phase, at no net loss and with something gained. A play from the
    set-up shows a loop; that there is none is proved from what everything costs and does. Then come, in one
    line, the rows of `dicelaw verify --content`, which entries can be used, and how many duels against our
    heroes are won where both players decide by the policy.

    For content with teams of Dice Masters it says whether anything in a turn is a free loop, whether a player
    can be kept from having turns, and whether one can win before the other decides anything. It says which
    entries can never be used, are of no use, worse than others or beyond a limit, and which came up in plays.
    It says how many games the teams win against those of our demos where both players decide by the policy.

    For a pack of Dice Conquest it makes plays that are steered to pairs of its entries; they prove nothing.

    Ends with 0 where nothing breaks, with 1 where something does, and with 7 where that is not decided.
    """
    from dicelaw.oracle.files.trace import check_place

    if save is not None:
        check_place(save)
    if report is not None:
        make_folder(report)
        check_place(report / PAGE)
    tried = pairs if interactions else 0
    asked = CheckAsked(processes, games, policy, seed, form, save, report, verbose, watch, tried)
    code = _that_takes(content).check(content, asked)
    repeat()
    ctx.exit(code)


def _that_takes(content: OwnContent) -> ContentCheck:
    """What checks ``content``: that of its game, or else of the first, which says what is wrong with it."""
    from dicelaw.model.content.folder import fields_of

    given = fields_of(content.folder)
    families = {game.family: game for game in GAMES.values() if game.has("oracle", CHECK)}
    taking = [game for game in families.values() if game.content & given]
    game = next(iter([*taking, *families.values()]))
    found: Any = game.part("oracle", CHECK)
    check: ContentCheck = found
    return check
