"""Programs: rows of instructions, run one after another."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from dicelaw.model.effects.vocabulary import Numbers


class Op(Numbers):
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
    """``who`` picks ``amount`` cards of their own hand and discards them."""
    SEARCH = 49
    """The owner picks ``amount`` cards of their own deck and takes them into the hand."""
    SHOW_HAND = 50
    """The owner looks at the hand of ``who``."""
    CLEAR = 51
    """The dice rolled for this action are put away: the roll behind them may be altered again."""
    SHIELD = 52
    """One negative token that the attack is about to inflict on the owner may be kept off."""
    AIM = 53
    """The attacker's ability is aimed at ``who``, whoever was to be its target."""


class Who(IntEnum):
    """The player that an instruction names, seen from the owner of the program."""

    SELF = 0
    OPPONENT = 1
    CHOSEN = 2
    """Any player, picked by the owner when the instruction runs."""
    CHOSEN_OPPONENT = 3
    """An opponent, picked likewise."""
    ANOTHER_OPPONENT = 4
    """An opponent, picked likewise, whom nothing before it in this program has picked."""
    ANOTHER_PLAYER = 5
    """Any player, picked likewise, whom nothing before it in this program has picked."""
    CHOSEN_TEAMMATE = 6
    """A teammate, picked likewise."""
    THAT_PLAYER = 7
    """The player whom the program has picked last; if it has picked nobody, any player, picked now."""
    EACH = 8
    """Every player at once; if that player has to have something, each who has."""


OPPONENTS = frozenset({Who.OPPONENT, Who.CHOSEN_OPPONENT, Who.ANOTHER_OPPONENT})
"""Those who are an opponent of the owner's."""
AMONG_SEVERAL = frozenset(who for who in Who if who > Who.CHOSEN)
"""Those whom only an effect among more than two players names."""


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
    WITH_TEAMMATE = 12
    """The owner has a teammate."""
    REROLLED = 13
    """A die was rerolled by this effect: by REROLL in this program."""


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
    ``cp_least`` combat points; and ``test``. Where ``who`` is each player, that player as the ``holder`` is
    each of them in turn.
    ``token``, ``counted`` and ``held`` are numbers of status effects. With ``wide``, ``who`` stands for all
    opponents at once, or for anybody on the owner's side; in a duel that makes no difference.
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
    wide: bool = False


Program = tuple[Instruction, ...]
AFTER_DAMAGE = 1
"""The argument of TOKEN where damage is dealt in front of the ``then`` that the token follows."""
