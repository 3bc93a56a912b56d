"""Reading a file of rulings, and saying what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dicelaw.model.content.document import ContentError, Document, Problem, read
from dicelaw.model.content.document import Path as Place
from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.games import game_of
from dicelaw.specs.rulings import Case, Expected, LeftOut, NoExample, Refused, Rulings, Source, Subject
from dicelaw.specs.statements import load

FOLDERS = ("rulings", "examples")
"""The folders in which a game may have files of cases."""

HELD = ("expect", "legal", "illegal")
HELD_WHEN = (*HELD, "reading", "editions")
CASE_FIELDS = ("id", "question", "answer", "cites", "faq", "source", "ref", *HELD_WHEN)
EXAMPLE_FIELDS = ("id", "says", "cites", *HELD_WHEN)
REFUSED = ("decision", "rules", "turn_of")
WITH = "`rules` or `turn_of`"
LEFT_OUT_FIELDS = ("id", "faq", "source", "ref", "because")
NO_EXAMPLE_FIELDS = ("rule", "because")
LISTS = ("cases", "left_out", "examples", "no_example")
EXAMPLE = "example/"


class Reader:
    """Reads the entries of one file, noting what is wrong with them."""

    def __init__(self, subject: Subject, document: Document, places: dict[str, str]) -> None:
        self.subject = subject
        self.rules = {one.id: one for one in load(subject.family)}
        self.document = document
        self.places = places
        self._seats: list[str] = []
        self._said = ""
        self._play(subject.seats)
        for name in document.data:
            if name not in LISTS:
                document.wrong((name,), f"the field {quoted(name)} is not known; allowed: {', '.join(LISTS)}")

    def _play(self, seats: int) -> None:
        """Take it that so many ``seats`` play."""
        self._seats = [str(seat + 1) for seat in range(seats)]
        self._said = " or ".join((", ".join(self._seats[:-1]), self._seats[-1]))

    def _seated(self, entry: Mapping[str, Any]) -> None:
        """Take it that those play whom ``entry`` names, as far as that can be."""
        players = entry.get("players")
        if isinstance(players, list) and 2 <= len(players) <= self.subject.seats:
            self._play(len(players))

    def cases(self) -> Iterator[Case]:
        """The cases that are well-formed."""
        for place, entry in self._entries("cases"):
            before = self.document.faults
            self._seated(entry)
            id, question, answer = (self._text(place, entry, name) for name in ("id", "question", "answer"))
            cites = self._cites(place, entry)
            source = self._source(place, entry)
            expected = tuple(self._expected(place, entry))
            scenario = self._scenario(place, entry, CASE_FIELDS)
            where = self._where(place, id)
            if self.document.faults == before:
                yield Case(id, question, answer, cites, source, scenario, expected, where)

    def examples(self) -> Iterator[Case]:
        """The examples that are well-formed."""
        for place, entry in self._entries("examples"):
            before = self.document.faults
            self._seated(entry)
            id, says = (self._text(place, entry, name) for name in ("id", "says"))
            cites = self._cites(place, entry)
            if cites and not f"{id}/".startswith(f"{EXAMPLE}{cites[0]}/"):
                says_so = (
                    f"{quoted(id)} does not begin with {EXAMPLE}{cites[0]}, the rule that it cites first"
                )
                self.document.wrong((*place, "id"), says_so)
            expected = tuple(self._expected(place, entry))
            scenario = self._scenario(place, entry, EXAMPLE_FIELDS)
            where = self._where(place, id)
            if self.document.faults == before:
                stated = self.rules[cites[0]]
                source = Source(other=f"{stated.source}, {stated.section}")
                yield Case(id, "", says, cites, source, scenario, expected, where)

    def no_example(self) -> Iterator[NoExample]:
        """The rules without an example, where that is well-formed."""
        for place, entry in self._entries("no_example"):
            before = self.document.faults
            self._only(place, entry, NO_EXAMPLE_FIELDS)
            rule, because = (self._text(place, entry, name) for name in NO_EXAMPLE_FIELDS)
            if rule and rule not in self.rules:
                self.document.wrong((*place, "rule"), f"there is no rule {quoted(rule)}")
            where = self._where(place, f"no example of {rule}")
            if self.document.faults == before:
                yield NoExample(rule, because, where)

    def left_out(self) -> Iterator[LeftOut]:
        """What is left out, where it is well-formed."""
        for place, entry in self._entries("left_out"):
            before = self.document.faults
            self._only(place, entry, LEFT_OUT_FIELDS)
            id, because = (self._text(place, entry, name) for name in ("id", "because"))
            source = self._source(place, entry)
            where = self._where(place, id)
            if self.document.faults == before:
                yield LeftOut(id, source, because, where)

    def _entries(self, name: str) -> Iterator[tuple[Place, dict[str, Any]]]:
        entries = self.document.data.get(name, [])
        if not isinstance(entries, list):
            self.document.wrong((name,), f"{quoted(entries)} is not a list")
            return
        for at, entry in enumerate(entries):
            if isinstance(entry, dict):
                yield (name, at), entry
            else:
                self.document.wrong((name, at), f"{quoted(entry)} is not a row of fields and values")

    def _only(self, place: Place, entry: Mapping[str, Any], fields: tuple[str, ...]) -> None:
        for name in entry:
            if name not in fields:
                says = f"the field {quoted(name)} is not known; allowed: {', '.join(fields)}"
                self.document.wrong((*place, name), says)

    def _cites(self, place: Place, entry: Mapping[str, Any]) -> tuple[str, ...]:
        cites = self._names((*place, "cites"), entry.get("cites"))
        for at, rule in enumerate(cites):
            if rule not in self.rules:
                self.document.wrong((*place, "cites", at), f"there is no rule {quoted(rule)}")
        return cites

    def _scenario(self, place: Place, entry: Mapping[str, Any], fields: tuple[str, ...]) -> Document:
        """What is left of ``entry`` without ``fields``: a scenario."""
        return Document(
            self.document.file,
            {name: value for name, value in entry.items() if name not in fields},
            {path[2:]: line for path, line in self.document.lines.items() if path[:2] == place},
        )

    def _where(self, place: Place, id: str) -> str:
        where = f"{self.document.file}:{self.document.lines[place]}"
        if id and id in self.places:
            self.document.wrong((*place, "id"), f"the id {id} is already used in {self.places[id]}")
        self.places.setdefault(id, where)
        return where

    def _text(self, place: Place, entry: Mapping[str, Any], name: str) -> str:
        value = entry.get(name)
        if isinstance(value, str) and value:
            return value
        self.document.wrong(
            (*place, name), f"{quoted(value)} is not a text" if name in entry else "this is missing"
        )
        return ""

    def _names(self, place: Place, value: object) -> tuple[str, ...]:
        if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
            return tuple(value)
        self.document.wrong(place, f"{quoted(value)} is not a list of names")
        return ()

    def _source(self, place: Place, entry: Mapping[str, Any]) -> Source:
        found = []
        for at, text in enumerate(self._names((*place, "faq"), entry["faq"]) if "faq" in entry else ()):
            section, _, number = text.partition("/")
            asked = whole_number(number) or 0
            if 1 <= asked <= self.subject.faq.get(section, 0):
                found.append((section, asked))
            else:
                says = f"{quoted(text)} is not `section/number` of a frequently asked question"
                self.document.wrong((*place, "faq", at), says)
        other = self._text(place, entry, "source") if "source" in entry else ""
        if not found and not other:
            self.document.wrong(place, "this has no source: write `faq` or `source`")
        ref = self._names((*place, "ref"), entry["ref"]) if "ref" in entry else ()
        return Source(self.subject.document, tuple(found), other, ref)

    def _expected(self, place: Place, entry: Mapping[str, Any]) -> Iterator[Expected]:
        if "editions" not in entry:
            for game in self.subject.profiles:
                yield from self._of_game(place, entry, game)
            return
        if any(name in entry for name in (*HELD, "reading")):
            self.document.wrong(place, "what must hold is given for each edition, not besides them")
        editions = {game.partition("@")[2]: game for game in self.subject.profiles}
        given = entry["editions"]
        if not isinstance(given, dict) or not given or not set(given) <= set(editions):
            says = f"{quoted(given)} is not what must hold by edition; allowed: {', '.join(editions)}"
            self.document.wrong((*place, "editions"), says)
            return
        for edition, held in given.items():
            here = (*place, "editions", edition)
            if isinstance(held, dict) and set(held) <= {*HELD, "reading"}:
                yield from self._of_game(here, held, editions[edition])
            else:
                says = f"{quoted(held)} is not what must hold; allowed: {', '.join(HELD)}, reading"
                self.document.wrong(here, says)

    def _of_game(self, place: Place, entry: Mapping[str, Any], game: str) -> Iterator[Expected]:
        if "reading" not in entry:
            yield self._held(place, entry, game, {})
            return
        if any(name in entry for name in HELD):
            self.document.wrong(place, "what must hold is given for each answer to a reading, not besides it")
        known = {point.id: point for point in self.subject.open_points[game]}
        reading = entry["reading"]
        point = reading.get("point") if isinstance(reading, dict) else None
        answers = reading.get("answers") if isinstance(reading, dict) else None
        if point not in known or not isinstance(answers, dict) or set(answers) != set(known[point].answers):
            says = "this is not an open point (`point`) with what must hold under each of its `answers`"
            self.document.wrong((*place, "reading"), says)
            return
        for answer, held in answers.items():
            here = (*place, "reading", "answers", answer)
            if isinstance(held, dict) and set(held) <= set(HELD):
                yield self._held(here, held, game, {str(point): answer})
            else:
                self.document.wrong(here, f"{quoted(held)} is not what must hold; allowed: {', '.join(HELD)}")

    def _held(
        self, place: Place, entry: Mapping[str, Any], game: str, readings: Mapping[str, str]
    ) -> Expected:
        if not any(entry.get(name) for name in HELD):
            self.document.wrong(place, f"nothing must hold here; allowed: {', '.join(HELD)}")
        legal = self._names((*place, "legal"), entry["legal"]) if "legal" in entry else ()
        refused = tuple(self._refused((*place, "illegal"), entry.get("illegal", [])))
        given = entry.get("expect", {})
        if not isinstance(given, dict):
            self.document.wrong((*place, "expect"), f"{quoted(given)} is not a row of `name: value`")
            given = {}
        values: dict[tuple[Any, ...], int | str] = {}
        subject = self.subject
        for name, value in given.items():
            here = (*place, "expect", name)
            if name in subject.numbers or name in subject.named:
                values |= self._values(here, name, value)
            elif name in subject.shared:
                values |= self._shared(here, name, value)
            elif name not in ("at", "winner"):
                allowed = ", ".join(("at", "winner", *subject.numbers, *subject.named, *subject.shared))
                self.document.wrong(here, f"{quoted(name)} is not expected of a play; allowed: {allowed}")
        at, winner = str(given.get("at", "")), str(given.get("winner", ""))
        return Expected(game, readings, at, winner, values, legal, refused)

    def _values(self, place: Place, name: str, value: object) -> dict[tuple[Any, ...], int | str]:
        found: dict[tuple[Any, ...], int | str] = {}
        named = self.subject.named.get(name)
        rows = value.items() if isinstance(value, dict) else [("", value)]
        for seat, row in rows:
            inner = row.items() if isinstance(row, dict) and named else [(None, row)]
            for key, one in inner:
                right = (key is not None) == (named is not None) and seat in self._seats
                if right and isinstance(one, named or int) and isinstance(one, int | str):
                    found[(name, int(seat)) if key is None else (name, int(seat), key)] = one
                else:
                    kind = "name" if named is str else "number"
                    self.document.wrong(
                        (*place, seat), f"{quoted(row)} is not a {kind} for a seat, {self._said}"
                    )
        return found

    def _shared(self, place: Place, name: str, value: object) -> dict[tuple[Any, ...], int | str]:
        kind, rows = self.subject.shared[name], value if isinstance(value, dict) else {}
        if not rows or not all(isinstance(one, kind) for one in rows.values()):
            said = "name" if kind is str else "number"
            self.document.wrong(place, f"{quoted(value)} is not a row of things with a {said} for each")
            return {}
        return {(name, 0, thing): one for thing, one in rows.items()}

    def _refused(self, place: Place, value: object) -> Iterator[Refused]:
        for at, one in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(one, dict) and isinstance(one.get("decision"), str) and set(one) <= set(REFUSED):
                rules = self._names((*place, at, "rules"), one["rules"]) if "rules" in one else ()
                holder = one.get("turn_of")
                if holder is not None and str(holder) not in self._seats:
                    says = f"{quoted(holder)} is not a seat, {self._said}"
                    self.document.wrong((*place, at, "turn_of"), says)
                if (not rules) == (holder is None):
                    self.document.wrong(
                        (*place, at), f"{quoted(one['decision'])} wants either {WITH} beside it"
                    )
                for which, rule in enumerate(rules):
                    if not any(known.partition("@")[0] == rule or known == rule for known in self.rules):
                        self.document.wrong((*place, at, "rules", which), f"there is no rule {quoted(rule)}")
                yield Refused(one["decision"], rules, holder)
            else:
                self.document.wrong((*place, at), f"{quoted(one)} is not a `decision` with {WITH}")


class MalformedRulings(ContentError):
    """A file of rulings that cannot be read; ``problems`` names everything that is wrong with it."""


def own(subject: Subject) -> Rulings:
    """The rulings about ``subject`` that this package has. Raises MalformedRulings."""
    specs = game_of(subject.family).folder("specs")
    folders = {name: specs / name for name in FOLDERS}
    found = (
        (f"{specs.name}/{name}/{entry.name}", entry.read_bytes())
        for name, folder in folders.items()
        if folder.is_dir()
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".yaml")
    )
    return _parsed(subject, found)


def of_file(subject: Subject, path: Path) -> Rulings:
    """The rulings about ``subject`` in the file ``path``. Raises MalformedRulings."""
    return _parsed(subject, [(path.name, path.read_bytes())])


def _parsed(subject: Subject, contents: Iterable[tuple[str, bytes]]) -> Rulings:
    cases: list[Case] = []
    left_out: list[LeftOut] = []
    examples: list[Case] = []
    no_example: list[NoExample] = []
    problems: list[Problem] = []
    places: dict[str, str] = {}
    for name, content in contents:
        document = read(name, content)
        if not document.problems:
            reader = Reader(subject, document, places)
            cases += reader.cases()
            left_out += reader.left_out()
            examples += reader.examples()
            no_example += reader.no_example()
        problems += document.problems
    if problems:
        raise MalformedRulings(problems)
    return Rulings(tuple(cases), tuple(left_out), tuple(examples), tuple(no_example))
