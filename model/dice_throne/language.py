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
    """``who`` picks: go on with the next instruction, or with the one ``arg`` places after this one."""
    SKIP = 39
    """Go on with the instruction ``arg`` places after this one."""
    LOOK = 40
    """The dice rolled by a ROLL that kept them covered (``arg`` 1) lie on the table for everybody."""
    ROLL_OFF = 41
    """The owner and the opponent roll one die each: the first and the second of the roll."""
    PAY = 42
    """The owner gives up any number of tokens of ``token``, or of CP if 0, up to ``base`` in all."""
    TURN_INTO = 43
    """One token of ``token`` of ``who`` becomes one of ``counted``, where there is one and room for it."""
    FLIP = 44
    """Every space of the owner's board that is at level 1 rises to level 2."""
    FIZZLE = 45
    """The attacker's ability, unless it is an Ultimate, has no effect."""
    SUFFER = 46
    """``who`` is dealt ``amount`` at the conclusion of the phase; nothing prevents or reduces it."""
    DRAIN = 47
    """The attacker heals as much as the attack deals."""
    DISCARD_PICK = 48
    """``who`` picks ``amount`` cards of the own hand and discards them."""
    SEARCH = 49
    """The owner picks ``amount`` cards of the own deck and takes them into the hand."""
    SHOW_HAND = 50
    """The owner looks at the hand of ``who``."""
    CLEAR = 51
    """The dice rolled for this action are put away: the roll behind them may be altered again."""
    SHIELD = 52
    """One negative token that the attack is about to inflict on the owner may be kept off."""


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


class Count(IntEnum):
    """What an instruction counts, for its amount."""

    DICE = 0
    """The dice of its pool that show one of its faces."""
    OWN_TOKENS = 1
    """The tokens of ``counted`` that the owner has."""
    THEIR_TOKENS = 2
    """The tokens of ``counted`` that the opponent has."""
    OWN_CP = 3
    """The owner's combat points."""
    PAID = 4
    """What the owner gave up by PAY in this program."""
    EXTRA_ATTEMPTS = 5
    """The roll attempts after the first that the attacker made in this phase."""


class Test(IntEnum):
    """What an instruction may want of the game, besides dice and tokens."""

    NONE = 0
    FLIPPED = 1
    """The owner's board was flipped: its first space is above level 1."""
    NOT_FLIPPED = 2
    FIRST_PLAYER = 3
    """It is the first turn of the game, and the owner's."""
    FEW_ATTEMPTS = 4
    """In the Offensive Roll Phase of this turn, fewer than 3 roll attempts were made."""
    NO_ATTACK = 5
    """The attacker's ability is no attack and would not have been one."""
    AT_LEAST_THEIRS = 6
    """In a roll-off, the owner's die is not below the opponent's."""
    ABOVE_THEIRS = 7
    """In a roll-off, the owner's die is above the opponent's."""
    BELOW_THEIRS = 8
    """In a roll-off, the owner's die is below the opponent's."""
    HAS_POSITIVE = 9
    """The owner has a positive status effect."""
    COMPANION_ACTIVE = 11
    """The owner's companion is active."""
    SLOWED = 10
    """The attacker began this Offensive Roll Phase with fewer roll attempts."""


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
class Instruction:
    """One step of a program.

    Its amount is ``base + per * n``, plus the sum of the dice of ``pool`` if ``add_sum``, and half of it
    all, rounded up, if ``half``. ``n`` is what ``count`` says: as a rule the dice of ``pool`` that show one
    of ``faces`` (bit 0 is face 1). With ``pairs`` only every second one counts, with ``most`` no more than
    that many.

    It is passed over unless all of this holds: at least ``need_count`` dice of ``pool`` show one of
    ``need_faces``, at least ``also_count`` one of ``also_faces``, none one of ``none_faces``; ``alike`` of
    them are equal; their sum is at least ``need_sum``, and at most ``sum_most`` unless that is 0;
    ``holder`` has ``held_least`` to ``held_most`` tokens of ``held``, unless that is 0, and at least
    ``cp_least`` combat points; and ``test``.
    ``token``, ``counted`` and ``held`` are numbers of status effects.
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
    count: Count = Count.DICE
    counted: int = 0
    pairs: bool = False
    most: int = 0
    none_faces: int = 0
    alike: int = 0
    sum_most: int = 0
    held: int = 0
    holder: Who = Who.SELF
    held_least: int = 0
    held_most: int = 0
    cp_least: int = 0
    test: Test = Test.NONE


Program = tuple[Instruction, ...]


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


@dataclass(frozen=True)
class Trigger:
    """A program that runs by itself at a moment; once for each token if ``each``, else once."""

    at: Moment
    program: Program
    each: bool = False
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


SIGNS = ("positive", "negative", "unique", "companion", "mark")
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
    unknown: bool = False
    """No source gives its effect, so a duel can't activate it; proofs over any content cover it."""
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
    passives: tuple[tuple[int, int, Trigger], ...] = ()
    """What runs by itself, with slot and level; a higher level of a slot replaces the lower ones."""
    limits: tuple[tuple[int, int], ...] = ()
    """The hero's own stack limit of a status effect, where it is above that of others."""
    companion: int = 0
    companion_max: int = 0
    companion_plus: int = 0
    rules: tuple[str, ...] = ()
    """The rule ids that the hero carries, those of the companion included."""


@dataclass(frozen=True)
class Pack:
    """All content of one load: status effects (number 0 is none), heroes by id, with their common cards."""

    statuses: tuple[Status, ...]
    heroes: dict[str, Hero]
    companions: dict[str, Companion] = field(default_factory=dict)
