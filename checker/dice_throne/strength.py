"""How strong a hero is: how many duels it wins against others where both decide by the same policy.

That says nothing of best play: it is about one stated way to decide. Each player starts in every second duel.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache, partial
from pathlib import Path

from dicelaw.checker.dice_throne.sensible import sensible
from dicelaw.checker.duels import Matchup, Meeting, Players
from dicelaw.checker.playing import Arena, playing
from dicelaw.checker.search.policy import Policy, evenly
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import DuelMachine, duel
from dicelaw.model.dice_throne.state.duel_state import PHASES
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.state import State

FEW = 100
"""So few duels are over before they would be compiled."""


def at_random(made: DuelMachine) -> Policy:
    """How both players of the duel ``made`` decide who take any legal move."""
    return evenly(made.duel.turn)


POLICIES = (
    Players(
        "sensible",
        "sensible players: best rerolls for what abilities are worth, and whatever is worth more than it "
        "costs",
        sensible,
    ),
    Players("random", "players who take any legal move, all alike", at_random),
)


def matchup(
    pack: Pack, hero: str, rival: str, games: int, seed: int, players: Players = POLICIES[0]
) -> Matchup:
    """What comes of ``games`` duels of ``hero`` with ``rival``, the same for the same ``seed``.

    Both are ``players``.
    """
    meets = _arena(pack, (hero, rival), players, compiled=games > FEW)
    return Matchup(**asdict(meets.duels(range(games), seed)), rival=rival)


def heroes(content: Path | None) -> tuple[str, ...]:
    """All heroes, those in the folder ``content`` too."""
    return tuple(_pack(content).heroes)


def arena(meeting: Meeting, *, compiled: bool) -> Arena:
    """The duel of two heroes."""
    names = (meeting.one, meeting.other)
    return _arena(_pack(meeting.content), names, meeting.players, compiled=compiled)


@lru_cache(maxsize=1)
def _pack(content: Path | None) -> Pack:
    return load_pack([content] if content is not None else ())


def _arena(pack: Pack, heroes: tuple[str, str], players: Players, *, compiled: bool) -> Arena:
    made = duel(pack, heroes)
    health = [int(cell.place) for cell in made.duel.health]
    plays = playing(made.machine, players.decides(made), compiled=compiled)
    return Arena(plays, health, partial(_blow, made), "/".join(heroes))


def _blow(made: DuelMachine, before: State, loser: int) -> str:
    """What took the last health of ``loser`` in the state ``before``: an ability, defence, or a phase."""
    d, content = made.duel, made.content
    assert isinstance(content, TableContent)
    if not (before[d.activated.place] and before[d.announced.place]):
        return f"{PHASES[before[d.phase.place]]} phase"
    if before[d.attacker.place] == loser:
        return "defence"
    _, ability = content.printed()[before[d.announced.place] - 1]
    return ability.id
