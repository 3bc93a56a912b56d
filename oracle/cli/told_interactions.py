"""How a check tries a sample of what entries of the user's own do to others, and tells of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.oracle.cli.options import echo_line
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.told_verdicts import INDENT
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import CheckAsked

if TYPE_CHECKING:
    from dicelaw.oracle.atlas.result import Atlas


def interactions(game: str, content: OwnContent, asked: CheckAsked) -> Atlas:
    """A sample of what the entries of ``content`` do to others."""
    from dicelaw.oracle.atlas.sampled import sampled
    from dicelaw.oracle.games.description import description

    return sampled(description(game).fuzzing(game, content), game, asked.seed, asked.processes)


def tell_interactions(atlas: Atlas, form: str, content: OwnContent) -> None:
    """Say what was seen, in ``form``, and how all pairs are tried."""
    from dicelaw.oracle.atlas.sampled import interaction_notes, of_interactions

    if form == "json":
        echo_line({"part": "interactions", "of": atlas.whole, **atlas.as_json()})
        return
    say(f"{'together':8} {of_interactions(atlas)}")
    say(*(f"{INDENT}{note}" for note in interaction_notes(atlas)))
    says = f"all pairs: dicelaw atlas {atlas.game} --content {content.folder} --out DIR"
    say(f"{INDENT}{says}", dim=True)
