"""Games as an onlooker sees them: stages for plays, and positions in the words of a setup."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dicelaw.checker.walks.observed_play import Stage
from dicelaw.model.content.document import Document
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.games import KEPT
from dicelaw.oracle.games.ports import Opened
from dicelaw.oracle.games.session import Session


@lru_cache(maxsize=KEPT)
def stage_of(opened: Opened) -> Stage:
    """The stage of ``opened``; states are seen as an ``Observation`` has them."""
    return Stage(opened.machine, description(opened.machine.name).view(opened))


def session_of(setup: Mapping[str, Any], readings: Mapping[str, str] | None = None) -> Session:
    """A session at the beginning of ``setup``, a ``Setup`` of any game; ``readings`` win over its own.

    Raises UserError for one that cannot be.
    """
    return open_scenario(loaded(Document("setup", dict(setup)), setup["game"]), readings)
