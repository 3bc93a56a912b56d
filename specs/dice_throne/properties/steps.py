"""What it takes to write rows of the table of steps: who may act, what each has, and which phase begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

from dicelaw.model.dice_throne.language import DamageType, Status, Who
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import DICE, FRAMES, PHASES
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, at_least, at_most, total, where
from dicelaw.specs.property import Chosen

Makes = dict[Expr, Expr | int]
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


def other(seat: Expr) -> Expr:
    """The player who is not in ``seat``."""
    return where(seat == 0, 1, 0)


def tokens_of(d: Duel, seat: int, kind: int) -> Expr:
    """The tokens of ``kind`` (from 1) that the player in ``seat`` has."""
    return d.tokens[seat * d.kinds + kind - 1]


def held(d: Duel, seat: Expr, kind: int) -> Expr:
    """The tokens of ``kind`` that ``seat`` has."""
    return where(seat == 0, tokens_of(d, 0, kind), tokens_of(d, 1, kind))


def held_of(d: Duel, seat: Expr, kind: Expr) -> Expr:
    """The tokens of a ``kind`` that is chosen which ``seat`` has."""
    return total(where(kind == one, held(d, seat, one), 0) for one in range(1, d.kinds + 1))


def kinds(d: Duel, trait: Callable[[Status], object]) -> list[int]:
    """The numbers of the status effects with a ``trait``."""
    return [kind for kind, status in enumerate(d.statuses) if kind and trait(status)]


def bears(d: Duel, seat: Expr, trait: Callable[[Status], object]) -> Expr:
    """Whether ``seat`` has a token with that ``trait``."""
    return any_of(
        *(all_of(seat == one, tokens_of(d, one, kind) >= 1) for one in (0, 1) for kind in kinds(d, trait))
    )


def tokens_become(
    d: Duel, seat: Expr, trait: Callable[[Status], object], new: Callable[[Expr], Expr | int]
) -> Makes:
    """Of each kind with that ``trait`` the tokens of ``seat`` become so many, made of how many there were."""
    found: Makes = {}
    for one in (0, 1):
        for kind in kinds(d, trait):
            had = tokens_of(d, one, kind)
            found[had] = where(seat == one, new(had), had)
    return found


def stunned(d: Duel, seat: Expr) -> Expr:
    """Whether ``seat`` is stunned."""
    return bears(d, seat, lambda status: status.bars_actions)


def may_act(rules: Rules, seat: Expr) -> Expr:
    """Whether ``seat`` is neither stunned nor silenced by an Ultimate."""
    d = rules.duel
    silenced = d.ultimate == 1
    if rules.reads("ultimate-silence", "opponents"):
        silenced = all_of(silenced, seat != d.attacker)
    return all_of(~stunned(d, seat), ~silenced)


def noted(d: Duel, seat: Expr, span: str) -> Makes:
    """The tokens that leave at the end of the ``span`` of ``seat``, turn or phase, are noted."""
    found: Makes = {}
    for one in (0, 1):
        for kind in kinds(d, lambda status: status.expires == span):
            cell = d.aged[one * d.kinds + kind - 1]
            found[cell] = where(seat == one, tokens_of(d, one, kind), cell)
    return found


def run_out(d: Duel, seat: Expr, span: str, given: Expr = TRUE) -> Makes:
    """The tokens that were noted at the beginning of the ``span`` of ``seat`` leave."""
    found: Makes = {}
    for one in (0, 1):
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
    return d.zone[where(seat == 0, 0, d.deck) + at_most(Chosen("card"), d.deck - 1)] == zone


def of(cells: Sequence[Expr], seat: Expr) -> Expr:
    """What ``seat`` has of ``cells``."""
    return where(seat == 0, cells[0], cells[1])


def attacks(d: Duel) -> Expr:
    """Whether an ability that deals damage to its target is under way."""
    return all_of(d.activated == 1, d.kind != DamageType.NONE, d.printed >= 1)


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
    return where(who == Who.SELF, mine, where(who == Who.OPPONENT, other(mine), at_least(d.chosen - 1, 0)))


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
