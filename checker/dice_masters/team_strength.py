"""How strong a team is: how many games it wins against those of our demos where both decide sensibly.

That says nothing of best play: it is about one stated way to decide. Each player wins the toss in every
second game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache

from dicelaw.checker.dice_masters.sensible import sensible
from dicelaw.checker.duels import Matchup, Players
from dicelaw.checker.playing import duels, playing
from dicelaw.checker.search.policy import Policy
from dicelaw.model.dice_masters.cards.card_names import plain_name
from dicelaw.model.dice_masters.cards.cards import Card, Teams
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import TableMachine, game
from dicelaw.specs.dice_masters.plan import DEMO_TEAMS

GAMES = 100
"""How many games there are with each rival where nobody says."""
FEW = 25
"""So few games are over before they would be compiled."""
PLAYERS = Players(
    "sensible",
    "sensible players: the best die and the dearest that they can have, attacks that cannot all be blocked, "
    "no Globals",
)
Row = tuple[tuple[Card, int], ...]


@dataclass(frozen=True)
class Rival:
    """A team of ours, and the Basic Action Cards that it meets others with."""

    name: str
    cards: Row
    basics: tuple[Card, ...]


@cache
def rivals() -> tuple[Rival, ...]:
    """The teams of the demos of all editions."""
    teams = load_pack().teams
    return tuple(
        Rival(f"{id}/{seat}", row, teams[id].basics)
        for id in DEMO_TEAMS.values()
        for seat, row in enumerate(teams[id].seats, 1)
    )


def against(teams: Teams, seat: int, rival: Rival) -> Teams:
    """The game of the team of ``seat`` against ``rival``, with all of their Basic Action Cards in the centre.

    Of two with one name that of ``teams`` is there.
    """
    basics = {plain_name(card.name): card for card in (*rival.basics, *teams.basics)}
    id = f"{teams.id}/{seat + 1} against {rival.name}"
    return Teams(id, id, teams.life, (teams.seats[seat], rival.cards), tuple(basics.values()))


def matchup(
    teams: Teams, seat: int, rival: Rival, edition: str, games: int, seed: int,
    decides: Callable[[TableMachine], Policy] = sensible,
) -> Matchup:  # fmt: skip
    """What comes of ``games`` of the team of ``seat`` with ``rival``, the same for the same ``seed``.

    Both players take what ``decides`` says.
    """
    made = game(against(teams, seat, rival), edition)
    plays = playing(made.machine, decides(made), compiled=games > FEW)
    life = [int(cell.place) for cell in made.table.life]
    found = duels(plays, life, range(games), f"{seed}/{made.teams.id}/{edition}")
    return Matchup(**asdict(found), rival=rival.name)
