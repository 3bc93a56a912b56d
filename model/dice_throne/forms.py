"""The table of effect lines: one form of words for each way to write an instruction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dicelaw.model.dice_throne.declared.arguments import AMOUNT, COUNTED, THINGS
from dicelaw.model.dice_throne.declared.damage import DECLARED
from dicelaw.model.dice_throne.language import Op, Who
from dicelaw.model.effects.lines import examples, patterns
from dicelaw.model.effects.words import Word

OWN_SIDE = "own or teammate's"
_PARTS = {
    "who": r"(?:(?P<who>opponent|chosen player) )?",
    "n": r"(?P<n>[0-9]{1,2})",
    "count": r"(?:(?P<n>[0-9]{1,2}) )?",
    "amount": AMOUNT.pattern,
    "per": rf"(?: {COUNTED.per})?",
    "whole": COUNTED.whole,
    "counted": THINGS,
    "status": r"(?P<status>[a-z][a-z-]*)",
    "of": r"(?: of (?P<who>self|opponent|chosen player))?",
    "for": r"(?: for (?P<who>self|opponent|chosen player))?",
    "dice": r"(?P<who>own|opponent's|any) (?:(?P<n>[0-9]) )?di(?:e|ce)",
}


@dataclass(frozen=True)
class Form:
    """One way to write an instruction: a pattern with ``{parts}`` that this module names, and an example.

    Those of declared words have no such parts.
    """

    op: Op
    pattern: str
    example: str
    who: Who = Who.SELF
    """Whom the instruction names if the line does not say."""

    def compiled(self) -> re.Pattern[str]:
        """The pattern as a regular expression."""
        return re.compile(re.sub(r"\{([a-z]+)\}", lambda part: _PARTS[part[1]], self.pattern))


def _of(word: Word) -> Iterator[Form]:
    """The forms of a declared word."""
    who = next((one.usual for one in word.arguments if one.name == "who"), None)
    for pattern, example in zip(patterns(word), examples(word), strict=True):
        yield Form(Op(word.number), pattern.pattern, example, Who(who or Who.SELF))


FORMS = (
    *(form for word in DECLARED.values() for form in _of(word)),
    Form(Op.ROLL_OFF, r"roll off", "roll off"),
    Form(Op.ROLL, r"roll {n}(?: dice| die)?(?P<covered>, covered)?", "roll 3 dice"),
    Form(Op.CLEAR, r"put the dice away", "put the dice away"),
    Form(Op.LOOK, r"look at the dice", "look at the dice"),
    Form(Op.PAY, r"pay up to {n} {status}", "pay up to 4 chi"),
    Form(Op.TURN_INTO, r"{who}turns? {status} into (?P<other>[a-z][a-z-]*)", "turn seedling into sapling"),
    Form(Op.FLIP, r"flip the board", "flip the board"),
    Form(Op.SEARCH, r"search {n}(?: cards?)?", "search 1 card"),
    Form(Op.SHOW_HAND, r"look at the hand{of}", "look at the hand of opponent", Who.OPPONENT),
    Form(Op.THEN, r"then", "then"),
    Form(Op.WARD, r"prevent one inflicted status", "prevent one inflicted status"),
    Form(Op.SHIELD, r"keep off one negative status", "keep off one negative status"),
    Form(Op.HEAL_COMPANION, r"heal companion {amount}", "heal companion 2"),
    Form(Op.CP, r"{who}gains? {whole} as cp", "gain half of rolled as cp"),
    Form(Op.CP, r"{who}gains? (?P<halves>half of ){counted} as cp", "gain half of own cp as cp"),
    Form(Op.CP, r"{who}gains? {count}cp{per}", "gain 1 cp per prayer"),
    Form(Op.TOKEN, r"{who}gains? {whole} as {status}", "gain half of rolled as chi"),
    Form(Op.TOKEN, r"{who}gains? {count}{status}{per}", "chosen player gains crit"),
    Form(Op.TOKEN, r"inflict {count}{status}{per}", "inflict stun", Who.OPPONENT),
    Form(Op.LOSE_CP, r"{who}loses? {count}cp{per}", "opponent loses 1 cp"),
    Form(Op.REMOVE, r"{who}loses? {count}{status}{per}", "opponent loses 1 chi"),
    Form(
        Op.REMOVE_ALL, r"remove all (?P<sign>positive|negative) statuses{of}", "remove all negative statuses"
    ),
    Form(Op.REMOVE_ONE, r"remove one status{of}", "remove one status of chosen player"),
    Form(Op.REMOVE_ALL, r"remove all statuses{of}", "remove all statuses of chosen player"),
    Form(Op.TRANSFER, r"transfer one status{of}", "transfer one status", Who.CHOSEN),
    Form(Op.STEAL_CP, r"steal {count}cp{per}", "steal 2 cp"),
    Form(Op.STEAL_HEALTH, r"steal {count}health{per}", "steal 1 health"),
    Form(Op.DRAW, r"{who}draws? {amount}", "draw 1"),
    Form(Op.DISCARD_PICK, r"{who}discards? {n} by choice", "opponent discards 1 by choice"),
    Form(Op.DISCARD, r"{who}discards? {amount}", "opponent discards 1"),
    Form(
        Op.REROLL,
        rf"reroll up to {{n}} (?P<who>{OWN_SIDE}|own|opponent's|any) (?:die|dice)",
        "reroll up to 2 own dice",
    ),
    Form(Op.REROLL, r"reroll (?P<who>own|opponent's|any) die", "reroll own die"),
    Form(Op.NUDGE, r"nudge (?P<who>own|opponent's|any) die", "nudge any die"),
    Form(Op.SET_DIE, r"set {dice} to (?:any face|(?P<face>[1-6]))", "set any 2 dice to any face"),
    Form(Op.COPY_DIE, r"copy own die", "copy own die"),
    Form(
        Op.DEFENSE_ATTEMPT, r"{count}extra defense attempts?{for}", "extra defense attempt for chosen player"
    ),
    Form(Op.ATTEMPT, r"{count}extra attempts?{for}", "extra attempt for chosen player"),
    Form(Op.LIMIT, r"raise limit of {status} by {n}", "raise limit of chi by 1"),
    Form(Op.EXTRA_PHASE, r"another offensive roll phase", "another offensive roll phase"),
    Form(Op.SHARE, r"share damage with companion", "share damage with companion"),
)
