"""Content that nobody has written, for a campaign, and the least of it that shows what was found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from pathlib import Path
from random import Random
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from typing import Any

from dicelaw.checker.files import staged, write_whole
from dicelaw.model.content.made_up import Place, optional
from dicelaw.model.games import game_of
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.fuzz.find import Find
from dicelaw.oracle.fuzz.shrink import Player
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.own_content import OwnContent, own_content
from dicelaw.oracle.games.ports import lacks

PART = "made_up"
"""The module in the folder of a game that makes content up: ``document(id, draw, first)`` is a content file.

Its ids are ``id``, or begin with that and a hyphen; of a folder one file is ``first``. ``refused(document)``
says whether a file cannot be loaded.
"""
_NAMES = re.compile(r"[a-z0-9-]+")
PREFIX = "made-up-"
"""What the name of a file begins with, and the id of what is in it."""
FOLDER = "content"
"""Where made-up content lies in the folder of a campaign."""
LESS = 24
"""How many smaller contents are played for one find; each is a game of its own, which takes seconds."""


def made_up(game: str, folder: Path, count: int, seed: int) -> OwnContent:
    """``count`` heroes or cards at random, each in a file of ``folder``; the same for the same ``seed``.

    Raises UserError for a game that makes none up, and for a folder that cannot be written.
    """
    known = game_of(game)
    if not known.has("oracle", PART):
        raise lacks(game, "made-up content")
    document = known.part("oracle", PART).document
    files = {}
    for number in range(count):
        id = f"{PREFIX}{_letters(number)}"
        made = document(id, Random(f"{seed}/{number}"), first=not number)
        files[folder / f"{id}.yaml"] = _text(made)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for other in {*folder.glob(f"{PREFIX}*.yaml")} - set(files):
            other.unlink()
        with staged(files):
            pass
    except OSError as error:
        raise UserError(f"{error.filename or folder}: this cannot be written: {error.strerror}") from None
    return own_content(folder)


def least_content(game: str, content: OwnContent, find: Find) -> str:
    """The text of a content file in which the play of ``find`` still shows it, with as little as was found.

    It is empty where no made-up content is played, or the find is not shown by what one file can have.
    """
    of = description(game)
    fuzzing = of.fuzzing(game, content, of.mode_of(find.setup))
    played = {*find.pairing, *fuzzing.entries(find.pairing)}
    files = sorted(content.folder.glob("*.yaml"), key=lambda path: (len(path.stem), path.stem))
    document = _joined([_read(path) for path in files if _has_some(path.stem, played)])
    shows = _showing(game, find)
    if not document or not shows(document):
        return ""
    schema = game_of(game).part("model", "schema").content_schema()
    refused = game_of(game).part("oracle", PART).refused
    said = json.dumps([find.pairing, find.setup, find.decisions])
    return _text(_lessened(document, schema, shows, refused, {*_NAMES.findall(said)}))


def _has_some(id: str, played: Iterable[str]) -> bool:
    """Whether some of what is ``played`` is of the file that is called ``id``."""
    return any(one == id or one.startswith(f"{id}-") for one in played)


def _read(path: Path) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _joined(documents: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """One content file with the lists of all; an empty one where there are two of what one file has once."""
    found: dict[str, Any] = {}
    for name, part in (row for document in documents for row in document.items()):
        if isinstance(part, list):
            found[name] = [*found.get(name, ()), *part]
        elif found.setdefault(name, part) != part:
            return {}
    return found


def _showing(game: str, find: Find) -> Callable[[Mapping[str, Any]], bool]:
    """Whether the play of ``find`` shows it with a content file beside ours."""

    def shows(document: Mapping[str, Any]) -> bool:
        with TemporaryDirectory() as folder, suppress(UserError):
            write_whole(Path(folder) / "made-up.yaml", _text(document))
            of = description(game)
            fuzzing = of.fuzzing(game, own_content(Path(folder)), of.mode_of(find.setup))
            player = Player(fuzzing.arena(find.pairing), find.fault.id)
            return player.shown(find.setup, find.decisions, find.fault) is not None
        return False

    return shows


def _lessened(
    document: Mapping[str, Any], schema: Mapping[str, Any], shows: Callable[[Any], bool],
    refused: Callable[[Any], bool], named: Set[str] = frozenset(),
) -> Mapping[str, Any]:  # fmt: skip
    """``document`` without what ``schema`` lets be left out while it ``shows`` the same.

    Entries that are ``named`` stay. Many things at a time are left out at first. This is delta debugging
    (ddmin) without a second round, and ends after :data:`LESS` tries; what is ``refused`` is not tried.
    """
    out: list[Place] = []
    waiting = [place for place in optional(schema, document) if named.isdisjoint(_ids(_at(document, place)))]
    tries, size = LESS, len(waiting)
    while size and tries:
        kept = []
        for chunk in [waiting[at : at + size] for at in range(0, len(waiting), size)]:
            less = _without(document, [*out, *chunk])
            if not tries or refused(less):
                kept += chunk
                continue
            tries -= 1
            if shows(less):
                out += chunk
            else:
                kept += chunk
        waiting, size = kept, size // 2
    found: Mapping[str, Any] = _without(document, out)
    return found


def _at(node: Any, place: Place) -> Any:
    """What stands at ``place`` in ``node``."""
    for step in place:
        node = node[step]
    return node


def _ids(node: Any) -> Iterator[str]:
    """The ids of the entries in ``node``."""
    parts: Iterable[Any] = node if isinstance(node, list) else ()
    if isinstance(node, Mapping):
        parts = node.values()
        yield str(node.get("id", ""))
    for part in parts:
        yield from _ids(part)


def _without(node: Any, places: Collection[Place], path: Place = ()) -> Any:
    """A copy of ``node`` without what stands at ``places``."""
    if isinstance(node, Mapping):
        return {
            name: _without(part, places, (*path, name))
            for name, part in node.items()
            if (*path, name) not in places
        }
    if isinstance(node, Sequence) and not isinstance(node, str):
        return [
            _without(part, places, (*path, number))
            for number, part in enumerate(node)
            if (*path, number) not in places
        ]
    return node


def _text(document: Mapping[str, Any]) -> str:
    """``document`` as JSON, and so as YAML too."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _letters(number: int) -> str:
    """``number`` in letters: a, b, ..., z, aa, ab and so on."""
    more, last = divmod(number, len(ascii_lowercase))
    return (_letters(more - 1) if more else "") + ascii_lowercase[last]
