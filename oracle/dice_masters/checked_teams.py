"""Whether the Globals of a designer's teams of Dice Masters can be used again and again for free."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dicelaw.checker.dice_masters.global_loops import GlobalsFound, global_loops
from dicelaw.checker.dice_masters.locks import locks
from dicelaw.checker.verdicts import Verdict
from dicelaw.model.content.document import ContentError
from dicelaw.model.dice_masters.cards.cards import Teams
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_folder, load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games.decisions import short_text_of


@dataclass(frozen=True)
class TeamsFound:
    """What is found of ``teams`` under the rules of ``edition``."""

    teams: Teams
    edition: str
    loops: GlobalsFound
    locks: Verdict


def teams_of(content: Path) -> list[Teams]:
    """The teams in the content files of ``content``. Raises UserError that names what is wrong."""
    try:
        pack = load_folder(content)
    except ContentError as error:
        raise UserError(error.lines, more=error.more) from None
    ours = load_pack().teams
    found = [teams for id, teams in pack.teams.items() if id not in ours]
    if not found:
        raise UserError(
            f"{content}: there are no teams in it; add some to `teams`, as Globals are checked in teams"
        )
    return found


def checked(
    content: Path, tell: Callable[[int, int], None] = lambda _done, _whole: None
) -> Iterator[TeamsFound]:
    """What is found of each of the teams in ``content`` under the rules of each edition."""
    asked = [(teams, edition) for teams in teams_of(content) for edition in EDITIONS]
    for number, (teams, edition) in enumerate(asked, 1):
        under = f"{teams.id} under the rules of {edition}"
        yield TeamsFound(teams, edition, global_loops(teams, edition), locks(game(teams, edition), under))
        tell(number, len(asked))


def play_of(teams: Teams, found: GlobalsFound) -> list[str]:
    """The play that shows a loop, each decision and each result of chance as it is typed."""
    if found.verdict.witness is None:
        return []
    machine = game(teams, found.edition).machine
    reader, state, told = Concrete(machine), found.verdict.witness.start, []
    for move in found.verdict.witness.moves:
        actor = reader.actor(state, move)
        who = f"{machine.seats[actor]}: " if isinstance(actor, int) else ""
        told.append(f"{who}{short_text_of(machine, move, actor if isinstance(actor, int) else None)}")
        state = reader.step(state, move)
    return told
