"""Programs of the effect language read out in English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.model.dice_throne.language import DamageType, Instruction, Needs, Op, Pool, Program, Status, Who

ALL_FACES = 0b111111
_PLAYERS = {Who.SELF: "you", Who.OPPONENT: "the opponent", Who.CHOSEN: "a chosen player"}
_DICE = {Who.SELF: "your", Who.OPPONENT: "the opponent's", Who.CHOSEN: "any player's"}
_POOLS = {Pool.OFFENSE: "offensive dice", Pool.DEFENSE: "defensive dice", Pool.ROLLED: "rolled dice"}

_SENTENCES = {
    Op.ROLL: "roll {amount}",
    Op.THEN: "then, after a chance to spend tokens and play instants:",
    Op.DAMAGE: "deal {amount}",
    Op.UNDEFENDABLE: "the attack becomes undefendable",
    Op.COLLATERAL: "deal {whom} {amount}",
    Op.DEAL: "deal {whom} {amount}",
    Op.ISOLATED: "deal {whom} {amount}, at once and apart from everything else",
    Op.RECOIL: "receive {amount} if the attack deals at least 1",
    Op.ADD: "add {amount} to the attack",
    Op.PREVENT: "{prevent} {amount}",
    Op.HALVE: "{prevent} half of the damage, rounded up",
    Op.DOUBLE: "double the damage coming to {whom}",
    Op.REFLECT: "deal the attacker half of the incoming damage, rounded up",
    Op.AVOID: "{avoid} all damage",
    Op.HEAL: "{heal} {amount}",
    Op.TOKEN: "{gain} {amount}",
    Op.REMOVE: "{lose} {amount}",
    Op.REMOVE_ONE: "remove one status effect token from {whom}",
    Op.REMOVE_ALL: "remove all status effect tokens from {whom}",
    Op.TRANSFER: "move one status effect token from {whom} to another player",
    Op.WARD: "remove one status effect token that this attack inflicted",
    Op.CP: "{gain} {amount}",
    Op.LOSE_CP: "{lose} {amount}",
    Op.STEAL_CP: "steal {amount}",
    Op.STEAL_HEALTH: "steal {amount}",
    Op.DRAW: "{draw} {amount}",
    Op.DISCARD: "{discard} {amount} at random",
    Op.REROLL: "reroll up to {amount} of {whose} dice",
    Op.NUDGE: "turn one of {whose} dice one up or down",
    Op.SET_DIE: "turn {amount} of {whose} dice to {face}",
    Op.COPY_DIE: "turn one of your dice to the face of another of them",
    Op.ATTEMPT: "{get} {amount}",
    Op.DEFENSE_ATTEMPT: "{get} {amount}",
    Op.LIMIT: "raise your stack limit by {amount}",
    Op.EXTRA_PHASE: "take another Offensive Roll Phase",
    Op.SHARE: "the damage of this Roll Phase may be split with your companion",
    Op.HEAL_COMPANION: "your companion heals {amount}",
    Op.OR: "either:",
    Op.SKIP: "or:",
}
_UNITS = {
    Op.ROLL: "dice",
    Op.COLLATERAL: "collateral damage",
    **dict.fromkeys((Op.DEAL, Op.ISOLATED, Op.RECOIL, Op.ADD, Op.PREVENT), "damage"),
    **dict.fromkeys((Op.CP, Op.LOSE_CP, Op.STEAL_CP), "CP"),
    Op.STEAL_HEALTH: "health",
    **dict.fromkeys((Op.DRAW, Op.DISCARD), "cards"),
    Op.ATTEMPT: "more offensive roll attempts",
    Op.DEFENSE_ATTEMPT: "more defensive roll attempts",
}
_ONE = {"dice": "die", "cards": "card", "attempts": "attempt"}
_STRAIGHTS = {4: "small straight", 5: "large straight"}
_VERBS = ("prevent", "avoid", "heal", "gain", "lose", "draw", "discard", "get")


def describe(program: Program, statuses: Sequence[Status], symbols: Sequence[str] = ()) -> list[str]:
    """Each instruction of ``program`` but its end as a phrase, with ``symbols`` for the faces 1 to 6.

    Faces without a symbol are called by their numbers.
    """
    return [phrase(step, statuses, symbols) for step in program if step.op is not Op.END]


def phrase(step: Instruction, statuses: Sequence[Status], symbols: Sequence[str] = ()) -> str:
    """One instruction as a phrase."""
    sentence = _SENTENCES[step.op]
    if step.op is Op.TOKEN and step.who is Who.OPPONENT:
        sentence = "inflict {amount} on {whom}"
    words = {
        "amount": _amount(step, _unit(step, statuses), symbols),
        "whom": "yourself" if step.who is Who.SELF else _PLAYERS[step.who],
        "whose": _DICE[step.who],
        "face": str(step.arg) if step.arg else "any face",
        **{verb: verb if step.who is Who.SELF else f"{_PLAYERS[step.who]} {verb}s" for verb in _VERBS},
    }
    conditions = " and ".join(_conditions(step, symbols))
    return sentence.format(**words) + (f" if {conditions}" if conditions else "")


def _unit(step: Instruction, statuses: Sequence[Status]) -> str:
    """What the amount of ``step`` counts; a plural if it has one."""
    if step.token:
        return statuses[step.token].name
    if step.op is Op.DAMAGE:
        kind = DamageType(step.arg)
        return "damage" if kind is DamageType.NORMAL else f"{kind.name.lower()} damage"
    return _UNITS.get(step.op, "")


def _amount(step: Instruction, unit: str, symbols: Sequence[str]) -> str:
    dice = _POOLS[step.pool]
    if step.add_sum:
        whole = f"half of the sum of the {dice}, rounded up" if step.half else f"the sum of the {dice}"
        return f"{unit} equal to {whole}" if unit else whole
    first, *others = [str(number) for number in (step.base, step.per) if number] or ["0"]
    ends = unit.rpartition(" ")
    one = f"{ends[0]}{ends[1]}{_ONE.get(ends[2], ends[2])}" if first == "1" else unit
    amount = " + ".join([f"{first} {one}".strip(), *others])
    return f"{amount} for each {faces(step.faces, symbols)} among the {dice}" if step.per else amount


def _conditions(step: Instruction, symbols: Sequence[str]) -> Iterator[str]:
    dice = _POOLS[step.pool]
    for mask, count in ((step.need_faces, step.need_count), (step.also_faces, step.also_count)):
        if count:
            shown = faces(mask, symbols)
            yield f"any of the {dice} shows {shown}" if count == 1 else f"{count} of the {dice} show {shown}"
    if step.need_sum:
        yield f"the sum of the {dice} is at least {step.need_sum}"


def requirement(needs: Needs, symbols: Sequence[str] = ()) -> str:
    """What dice must show, as content files write it; "any result" where nothing is required."""
    parts = []
    for mask, count in needs.symbols:
        shown = faces(mask, symbols)
        parts.append(f"{count} face {shown}" if shown[0].isdigit() else f"{count} {shown}")
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
