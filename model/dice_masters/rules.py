"""What the modules of Dice Masters share: the state, the timing graph, the edition and the readings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.editions import DIFFERENCES, KEYWORDS
from dicelaw.model.dice_masters.state.table import Table
from dicelaw.model.dice_masters.state.table_state import (
    ANSWERING,
    ASIDE,
    BAG,
    CAPTURED,
    CARD,
    DAMAGED,
    OUT,
    PREP,
    USED,
)
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, all_of, any_of, negate, number, where
from dicelaw.model.kernel.fragments.queue import Queue
from dicelaw.model.kernel.graph import Choice, TimingGraph, rules_where
from dicelaw.model.kernel.state import ArrayField, Field, as_place
from dicelaw.model.parts import Answers, Parts

Made = TypeVar("Made")
Writes = dict[Expr, Expr | int]
Demands = list[tuple[Expr | bool, str]]
Conditions = Mapping[str, Expr | bool]


@dataclass(frozen=True)
class Rules:
    """One game under construction."""

    table: Table
    timing: TimingGraph
    edition: str
    readings: Answers
    queue: Queue
    parts: Parts

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """What ``make`` gives back and notes as lost: once for all readings that leave it as it is."""
        return self.parts.added(name, self.readings, [self.table.lost], make, self.table)

    def reads(self, point: str, answer: str) -> bool:
        """Whether the open point ``point`` is answered by ``answer``; no, where the edition has it not."""
        return self.readings.get(point) == answer

    def rule(self, difference: str) -> str:
        """The statement of this edition on ``difference``."""
        return DIFFERENCES[difference].rules[self.edition]

    @property
    def before_kos(self) -> Expr:
        """Whether effects of combat damage come first, before dice are KO'd."""
        stage = self.table.stage
        return any_of(stage == DAMAGED, stage == ANSWERING)

    @property
    def newer(self) -> bool:
        """Whether this is the edition of 2018."""
        return self.edition == "2018"

    def cited(self, *both: str, new: Sequence[str] = (), old: Sequence[str] = ()) -> list[str]:
        """Statements of both editions, with those of this one alone."""
        return [*both, *(new if self.newer else old)]

    def cited_where(
        self, both: Conditions, new: Conditions | None = None, old: Conditions | None = None
    ) -> tuple[str, ...]:
        """As :meth:`cited`, of statements each with the condition under which it makes a difference."""
        return rules_where({**both, **((new if self.newer else old) or {})})

    def keyword(self, name: str) -> str:
        """The statement ``keyword/name``, where the glossary of this edition has that keyword."""
        known = name in KEYWORDS[self.edition]
        return f"keyword/{name}" if known else "model/other-keywords"

    def token(self, name: str) -> str:
        """The statement ``token/name``, where this edition has tokens."""
        return f"token/{name}" if self.newer else "model/other-tokens"

    def no_token(self, die: Expr, name: str) -> Demands:
        """That ``die`` is no token, by the statement ``token/name``; nothing where there are none."""
        return [(negate(self.table.is_token(die)), self.token(name))] if self.table.tokens_made else []

    def die(self, name: str = "die") -> Choice:
        """A choice among all dice."""
        return Choice(name, 0, self.table.count - 1, self.table.dice.names)

    def spent_to(self, seat: Expr) -> Expr:
        """The zone that what ``seat`` spends goes to."""
        return where(seat == self.table.turn, OUT, USED)


def applied(table: Table) -> tuple[ArrayField, ...]:
    """What effects apply to dice for a turn."""
    uses = table.figures.uses
    more = [table.traded] if uses(Op.TRADE) else []
    more += [table.bound] if uses(Op.NO_BLOCK, Op.MUST_ATTACK) else []
    return (table.plus_attack, table.plus_defense, *more, table.shielded, table.copies)


def marks(table: Table) -> tuple[ArrayField, ...]:
    """What lies on dice for a turn: damage and the applied effects."""
    return (table.damage, *applied(table))


def lost_with_field(table: Table) -> tuple[ArrayField, ...]:
    """What a die loses that leaves the Field Zone."""
    deadly = (table.engaged,) if table.bearers(Keyword.DEADLY) else ()
    in_combat = (table.blocks, table.blocked, table.incoming)
    return (*marks(table), *in_combat, table.withstood, *deadly)


