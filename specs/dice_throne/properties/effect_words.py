"""The words of effects as the text has them: whom each is done to, how much, and within which cap.

A table, read from the documents and not from the transitions; properties are derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dicelaw.model.dice_throne.language import Op, Who
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import CP_MAX
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    implies,
    number,
    where,
)
from dicelaw.specs.dice_throne.properties.steps import line, spread

NAMED, OWNER, OPPONENT = "the player named", "its owner", "its owner's opponent"
NOBODY = "the attack"
"""Whom a word is done to where it is not a player but the attack under way."""


@dataclass(frozen=True)
class Change:
    """What a word does to ``good`` of ``whom``: the new value, from the old one."""

    good: str
    whom: str
    new: Callable[[Expr], Expr | int]


@dataclass(frozen=True)
class Word:
    """A row of the table: a word, what it does in our words, its changes, and the rules that say so."""

    op: Op
    says: str
    changes: tuple[Change, ...]
    cites: tuple[str, ...]
    besides: tuple[str, ...] = ()
    """Goods that the word may change in a way that other properties tell."""
    seen: str = "resolve/next"
    """Where it must be possible that there is what the word changes."""
    needs: str = ""
    """The good that must be possible there, where it is another."""

    @property
    def name(self) -> str:
        """As the transition of the word is called."""
        return self.op.name.lower().replace("_", "-")


SPREAD = (Op.COLLATERAL, Op.DEAL, Op.HALVE)
"""The words that may be done to all opponents, or to each player: no other is printed so."""


def as_printed(rules: Rules, op: Op) -> Expr:
    """That the word ``op`` is done to one player, unless it is one of those."""
    who = line(rules).who
    if rules.duel.seats.duel:
        return TRUE
    wide, _ = spread(rules)
    return implies(wide, who == Who.OPPONENT) if op in SPREAD else all_of(~wide, who != Who.EACH)


def once(old: Expr) -> Expr:
    """Once more, however large the amount."""
    return old + 1


def words(rules: Rules) -> list[Word]:
    """The table."""
    d, amount = rules.duel, line(rules).amount
    at_once = rules.reads("healing", "at-once")

    def plus(old: Expr) -> Expr:
        """The amount more, without a cap: what waits for the end of the phase is only added up."""
        return old + amount

    def up_to(top: Expr | int) -> Callable[[Expr], Expr]:
        return lambda old: at_most(old + amount, top)

    def down(old: Expr) -> Expr:
        return at_least(old - amount, 0)

    def one(good: str, new: Callable[[Expr], Expr | int], whom: str = NAMED) -> tuple[Change, ...]:
        return (Change(good, whom, new),)

    def cards(whom: str, many: Expr) -> tuple[Change, ...]:
        seat = _of([*map(number, d.seats.numbers)], rules, whom)
        return (Change("draws", NOBODY, lambda _: many), Change("drawing", NOBODY, lambda _: seat))

    stolen_cp = at_most(amount, _of(d.cp, rules, OPPONENT))
    reflected: Callable[[Expr], Expr | int] = once
    if not d.seats.duel:  # who is aimed at oneself takes nothing, and who is struck beside reflects apart
        stolen_cp = where(d.opponent_in(d.depth, owner(d)) == owner(d), 0, stolen_cp)
        reflected = lambda old: old + where(d.defends(owner(d)), 1, 0)  # noqa: E731
    stolen_health = at_most(amount, _of([d.health_of(seat) for seat in d.seats.numbers], rules, OPPONENT))
    return [
        Word(Op.DAMAGE, "adds the amount to what the attack deals", one("printed", plus, NOBODY),
             ("ability/number-times-symbols",), ("kind",)),
        Word(Op.ADD, "adds the amount to what an attack deals more", one("added", plus, NOBODY),
             ("modifier/same-damage-type",)),
        Word(Op.RECOIL, "adds the amount to what comes back to the attacker", one("recoil", plus, NOBODY),
             ("ability/additionally-last",)),
        Word(Op.COLLATERAL, "deals the amount of collateral damage to the player named",
             one("collateral", plus), ("damage/collateral/not-attack",)),
        Word(Op.DEAL, "deals the amount without a type to the player named", one("dealt", plus),
             ("damage/outside-attack/no-type",)),
        Word(Op.SUFFER, "deals the amount, which nothing prevents, to the player named",
             one("certain", plus), ("pirate/flip-one-way",)),
        Word(Op.PREVENT, "prevents the amount of what comes to the player named", one("prevented", plus),
             ("damage/total/subtotal",)),
        Word(Op.HALVE, "halves once what comes to the player named", one("halved", once),
             ("damage/total/division-rounds-up",)),
        Word(Op.DOUBLE, "doubles once what comes to the player named", one("doubled", once),
             ("damage/total/multiply-last",), needs="printed"),
        Word(Op.REFLECT, "reflects once half of what the attack deals", one("reflects", reflected, NOBODY),
             ("status/retribution/half-back",), needs="printed"),
        Word(Op.AVOID, "keeps all avoidable damage of the phase off the player named",
             one("avoided", lambda _: 1), ("status/evasive/roll-avoid",)),
        Word(Op.HEAL, "heals the player named by the amount",
             one("health", up_to(d.health_most)) if at_once else one("healing", plus),
             ("health/heal-raises-dial",)),
        Word(Op.STEAL_HEALTH, "moves the amount of health, up to what is there, from the opponent",
             (Change("certain", OPPONENT, lambda old: old + stolen_health),
              Change("healing", OWNER, lambda old: old + stolen_health)),
             ("steal/moves-resource", "steal/up-to-available")),
        Word(Op.CP, "gives the amount of CP to the player named, up to 15", one("cp", up_to(CP_MAX)),
             ("cp/maximum-15", "cp/overflow-lost")),
        Word(Op.LOSE_CP, "takes the amount of CP from the player named, down to 0", one("cp", down),
             ("moon-elf/cp-loss-in-defense-step1",)),
        Word(Op.STEAL_CP, "moves the amount of CP, up to what is there, from the opponent to its owner",
             (Change("cp", OPPONENT, lambda old: old - stolen_cp),
              Change("cp", OWNER, lambda old: at_most(old + stolen_cp, CP_MAX))),
             ("steal/moves-resource", "steal/dials-adjusted", "steal/up-to-available")),
        Word(Op.DRAW, "has the player named draw the amount of cards", cards(NAMED, amount),
             ("discard/limit-not-checked-elsewhere",), (), "draw"),
        Word(Op.DISCARD, "has the player named discard the amount of cards at random, or the whole hand",
             cards(NAMED, at_most(amount, _of(d.hand, rules, NAMED))), ("cards/lost-card-unusable",),
             (), "resolve/discard"),
        Word(Op.DISCARD_PICK, "has the player named pick the amount of cards to discard, or the whole hand",
             cards(NAMED, at_most(amount, _of(d.hand, rules, NAMED))), ("cards/lost-card-unusable",),
             (), "resolve/give-card"),
        Word(Op.SEARCH, "has its owner take the amount of cards from the deck, or all",
             cards(OWNER, at_most(amount, _of(d.library, rules, OWNER))), ("cards/lost-card-unusable",),
             (), "resolve/search"),
        Word(Op.HEAL_COMPANION, "heals the companion of its owner by the amount, up to its full health",
             one("companion", up_to(rules.content.companion(owner(d)).most), OWNER),
             ("status/nyras-bond/heal-nyra", "companion/nyra/max-health")),
    ]  # fmt: skip


ARRAYS = (
    "health", "cp", "hand", "library", "pile", "companion", "companion_up", "dealt", "collateral", "certain",
    "prevented", "halved", "doubled", "avoided", "healing",
)  # fmt: skip
"""What each player has, by seat."""
SCALARS = (
    "printed", "added", "lowered", "recoil", "reflects", "kind", "ultimate", "drains", "draws",
    "drawing", "attempts", "again", "extra", "shield",
)  # fmt: skip
"""What there is once."""


def owner(d: Duel) -> Expr:
    """The player of the effect that is resolved."""
    return d.owner[d.depth]


def is_meant(rules: Rules, whom: str, seat: int) -> Expr:
    """Whether ``seat`` is whom a word is done to."""
    d = rules.duel
    mine, theirs = owner(d) == seat, owner(d) != seat
    if not d.seats.duel:
        theirs = d.opponent_in(d.depth, owner(d)) == seat
    if whom == NAMED:
        who = line(rules).who
        if not d.seats.duel:
            wide, among = spread(rules)
            return any_of(
                all_of(who == Who.SELF, mine),
                all_of(who == Who.OPPONENT, where(wide, d.opposed(owner(d), seat), theirs)),
                all_of(who == Who.EACH, among[seat]),
                all_of(who == Who.THAT_PLAYER, d.that_player == seat),
                all_of(who >= Who.CHOSEN, who < Who.EACH, who != Who.THAT_PLAYER, d.chosen == seat + 1),
            )
        return any_of(
            all_of(who == Who.SELF, mine),
            all_of(who == Who.OPPONENT, theirs),
            all_of(who == Who.CHOSEN, d.chosen == seat + 1),
        )
    return {OWNER: mine, OPPONENT: theirs}[whom]


def _of(cells: Sequence[Expr], rules: Rules, whom: str) -> Expr:
    found = cells[-1]
    for seat in reversed(range(len(cells) - 1)):
        found = where(is_meant(rules, whom, seat), cells[seat], found)
    return found
