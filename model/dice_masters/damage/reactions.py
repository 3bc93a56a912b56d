"""Reactive Globals: what interrupts damage on its way by preventing, reducing or redirecting it."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import OF_ACTION_CARDS, Energy, Moment, Op, Target
from dicelaw.model.dice_masters.costs.paying import owe
from dicelaw.model.dice_masters.costs.prices import global_price
from dicelaw.model.dice_masters.damage.interrupting import taken_off
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes
from dicelaw.model.dice_masters.state.figures import OpenFigures
from dicelaw.model.dice_masters.state.table_state import NO_ACT, REACTION, SEATS
from dicelaw.model.kernel.expressions import (
    FALSE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    negate,
    number,
    total,
    where,
)
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Agent, Choice


def can_react(rules: Rules, seat: Expr) -> Expr:
    """Whether ``seat`` can use any reactive Global now."""
    t = rules.table
    ways: list[Expr] = []
    for place, ability in enumerate(t.reactions):
        payable = _price(rules, ability, seat)[2][0][0]
        if _from_player_only(rules, ability):
            events = [_possible(rules, place, seat, seat + t.count)]
        else:
            events = [_possible(rules, place, seat, number(event)) for event in range(t.count + SEATS)]
        ways.append(all_of(payable, any_of(*events)))
    return any_of(*ways) if ways else FALSE


def add_reaction(rules: Rules, window: Window, place: int, ability: int) -> None:
    """The reactive Global ``ability``, number ``place`` of those there are: its use, and its effect."""
    t = rules.table
    one = t.dice.globals[ability]
    cost, kind, price = _price(rules, ability, t.reactor)
    die = rules.die()
    event: Expr = Choice("event", 0, t.count + SEATS - 1, t.event.slot.labels)
    choices: list[Choice] = [event] if isinstance(event, Choice) else []
    says = "{event}"
    onto: Writes = {}
    demands = _event_demands(rules, place, t.reactor, event)
    if _op(rules, ability) is Op.REDIRECT:
        if _from_player_only(rules, ability):
            event, choices, says = t.reactor + t.count, [die], "{die}"
        else:
            choices, says = [*choices, die], "{event}, onto {die}"
        demands = _event_demands(rules, place, t.reactor, event)
        demands.insert(1, (_new_target(rules, t.reactor, event, die), f"redirect/new-target@{rules.edition}"))
        onto = {t.onto: die}
    window.act(
        one.id, "pay", f"use the Global of {one.name} on {says}",
        choices=choices,
        requires=[*demands, *price],
        effect={t.act: REACTION, t.subject: ability, t.event: event, **owe(rules, cost, kind), **onto},
        cites=["global/both-players", *(("global/reactive-immediate",) if rules.newer else ())],
        returns_priority=False,
        family=f"{window.id}/global",
    )  # fmt: skip
    lost: Writes = {} if rules.newer else {t.spare[t.reactor]: 0}
    settled: Writes = {t.act: NO_ACT, t.subject: 0, t.event: 0, t.onto: 0}
    reacted = t.reacted[place * (t.count + SEATS) + t.event]
    marked: Writes = {reacted: at_most(reacted + 1, t.count) if t.reacts_each else 1}
    rules.timing.add(
        f"pay/{one.id}", "pay", window.id, Agent.RULES, f"the Global of {one.name} takes effect",
        requires=[(t.owed == 0, "cost/unavoidable"), (t.act == REACTION, "cost/unavoidable"),
                  (t.subject == ability, "cost/unavoidable")],
        effect={**lost, **settled, **window.resumed(), **_changed(rules, ability), **marked},
        cites=_says(rules, _op(rules, ability)),
        family="pay/reaction",
    )  # fmt: skip


def _op(rules: Rules, ability: int) -> Op:
    return rules.table.dice.globals[ability].program[0].op


def _figure(rules: Rules, name: str, ability: int) -> Expr:
    figures = rules.table.figures
    return figures.at(name, figures.at("global program", ability))


def _from_player_only(rules: Rules, ability: int) -> bool:
    """Whether the Global ``ability`` redirects from the player who uses it and from nothing else."""
    step = rules.table.dice.globals[ability].program[0]
    is_open = isinstance(rules.table.figures, OpenFigures)
    return step.op is Op.REDIRECT and step.target is Target.NONE and not is_open


def _price(rules: Rules, ability: int, seat: Expr) -> tuple[Expr, Expr, Demands]:
    """The cost and type of the Global ``ability``, and that ``seat`` can pay them."""
    t = rules.table
    cost, kind = global_price(rules, ability, seat), t.figures.at("global type", ability)
    wanted = where(cost >= 1, kind, Energy.NONE)
    payable = all_of(t.stock(seat) >= cost, t.has_types(seat, [wanted], number(0)))
    return cost, wanted, [(payable, "cost/unpayable-not-used")]


def coming_to(rules: Rules, event: Expr | int) -> Expr:
    """How much damage is on its way to die ``event``, or to player ``event`` less the number of dice."""
    t = rules.table
    found = where(number(event) == t.count, t.aimed[0], t.aimed[1])
    for die in range(t.count):
        found = where(number(event) == die, t.incoming[die], found)
    return found


def _possible(rules: Rules, place: int, seat: Expr, event: Expr) -> Expr:
    """Whether ``seat`` could answer ``event`` with reaction number ``place``, if it can pay."""
    t = rules.table
    demands = [holds for holds, _ in _event_demands(rules, place, seat, event)]
    if _op(rules, t.reactions[place]) is Op.REDIRECT:
        demands.append(t.some(lambda die: _new_target(rules, seat, event, die)))
    return all_of(*demands)


def _event_demands(rules: Rules, place: int, seat: Expr, event: Expr) -> Demands:
    """What reaction number ``place`` of ``seat`` requires of ``event``, the damage that it answers."""
    t = rules.table
    ability = t.reactions[place]
    op, reacts = _op(rules, ability), f"global/reactive-def@{rules.edition}"
    demands: Demands = [(coming_to(rules, event) >= 1, reacts)]
    if op is Op.REDIRECT:
        demands += _source_demands(rules, ability, seat, event, reacts)
    if op is Op.REDUCE:
        too_much = coming_to(rules, event) > _figure(rules, "amount", ability)
        demands.append((all_of(event == seat + t.count, too_much, _by_character(rules)), reacts))
        if not rules.newer:
            demands.append((t.pc == 0, rules.rule("interrupt")))
    if rules.newer:
        base = place * (t.count + SEATS)
        demands.append((t.reacted[number(base) + event] < _times(rules, event), rules.rule("reaction-limit")))
    return demands


def _times(rules: Rules, event: Expr) -> Expr:
    """How often a reactive Global may be paid for the damage on its way to number ``event``."""
    t = rules.table
    if not t.reacts_each:
        return number(1)
    counts = (where(event == one, count(t.dealers[one]), 0) for one in range(t.count + SEATS))
    return at_least(total(counts), 1)


def _source_demands(rules: Rules, ability: int, seat: Expr, event: Expr, reacts: str) -> Demands:
    """What a redirection requires of the place that damage is taken from, as its target figure names it."""
    t = rules.table
    if _from_player_only(rules, ability):
        return []
    source = _figure(rules, "target", ability)
    whole = source == Target.DIE
    of_dice = any_of(source == Target.OWN, whole)
    to_player = event == seat + t.count
    mine = any_of(*(all_of(event == die, t.owner[die] == seat) for die in range(t.count)))
    from_player = all_of(to_player, any_of(negate(of_dice), whole))
    demands: Demands = [(any_of(from_player, all_of(mine, of_dice)), reacts)]
    if rules.newer:
        demands.append((negate(all_of(to_player, whole)), rules.rule("redirect-kind")))
    return demands


def _new_target(rules: Rules, seat: Expr, event: Expr, die: Expr | int) -> Expr:
    t = rules.table
    return all_of(t.fielded(die), t.owner[die] == seat, event != number(die))


def _by_character(rules: Rules) -> Expr:
    """Whether the damage on its way is that of an ability of a character."""
    t, queue = rules.table, rules.queue
    head = at_least(queue.effects[0] - 1, 0)
    actions = any_of(*(head // t.count == moment for moment in sorted(OF_ACTION_CARDS)))
    of_dice = head < len(Moment) * t.count
    return all_of(t.combat == 0, t.pc >= 1, of_dice, negate(actions))


def _changed(rules: Rules, ability: int) -> Writes:
    """What the Global ``ability`` does to the damage on its way."""
    t = rules.table
    op, amount = _op(rules, ability), _figure(rules, "amount", ability)
    there = coming_to(rules, t.event)
    less = at_least(there - amount, 0) if op is Op.REDUCE else at_most(there, amount)
    writes = taken_off(rules, less, t.event, t.onto, goes_on=op is Op.REDIRECT)
    if op is Op.PREVENT and rules.reads("prevention", "ability"):
        whole = all_of(t.pc >= 1, there <= amount)
        writes = {cell: where(whole, 0, left) for cell, left in writes.items()}
        writes[t.pc] = where(whole, t.figures.steps - 1, t.pc)
    return writes


def _says(rules: Rules, op: Op) -> list[str]:
    if op is Op.REDIRECT:
        return [f"redirect/new-target@{rules.edition}", "redirect/def", "redirect/source-unchanged"]
    return ["prevent/def", "prevent/no-refund"]
