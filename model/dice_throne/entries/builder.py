"""From content files to a pack. Imported only when content is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from dicelaw.model.content.checking import checked, unknown
from dicelaw.model.content.document import ContentError, Document, Path
from dicelaw.model.dice_throne import schema
from dicelaw.model.dice_throne.entries.checking import check_companion, moment, timing
from dicelaw.model.dice_throne.entries.entries import Dialect, Entries
from dicelaw.model.dice_throne.entries.heroes import hero_of
from dicelaw.model.dice_throne.language import (
    EXPIRES,
    SIGNS,
    Action,
    Card,
    Companion,
    Hero,
    Pack,
    Status,
    Trigger,
)
from dicelaw.model.foreign.shown import quoted

Page = tuple[Document, schema.Page]
NOTHING = Status("none", "", "unique", 0)


class _Heroes(Mapping[str, Hero]):
    """The heroes of our own files, each made when it is asked for, as a duel has two of them; then others."""

    def __init__(
        self, own: Sequence[Page], others: Sequence[Page], entries: Entries, common: Sequence[Card]
    ) -> None:
        self._entries, self._common = entries, common
        self._pages = {page.hero["id"]: (document, page.hero) for document, page in own if page.hero}
        for id, (document, _) in self._pages.items():
            entries.is_new(document, ("hero", "id"), "hero", id)
        made = (self._hero(document, page.hero) for document, page in others if page.hero is not None)
        self._made = {hero.id: hero for hero in made if hero}
        self._ids = (*self._pages, *self._made)

    def _hero(self, document: Document, entry: object) -> Hero | None:
        hero = hero_of(document, entry, self._entries)
        return replace(hero, cards=(*hero.cards, *self._common)) if hero else None

    def __getitem__(self, id: str) -> Hero:
        if id not in self._made:
            document, entry = self._pages[id]
            hero = self._hero(document, entry)
            if hero is None or document.problems:
                raise ContentError(document.problems, document.more)
            self._made[id] = hero
        return self._made[id]

    def __contains__(self, id: object) -> bool:
        return id in self._ids

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


def build(own: Sequence[Document], others: Sequence[Document]) -> Pack:
    """The pack in our ``own`` documents and in ``others``: what is wrong with these is noted there.

    Where something is, the pack is not to be used.
    """
    ours, given = _pages(own), _pages(others)
    pages = (*ours, *given)
    entries = _entries(pages, all_read=len(pages) == len(own) + len(others))
    statuses = [status for document, page in pages for status in _statuses(document, page, entries)]
    heroes = [str(page.hero.get("id")) for _, page in pages if page.hero is not None]
    for document, page in pages:
        for place, data in enumerate(page.statuses):
            name = data.get("spares") if isinstance(data, dict) else None
            if entries.every_status and isinstance(name, str) and name and name not in heroes:
                document.wrong(("statuses", place, "spares"), unknown("hero", name, heroes))
    common = [
        Card(action)
        for document, page in pages
        for action in entries.cards(document, page.common, ("common",), "common", Dialect(named=page.blocks))
    ]
    companions = [one for document, page in pages for one in _companions(document, page, entries)]
    return Pack(
        statuses=(NOTHING, *statuses),
        heroes=_Heroes(ours, given, entries, common),
        companions={companion.id: companion for companion in companions},
    )


def _pages(documents: Sequence[Document]) -> list[Page]:
    """What each of ``documents`` says that can be read and has the form of one."""
    read = [one for one in documents if not one.problems]
    pages = ((one, checked(schema.Page, one.data, one, ())) for one in read)
    return [(document, page) for document, page in pages if page is not None]


def _entries(pages: Sequence[Page], *, all_read: bool) -> Entries:
    """The status effects are numbered before any effect is compiled, as effects name them."""
    numbers: dict[str, int] = {}
    limits: dict[str, int] = {}
    entries = Entries(numbers, all_read, limits)
    for document, page in pages:
        for place, data in enumerate(page.statuses):
            name = data.get("id") if isinstance(data, dict) else None
            if not isinstance(name, str):
                entries.every_status = False
            elif entries.is_new(document, ("statuses", place, "id"), "status effect", name):
                numbers[name] = len(numbers) + 1
                if isinstance(limit := data.get("limit"), int):
                    limits[name] = limit
    return entries


def _statuses(document: Document, page: schema.Page, entries: Entries) -> Iterator[Status]:
    for place, data in enumerate(page.statuses):
        path: Path = ("statuses", place)
        entry = checked(schema.StatusEntry, data, document, path)
        if entry is None:
            continue
        if entry.sign not in SIGNS:
            document.wrong((*path, "sign"), unknown("sign", entry.sign, SIGNS))
        if entry.expires not in EXPIRES:
            document.wrong((*path, "expires"), unknown("end", entry.expires, EXPIRES[1:]))
        traits = entry.model_dump(exclude={"spend", "triggers", "source", "alternatives", "rules"})
        dialect = Dialect(named=page.blocks)
        spend = tuple(_spend(document, entry, (*path, "spend"), entries, dialect))
        triggers = tuple(_triggers(document, entry, (*path, "triggers"), entries, dialect))
        yield Status(**traits, spend=spend, triggers=triggers, rules=tuple(entry.rules))


def _triggers(
    document: Document, status: schema.StatusEntry, path: Path, entries: Entries, dialect: Dialect
) -> Iterator[Trigger]:
    for place, data in enumerate(status.triggers):
        here = (*path, place)
        entry = checked(schema.TriggerEntry, data, document, here)
        if entry is None:
            continue
        when = moment(document, here, entry.at)
        program = entries.program(document, entry.effect, (*here, "effect"), dialect)
        if when is not None:
            several = entries.several(document, entry, here, dialect)
            yield Trigger(when, program, entry.each, tuple(entry.rules), several)


def _spend(
    document: Document, status: schema.StatusEntry, path: Path, entries: Entries, dialect: Dialect
) -> Iterator[Action]:
    number, owner = entries.numbers.get(status.id, 0), f"status/{status.id}"
    for place, data in enumerate(status.spend):
        here = (*path, place)
        entry = checked(schema.SpendEntry, data, document, here)
        if entry and entries.is_new(document, (*here, "id"), "way to spend", f"{status.id}/{entry.id}"):
            if not (entry.tokens or entry.have):
                entry = entry.model_copy(update={"have": f"1 {status.id}"})
            printed = timing(document, here, entry.timing)
            token = number if entry.tokens else 0
            action = entries.action(
                document, entry, here, owner, dialect, entry.cp, printed, token, entry.tokens
            )
            if not entry.tokens and action.held and (action.held != number or action.held_least < 1):
                says = f"{quoted(entry.have)} lets a player without {status.id} use it"
                document.wrong((*here, "have"), f"{says}; allowed with `tokens: 0`: `1 {status.id}` or more")
            yield action


def _companions(document: Document, page: schema.Page, entries: Entries) -> Iterator[Companion]:
    for place, data in enumerate(page.companions):
        path: Path = ("companions", place)
        entry = checked(schema.CompanionEntry, data, document, path)
        check_companion(document, path, entry)
        if entry and entries.is_new(document, (*path, "id"), "companion", entry.id):
            yield Companion(entry.id, entry.name, entry.health, entry.max, entry.plus, tuple(entry.rules))
