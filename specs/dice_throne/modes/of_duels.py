"""The properties of the duel that are proved with more than two players as well, and why others are not.

King of the Hill of three has every way in which a game of several differs from a duel, but for sides of
several players: so what is said of the duel is asked there, and in 2 against 2 what hangs on sides. The
other modes have the same steps, of more players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.specs.dice_throne.properties.properties import of_any_number
from dicelaw.specs.dice_throne.properties.step import step_properties
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import Property

NOT_ASKED: Mapping[str, str] = {
    "over/at-once": "of several those who are left play on; koth/ and team/one-left-wins say when it ends",
    "cards/by-name/*": "they are about the printed cards of two heroes, which move as the counted ones do",
    "status/stun/chain-ends-almost-surely": "it is about the dice of abilities, whoever plays",
    "ultimate/no-opponent-action": "each opponent has a property of their own",
    "turn/never-stuck": "it stands on when the game ends, so each mode has it in its own form",
    "turn/one-thing-at-a-time": "each mode has it with a goal and a bug of its own",
    "play/structure": "each mode has it",
    "play/instruction-due": "each mode has it with a bug of its own",
}
"""The properties of the duel, by patterns of their ids, that no mode has under the same id, and why."""
LONG = (
    "dice/face-on-the-way/*", "dice/any-order/*", "dice/on-their-way-where-rolled", "window/closes",
    "effects/end", "turn/one-owner", "goods/cards-*", "interrupted/never-lost", "status/stack-limit",
    "status/blessing-of-divinity/never-zero", "cards/enough-tokens", "word/token", "word/remove",
    "word/limit", "step/use/*", "step/answer/act", "step/answer/carry-out", "step/answer/lost",
    "step/resolve/pass-over", "step/resolve/token", "step/resolve/pick-token/*",
)  # fmt: skip
"""What takes long to prove of more than two players, with what rests on it: a slow test proves that."""
OF_SIDES = (
    "ultimate/no-opponent-action/*", "damage/only-at-conclusion", "health/both-at-once", "over/somebody-lost",
    "def/defender", "status/blessing-of-divinity/*", "status/stun/removed", "word/heal", "word/steal-*",
    "word/deal", "word/collateral", "step/*/apply", "step/*/go-on", "step/*/defeat", "step/*/lost-turn",
    "step/turn-end/pass/turn", "step/targeting/*", "step/resolve/choose-*", "step/resolve/*-opponent",
    "step/resolve/await-target", "step/resolve/isolated", "step/resolve/sting/hurt", "step/window/*",
    "step/answer/let*",
)  # fmt: skip
"""What hangs on who plays on whose side: on common health, on who is an opponent, on who is left."""


def _of_duels(made: DuelMachine) -> list[Property]:
    """The properties of the duel, said of the game ``made``, which is of more than two players."""
    return [*of_any_number(made), *step_properties(made)]


def asked_in(made: DuelMachine, machine: str, *, sides: bool) -> Iterator[Property]:
    """Those that are proved of the game ``made``, the ``machine``: with ``sides`` those that hang on them.

    That what they speak of can be reached is shown of duels, and by the bugs that are planted here too.
    """
    for one in _of_duels(made):
        if not matches(one.id, (*NOT_ASKED, *LONG)) and (not sides or matches(one.id, OF_SIDES)):
            yield replace(named_for(machine, one), goal=None)


def asked_at_length(made: DuelMachine, machine: str) -> Iterator[Property]:
    """Those that take long to prove of the game ``made``, the ``machine``."""
    return (named_for(machine, one) for one in _of_duels(made) if matches(one.id, LONG))


def named_for(machine: str, one: Property) -> Property:
    """The property ``one`` of a duel as one of ``machine``, with all that it assumes."""
    using = tuple(f"{id}/{machine}" for id in one.using)
    return replace(one, id=f"{one.id}/{machine}", using=using, machine=machine)
