"""Cards and teams as data: what a loader makes of content, and what the machine is built from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from dicelaw.model.dice_masters.cards.interrupts import UNGUARDED, Guard, Interrupt
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.cards.price_changes import PriceChange
from dicelaw.model.effects.vocabulary import Numbers

FACES = 6
SIDEKICKS = 8
"""How many starting dice each player owns."""
TOKENS = 4
"""How many tokens of one card there may be at once: the rule ``model/token-room``."""


class Energy(IntEnum):
    """What kind of energy a face gives, or a cost asks for."""

    NONE = 0
    FIST = 1
    BOLT = 2
    MASK = 3
    SHIELD = 4
    WILD = 5
    GENERIC = 6


ICONS = frozenset({"good", "neutral", "evil", "fiend", "equip"})
"""What cards list with their affiliations and is none: alignments, what Gate names, and who may wear gear."""


TYPES = (Energy.FIST, Energy.BOLT, Energy.MASK, Energy.SHIELD)


class Moment(IntEnum):
    """What a program of a card waits for; for the action faces with their bursts too."""

    FIELDED = 0
    ATTACKS = 1
    BLOCKS = 2
    DAMAGED = 3
    KOED = 4
    ATTUNE = 5
    USED = 6
    USED_BURST = 7
    USED_DOUBLE = 8
    ENERGIZE = 9
    FIELDED_BURST = 10
    ATTACKS_BURST = 11
    DAMAGED_BURST = 12
    KOED_BURST = 13
    PLAYER_DAMAGED = 14
    PLAYER_DAMAGED_BURST = 15
    ALLY_KOED = 16
    ALLY_FIELDED = 17
    TARGETED = 18
    OPPONENT_FIELDED = 19
    TURN_BEGINS = 20
    TURN_ENDS = 21
    LATER = 22
    OPPONENT_ATTACKS = 23
    OPPONENT_ATTACKS_DOUBLE = 24


BURSTS = {
    Moment.FIELDED: Moment.FIELDED_BURST,
    Moment.ATTACKS: Moment.ATTACKS_BURST,
    Moment.DAMAGED: Moment.DAMAGED_BURST,
    Moment.KOED: Moment.KOED_BURST,
    Moment.PLAYER_DAMAGED: Moment.PLAYER_DAMAGED_BURST,
}
"""What each moment of a character becomes when its face has a burst."""


ACTION_FACES = (Moment.USED, Moment.USED_BURST, Moment.USED_DOUBLE)
"""What an action die waits for: to be used with no, one or two bursts."""


ON_ATTACK = (Moment.OPPONENT_ATTACKS, Moment.OPPONENT_ATTACKS_DOUBLE)
"""What a Continuous die waits for that answers the opponent's attack, or none: with two bursts the second."""


OF_ACTION_CARDS = frozenset({*ACTION_FACES, *ON_ATTACK, Moment.LATER})
"""What only action cards name: the end of a turn in which the die was used comes later."""


class Op(Numbers):
    """One word of the effect language."""

    END = 0
    HURT_PLAYER = 1
    HURT_ANY = 2
    HURT_DIE = 3
    HURT_EACH = 4
    KO = 5
    ATTACK = 6
    DEFENSE = 7
    SHIELD = 8
    WITHDRAW = 9
    SPIN_UP = 10
    SPIN_DOWN = 11
    GAIN = 12
    PAY_LIFE = 13
    LOSE = 14
    PREP_USED = 15
    UNPREP = 16
    DRAW = 17
    PREVENT = 18
    REDIRECT = 19
    HURT_BOTH = 20
    CAPTURE = 21
    KEEP = 22
    SEIZE = 23
    CONTROL = 24
    REROLL = 25
    SWAP = 26
    REDUCE = 27
    COPY = 28
    HURT_OPPOSING = 29
    MAY_PAY = 30
    SET_ASIDE = 31
    CALL_OUT = 32
    DIVIDE = 33
    UNLESS_SPUN = 34
    SWAP_ALIKE = 35
    RETURN = 36
    TEST = 37
    GATE = 38
    CORRUPT = 39
    ATTACH = 40
    COPY_TEXT = 41
    COPY_DIE = 42
    COPY_BESIDE = 43
    GIVE_WAY = 44
    SACRIFICE = 45
    REBATE = 46
    FREES = 47
    DRAW_ROLL = 48
    FIELD_USED = 49
    HURT_COUNT = 50
    DISCARD = 51
    UNLESS_FIELDED = 52
    KO_ENGAGED = 53
    SEND_THIS = 54
    TOKEN = 55
    ATTACK_TWO = 56
    RECALL = 57
    TRADE = 58
    NO_BLOCK = 59
    MUST_ATTACK = 60


