"""Loading content: our own heroes, cards and status effects, and those in folders of the user's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from dicelaw.model.content.document import ContentError, Document, Problem, problems_of, read
from dicelaw.model.content.folder import content_files
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.foreign.files import Unreadable
from dicelaw.model.foreign.shown import quoted

__all__ = ["DECK_MAX", "EDITIONS", "ContentError", "Problem", "load_pack"]

EDITIONS = ("2017", "later")
"""The printings whose figures differ."""
DECK_MAX = 60
"""How many cards a deck may have, with the common ones."""


def load_pack(folders: Sequence[Path] = (), edition: str = "later") -> Pack:
    """All content of this package and of the ``*.yaml`` files in ``folders``, for one printing of the game.

    Each of our heroes is made when it is asked for. Raises :class:`ContentError`, which names everything
    that is wrong.
    """
    from dicelaw.model.dice_throne.entries.builder import build

    if edition not in EDITIONS:
        says = f"unknown edition {quoted(edition)}; allowed: {', '.join(EDITIONS)}"
        raise ContentError([Problem("", 0, "edition", says)])
    own = [replace(one, problems=[*one.problems]) for one in _own_documents(edition)]
    documents: list[Document] = []
    problems: list[Problem] = []
    for folder in folders:
        try:
            found = content_files(Path(folder))
        except Unreadable as why:
            problems.append(Problem(str(why.path), why.line, "", why.says))
            continue
        documents += [read(str(path), content, edition, EDITIONS) for path, content in found]
    pack = build(own, documents)
    for document in (*own, *documents) if any(map(_adds_common_cards, documents)) else documents:
        _check_hero(document, pack)
    problems += problems_of([*own, *documents])
    if problems:
        raise ContentError(problems, sum(document.more for document in documents))
    return pack


@cache
def _own_documents(edition: str) -> tuple[Document, ...]:
    """Our own files as they are read, before anything is made of them."""
    return tuple(read(name, content, edition, EDITIONS) for name, content in _own_files())


def _own_files() -> Iterator[tuple[str, bytes]]:
    folder = files("dicelaw.model.dice_throne") / "content"
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".yaml"):
            yield f"dicelaw:content/{entry.name}", entry.read_bytes()


def _adds_common_cards(document: Document) -> bool:
    return isinstance(document.data, dict) and bool(document.data.get("common"))


def _check_hero(document: Document, pack: Pack) -> None:
    """Note what keeps a hero from being played whose entries are all right."""
    entry = document.data.get("hero") if isinstance(document.data, dict) else None
    if not isinstance(entry, dict):
        return
    for field in ("offense", "defense"):
        if entry.get(field) == []:
            document.wrong(("hero", field), "[] is empty; allowed: at least one ability")
    hero = pack.heroes.get(str(entry.get("id")))
    if hero is not None and len(hero.cards) > DECK_MAX:
        says = f"with the common cards the deck has {len(hero.cards)} cards; allowed: at most {DECK_MAX}"
        document.wrong(("hero", "cards"), says)
