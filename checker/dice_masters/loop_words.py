"""What the words of a program bring at most, as changes of goods: what is still to be done is a good, too.

A word that is about a die of some player's choice brings "one die to hit", "one to KO", and so on; acts of
:mod:`loop_acts` then do that to a die of some card. What a word takes from somebody is left out where it
might be avoided, and all that it may give is counted in full.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dicelaw.checker.dice_masters.loop_dice import SEATS, Dice, Sort
from dicelaw.model.dice_masters.cards.cards import COPYING, Moment, Op, Program, Step, Target
from dicelaw.model.dice_masters.state.table_state import DAMAGE_TOP
from dicelaw.model.dice_masters.zones.targets import OF_DICE

HARMLESS = frozenset(
    {Op.END, Op.GAIN, Op.PAY_LIFE, Op.SACRIFICE, Op.MAY_PAY, Op.TEST, Op.UNLESS_SPUN, Op.UNLESS_FIELDED}
)
"""The words that by themselves gain nothing beside what is counted."""
NOTHING = frozenset(
    {Op.END, Op.SHIELD, Op.WITHDRAW, Op.SPIN_UP, Op.SPIN_DOWN, Op.PREVENT, Op.REDUCE,
     Op.REDIRECT, Op.SET_ASIDE, Op.CALL_OUT, Op.UNLESS_SPUN, Op.UNLESS_FIELDED, Op.GATE, Op.CORRUPT,
     Op.ATTACH, Op.REBATE, Op.FREES, Op.NO_BLOCK, Op.MUST_ATTACK, Op.TEST, Op.ATTACK, Op.ATTACK_TWO}
)  # fmt: skip
"""The words that bring nothing with which anything could be done in the same turn."""
MOVES = {
    Op.DRAW: "draw", Op.DRAW_ROLL: "draw and roll", Op.PREP_USED: "prep", Op.UNPREP: "unprep",
    Op.DISCARD: "discard", Op.SWAP: "swap", Op.SWAP_ALIKE: "swap", Op.CAPTURE: "capture", Op.KEEP: "capture",
    Op.SEIZE: "seize", Op.CONTROL: "control", Op.RECALL: "recall",
}  # fmt: skip
"""The words that move dice, each with what is then to be done."""
OWN = frozenset({Target.OWN, Target.THIS, Target.SURVIVOR})
THEIRS = frozenset({Target.OPPOSING, Target.SIDEKICK, Target.NO_VILLAIN, Target.FIGHTING})
KNOWN = NOTHING | MOVES.keys() | COPYING | {
    Op.HURT_PLAYER, Op.HURT_ANY, Op.HURT_DIE, Op.HURT_EACH, Op.HURT_BOTH, Op.HURT_OPPOSING, Op.HURT_COUNT,
    Op.DIVIDE, Op.KO, Op.GIVE_WAY, Op.KO_ENGAGED, Op.SACRIFICE, Op.DEFENSE, Op.TRADE, Op.GAIN, Op.PAY_LIFE,
    Op.LOSE, Op.MAY_PAY, Op.REROLL, Op.FIELD_USED, Op.RETURN, Op.TOKEN, Op.SEND_THIS,
}  # fmt: skip
AIMING = frozenset({Op.HURT_ANY, Op.DIVIDE, Op.REROLL, *OF_DICE, *MOVES, *COPYING})
"""The words by which dice may be targeted."""
Change = Counter[str]


def energy(seat: int) -> str:
    """The energy in the Reserve Pool of ``seat``."""
    return f"energy of {seat + 1}"


def life(seat: int) -> str:
    """The life of ``seat``."""
    return f"life of {seat + 1}"


def in_field(seat: int, sort: Sort) -> str:
    """How many dice ``sort`` are in the Field Zone under ``seat``."""
    return f"{sort} in the Field of {seat + 1}"


def lies(sort: Sort, where: str) -> str:
    """How many dice ``sort`` are ``where``; the bag and the Used Pile are one, as the bag is refilled."""
    return f"{sort} {where}"


def event(name: str, seat: int, sort: Sort) -> str:
    """How often ``name`` has happened for ``sort`` under ``seat`` and has still to have its effect."""
    return f"{sort} of {seat + 1}: {name}"


def todo(what: str, seat: int) -> str:
    """How often ``what`` is still to be done to dice of ``seat``, or by it."""
    return f"to {what}: {seat + 1}"


@dataclass(frozen=True)
class Setting:
    """Where acts are looked at: in the turn of ``active``, outside combat damage or while it is answered.

    ``gainer`` is for whom a loop would be free: what the other loses of life is no loss then.
    """

    active: int
    gainer: int
    newer: bool
    in_combat: bool
    readings: Mapping[str, str]

    @property
    def name(self) -> str:
        """What this is called."""
        when = "while combat damage is answered in " if self.in_combat else "in "
        return f"{when}the turn of player {self.active + 1}, for player {self.gainer + 1}"

    @property
    def damage_kills(self) -> bool:
        """Whether dice fall at once that have damage of their D."""
        return not self.in_combat and self.readings.get("ko-by-effect") != "after-damaged"


class Words:
    """What programs of the game with ``dice`` bring in ``setting``."""

    def __init__(self, dice: Dice, setting: Setting) -> None:
        self.dice = dice
        self.setting = setting
        interrupts = any(card.interrupts for card in dice.cards)
        self.unavoidable = not (interrupts or dice.reacting)
        """Whether nothing prevents or redirects damage to a player."""

    def results(self, program: Program, seat: int, sort: Sort | None) -> Iterator[tuple[Change, bool]]:
        """What ``program`` of ``seat`` may come to, each with whether it gains anything beside goods."""
        ways: list[tuple[Change, bool]] = [(Counter(), False)]
        for step in program:
            if step.op in (Op.MAY_PAY, Op.SACRIFICE, Op.TEST):
                yield from ways
            costs = [*self._costs(step, seat, sort)]
            brought = self._brought(step, seat, sort)
            ways = [
                (_sum(change, cost, brought), gains or step.op not in HARMLESS)
                for change, gains in ways
                for cost in costs
            ]
        yield from ways

    def _costs(self, step: Step, seat: int, sort: Sort | None) -> Iterator[Change]:
        """The ways to pay for the rest."""
        if step.op is Op.MAY_PAY:
            yield Counter({energy(seat): -step.amount})
        elif step.op is Op.SACRIFICE:
            this = [sort] if sort is not None and step.target in (Target.THIS, Target.SURVIVOR) else None
            for one in this or self.dice.under(seat):
                yield from self.koed(seat, one)
        else:
            yield Counter()

    def koed(self, seat: int, sort: Sort) -> Iterator[Change]:
        """What a KO of ``sort`` under ``seat`` may change, and what it is an event for."""
        places = [] if sort.is_token else ["prepared"]
        if sort.card is None and any(card.bags_starting_dice for card in self.dice.cards):
            places.append("used")
        fallen = self._fallen(seat, sort)
        yield from [_sum(fallen, Counter({lies(sort, place): 1})) for place in places] or [fallen]

    def _fallen(self, seat: int, sort: Sort) -> Change:
        """What any KO of ``sort`` under ``seat`` changes, wherever the die goes."""
        change = Counter({in_field(seat, sort): -1})
        if "ko'd" in self.dice.events(sort):
            change[event("ko'd", seat, sort)] += 1
        for one in self.dice.under(seat):
            if "own die ko'd" in self.dice.events(one) and self._mourned(one, sort):
                change[event("own die ko'd", seat, one)] += 1
        return change

    def _mourned(self, one: Sort, fallen: Sort) -> bool:
        """Whether ``one`` may wait for the KO of ``fallen``; it may wait for an affiliation."""
        wanted = "" if one.copies or one.card is None else one.card.only.get(Moment.ALLY_KOED, "")
        return not wanted or fallen.copies or fallen.number in self.dice.set.affiliated(wanted)

    def entered(self, seat: int, sort: Sort) -> Change:
        """What it brings that ``sort`` comes into the Field Zone under ``seat``, without being fielded."""
        change = Counter({in_field(seat, sort): 1})
        if self.setting.damage_kills:
            printed = max((face.defense for face in sort.levels), default=0)
            change[event("to withstand", seat, sort)] = printed + self.dice.bonus + 1
        return change

    def fielded(self, seat: int, sort: Sort) -> Change:
        """What it brings that ``sort`` is fielded."""
        change = self.entered(seat, sort)
        if "fielded" in self.dice.events(sort):
            change[event("fielded", seat, sort)] += 1
        for one in self.dice.under(seat):
            if "you field a character" in self.dice.events(one):
                change[event("you field a character", seat, one)] += 1
        for one in self.dice.under(1 - seat):
            if "opponent fields a character" in self.dice.events(one):
                change[event("opponent fields a character", 1 - seat, one)] += one.count
        return change

    def _seats(self, step: Step, seat: int) -> tuple[int, ...]:
        """Whose dice ``step`` of ``seat`` may be about."""
        return (seat,) if step.target in OWN else (1 - seat,) if step.target in THEIRS else SEATS

    def _one_of(self, what: str, seats: tuple[int, ...]) -> str:
        """One thing to be done to a die of one of ``seats``."""
        return todo(what, seats[0]) if len(seats) == 1 else f"to {what}: either"

    def _brought(self, step: Step, seat: int, sort: Sort | None) -> Change:
        """What ``step`` brings at most."""
        change: Change = Counter()
        op, other, seats = step.op, 1 - seat, self._seats(step, seat)
        amount = max(step.amount, 1) * self.dice.times(step, (seat,))
        if op is Op.GAIN:
            change[life(seat)] = amount
        elif op in (Op.PAY_LIFE, Op.LOSE):
            loser = seat if op is Op.PAY_LIFE else other
            if self.setting.readings.get("life-loss") == "damage":
                change.update({todo("hit player", loser): 1, "strikes players": 1})
            elif not step.per:
                change[life(loser)] = -step.amount
        elif op in HURTING:
            change.update(self._damage(step, seat))
        elif op in (Op.KO, Op.GIVE_WAY):
            change[self._one_of("ko", (other,) if op is Op.GIVE_WAY else seats)] = 1
        elif op is Op.KO_ENGAGED:
            change.update(Counter({todo("ko", one): self.dice.every for one in SEATS}))
        elif op in COPYING or op is Op.TRADE:
            change.update(self._restated())
        elif op is Op.DEFENSE:
            change.update(Counter({todo("withstand", one): amount for one in SEATS}))
        elif op in MOVES:
            whose = (other,) if op in (Op.UNPREP, Op.SEIZE) else seats if op in _CHOSEN else (seat,)
            change[self._one_of(MOVES[op], whose)] = self.dice.every if op is Op.RECALL else 1
            if op is Op.RECALL:
                change[life(seat)] = amount * self.dice.every
        elif op is Op.REROLL:
            change[f"to reroll {step.target.name}: {seat + 1}"] = 1
        elif op is Op.FIELD_USED:
            change[todo(f"field {step.target.name}", seat)] = 1
        elif op in (Op.RETURN, Op.TOKEN, Op.SEND_THIS) and sort is not None:
            change[f"to {op.name}: {sort} for {seat + 1}"] = 1
        return _sum(change, self._aimed(step, seat))

    def _restated(self) -> Change:
        """What it brings that a die has other figures: it may withstand more, or fall without damage."""
        change = Counter({todo("withstand", one): self.dice.toughest + DAMAGE_TOP for one in SEATS})
        if self.dice.frail:
            change.update(Counter({todo("ko", one): 1 for one in SEATS}))
        return change

    def _damage(self, step: Step, seat: int) -> Change:
        """The dice and players that ``step`` of ``seat`` may hit."""
        op, other, every = step.op, 1 - seat, self.dice.every
        change = Counter({"strikes players" if op in (Op.HURT_PLAYER, Op.HURT_BOTH) else "strikes": 1})
        if op in (Op.HURT_PLAYER, Op.HURT_BOTH, Op.HURT_OPPOSING):
            change[todo("hit player", other)] += 1
        if op is Op.HURT_BOTH:
            change[todo("hit player", seat)] += 1
        if op is Op.HURT_ANY:
            change[
                "to hit anybody: either" if step.target is Target.PLAYERS else f"to hit anybody: {seat + 1}"
            ] += 1
        if op in (Op.HURT_DIE, Op.HURT_COUNT):
            change[self._one_of("hit", self._seats(step, seat))] += 1
        if op is Op.HURT_EACH:
            change.update(Counter({todo("hit", one): every for one in self._seats(step, seat)}))
        if op in (Op.HURT_OPPOSING, Op.DIVIDE):
            change[todo("hit", other)] += step.amount if op is Op.DIVIDE else every
        return change

    def _aimed(self, step: Step, seat: int) -> Change:
        """How many opposing dice are targeted, where any waits for that."""
        if step.op not in AIMING or self._seats(step, seat) == (seat,):
            return Counter()
        if not any("opponent targets this" in self.dice.events(one) for one in self.dice.sorts):
            return Counter()
        several = step.amount if step.op is Op.DIVIDE else 2 if step.op is Op.ATTACK_TWO else 1
        return Counter({todo("target", 1 - seat): several})


HURTING = frozenset(
    {Op.HURT_PLAYER, Op.HURT_ANY, Op.HURT_DIE, Op.HURT_EACH, Op.HURT_BOTH, Op.HURT_OPPOSING, Op.HURT_COUNT,
     Op.DIVIDE}
)  # fmt: skip
_CHOSEN = frozenset({Op.DISCARD, Op.SWAP, Op.SWAP_ALIKE, Op.CAPTURE, Op.KEEP, Op.CONTROL})


def _sum(*changes: Change) -> Change:
    total: Change = Counter()
    for one in changes:
        total.update(one)
    return total
