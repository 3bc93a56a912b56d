"""What the conformance harness has to know of Dice Masters: what is used, where values are, and positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from random import Random
from typing import Any

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import CARD, ZONES
from dicelaw.model.kernel.concrete import Move
from dicelaw.oracle.dice_masters.copies import copied
from dicelaw.oracle.dice_masters.guided_play import TableSeeker
from dicelaw.oracle.dice_masters.opening import default_teams, open_table
from dicelaw.oracle.dice_masters.scenario import COPIES, STARTS
from dicelaw.oracle.games.session import Session

_ARRAYS = {"life": ("life",), "virtual": ("virtual",), "incoming": ("aimed", "incoming")}
OF_DICE = (
    "zone", "owner", "face", "damage", "incoming", "blocks", "shielded", "keeper", "plus_attack",
    "plus_defense", "traded",
)  # fmt: skip
ROUND = 6
"""How many plays there are until the next that begins a game."""


def used(session: Session, move: Move) -> str | None:
    """The card whose die, or the ability that, ``move`` of a seat is about."""
    transition = session.transition(move)
    if not transition.by_seat:
        return None
    for choice, value in zip(transition.choices, move[1:], strict=True):
        if choice.name in ("die", "ability"):
            label = choice.label(value)
            return f"{transition.id} {label.rpartition('/')[0] or label}"
    return None


def own_rules(session: Session, move: Move) -> Iterator[str]:
    """The rules that the card or the Global of ``move`` carries by itself."""
    dice = _table(session).table.dice
    for choice, value in zip(session.transition(move).choices, move[1:], strict=True):
        if choice.name == "die":
            card = dice.kinds[dice.dice[value]].card
            yield from card.rules if card is not None else ()
        elif choice.name == "ability":
            yield from dice.globals[value].rules


def places(session: Session, subject: str, seat: int, things: Set[str]) -> set[int]:
    """The slots of the value ``subject`` of the player in ``seat``, or of the dice ``things``."""
    index = session.machine.slot_index
    names = [f"{array}[{seat}]" for array in _ARRAYS.get(subject, ())]
    if subject not in _ARRAYS:
        names = [f"{array}[{die}]" for array in OF_DICE for die in things]
    return {index[name] for name in names if name in index}


def setup_here(session: Session, setup: Mapping[str, Any]) -> dict[str, Any] | None:
    """The setup of the present position, if one can begin here; what a setup cannot say is left out."""
    if session.at not in STARTS:
        return None
    t, state = _table(session).table, session.state
    rows: list[dict[str, Any]] = [
        {name: state[array[seat].place] for name, array in (("life", t.life), ("virtual", t.virtual))}
        for seat in range(len(setup["players"]))
    ]
    for die, name in enumerate(t.dice.names):
        zone, face = (state[array[die].place] for array in (t.zone, t.face))
        row = rows[state[t.owner[die].place]]
        if state[t.keeper[die].place] and ZONES[zone] == "field":
            row.setdefault("controlled", {})[name] = face
        elif ZONES[zone] in ("reserve", "field"):
            row.setdefault(ZONES[zone], {})[name] = face
        elif ZONES[zone] in ("bag", "prep", "used"):
            row.setdefault(ZONES[zone], []).append(name)
        elif zone != CARD:
            row.setdefault("used", []).append(name)
        if ZONES[zone] == "field" and (copies := copied(t, state, die, exact=True)):
            row.setdefault(COPIES, {})[name] = copies
    for row in rows:
        row.setdefault("bag", [])
    return {**setup, "players": rows, "turn": str(state[t.turn.place] + 1), "start": session.at}


class Tables:
    """Positions between the teams of ``known``; see ``Beginnings``."""

    def __init__(self, game: str, known: Sequence[str], draw: Random) -> None:
        self.game, self.known, self.draw = game, known, draw
        self.played: Counter[str] = Counter()
        first = default_teams(game)
        self._go_on_with(first if first in known else known[0])

    def change(self) -> None:
        """Go on with the teams of which the fewest plays were so far."""
        self._go_on_with(min(self.known, key=lambda one: (self.played[one], self.draw.random())))

    def _go_on_with(self, teams: str) -> None:
        self.played[teams] += 1
        opened = open_table(self.game, teams)
        self.seeker = TableSeeker(self.game, teams, opened, str(self.draw.random()))

    def next(self, made: int) -> tuple[dict[str, Any], str]:
        """The beginning of a game, or a position in which much can happen."""
        while True:
            setup = self.seeker.setup()
            if (made % ROUND == 2) == (setup["start"] == "setup"):
                return setup, ""


def _table(session: Session) -> TableMachine:
    assert isinstance(session.game, TableMachine)
    return session.game
