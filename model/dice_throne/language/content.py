"""What has programs: cards, abilities and status effects, the heroes who have them, and when they run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from dicelaw.model.dice_throne.language.instructions import Program


class Moment(IntEnum):
    """When the programs of status effects and passive abilities run by themselves."""

    SETUP = 0
    """Before the first turn."""
    UPKEEP = 1
    """In the bearer's Upkeep Phase."""
    CONCLUDING = 2
    """When the bearer's Offensive Roll Phase comes to its conclusion."""
    ATTACKING = 3
    """When the bearer attacks."""
    PHASE_OVER = 4
    """At the conclusion of the bearer's Roll Phase, before its damage is applied."""
    OPPONENT_PHASE_OVER = 5
    """At the conclusion of the Roll Phase of the bearer's opponent."""
    TURN_END = 6
    """At the end of the bearer's turn."""


class Timing(IntEnum):
    """When an action may be used."""

    MAIN = 0
    ROLL = 1
    INSTANT = 2
    UPGRADE = 3


class When(IntEnum):
    """Conditions for using an action."""

    MODIFIER = 0
    """There is an attack of the owner whose damage may be enhanced."""
    ATTACKED = 1
    """The owner is being attacked."""
    INCOMING = 2
    """Avoidable damage is coming to the owner."""
    BEFORE_DEFENSE = 3
    """The defensive ability has not been activated or declined."""
    AFTER_DEFENSE = 4
    """Defence is over."""
    OFFENSE_END = 5
    """The conclusion of the owner's Offensive Roll Phase: an ability is activated, defence has not begun."""
    NOT_TURN_GAINED = 6
    """No token of this kind was gained in this turn."""
    COMPANION_ACTIVE = 7
    """The owner's companion is active."""
    COMPANION_HURT = 8
    """The owner's companion is below its full health."""
    UNTIL_OFFENSE = 9
    """The owner's Offensive Roll Phase of this turn has not begun, or it is not the owner's turn."""
    OWN_MAIN = 10
    """It is a Main Phase of the owner."""
    OWN_OFFENSE = 11
    """It is the owner's Offensive Roll Phase."""
    OWN_UPKEEP = 12
    """It is the owner's Upkeep Phase."""
    DEFENSE_PHASE = 13
    """It is a Defensive Roll Phase."""
    ROLL_PHASE = 14
    """It is a Roll Phase."""
    ULTIMATE = 15
    """The owner's Ultimate is activated."""
    SPARE_CARD = 16
    """The owner has another card in hand."""
    ATTACKING = 17
    """There is an attack of the owner, whatever its damage type."""
    AIMED_AT = 18
    """The Offensive Roll Phase of an opponent who attacks the owner comes to its conclusion."""


@dataclass(frozen=True)
class Action:
    """Something that a player may use: a card, a way to spend a token, or an action printed on a board.

    ``cp`` is its cost in combat points; ``tokens`` how many tokens of ``token`` it spends. ``at_least`` is
    the printed damage that the attack must have, ``total_at_least`` the final total that it must come to,
    ``incoming_at_least`` what the owner is about to receive. The owner must have ``held_least`` to
    ``held_most`` tokens of ``held``, unless that is 0. ``mark`` is the status effect that counts its uses
    in a turn, up to that one's limit. With ``dice_of`` it is used on dice rolled by spending that status
    effect. ``rules`` are the rule ids that it carries.
    """

    id: str
    name: str
    timing: Timing
    cp: int
    program: Program
    when: frozenset[When] = frozenset()
    token: int = 0
    tokens: int = 0
    at_least: int = 0
    total_at_least: int = 0
    incoming_at_least: int = 0
    held: int = 0
    held_least: int = 0
    held_most: int = 0
    mark: int = 0
    dice_of: int = 0
    rules: tuple[str, ...] = ()
    several: Program = ()
    """Its program among more than two players, where that is another one."""


@dataclass(frozen=True)
class Trigger:
    """A program that runs by itself at a moment; once for each token if ``each``, else once."""

    at: Moment
    program: Program
    each: bool = False
    rules: tuple[str, ...] = ()
    several: Program = ()
    """Its program among more than two players, where that is another one."""


@dataclass(frozen=True)
class Upgrade:
    """What a Hero Upgrade card does: it brings the space ``slot`` of the board to ``level`` (2 or 3)."""

    slot: int
    level: int


@dataclass(frozen=True)
class Card:
    """A card of a deck: an action, or an upgrade (whose action has no program and costs ``action.cp``)."""

    action: Action
    upgrade: Upgrade | None = None


SIGNS = ("positive", "negative", "unique", "companion", "mark")
RAISED_MOST = 63
"""How far above that of its status effect a stack limit is counted."""
TOKENS_MOST = 15
"""Up to what tokens are counted: nothing bounds how far a stack limit rises."""
EXPIRES = ("", "phase", "turn")


