"""What programs are told of a duel of Dice Throne."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.modes import DUEL as TWO
from dicelaw.model.dice_throne.modes import MODES, usual_mode
from dicelaw.model.dice_throne.state.duel_state import DECK, DICE, HAND
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_throne import facts, testing
from dicelaw.oracle.dice_throne.meant import meant
from dicelaw.oracle.dice_throne.moments import moment
from dicelaw.oracle.dice_throne.opening import DEFAULT_HEROES, EDITIONS, duel_of, open_game, pack_of
from dicelaw.oracle.dice_throne.standing import standing
from dicelaw.oracle.dice_throne.view import view_of
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.description import Beginnings, Concealed, Decks, Description, Seeking
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session, Step

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from dicelaw.checker.walks.observed_play import View
    from dicelaw.model.kernel.expressions import Expr
    from dicelaw.model.kernel.graph import Transition
    from dicelaw.oracle.conform.coverage import Coverage
    from dicelaw.oracle.fuzz.arena import Fuzzing
    from dicelaw.oracle.games.ports import Opened
    from dicelaw.specs.rulings import Rulings

POOLS = ("offense", "defense", "ability", "action")
"""The rolls whose dice may lie on the table."""
RECORDS = ("vectors", "content-vectors", "mode-vectors")
HIDDEN = frozenset({DECK, HAND})
CARDS = ("card", "action")
"""The choices that name a card."""


class DuelDescription:
    """See :class:`Description`."""

    who = "heroes"
    modes = tuple(MODES)
    chance_about = "drawing"
    implied: frozenset[str] = frozenset()

    def begun(
        self,
        game: str,
        seats: Mapping[str, Any],
        readings: Mapping[str, str],
        edition: str,
        content: OwnContent | None,
    ) -> Session:
        """See :class:`Description`; ``heroes`` are those of the seats, and ``mode`` is how they play."""
        if seats.get("teams") is not None:
            raise UserError(f"{game} has heroes, no teams; leave teams out", ExitCode.USAGE)
        heroes = tuple(seats.get("heroes") or DEFAULT_HEROES)
        opened = open_game(heroes, readings, edition, content=content, mode=seats.get("mode"))
        return Session(opened, None, heroes, content)

    def standing(self, session: Session, state: State) -> dict[str, Any]:
        """See :class:`Description`."""
        return standing(duel_of(session), state)

    def dice(self, session: Session) -> dict[str, list[int]]:
        """See :class:`Description`; 0 is a die that is still to be rolled."""
        first = duel_of(session).duel.dice.base
        faces = session.state[first : first + len(POOLS) * DICE]
        rolls = {pool: list(faces[at * DICE : (at + 1) * DICE]) for at, pool in enumerate(POOLS)}
        return {pool: found for pool, found in rolls.items() if any(found)}

    def cards(self, session: Session, seat: int) -> list[str]:
        """See :class:`Description`: the hand."""
        content = duel_of(session).content
        cells = self.concealed(session, seat).cells
        if not cells or not isinstance(content, TableContent):
            return []
        zones = [session.state[cell] for cell in cells]
        return [name for name, zone in zip(content.card_names(seat), zones, strict=True) if zone == HAND]

    def concealed(self, session: Session, seat: int) -> Concealed:
        """See :class:`Description`: which cards are in the deck, and which in the hand."""
        d = duel_of(session).duel
        if d.zone is None:
            return Concealed()
        return Concealed(tuple(d.zone[seat * d.deck + place].place for place in range(d.deck)), HIDDEN)

    def decks(self, opened: Opened) -> Decks:
        """See :class:`Description`."""
        d = _duel(opened).duel
        return Decks() if d.zone is None else Decks(d.deck, d.zone.base, DECK, "draw/card")

    def whose(self, opened: Opened, transition: Transition) -> Expr | None:
        """See :class:`Description`; dice of effects are not told apart."""
        d = _duel(opened).duel
        if any(choice.name in CARDS for choice in transition.choices):
            return d.drawing
        return {"offense/roll": d.attacker, "defense/roll": d.defender}.get(transition.source)

    def view(self, opened: Opened) -> View:
        """See :class:`Description`."""
        return view_of(_duel(opened).duel)

    def view_across(self, opened: Opened) -> View:
        """The rules have one edition only."""
        return self.view(opened)

    def between(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """See :class:`Description`: the heroes."""
        return tuple(player["hero"] for player in setup["players"])

    def mode_of(self, setup: Mapping[str, Any]) -> str:
        """See :class:`Description`: what so many heroes play, where none is said."""
        return str(setup.get("mode") or usual_mode(setup.get("players", ())).id)

    def openings(self, _game: str, mode: str = "") -> Sequence[Mapping[str, Any]]:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_throne.recorded import PLAYED, opening

        asked = mode or TWO.id
        return [opening(heroes, asked) for heroes in PLAYED[asked]]

    def records(self, _game: str) -> Sequence[Traversable]:
        """See :class:`Description`."""
        folder = files("dicelaw.specs.dice_throne")
        return [folder / name for name in RECORDS]

    def ruled(self, _game: str) -> Traversable:
        """See :class:`Description`."""
        return files("dicelaw.specs.dice_throne") / "ruling-vectors"

    def rulings(self) -> Rulings:
        """See :class:`Description`."""
        from dicelaw.specs.dice_throne.rulings import load

        return load()

    def setup_of(self, scenario: Any, answers: Mapping[str, str]) -> dict[str, Any]:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_throne.recorded import setup_of

        return setup_of(scenario, answers)

    def begins(self, opened: Opened) -> Mapping[str, Expr]:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_throne.position import begins

        return begins(_duel(opened))

    def received(self, session: Session, step: Step) -> Sequence[Sequence[str]] | None:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_throne.received import received

        return received(session, step)

    def wanted_dice(
        self, session: Session, seat: int, coverage: Coverage, declined: Set[str], draw: Random
    ) -> Sequence[int]:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_throne.wanted import wanted_dice

        return wanted_dice(session, seat, coverage, declined, draw)

    def departures(self, _session: Session) -> tuple[()]:
        """See :class:`Description`; what is not known of an ability forbids its use, and says so."""
        return ()

    moment = staticmethod(moment)
    option = staticmethod(facts.option)
    meant = staticmethod(meant)

    def spoken(self, _game: str, text: str) -> str:
        """See :class:`Description`: things have one name."""
        return text

    owner = staticmethod(facts.owner)
    facts = staticmethod(facts.facts)
    own_rules = staticmethod(testing.own_rules)
    used = staticmethod(testing.used)
    places = staticmethod(testing.places)
    setup_here = staticmethod(testing.setup_here)

    def starters(self) -> Sequence[str]:
        """See :class:`Description`."""
        return [*pack_of(EDITIONS[0]).heroes]

    def beginnings(
        self, game: str, known: Sequence[str], draw: Random, coverage: Coverage, mode: str = ""
    ) -> Beginnings:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_throne.positions import Pairings

        return Pairings(game, known, draw, coverage, MODES[mode or TWO.id])

    def fuzzing(self, _game: str, content: OwnContent | None, mode: str = "") -> Fuzzing:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_throne.fuzzing import fuzzing

        return fuzzing(content, MODES[mode or TWO.id])

    def seeker(self, _game: str, opening: Mapping[str, Any], seed: str) -> Seeking:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_throne.guided_play import DuelSeeker

        heroes = self.between(opening)
        return DuelSeeker(heroes, open_game(heroes, mode=self.mode_of(opening)), seed)


def _duel(opened: Opened) -> DuelMachine:
    assert isinstance(opened, DuelMachine)
    return opened


DUEL: Description = DuelDescription()
