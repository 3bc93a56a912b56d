"""Any two teams: read from team files or a scenario, held against the rules, and told by their cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dicelaw.model.content.document import Document
from dicelaw.model.dice_masters.cards.drawn_teams import told
from dicelaw.model.dice_masters.cards.team_building import Pick, violations
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.dice_masters.opening import default_teams
from dicelaw.oracle.dice_masters.team_file import TeamFile, load, team_of
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.reading import inside
from dicelaw.oracle.files.scenario import Faults
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import Asked

SEATS = 2
"""How many play, by the rules."""


def told_of(game: str, asked: Asked) -> str:
    """The teams that ``asked`` names, a pair or two files, told by their cards. Raises UserError."""
    if asked.teams is None:
        return default_teams(game)
    if isinstance(asked.teams, str):
        return asked.teams
    if len(asked.teams) != SEATS:
        raise UserError(f"{SEATS} teams play; files given: {len(asked.teams)}", ExitCode.USAGE)
    return _told([load(Path(file), game, content=asked.content) for file in asked.teams])


def told_alone(file: Path, game: str, content: OwnContent | None) -> str:
    """The team in ``file`` against itself, told by its cards. Raises UserError."""
    team = load(file, game, content=content)
    return _told([team] * SEATS)


def told_in(document: Document, game: str, given: Sequence[Any], content: OwnContent | None) -> str:
    """The teams that the ``teams`` of a scenario list, told by their cards. Raises UserError."""
    faults = Faults(document)
    if len(given) != SEATS:
        faults.wrong(("teams",), f"{SEATS} teams play; given: {len(given)}")
    found = []
    for seat, entry in enumerate(given):
        if isinstance(entry, dict):
            found.append(team_of(faults, entry, ("teams", seat), game, content=content))
        elif isinstance(entry, str):
            file = inside(Path(document.file).parent, entry)
            found.append(load(file, game, content=content))
        else:
            faults.wrong(("teams", seat), f"{quoted(entry)} is no team; write its cards, or name a team file")
    faults.stop()
    return _told(found)


def _told(teams: Sequence[TeamFile]) -> str:
    """``teams`` told by their cards. Raises UserError for those that cannot play each other."""
    wrong = [
        f"{team.where(one.place)}: {one.says} ({', '.join(one.rules)})"
        for team in teams
        for one in violations(team.rules, team.team)
    ]
    if wrong:
        raise UserError([*dict.fromkeys(wrong)], ExitCode.ILLEGAL)
    stop_if_unplayable(teams)
    first, second = (team.rules.format for team in teams)
    if first.id != second.id:
        says = f"this team is of the format {second.id}, and the other one of {first.id}"
        raise UserError(f"{teams[1].where(('format',))}: {says}")
    basics = dict.fromkeys(pick.id for team in teams for pick in team.team.basics)
    return told([_dice(team.team.cards) for team in teams], [*basics], first.life)


def stop_if_unplayable(teams: Sequence[TeamFile]) -> None:
    """Raises UserError that names what of ``teams`` cannot be played."""
    unplayable = [line for team in teams for line in _unplayable(team)]
    if unplayable:
        raise UserError([*dict.fromkeys(unplayable)], ExitCode.UNKNOWN_NAME)


def _dice(cards: Sequence[Pick]) -> dict[str, int]:
    return {pick.id: pick.dice for pick in cards}


def _unplayable(team: TeamFile) -> list[str]:
    """What of a team that the rules allow cannot be played, with its place."""
    if not team.team.cards:
        return [f"{team.where(('cards',))}: there are no cards, so nothing could be bought"]
    picks = [("cards", team.team.cards), ("basics", team.team.basics)]
    says = "is not among the cards that can be played; name one by its id, or add it with --content"
    return [
        f"{team.where((field, at))}: {quoted(pick.name)} {says}"
        for field, row in picks
        for at, pick in enumerate(row)
        if not pick.id
    ]
