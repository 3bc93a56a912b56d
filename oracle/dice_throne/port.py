"""The duel of Dice Throne, as verbs ask about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dicelaw.model.content.document import Document
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import SLOTS
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.state import State
from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.dice_throne.description import DUEL
from dicelaw.oracle.dice_throne.opening import (
    DEFAULT_HEROES,
    EDITIONS,
    duel_of,
    open_game,
    own_heroes,
    pack_of,
)
from dicelaw.oracle.dice_throne.standing import lines
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.description import Description
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import Asked, Carried, OfHero, Port, Position, Rows
from dicelaw.oracle.games.session import Session, Step
from dicelaw.oracle.games.usual import Usual
from dicelaw.oracle.suggestions import unknown

if TYPE_CHECKING:
    from dicelaw.oracle.formats.damage_account import DamageAccount

_DIALS = ("health", "cp", "tokens", "companion", "companion_up")
_SUMS = (
    "printed", "beside_printed", "added", "recoil", "dealt", "collateral", "prevented", "halved", "doubled",
    "avoided", "healing", "certain", "reflects", "raised", "activated", "extra",
)  # fmt: skip
"""What accumulates in a phase; its being cleared is not told."""
_AIMS = ("target", "beside")
"""Who is struck, which only several players ask; that nobody is any more is not told."""


class DuelPort(Usual):
    """See :class:`~dicelaw.oracle.games.ports.Port`."""

    description: Description = DUEL
    printings: tuple[str, ...] = EDITIONS
    lines = staticmethod(lines)

    def opened(self, game: str, asked: Asked, readings: Mapping[str, str]) -> DuelMachine:
        """The machine of a duel between two heroes, or of more in some mode."""
        if asked.teams is not None:
            raise UserError(f"{game} has heroes, no teams; leave --teams out", ExitCode.USAGE)
        heroes = asked.heroes or DEFAULT_HEROES
        return open_game(heroes, readings, asked.edition, content=asked.content, mode=asked.mode)

    def begun(self, game: str, asked: Asked, readings: Mapping[str, str]) -> Session:
        """A session that knows its seats by their heroes too."""
        opened = self.opened(game, asked, readings)
        return Session(opened, heroes=asked.heroes or DEFAULT_HEROES, content=asked.content)

    def open_points(self, _game: str) -> Sequence[OpenPoint]:
        """Those of the duel, and those about more than two players."""
        from dicelaw.model.dice_throne.readings import OPEN_POINTS, SEVERAL_POINTS

        return (*OPEN_POINTS, *SEVERAL_POINTS)

    def scenario(self, document: Document, game: str) -> Position:
        """A position of two players or more."""
        from dicelaw.oracle.dice_throne.scenario import of_document

        return of_document(document, game)

    def session(self, scenario: Any, readings: Mapping[str, str], content: OwnContent | None) -> Session:
        """A session at its position."""
        from dicelaw.oracle.dice_throne.position import session

        return session(scenario, readings, content)

    def winner(self, found: Mapping[str, Any]) -> str:
        """The seats of the side that is alive, or ``draw``."""
        return " and ".join(found["winners"]) or "draw"

    def value(self, session: Session, scenario: Any, player: Mapping[str, Any], key: tuple[Any, ...]) -> int:
        """A dial, tokens of a status effect with their limit, or the level of a board space."""
        name, seat, *rest = key
        if not rest:
            return int(player.get(name, 0))
        d, content = duel_of(session).duel, duel_of(session).content
        assert isinstance(content, TableContent)
        if name == "board":
            slots = content.heroes[seat - 1].slots
            if rest[0] not in slots:
                raise unknown("board space", rest[0], slots)
            return int(session.state[d.level[(seat - 1) * SLOTS + slots.index(rest[0])].place])
        known = {status.id: kind for kind, status in enumerate(d.statuses) if kind}
        if rest[0] not in known:
            statuses = [status.id for status in pack_of(scenario.edition).statuses[1:]]
            if rest[0] not in statuses:
                raise unknown("status effect", rest[0], statuses)
            return 0
        kind = known[rest[0]]
        if name == "tokens":
            return int(player["tokens"].get(rest[0], 0))
        raised = d.raised[(seat - 1) * d.kinds + kind - 1]
        return int(d.statuses[kind].limit + session.state[raised.place])

    def accounts(self, session: Session, step: Step) -> Sequence[DamageAccount] | None:
        """The totals that the conclusion of a phase applies."""
        from dicelaw.oracle.dice_throne.arithmetic import accounts, applies

        return accounts(session, step.before) if applies(session, step) else None

    def visible(self, session: Session, before: State, after: State) -> list[str]:
        """What changes on dials and boards, or is added to what is on its way."""
        found = []
        for slot, old, new in zip(session.machine.slots, before, after, strict=True):
            name, _, index = slot.name.partition("[")
            aimed = name in _AIMS and new and old != new
            if aimed or (name in _DIALS and old != new) or (name in _SUMS and new > old):
                called = _called(session, name, index.rstrip("]"), slot.says)
                found.append(f"{called} {slot.label(old)} -> {slot.label(new)}")
        return found

    def card_name(self, session: Session, state: State, move: Move) -> str:
        """The card in the deck of whoever draws."""
        content = duel_of(session).content
        assert isinstance(content, TableContent)
        return content.card_names(session.machine.value(state, "drawing"))[move[1]]

    def listed(self, _game: str, asked: Asked) -> Mapping[str, Callable[[], Rows]]:
        """Heroes, cards, status effects, readings and properties."""
        from dicelaw.oracle.dice_throne.lists import kinds

        return kinds(asked.content)

    def hero(self, game: str, name: str, asked: OfHero) -> Iterable[dict[str, Any]]:
        """The board and the deck, with the chances of offensive abilities."""
        from dicelaw.oracle.dice_throne.board import board_rows

        if asked.against or asked.dice:
            raise UserError(f"{game} has no creatures; leave --against and --dice out", ExitCode.USAGE)
        pack = pack_of(EDITIONS[0], asked.content)
        if name not in pack.heroes:
            raise unknown("hero", name, pack.heroes)
        return board_rows(pack, pack.heroes[name], asked.level or 1)

    def advice(self, _session: Session, _goal: Expr, _stop: Expr) -> None:
        """Nothing is known beforehand."""

    def carried(self, _game: str) -> Carried:
        """What cites the rules of the duel."""
        from dicelaw.specs.dice_throne.citations import citations

        return citations()

    def check_content(self, _game: str, content: OwnContent) -> None:
        """It is read."""
        pack_of(EDITIONS[0], content)

    def own_heroes(self, content: OwnContent, edition: str) -> Sequence[str]:
        """Those that we don't have in this printing."""
        return own_heroes(edition, content)

    def header(self, session: Session) -> Mapping[str, Any]:
        """The mode, where it is no duel."""
        opened = duel_of(session)
        return {} if opened.duel.seats.duel else {"mode": opened.rules.mode.id}


def _called(session: Session, name: str, index: str, says: str) -> str:
    seat, _, status = index.partition("/")
    what = status if name in ("tokens", "raised") else says.removeprefix("the ").removeprefix("whether ")
    if name == "raised":
        what = f"stack limit of {status} raised by"
    names = [session.machine.seats[number - 1] for one in seat.split("+") if (number := whole_number(one))]
    return f"{what} of {' and '.join(names)}" if names else what


PORT: Port = DuelPort()