def leaving(
    table: Table,
    die: Expr | int,
    zone: Expr | int,
    kept: Sequence[ArrayField] = (),
    keeps: Expr | bool = True,
    face: Expr | int = 0,
) -> Writes:
    """What a transition writes by which ``die`` leaves the Field Zone for ``zone``.

    Where it goes :func:`sent` says. Abilities that a KO'd die has copied go on until its effects have
    resolved. What is in ``kept`` stays, if ``keeps``, and the die shows ``face`` then. Where the table keeps
    what was applied, that stays too, unless ``die`` is captured. Nothing stays of a token.
    """
    outlasts = _outlasts(table, die, zone)
    lies = all_of(number(zone) == ASIDE, keeps) if kept else FALSE
    writes, effects = moving(table, die, zone, face, lies), applied(table)
    for array in lost_with_field(table):
        lasts = outlasts if any(array is one for one in effects) else FALSE
        stays = any_of(lasts, keeps if any(array is one for one in kept) else FALSE)
        writes[array[die]] = where(stays, array[die], 0)
    return writes if isinstance(die, int) else lost(table, writes)  # of a given die, where it leaves


def out_of_combat(table: Table, die: Expr | int, out: Expr = TRUE) -> Writes:
    """What a transition writes by which ``die`` no longer attacks or blocks, where it goes ``out``."""
    return lost(table, {array[die]: where(out, 0, array[die]) for array in (table.blocks, table.blocked)})


def lost(table: Table, writes: Writes) -> Writes:
    """``writes``, noted as what a die loses that leaves the Field Zone or combat, however it does.

    The face is among that where the die is given: one that is chosen, as to be used, may lie elsewhere.
    """
    names = {array.name for array in lost_with_field(table)}
    for cell, value in writes.items():
        place = as_place(cell)
        name = place.slot.family if isinstance(place, Field) else place.name
        if name in names or (isinstance(place, Field) and name == table.face.name):
            table.lost.append((name, place, number(value)))
    return writes


def moving(
    table: Table, die: Expr | int, zone: Expr | int, face: Expr | int = 0, lies: Expr = FALSE
) -> Writes:
    """What a transition writes by which ``die``, which bears no marks, goes to ``zone``; see :func:`leaving`.

    Where it ``lies`` set aside, it keeps what it has copied.
    """
    shows = where(table.is_token(die), 0, face)
    writes: Writes = {**sent(table, die, zone), table.face[die]: shows}
    if table.copiers:
        remembered = any_of(_outlasts(table, die, zone), number(zone) == PREP, number(zone) == BAG, lies)
        writes[table.text[die]] = where(remembered, table.text[die], 0)
    return writes


def _outlasts(table: Table, die: Expr | int, zone: Expr | int) -> Expr:
    """Whether what was applied to ``die`` goes with it to ``zone``."""
    goes_with = all_of(negate(table.is_token(die)), number(zone) != CAPTURED)
    return goes_with if table.keeps_applied else FALSE


def sent(table: Table, die: Expr | int, zone: Expr | int, goes: Expr | bool = True) -> Writes:
    """Where ``die`` is then, and whose, if it ``goes`` to ``zone`` from where it lies rolled.

    A controlled die goes back to the Prep Area of its owner instead, and a token ceases to exist.
    """
    ceases = table.is_token(die)
    target = where(ceases, CARD, zone)
    if not table.lends:
        return {table.zone[die]: where(goes, target, table.zone[die])}
    back = all_of(goes, table.controlled(die))
    if table.lent_out:
        back = all_of(back, any_of(ceases, number(zone) != OUT))
    return {
        table.zone[die]: where(all_of(back, negate(ceases)), PREP, where(goes, target, table.zone[die])),
        table.owner[die]: where(back, table.other(table.owner[die]), table.owner[die]),
        table.keeper[die]: where(back, 0, table.keeper[die]),
    }


def leaving_where(table: Table, die: int, test: Expr, zone: Expr | int) -> Writes:
    """As :func:`leaving`, where ``test`` holds; else all stays as it is."""
    return only_where(table, test, leaving(table, die, zone))


def only_where(table: Table, test: Expr, writes: Writes, over: Writes | None = None) -> Writes:
    """``writes`` of a die that leaves, where ``test`` holds; else all stays as it is, or as ``over`` says."""
    old = over or {}
    return lost(table, {place: where(test, value, old.get(place, place)) for place, value in writes.items()})
