"""Open content: every column of a row is a choice, bounded only by the effect language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dicelaw.model.content.look import closed
from dicelaw.model.dice_throne.declared.vocabulary import DECLARED
from dicelaw.model.dice_throne.language import DamageType, Moment, Op, Status, Timing, When, Who
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, DICE
from dicelaw.model.dice_throne.state.rows import (
    SPENDING,
    AbilityRow,
    ActionRow,
    CodeRow,
    CompanionRow,
    TriggerRow,
)
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    constant,
    number,
    where,
)
from dicelaw.model.kernel.graph import Choice

AMOUNT_TOP = 6
"""How large an open amount the packed readers try; proofs allow any amount from 0 up."""

LONGEST = 255
"""How many instructions a program can have."""

TOKENS_TOP = 7
"""How many tokens a use can spend."""


class OpenContent:
    """Any card, ability and way to spend a token that the effect language can express.

    Status effects are those given. Hands are counted; a card in hand can be any card. The first instruction
    of any program is at address 1; programs go on only forward, and have at most :data:`LONGEST` of them.
    """

    deck = 0
    triggers = 1
    pc_top = LONGEST
    actions = 1
    abilities = 1

    def __init__(self, statuses: tuple[Status, ...]) -> None:
        self.statuses = statuses
        self.look = closed
        marks = (kind for kind, status in enumerate(statuses) if status.sign == "mark")
        self.mark = next(marks, 0)

    @property
    def card_labels(self) -> tuple[str, ...]:
        """Cards have no names."""
        return ()

    def action(self, duel: Duel, _seat: Expr) -> ActionRow:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        row = self._action_row()
        if duel.seats.duel:
            return row
        meets = Choice("meets", 0, 1)
        return replace(row, choices=(*row.choices, meets), meets=meets == 1)

    def declared(self, duel: Duel, seat: Expr) -> ActionRow:
        """Any instant: a superset of what was declared."""
        return self.action(duel, seat)

    def _action_row(self) -> ActionRow:
        made: dict[str, Choice] = {}

        def pick(name: str, hi: int, *, unbounded: bool = False) -> Choice:
            made[name] = Choice(name, 0, hi, open_above=unbounded)
            return made[name]

        flags = {when: pick(f"when_{when.name.lower()}", 1) for when in When}
        card = pick("is_card", 1)
        tokens = pick("tokens", TOKENS_TOP)
        row = (
            constant(1),
            constant(1),
            pick("timing", Timing.INSTANT),
            pick("cp", AMOUNT_TOP, unbounded=True),
            card,
            pick("token", len(self.statuses) - 1),
            tokens,
            pick("at_least", AMOUNT_TOP, unbounded=True),
            pick("total_at_least", AMOUNT_TOP, unbounded=True),
            pick("rolls", 1),
            pick("touches", 1 + Who.CHOSEN),
        )
        wanting, marked = pick("incoming_at_least", AMOUNT_TOP, unbounded=True), pick("marked", 1)
        some_cost = any_of(card == 1, tokens >= 1, made["cp"] >= 1, marked == 1)
        on_dice, any_dice = pick("on_dice", 1), pick("dice_of", len(self.statuses) - 1)
        dice_of = where(on_dice == 1, any_dice, 0)
        held = all_of(some_cost, any_of(made["token"] != self.mark, marked == 0))
        return ActionRow(
            tuple(made.values()),
            *row,
            lambda when: flags[when] == 1,
            lambda _: held,
            wanting,
            marked * self.mark,
            dice_of,
            lambda _: TRUE,
            lambda usual: usual,
            SPENDING,
        )

    def code(self, duel: Duel, pc: Expr) -> CodeRow:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        any_op = Choice("op", 0, max(DECLARED))
        op = where(pc >= self.pc_top, Op.END, any_op)
        who = Choice("who", 0, Who.CHOSEN if duel.seats.duel else max(Who))
        token = Choice("token", 0, len(self.statuses) - 1)
        base = Choice("base", 0, CP_MAX)
        amount = Choice("amount", 0, AMOUNT_TOP, open_above=True)
        applies = Choice("applies", 0, 1)
        arg = Choice("arg", 0, 6)
        counted = Choice("counted", 1, len(self.statuses) - 1)
        choices = (any_op, who, token, base, amount, applies, arg, counted)
        row = CodeRow(choices, op, who, token, base, amount, applies == 1, arg, counted)
        if duel.seats.duel:
            return row
        compares, wide = Choice("compares", 0, 1), Choice("wide", 0, 1)
        among = tuple(Choice(f"among_{seat}", 0, 1) for seat in duel.seats.numbers)
        asks = all_of(compares == 1, op != Op.END)  # what ends a program has no condition
        return replace(
            row,
            choices=(*choices, compares, wide, *among),
            compares=asks,
            wide=wide == 1,
            among=tuple(one == 1 for one in among),
        )

    def following(self, pc: Expr, places: Expr | int) -> Expr:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        return pc + at_least(number(places), 1)

    def ability(self, duel: Duel, _seat: Expr, defensive: bool) -> AbilityRow:
        """Any ability; the only thing that all Ultimates have in common is that five 6s are required."""
        ultimate = Choice("ultimate", 0, 1)
        dice = Choice("dice", 1, DICE)
        sixes = all_of(*(duel.value(0, place) == 6 for place in range(DICE)))
        used = (dice,) if defensive else (ultimate,)
        met = any_of(ultimate == 0, sixes)
        one = constant(1)
        return AbilityRow(
            used, one, one, ultimate == 1, TRUE, TRUE if defensive else met, dice, TRUE, TRUE, one, one
        )

    def companion(self, _seat: Expr) -> CompanionRow:
        """Any companion's figures are in these bounds."""
        return CompanionRow(constant(5), constant(7), constant(2))

    def attacks(self, announced: Expr) -> Expr:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        return where(announced >= 1, 1, 0)

    def damage_type(self, announced: Expr, arg: Expr) -> Expr:
        """Any that an attack can have: it is not told by what the ability does then."""
        return where(announced >= 1, at_most(at_least(arg, DamageType.NORMAL), DamageType.PURE), 0)

    def due(self, duel: Duel, _moments: Sequence[Moment]) -> tuple[tuple[Choice, ...], dict[Expr, Expr]]:
        """Any number of programs is due."""
        times = Choice("due", 0, 3, open_above=True)
        return (times,), {duel.due[0]: times}

    def trigger(self, duel: Duel, _moments: Sequence[Moment]) -> TriggerRow:
        """Any program of any player."""
        owner = Choice("owner", 0, len(duel.seats) - 1)
        first = constant(0)
        return TriggerRow(
            (owner,), first, first, duel.due[0], lambda _: (constant(1), owner), lambda _: duel.due[0]
        )

    def activation(self, announced: Expr) -> Expr:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        return where(announced >= 1, 1, 0)

    def landing(self, announced: Expr) -> Expr:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        return where(announced >= 1, 1, 0)
