"""Dice Conquest, as verbs ask about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dicelaw.checker.chances.advised import Advice
from dicelaw.model.content.document import Document
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.readings import OPEN_POINTS
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.state import State
from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.dice_conquest import standing
from dicelaw.oracle.dice_conquest.description import QUEST
from dicelaw.oracle.dice_conquest.opening import DEFAULT_HEROES, opened, packs
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.description import Description
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import PRINTING, Asked, Carried, OfHero, Port, Position, Rows, without_modes
from dicelaw.oracle.games.session import Session, Step

TURN_OVER = ("turn", "round-end/dice", "won", "lost")
"""The timing points before which a turn has ended: the next one, and what follows the damage of a round."""


class QuestPort:
    """See :class:`~dicelaw.oracle.games.ports.Port`."""

    description: Description = QUEST
    printings: tuple[str, ...] = (PRINTING,)
    passes: frozenset[str] = frozenset()
    """A pass ends the round, so it is never taken for granted."""
    tells_rolls = True
    lines = staticmethod(standing.lines)

    def opened(self, game: str, asked: Asked, readings: Mapping[str, str]) -> QuestMachine:
        """The machine of a game of one to four heroes."""
        if asked.teams is not None:
            raise UserError(f"{game} has heroes, no teams; leave --teams out", ExitCode.USAGE)
        without_modes(game, asked)
        return opened(asked.heroes or DEFAULT_HEROES, readings, asked.content)

    def begun(self, game: str, asked: Asked, readings: Mapping[str, str]) -> Session:
        """A session that knows its seats by their heroes too."""
        made = self.opened(game, asked, readings)
        return Session(made, heroes=asked.heroes or DEFAULT_HEROES, content=asked.content)

    def open_points(self, _game: str) -> Sequence[OpenPoint]:
        """Those of the rulebook."""
        return OPEN_POINTS

    def scenario(self, document: Document, game: str) -> Position:
        """A position of one to four heroes before a display."""
        from dicelaw.oracle.dice_conquest.scenario import of_document

        return of_document(document, game)

    def session(self, scenario: Any, readings: Mapping[str, str], content: OwnContent | None) -> Session:
        """A session at its position."""
        from dicelaw.oracle.dice_conquest.position import session

        return session(scenario, readings, content)

    def winner(self, found: Mapping[str, Any]) -> str:
        """``heroes`` or ``creatures``."""
        return (standing.WON if found["winners"] else standing.LOST).removeprefix("the ")

    def value(self, session: Session, _scenario: Any, player: Mapping[str, Any], key: tuple[Any, ...]) -> Any:
        """Health and points to avoid; of a card where it is and its damage, of a die where it is."""
        made = session.game
        assert isinstance(made, QuestMachine)
        name, _, *rest = key
        return standing.value(made, session, name, rest[0]) if rest else int(player.get(name, 0))

    def accounts(self, _session: Session, _step: Step) -> None:
        """Damage is dealt at once, without a total that would have to be worked out."""

    def visible(self, session: Session, before: State, after: State) -> list[str]:
        """What changes for heroes, creatures and dice."""
        assert isinstance(session.game, QuestMachine)
        return standing.visible(session.game.quest, session.reader, before, after)

    def card_name(self, session: Session, _state: State, move: Move) -> str:
        """The card that is drawn or shuffled in."""
        return session.transition(move).choices[0].label(move[1])

    def ends_phase(self, transition: Transition) -> bool:
        """Whether the turn of a hero is over, or the damage of a round dealt."""
        return transition.target in TURN_OVER and transition.source != transition.target

    def phase_ended(self, transition: Transition) -> str:
        """Where it leads to."""
        return transition.target

    def listed(self, game: str, asked: Asked) -> Mapping[str, Callable[[], Rows]]:
        """Heroes, cards, readings and properties."""
        from dicelaw.oracle.dice_conquest.lists import kinds

        return kinds(game, asked.content)

    def hero(self, game: str, name: str, asked: OfHero) -> Iterable[dict[str, Any]]:
        """Ability and Critical Hit, and the chance to slay each creature alone in a round."""
        from dicelaw.oracle.dice_conquest.slaying_odds import hero_rows

        return hero_rows(game, name, asked)

    def advice(self, session: Session, goal: Expr, stop: Expr) -> Advice | None:
        """Bounds on the chance to slay creatures before a round ends."""
        from dicelaw.oracle.dice_conquest.slain import hopes

        assert isinstance(session.game, QuestMachine)
        return hopes(session.game, session.state, goal, stop)

    def carried(self, _game: str) -> Carried:
        """What cites the rules."""
        from dicelaw.specs.dice_conquest.citations import citations

        return citations()

    def check_content(self, _game: str, content: OwnContent) -> None:
        """It is read."""
        packs(content)

    def own_heroes(self, content: OwnContent, _edition: str) -> Sequence[str]:
        """All of its pack, with which nothing of ours is played."""
        return [hero for pack in packs(content) for hero in pack.heroes]

    def header(self, _session: Session) -> Mapping[str, Any]:
        """Nothing beside the heroes."""
        return {}


PORT: Port = QuestPort()
