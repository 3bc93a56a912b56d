"""The effect language of Dice Throne: what abilities, cards and status effects are made of.

An effect is a program: a row of instructions, run one after another. Content files are compiled to this form,
and the machine reads it through tables, so a card is data to every reader.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum


class Op(IntEnum):
    """What an instruction does. ``amount`` is the instruction's amount, ``who`` the player that it names."""

    END = 0
    """The program is over."""
    ROLL = 1
    """Roll ``base`` dice for this effect."""
    THEN = 2
    """A chance to spend tokens and play instants before what follows."""
    DAMAGE = 3
    """The attack deals ``amount`` more printed damage, of the type ``arg`` (a :class:`DamageType`)."""
    UNDEFENDABLE = 4
    """The attack's normal damage becomes undefendable."""
    COLLATERAL = 5
    """``who`` is dealt ``amount`` collateral damage at the conclusion of the phase."""
    DEAL = 6
    """``who`` is dealt ``amount`` damage without a type at the conclusion of the phase."""
    ISOLATED = 7
    """``who`` is dealt ``amount`` at once, apart from everything else."""
    RECOIL = 8
    """The attacker is dealt ``amount`` if the attack deals at least 1."""
    ADD = 9
    """The attack deals ``amount`` more: an Attack Modifier."""
    PREVENT = 10
    """``amount`` of the damage coming to ``who`` is prevented."""
    HALVE = 11
    """Half of the damage coming to ``who`` is prevented."""
    DOUBLE = 12
    """The damage coming to ``who`` is doubled."""
    REFLECT = 13
    """Half of the damage coming to the owner is dealt to the attacker as well."""
    AVOID = 14
    """``who`` receives none of the avoidable damage of this phase."""
    HEAL = 15
    """``who`` heals ``amount``."""
    TOKEN = 16
    """``who`` receives ``amount`` tokens of the status effect ``token``."""
    REMOVE = 17
    """``who`` loses ``amount`` tokens of ``token``."""
    REMOVE_ONE = 18
    """The owner picks a token of ``who`` that may be removed; it is removed."""
    REMOVE_ALL = 19
    """``who`` loses every token that may be removed."""
    TRANSFER = 20
    """The owner picks a token of ``who`` that may be transferred; the other player receives it."""
    WARD = 21
    """The owner picks a token that this attack inflicted on the owner; it is removed."""
    CP = 22
    """``who`` gains ``amount`` combat points."""
    LOSE_CP = 23
    """``who`` loses up to ``amount`` combat points."""
    STEAL_CP = 24
    """The owner steals up to ``amount`` combat points from the opponent."""
    STEAL_HEALTH = 25
    """The owner steals ``amount`` health from the opponent at the conclusion of the phase."""
    DRAW = 26
    """``who`` draws ``amount`` cards."""
    DISCARD = 27
    """``who`` discards ``amount`` cards at random."""
    REROLL = 28
    """The owner picks up to ``base`` dice of ``who`` in the current roll, one by one; each is rerolled."""
    NUDGE = 29
    """The owner turns a die of the current roll of ``who`` one up or one down."""
    SET_DIE = 30
    """The owner turns ``base`` dice of the current roll of ``who`` to face ``arg``, or if 0 to any."""
    COPY_DIE = 31
    """The owner turns one of the owner's dice of the current roll to the face of another of them."""
    ATTEMPT = 32
    """``who`` may make ``amount`` more offensive roll attempts in this phase."""
    DEFENSE_ATTEMPT = 33
    """``who`` may make ``amount`` more defensive roll attempts in this phase."""
    LIMIT = 34
    """The owner's stack limit of ``token`` rises by ``amount`` for the rest of the game."""
    EXTRA_PHASE = 35
    """The owner takes another Offensive Roll Phase when this Roll Phase is over."""
    SHARE = 36
    """The damage of this Roll Phase may be split between the owner and the owner's companion."""
    HEAL_COMPANION = 37
    """The owner's companion heals ``amount``."""
    OR = 38
    """The owner picks: go on with the next instruction, or with the one ``arg`` places after this one."""
    SKIP = 39
    """Go on with the instruction ``arg`` places after this one."""


