"""Properties of the words of effects: whom each is done to, how much, within which cap, and nothing else.

From each row of the table of words follows a property over all amounts: that good of that player is worth so
much after the word, and every other good of both players, and every amount that waits for the end of a
phase, is what it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_throne.language import Op
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, constant, number, where
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.dice_throne.properties.effect_words import (
    ARRAYS,
    NAMED,
    OWNER,
    SCALARS,
    Word,
    as_printed,
    is_meant,
    words,
)
from dicelaw.specs.dice_throne.properties.steps import known, line, nobody
from dicelaw.specs.property import EachStep, Goal, Never, Property, after


def word_properties(made: DuelMachine) -> list[Property]:
    """A property of each row of the table, and of what the words about tokens do."""
    table = words(made.rules)
    found = [_property(made, word) for word in table]
    return [*found, *_tokens(made), *_passed_over(made, table)]


def _property(made: DuelMachine, word: Word) -> Property:
    d = made.duel
    good = word.changes[0].good
    cells = [*getattr(d, good)] if good in ARRAYS else [getattr(d, good)]
    there = getattr(d, word.needs) if word.needs else None
    most = {"companion": 7, "cp": 3}.get(good, 1)
    some = any_of(*(cell >= most for cell in ([there] if there is not None else cells)))
    reached = Goal("there is what it changes or needs", some, word.seen)
    return Property(
        f"word/{word.name}",
        f"The word {word.name} {word.says}, and changes nothing else that players have.",
        EachStep(
            all_of(line(made.rules).op == word.op, *_changed(made, word), *_left_alone(d, word)),
            as_printed(made.rules, word.op),
            (f"resolve/{word.name}", f"resolve/{word.name}-barred"),
        ),
        word.cites,
        using=STRUCTURE,
        goal=reached,
        bug=rewriting(f"resolve/{word.name}*", cells[0], lambda _: cells[0], "it does nothing to the first"),
    )


def _changed(made: DuelMachine, word: Word) -> list[Expr]:
    d = made.duel
    found = []
    for good in {change.good for change in word.changes}:
        changes = [change for change in word.changes if change.good == good]
        if good in SCALARS:
            (change,) = changes
            cell = getattr(d, good)
            found.append(after(cell) == number(change.new(cell)))
            continue
        for seat in d.seats.numbers:
            old = getattr(d, good)[seat]
            new: Expr = old
            for change in changes:
                new = where(is_meant(made.rules, change.whom, seat), change.new(old), new)
            found.append(after(old) == new)
    return found


def _left_alone(d: Duel, word: Word) -> list[Expr]:
    busy = {*word.besides, *(change.good for change in word.changes)}
    cells = [cell for name in ARRAYS if name not in busy for cell in getattr(d, name)]
    cells += [getattr(d, name) for name in SCALARS if name not in busy]
    return [after(cell) == cell for cell in (*cells, *d.tokens, *d.raised, *d.level)]


def _passed_over(made: DuelMachine, table: Sequence[Word]) -> list[Property]:
    """When a word is run: where its condition holds, and then always, unless the rules make it idle."""
    d = made.duel
    always = [Op.HEAL, Op.CP, Op.LOSE_CP, Op.STEAL_CP, Op.DRAW, Op.DISCARD, Op.COLLATERAL, Op.DEAL,
              Op.SUFFER, Op.AVOID, Op.TOKEN, Op.REMOVE, Op.REMOVE_ALL, Op.ISOLATED]  # fmt: skip
    said = line(made.rules)
    due = all_of(said.applies, any_of(known(made.rules), ~nobody(made.rules)))
    one_of = any_of(*(said.op == op for op in always))
    coming = any_of(
        *(all_of(is_meant(made.rules, NAMED, seat), d.incoming(seat)) for seat in d.seats.numbers)
    )
    shielding = all_of(
        any_of(said.op == Op.PREVENT, said.op == Op.HALVE), as_printed(made.rules, Op.PREVENT), coming
    )
    every = tuple(f"resolve/{word.name}" for word in table)
    effect = Goal("an effect is resolved", d.depth >= 1, "resolve/next")
    return [
        Property(
            "word/never-left-out",
            "Damage, healing, points, cards and tokens that an effect gives or takes are never left out, nor "
            "is a prevention where damage is coming to whom it names.",
            Never(
                all_of(due, any_of(one_of, shielding), d.pc[d.depth] < made.content.pc_top),
                "resolve/pass-over",
            ),
            ("ability/on-symbol-once", "def/ability"),
            using=STRUCTURE,
            goal=effect,
            bug=dropping("ability/on-symbol-once", "resolve/pass-over"),
        ),
        Property(
            "word/only-if-it-applies",
            "A word does nothing where its condition does not hold.",
            Never(~said.applies, every),
            ("offense/activation-variable-effects-first",),
            using=STRUCTURE,
            goal=effect,
            bug=dropping("offense/activation-variable-effects-first", "resolve/heal"),
        ),
        Property(
            "word/prevents-what-comes",
            "Damage is prevented only for a player to whom avoidable damage is coming.",
            Never(all_of(~coming, as_printed(made.rules, Op.PREVENT)), "resolve/prevent"),
            ("damage/incoming-definition",),
            using=STRUCTURE,
            goal=Goal("damage is prevented", any_of(*(cell >= 1 for cell in d.prevented))),
            bug=dropping("def/ability", "resolve/prevent"),
        ),
    ]


def _tokens(made: DuelMachine) -> list[Property]:
    """The words that give and take tokens of one kind."""
    d, said = made.duel, line(made.rules)
    kinds = range(1, d.kinds + 1)
    given = said.token >= 1
    waits = made.rules.reads("then-stun", "defense-first")
    removed, placed, raised = [], [], []
    for seat in d.seats.numbers:
        for kind in kinds:
            meant = all_of(is_meant(made.rules, NAMED, seat), said.token == kind)
            had, status = d.token(seat, kind), d.statuses[kind]
            left = had if status.saves else at_least(had - said.amount, 0)
            removed.append(after(had) == where(meant, left, had))
            room = at_least(status.limit + d.raised[d.place(seat, kind)] - had, 0)
            more = had + at_most(at_least(said.amount - d.spared, 0), room)
            arrives = after(had) == where(meant, more, had)
            placed.append(any_of(arrives, after(had) == had) if waits and status.bars_actions else arrives)
            mine = all_of(is_meant(made.rules, OWNER, seat), said.token == kind)
            limit = d.raised[d.place(seat, kind)]
            raised.append(after(limit) == where(mine, limit + said.amount, limit))
    goods = [cell for name in ARRAYS for cell in getattr(d, name)]
    goods += [getattr(d, name) for name in SCALARS]
    kept = [after(cell) == cell for cell in (*goods, *d.level)]
    rows: tuple[tuple[str, Op, str, list[Expr], tuple[str, ...]], ...] = (
        ("remove", Op.REMOVE, "takes the amount of tokens of one kind from the player named, down to none",
         [*removed, *(after(cell) == cell for cell in d.raised)],
         ("status/remove-n-means-n-tokens", "status/blessing-of-divinity/no-other-removal")),
        ("token", Op.TOKEN, "gives the amount of tokens of one kind to the player named, up to the limit",
         [*placed, *(after(cell) == cell for cell in d.raised)],
         ("def/gain", "def/inflict", "status/stack-limit", "status/gain-at-limit-lost")),
        ("limit", Op.LIMIT, "raises the stack limit of its owner for one kind by the amount",
         [*raised, *(after(cell) == cell for cell in d.tokens)], ("status/stack-limit-increase",)),
    )  # fmt: skip
    first: Expr = d.tokens[0]
    return [
        Property(
            f"word/{name}",
            f"The word {name} {says}, and changes nothing else that players have.",
            EachStep(
                all_of(said.op == op, *holds, *kept),
                all_of(given, as_printed(made.rules, op)),
                f"resolve/{name}",
            ),
            cites,
            using=(*STRUCTURE, "status/stack-limit"),
            goal=Goal("a player has a token", first >= 1, "resolve/next"),
            bug=rewriting(f"resolve/{name}", cell, lambda _: constant(1), "the first is always 1"),
        )
        for (name, op, says, holds, cites), cell in zip(rows, (first, first, d.raised[0]), strict=True)
    ]
