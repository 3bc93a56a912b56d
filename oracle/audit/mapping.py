"""Mapping files: what the lines of an engine's log say, as YAML; see docs/audit.md.

Fields: ``log`` (``json``, ``csv`` or ``text``); ``columns`` and ``delimiter`` of CSV; ``kind``, the field
that tells the kind of a line; ``kinds``, what each kind says; ``others: ignore``; ``passes`` (``logged`` or
``implied``); ``hidden``, transitions that the log may leave out; ``checks`` (``settled`` or ``any``);
``seats``, ``names``, ``offsets`` and ``split``, how values are read; ``start``, how plays begin. A kind may
have a ``pattern``, ``start``, ``step``, ``by``, ``choices``, ``check`` and its own ``names``, ``offsets`` and
``split``; or it is the word ``ignore``. As many heroes play as are named; teams are a pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dicelaw.model.content.document import Document, read
from dicelaw.model.content.document import Path as Place
from dicelaw.model.foreign.limits import MAPPED
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.audit.pattern import BadPattern, Pattern
from dicelaw.oracle.files.kinds import stop_if_another_kind
from dicelaw.oracle.files.reading import inside, read_bytes
from dicelaw.oracle.files.scenario import Faults, stop_if_unread
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.ports import PRINTING, port

SHAPES = ("json", "csv", "text")
FIELDS = (
    "log", "columns", "delimiter", "kind", "kinds", "others", "passes", "hidden", "checks", "seats", "names",
    "offsets", "split", "start",
)  # fmt: skip
KIND_FIELDS = ("pattern", "start", "step", "by", "choices", "check", "names", "offsets", "split")
START_FIELDS = ("heroes", "mode", "teams", "readings", "edition", "scenario")
PAIR = "teams"
"""What one name stands for; of heroes each has its own."""
NOT_OF = {"heroes": (PAIR,), PAIR: ("heroes", "mode", "edition")}
"""What a start of one kind of game has not."""
PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
Source = str | int
"""Where a value comes from: the field with this name, or the number itself."""


@dataclass(frozen=True)
class Values:
    """How the values of fields are read, by field: other names, numbers added, and what separates lists."""

    names: Mapping[str, Mapping[str, str | int]] = field(default_factory=dict)
    offsets: Mapping[str, int] = field(default_factory=dict)
    split: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Kind:
    """What lines of one kind say: first a start, then a step, then a check; nothing for one that is ignored.

    ``line`` is its place in the mapping file, ``fields`` what is read from a line.
    """

    name: str
    line: int
    values: Values = Values()
    pattern: Pattern | None = None
    who: tuple[Source, ...] = ()
    steps: tuple[str, ...] = ()
    step_field: str | None = None
    by: Source | None = None
    choices: Mapping[str, Source] = field(default_factory=dict)
    checks: Mapping[str, Source] = field(default_factory=dict)
    fields: tuple[str, ...] = ()

    @property
    def ignored(self) -> bool:
        """Whether lines of this kind say nothing about the play."""
        return not (self.who or self.steps or self.step_field or self.checks)


@dataclass(frozen=True)
class Start:
    """How plays begin, where the mapping says it: with heroes or teams, or in the position of a scenario."""

    who: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    edition: str = PRINTING
    scenario: Path | None = None
    mode: str | None = None


@dataclass(frozen=True)
class LogMapping:
    """A mapping file that is well-formed; its transitions and slots are looked up when a play starts."""

    document: Document
    shape: str
    kinds: Mapping[str, Kind]
    kind_field: str
    columns: tuple[str, ...]
    delimiter: str
    ignores_others: bool
    implied_passes: bool
    any_moment: bool
    hidden: tuple[str, ...]
    seats: Mapping[str, int]
    start: Start


def load(path: Path, game: str) -> LogMapping:
    """The mapping in the file ``path``, for ``game``. Raises UserError that names all that is wrong."""
    who = description(game).who
    document = read(str(path), read_bytes(path))
    faults = Faults(document)
    stop_if_unread(document)
    stop_if_another_kind(document, "mapping")
    return _Reader(faults, document.data, path, who, port(game).printings).mapping()


class _Reader:
    """Reads the values of a mapping file, noting what is wrong with them."""

    def __init__(
        self, faults: Faults, data: dict[str, Any], path: Path, who: str, printings: tuple[str, ...]
    ) -> None:
        """``who`` is what plays are between: ``heroes`` or ``teams``."""
        self.printings = printings
        self.faults = faults
        self.data = data
        self.path = path
        self.who = who

    def mapping(self) -> LogMapping:
        """The mapping. Raises UserError if anything is wrong."""
        self._known((), "field of a mapping", self.data, FIELDS)
        shape = self._one_of("log", SHAPES, None)
        kind_field = self.data.get("kind", "")
        if shape in ("json", "csv") and (not isinstance(kind_field, str) or not kind_field):
            self.faults.wrong(("kind",), "this is the field that tells the kind of a line, like `type`")
        delimiter = self.data.get("delimiter", ",")
        if not isinstance(delimiter, str) or len(delimiter) != 1:
            self.faults.wrong(("delimiter",), f"{quoted(delimiter)} is not one character")
        columns = self._texts(("columns",), self.data.get("columns", []))
        values = self._values((), self.data, Values())
        made = LogMapping(
            self.faults.document,
            shape,
            {kind.name: kind for kind in self._kinds(shape, values, columns)},
            str(kind_field),
            columns,
            str(delimiter),
            self._one_of("others", ("stop", "ignore"), "stop") == "ignore",
            self._one_of("passes", ("logged", "implied"), "logged") == "implied",
            self._one_of("checks", ("settled", "any"), "settled") == "any",
            self._texts(("hidden",), self.data.get("hidden", [])),
            self._seats(),
            self._start(),
        )
        started = made.start.who or made.start.scenario or any(one.who for one in made.kinds.values())
        if not started:
            shown = "name" if self.who == PAIR else "[one, other]"
            self.faults.wrong(("start",), f"nothing says who plays; write `start: {{{self.who}: {shown}}}`")
        self.faults.stop()
        return made

    def _known(self, place: Place, what: str, names: Iterable[str], known: tuple[str, ...]) -> None:
        for name in names:
            if name not in known:
                self.faults.no_name((*place, name), what, name, known)

    def _one_of(self, name: str, known: tuple[str, ...], usual: str | None) -> str:
        given = self.data.get(name, usual)
        if given not in known:
            self.faults.wrong((name,), f"{quoted(given)} is not one of {', '.join(known)}")
            return known[0]
        return str(given)

    def _row(self, place: Place, value: object) -> dict[str, Any]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.faults.wrong(place, f"{quoted(value)} is not a row of `name: value`")
            return {}
        return value if self._few(place, len(value)) else {}

    def _few(self, place: Place, count: int) -> bool:
        if count > MAPPED:
            self.faults.wrong(place, f"these are {count} entries; the limit is {MAPPED}")
        return count <= MAPPED

    def _texts(self, place: Place, value: object) -> tuple[str, ...]:
        given = [value] if isinstance(value, str) else value
        if not isinstance(given, list) or not all(isinstance(one, str) and one for one in given):
            self.faults.wrong(place, f"{quoted(value)} is not a list of names")
            return ()
        return tuple(given) if self._few(place, len(given)) else ()

    def _values(self, place: Place, data: dict[str, Any], usual: Values) -> Values:
        names = dict(usual.names)
        for name, table in self._row((*place, "names"), data.get("names")).items():
            names[name] = {
                logged: ours
                for logged, ours in self._row((*place, "names", name), table).items()
                if self._plain((*place, "names", name, logged), ours)
            }
        offsets = dict(usual.offsets)
        for name, number in self._row((*place, "offsets"), data.get("offsets")).items():
            if isinstance(number, int) and not isinstance(number, bool):
                offsets[name] = number
            else:
                self.faults.wrong((*place, "offsets", name), f"{quoted(number)} is not a number to add")
        split = dict(usual.split)
        for name, text in self._row((*place, "split"), data.get("split")).items():
            if isinstance(text, str) and text:
                split[name] = text
            else:
                self.faults.wrong(
                    (*place, "split", name), f"{quoted(text)} is not what separates values, like ','"
                )
        return Values(names, offsets, split)

    def _plain(self, place: Place, value: object) -> bool:
        good = isinstance(value, str | int) and not isinstance(value, bool)
        if not good:
            self.faults.wrong(place, f"{quoted(value)} is neither a name nor a number")
        return good

    def _seats(self) -> dict[str, int]:
        found = {}
        for name, seat in self._row(("seats",), self.data.get("seats")).items():
            if isinstance(seat, int) and not isinstance(seat, bool) and seat >= 1:
                found[name] = seat
            else:
                says = f"{quoted(seat)} is not a seat; seats are numbers from 1 on"
                self.faults.wrong(("seats", name), says)
        return found

    def _start(self) -> Start:
        data = self._row(("start",), self.data.get("start"))
        known = tuple(name for name in START_FIELDS if name not in NOT_OF[self.who])
        self._known(("start",), "field of a start", data, known)
        edition = str(data.get("edition", PRINTING))
        if edition not in self.printings:
            self.faults.no_name(("start", "edition"), "edition", edition, self.printings)
        who = self._texts(("start", self.who), data.get(self.who, []))
        if self.who == PAIR and len(who) > 1:
            self.faults.wrong(("start", PAIR), f"one name stands for both teams; given: {len(who)}")
        mode = self._texts(("start", "mode"), data.get("mode", []))
        readings = self._row(("start", "readings"), data.get("readings"))
        file = data.get("scenario")
        if file is not None and not isinstance(file, str):
            self.faults.wrong(("start", "scenario"), f"{quoted(file)} is not the name of a file")
        elif file is not None and set(data) != {"scenario"}:
            self.faults.wrong(("start", "scenario"), "a scenario file has all of a start itself")
        scenario = inside(self.path.parent, file) if isinstance(file, str) else None
        answers = {name: str(value) for name, value in readings.items()}
        return Start(who, answers, edition, scenario, mode[0] if mode else None)

    def _kinds(self, shape: str, values: Values, columns: tuple[str, ...]) -> Iterable[Kind]:
        kinds = self._row(("kinds",), self.data.get("kinds"))
        if not kinds:
            self.faults.wrong(("kinds",), "this says what each kind of line means, like `roll: {step: ...}`")
        for name, given in kinds.items():
            place: Place = ("kinds", name)
            body = {} if given == "ignore" else self._row(place, given)
            self._known(place, "field of a kind", body, KIND_FIELDS)
            says_nothing = not {"start", "step", "check"} & set(body) and set(body) != {"pattern"}
            if given != "ignore" and says_nothing:
                self.faults.wrong(place, "a kind has a start, a step or a check, or it is `ignore`")
            known = set(columns) if shape == "csv" and columns else None
            pattern = self._pattern(place, body, shape)
            if pattern is not None:
                known = set(pattern.names)
            made = self._kind(name, place, body, self._values(place, body, values), pattern)
            for one in made.fields:
                if known is not None and one not in known:
                    self.faults.no_name(place, "field of these lines", one, known)
            yield made

    def _pattern(self, place: Place, body: dict[str, Any], shape: str) -> Pattern | None:
        text = body.get("pattern")
        if shape != "text":
            if text is not None:
                self.faults.wrong((*place, "pattern"), "only `log: text` has patterns")
            return None
        if not isinstance(text, str):
            self.faults.wrong(
                (*place, "pattern"), "a kind of `log: text` has a pattern, a regular expression"
            )
            return None
        try:
            return Pattern(text)
        except BadPattern as error:
            says = f"{quoted(text)} is not a regular expression that audits take: {error}"
            self.faults.wrong((*place, "pattern"), says)
            return None

    def _kind(
        self, name: str, place: Place, body: dict[str, Any], values: Values, pattern: Pattern | None
    ) -> Kind:
        step, step_field = body.get("step", []), None
        if isinstance(step, dict):
            step_field = step.get("field")
            if not isinstance(step_field, str) or set(step) != {"field"}:
                self.faults.wrong((*place, "step"), f"{quoted(step)} is not `field: name`")
                step_field = None
            step = []
        steps = self._texts((*place, "step"), step)
        if ("choices" in body or "by" in body) and not (steps or step_field):
            self.faults.wrong(place, "`by` and `choices` belong to a step, and there is none")
        by = self._source((*place, "by"), body["by"]) if "by" in body else None
        choices = self._sources((*place, "choices"), body.get("choices"))
        checks = self._sources((*place, "check"), body.get("check"))
        who = self._begins(place, body)
        sources = (*who, step_field, by, *choices.values(), *checks.values())
        fields = [one for one in sources if isinstance(one, str)]
        fields += [one for slot in checks for one in PLACEHOLDER.findall(slot)]
        line = self.faults.document.lines.get(place, 1)
        return Kind(
            name, line, values, pattern, who, steps, step_field, by, choices, checks,
            tuple(dict.fromkeys(fields)),
        )  # fmt: skip

    def _begins(self, place: Place, body: dict[str, Any]) -> tuple[Source, ...]:
        if "start" not in body:
            return ()
        start = self._row((*place, "start"), body["start"])
        given = start.get(self.who)
        several = isinstance(given, list) and self.who != PAIR
        named = given if several else [given]
        if set(start) != {self.who} or not named or isinstance(given, list) > several:
            wanted = (
                "teams: field`"
                if self.who == PAIR
                else "heroes: [field, field]`, for seat 1, seat 2 and so on"
            )
            self.faults.wrong((*place, "start"), f"a start is `{wanted}")
            return ()
        where = (*place, "start", self.who)
        found = (self._source((*where, at) if several else where, one) for at, one in enumerate(named))
        return tuple(one for one in found if one is not None)

    def _sources(self, place: Place, value: object) -> dict[str, Source]:
        rows = {name: self._source((*place, name), one) for name, one in self._row(place, value).items()}
        return {name: source for name, source in rows.items() if source is not None}

    def _source(self, place: Place, value: object) -> Source | None:
        if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
            self.faults.wrong(place, f"{quoted(value)} is neither the name of a field nor a number")
            return None
        return value
