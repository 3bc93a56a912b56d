"""The lines that an effect may have in a content file, and the step that each stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dicelaw.model.dice_masters.cards import OPPOSED, TAKEN, TYPES, Op, Step, Target
from dicelaw.model.dice_masters.declared.life import AMOUNT, DECLARED
from dicelaw.model.effects.lines import (
    candidates,
    examples,
    hint,
    limit,
    nearest,
    patterns,
    respelt,
    with_numbers,
    written,
)
from dicelaw.model.foreign.shown import quoted

_TARGETS = {
    "die": Target.DIE,
    "own die": Target.OWN,
    "opposing die": Target.OPPOSING,
    "attacker": Target.ATTACKER,
    "opposing sidekick": Target.SIDEKICK,
    "continuous die": Target.IN_PLAY,
    "opposing die in combat": Target.FIGHTING,
    "this die": Target.THIS,
    "this die if it survives": Target.SURVIVOR,
    "used sidekick": Target.USED_SIDEKICK,
    "fielded die": Target.NEWCOMER,
    "opposing non-villain die": Target.NO_VILLAIN,
    "own die in reserve": Target.IN_RESERVE,
}
"""What a line calls the character dice in the Field Zone that it may be about."""


@dataclass(frozen=True)
class Form:
    """One form of line: its pattern, the word it stands for, and an example."""

    pattern: re.Pattern[str]
    op: Op
    example: str
    target: Target | None = None
    """The target that the form means without naming it."""
    amount: int | None = None
    """The amount that the form means without naming it."""


def _form(
    pattern: str, op: Op, example: str, target: Target | None = None, amount: int | None = None
) -> Form:
    dice = "|".join(sorted(_TARGETS, key=len, reverse=True))
    filled = pattern.replace("N", r"(?P<amount>[1-9])").replace("DICE", f"(?P<target>{dice})")
    return Form(re.compile(filled), op, example, target, amount)


FORMS = (
    _form("damage N to opponent", Op.HURT_PLAYER, "damage 2 to opponent"),
    _form("damage N to each player", Op.HURT_BOTH, "damage 1 to each player"),
    _form("damage N to opponent or die", Op.HURT_ANY, "damage 2 to opponent or die"),
    _form(
        "damage N to opponent and each opposing die",
        Op.HURT_OPPOSING,
        "damage 1 to opponent and each opposing die",
    ),
    *(
        _form(
            f"damage DICE for each {kind.name.lower()} energy",
            Op.HURT_COUNT,
            f"damage die for each {kind.name.lower()} energy",
            amount=kind,
        )
        for kind in TYPES
    ),
    _form("DICE to used", Op.DISCARD, "own die to used"),
    _form("draw and roll a die", Op.DRAW_ROLL, "draw and roll a die"),
    _form("field sidekick from used", Op.FIELD_USED, "field sidekick from used", Target.SIDEKICK),
    _form("field character from used", Op.FIELD_USED, "field character from used", Target.OWN),
    _form("damage N to DICE", Op.HURT_DIE, "damage 2 to die"),
    _form("damage N to each DICE", Op.HURT_EACH, "damage 1 to each opposing die"),
    _form("may pay N", Op.MAY_PAY, "may pay 1"),
    _form("set DICE aside", Op.SET_ASIDE, "set opposing die aside"),
    _form("call out DICE", Op.CALL_OUT, "call out opposing die"),
    _form("divide N damage among opposing dice", Op.DIVIDE, "divide 4 damage among opposing dice"),
    _form("unless opponent spins down a die", Op.UNLESS_SPUN, "unless opponent spins down a die"),
    _form(
        "opponent spins down or ko's a die",
        Op.GIVE_WAY,
        "opponent spins down or ko's a die",
    ),
    _form("gate", Op.GATE, "gate"),
    _form("field a token", Op.TOKEN, "field a token"),
    _form("this action die to used", Op.SEND_THIS, "this action die to used"),
    _form("ko each die that was engaged", Op.KO_ENGAGED, "ko each die that was engaged"),
    _form("attach", Op.ATTACH, "attach"),
    _form("corrupt N", Op.CORRUPT, "corrupt 2"),
    _form("ko DICE as a cost", Op.SACRIFICE, "ko own die as a cost"),
    _form("next purchase costs N less", Op.REBATE, "next purchase costs 2 less"),
    _form("unless you fielded a character", Op.UNLESS_FIELDED, "unless you fielded a character"),
    _form("name an affiliation that is free to field", Op.FREES, "name an affiliation that is free to field"),
    _form("ko DICE", Op.KO, "ko opposing die"),
    _form(r"\+NA to DICE", Op.ATTACK, "+1A to die"),
    _form(r"\+NA to DICE and another", Op.ATTACK_TWO, "+1A to own die and another"),
    _form(r"\+ND to DICE", Op.DEFENSE, "+1D to die"),
    _form("exchange A and D of DICE", Op.TRADE, "exchange A and D of die"),
    _form("DICE cannot block", Op.NO_BLOCK, "opposing die cannot block"),
    _form("DICE has to attack", Op.MUST_ATTACK, "die has to attack"),
    _form("shield DICE", Op.SHIELD, "shield die"),
    _form("withdraw DICE", Op.WITHDRAW, "withdraw attacker"),
    _form("spin up DICE", Op.SPIN_UP, "spin up own die"),
    _form("spin down DICE", Op.SPIN_DOWN, "spin down opposing die"),
    _form("capture DICE", Op.CAPTURE, "capture opposing die"),
    _form("capture DICE until this leaves", Op.KEEP, "capture opposing die until this leaves"),
    _form(
        "capture opposing sidekick energy until this leaves",
        Op.SEIZE,
        "capture opposing sidekick energy until this leaves",
    ),
    _form("swap DICE for used character", Op.SWAP, "swap die for used character"),
    _form(
        "swap DICE for used character on its level",
        Op.SWAP_ALIKE,
        "swap own die for used character on its level",
    ),
    _form("return this die on level N", Op.RETURN, "return this die on level 2", Target.NONE),
    _form("roll DICE and go on with energy", Op.TEST, "roll this die and go on with energy"),
    _form("copy stats of DICE", Op.COPY, "copy stats of opposing die"),
    _form("copy abilities of DICE", Op.COPY_TEXT, "copy abilities of opposing die"),
    _form("copy DICE", Op.COPY_DIE, "copy opposing die"),
    _form("copy DICE and keep own abilities", Op.COPY_BESIDE, "copy fielded die and keep own abilities"),
    _form("reroll DICE", Op.REROLL, "reroll opposing die"),
    _form("control DICE", Op.CONTROL, "control opposing die"),
    *(
        Form(pattern, op, example)
        for op, word in DECLARED.items()
        for pattern, example in zip(patterns(word), examples(word), strict=True)
    ),
    _form("prep sidekick from used", Op.PREP_USED, "prep sidekick from used"),
    _form(
        "prep own sidekicks and gain N life for each",
        Op.RECALL,
        "prep own sidekicks and gain 1 life for each",
    ),
    _form("opposing prepped die to used", Op.UNPREP, "opposing prepped die to used"),
    _form("prep die from bag", Op.DRAW, "prep die from bag"),
    _form("prevent N", Op.PREVENT, "prevent 1"),
    _form("reduce damage of a character to N", Op.REDUCE, "reduce damage of a character to 1"),
    _form("redirect N from you to own die", Op.REDIRECT, "redirect 1 from you to own die", Target.NONE),
    _form(
        "redirect N from own die to another", Op.REDIRECT, "redirect 1 from own die to another", Target.OWN
    ),
    _form("redirect N to own die", Op.REDIRECT, "redirect 1 to own die", Target.DIE),
)
_PER = re.compile(
    rf"(?P<plain>.*\D1\b.*) per {TAKEN}|(?P<each>.*) per {OPPOSED}"
    r"|(?P<line>.*) per active (?P<affiliation>[a-z][a-z-]*)"
)
EXAMPLES = (
    *(form.example for form in FORMS),
    "damage 1 to opponent per active villain",
    "damage 1 to die per damage taken",
    "damage 1 to opponent per opposing die",
)
_WORDS = frozenset(word for example in EXAMPLES for word in example.split())
"""The words that lines of examples are made of."""


def _counted(found: re.Match[str]) -> tuple[str, str]:
    """The line without what it counts, and that."""
    if found["each"]:
        return found["each"], OPPOSED
    return (found["plain"], TAKEN) if found["plain"] else (found["line"], found["affiliation"])


def step_of(line: str) -> Step | None:
    """The step that ``line`` stands for, if it has one of the forms."""
    found = _PER.fullmatch(line)
    plain, per = _counted(found) if found else (line, "")
    for form in FORMS:
        found = form.pattern.fullmatch(plain)
        if found is not None:
            parts = found.groupdict()
            if per and not parts.get("amount"):
                return None
            amount = int(parts["amount"]) if parts.get("amount") else form.amount or 1
            named = _TARGETS.get(parts.get("target") or "", Target.NONE)
            return Step(form.op, amount, named if form.target is None else form.target, per)
    return None


def line_of(step: Step) -> str:
    """``step`` as a line of a content file; :func:`step_of` of it is ``step``."""
    counted = f" per {'' if step.per in (TAKEN, OPPOSED) else 'active '}{step.per}" * bool(step.per)
    if step.op in DECLARED:
        return written(DECLARED[step.op], {AMOUNT.name: step.amount}) + counted
    form = next(
        form
        for form in FORMS
        if form.op is step.op and form.target in (None, step.target) and form.amount in (None, step.amount)
    )
    target = next((name for name, value in _TARGETS.items() if value is step.target), "")
    pattern = form.pattern.pattern.replace(r"\+", "+").replace("(?P<amount>[1-9])", str(step.amount))
    return re.sub(r"\(\?P<target>[^)]*\)", target, pattern) + counted


def wrong(line: str) -> str:
    """What is told of ``line``, which stands for no step: the limit it breaks, or what is near, and all."""
    found = _PER.fullmatch(line)
    plain = _counted(found)[0] if found else line
    if beyond := limit(plain, DECLARED.values()):
        return beyond
    near = [*respelt(plain, _WORDS), *(one for word in DECLARED.values() for one in candidates(plain, word))]
    near += (with_numbers(example, plain) for example in EXAMPLES)
    right = (text for one in near if step_of(text := one + line[len(plain) :]))
    every = ", ".join(f"`{example}`" for example in EXAMPLES)
    return f"{quoted(line)} is no effect line; {hint(nearest(line, right))}allowed: {every}"
