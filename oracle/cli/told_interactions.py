"""How a check tries what entries of the user's own do to others, and tells of it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from dicelaw.oracle.cli.options import echo_line
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.told_verdicts import INDENT
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import CheckAsked

if TYPE_CHECKING:
    from dicelaw.oracle.atlas.result import Atlas

NONE = "not looked at; what breaks comes first"
MORE = 4
"""So many times as many pairs are proposed as were tried."""


def interactions(
    game: str, content: OwnContent, asked: CheckAsked, tell: Callable[[str, int, int | None], None]
) -> Atlas:
    """What the entries of ``content`` do to others, in the likeliest of their pairs."""
    from dicelaw.oracle.atlas.own_pairs import own_pairs
    from dicelaw.oracle.games.description import description

    fuzzing = description(game).fuzzing(game, content)
    return own_pairs(fuzzing, game, asked.seed, asked.pairs, asked.processes, partial(tell, "parts of pairs"))


def tell_interactions(atlas: Atlas | None, form: str, content: OwnContent) -> None:
    """Say what was seen, in ``form``, how many pairs are left, and how they are tried.

    Nothing is tried of content that breaks something by itself; then there is no ``atlas``.
    """
    from dicelaw.oracle.atlas.own_pairs import interaction_notes, of_interactions

    if atlas is None:
        if form == "json":
            echo_line({"part": "interactions", "pairs": 0, "says": NONE})
        else:
            say(f"{'together':8} {NONE}")
        return
    if form == "json":
        left = atlas.whole - len(atlas.tried)
        echo_line({"part": "interactions", "of": atlas.whole, "not_looked_at": left, **atlas.as_json()})
        return
    folder = shlex.quote(str(content.folder))
    say(f"{'together':8} {of_interactions(atlas)}")
    say(*(f"{INDENT}{note}" for note in interaction_notes(atlas)))
    if atlas.whole > (tried := len(atlas.tried)):
        more = min(MORE * tried, atlas.whole)
        say(f"{INDENT}more pairs: dicelaw check {folder} --pairs {more}", dim=True)
    says = f"all pairs as pages: dicelaw atlas {atlas.game} --content {folder} --out DIR"
    say(f"{INDENT}{says}", dim=True)
