"""Programs of the effect language read out in English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dicelaw.model.dice_throne.declared.arguments import (
    AMOUNT,
    EACH,
    OPPONENT,
    OPPONENTS,
    PICKED,
    SELF,
    SIDE,
    WHOSE,
    N,
)
from dicelaw.model.dice_throne.declared.conditions import (
    ALIKE,
    NONE,
    POINTS,
    SHOWN,
    SUM,
    SUM_MOST,
    TOKENS,
)
from dicelaw.model.dice_throne.declared.tests import DECLARED as TESTS
from dicelaw.model.dice_throne.declared.tokens import INFLICTED
from dicelaw.model.dice_throne.declared.vocabulary import DECLARED
from dicelaw.model.dice_throne.language import (
    Count,
    DamageType,
    Instruction,
    Needs,
    Op,
    Pool,
    Program,
    Status,
    Who,
)
from dicelaw.model.effects.made import Say, said
from dicelaw.model.foreign.numbers import is_whole

ALL_FACES = 0b111111
_PLAYERS = {Who(one.number): one.shown for one in (SELF, OPPONENT, *PICKED, EACH)}
_DICE = {**_PLAYERS, **{Who(one.number): one.shown for one in WHOSE.targets}}
_POOLS = {Pool.OFFENSE: "offensive dice", Pool.DEFENSE: "defensive dice", Pool.ROLLED: "rolled dice"}

_ONE = {"dice": "die", "cards": "card", "attempts": "attempt"}
_STRAIGHTS = {4: "small straight", 5: "large straight"}
_ABOUT = {Op.ROLL: "for", Op.DAMAGE: "to"}
"""The words whose sentence is about the owner, and how it goes on where it is about somebody else."""
_VERBS = ("prevent", "avoid", "heal", "gain", "lose", "draw", "discard", "get")


def describe(program: Program, statuses: Sequence[Status], symbols: Sequence[str] = ()) -> list[str]:
    """Each instruction of ``program`` but its end as a phrase, with ``symbols`` for the faces 1 to 6.

    Faces without a symbol are called by their numbers.
    """
    return [phrase(step, statuses, symbols) for step in program if step.op is not Op.END]


def sentence(phrases: Sequence[str]) -> str:
    """``phrases`` on one line, each way of a choice after the word for it."""
    return "; ".join(phrases).replace(":; ", ": ").replace("or: either: ", "or: ")


def phrase(step: Instruction, statuses: Sequence[Status], symbols: Sequence[str] = ()) -> str:
    """One instruction as a phrase."""
    conditions = " and ".join(_conditions(step, statuses, symbols))
    if step.op is Op.SKIP and conditions:
        return f"if {conditions}:"
    player = OPPONENTS.shown if step.wide else _PLAYERS[step.who]
    words = {
        "whom": "yourself" if step.who is Who.SELF else player,
        "'s": SIDE.shown if step.wide else _DICE[step.who],
        "'s own": "your" if step.who is Who.SELF else "their",
        **{verb: verb if step.who is Who.SELF else f"{player} {verb}s" for verb in _VERBS},
    }

    named = {
        "status": statuses[step.token].name,
        "other": statuses[step.counted].name,
        "face": str(step.arg) if step.arg else "any face",
    }

    def say(name: str, how: str) -> str:
        if name in (AMOUNT.name, N.name):
            unit = named["status"] if step.token else _typed(step, how)
            return _amount(step, unit, statuses, symbols)
        return named[name] if name in named else words[how or "whom"]

    inflicts = step.op is Op.TOKEN and step.who is Who.OPPONENT
    says = said(INFLICTED if inflicts else DECLARED[step.op], say)
    about = f" {_ABOUT[step.op]} {player}" if step.op in _ABOUT and step.who is not Who.SELF else ""
    return says + about + (f" if {conditions}" if conditions else "")


def _typed(step: Instruction, unit: str) -> str:
    """``unit`` with the type of the damage of an attack."""
    if step.op is not Op.DAMAGE:
        return unit
    kind = DamageType(step.arg) if step.who is Who.SELF else DamageType.PURE
    return unit if kind == DamageType.NORMAL else f"{kind.name.lower()} {unit}"


def _amount(step: Instruction, unit: str, statuses: Sequence[Status], symbols: Sequence[str]) -> str:
    dice = _POOLS[step.pool]
    if step.add_sum:
        whole = f"half of the sum of the {dice}, rounded up" if step.half else f"the sum of the {dice}"
        return f"{unit} equal to {whole}" if unit else whole
    first, *others = [str(number) for number in (step.base, step.per) if number] or ["0"]
    ends = unit.rpartition(" ")
    one = f"{ends[0]}{ends[1]}{_ONE.get(ends[2], ends[2])}" if first == "1" else unit
    amount = " + ".join([f"{first} {one}".strip(), *others])
    if not step.per:
        return amount
    most = f", counting at most {step.most}" if step.most else ""
    half = ", halved and rounded up" if step.half else ""
    return f"{amount} for {_counted(step, statuses, symbols)}{most}{half}"


def _counted(step: Instruction, statuses: Sequence[Status], symbols: Sequence[str]) -> str:
    """What an amount counts."""
    name = statuses[step.counted].name
    each = "every two" if step.pairs else "each"
    match step.count:
        case Count.DICE:
            return f"{each} {faces(step.faces, symbols)} among the {_POOLS[step.pool]}"
        case Count.OWN_TOKENS:
            return f"{each} {name} that you have"
        case Count.THEIR_TOKENS:
            return f"{each} {name} that the opponent has"
        case Count.OWN_CP:
            return f"{each} CP that you have"
        case Count.PAID:
            return f"{each} given up"
        case Count.EXTRA_ATTEMPTS:
            return f"{each} roll attempt after the first"


def _conditions(step: Instruction, statuses: Sequence[Status], symbols: Sequence[str]) -> Iterator[str]:
    """Each condition of ``step`` as the sentence of its declaration."""
    texts = {
        "dice": _POOLS[step.pool],
        "sum": str(step.need_sum),
        "most": str(step.sum_most),
        "alike": str(step.alike),
        "cp": str(step.cp_least),
        "holder": "you have" if step.holder is Who.SELF else f"{_PLAYERS[step.holder]} has",
        "held": _held(step.held_least, step.held_most),
        "status": statuses[step.held].name,
    }
    for mask, count in ((step.need_faces, step.need_count), (step.also_faces, step.also_count)):
        if count:
            yield said(SHOWN, _shown(texts | {"count": _among(count), "faces": faces(mask, symbols)}, count))
    texts["faces"] = faces(step.none_faces, symbols)
    asked = (
        (NONE, step.none_faces), (ALIKE, step.alike), (SUM, step.need_sum), (SUM_MOST, step.sum_most),
        (TOKENS, step.held), (POINTS, step.cp_least),
    )  # fmt: skip
    for condition, wanted in asked:
        if wanted:
            yield said(condition, _shown(texts))
    if step.test:
        yield said(TESTS[step.test], _shown({}))


def _among(count: int) -> str:
    return "any of the" if count == 1 else f"{count} of the"


def _shown(texts: Mapping[str, str], count: int = 1) -> Say:
    """Says what ``texts`` have, behind a verb for ``count`` dice."""

    def say(name: str, how: str) -> str:
        singular, _, plural = how.partition("|")
        return f"{singular if count == 1 else plural} {texts[name]}".strip()

    return say


def _held(least: int, most: int) -> str:
    if most == 0:
        return "no"
    return f"exactly {least}" if most == least else f"at least {least}"


def requirement(needs: Needs, symbols: Sequence[str] = ()) -> str:
    """What dice must show, as content files write it; "any result" where nothing is required."""
    parts = []
    for mask, count in needs.symbols:
        shown = faces(mask, symbols)
        parts.append(f"{count} face {shown}" if is_whole(shown[0]) else f"{count} {shown}")
    if needs.of_a_kind:
        parts.append(f"{needs.of_a_kind} of a kind")
    if needs.straight:
        parts.append(_STRAIGHTS.get(needs.straight, f"straight of {needs.straight}"))
    return " + ".join(parts) or "any result"


def faces(mask: int, symbols: Sequence[str] = ()) -> str:
    """The faces in ``mask`` as words: symbols where these cover them, else numbers."""
    named = {
        name: sum(1 << place for place, symbol in enumerate(symbols) if symbol == name)
        for name in dict.fromkeys(symbols)
    }
    for name, own in named.items():
        if mask == ALL_FACES & ~own and len(named) > 2:
            return f"a face other than {name}"
    covered = [name for name, own in named.items() if own & mask == own]
    if covered and sum(named[name] for name in covered) == mask:
        return " or ".join(covered)
    return " or ".join(str(face) for face in range(1, 7) if mask >> (face - 1) & 1)
