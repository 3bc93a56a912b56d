"""What it takes to write rows of the table of steps: who may act, what each has, and which phase begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

from dicelaw.model.dice_throne.language import DamageType, Op, Status, Who
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import DICE, FRAMES, NOTHING, PHASES
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    implies,
    number,
    total,
    where,
)
from dicelaw.specs.dice_throne.properties.players import Makes, engaged, of, opponent_of, opposed, plays
from dicelaw.specs.property import Chosen

PLAYER, AGAIN, FACE, SHARE = (Chosen(name) for name in ("player", "dice", "face", "share"))
ATTACK = (
    "activated", "activations", "ultimate", "kind", "printed", "added", "recoil", "reflects", "defended",
    "defense_used", "passed_on", "shared", "announced", "announced_ultimate", "altered", "granted", "live",
    "pending", "lowered", "missed", "concluded", "shield", "landed",
)  # fmt: skip
"""What belongs to one attack, and is over with it."""
WAITING = (
    "dealt", "collateral", "certain", "prevented", "halved", "doubled", "avoided", "healing", "drains",
)  # fmt: skip
"""What waits for the end of a phase, and is applied then."""


BESIDE = (
    "beside", "beside_printed", "beside_reflects", "beside_passed", "beside_shared", "beside_split",
)  # fmt: skip
"""What belongs to an attack on a player beside its target, of several players."""


def beside(d: Duel) -> tuple[str, ...]:
    """What belongs to an attack on a player beside its target, where there may be one."""
    return () if d.seats.duel else BESIDE


def cells(d: Duel, name: str) -> list[Expr]:
    """The field ``name``, or each one of the array."""
    found = getattr(d, name)
    return [*found] if isinstance(found, Sequence) else [found]


def nothing_of(d: Duel, names: Iterable[str]) -> Makes:
    """Nothing is left of what is called ``names``."""
    return {cell: 0 for name in names for cell in cells(d, name)}


def into(d: Duel, phase: str) -> Makes:
    """``phase`` begins."""
    return {d.phase: PHASES.index(phase)}


def first_to_act(d: Duel) -> Makes:
    """The active player may act before the other one."""
    return {d.holder: d.turn}


def tokens_of(d: Duel, seat: int, kind: int) -> Expr:
    """The tokens of ``kind`` (from 1) that the player in ``seat`` has."""
    return d.tokens[seat * d.kinds + kind - 1]


def held(d: Duel, seat: Expr, kind: int) -> Expr:
    """The tokens of ``kind`` that ``seat`` has."""
    return of([tokens_of(d, one, kind) for one in d.seats.numbers], seat)


def held_of(d: Duel, seat: Expr, kind: Expr) -> Expr:
    """The tokens of a ``kind`` that is chosen which ``seat`` has."""
    return total(where(kind == one, held(d, seat, one), 0) for one in range(1, d.kinds + 1))


def kinds(d: Duel, trait: Callable[[Status], object]) -> list[int]:
    """The numbers of the status effects with a ``trait``."""
    return [kind for kind, status in enumerate(d.statuses) if kind and trait(status)]


def bears(d: Duel, seat: Expr, trait: Callable[[Status], object]) -> Expr:
    """Whether ``seat`` has a token with that ``trait``."""
    return any_of(
        *(
            all_of(seat == one, tokens_of(d, one, kind) >= 1)
            for one in d.seats.numbers
            for kind in kinds(d, trait)
        )
    )


def tokens_become(
    d: Duel, seat: Expr, trait: Callable[[Status], object], new: Callable[[Expr], Expr | int]
) -> Makes:
    """Of each kind with that ``trait`` the tokens of ``seat`` become so many, made of how many there were."""
    found: Makes = {}
    for one in d.seats.numbers:
        for kind in kinds(d, trait):
            had = tokens_of(d, one, kind)
            found[had] = where(seat == one, new(had), had)
    return found


def stunned(d: Duel, seat: Expr) -> Expr:
    """Whether ``seat`` is stunned."""
    return bears(d, seat, lambda status: status.bars_actions)


def may_act(rules: Rules, seat: Expr) -> Expr:
    """Whether ``seat`` is neither stunned nor silenced by an Ultimate nor, of several, defeated."""
    d = rules.duel
    silenced = d.ultimate == 1
    if rules.reads("ultimate-silence", "opponents"):
        silenced = all_of(silenced, opposed(d, seat, d.attacker))
    able = all_of(~stunned(d, seat), ~silenced)
    return able if d.seats.duel else all_of(able, plays(d, seat))


def noted(d: Duel, seat: Expr, span: str) -> Makes:
    """The tokens that leave at the end of the ``span`` of ``seat``, turn or phase, are noted."""
    found: Makes = {}
    for one in d.seats.numbers:
        for kind in kinds(d, lambda status: status.expires == span):
            cell = d.aged[one * d.kinds + kind - 1]
            found[cell] = where(seat == one, tokens_of(d, one, kind), cell)
    return found


def run_out(d: Duel, seat: Expr, span: str, given: Expr = TRUE) -> Makes:
    """The tokens that were noted at the beginning of the ``span`` of ``seat`` leave."""
    found: Makes = {}
    for one in d.seats.numbers:
        for kind in kinds(d, lambda status: status.expires == span):
            had, old = tokens_of(d, one, kind), d.aged[one * d.kinds + kind - 1]
            mine = all_of(given, seat == one)
            found[had] = where(mine, at_least(had - old, 0), had)
            found[old] = where(mine, 0, old)
    return found


def lies(d: Duel, seat: Expr, zone: int) -> Expr:
    """Whether the chosen card of ``seat`` is in ``zone``, where cards are told apart."""
    if d.zone is None:
        return TRUE
    first = of([one * d.deck for one in d.seats.numbers], seat)
    return d.zone[first + at_most(Chosen("card"), d.deck - 1)] == zone


def waits(d: Duel) -> Expr:
    """Whether what is left of an ability waits until it is known which of several is its target."""
    if d.seats.duel:
        return any_of()
    early = any_of(*(d.phase == PHASES.index(phase) for phase in ("offense", "targeting")))
    return all_of(early, d.activated == 1, d.program == NOTHING, d.pc[0] >= 1)


def attacks(d: Duel) -> Expr:
    """Whether an ability that deals damage to its target, or waits for it, is under way."""
    return all_of(d.activated == 1, d.kind != DamageType.NONE, any_of(d.printed >= 1, waits(d)))


def at_depth(d: Duel, cells: Sequence[Expr]) -> Expr:
    """What ``cells`` have of the effect that is resolved."""
    return total(where(d.depth == frame, cells[frame], 0) for frame in range(FRAMES))


@dataclass(frozen=True)
class Line:
    """The word that is due: of open content any word that its transition chooses."""

    op: Expr
    who: Expr
    token: Expr
    base: Expr
    amount: Expr
    applies: Expr
    arg: Expr
    counted: Expr


@lru_cache(maxsize=2)
def line(rules: Rules) -> Line:
    """The word that is due."""
    row = rules.content.code(rules.duel, rules.duel.pc[rules.duel.depth])
    if not row.choices:
        return Line(*(getattr(row, one.name) for one in fields(Line)))
    chosen = {one.name: Chosen(one.name) for one in fields(Line)}
    return Line(**{**chosen, "applies": chosen["applies"] == 1})


def spread(rules: Rules) -> tuple[Expr, Sequence[Expr]]:
    """Whether the word that is due means all opponents, and of those about each player whom, by seat."""
    row = rules.content.code(rules.duel, rules.duel.pc[rules.duel.depth])
    if not row.choices:
        return row.wide, row.among
    return Chosen("wide") == 1, [Chosen(f"among_{seat}") == 1 for seat in rules.duel.seats.numbers]


def owner(d: Duel) -> Expr:
    """The player of the effect that is resolved."""
    return at_depth(d, d.owner)


def meant(rules: Rules) -> Expr:
    """The player whom the word that is due is done to."""
    d = rules.duel
    mine, who = owner(d), line(rules).who
    chosen: Expr = at_least(d.chosen - 1, 0)
    if not d.seats.duel:
        last = at_most(at_least(at_depth(d, d.named) - 1, 0), len(d.seats) - 1)
        chosen = where(who == Who.THAT_PLAYER, last, chosen)
    return where(who == Who.SELF, mine, where(who == Who.OPPONENT, opponent(d), chosen))


def opponent(d: Duel) -> Expr:
    """The opponent of the player of the effect that is resolved."""
    return opponent_of(d, owner(d), d.seats.duel or at_depth(d, d.rival))


def known(rules: Rules) -> Expr:
    """Whether it is known whom the word that is due means: nobody is picked for it, or somebody was."""
    d, who = rules.duel, line(rules).who
    if d.seats.duel:
        return any_of(who != Who.CHOSEN, d.chosen >= 1)
    named = at_depth(d, d.named)
    again = all_of(who == Who.THAT_PLAYER, named >= 1, named <= len(d.seats))
    return any_of(who < Who.CHOSEN, who == Who.EACH, again, d.chosen >= 1)


def lacks_opponent(rules: Rules, naming: Iterable[Op]) -> Expr:
    """Whether the word that is due, one ``naming`` a player, asks for an opponent that is still to be chosen.

    So it does as well where it takes something from one, or its condition compares with one.
    """
    d, word = rules.duel, line(rules)
    if d.seats.duel:
        return any_of()
    wide, _ = spread(rules)
    names = all_of(word.who == Who.OPPONENT, any_of(*(word.op == op for op in (*naming, Op.OR))), ~wide)
    taking = any_of(*(word.op == op for op in (Op.STEAL_CP, Op.STEAL_HEALTH, Op.ROLL_OFF)))
    speaks = any_of(_compares(rules), all_of(word.applies, any_of(names, taking)))
    return all_of(speaks, ~engaged(d, owner(d)), at_depth(d, d.rival) == 0)


def _compares(rules: Rules) -> Expr:
    """Whether the condition or the amount of the word that is due speaks of an opponent."""
    row = rules.content.code(rules.duel, rules.duel.pc[rules.duel.depth])
    if not row.choices:
        return row.compares
    return all_of(Chosen("compares") == 1, line(rules).op != Op.END)


def may_be_picked(rules: Rules, seat: Expr, word: Line) -> Expr:
    """Whether the player of the effect may pick ``seat`` as whom the ``word`` means, of several players."""
    d, who, mine = rules.duel, word.who, owner(rules.duel)
    if d.seats.duel:
        return TRUE
    met = total(
        where(all_of(d.depth == frame, seat == one), d.met[frame * len(d.seats) + one], 0)
        for frame in range(FRAMES)
        for one in d.seats.numbers
    )
    foe, further = opposed(d, seat, mine), any_of(who == Who.ANOTHER_OPPONENT, who == Who.ANOTHER_PLAYER)
    return all_of(
        implies(any_of(who == Who.CHOSEN_OPPONENT, who == Who.ANOTHER_OPPONENT), foe),
        implies(who == Who.CHOSEN_TEAMMATE, all_of(~foe, seat != mine)),
        implies(further, met == 0),
        implies(word.op == Op.AIM, seat != mine),
        plays(d, seat),
    )


def nobody(rules: Rules) -> Expr:
    """Whether there is nobody whom the word that is due could mean, of several players."""
    d, word = rules.duel, line(rules)
    if d.seats.duel:
        return any_of()
    gone = all_of(word.who == Who.THAT_PLAYER, at_depth(d, d.named) == len(d.seats) + 1)
    return any_of(gone, *[all_of(*(~may_be_picked(rules, number(seat), word) for seat in d.seats.numbers))])


def under_way(rules: Rules) -> Expr:
    """Whether the effect that is resolved has a word left: one that is as long as can be has an end."""
    return at_depth(rules.duel, rules.duel.pc) < rules.content.pc_top


def onward(rules: Rules, places: Expr | int = 1) -> Makes:
    """The effect goes on with the word so many ``places`` further, as long as there is one."""
    d, last = rules.duel, rules.content.pc_top
    return {
        **{cell: where(d.depth == at, at_most(cell + places, last), cell) for at, cell in enumerate(d.pc)},
        d.chosen: 0,
    }


def pool(d: Duel, number: int) -> list[Expr]:
    """The five dice of a roll."""
    return [*d.dice][number * DICE : (number + 1) * DICE]
