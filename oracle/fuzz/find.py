"""Finds: what is wrong, by which entries, and the smallest play found that shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from dicelaw.oracle.fuzz.arena import Pairing
from dicelaw.oracle.fuzz.faults import CYCLE, FOREVER, LIMIT, READING, Fault
from dicelaw.oracle.fuzz.shrink import Shown

_NAME = re.compile(r"[^a-z0-9]+")
LONGEST = 80


@dataclass(frozen=True)
class Find:
    """A fault, the ``entries`` that it takes, and the play of ``decisions`` from ``setup`` that shows it.

    ``number`` is that of the play in which it was met. Of a departure of an implementation ``rules`` decide,
    the most particular first, and ``illegal`` has the decision that it wrongly allows in the end, if one.
    """

    kind: str
    about: str
    says: str
    entries: tuple[str, ...]
    pairing: Pairing
    setup: Mapping[str, Any]
    decisions: Sequence[Mapping[str, Any]]
    number: int
    rules: tuple[str, ...] = ()
    illegal: tuple[Mapping[str, Any], ...] = ()

    @property
    def fault(self) -> Fault:
        """What is wrong."""
        return Fault(self.kind, self.about, self.says, 0)

    @property
    def is_known(self) -> bool:
        """Whether it is of a kind that is known: what hangs on a reading is said by the specs."""
        return self.kind == READING

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What tells this find from others."""
        return self.fault.id, self.entries

    @property
    def name(self) -> str:
        """What its files are called."""
        said = _NAME.sub("-", "-".join((self.fault.id, *self.entries))).strip("-")[:LONGEST]
        return f"{said}-{blake2b(repr(self.key).encode(), digest_size=3).hexdigest()}"

    def core(self, own: Set[str]) -> frozenset[str]:
        """Those at fault that are among ``own``, and if none is, all."""
        return frozenset(self.entries).intersection(own) or frozenset(self.entries)

    def is_like(self, other: Find, own: Set[str]) -> bool:
        """Whether it is the same fault of the same entries as ``other``."""
        return (self.fault.id, self.core(own)) == (other.fault.id, other.core(own))

    def covers(self, fault: Fault, used: Set[str], own: Set[str]) -> bool:
        """Whether ``fault`` in a play of the entries ``used`` may well be this one again, or come of it.

        It is where those that are ``own`` are used, whatever of ours is.
        """
        comes_of_it = self.kind == CYCLE and fault.kind in (LIMIT, FOREVER)
        return (fault.id == self.fault.id or comes_of_it) and used >= self.core(own)

    def as_json(self) -> dict[str, Any]:
        """This as plain values."""
        return {
            "dicelaw_find": 1, "kind": self.kind, "about": self.about, "says": self.says,
            "entries": list(self.entries), "pairing": list(self.pairing), "play": self.number,
            "setup": dict(self.setup), "decisions": [dict(one) for one in self.decisions],
            "rules": list(self.rules), "illegal": [dict(one) for one in self.illegal],
        }  # fmt: skip


def find_of(found: Mapping[str, Any]) -> Find:
    """The find that ``found`` is, from :meth:`Find.as_json`. Raises KeyError and TypeError."""
    return Find(
        str(found["kind"]), str(found["about"]), str(found["says"]), tuple(map(str, found["entries"])),
        tuple(map(str, found["pairing"])), dict(found["setup"]), [dict(one) for one in found["decisions"]],
        int(found["play"]), tuple(map(str, found.get("rules", ()))),
        tuple(dict(one) for one in found.get("illegal", ())),
    )  # fmt: skip


def made(shown: Shown, entries: tuple[str, ...], pairing: Pairing, number: int) -> Find:
    """The find that ``shown`` is."""
    fault = shown.fault
    return Find(fault.kind, fault.about, fault.says, entries, pairing, shown.setup, shown.decisions, number)


def told(find: Find) -> list[str]:
    """The play of ``find``, a line a decision, without passes but the last; what is wrongly legal then."""
    told = [one for one in find.decisions[:-1] if one["text"] != "pass"]
    rows = [f"{one['actor']}: {one['text']}  [{one['transition']}]" for one in (*told, *find.decisions[-1:])]
    return [*rows, *(f"{one['actor']} may not: {one['text']}  [{one['transition']}]" for one in find.illegal)]
