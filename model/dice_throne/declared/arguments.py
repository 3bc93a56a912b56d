"""What lines of Dice Throne say besides their words: amounts, players, types of damage; and who says them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dicelaw.model.dice_throne.language import DamageType, Who
from dicelaw.model.effects.amounts import Counted
from dicelaw.model.effects.targets import Found, Target
from dicelaw.model.effects.words import Argument

NAME = "[a-z][a-z0-9-]*"
"""The pattern of what content calls its symbols and status effects."""
_FACE = rf"(?:not )?(?:(?:face )?[1-6](?:-[1-6])?|{NAME})"
FACES = rf"{_FACE}(?: or {_FACE})*"
"""The pattern of faces of dice: symbols or numbers."""
THINGS = rf"(?P<counted>own cp|paid|extra attempt|(?:own|opponent's) {NAME})"
"""The pattern of what is counted besides dice."""
COUNTED = Counted(
    rf"{THINGS}|(?P<two>two )?(?P<faces>{FACES})",
    "own cp|paid|extra attempt|own STATUS|opponent's STATUS|[two ]FACES",
    r"(?P<whole>sum|half) of (?P<pool>offense|defense|rolled)",
    "sum|half of offense|defense|rolled",
)
"""What amounts are counted by."""
AMOUNT = Argument("amount", 0, 99, counted=COUNTED)
TYPE = Argument(
    "type",
    names={kind.name.lower(): kind for kind in DamageType if kind > DamageType.NORMAL},
    before=" ",
    usual=DamageType.NORMAL,
)
ALL_OPPONENTS = "all opponents"
SELF = Target("self", Who.SELF, "you", Found.SELF)
OPPONENT = Target("opponent", Who.OPPONENT, "the opponent", Found.OPPONENT)
CHOSEN = Target("chosen player", Who.CHOSEN, "a chosen player")
ANOTHER_OPPONENT = Target("another opponent", Who.ANOTHER_OPPONENT, "another chosen opponent")
PICKED = (
    CHOSEN,
    Target("chosen opponent", Who.CHOSEN_OPPONENT, "a chosen opponent"),
    ANOTHER_OPPONENT,
    Target("another player", Who.ANOTHER_PLAYER, "another chosen player"),
    Target("chosen teammate", Who.CHOSEN_TEAMMATE, "a chosen teammate"),
    Target("that player", Who.THAT_PLAYER, "that player"),
)
"""Those whom the owner picks; all but the first are named only among more than two players."""
OPPONENTS = Target(ALL_OPPONENTS, Who.OPPONENT, "each opponent", Found.EACH)
EACH = Target("each player", Who.EACH, found=Found.EACH)
STRUCK = Argument("who", targets=(ANOTHER_OPPONENT,), before=" pure to ")
"""The opponent whom the damage of an ability strikes beside its target."""
SUBJECT = Argument("who", targets=(OPPONENT, *PICKED), after=" ", usual=Who.SELF)
"""The player who does something; the owner unless another is named."""
SUBJECT_OR_EACH = replace(SUBJECT, targets=(*SUBJECT.targets, EACH))
"""The same, where each player can be meant."""
SUBJECTS = replace(SUBJECT, targets=(*SUBJECT.targets, OPPONENTS))
"""The same, where all opponents can be meant."""
OBJECT = Argument("who", targets=(SELF, OPPONENT, *PICKED), before=" to ", usual=Who.SELF)
"""The player to whom something is done; the owner unless another is named."""
TO_OPPONENT = replace(OBJECT, usual=Who.OPPONENT)
"""The same; the opponent unless another is named."""
TO_OPPONENTS = replace(TO_OPPONENT, targets=(*OBJECT.targets, OPPONENTS, EACH))
"""The same, where all opponents or all players can be meant."""

OF = replace(OBJECT, before=" of ")
OF_OPPONENT = replace(OF, usual=Who.OPPONENT)
OF_CHOSEN = replace(OF, usual=Who.CHOSEN)
AT = replace(OF_CHOSEN, targets=PICKED, before=" at ")
FOR = replace(OBJECT, before=" for ")
"""The player of whom, or for whom, something is done; the owner unless another is usual or named."""
ABOUT = replace(FOR, targets=PICKED[-1:])
"""The player whom dice are about: nobody in particular, or that player, who is picked before the roll."""
OWN_SIDE = "own or teammate's"
WHOSE = Argument(
    "who",
    targets=(
        Target("own", Who.SELF, "your", Found.SELF),
        Target("opponent's", Who.OPPONENT, "the opponent's", Found.OPPONENT),
        Target("any", Who.CHOSEN, "any player's"),
    ),
)
"""The player whose dice are altered."""
SIDE = Target(OWN_SIDE, Who.SELF, "your or a teammate's")
WHOSE_OR_SIDE = replace(WHOSE, targets=(SIDE, *WHOSE.targets))
"""The same, where those of the owner's side can be meant."""
PLAYERS: Mapping[str, int] = {
    one.name: one.number for one in (SELF, OPPONENT, *PICKED, OPPONENTS, EACH, *WHOSE_OR_SIDE.targets)
}
"""All players that a line may name."""
WIDE = frozenset({ALL_OPPONENTS, OWN_SIDE})
"""Those who are several."""

N = Argument("n", 0, 99)
COUNT = replace(N, after=" ", usual=1)
PER = Argument("per", free=COUNTED.per, before=" ", usual=0)
WHOLE = Argument("all", free=COUNTED.whole, sample="half of rolled")
HALF = Argument("part", free=rf"(?P<halves>half of ){THINGS}", sample="half of own cp")
STATUS = Argument("status", free=NAME, sample="chi")
OTHER = replace(STATUS, name="other")
CARDS = Argument("unit", names={"card": 1, "cards": 2}, before=" ", usual=0)
DIE = Argument("unit", names={"die": 1, "dice": 2})
PLAIN_DIE = replace(DIE, before=" ", usual=0)
COVERED = Argument("covered", names={", covered": 1}, usual=0)
FACE = Argument("face", names={"any face": 0, **{str(face): face for face in range(1, 7)}})
SIGN = Argument("sign", names={"positive": 1, "negative": 2}, after=" ", usual=0)
KINDS = (TYPE.name, COVERED.name, FACE.name, SIGN.name)
"""The arguments of which an instruction has the number as its ``arg``."""

RESOLVING = ("resolve/next",)
"""The timing point at which all words do what they do."""
OFFENSIVE: Mapping[str, tuple[str, ...]] = {"offense": RESOLVING}
"""The uses of a word that only offensive abilities have."""
PLACES = {
    "offense": "offensive ability", "defense": "defensive ability", "action": "action", "trigger": "trigger",
}  # fmt: skip
"""The places that say words, and what they are called."""
EVERYWHERE = dict.fromkeys(PLACES, RESOLVING)
"""The uses of a word that all have: abilities, what is used, and what comes by itself."""