REACTIONS = frozenset({Op.PREVENT, Op.REDIRECT, Op.REDUCE})
"""What only a reactive Global does: it interrupts damage."""


COPYING = frozenset({Op.COPY, Op.COPY_TEXT, Op.COPY_DIE, Op.COPY_BESIDE})
"""What makes the die of the effect take on stats or abilities of another one."""


COPIED_MOMENTS = frozenset(
    {Moment.FIELDED, Moment.ATTACKS, Moment.BLOCKS, Moment.DAMAGED, Moment.KOED, Moment.TARGETED,
     Moment.ATTUNE, Moment.FIELDED_BURST, Moment.ATTACKS_BURST, Moment.DAMAGED_BURST, Moment.KOED_BURST}
)  # fmt: skip
"""The effects that a die copies: those that wait for what happens to the die itself, and Attune."""


TAKING = frozenset({Op.CAPTURE, Op.KEEP, Op.CONTROL})
"""What takes a die from the Field Zone: for a turn, for as long as the captor stays, or to control it."""


class Target(IntEnum):
    """Which dice an effect may be about, as its owner sees it."""

    NONE = 0
    DIE = 1
    OWN = 2
    OPPOSING = 3
    ATTACKER = 4
    SIDEKICK = 5
    IN_PLAY = 6
    THIS = 7
    SURVIVOR = 8
    FIGHTING = 9
    USED_SIDEKICK = 10
    NEWCOMER = 11
    NO_VILLAIN = 12
    IN_RESERVE = 13
    PLAYERS = 14


TAKEN = "damage taken"
"""What a step says whose amount is as much as the damage that its die was dealt."""


OPPOSED = "opposing die"
"""What a step says whose amount counts for each character die in the opponent's Field Zone."""


@dataclass(frozen=True)
class Step:
    """One step of a program: its word, how much, and of which dice.

    The amount is for each active card of the player with the affiliation ``per``, where there is one; where
    ``per`` is :data:`TAKEN`, for each damage that the die of the effect was last dealt; and where it is
    :data:`OPPOSED`, for each die in the opponent's Field Zone.
    """

    op: Op
    amount: int = 0
    target: Target = Target.NONE
    per: str = ""


Program = tuple[Step, ...]


@dataclass(frozen=True)
class Face:
    """One face of a die.

    A character face has a ``level`` from 1 on with its figures, and may have bursts; an action face
    has ``action`` 1 plus its bursts; an energy face gives ``amount`` of ``energy``, or, with a ``second``
    energy, one of each.
    """

    energy: Energy = Energy.NONE
    amount: int = 0
    second: Energy = Energy.NONE
    level: int = 0
    fee: int = 0
    attack: int = 0
    defense: int = 0
    action: int = 0
    burst: int = 0


@dataclass(frozen=True)
class Bonus:
    """What a card gives while it is active: to its own dice, its player's other attackers or characters.

    With ``per`` it counts once for each other active card of its player with that affiliation; it goes to
    the player's characters, or only those ``of`` an affiliation.
    """

    attack: int
    defense: int
    to: str
    per: str = ""
    of: str = ""


