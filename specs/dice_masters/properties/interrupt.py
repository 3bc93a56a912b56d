"""Properties of what cards do to damage on its way."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Moment
from dicelaw.model.dice_masters.cards.interrupts import Limit
from dicelaw.model.dice_masters.damage.interrupting import interrupts, of_source, source_of
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import HURTS, REACTION
from dicelaw.model.kernel.expressions import all_of, any_of, at_least, implies, total
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import EachStep, Goal, Never, Property, Unchanged, after

OF_ITSELF = (Moment.DAMAGED, Moment.DAMAGED_BURST)


def interrupt_properties(made: TableMachine) -> list[Property]:
    """They bring no damage into being, and happen as often as the card says: the first card of a game."""
    t = made.table
    if not t.dice.interrupts:
        return []
    one = interrupts(made.rules)[0]
    along = f"damage/react/{one.id}"
    cells = [*t.incoming, *t.aimed]
    coming = any_of(*one.coming)
    possible = one.possible(t.reactor)
    found = [
        Property(
            "redirect/source-unchanged",
            "Preventing and redirecting bring no damage into being.",
            EachStep(total(after(cell) for cell in cells) <= total(cells), along=along),
            ("redirect/def", "prevent/def"),
            using=STRUCTURE,
            goal=Goal("a card can act on damage", possible, "damage/react"),
            bug=rewriting(along, t.aimed[0], lambda old: old + 9, "the player is hurt more"),
        ),
        Property(
            "model/interrupts",
            "A card acts on damage dealt together once, and once a turn where it says so.",
            Never(t.spent[0] == 1, along),
            ("model/interrupts",),
            goal=Goal("a card has acted while damage is on its way", all_of(t.spent[0] == 1, coming),
                      "damage/react"),
            bug=dropping("model/interrupts", along),
        ),
        Property(
            "model/interrupts-first",
            "What happens the first time in a turn does not happen to later damage.",
            EachStep(
                after(t.spent[0]) == 1,
                all_of(one.figure("limit") == Limit.FIRST, coming, one.is_active),
                "damage/strike/deal",
            ),
            ("model/interrupts",),
            goal=Goal("damage is dealt that a card could act on", coming, "damage/strike"),
            bug=rewriting("damage/strike/deal", t.spent[0], lambda old: old * 0, "it is forgotten"),
        ),
        Property(
            "queue/interrupt-must",
            "A player whose card has to act on damage on its way does not pass.",
            Never(all_of(one.figure("must") == 1, possible),
                  ("damage/react/pass", "damage/react/close", "damage/react/silent",
                   "damage/react/close-silent")),
            (f"queue/interrupt@{made.rules.edition}",),
            goal=Goal("a card has to act", all_of(one.figure("must") == 1, possible), "damage/react"),
            bug=dropping("global/reactive-decide-now" if made.rules.newer else "queue/interrupt@2016",
                         "damage/react/*"),
        ),
    ]  # fmt: skip
    found += _redirected(made)
    return [*found, _prevented(made)] if made.rules.newer else found


def _redirected(made: TableMachine) -> list[Property]:
    """What is redirected has the source that it had, and is lessened where it arrives."""
    t = made.table
    source, dice = source_of(made.rules), range(t.count)
    along = ("damage/react/one", "pay/redirects")
    guarded = [of_source(t.printed("guard source", die), source) for die in dice]
    amounts = [t.figures.at("amount", t.figures.at("global program", ability)) for ability in t.reactions]
    redirects = [place for place, at in enumerate(t.reactions) if t.dice.globals[at].id == "redirects"]
    if not redirects:
        return []
    most = amounts[redirects[0]]
    lessened = [
        implies(
            all_of(t.onto == die, t.event != die, guarded[die]),
            after(t.incoming[die]) <= t.incoming[die] + at_least(most - t.printed("guard", die), 0),
        )
        for die in dice
    ]
    arrives = any_of(
        *(all_of(t.onto == die, t.event != die, guarded[die], t.printed("guard", die) >= 1) for die in dice)
    )
    return [
        Property(
            "redirect/source-kept",
            "What is redirected, by a Global or by a card, comes from the same source as before.",
            Unchanged((source,), along=along),
            ("redirect/source-unchanged",),
            goal=Goal("a redirection is paid for", all_of(t.act == REACTION, t.owed == 0), "pay"),
            bug=rewriting("pay/redirects", t.combat, lambda old: old * 0, "it is no combat damage any more"),
        ),
        Property(
            "redirect/lessened-on-arrival",
            "A die that takes less damage from a source takes less of it where a Global redirects it there.",
            EachStep(all_of(*lessened), along="pay/redirects"),
            ("redirect/source-unchanged", "prevent/takes-no-damage"),
            using=STRUCTURE,
            goal=Goal(
                "damage is redirected to a die that takes less", all_of(t.act == REACTION, arrives), "pay"
            ),
            bug=rewriting("pay/redirects", t.incoming[0], lambda old: old + most, "all of it arrives"),
        ),
    ]


def _prevented(made: TableMachine) -> Property:
    """What a die to which all damage was prevented does: no effect of damage to itself."""
    t = made.table
    dice = range(t.count)
    own = [at for at, moment in enumerate(HURTS) if moment in OF_ITSELF]
    due = [any_of(*(cell == at for at in own)) for cell in t.hurt]
    due_then = [any_of(*(after(cell) == at for at in own)) for cell in t.hurt]
    answers = [t.program(die, Moment.DAMAGED) >= 1 for die in dice]
    spared = [all_of(t.fielded(die), one, t.incoming[die] == 0) for die, one in enumerate(answers)]
    return Property(
        "queue/interrupt-stops-triggers",
        "A die to which all damage was prevented has no effect of being damaged.",
        EachStep(
            all_of(*(implies(all_of(t.incoming[die] == 0, due_then[die]), due[die]) for die in dice)),
            along="damage/strike/deal",
        ),
        ("queue/interrupt-stops-triggers", "global/all-prevented@2018"),
        goal=Goal("a die that answers damage gets none", any_of(*spared), "damage/strike"),
        bug=rewriting("damage/strike/deal", t.hurt[0], lambda old: old * 0 + own[0], "it answers nothing"),
    )
