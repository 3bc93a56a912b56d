"""The table of steps: what cards and Globals do to damage on its way, and what is dealt after combat."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Energy, Op
from dicelaw.model.dice_masters.cards.interrupts import Source, Whom
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.interrupting import interrupts, of_source, source_of, whose
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.table_state import ATTACK, FIELD, NO_ACT, PREP, REACTION, RESERVE, SEATS
from dicelaw.model.dice_masters.zones.sparing import spared
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    implies,
    number,
    smaller,
    total,
    where,
)
from dicelaw.specs.dice_masters.steps.row import (
    DIE,
    DUE,
    first_of,
    gone,
    is_lethal,
    lie,
    plainly_koed,
    takes,
    worth,
)
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import Makes, Step, put, step, to

EVENT, ONTO = Chosen("event"), Chosen("onto")


def steps_of_reactions(rules: Rules) -> list[Step]:
    """The rows about damage on its way, and about Cleave and Overcrush."""
    found = [_interrupt(rules, place) for place in range(len(rules.table.dice.interrupts))]
    return [*found, *_globals(rules), *_passes(rules), *_cleaves(rules), *_leftovers(rules)]


def _moved(rules: Rules, amount: Expr, event: Expr, onto: Expr, goes_on: Expr) -> Makes:
    """What is on its way where ``amount`` is taken from ``event`` and, if it ``goes_on``, gets to ``onto``.

    A die that takes less damage of that source, or none, does so.
    """
    t = rules.table
    found: dict[Expr, Expr | int] = {}
    for place, cell in enumerate((*t.incoming, *t.aimed)):
        arrives = amount if place >= t.count else takes(rules, place, amount, source_of(rules))
        gets = where(all_of(goes_on, onto == place), arrives, 0)
        found[cell] = cell - where(event == place, amount, 0) + gets
    return found


def _interrupt(rules: Rules, place: int) -> Step:
    """The row of the card number ``place`` that acts on damage, if it costs no die and turns none."""
    t, edition = rules.table, rules.edition
    kind = t.dice.interrupts[place][0]
    seat = whose(rules, place)

    def figure(name: str) -> Expr:
        return t.figures.at(f"interrupt {name}", place)

    fielded = [all_of(t.fielded(die), t.owner[die] == seat) for die in range(t.count)]
    active = t.active(kind, seat)
    comes = [_comes(rules, place, event) for event in range(t.count + SEATS)]
    this = [all_of(one, t.figures.kind(die) == kind) for die, one in enumerate(fielded)]
    goes = [all_of(t.fielded(die), any_of(all_of(figure("to") == Whom.THIS, this[die]),
                                          figure("to") == Whom.DIE, figure("to") == Whom.BLOCKED))
            for die in range(t.count)]  # fmt: skip
    goes += [all_of(figure("to") == Whom.OPPONENT, seat != one) for one in range(SEATS)]
    blocked = any_of(*(all_of(one == EVENT, t.blocks[one] == ONTO + 1) for one in range(t.count)))
    cells = [*t.incoming, *t.aimed]
    there = total(where(one == EVENT, cell, 0) for one, cell in enumerate(cells))
    by = figure("by")
    own = total(where(one, t.symbols(die, by), 0)
                for die, one in enumerate(lie(t, seat, RESERVE)))  # fmt: skip
    most = where(by >= 1, own, figure("amount"))
    amount = where(all_of(figure("amount") == 0, by == 0), there, smaller(there, most))
    acts = interrupts(rules)[place]
    return step(
        f"damage/react/{acts.id}",
        "An active card acts on damage on its way that it is about, for its player, as often as it may.",
        all_of(
            t.reactor == seat, active, t.spent[place] == 0,
            any_of(*(all_of(event == EVENT, one) for event, one in enumerate(comes))),
            any_of(*(all_of(onto == ONTO, one) for onto, one in enumerate(goes))),
            where(
                figure("to") == Whom.BLOCKED, blocked, implies(figure("redirects") == 1, EVENT != ONTO)
            ),
        ),
        {**_moved(rules, amount, EVENT, ONTO, figure("redirects") == 1), t.spent[place]: 1,
         t.reactor: t.turn},
        (f"queue/interrupt@{edition}", f"redirect/new-target@{edition}", "effects/while-active",
         "prevent/def", "redirect/def"),
        all_of(*(figure(name) == 0 for name in ("kos", "spins", "moves"))), besides=("arriving",),
    )  # fmt: skip


def _comes(rules: Rules, place: int, event: int) -> Expr:
    """Whether damage that card number ``place`` is about is on its way to die or player ``event``."""
    t = rules.table
    kind = t.dice.interrupts[place][0]
    seat = whose(rules, place)

    def figure(name: str) -> Expr:
        return t.figures.at(f"interrupt {name}", place)

    of, source = figure("of"), source_of(rules)
    if event >= t.count:
        cell = t.aimed[event - t.count]
        fits = all_of(any_of(of == Whom.YOU, of == Whom.EITHER), seat == event - t.count)
    else:
        cell, this = t.incoming[event], t.figures.kind(event) == kind
        meets = all_of(t.blocks[event] >= 1, t.zone[at_least(t.blocks[event] - 1, 0)] == ATTACK)
        named = any_of(
            of == Whom.OWN, of == Whom.EITHER, all_of(of == Whom.OTHER, ~this),
            all_of(of == Whom.SIDEKICK, t.figures.kind(event) == 0),
            all_of(of == Whom.THIS, this, any_of(figure("to") != Whom.BLOCKED, meets)),
        )  # fmt: skip
        fits = all_of(t.fielded(event), t.owner[event] == seat, named)
    wanted = figure("dealer")
    typed = any_of(*(all_of(one, t.printed("type", die) == wanted)
                     for die, one in enumerate(t.dealers[event])))  # fmt: skip
    ability = all_of(source == Source.ABILITY, rules.queue.length >= 1)
    dealt = where(t.combat == 1, typed, all_of(ability, t.printed("type", t.source_die) == wanted))
    return all_of(
        cell >= 1, fits, any_of(figure("exactly") == 0, cell == figure("amount")),
        of_source(figure("source"), source), any_of(wanted == Energy.NONE, dealt),
    )  # fmt: skip


def _globals(rules: Rules) -> list[Step]:
    """Reactive Globals that are paid for."""
    t, found = rules.table, []
    cells = [*t.incoming, *t.aimed]
    there = worth([t.event == place for place in range(len(cells))], cells.__getitem__)
    settled: Makes = {t.act: NO_ACT, t.subject: 0, t.event: 0, t.onto: 0, t.reactor: t.turn}
    unspent = {} if rules.newer else put([*t.spare], t.reactor, to(0))
    for ability in t.reactions:
        one = t.dice.globals[ability]
        op = one.program[0].op
        amount = t.figures.at("amount", t.figures.at("global program", ability))
        less = at_least(there - amount, 0) if op is Op.REDUCE else smaller(there, amount)
        whole = all_of(t.pc >= 1, there <= amount)
        cancels = op is Op.PREVENT and rules.reads("prevention", "ability")
        found.append(
            step(f"pay/{one.id}", "A reactive Global that is paid for takes its amount off, or redirects it.",
                 all_of(t.owed == 0, t.act == REACTION, t.subject == ability),
                 {**unspent, **settled,
                  **_moved(rules, less, t.event, t.onto, TRUE if op is Op.REDIRECT else ~TRUE)},
                 ("cost/unavoidable", "prevent/def", "redirect/def"), ~whole if cancels else TRUE,
                 ("reacted",))
        )  # fmt: skip
    return found


def _passes(rules: Rules) -> list[Step]:
    """Who passes while damage is on its way: priority changes hands, and the damage stays what it is."""
    t = rules.table
    rule = "global/reactive-decide-now" if rules.newer else "queue/interrupt@2016"
    made: list[tuple[str, Makes]] = [
        ("pass", {t.reactor: 1 - t.reactor}), ("silent", {t.reactor: 1 - t.reactor}),
        ("close", {t.reactor: t.turn}), ("close-silent", {t.reactor: t.turn}),
    ]  # fmt: skip
    return [
        step(f"damage/react/{name}", "The active player may act first on damage, and then the other one.",
             None, makes, (rule,), t.reactor == t.turn if name in ("pass", "silent") else TRUE)
        for name, makes in made
    ]  # fmt: skip


def _cleaves(rules: Rules) -> list[Step]:
    t = rules.table
    dice, bearers = range(t.count), t.bearers(Keyword.CLEAVE)
    halves = [t.attack(one) // 2 for one in bearers]
    kos = [
        any_of(*(all_of(t.of(die, t.inactive, ATTACK), t.blocks[die] == one + 1,
                        is_lethal(t, die), ~spared(rules, die)) for die in dice))
        for one in bearers
    ]  # fmt: skip
    due = [
        all_of(t.has(one, Keyword.CLEAVE), all_of(t.of(one, t.turn, ATTACK), t.assigned[one] == 1),
               cell == 0, half >= 1, ko)
        for one, cell, half, ko in zip(bearers, t.cleaved, halves, kos, strict=False)
    ]  # fmt: skip
    first = first_of(due)
    strength = total(where(now, half, 0) for now, half in zip(first, halves, strict=True))
    whole = [all_of(one, ~is_lethal(t, die)) for die, one in enumerate(lie(t, t.inactive, FIELD, ATTACK))]
    hit: Makes = {
        **{cell: cell + where(die == DIE, takes(rules, die, strength, Source.COMBAT), 0)
           for die, cell in enumerate(t.incoming)},
        **{cell: where(now, 1, cell) for now, cell in zip(first, t.cleaved, strict=False)},
    }  # fmt: skip
    rule, once = rules.keyword("cleave"), rules.keyword("cleave-once")
    return [
        step("cleave/strike", "Who KO's a blocker by combat damage strikes another die with half its A.",
             None, hit, (rule, once)),
        step("cleave/done", "Play goes on when none can.", any_of(~any_of(*due), ~any_of(*whole)),
             cites=(rule,)),
    ]  # fmt: skip


def _leftovers(rules: Rules) -> list[Step]:
    """What attackers with Overcrush have left over, as KOs of combat and what Cleave struck are dealt."""
    t = rules.table
    dice = range(t.count)
    lethal = [is_lethal(t, die) for die in dice]
    out = lethal if rules.newer else [all_of(falls, ~spared(rules, die)) for die, falls in enumerate(lethal)]
    rests = []
    for one in t.bearers(Keyword.OVERCRUSH):
        blocks = [all_of(t.of(die, t.inactive, ATTACK), t.blocks[die] == one + 1) for die in dice]
        has_dealt = all_of(t.of(one, t.turn, ATTACK), t.assigned[one] == 1)
        attacks = all_of(t.has(one, Keyword.OVERCRUSH), has_dealt, any_of(*blocks))
        kos_all = all_of(*(implies(block, gone_then) for block, gone_then in zip(blocks, out, strict=True)))
        if rules.reads("leftover", "full-defense"):
            taken = total(where(block, t.defense(die), 0) for die, block in enumerate(blocks))
            rest = at_least(t.attack(one) - taken, 0)
        else:
            excess = total(where(block, at_least(t.damage[die] - t.defense(die), 0), 0)
                           for die, block in enumerate(blocks))  # fmt: skip
            rest = smaller(t.attack(one), excess)
        rests.append(where(all_of(attacks, kos_all), rest, 0))
    late = not rules.reads("leftover-when", "together")
    rest = total(rests) if late else number(0)
    struck = any_of(*(cell >= 1 for cell in t.incoming)) if t.bearers(Keyword.CLEAVE) else ~TRUE
    fallen: dict[Expr, Expr | int] = {}
    for die, falls in enumerate(lethal):
        fallen |= gone(t, die, PREP, falls)
        fallen[t.incoming[die]] = where(falls, 0, t.incoming[die])
    fallen |= {t.combat: 1, t.reactor: t.turn}
    rule, plainly = rules.keyword(f"overcrush@{rules.edition}"), plainly_koed(rules)
    return [
        step("leftover/deal", "Who KO's all its blockers deals the opponent what is left over.", rest >= 1,
             {**fallen, **put([*t.aimed], 1 - t.turn, lambda old: old + rest)}, (rule, "ko/to-owner-prep"),
             plainly, DUE),
        step("leftover/cleave", "What Cleave struck is dealt where nothing is left over.",
             all_of(rest == 0, struck), fallen, (rules.keyword("cleave"),), plainly, DUE),
        step("leftover/none", "Else play goes on.", all_of(rest == 0, ~struck), cites=(rule,)),
    ]  # fmt: skip
