"""Team files of Dice Masters, as YAML: what one player brings.

Fields: ``game``; ``format``; ``about``, a sentence; ``readings``; ``cards``, a list of ``card`` and ``dice``;
``basics``, a list of Basic Action Cards. A card is the id of one of ours, or given by ``name``, ``subtitle``
and ``maximum`` instead; if these name one of ours, it is that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dicelaw.model.content.document import Document, read
from dicelaw.model.content.document import Path as Place
from dicelaw.model.dice_masters.cards.card_names import plain_name
from dicelaw.model.dice_masters.cards.cards import Card
from dicelaw.model.dice_masters.cards.team_building import FORMATS, OPEN_POINTS, Building, Pick, Team
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.dice_masters.opening import TABLES, table_pack
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.kinds import stop_if_another_kind
from dicelaw.oracle.files.reading import read_bytes
from dicelaw.oracle.files.scenario import Faults, Reader, stop_if_unread
from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.suggestions import id_of, unknown_says

FILES = (".yaml", ".yml")
"""How the names of team files end."""
FIELDS = ("game", "format", "about", "readings", "cards", "basics")
PRINTED_FIELDS = ("name", "subtitle", "maximum")
CARD_FIELDS = ("card", "dice", *PRINTED_FIELDS)
MOST_DICE = 99
"""A number of dice that no file means."""


@dataclass(frozen=True)
class TeamFile:
    """A team file that is well-formed, with the rules that it is to be held against."""

    document: Document
    game: str
    rules: Building
    team: Team
    at: Place = ()
    """Where in the file the team is, if the file is about more."""

    def where(self, within: Place) -> str:
        """File, line and field of the place ``within`` the team."""
        lines, place = self.document.lines, (*self.at, *within)
        line = next((lines[place[:size]] for size in range(len(place), 0, -1) if place[:size] in lines), 1)
        field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
        return f"{self.document.file}:{line}: {field.lstrip('.')}"


def load(
    path: Path,
    game: str | None = None,
    play: str | None = None,
    readings: Mapping[str, str] | None = None,
    content: OwnContent | None = None,
) -> TeamFile:
    """The team in the file ``path``; what is given here wins over what it says of itself.

    Its cards are ours and those of ``content``. Raises UserError that names all that is wrong.
    """
    if game is not None:
        _edition(game)
    document = read(str(path), read_bytes(path))
    stop_if_unread(document)
    stop_if_another_kind(document, "team")
    return team_of(Faults(document), document.data, (), game, play, readings, content)


def team_of(
    faults: Faults,
    data: dict[str, Any],
    at: Place,
    game: str | None,
    play: str | None = None,
    readings: Mapping[str, str] | None = None,
    content: OwnContent | None = None,
) -> TeamFile:
    """The team that a file has in ``data``, which is ``at`` a place of it; see :func:`load`."""
    reader = _Reader(faults, data, table_pack(content).cards, at)
    for field in data:
        if field not in FIELDS:
            faults.no_name((*at, field), "field of a team", field, FIELDS)
    stated = id_of(str(data.get("game", "")))
    name = game or stated
    if stated:
        _edition(stated)
    if not name:
        faults.wrong((*at, "game"), "this is missing; write the edition, such as `game: dice-masters@2018`")
        faults.stop()
    edition = _edition(name)
    known = FORMATS[edition]
    chosen = play or id_of(str(data.get("format", next(iter(known)))))
    if chosen not in known:
        if play is not None:
            raise UserError(unknown_says(f"format of {name}", chosen, known), ExitCode.UNKNOWN_NAME)
        faults.no_name((*at, "format"), f"format of {name}", chosen, known)
        faults.stop()
    answers = {**reader.readings(), **(readings or {})}
    _check_readings(faults, at, name, answers)
    team = Team(tuple(reader.cards()), tuple(reader.basics()))
    faults.stop()
    return TeamFile(faults.document, name, Building(edition, known[chosen], answers), team, at)


def _edition(name: str) -> str:
    game = known_game(name)
    if game.family != TABLES:
        raise UserError(f"{name} has no teams to build; editions of {TABLES} have", ExitCode.UNKNOWN_NAME)
    return game.edition


def _check_readings(faults: Faults, at: Place, name: str, answers: Mapping[str, str]) -> None:
    points = {point.id: point for point in OPEN_POINTS[_edition(name)]}
    for point, answer in answers.items():
        if point not in points:
            faults.no_name((*at, "readings", point), f"open point of the teams of {name}", point, points)
        elif answer not in points[point].answers:
            faults.no_name((*at, "readings", point), f"answer to {point}", answer, points[point].answers)


class _Reader(Reader):
    """Reads the cards of a team, noting what is wrong with them; ``known`` can be played."""

    def __init__(self, faults: Faults, data: dict[str, Any], known: Mapping[str, Card], at: Place) -> None:
        super().__init__(faults, data)
        self.known, self.at = known, at
        self.printed = {(plain_name(one.name), plain_name(one.subtitle)): id for id, one in known.items()}

    def cards(self) -> Iterator[Pick]:
        """The cards with their dice."""
        for place, entry in self._entries("cards"):
            if not isinstance(entry, dict):
                self.faults.wrong(
                    place, f"{quoted(entry)} is not a card; write `card: id` and `dice: number`"
                )
                continue
            for name in entry:
                if name not in CARD_FIELDS:
                    self.faults.no_name((*place, name), "field of a card", name, CARD_FIELDS)
            dice = self.number((*place, "dice"), entry.get("dice"), 0, MOST_DICE)
            if ("card" in entry) == any(name in entry for name in PRINTED_FIELDS):
                self.faults.wrong(place, "a card is one of ours by `card`, or any by `name` and `maximum`")
            elif "card" in entry:
                yield from self._ours((*place, "card"), str(entry["card"]), dice)
            else:
                yield self._printed(place, entry, dice)

    def basics(self) -> Iterator[Pick]:
        """The Basic Action Cards."""
        for place, entry in self._entries("basics"):
            if isinstance(entry, dict) and set(entry) == {"name"}:
                name = self._name((*place, "name"), entry["name"])
                id = self.printed.get((plain_name(name), ""), "")
                yield Pick(name, "", 3, True, 0, id if id and self.known[id].basic else "")
            elif isinstance(entry, str):
                yield from self._ours(place, entry, 0)
            else:
                self.faults.wrong(
                    place, f"{quoted(entry)} is not a Basic Action Card; write its id, or `name:`"
                )

    def _entries(self, name: str) -> Iterator[tuple[Place, Any]]:
        entries = self.data.get(name, [])
        if not isinstance(entries, list):
            self.faults.wrong((*self.at, name), f"{quoted(entries)} is not a list")
            return
        yield from (((*self.at, name, at), entry) for at, entry in enumerate(entries))

    def _printed(self, place: Place, entry: Mapping[str, Any], dice: int) -> Pick:
        """The card that ``entry`` tells by what is printed on it: one of ours, or another."""
        name = self._name((*place, "name"), entry.get("name"))
        given = entry.get("subtitle", "")
        subtitle = self._name((*place, "subtitle"), given) if given != "" else ""
        maximum = self.number((*place, "maximum"), entry.get("maximum"), 1, MOST_DICE)
        id = self.printed.get((plain_name(name), plain_name(subtitle)), "")
        if not id:
            return Pick(name, subtitle, maximum, False, dice)
        card = self.known[id]
        if maximum != card.maximum:
            self.faults.wrong((*place, "maximum"), f"{id} has at most {card.maximum} dice, not {maximum}")
        return Pick(card.name, card.subtitle, card.maximum, card.basic, dice, id)

    def _name(self, place: Place, given: object) -> str:
        """``given`` if it is a name; else that is noted."""
        name = given if isinstance(given, str) else str(given) if type(given) is int else ""
        if not plain_name(name):
            self.faults.wrong(place, f"{quoted(given)} is not a name")
        return name

    def _ours(self, place: Place, given: str, dice: int) -> Iterator[Pick]:
        id = given if given in self.known else id_of(given)
        if id not in self.known:
            self.faults.no_name(place, "card", given, self.known)
            return
        card = self.known[id]
        yield Pick(card.name, card.subtitle, card.maximum, card.basic, dice, id)
