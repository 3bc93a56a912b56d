"""What programs are told of a game of Dice Masters.

Nothing in the state is hidden: every die goes to a bag in the open, and in which order dice will come out of
it is decided by chance when they are drawn, so there is nothing that could be told before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_masters import facts, standing, testing
from dicelaw.oracle.dice_masters.moments import moment
from dicelaw.oracle.dice_masters.opening import default_teams, open_table, table_pack
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.description import Beginnings, Description, Seeking
from dicelaw.oracle.games.games import known_game, open_machine
from dicelaw.oracle.games.in_the_open import InTheOpen
from dicelaw.oracle.games.modes import OneWay
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from dicelaw.checker.walks.observed_play import View
    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.expressions import Expr
    from dicelaw.model.kernel.graph import Transition
    from dicelaw.oracle.conform.coverage import Coverage
    from dicelaw.oracle.fuzz.arena import Fuzzing
    from dicelaw.oracle.games.decisions import Wanted
    from dicelaw.oracle.games.departures import Departure
    from dicelaw.oracle.games.ports import Opened
    from dicelaw.specs.rulings import Rulings


OF_THE_TURN = ("draw", "roll", "reroll/roll")
"""The timing points at which chance is about the dice of the active player."""


class TableDescription(OneWay, InTheOpen):
    """See :class:`Description`."""

    who = "teams"
    chance_about = "turn"
    implied = frozenset({"global/reactive-decide-now", "queue/interrupt@2016"})

    def begun(
        self,
        game: str,
        seats: Mapping[str, Any],
        readings: Mapping[str, str],
        edition: str,  # noqa: ARG002 (the edition is in the name of the game)
        content: OwnContent | None,
    ) -> Session:
        """See :class:`Description`; ``teams`` are those of the two seats."""
        if seats.get("heroes"):
            raise UserError(f"{game} has teams, no heroes; leave heroes out", ExitCode.USAGE)
        return Session(
            open_machine(game, (), seats.get("teams"), readings, content=content, mode=seats.get("mode"))
        )

    def standing(self, session: Session, state: State) -> dict[str, Any]:
        """See :class:`Description`."""
        return standing.standing(_table(session.game), session.reader, state)

    def whose(self, opened: Opened, transition: Transition) -> Expr | None:
        """See :class:`Description`: until dice are used, the active player's are drawn and rolled."""
        return _table(opened).table.turn if transition.source in OF_THE_TURN else None

    def view(self, opened: Opened) -> View:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_masters.view import view_of

        return view_of(_table(opened))

    def view_across(self, opened: Opened) -> View:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_masters.view import view_across

        return view_across(_table(opened))

    def between(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """See :class:`Description`: the teams."""
        return (setup["teams"],)

    def openings(self, game: str, _mode: str = "") -> Sequence[Mapping[str, Any]]:
        """See :class:`Description`: all teams that we have, those of the demo first."""
        first = default_teams(game)
        teams = sorted(table_pack().teams, key=lambda name: (name != first, name))
        return [
            {"game": game, "teams": one, "players": [{}, {}], "turn": "1", "start": "setup"} for one in teams
        ]

    def records(self, game: str) -> Sequence[Traversable]:
        """See :class:`Description`."""
        return [_folder(game) / "vectors"]

    def ruled(self, game: str) -> Traversable:
        """See :class:`Description`."""
        return _folder(game) / "ruling-vectors"

    def rulings(self) -> Rulings:
        """See :class:`Description`."""
        from dicelaw.specs.dice_masters.rulings import load

        return load()

    def setup_of(self, scenario: Any, answers: Mapping[str, str]) -> dict[str, Any]:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_masters.scenario import setup_of

        return setup_of(scenario, answers)

    def begins(self, opened: Opened) -> Mapping[str, Expr]:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_masters.scenario import begins

        return begins(_table(opened))

    def departures(self, session: Session) -> Iterable[Departure]:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_masters.departures import departures

        return departures(session)

    moment = staticmethod(moment)
    option = staticmethod(facts.option)
    facts = staticmethod(facts.facts)

    own_rules = staticmethod(testing.own_rules)
    used = staticmethod(testing.used)
    places = staticmethod(testing.places)
    setup_here = staticmethod(testing.setup_here)

    def spoken(self, game: str, text: str) -> str:
        """See :class:`Description`: starting dice are Sidekicks or NPCs by edition."""
        from dicelaw.oracle.dice_masters.scenario import in_edition

        return in_edition(text, game)

    def meant(self, _session: Session, wanted: Wanted) -> Wanted:
        """See :class:`Description`: every way is for all that it can name."""
        return wanted

    def owner(self, _session: Session, _move: Move) -> None:
        """The name of a die says whose it is."""

    def starters(self) -> Sequence[str]:
        """See :class:`Description`."""
        return sorted(table_pack().teams)

    def beginnings(
        self, game: str, known: Sequence[str], draw: Random, _coverage: Coverage, _mode: str = ""
    ) -> Beginnings:
        """See :class:`Description`."""
        return testing.Tables(game, known, draw)

    def fuzzing(self, game: str, content: OwnContent | None, _mode: str = "") -> Fuzzing:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_masters.fuzzing import fuzzing

        return fuzzing(game, content)

    def seeker(self, game: str, opening: Mapping[str, Any], seed: str) -> Seeking:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_masters.guided_play import TableSeeker

        return TableSeeker(game, opening["teams"], open_table(game, opening["teams"]), seed)


def _folder(game: str) -> Traversable:
    return files(f"dicelaw.specs.dice_masters.edition_{known_game(game).edition}")


def _table(opened: Opened) -> TableMachine:
    assert isinstance(opened, TableMachine)
    return opened


TABLE: Description = TableDescription()
