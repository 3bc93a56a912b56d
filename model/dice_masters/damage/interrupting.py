"""Active cards that prevent or redirect damage on its way to somebody."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.cards.cards import OF_ACTION_CARDS, Energy, Moment
from dicelaw.model.dice_masters.cards.interrupts import Limit, Source, Whom
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.consequences import given_up
from dicelaw.model.dice_masters.damage.falling import WINDOW_FALLS
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes, leaving, only_where
from dicelaw.model.dice_masters.state.table_state import ARRIVALS, ATTACK, RESERVE, SEATS, USED
from dicelaw.model.dice_masters.zones.regenerate import koed
from dicelaw.model.kernel.expressions import (
    FALSE,
    Expr,
    all_of,
    any_of,
    at_least,
    count,
    implies,
    negate,
    number,
    smaller,
    total,
    where,
)
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import lookup

_OF_DICE = (Whom.OWN, Whom.EITHER)
_OF_PLAYERS = (Whom.YOU, Whom.EITHER)


def source_of(rules: Rules) -> Expr:
    """What deals the damage that is on its way, or that the effect under way deals."""
    t, queue = rules.table, rules.queue
    head = at_least(queue.effects[0] - 1, 0)
    moments = [Source.ACTION if moment in OF_ACTION_CARDS else Source.ABILITY for moment in Moment]
    of_effect = lookup("source", [*moments, Source.GLOBAL], _moment(head, t.count))
    return where(t.combat == 1, Source.COMBAT, where(queue.length == 0, Source.ABILITY, of_effect))


def _moment(head: Expr, dice: int) -> Expr:
    return where(head >= len(Moment) * dice, len(Moment), head // dice)


def of_source(wanted: Expr, source: Expr) -> Expr:
    """Whether ``source`` is one that ``wanted`` names."""
    effect = all_of(wanted == Source.EFFECT, source != Source.COMBAT)
    return any_of(wanted == Source.ANY, wanted == source, effect)


def taken(rules: Rules, die: Expr | int, amount: Expr, source: Expr | int) -> Expr:
    """How much of ``amount`` from ``source`` is on its way to ``die``, which may take less or none."""
    t = rules.table
    if t.figures.guards():
        guarded = of_source(t.printed("guard source", die), number(source))
        amount = at_least(amount - where(guarded, t.printed("guard", die), 0), 0)
    return where(t.shielded[die] == 1, 0, amount)


def taken_off(rules: Rules, amount: Expr, event: Expr, onto: Expr, goes_on: Expr | bool = True) -> Writes:
    """What it writes that ``amount`` of the damage on its way to number ``event`` does not get there.

    No more is taken off than comes there. If it ``goes_on``, it is on its way to number ``onto`` instead, by
    the same source as before: what lessens or prevents such damage there does so (Dice Masters 2016 and 2018,
    Preventing and Redirecting).
    """
    t, source = rules.table, source_of(rules)
    writes: Writes = {}
    for place, cell in enumerate((*t.incoming, *t.aimed)):
        arrives = amount if place >= t.count else taken(rules, place, amount, source)
        gets = where(all_of(goes_on, onto == place), arrives, 0)
        writes[cell] = cell - where(event == place, amount, 0) + gets
    return writes


def whose(rules: Rules, place: int) -> Expr:
    """Who does interrupt number ``place``: its owner, or where dice are controlled whoever may react."""
    t = rules.table
    owner = t.dice.kinds[t.dice.interrupts[place][0]].seat
    assert owner is not None
    return t.reactor if t.lends else number(owner)


class Interrupting:
    """One interrupt of a card, when ``seat`` can do it and what it does then; see :func:`whose`."""

    def __init__(self, rules: Rules, place: int, seat: Expr) -> None:
        self.rules = rules
        self.place = place
        self.kind = rules.table.dice.interrupts[place][0]
        self.seat = seat
        events = range(rules.table.count + SEATS)
        self.coming = [self._coming(event) for event in events]
        """Whether damage that this can be about is on its way to each die, and then to each player."""
        self.may_go = [self._may_go(onto) for onto in events]
        """Whether each of them can get the damage; where it is prevented, is the die that does it."""

    def figure(self, name: str) -> Expr:
        """Figure ``name`` of this interrupt."""
        return self.rules.table.figures.at(f"interrupt {name}", self.place)

    def _coming(self, event: int) -> Expr:
        t, of = self.rules.table, self.figure("of")
        if event >= t.count:
            cell, fits = t.aimed[event - t.count], any_of(*(of == one for one in _OF_PLAYERS))
            mine = self.seat == event - t.count
        else:
            cell, this = t.incoming[event], t.figures.kind(event) == self.kind
            mine = all_of(t.fielded(event), t.owner[event] == self.seat)
            blocks = all_of(t.blocks[event] >= 1, t.zone[at_least(t.blocks[event] - 1, 0)] == ATTACK)
            fits = any_of(
                *(of == one for one in _OF_DICE),
                all_of(of == Whom.THIS, this, implies(self.figure("to") == Whom.BLOCKED, blocks)),
                all_of(of == Whom.OTHER, negate(this)),
                all_of(of == Whom.SIDEKICK, t.figures.kind(event) == 0),
            )
        exact = implies(self.figure("exactly") == 1, cell == self.figure("amount"))
        right = of_source(self.figure("source"), source_of(self.rules))
        return all_of(cell >= 1, fits, mine, exact, right, self._dealt_to(event))

    def _dealt_to(self, event: int) -> Expr:
        """Whether a character of the type that it names deals the damage on its way to number ``event``."""
        t, queue = self.rules.table, self.rules.queue
        wanted = self.figure("dealer")
        typed = (all_of(one, t.printed("type", die) == wanted) for die, one in enumerate(t.dealers[event]))
        fights = any_of(*typed)
        ability = all_of(source_of(self.rules) == Source.ABILITY, queue.length >= 1)
        by_effect = all_of(ability, t.printed("type", t.source_die) == wanted)
        return any_of(wanted == Energy.NONE, where(t.combat == 1, fights, by_effect))

    def _may_go(self, onto: int) -> Expr:
        t, to = self.rules.table, self.figure("to")
        if onto >= t.count:
            return all_of(to == Whom.OPPONENT, t.other(self.seat) == onto - t.count)
        this = all_of(t.figures.kind(onto) == self.kind, t.owner[onto] == self.seat)
        pays = any_of(self.figure("kos") == 0, negate(t.has(onto, Keyword.REGENERATE)))
        fits = any_of(all_of(to == Whom.THIS, this, pays), to == Whom.DIE, to == Whom.BLOCKED)
        moves = all_of(t.owner[onto] == self.seat, t.figures.kind(onto) == 0, self.figure("redirects") == 0)
        return all_of(t.fielded(onto), where(self.figure("moves") == 1, moves, fits))

    @property
    def unspent(self) -> Expr:
        """Whether it has not happened as often as it may."""
        return self.rules.table.spent[self.place] == 0

    def of(self, seat: Expr) -> Interrupting:
        """This as ``seat`` does it, where it is not its owner's alone."""
        return Interrupting(self.rules, self.place, seat) if self.rules.table.lends else self

    def possible(self, seat: Expr) -> Expr:
        """Whether ``seat`` can do it now."""
        one = self.of(seat)
        return all_of(
            seat == one.seat,
            self.unspent,
            one.is_active,
            any_of(*one.coming),
            one._has_place(),
        )

    def _has_place(self) -> Expr:
        """Whether damage that this can be about can go to somebody that it is not on its way to already."""
        away = (all_of(comes, negate(goes)) for comes, goes in zip(self.coming, self.may_go, strict=True))
        return all_of(
            any_of(*self.may_go), any_of(negate(self._picks_target), count(self.may_go) >= 2, *away)
        )

    @property
    def _picks_target(self) -> Expr:
        """Whether somebody is picked whom the damage goes to: whom the die blocks is another anyway."""
        return all_of(self.figure("redirects") == 1, self.figure("to") != Whom.BLOCKED)

    @property
    def is_active(self) -> Expr:
        """Whether who does it has a die of the card in the Field."""
        return self.rules.table.active(self.kind, self.seat)

    def add(self, window: Window) -> None:
        """Add the transition by which it happens."""
        t, edition = self.rules.table, self.rules.edition
        names = t.event.slot.labels
        event = Choice("event", 0, t.count + SEATS - 1, names)
        onto = Choice("onto", 0, t.count + SEATS - 1, names)
        comes = any_of(*(all_of(event == one, holds) for one, holds in enumerate(self.coming)))
        goes = any_of(*(all_of(onto == one, holds) for one, holds in enumerate(self.may_go)))
        blocked = any_of(
            *(all_of(event == one, t.blocks[one] == onto + 1) for one in range(t.count))
        )  # fmt: skip
        requires: Demands = [
            (t.reactor == self.seat, "effects/while-active"),
            (self.is_active, "effects/while-active"),
            (comes, f"queue/interrupt@{edition}"),
            (goes, f"redirect/new-target@{edition}"),
            (implies(self.figure("to") == Whom.BLOCKED, blocked), f"redirect/new-target@{edition}"),
            (implies(self._picks_target, event != onto), f"redirect/new-target@{edition}"),
            (self.unspent, "model/interrupts"),
        ]
        window.act(
            self.id, WINDOW_FALLS,
            f"{self.name} acts on the damage on its way to {{event}}, by or with {{onto}}",
            choices=[event, onto],
            requires=requires,
            effect={**self._effect(event, onto), **window.resumed()},
            family=f"{window.id}/interrupt",
            cites=["effects/text-needs-field", *self._act_rules()],
        )  # fmt: skip

    def _act_rules(self) -> Sequence[str]:
        """The rules about what it does, each where it matters."""
        redirects, combat = self.figure("redirects") == 1, self.rules.table.combat == 1
        here: dict[str, Expr] = {
            "prevent/def": negate(redirects),
            "redirect/def": redirects,
            "redirect/source-unchanged": redirects,
            f"term/combat-damage@{self.rules.edition}": combat,
        }
        return self.rules.cited_where(here, new={"keyword/ability-damage": negate(combat)})

    @property
    def id(self) -> str:
        """What the transition is called: the card, with a number where there are several."""
        t = self.rules.table
        ids = [card.id for kind, _ in t.dice.interrupts if (card := t.dice.kinds[kind].card)]
        own = ids[self.place]
        return own if ids.count(own) == 1 else f"{own}-{ids[: self.place].count(own) + 1}"

    @property
    def name(self) -> str:
        """The name of the card."""
        return self.rules.table.dice.kinds[self.kind].name

    def _effect(self, event: Choice, onto: Choice) -> Writes:
        rules, t = self.rules, self.rules.table
        cells = [*t.incoming, *t.aimed]
        amount = self.figure("amount")
        there = total(where(event == one, cell, 0) for one, cell in enumerate(cells))
        by = self.figure("by")
        own = total(where(t.of(die, self.seat, RESERVE), t.symbols(die, by), 0) for die in range(t.count))
        most = where(by >= 1, own, amount)
        moved = where(all_of(amount == 0, by == 0), there, smaller(there, most))
        writes = taken_off(rules, moved, event, onto, self.figure("redirects") == 1)
        writes[t.spent[self.place]] = 1 - self.figure("moves")
        falls: list[Expr] = [FALSE] * t.count
        for die in range(t.count):
            if t.dice.dice[die] == 0:
                moves = all_of(self.figure("moves") == 1, onto == die)
                zone = rules.spent_to(self.seat) if rules.newer else USED
                writes |= only_where(t, moves, leaving(t, die, zone), writes)
            if t.dice.dice[die] != self.kind:
                continue
            spins = all_of(self.figure("spins") == 1, onto == die, t.shown("level", die) <= 2)
            writes[t.face[die]] = where(all_of(spins, t.face[die] <= 5), t.face[die] + 1, t.face[die])
            falls[die] = all_of(self.figure("kos") == 1, self.figure("to") == Whom.THIS, onto == die)
            writes |= only_where(t, falls[die], koed(rules, die), writes)
        return {**writes, **given_up(rules, falls), **self._targeted(onto)}

    def _targeted(self, onto: Choice) -> Writes:
        """What makes the effect of an opposing die due that waits for being targeted, if it goes there."""
        t = self.rules.table
        writes: Writes = {}
        for die in range(t.count):
            if t.has_program(die, Moment.TARGETED):
                chosen = all_of(self.figure("to") == Whom.DIE, onto == die, t.owner[die] != self.seat)
                due = all_of(chosen, t.ready(die, Moment.TARGETED))
                writes[t.arriving[die]] = where(due, ARRIVALS[Moment.TARGETED], t.arriving[die])
        return writes

    def after_damage(self) -> Expr:
        """The value of ``spent`` when the damage has been dealt."""
        t, limit = self.rules.table, self.figure("limit")
        doers = [self.of(number(seat)) for seat in range(SEATS)] if t.lends else [self]
        met = any_of(*(all_of(any_of(*one.coming), one.is_active) for one in doers))
        kept = where(limit == Limit.EVENT, 0, t.spent[self.place])
        return where(all_of(limit == Limit.FIRST, met), 1, kept)


def interrupts(rules: Rules) -> list[Interrupting]:
    """Every interrupt of the cards in play."""
    places = range(len(rules.table.dice.interrupts))
    return [Interrupting(rules, place, whose(rules, place)) for place in places]


def can_interrupt(acts: Sequence[Interrupting], seat: Expr) -> Expr:
    """Whether ``seat`` has an active card that can do something about the damage on its way."""
    return any_of(FALSE, *(one.possible(seat) for one in acts))


def has_to_interrupt(acts: Sequence[Interrupting], seat: Expr) -> Expr:
    """Whether ``seat`` has an active card that has to do something about it."""
    return any_of(FALSE, *(all_of(one.figure("must") == 1, one.possible(seat)) for one in acts))
