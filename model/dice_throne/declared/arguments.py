"""What lines of Dice Throne say besides their words: amounts, players, types of damage; and who says them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dicelaw.model.dice_throne.language import DamageType, Who
from dicelaw.model.effects.amounts import Counted
from dicelaw.model.effects.words import Argument

_FACE = r"(?:not )?(?:(?:face )?[1-6](?:-[1-6])?|[a-z][a-z-]*)"
FACES = rf"{_FACE}(?: or {_FACE})*"
"""The pattern of faces of dice: symbols or numbers."""
THINGS = r"(?P<counted>own cp|paid|extra attempt|(?:own|opponent's) [a-z][a-z-]*)"
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
PLAYERS: Mapping[str, int] = {"opponent": Who.OPPONENT, "chosen player": Who.CHOSEN}
SUBJECT = Argument("who", names=PLAYERS, after=" ", usual=Who.SELF)
"""The player who does something; the owner unless another is named."""
OBJECT = Argument("who", names={"self": Who.SELF, **PLAYERS}, before=" to ", usual=Who.SELF)
"""The player to whom something is done; the owner unless another is named."""
ALL_OPPONENTS = "all opponents"
TO_OPPONENT = replace(OBJECT, usual=Who.OPPONENT)
"""The same; the opponent unless another is named."""
TO_OPPONENTS = replace(TO_OPPONENT, names={"self": Who.SELF, **PLAYERS, ALL_OPPONENTS: Who.OPPONENT})
"""The same, where all opponents can be meant."""

RESOLVING = ("resolve/next",)
"""The timing point at which all words do what they do."""
OFFENSIVE: Mapping[str, tuple[str, ...]] = {"offense": RESOLVING}
"""The uses of a word that only offensive abilities have."""
EVERYWHERE = {**OFFENSIVE, **dict.fromkeys(("defense", "action", "trigger"), RESOLVING)}
"""The uses of a word that all have: abilities, what is used, and what comes by itself."""
