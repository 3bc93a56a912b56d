"""Properties of what is done to damage on its way: how much of whose is prevented, and what gets it instead.

From each interrupt of a card and each reactive Global follows one: so much of the damage that is answered is
taken off, where it is redirected just that is on its way to what was chosen, as far as that takes it, and
the damage to everybody else is what it was.
"""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.damage.interrupting import Interrupting, interrupts, of_source, source_of
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import REACTION, RESERVE
from dicelaw.model.kernel.expressions import (
    FALSE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    number,
    smaller,
    total,
    where,
)
from dicelaw.specs.bugs import allowing, forgetting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import Chosen, EachStep, Goal, Property, after

EVENT, ONTO, DIE = Chosen("event"), Chosen("onto"), Chosen("die")


def reaction_properties(made: TableMachine) -> list[Property]:
    """A property of each interrupt of a card, and two of each reactive Global: of its use and its effect."""
    t = made.table
    found = [_interrupt(made, one) for one in interrupts(made.rules)]
    for place, ability in enumerate(t.reactions):
        found += [_used(made, place, ability), _effect(made, ability)]
    return found


def _to(made: TableMachine, event: Expr) -> Expr:
    """How much damage is on its way to number ``event``: a die, or behind the dice a player."""
    cells = (*made.table.incoming, *made.table.aimed)
    return total(where(event == place, cell, 0) for place, cell in enumerate(cells))


def _arriving(made: TableMachine, die: int, amount: Expr) -> Expr:
    """How much of ``amount`` from its source a die takes that takes less or none of it."""
    t = made.table
    less = of_source(t.printed("guard source", die), source_of(made.rules))
    kept = at_least(amount - where(less, t.printed("guard", die), 0), 0)
    return where(t.shielded[die] == 1, 0, kept)


def _moved(
    made: TableMachine, amount: Expr, event: Expr, onto: Expr, redirected: Expr, leaves: Expr = FALSE
) -> Expr:
    """``amount`` is taken off what comes to ``event``, and where ``redirected``, comes ``onto`` another.

    Where that ``leaves`` the Field for it, nothing is said of what was on its way there.
    """
    t = made.table
    found = []
    for place, cell in enumerate((*t.incoming, *t.aimed)):
        comes = _arriving(made, place, amount) if place < t.count else amount
        left = where(event == place, cell - amount, cell)
        arrived = after(cell) == left + where(all_of(redirected, onto == place), comes, 0)
        found.append(any_of(all_of(leaves, onto == place), arrived))
    return all_of(*found, *(after(cell) == cell for cell in t.life))


def _interrupt(made: TableMachine, one: Interrupting) -> Property:
    t, along = made.table, f"damage/react/{one.id}"
    amount, by = one.figure("amount"), one.figure("by")
    mine = (where(t.of(die, one.seat, RESERVE), t.symbols(die, by), 0) for die in range(t.count))
    there = _to(made, EVENT)
    most = where(by >= 1, total(mine), where(amount >= 1, amount, there))
    own = all_of(t.reactor == one.seat, one.is_active, there >= 1)
    redirected = one.figure("redirects") == 1
    leaves = any_of(one.figure("kos") == 1, one.figure("moves") == 1)
    done = _moved(made, smaller(there, most), EVENT, ONTO, redirected, leaves)
    return Property(
        f"reaction/{one.id}",
        "An active card takes off so much of the damage that it acts on as it says, and redirects just that.",
        EachStep(all_of(own, done), along=along),
        ("prevent/def", "redirect/def", "effects/while-active"),
        using=STRUCTURE,
        goal=Goal("damage is on its way", any_of(*(cell >= 1 for cell in t.incoming)), "damage/react"),
        bug=forgetting(along, [*t.incoming, *t.aimed], "it changes nothing"),
    )


def _amount(made: TableMachine, ability: int) -> Expr:
    figures = made.table.figures
    return figures.at("amount", figures.at("global program", ability))


def _used(made: TableMachine, place: int, ability: int) -> Property:
    t, edition = made.table, made.rules.edition
    one = t.dice.globals[ability]
    along, op = f"damage/react/{one.id}", one.program[0].op
    choices = {choice.name for choice in made.machine.transition(along).choices}
    event: Expr = EVENT if "event" in choices else t.reactor + t.count
    demands = [_to(made, event) >= 1, after(t.event) == event, after(t.subject) == ability]
    if op is Op.REDIRECT:
        own = (all_of(die == DIE, event != die, t.fielded(die), t.owner[die] == t.reactor)
               for die in range(t.count))  # fmt: skip
        demands += [any_of(*own), after(t.onto) == DIE]
    if op is Op.REDUCE:
        demands += [event == t.reactor + t.count, _to(made, event) > _amount(made, ability)]
    if made.rules.newer and not t.reacts_each:
        events = t.count + len(t.aimed)
        demands.append(t.reacted[at_most(number(place * events) + event, len(t.reacted) - 1)] == 0)
    return Property(
        f"reaction/{one.id}/use",
        "A reactive Global answers damage that is on its way, and redirects to another own die in the Field.",
        EachStep(all_of(*demands), along=along),
        (f"global/reactive-def@{edition}", f"redirect/new-target@{edition}"),
        using=STRUCTURE,
        goal=Goal("damage is on its way", any_of(*(cell >= 1 for cell in t.incoming)), "damage/react"),
        bug=allowing(along),
    )


def _effect(made: TableMachine, ability: int) -> Property:
    t, one = made.table, made.table.dice.globals[ability]
    along, op = f"pay/{one.id}", one.program[0].op
    there, amount = _to(made, t.event), _amount(made, ability)
    gone = at_least(there - amount, 0) if op is Op.REDUCE else smaller(there, amount)
    redirected = all_of() if op is Op.REDIRECT else any_of()
    done = _moved(made, gone, t.event, t.onto, redirected)
    if op is Op.PREVENT and made.rules.reads("prevention", "ability"):
        cells = (*t.incoming, *t.aimed)
        done = any_of(done, all_of(t.pc >= 1, there <= amount, *(after(cell) == 0 for cell in cells)))
    return Property(
        f"reaction/{one.id}/effect",
        "A reactive Global that is paid for prevents, or redirects to the die that was chosen, what it says.",
        EachStep(all_of(t.act == REACTION, t.subject == ability, t.owed == 0, done), along=along),
        ("prevent/def", "redirect/def", "cost/unavoidable"),
        using=STRUCTURE,
        goal=Goal("a reactive Global is paid for", all_of(t.act == REACTION, t.owed == 0), "pay"),
        bug=forgetting(along, [*t.incoming, *t.aimed], "it changes nothing"),
    )
