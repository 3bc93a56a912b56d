"""Properties of Continuous action dice, and of dice that are rolled again, swapped or copied."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.rules import marks
from dicelaw.model.dice_masters.state.table_state import ATTACK, FIELD, IN_PLAY, RESERVE, SEATS, USED
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, count, implies, where
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE, TURN_ENDS
from dicelaw.specs.property import Always, EachStep, Goal, Property, Unchanged, after


def in_play_properties(made: TableMachine) -> list[Property]:
    """Continuous dice stay where they are, and a reroll or a swap leaves each die where it may be."""
    t, edition = made.table, made.rules.edition
    dice = range(t.count)
    in_play = [t.zone[die] == IN_PLAY for die in dice]
    picked = [t.picked[die] == 1 for die in dice]
    last = t.zone[t.count - 1]
    in_field = made.rules.reads("swap-position", "field")
    exactly = "swap/exact-positions" if made.rules.newer else "model/swap-2016"
    fielded = [[t.of(die, seat, FIELD, ATTACK) for die in dice] for seat in range(SEATS)]
    fighting = [[t.of(die, seat, ATTACK) for die in dice] for seat in range(SEATS)]
    swaps = all_of(
        t.figures.at("word", t.pc) == Op.SWAP, any_of(*(t.of(die, t.turn, ATTACK) for die in dice))
    )
    marked = any_of(*(all_of(one, array[die] >= 1) for die, one in enumerate(picked) for array in marks(t)))
    stays = [
        implies(all_of(picked[die], after(t.zone[die]) != RESERVE), any_of(*_lies(made, die))) for die in dice
    ]
    lost = (t.damage,) if t.keeps_applied else marks(t)
    leaves = [
        implies(after(t.zone[die]) == RESERVE, all_of(*(after(array[die]) == 0 for array in lost)))
        for die in dice
    ]
    return [
        Property(
            f"keyword/continuous@{edition}",
            "A Continuous die stays in the Field, over turns, until it is sent on or rolled again.",
            Unchanged(
                tuple(where(there, 1, 0) for there in in_play),
                along=("*", "!*/act", "!*/send-on", "!resolve/send-this", "!resolve/reroll/die"),
            ),
            (f"keyword/continuous@{edition}", "keyword/continuous-leave", "zone/field-action-dice"),
            using=STRUCTURE,
            goal=Goal("a Continuous die is in the Field when a turn begins", any_of(*in_play), "clear"),
            bug=rewriting("cleanup/turn-ends", last, lambda _: last * 0 + USED, "it goes when the turn ends"),
        ),
        *_copies(made),
        Property(
            "swap/exact-positions",
            "A swap leaves each player as many dice in the Field"
            + ("." if in_field else ", and as many that attack or block."),
            Unchanged(tuple(count(row) for row in (*fielded, *(() if in_field else fighting))),
                      along="resolve/swap"),
            (exactly,),
            using=STRUCTURE,
            goal=Goal("dice are to be swapped while dice attack", swaps, "resolve"),
            bug=rewriting("resolve/swap", t.zone[0], lambda _: t.zone[0] * 0 + USED, "a die is lost"),
        ),
        Property(
            "reroll/stays-in-area",
            "A rerolled die stays with all that lies on it, or goes to the Reserve Pool and loses "
            + ("its damage" if t.keeps_applied else "that")
            + "; from there it goes to the Used Pile in the opponent's turn only.",
            EachStep(all_of(*stays, *leaves), along="resolve/reroll/die"),
            ("reroll/stays-in-area", "reroll/else-reserve"),
            using=STRUCTURE,
            goal=Goal("a die on which something lies is rolled again", marked, "resolve/reroll"),
            bug=rewriting("resolve/reroll/die", t.damage[0], lambda _: t.damage[0] * 0, "its damage is gone"),
        ),
    ]  # fmt: skip


def _lies(made: TableMachine, die: int) -> tuple[Expr, Expr]:
    """``die`` is where it was, with all on it; or it is used up in the Reserve Pool."""
    t = made.table
    same = all_of(after(t.zone[die]) == t.zone[die], *(after(array[die]) == array[die] for array in marks(t)))
    return same, all_of(t.zone[die] == RESERVE, after(t.zone[die]) == USED, t.owner[die] != t.turn)


def _copies(made: TableMachine) -> list[Property]:
    t = made.table
    dice = range(t.count)
    copying = any_of(*(cell >= 1 for cell in t.copies))
    found = [
        Property(
            "copy/for-a-turn",
            "No die copies another one when a turn ends.",
            Always(all_of(*(cell == 0 for cell in t.copies)), TURN_ENDS),
            (f"copy/stats@{made.rules.edition}", "copy/def"),
            using=STRUCTURE,
            goal=Goal("a die copies another one", copying, "cleanup"),
            bug=rewriting("cleanup/clear", t.copies[0], lambda _: t.copies[0], "it copies on"),
        )
    ]
    found.append(
        Property(
            "copy/abilities-for-a-turn",
            "No die has abilities of another card when a turn ends.",
            Always(all_of(*(cell == 0 for cell in t.text)), TURN_ENDS),
            (f"copy/abilities@{made.rules.edition}",),
            using=STRUCTURE,
            goal=Goal(
                "a die has abilities of another card", any_of(*(cell >= 1 for cell in t.text)), "cleanup"
            ),
            bug=rewriting("cleanup/clear", t.text[1], lambda _: t.text[1], "it keeps them"),
        )
    )
    if not made.rules.newer:

        def another(copied: Expr) -> Expr:
            return where(copied >= 1, 1, 0)

        same = [
            implies(all_of(t.copies[die] >= 1, after(t.copies[die]) >= 1,
                           ~t.is_copy(die), ~after(t.is_copy(die))),
                    after(t.stat("attack", die)) == t.stat("attack", die))
            for die in dice
        ]  # fmt: skip
        found.append(
            Property(
                f"copy/stats@{made.rules.edition}",
                "A die that copies the numerals of another one, not the whole die, has them on every level.",
                EachStep(all_of(*same), along=("*", "!resolve/copy")),
                (f"copy/stats@{made.rules.edition}",),
                using=("copy/for-a-turn", *STRUCTURE),
                goal=Goal("a die copies another one while an effect resolves", copying, "resolve"),
                bug=rewriting("resolve/spin-up", t.copies[0], another, "it copies another face"),
            )
        )
    return found
