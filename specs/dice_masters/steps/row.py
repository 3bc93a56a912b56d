"""What it takes to write a row of the tables of steps of Dice Masters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dicelaw.model.dice_masters.cards.cards import BURSTS, Moment
from dicelaw.model.dice_masters.damage.interrupting import of_source, source_of
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.figures import MOMENTS
from dicelaw.model.dice_masters.state.table import Table
from dicelaw.model.dice_masters.state.table_state import ATTACK, CARD, FIELD, OUT, PREP
from dicelaw.model.dice_masters.zones.sparing import spared
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, implies, number, total, where
from dicelaw.specs.property import Chosen

DIE, AMOUNT, FACE, PLAYER = (Chosen(name) for name in ("die", "amount", "face", "player"))
ATTACKER, TYPE = Chosen("attacker"), Chosen("type")
QUEUE = ("queue.length", "queue.owner", "queue.effect")
LOST = (
    "damage", "plus_attack", "plus_defense", "traded", "bound", "shielded", "copies", "blocks", "blocked",
    "incoming", "withstood", "engaged",
)  # fmt: skip
"""What a die loses that leaves the Field Zone."""
DUE = ("fallen", "earned", "text")
"""What becomes due by a KO, which other properties tell."""
APPLIED = ("plus_attack", "plus_defense", "traded", "bound", "shielded", "copies")
"""What it keeps of that where effects that were applied last for the turn, wherever the die is."""


def none_of(cells: Sequence[Expr]) -> dict[Expr, Expr | int]:
    """All of ``cells`` become 0."""
    return dict.fromkeys(cells, 0)


def first_of(tests: Sequence[Expr]) -> list[Expr]:
    """Of each of ``tests`` whether it is the first one that holds."""
    return [all_of(one, ~any_of(*tests[:at])) for at, one in enumerate(tests)]


def worth(tests: Sequence[Expr], value: Callable[[int], Expr | int]) -> Expr:
    """The ``value`` of the first thing of which one of ``tests`` holds; 0 where none does."""
    found = number(0)
    for at, one in reversed([*enumerate(tests)]):
        found = where(one, value(at), found)
    return found


def of_die(t: Table, says: Callable[[int], Expr], chosen: Expr = DIE) -> Expr:
    """What is said of the die that is ``chosen``."""
    return all_of(*(implies(chosen == die, says(die)) for die in range(t.count)))


def lie(t: Table, seat: Expr | int, *zones: int) -> list[Expr]:
    """Of each die whether it is one of ``seat`` in one of ``zones``."""
    return [
        all_of(t.owner[die] == seat, any_of(*(t.zone[die] == zone for zone in zones)))
        for die in range(t.count)
    ]


def sent(t: Table, die: int, zone: Expr | int, goes: Expr) -> dict[Expr, Expr | int]:
    """What becomes of ``die`` that ``goes`` unrolled to ``zone``.

    A controlled one goes to its owner's Prep Area instead, unless control lasts where it goes;
    a token is no longer there.
    """
    if die in t.tokens_made:
        return {t.zone[die]: where(goes, CARD, t.zone[die]), t.face[die]: where(goes, 0, t.face[die])}
    there: dict[Expr, Expr | int] = {t.zone[die]: where(goes, zone, t.zone[die])}
    if t.lends:
        back = all_of(goes, t.keeper[die] >= 1)
        if t.lent_out:
            back = all_of(back, number(zone) != OUT)
        there = {
            t.zone[die]: where(back, PREP, there[t.zone[die]]),
            t.owner[die]: where(back, 1 - t.owner[die], t.owner[die]),
            t.keeper[die]: where(back, 0, t.keeper[die]),
        }
    return {**there, t.face[die]: where(goes, 0, t.face[die])}


def gone(t: Table, die: int, zone: Expr | int, goes: Expr) -> dict[Expr, Expr | int]:
    """What becomes of ``die`` that ``goes`` from the Field Zone to ``zone``, with what is on it."""
    found = sent(t, die, zone, goes)
    stays = APPLIED if t.keeps_applied and die not in t.tokens_made else ()
    for name in (name for name in LOST if name not in stays):
        cell = getattr(t, name)[die]
        found[cell] = where(goes, 0, cell)
    return found


def takes(rules: Rules, die: int, amount: Expr, source: Expr | int) -> Expr:
    """How much of ``amount`` from ``source`` is on its way to ``die``, which may take less or none."""
    t = rules.table
    less = of_source(t.printed("guard source", die), number(source))
    kept = at_least(amount - where(less, t.printed("guard", die), 0), 0)
    return where(t.shielded[die] == 1, 0, kept)


def taken_here(rules: Rules, die: int, amount: Expr) -> Expr:
    """How much of ``amount`` that the effect under way deals is on its way to ``die``."""
    return takes(rules, die, amount, source_of(rules))


def worth_of_die(rules: Rules, value: Callable[[int], Expr]) -> Expr:
    """The ``value`` of the die that is chosen."""
    return total(where(die == DIE, value(die), 0) for die in range(rules.table.count))


def is_lethal(t: Table, die: int) -> Expr:
    """Whether the damage on ``die`` in the Field Zone is its D or more, and KO's it."""
    enough = t.damage[die] >= t.defense(die)
    return all_of(any_of(t.zone[die] == FIELD, t.zone[die] == ATTACK), enough,
                  t.may_fall(die, by_damage=True))  # fmt: skip


def due_to(rules: Rules, die: int, moment: Moment, codes: Mapping[Moment, int]) -> Expr:
    """What is due of ``die`` for ``moment``: one of ``codes``, by its burst, or 0 if nothing is."""
    t = rules.table
    now = t.moment(die, moment)
    plain, burst = codes[moment], codes[BURSTS[moment]]
    return where(t.ready(die, now), where(now == moment, plain, burst), 0)


def unwatched(rules: Rules, *moments: Moment) -> Expr:
    """Whether no die waits for any of ``moments`` of others, by its own card or a copied one."""
    t = rules.table
    programs = [t.figures.at("program", kind * MOMENTS + one) for kind in t.dice.dice for one in moments]
    return all_of(*(one == 0 for one in programs), *(cell == 0 for cell in t.text))


def plainly_koed(rules: Rules) -> Expr:
    """Whether nothing happens to any die instead of a KO, and no card sends starting dice to the bag."""
    t = rules.table
    bags = "bags starting dice"
    none = [t.printed_of(kind, bags) == 0 for kind in t.figures.kinds_with(bags)]
    return all_of(*(~spared(rules, die) for die in range(t.count)), *none)


def resumed(rules: Rules) -> dict[Expr, Expr | int]:
    """Priority when an act of the player who has it is over: the active player's, or handed on as told."""
    t = rules.table
    handed = where(t.holder == t.turn, 1 - t.turn, t.turn)
    return {t.holder: handed if rules.reads("procedure", "casual") else t.turn, t.agreed: 0}