class Who(IntEnum):
    """The player that an instruction names, seen from the owner of the program."""

    SELF = 0
    OPPONENT = 1
    CHOSEN = 2
    """Any player, picked by the owner when the instruction runs."""


class DamageType(IntEnum):
    """The type of an attack's damage. Collateral damage is not an attack and has its own instruction."""

    NONE = 0
    NORMAL = 1
    UNDEFENDABLE = 2
    PURE = 3
    ULTIMATE = 4


class Pool(IntEnum):
    """Which dice an instruction counts."""

    OFFENSE = 0
    DEFENSE = 1
    ROLLED = 2
    """The dice of the last ROLL."""


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


@dataclass(frozen=True)
class Instruction:
    """One step of a program.

    Its amount is ``base + per * n``, where ``n`` counts the dice of ``pool`` that show one of ``faces``
    (bit 0 is face 1), plus the sum of those dice if ``add_sum``, and half of it all, rounded up, if
    ``half``. It is skipped unless at least ``need_count`` dice of ``pool`` show one of ``need_faces``, at
    least ``also_count`` one of ``also_faces``, and their sum is at least ``need_sum``. ``token`` is the
    number of a status effect.
    """

    op: Op
    who: Who = Who.SELF
    token: int = 0
    base: int = 0
    per: int = 0
    faces: int = 0
    add_sum: bool = False
    half: bool = False
    pool: Pool = Pool.ROLLED
    need_faces: int = 0
    need_count: int = 0
    also_faces: int = 0
    also_count: int = 0
    need_sum: int = 0
    arg: int = 0


Program = tuple[Instruction, ...]


@dataclass(frozen=True)
class Action:
    """Something that a player may use: a card, a way to spend a token, or an action printed on a board.

    ``cp`` is its cost in combat points; ``tokens`` how many tokens of ``token`` it spends. ``at_least`` is
    the printed damage that the attack must have, ``total_at_least`` the final total that it must come to.
    ``rules`` are the rule ids that it carries.
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
    rules: tuple[str, ...] = ()


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


@dataclass(frozen=True)
class Status:
    """A status effect. ``sign`` is positive, negative or unique; ``limit`` its stack limit.

    Standing effects, per token unless said otherwise: ``attack_plus`` more damage and ``attack_cp`` combat
    points for an opponent who attacks the bearer; ``upkeep_damage`` in the bearer's upkeep.
    ``bars_actions``: the bearer does nothing, and whoever inflicted it takes another Offensive Roll Phase.
    ``skips_offense``: the bearer's next Offensive Roll Phase is skipped, then it is removed.
    ``skips_income`` likewise. ``no_offense_damage``: the bearer receives no damage from an opponent's
    Offensive Roll Phase; removed at the end of a turn of the bearer that began with it. ``saves``: health
    that would fall to 0 becomes 1 and the token is removed. ``removable`` and ``transferable``: whether
    cards and abilities may remove or move it.
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
    upkeep_damage: int = 0
    bars_actions: bool = False
    skips_offense: bool = False
    skips_income: bool = False
    no_offense_damage: bool = False
    saves: bool = False
    rules: tuple[str, ...] = ()


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
    dice: int = 0
    is_ultimate: bool = False
    rules: tuple[str, ...] = ()


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
    companion: int = 0
    companion_max: int = 0
    companion_plus: int = 0


@dataclass(frozen=True)
class Pack:
    """All content of one load: status effects (number 0 is none), heroes by id, with their common cards."""

    statuses: tuple[Status, ...]
    heroes: dict[str, Hero]
    companions: dict[str, Companion] = field(default_factory=dict)
