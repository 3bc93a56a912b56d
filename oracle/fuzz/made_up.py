"""Content that nobody has written, for a campaign, and the least of it that shows what was found."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from typing import Any

from dicelaw.checker.files import staged, write_whole
from dicelaw.model.games import game_of
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.fuzz.find import Find
from dicelaw.oracle.fuzz.judging import ByRules
from dicelaw.oracle.fuzz.tally import Tally
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.own_content import OwnContent, own_content
from dicelaw.oracle.games.ports import lacks

PART = "made_up"
"""The module in the folder of a game that makes content up: ``document(id, draw)`` is a content file."""
FOLDER = "content"
"""Where made-up content lies in the folder of a campaign."""
LESS = 40
"""How many smaller contents are tried for one find."""
ENTRIES = ("statuses", "cards", "board", "passives", "triggers", "spend", "effect", "when")
"""The lists of a content file of which single things can be left out."""
Place = tuple[str | int, ...]


def made_up(game: str, folder: Path, count: int, seed: int) -> OwnContent:
    """``count`` heroes at random, each in a file of ``folder``; the same for the same ``seed``.

    Raises UserError for a game that makes none up, and for a folder that cannot be written.
    """
    known = game_of(game)
    if not known.has("oracle", PART):
        raise lacks(game, "made-up content")
    document = known.part("oracle", PART).document
    files = {}
    for number in range(count):
        id = f"made-up-{_letters(number)}"
        files[folder / f"{id}.yaml"] = _text(document(id, Random(f"{seed}/{number}")))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for other in {*folder.glob("made-up-*.yaml")} - set(files):
            other.unlink()
        with staged(files):
            pass
    except OSError as error:
        raise UserError(f"{error.filename or folder}: this cannot be written: {error.strerror}") from None
    return own_content(folder)


def least_content(game: str, content: OwnContent, find: Find) -> str:
    """The text of a content file in which the play of ``find`` still shows it, with as little as was found.

    It is empty where the find is in no made-up hero, or is not shown by that one alone.
    """
    heroes = [content.folder / f"{hero}.yaml" for hero in find.pairing]
    own = [path for path in heroes if path.exists()]
    if len({*own}) != 1:
        return ""
    document = json.loads(own[0].read_text(encoding="utf-8"))
    shows = _showing(game, find)
    return _text(_lessened(document, shows)) if shows(document) else ""


def _showing(game: str, find: Find) -> Callable[[Mapping[str, Any]], bool]:
    """Whether the play of ``find`` shows it with a content file beside ours."""

    def shows(document: Mapping[str, Any]) -> bool:
        with TemporaryDirectory() as folder, suppress(UserError):
            write_whole(Path(folder) / "made-up.yaml", _text(document))
            of = description(game)
            fuzzing = of.fuzzing(game, own_content(Path(folder)), of.mode_of(find.setup))
            return ByRules(fuzzing, find.pairing, Tally()).shows(find)
        return False

    return shows


def _lessened(document: Mapping[str, Any], shows: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
    """``document`` without what can be left out while it ``shows`` the same, many things at a time at first.

    This is delta debugging (ddmin) without a second round, and ends after :data:`LESS` tries.
    """
    out: list[Place] = []
    waiting, tries = [*_places(document)], LESS
    size = len(waiting)
    while size and tries:
        kept = []
        for chunk in [waiting[at : at + size] for at in range(0, len(waiting), size)]:
            tries -= 1
            if tries >= 0 and shows(_without(document, [*out, *chunk])):
                out += chunk
            else:
                kept += chunk
        waiting, size, tries = kept, size // 2, max(tries, 0)
    found: Mapping[str, Any] = _without(document, out)
    return found


def _places(node: Any, path: Place = ()) -> Iterator[Place]:
    """Where something stands in ``node`` that can be left out."""
    if isinstance(node, Mapping):
        for name, part in node.items():
            yield from _places(part, (*path, name))
    elif isinstance(node, Sequence) and not isinstance(node, str):
        for number, part in enumerate(node):
            if path[-1] in ENTRIES:
                yield (*path, number)
            yield from _places(part, (*path, number))


def _without(node: Any, places: Collection[Place], path: Place = ()) -> Any:
    """A copy of ``node`` without what stands at ``places``."""
    if isinstance(node, Mapping):
        return {name: _without(part, places, (*path, name)) for name, part in node.items()}
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
