"""How strong a team is: how many games it wins against others where both decide by the same policy.

That says nothing of best play: it is about one stated way to decide. Each player wins the toss in every
second game.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache, lru_cache, partial
from pathlib import Path

from dicelaw.checker.dice_masters.sensible import sensible
from dicelaw.checker.duels import Matchup, Meeting, Players
from dicelaw.checker.playing import Arena, playing
from dicelaw.checker.search.policy import Policy, evenly
from dicelaw.model.dice_masters.cards.card_names import plain_name
from dicelaw.model.dice_masters.cards.cards import Card, Pack, Teams
from dicelaw.model.dice_masters.cards.drawn_teams import told_teams
from dicelaw.model.dice_masters.loader import load_folder, load_pack
from dicelaw.model.dice_masters.machine import TableMachine, game
from dicelaw.model.dice_masters.words.effects import GLOBALS_FROM
from dicelaw.model.games import GAMES as ALL_GAMES
from dicelaw.model.kernel.state import State
from dicelaw.specs.dice_masters.plan import DEMO_TEAMS

GAMES = 100
"""How many games there are with each rival where nobody says."""
FEW = 25
"""So few games are over before they would be compiled."""
SEATED = "/"
"""Stands between the name of a pair of teams and the number of the one that is meant."""
Row = tuple[tuple[Card, int], ...]


def at_random(made: TableMachine) -> Policy:
    """How both players of the game ``made`` decide who take any legal move."""
    return evenly(made.table.turn)


POLICIES = (
    Players(
        "sensible",
        "sensible players: the best die and the dearest that they can have, attacks that cannot all be "
        "blocked, no Globals",
        sensible,
    ),
    Players("random", "players who take any legal move, all alike", at_random),
)


@dataclass(frozen=True)
class Team:
    """A team with the Basic Action Cards and the life that it meets others with."""

    name: str
    cards: Row
    basics: tuple[Card, ...]
    life: int


def teams_in(teams: Teams) -> tuple[Team, Team]:
    """The two teams of the pair ``teams``, called by it and their seat."""
    first, second = (
        Team(f"{teams.id}{SEATED}{seat}", row, teams.basics, teams.life)
        for seat, row in enumerate(teams.seats, 1)
    )
    return first, second


@cache
def rivals() -> tuple[Team, ...]:
    """The teams of the demos of all editions."""
    teams = load_pack().teams
    return tuple(team for id in DEMO_TEAMS.values() for team in teams_in(teams[id]))


def against(team: Team, rival: Team) -> Teams:
    """The game of ``team`` against ``rival``, with all of their Basic Action Cards in the centre.

    Of two with one name that of ``team`` is there, and of two lives the greater one holds.
    """
    basics = {plain_name(card.name): card for card in (*rival.basics, *team.basics)}
    id = f"{team.name} against {rival.name}"
    life = max(team.life, rival.life)
    return Teams(id, id, life, (team.cards, rival.cards), tuple(basics.values()))


def matchup(
    team: Team, rival: Team, edition: str, games: int, seed: int, players: Players = POLICIES[0]
) -> Matchup:
    """What comes of ``games`` of ``team`` with ``rival``, the same for the same ``seed``.

    Both are ``players``.
    """
    meets = _arena(team, rival, edition, players, compiled=games > FEW)
    return Matchup(**asdict(meets.duels(range(games), seed)), rival=rival.name)


def arena(meeting: Meeting, *, compiled: bool) -> Arena:
    """The game of two teams, each the pair that it is in, by its name or its cards, with its seat."""
    pack = _pack(meeting.content)
    team, rival = (_team(pack, name) for name in (meeting.one, meeting.other))
    return _arena(team, rival, ALL_GAMES[meeting.game].edition, meeting.players, compiled=compiled)


@lru_cache(maxsize=1)
def _pack(content: Path | None) -> Pack:
    return load_pack() if content is None else load_folder(content)


def _team(pack: Pack, name: str) -> Team:
    pair, _, seat = name.rpartition(SEATED)
    teams = pack.teams.get(pair) or told_teams(pack, pair)
    assert teams is not None
    return teams_in(teams)[int(seat) - 1]


def _arena(team: Team, rival: Team, edition: str, players: Players, *, compiled: bool) -> Arena:
    made = game(against(team, rival), edition)
    life = [int(cell.place) for cell in made.table.life]
    plays = playing(made.machine, players.decides(made), compiled=compiled)
    return Arena(plays, life, partial(_blow, made), f"{made.teams.id}/{edition}")


def _blow(made: TableMachine, before: State, _loser: int) -> str:
    """What takes the last life in the state ``before``: the attack, a card, a Global, or a rule."""
    t, head = made.table, made.rules.queue.effects[0]
    if before[t.combat.place]:
        return "attack"
    if before[t.source.place]:
        card = t.dice.kinds[t.dice.dice[before[t.source.place] - 1]].card
        return "a starting die" if card is None else card.id
    if before[t.pc.place]:
        used = t.dice.globals[before[head.place] - 1 - GLOBALS_FROM * t.count]
        return f"global/{used.id.rpartition('/')[2]}"
    return "missing dice" if made.machine.slots[0].label(before[0]) == "draw" else "a keyword"
