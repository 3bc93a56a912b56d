"""What it takes to write rows of the table of steps: who may act, what each has, and which phase begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dicelaw.model.dice_throne.language import Status
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import DICE, PHASES
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, at_least, at_most, where
from dicelaw.specs.property import Chosen

Makes = dict[Expr, Expr | int]
PLAYER, AGAIN, FACE, SHARE = (Chosen(name) for name in ("player", "dice", "face", "share"))
ATTACK = (
    "activated", "activations", "ultimate", "kind", "printed", "added", "recoil", "reflects", "defended",
    "defense_used", "passed_on", "shared", "announced", "announced_ultimate", "altered", "granted", "live",
    "pending", "lowered", "weakened", "missed", "concluded", "shield", "landed",
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


def pool(d: Duel, number: int) -> list[Expr]:
    """The five dice of a roll."""
    return [*d.dice][number * DICE : (number + 1) * DICE]
