"""Scenario files of Dice Masters: a position and what is played from it, as YAML.

Fields: ``game``; ``about``, a sentence; ``teams``, the name of a pair or a list of two, each with the fields
of a team file or the name of one; ``players``, two of them, each with what differs from the beginning
of a game: ``life``, ``virtual``, and dice by zone. ``reserve`` and ``field`` name the face of each die
(``bolt``, ``2 bolt``, ``level 1``, ``action *``, or its number), and so do ``in play``, with
Continuous dice, and ``controlled``, with dice of the opponent that are controlled until the turn ends;
``bag``, ``prep`` and ``used`` are lists. ``copies`` says what dice in the field copy until the turn ends
(``abilities of CARD``, ``stats of CARD``, ``CARD``, ``CARD beside its own abilities``). ``turn`` (1 or 2);
``start`` (a timing point); ``readings``; ``play``. Dice that are named nowhere are on their cards, starting
dice in the bag; where ``bag`` is given, other starting dice are in the Used Pile. Starting dice may be called
``npc`` or ``sidekick`` in any edition.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dicelaw.model.content.document import Document
from dicelaw.model.content.document import Path as Place
from dicelaw.model.foreign.numbers import is_whole
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, implies, negate
from dicelaw.model.kernel.state import Field, field_at
from dicelaw.oracle.dice_masters.opening import default_teams, open_table
from dicelaw.oracle.dice_masters.own_teams import told_in
from dicelaw.oracle.dice_masters.standing import face_name
from dicelaw.oracle.files.scenario import Entry, Faults, Reader
from dicelaw.oracle.games.games import check_readings, known_game
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import PRINTING
from dicelaw.oracle.suggestions import id_of, plain

if TYPE_CHECKING:
    from dicelaw.model.dice_masters.cards.cards import Face
    from dicelaw.model.dice_masters.machine import TableMachine
    from dicelaw.model.kernel.state import State

KEPT = 2048
"""How many names are kept as they are compared."""
FIELDS = ("game", "about", "teams", "players", "turn", "start", "readings", "play")
ROLLED = ("reserve", "field", "in play", "controlled")
LISTED = ("bag", "prep", "used")
COPIES = "copies"
PLAYER_FIELDS = ("life", "virtual", *ROLLED, *LISTED, COPIES)
MOST_VIRTUAL = 9
"""So much virtual energy can be said."""
ANY_STARTING = ("npc", "sidekick")
"""What starting dice may be called in any edition."""
STARTS = ("setup", "clear", "main", "attack")
"""Timing points at which nothing is under way, so that play can begin there."""
IN_TURN = ("main", "attack")
"""Those of them at which something may have happened this turn."""


@dataclass(frozen=True)
class TableScenario:
    """A scenario file that is well-formed; its dice are looked up when its position is set up."""

    document: Document
    game: str
    teams: str | tuple[Any, ...]
    players: tuple[Mapping[str, Any], ...]
    turn: int
    start: str
    readings: Mapping[str, str]
    play: tuple[Entry, ...]

    @property
    def edition(self) -> str:
        """There is one printing of the content."""
        return PRINTING

    def own(self, text: str) -> str:
        """``text`` with starting dice called as in this edition."""
        return in_edition(text, self.game)


def in_edition(text: str, game: str) -> str:
    """``text``, a decision or a name, with starting dice called as in the edition ``game``."""
    from dicelaw.model.dice_masters.editions import STARTING_DICE

    starting = STARTING_DICE[known_game(game).edition]
    return re.sub(rf"(?<![\w-])({'|'.join(ANY_STARTING)})(?![\w-])", starting, text)


def _in_edition(entry: Entry, game: str) -> Entry:
    value = entry.value
    if isinstance(value, list):
        return replace(entry, value=[in_edition(one, game) if isinstance(one, str) else one for one in value])
    return replace(entry, value=in_edition(value, game)) if isinstance(value, str) else entry


def of_document(document: Document, game: str) -> TableScenario:
    """The scenario that ``document`` holds. Raises UserError that names all that is wrong."""
    faults = Faults(document)
    reader = Reader(faults, document.data)
    reader.known_fields(FIELDS)
    reader.about(game)
    start = str(document.data.get("start", "main"))
    if start not in STARTS:
        faults.no_name(("start",), "timing point where a position can begin", start, STARTS)
    players = document.data.get("players", [{}, {}])
    if not isinstance(players, list) or len(players) != 2 or not all(isinstance(p, dict) for p in players):
        faults.wrong(("players",), "a game has a list of 2 players, each a row of `field: value`")
        players = [{}, {}]
    for seat, player in enumerate(players):
        for name, value in player.items():
            place: Place = ("players", seat, name)
            if name not in PLAYER_FIELDS:
                faults.no_name(place, "field of a player", name, PLAYER_FIELDS)
            elif name in (*ROLLED, COPIES) and not isinstance(value, dict):
                what = "what it copies" if name == COPIES else "face"
                faults.wrong(place, f"{quoted(value)} is not a row of `die: {what}`")
            elif name == COPIES and value and start not in IN_TURN:
                faults.wrong(place, f"at {start} no die copies anything; begin at {' or '.join(IN_TURN)}")
            elif name in LISTED and not isinstance(value, list):
                faults.wrong(place, f"{quoted(value)} is not a list of dice")
    given = document.data.get("teams", default_teams(game))
    if not isinstance(given, str | list) or str(given).casefold().endswith((".yaml", ".yml")):
        says = "is no pair of teams; write its id, or two teams as a list, each a file or its cards"
        faults.wrong(("teams",), f"{quoted(given)} {says}")
        given = default_teams(game)
    made = TableScenario(
        document,
        game,
        tuple(given) if isinstance(given, list) else id_of(str(given)),
        tuple(players),
        reader.seat("turn", 1),
        start,
        reader.readings(),
        tuple(_in_edition(entry, game) for entry in reader.play()),
    )
    faults.stop()
    return made


def position(
    scenario: TableScenario,
    readings: Mapping[str, str] | None = None,
    content: OwnContent | None = None,
) -> tuple[TableMachine, State]:
    """The machine and the state that ``scenario`` begins in, with ``content`` beside ours.

    Raises UserError for what cannot be.
    """
    answers = {**scenario.readings, **(readings or {})}
    check_readings(answers, scenario.game)
    opened = open_table(scenario.game, _told(scenario, content), answers, content)
    return opened, state_of(scenario, opened)


def _told(scenario: TableScenario, content: OwnContent | None) -> str:
    """The teams of ``scenario``, told by their cards where it lists them. Raises UserError."""
    if isinstance(scenario.teams, str):
        return scenario.teams
    return told_in(scenario.document, scenario.game, scenario.teams, content)


def state_of(scenario: TableScenario, opened: TableMachine) -> State:
    """The state of ``opened`` that ``scenario`` begins in. Raises UserError for what cannot be."""
    faults = Faults(scenario.document)
    state = _Position(scenario, opened, faults).state()
    faults.stop()
    return state


def setup_of(scenario: TableScenario, answers: Mapping[str, str]) -> dict[str, Any]:
    """``scenario`` as a ``TableSetup`` with ``answers`` to open points."""
    setup: dict[str, Any] = {
        "game": scenario.game,
        "teams": _told(scenario, None),
        "players": [
            {name: _own(scenario, value) for name, value in player.items()} for player in scenario.players
        ],
        "turn": str(scenario.turn + 1),
        "start": scenario.start,
    }
    return {**setup, "readings": dict(answers)} if answers else setup


def _own(scenario: TableScenario, value: Any) -> Any:
    """``value`` of a player with starting dice called as in this edition."""
    if isinstance(value, dict):
        return {
            scenario.own(name): scenario.own(shown) if isinstance(shown, str) else shown
            for name, shown in value.items()
        }
    return [scenario.own(name) for name in value] if isinstance(value, list) else value


def begins(opened: TableMachine) -> dict[str, Expr]:
    """For each point at which a position can begin, what holds of every position there."""
    from dicelaw.model.dice_masters.state.table_state import BAG, CARD, FIELD, IN_PLAY, PREP, RESERVE, USED
    from dicelaw.oracle.dice_masters.copies import copies_well

    t, machine = opened.table, opened.machine
    given = (t.zone, t.face, t.owner, t.keeper, t.life, t.virtual, t.copies, t.text)
    places = {cell.place for array in given for cell in array}
    places |= {field.place for field in (t.turn, t.holder)}
    kept = [
        field_at(place, slot) == machine.start[place]
        for place, slot in enumerate(machine.slots)
        if place and place not in places
    ]
    for die, kind in enumerate(t.dice.dice):
        shows = implies(t.zone[die] == RESERVE, t.face[die] >= 1)
        shows &= implies(t.zone[die] == FIELD, t.shown("level", die) >= 1)
        shows &= implies(t.zone[die] == IN_PLAY, t.shown("action", die) >= 1)
        off = implies(negate(t.in_zone(die, RESERVE, FIELD, IN_PLAY)), t.face[die] == 0)
        lent = all_of(t.keeper[die] == t.count + 1, t.zone[die] == FIELD) if t.lends else FALSE
        own = all_of() if t.dice.kinds[kind].basic else t.owner[die] == t.dice.owners[die]
        whose = any_of(lent, all_of(own, t.keeper[die] == 0))
        more = [CARD] if kind else []
        more += [IN_PLAY] if t.dice.kinds[kind].acts else []
        there = t.in_zone(die, BAG, PREP, RESERVE, FIELD, USED, *more)
        if die in t.tokens_made:
            there = t.in_zone(die, FIELD, CARD)
        kept += [shows, off, whose, there]
    kept += [life >= 1 for life in t.life]
    return {
        start: all_of(
            *kept,
            *(copies_well(opened, die, now=start in IN_TURN) for die in range(t.count)),
            t.holder == t.turn,
        )
        for start in STARTS
    }


class _Position:
    """Sets the fields of a game one after another."""

    def __init__(self, scenario: TableScenario, opened: TableMachine, faults: Faults) -> None:
        self.scenario = scenario
        self.opened = opened
        self.faults = faults
        self.values = list(opened.machine.start)
        self.placed: set[int] = set()

    def _set(self, place: Field, value: int) -> None:
        self.values[place.place] = value

    def state(self) -> State:
        """The state; what is wrong with it is noted."""
        from dicelaw.model.dice_masters.state.table_state import BAG, USED

        t, scenario = self.opened.table, self.scenario
        self.values[0] = self.opened.machine.point_index[scenario.start]
        self._set(t.turn, scenario.turn)
        self._set(t.holder, scenario.turn)
        for seat, player in enumerate(scenario.players):
            for name, array, top in (("life", t.life, t.life_start), ("virtual", t.virtual, MOST_VIRTUAL)):
                if name in player:
                    low = int(name == "life")
                    at: Place = ("players", seat, name)
                    self._set(array[seat], Reader(self.faults, {}).number(at, player[name], low, top))
            for zone in (*ROLLED, *LISTED):
                self._zone(seat, zone, player.get(zone) or {})
        for seat, player in enumerate(scenario.players):
            for name, words in (player.get(COPIES) or {}).items():
                self._copies(seat, name, str(words))
        for seat, player in enumerate(scenario.players):
            left = [
                die for die, kind in enumerate(t.dice.dice)
                if not kind and t.dice.owners[die] == seat and die not in self.placed
            ]  # fmt: skip
            if left and "bag" in player and player.get("used") == []:
                names = ", ".join(t.dice.names[die] for die in left)
                says = "where `bag` is given, starting dice that are named nowhere are in the Used Pile"
                self.faults.wrong(
                    ("players", seat, "used"),
                    f"{says}: {names}; name them elsewhere, or leave out `used`",
                )
            for die in left:
                self._set(t.zone[die], USED if "bag" in player else BAG)
        return tuple(self.values)

    def _zone(self, seat: int, zone: str, given: Mapping[str, object] | list[str]) -> None:
        from dicelaw.model.dice_masters.state.table_state import FIELD, ZONES

        t = self.opened.table
        lent = zone == "controlled"
        for at, name in enumerate(given):
            key = name if isinstance(given, dict) else at
            place: Place = ("players", seat, zone, key)
            die = self._die(place, t.seats.opponent(seat) if lent else seat, str(name))
            if die is None:
                continue
            if die in self.placed:
                self.faults.wrong(place, f"{t.dice.names[die]} is somewhere else already")
            if die in t.tokens_made and not (lent or zone == "field"):
                self.faults.wrong(place, f"{t.dice.names[die]} is a token, which is in the field or nowhere")
            if lent and not t.lends:
                self.faults.wrong(
                    place, f"no card of the teams {self.opened.teams.id} takes control of a die"
                )
            self.placed.add(die)
            self._set(t.zone[die], FIELD if lent else ZONES.index(zone))
            self._set(t.keeper[die], t.count + 1 if lent else 0)
            self._set(t.owner[die], seat)
            if isinstance(given, dict):
                self._face(place, die, given[name], zone)

    def _copies(self, seat: int, name: str, words: str) -> None:
        """Let the die called ``name``, which ``seat`` has in the field, copy what ``words`` say."""
        from dicelaw.model.dice_masters.state.table_state import FIELD
        from dicelaw.oracle.dice_masters.copies import APART, copyable

        t, place = self.opened.table, ("players", seat, COPIES, name)
        here = [
            die
            for die in sorted(self.placed)
            if self.values[t.zone[die].place] == FIELD and self.values[t.owner[die].place] == seat
        ]
        die = self._called(place, seat, name, here, here, "die of this player in the field")
        if die is None:
            return
        known = copyable(self.opened, die)
        for one in words.split(APART):
            said = self.scenario.own(one)
            alike = [name for name in known if t.copies_levels and name.startswith(f"{said} on level ")]
            if said not in known and not alike:
                self.faults.no_name(place, f"thing that {t.dice.names[die]} may copy", one, known)
            else:
                self._set(*known[said if said in known else alike[0]])

    def _die(self, place: Place, seat: int, name: str) -> int | None:
        """The die called ``name`` that ``seat`` may have; its card alone means one that is not placed yet."""
        dice = self.opened.table.dice
        mine = [
            die for die, kind in enumerate(dice.dice) if dice.kinds[kind].basic or dice.owners[die] == seat
        ]
        free = [die for die in mine if die not in self.placed]
        return self._called(place, seat, name, mine, free, "die of this player")

    def _called(
        self, place: Place, seat: int, name: str, mine: Sequence[int], free: Sequence[int], what: str
    ) -> int | None:
        """That of the dice ``mine`` which is called ``name``; its card alone means one of those ``free``."""
        dice = self.opened.table.dice
        wanted = plain(self.scenario.own(name))
        exact = [die for die in mine if _plain(dice.names[die]) in (wanted, f"{seat + 1}/{wanted}")]
        loose = [die for die in free if wanted in _short(dice.names[die])]
        if not (exact or loose):
            self.faults.no_name(place, what, name, [dice.names[die] for die in mine])
            return None
        return (exact or loose)[0]

    def _face(self, place: Place, die: int, given: object, zone: str) -> None:
        dice = self.opened.table.dice
        faces = dice.kinds[dice.dice[die]].faces
        names = {str(at): at for at in range(1, len(faces) + 1)}
        for at, face in reversed(list(enumerate(faces, 1))):
            names[face_name(face)] = at
        allowed = [at for at, face in enumerate(faces, 1) if _fits(face, zone)]
        shown = names.get(" ".join(str(given).casefold().split()))
        if shown not in allowed:
            known = [name for name, at in names.items() if at in allowed and not is_whole(name)]
            self.faults.no_name(place, f"face of {dice.names[die]} in the {zone}", given, known)
        else:
            self._set(self.opened.table.face[die], shown)


def _fits(face: Face, zone: str) -> bool:
    """Whether a die may lie in ``zone`` with ``face`` up."""
    return zone == "reserve" or bool(face.action if zone == "in play" else face.level)


@lru_cache(maxsize=KEPT)
def _plain(name: str) -> str:
    return plain(name)


@lru_cache(maxsize=KEPT)
def _short(name: str) -> tuple[str, ...]:
    """The ways to name a die without its number: ``1/npc/3`` is an ``npc``."""
    return tuple(part for part in plain(name).split("/") if not is_whole(part))