@dataclass(frozen=True)
class Status:
    """A status effect. ``sign`` is one of :data:`SIGNS`; ``limit`` its stack limit.

    What is no status effect but is counted like one has the sign ``companion`` (a Spirit, a Bot) or
    ``mark`` (how often something was used in a turn; gone at the start of the next turn).

    Standing effects, per token unless said otherwise: ``attack_plus`` more damage and ``attack_cp`` combat
    points for an opponent who attacks the bearer; ``attack_minus`` less damage of the bearer's own Attack
    (``minus_once``: the tokens are removed by it); ``fewer_attempts`` in the bearer's next Offensive Roll
    Phase. ``bars_actions``: the bearer does nothing, and whoever inflicted it takes another Offensive Roll
    Phase. ``skips_offense``: the bearer's next Offensive Roll Phase is skipped, then it is removed.
    ``skips_income`` likewise. ``no_offense_damage``: the bearer receives no damage from an opponent's
    Offensive Roll Phase. ``deals_nothing``: the bearer's own deals none. ``saves``: health that would fall
    to 0 becomes 1 and the token is removed. ``blanks_sixes``: a 6 of the bearer's dice counts as nothing.
    ``bars_straights``: the bearer activates no straight. ``bursts``: a token that finds no room removes one
    and deals its bearer so much isolated damage. ``stings``: when the bearer spends a positive status
    effect that prevents or avoids damage, it is removed and deals so much isolated damage. ``expires``:
    tokens that were there when the bearer's ``phase`` (Offensive Roll Phase) or ``turn`` began leave at its
    end. ``removable`` and ``transferable``: whether cards and abilities may remove or move it. ``triggers``
    run by themselves, but not for the hero ``spares``, whose own they are.
    """

    id: str
    name: str
    sign: str
    limit: int
    persistent: bool = False
    removable: bool = True
    transferable: bool = True
    spend: tuple[Action, ...] = ()
    attack_plus: int = 0
    attack_cp: int = 0
    attack_minus: int = 0
    minus_once: bool = False
    fewer_attempts: int = 0
    bars_actions: bool = False
    skips_offense: bool = False
    skips_income: bool = False
    no_offense_damage: bool = False
    deals_nothing: bool = False
    saves: bool = False
    blanks_sixes: bool = False
    bars_straights: bool = False
    bursts: int = 0
    stings: int = 0
    expires: str = ""
    triggers: tuple[Trigger, ...] = ()
    spares: str = ""
    rules: tuple[str, ...] = ()

    def changed(self, action: Callable[[Action], Action], trigger: Callable[[Trigger], Trigger]) -> Status:
        """It with what ``action`` and ``trigger`` make of each of its own."""
        return replace(
            self, spend=tuple(map(action, self.spend)), triggers=tuple(map(trigger, self.triggers))
        )


@dataclass(frozen=True)
class Needs:
    """An activation requirement; everything that is not 0 is required.

    ``symbols`` pairs faces (a bit set) with how many dice must show one of them; ``of_a_kind`` equal numbers;
    a run of ``straight`` numbers.
    """

    symbols: tuple[tuple[int, int], ...] = ()
    of_a_kind: int = 0
    straight: int = 0


@dataclass(frozen=True)
class Ability:
    """One ability at one level.

    ``activate`` runs in the Offensive Roll Phase (what is variable, what its user gains, what damage it
    deals), ``land`` at the start of the Defensive Roll Phase (what the target suffers besides damage). A
    defensive ability has ``dice`` and runs ``activate`` with the result. ``slot`` is its space on the
    board. The same ``id`` at a higher level replaces it; an ability that an upgrade adds has an id of its
    own.
    """

    id: str
    name: str
    slot: int
    level: int
    needs: Needs = Needs()
    activate: Program = ()
    land: Program = ()
    written: Program = ()
    """An offensive ability as it is printed, in its order; what runs are the two parts of it."""
    dice: int = 0
    is_ultimate: bool = False
    unknown: bool = False
    """No source gives its effect, so a duel can't activate it; proofs over any content cover it."""
    rules: tuple[str, ...] = ()
    several: Ability | None = None
    """What it is among more than two players, where it does something else there."""


@dataclass(frozen=True)
class Companion:
    """A companion without a hero of its own, as a scenario may give one to any hero; see :class:`Hero`."""

    id: str
    name: str
    health: int
    max: int
    plus: int
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hero:
    """A hero: the symbol of each face, offensive and defensive abilities, board actions, and the deck.

    ``slots`` names the spaces of the board; ``companion`` is the health that the hero's
    companion starts with (0: no companion), ``companion_max`` its most, ``companion_plus`` what it adds to
    attacks while active.
    """

    id: str
    name: str
    symbols: tuple[str, ...]
    slots: tuple[str, ...]
    offense: tuple[Ability, ...]
    defense: tuple[Ability, ...]
    board: tuple[tuple[int, int, Action], ...]
    """Board actions with slot and level; one of the same name and slot at a higher level replaces another."""
    cards: tuple[Card, ...]
    passives: tuple[tuple[int, int, Trigger], ...] = ()
    """What runs by itself, with slot and level; a higher level of a slot replaces the lower ones."""
    limits: tuple[tuple[int, int], ...] = ()
    """The hero's own stack limit of a status effect, where it is above that of others."""
    companion: int = 0
    companion_max: int = 0
    companion_plus: int = 0
    rules: tuple[str, ...] = ()
    """The rule ids that the hero carries, those of the companion included."""

    def changed(
        self,
        ability: Callable[[Ability], Ability],
        action: Callable[[Action], Action],
        trigger: Callable[[Trigger], Trigger],
    ) -> Hero:
        """The hero with what ``ability``, ``action`` and ``trigger`` make of each of the hero's own."""
        return replace(
            self,
            offense=tuple(map(ability, self.offense)),
            defense=tuple(map(ability, self.defense)),
            board=tuple((slot, level, action(one)) for slot, level, one in self.board),
            passives=tuple((slot, level, trigger(one)) for slot, level, one in self.passives),
            cards=tuple(Card(action(card.action), card.upgrade) for card in self.cards),
        )


@dataclass(frozen=True)
class Pack:
    """All content of one load: status effects (number 0 is none), heroes by id, with their common cards."""

    statuses: tuple[Status, ...]
    heroes: Mapping[str, Hero]
    companions: dict[str, Companion] = field(default_factory=dict)
