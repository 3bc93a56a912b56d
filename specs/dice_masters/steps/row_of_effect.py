"""What it takes to write a row about a word of effects of Dice Masters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dicelaw.model.dice_masters.cards.cards import Moment, Op, Target
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.table import Table
from dicelaw.model.dice_masters.state.table_state import ATTACK, FIELD
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, implies, total, where


@dataclass(frozen=True)
class Effect:
    """The effect under way: whose it is, its word, what that is about, and how much it does."""

    rules: Rules

    @property
    def table(self) -> Table:
        """The table that it is about."""
        return self.rules.table

    @property
    def seat(self) -> Expr:
        """The player of the effect."""
        return self.rules.queue.owners[0]

    @property
    def rule(self) -> str:
        """The statement by which all of an effect is done, word by word."""
        return f"queue/resolve-fully@{self.rules.edition}"

    @property
    def much(self) -> Expr:
        """The amount that is printed for the word."""
        return self.table.figures.at("amount", self.table.pc)

    @property
    def target(self) -> Expr:
        """What is printed of whom the word is about."""
        return self.table.figures.at("target", self.table.pc)

    @property
    def onward(self) -> Mapping[Expr, Expr | int]:
        """The next word follows."""
        t = self.table
        return {t.pc: where(t.pc + 1 <= t.figures.steps - 1, t.pc + 1, t.figures.steps - 1)}

    @property
    def as_printed(self) -> Expr:
        """Whether the amount is the printed one: not one for each, nor that of a Global used repeatedly."""
        t, queue = self.table, self.rules.queue
        of_global = queue.effects[0] > len(Moment) * t.count
        alone = implies(of_global, total(t.batch) == 1) if t.batches else TRUE
        return all_of(t.figures.at("per", t.pc) == 0, alone)

    @property
    def of_any_strength(self) -> Expr:
        """Whether what is printed of whom the word is about asks for no strength: it proves slowly."""
        return self.target != Target.SURVIVOR

    def says(self, op: Op) -> Expr:
        """Whether ``op`` is the word that comes next."""
        t = self.table
        return all_of(t.pc >= 1, t.pc < t.figures.steps - 1, t.figures.at("word", t.pc) == op)

    def about(self, die: int) -> Expr:
        """Whether the word may be about ``die``; by one answer any character may be set aside."""
        if not self.rules.reads("intimidate", "any"):
            return self.names(die, self.target)
        any_die = self.table.figures.at("word", self.table.pc) == Op.SET_ASIDE
        return self.names(die, where(any_die, Target.DIE, self.target))

    def names(self, die: int, target: Expr) -> Expr:
        """Whether ``target``, if it asks for no strength, names ``die``, a character in the Field Zone."""
        t = self.table
        mine, fights = t.owner[die] == self.seat, t.zone[die] == ATTACK
        this = t.source == die + 1
        named = {
            Target.DIE: TRUE,
            Target.OWN: mine,
            Target.OPPOSING: ~mine,
            Target.ATTACKER: all_of(fights, t.owner[die] == t.turn),
            Target.SIDEKICK: all_of(t.figures.kind(die) == 0, ~mine),
            Target.NO_VILLAIN: all_of(~t.affiliated(die, "villain"), ~mine),
            Target.FIGHTING: all_of(fights, ~mine),
            Target.THIS: this,
            Target.NEWCOMER: t.newcomer == die + 1,
        }
        told = any_of(*(all_of(target == name, holds) for name, holds in named.items()))
        return all_of(any_of(t.zone[die] == FIELD, fights), told)

    def first_level(self, die: int) -> int:
        """The face of ``die`` that shows its character at level 1."""
        faces = self.table.dice.kinds[self.table.dice.dice[die]].faces
        return next((at for at, face in enumerate(faces, 1) if face.level == 1), 0)