@dataclass(frozen=True)
class Global:
    """A Global Ability: what it costs and does; a limited one may be used once in one's own turn."""

    id: str
    name: str
    cost: int
    energy: Energy
    program: Program
    limited: bool = False
    rules: tuple[str, ...] = ()

    @property
    def reactive(self) -> bool:
        """Whether it interrupts damage."""
        return self.program[0].op in REACTIONS


@dataclass(frozen=True)
class Card:
    """A card with its die. ``only`` says when a trigger counts: in the attack step, or while blocking."""

    id: str
    name: str
    subtitle: str
    cost: int
    energy: Energy
    faces: tuple[Face, ...]
    maximum: int
    basic: bool = False
    affiliations: tuple[str, ...] = ()
    keywords: Mapping[Keyword, int] = field(default_factory=dict)
    programs: Mapping[Moment, Program] = field(default_factory=dict)
    only: Mapping[Moment, str] = field(default_factory=dict)
    bonuses: tuple[Bonus, ...] = ()
    globals: tuple[Global, ...] = ()
    rules: tuple[str, ...] = ()
    interrupts: tuple[Interrupt, ...] = ()
    guard: Guard = UNGUARDED
    returns: bool = False
    """Whether a die that shows a burst returns to level 1 instead of being KO'd."""
    second_energy: Energy = Energy.NONE
    """The second type of a card that has two."""
    prices: tuple[PriceChange, ...] = ()
    first: frozenset[Moment] = frozenset()
    """The moments of which only the first of a turn counts, for all dice of the card together."""
    bags_starting_dice: bool = False
    """Whether, while it is active, starting dice that are KO'd go to the bag."""
    fabricate: tuple[int, int] = (0, 0)
    """How many own characters may be KO'd instead of paying for a die, and what they have to cost."""
    gate: str = ""
    """The affiliation or the name of the dice that it may gate in when it is fielded."""
    departs: str = ""
    """How what is played differs from the printed text; nothing where it is complete."""
    lacks_global: bool = False
    """Whether the printed card has a Global that is not played."""
    token: Card | None = None
    """The token that its effects may field: a character of level 1 that costs nothing, of no type."""


@dataclass(frozen=True)
class Teams:
    """What two players bring: cards with their dice, by seat, and the Basic Action Cards in the centre."""

    id: str
    name: str
    life: int
    seats: tuple[tuple[tuple[Card, int], ...], tuple[tuple[Card, int], ...]]
    basics: tuple[Card, ...]
    sidekicks: int = SIDEKICKS


@dataclass(frozen=True)
class Pack:
    """All cards and teams by id."""

    cards: Mapping[str, Card]
    teams: Mapping[str, Teams]


def sidekick_faces() -> tuple[Face, ...]:
    """The faces of a starting die: one of each type, wild energy, and a character of level 1."""
    return (*(Face(kind, 1) for kind in (*TYPES, Energy.WILD)), Face(level=1, attack=1, defense=1))


def token_faces(attack: int, defense: int) -> tuple[Face, ...]:
    """The faces of a token, of which it only ever shows the last: level 1 with what its card gives it."""
    return (*(Face(),) * (FACES - 1), Face(level=1, attack=attack, defense=defense))


__all__ = [
    "ACTION_FACES",
    "COPIED_MOMENTS",
    "COPYING",
    "FACES",
    "ICONS",
    "OF_ACTION_CARDS",
    "ON_ATTACK",
    "OPPOSED",
    "REACTIONS",
    "SIDEKICKS",
    "TAKEN",
    "TAKING",
    "TOKENS",
    "TYPES",
    "Bonus",
    "Card",
    "Energy",
    "Face",
    "Global",
    "Keyword",
    "Moment",
    "Op",
    "Pack",
    "Program",
    "Step",
    "Target",
    "Teams",
    "sidekick_faces",
    "token_faces",
]
