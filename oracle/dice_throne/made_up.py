"""Heroes of Dice Throne that nobody has printed: status effects, abilities and cards of words at random."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import count
from random import Random
from typing import Any

from dicelaw.model.content.document import Document
from dicelaw.model.content.made_up import Entry, Maker, number
from dicelaw.model.dice_throne.declared.moments import TRIGGERS
from dicelaw.model.dice_throne.entries.builder import build
from dicelaw.model.dice_throne.entries.checking import TIMINGS
from dicelaw.model.dice_throne.language import EXPIRES, SIGNS, When
from dicelaw.model.dice_throne.schema import content_schema
from dicelaw.oracle.dice_throne.made_up_lines import Lines
from dicelaw.oracle.dice_throne.opening import EDITIONS, pack_of

SYMBOLS = ("cog", "cog", "cog", "nut", "nut", "pin")
SLOTS = ("bench", "wind-up", "whack", "duck")
TOKENS = ("spark", "rust")
"""The status effects that a hero has."""
BLOCK = "knack"
"""The block of lines that effects may use by name."""
NEEDS = ("3 cog", "2 nut", "2 pin", "small straight", "4 cog", "3 of a kind", "1 face 6", "5 pin")
ULTIMATE = "5 face 6"
"""What each Ultimate needs."""
HELD = ("no", "1", "2", "exactly 1", "exactly 2")
PLACES = {
    "OffenseEntry": "offense", "DefenseEntry": "defense",
    "TriggerEntry": "trigger", "PassiveEntry": "trigger",
}  # fmt: skip
"""The kinds of entries and what they say words as; all others are actions."""
NEVER = frozenset({"unknown", "id"})
"""An ability whose effect nobody knows does nothing; what may have no id of its own has none."""
EFFECTS = ("effect", "several")
"""The fields that have lines."""
MOST_LINES = 3
TRIES = 40
"""How many lines are drawn until one says something that its place allows."""
HARMLESS = "heal 1"


def document(id: str, draw: Random, *, first: bool = False) -> Entry:  # noqa: ARG001 (all are alike)
    """A content file with the hero ``id``, of letters and hyphens; it can be loaded beside our content."""
    return _Hero(id, draw).document()


def refused(document: Entry) -> bool:
    """Whether what loads content finds something wrong with ``document``, beside our status effects."""
    known = [{"id": id, "name": id, "sign": "positive", "limit": 1} for id in _ours()]
    read = Document("made-up", document)
    build([Document("ours", {"source": "ours", "statuses": known})], [read])
    return bool(read.problems)


class _Hero:
    def __init__(self, id: str, draw: Random) -> None:
        self.id, self.draw = id, draw
        self.tokens = [f"{id}-{name}" for name in TOKENS]
        self.blocks: dict[str, list[Any]] = {}
        numbers = count(1)

        def choice(*among: str) -> str:
            return draw.choice(among)

        says = {
            "id": lambda _: f"way-{next(numbers)}", "name": lambda _: "Made Up",
            "sign": lambda _: choice(*SIGNS), "expires": lambda _: choice(*EXPIRES[1:]),
            "spares": lambda _: id,
            "timing": lambda _: choice(*TIMINGS), "at": lambda _: choice(*(one.lines[0] for one in TRIGGERS)),
            "when": lambda _: choice(*(one.name.lower().replace("_", "-") for one in When)),
            "have": lambda _: f"{choice(*HELD)} {choice(*self.tokens)}",
            "slot": lambda _: choice(*SLOTS), "needs": lambda _: choice(*NEEDS),
            "limits": lambda _: {choice(*self.tokens): number(1, 10, draw)},
            **dict.fromkeys(("once", "dice_of"), lambda _: choice(*self.tokens)),
            **{f"{kind}.{field}": self._effect for kind in _schema()["$defs"] for field in EFFECTS},
        }  # fmt: skip
        self.maker = Maker(_schema(), draw, says, NEVER)

    def document(self) -> Entry:
        """The file: most effects name the hero's own status effects, so that entries meet."""
        self.blocks = {BLOCK: self._effect("CardEntry")}
        statuses = [
            self._grown("StatusEntry", {"id": name, "name": _title(name), "spend": []})
            for name in self.tokens
        ]
        for status in statuses:
            status["spend"] = [self._use_of(status)]
        gains = [f"gain {name}" for name in self.tokens]
        whack = {"slot": "whack", "name": "Whack"}
        levels: list[Entry] = [{"level": 1}, {"level": 2}, {"level": 3, "ultimate": True, "needs": ULTIMATE}]
        first = self._grown("OffenseEntry", {"slot": "wind-up", "name": "Wind Up", "level": 1})
        fixed = {
            "offense": [
                {**first, "effect": [*gains, *first["effect"]]},
                *(self._grown("OffenseEntry", {**whack, **level}) for level in levels),
            ],
            "defense": [self._grown("DefenseEntry", {"slot": "duck", "name": "Duck", "level": 1})],
            "board": [
                self._grown(
                    "BoardEntry",
                    {"id": "forge", "name": "Forge", "slot": "bench", "level": 1, **self._spending()},
                )
            ],
            "upgrades": [{"slot": "whack", "level": 2, "cost": number(0, 15, self.draw)}],
            "cards": [
                self._grown("CardEntry", {"id": f"card-{at}", "name": f"Card {at}"}) for at in range(1, 4)
            ],
        }  # fmt: skip
        found = self._file(statuses, {})
        hero = self.maker.grown(
            "HeroEntry", {**found["hero"], **fixed},
            lambda hero: not refused({**found, "hero": hero}), often=1 / 3,
        )  # fmt: skip
        return {**found, "hero": hero}

    def _spending(self) -> Entry:
        """What an action on the board spends: nothing, or tokens of one kind and how many."""
        if self.draw.random() < 1 / 2:
            return {}
        return {"spends": self.draw.choice(self.tokens), "tokens": number(1, 3, self.draw)}

    def _use_of(self, status: Entry) -> Entry:
        """What a token of ``status`` can be spent for, which may hang on its being this one."""
        return self.maker.grown(
            "SpendEntry", {"id": "use", "name": "Use"},
            lambda use: not refused(self._file([{**status, "spend": [use]}], {})),
        )  # fmt: skip

    def _grown(self, kind: str, fixed: Entry) -> Entry:
        return self.maker.grown(kind, fixed, lambda entry: not refused(self._holding(kind, entry)))

    def _effect(self, kind: str) -> list[Any]:
        """Up to three lines or blocks that an entry of this ``kind`` may say, one after another."""
        lines = Lines(self.draw, PLACES.get(kind, "action"), SYMBOLS, self.tokens, _ours(), [*self.blocks])
        found: list[Any] = []
        wanted = self.draw.randint(1, MOST_LINES)
        for _ in range(TRIES):
            if len(found) == wanted:
                break
            more = [*found, lines.step()]
            if not refused(self._holding(kind, self._bare(kind) | {"effect": more})):
                found = more
        return found or [HARMLESS]

    def _holding(self, kind: str, entry: Entry) -> Entry:
        """A content file with nothing but the bare hero and ``entry``, which is of this ``kind``."""
        if kind == "StatusEntry":
            return self._file([entry], {})
        field = _held_by("StatusEntry").get(kind)
        if field is not None:
            first, *others = map(self._bare_status, self.tokens)
            return self._file([{**first, field: [entry]}, *others], {})
        return self._file([], {_held_by("HeroEntry")[kind]: [entry]})

    def _file(self, statuses: list[Entry], hero: Entry) -> Entry:
        there = [status["id"] for status in statuses]
        bare = [self._bare_status(name) for name in self.tokens if name not in there]
        empty: Entry = {"offense": [], "defense": []}
        named = {"id": self.id, "name": _title(self.id), "symbols": [*SYMBOLS], "slots": [*SLOTS]}
        whole = {**named, "blocks": self.blocks, **empty, **hero}
        return {"source": "made up by dicelaw", "statuses": [*statuses, *bare], "hero": whole}

    def _bare(self, kind: str) -> Entry:
        """An entry of this ``kind`` that says as little as one can."""
        fixed = {
            "id": "bare", "name": "Bare", "slot": SLOTS[0], "level": 1, "needs": NEEDS[0], "dice": 1,
            "timing": "main", "cost": 0, "at": TRIGGERS[0].lines[0], "effect": [],
        }  # fmt: skip
        return {name: fixed[name] for name in self.maker.kind(kind)["required"]}

    @staticmethod
    def _bare_status(id: str) -> Entry:
        return {"id": id, "name": _title(id), "sign": "positive", "limit": 7}


@cache
def _schema() -> Mapping[str, Any]:
    return content_schema()


@cache
def _held_by(kind: str) -> Mapping[str, str]:
    """The kinds of entries that are in lists of one of this ``kind``, and what these are called."""
    fields = _schema()["$defs"][kind]["properties"].items()
    refers = {one.get("items", {}).get("$ref", "").rpartition("/")[2]: name for name, one in fields}
    return {inner: name for inner, name in refers.items() if inner.endswith("Entry")}


@cache
def _ours() -> tuple[str, ...]:
    """Our status effects, all but the one that stands for none."""
    return tuple(status.id for status in pack_of(EDITIONS[0]).statuses[1:])


def _title(id: str) -> str:
    return id.replace("-", " ").title()
