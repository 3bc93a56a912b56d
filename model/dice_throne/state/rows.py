"""Content as the machine reads it: rows of numbers, looked up in tables or left open.

With tables, a column of a row is a look-up, and playing a card runs just that card. With open content each
column is a choice of whoever acts, bounded only by the effect language, so what holds then holds for every
card, ability and status effect that the language can express.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from dicelaw.model.content.look import Look
from dicelaw.model.dice_throne.language import Moment, Status, When
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.kernel.expressions import FALSE, Expr
from dicelaw.model.kernel.graph import Choice

SPENDING = "status/spend-discards-no-cost"
"""The rule that demands the tokens that are spent, where a board or a card has none of its own."""
UNHELD, ABILITY = "cards/lost-card-unusable", "def/ability"
"""The rules that demand that a card is in hand, and that a board has what is used of it."""


@dataclass(frozen=True)
class ActionRow:
    """An action as a transition sees it; ``choices`` are what the acting player chooses.

    ``touches`` is 0, or 1 + the :class:`Who` of the dice that it alters. ``owned`` says that it belongs to
    the acting player, ``held`` that the card is in hand or the board has the action.
    """

    choices: tuple[Choice, ...]
    code: Expr
    start: Expr
    timing: Expr
    cp: Expr
    card: Expr
    token: Expr
    tokens: Expr
    at_least: Expr
    total_at_least: Expr
    rolls: Expr
    touches: Expr
    when: Callable[[When], Expr]
    held: Callable[[Expr], Expr]
    incoming_at_least: Expr
    mark: Expr
    dice_of: Expr
    permitted: Callable[[Expr], Expr]
    """Whether the player in a seat has the tokens that it wants besides those that it spends."""
    own: Callable[[str], str]
    """The rule of the action's own that demands what else the given one does."""
    price: str
    """The rule that demands the tokens that it spends."""
    wide: Expr = FALSE
    """The dice that it alters may be those of a teammate; told where there are teams."""
    meets: Expr = FALSE
    """It speaks of an opponent of its player; told where there are several."""
    unheld: str = UNHELD
    """The rule by which it is not ``held``: of what is on a board, the one about abilities."""


@dataclass(frozen=True)
class CodeRow:
    """An instruction as a transition sees it; ``applies`` and ``amount`` already read the dice."""

    choices: tuple[Choice, ...]
    op: Expr
    who: Expr
    token: Expr
    base: Expr
    amount: Expr
    applies: Expr
    arg: Expr
    counted: Expr
    compares: Expr = FALSE
    """Its condition or its amount reads what an opponent has; told where there are several."""
    wide: Expr = FALSE
    """All opponents are meant at once; told where there are several."""
    among: tuple[Expr, ...] = ()
    """By seat, whether a word about each player is about that one; told where there are several."""


@dataclass(frozen=True)
class CompanionRow:
    """The figures of a player's companion: health when it becomes active, full health, damage it adds."""

    start: Expr
    most: Expr
    plus: Expr


@dataclass(frozen=True)
class TriggerRow:
    """What runs by itself at one moment: ``first`` is the number of the first that is due.

    ``started`` has the program and the owner of one of them by its number, and ``left`` how often it is still
    due: as often as was noted, and not more often than its bearer has tokens of it.
    """

    choices: tuple[Choice, ...]
    number: Expr
    first: Expr
    kinds_due: Expr
    started: Callable[[Expr], tuple[Expr, Expr]]
    left: Callable[[Expr], Expr]


@dataclass(frozen=True)
class AbilityRow:
    """An ability as a transition sees it. ``met`` says that the dice satisfy its activation requirement."""

    choices: tuple[Choice, ...]
    code: Expr
    start: Expr
    is_ultimate: Expr
    available: Expr
    met: Expr
    dice: Expr
    unbarred: Expr
    """No status effect of its owner bars it."""
    known: Expr
    """A source gives its effect."""
    of_a_kind: Expr
    straight: Expr
    unavailable: str = "upgrade/permanent-same-name"
    """The rule by which it is not ``available``: that about abilities where it is of another hero."""


class Content(Protocol):
    """What the machine asks of content."""

    statuses: tuple[Status, ...]
    deck: int
    """Cards a seat; 0 where hands are only counted."""
    pc_top: int
    actions: int
    abilities: int
    triggers: int
    """How many programs can be due at once."""
    look: Look
    """How its tables are read."""

    @property
    def card_labels(self) -> tuple[str, ...]:
        """The name of the card at each place of a deck."""

    def due(self, duel: Duel, moments: Sequence[Moment], /) -> tuple[tuple[Choice, ...], dict[Expr, Expr]]:
        """The effect of noting what is due at ``moments``, and the choices that it depends on."""

    def trigger(self, duel: Duel, moments: Sequence[Moment], /) -> TriggerRow:
        """What is due at ``moments``."""

    def action(self, duel: Duel, seat: Expr, /) -> ActionRow:
        """An action that the player in ``seat`` picks."""

    def declared(self, duel: Duel, seat: Expr, /) -> ActionRow:
        """The action that was declared."""

    def code(self, duel: Duel, pc: Expr, /) -> CodeRow:
        """The instruction at ``pc``."""

    def following(self, pc: Expr, places: Expr | int, /) -> Expr:
        """The address ``places`` further than ``pc``."""

    def ability(self, duel: Duel, seat: Expr, /, defensive: bool) -> AbilityRow:
        """An ability that the player in ``seat`` picks."""

    def companion(self, seat: Expr, /) -> CompanionRow:
        """The figures of the companion of the player in ``seat``."""

    def activation(self, announced: Expr, /) -> Expr:
        """Where the activation program of an announced ability starts; 0 where it has none."""

    def landing(self, announced: Expr, /) -> Expr:
        """Where its landing program starts; 0 where it has none."""

    def attacks(self, announced: Expr, /) -> Expr:
        """1 for an announced ability that deals damage of an attack, else 0."""

    def damage_type(self, announced: Expr, arg: Expr, /) -> Expr:
        """The type of that damage, as it is printed; of an ability that may be any, ``arg`` tells it."""
