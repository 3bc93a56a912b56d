"""The teams that `dicelaw matchups` lets play each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from dicelaw.checker.dice_masters.strength import SEATED, rivals
from dicelaw.oracle.dice_masters.opening import table_pack, teams_called, unknown_teams
from dicelaw.oracle.dice_masters.own_teams import SEATS, told_alone
from dicelaw.oracle.dice_masters.team_file import FILES
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import Asked


def matched(game: str, asked: Asked) -> Mapping[str, str]:
    """The teams that ``asked`` names, or those of our demos and of its content. Raises UserError.

    A name is that of a pair, for both of its teams, one of them as PAIR/1, or a team file. A team is told as
    one of a pair; a file by its cards, so that whoever plays it need not have the file.
    """
    if asked.heroes:
        raise UserError(f"{game} has teams, no heroes; leave --heroes out", ExitCode.USAGE)
    if asked.teams is None:
        own = _own(asked.content) if asked.content is not None else ()
        return {name: name for name in (*(one.name for one in rivals()), *own)}
    words = (asked.teams,) if isinstance(asked.teams, str) else asked.teams
    files = [word for word in words if word.endswith(FILES)]
    found: dict[str, str] = {}
    for word in words:
        if word in files:
            stem = Path(word).stem
            alone = sum(Path(file).stem == stem for file in {*files}) == 1
            found[stem if alone else word] = f"{told_alone(Path(word), game, asked.content)}{SEATED}1"
        else:
            found |= {name: name for name in _both(word, asked.content)}
    return found


def _own(content: OwnContent) -> list[str]:
    """The teams of ``content``. Raises UserError where it has none."""
    ours = table_pack().teams
    own = [name for id in table_pack(content).teams if id not in ours for name in _both(id, content)]
    if not own:
        says = "there are no teams in it; add some to `teams`, or name the teams that play by --teams"
        raise UserError(f"{content.folder}: {says}")
    return own


def _both(word: str, content: OwnContent | None) -> Iterator[str]:
    """The teams that ``word`` names, both of a pair or one of it. Raises UserError."""
    pair, _, seat = word.rpartition(SEATED)
    seated = seat in map(str, range(1, SEATS + 1)) and not pair.endswith(SEATED)
    if seated and teams_called(pair, content) is not None:
        yield word
    elif (teams := teams_called(word, content)) is not None:
        first, second = teams.seats
        yield from (f"{word}{SEATED}{seat}" for seat in ((1,) if first == second else (1, 2)))
    else:
        raise unknown_teams(word, content)
