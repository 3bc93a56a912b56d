"""Dice Masters as a machine: with two teams of cards, or with open content."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_masters.cards.cards import (
    OPPOSED,
    TAKEN,
    Card,
    Energy,
    Face,
    Global,
    Moment,
    Op,
    Step,
    Target,
    Teams,
)
from dicelaw.model.dice_masters.cards.interrupts import Interrupt, Whom
from dicelaw.model.dice_masters.cards.price_changes import Payer, PriceChange, Priced
from dicelaw.model.dice_masters.costs.paying import add_paying
from dicelaw.model.dice_masters.damage.cleave import add_cleave
from dicelaw.model.dice_masters.damage.combat_ko import add_leftovers, after_combat
from dicelaw.model.dice_masters.damage.damage import add_damage, add_ko
from dicelaw.model.dice_masters.editions import EDITIONS, STARTING_DICE
from dicelaw.model.dice_masters.readings import OPEN_POINTS
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.dice import Set, dice_of
from dicelaw.model.dice_masters.state.figures import OpenFigures
from dicelaw.model.dice_masters.state.switches import Switches
from dicelaw.model.dice_masters.state.table import Table
from dicelaw.model.dice_masters.state.table_state import BAG, CARD, SEATS
from dicelaw.model.dice_masters.timing.attack import add_assignment, add_attack
from dicelaw.model.dice_masters.timing.global_abilities import add_paid
from dicelaw.model.dice_masters.timing.main_step import add_main
from dicelaw.model.dice_masters.timing.turn import add_cleanup, add_clear_and_draw, add_roll, add_setup
from dicelaw.model.dice_masters.words.effects import add_due, add_resolution, add_stages
from dicelaw.model.dice_masters.zones.experience import MONSTER
from dicelaw.model.dice_masters.zones.regenerate import add_regenerate
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of
from dicelaw.model.kernel.fragments.queue import Queue, fifo_queue
from dicelaw.model.kernel.graph import Kind, TimingGraph, alive
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Field
from dicelaw.model.open_points import chosen
from dicelaw.model.parts import Answers, Parts

Made = TypeVar("Made")
CAPACITY = 8
"""How many effects may be pending at once."""
OPEN_STARTING = "starting"
"""What starting dice are called with open content: the same in both editions, which share proofs so."""
STEPS = 6
"""How many steps all open programs have together."""


def _open_teams(id: str, name: str, more: bool) -> Teams:
    """A card a side with a die; with ``more`` two, the first with two dice. Figures are left open."""
    levels = tuple(Face(level=level, attack=1, defense=1, burst=int(level == 2)) for level in (1, 2, 3))
    alike = (*(Face(Energy.BOLT, amount) for amount in (1, 1, 2)), *levels)
    mixed = (Face(Energy.BOLT, 1), Face(Energy.MASK, 1), Face(Energy.BOLT, 2, Energy.MASK), *levels)
    actions = tuple(
        [Face(Energy.GENERIC, 2) for _ in range(3)] + [Face(action=1 + bursts) for bursts in range(3)]
    )
    some = tuple(Step(Op.GAIN, 1, per=counted) for counted in (MONSTER, TAKEN, OPPOSED))
    abilities = (
        Global("some", "any", 1, Energy.NONE, some),
        Global("prevents", "any", 1, Energy.NONE, (Step(Op.PREVENT, 1),)),
        Global("redirects", "any", 1, Energy.NONE, (Step(Op.REDIRECT, 1, Target.DIE),)),
    )
    one = Card("one", "one", "", 1, Energy.NONE, alike, 1, programs=dict.fromkeys(Moment, some),
               interrupts=(Interrupt(False, 1, False, Whom.YOU, Whom.THIS),),
               prices=(PriceChange(Priced.PURCHASE, Payer.OWN, less=1),))  # fmt: skip
    other = Card("other", "other", "", 1, Energy.NONE, mixed, 1, affiliations=(MONSTER,))
    basic = Card("basic", "basic", "", 1, Energy.NONE, actions, 1, basic=True, globals=abilities)
    if not more:
        return Teams(id, name, 20, (((one, 1),), ((other, 1),)), (basic,), sidekicks=2)
    second, rival = (
        Card("second", "second", "", 1, Energy.NONE, mixed, 1),
        replace(one, id="rival", name="rival"),
    )
    mine, theirs = ((one, 2), (second, 1)), ((other, 2), (replace(rival, interrupts=(), prices=()), 1))
    return Teams(id, name, 20, (mine, theirs), (basic,), sidekicks=2)


FEW = _open_teams("few", "few dice", more=False)
SEVERAL = _open_teams("several", "several dice", more=True)
"""Two characters of a team meet here, and two dice of a card."""
_CARDS = {
    FEW.id: "one card and its die a side",
    SEVERAL.id: "two cards a side, one of them with two dice",
}


_ACTIONS = {1: "one Basic Action Die", 2: "two Basic Action Dice"}


def beside(card: Card) -> tuple[Teams, int]:
    """The teams :data:`FEW` with a die of ``card`` among theirs, and the steps that its programs take.

    With open content the figures of ``card`` are any as well; what else is on it is as it says. What the
    other card of its seat has that rules look for is on the card of the other seat then. Tokens are left out.
    """
    abilities = tuple(replace(one, id=f"{card.id}-{one.id}") for one in card.globals)
    added = replace(card, globals=abilities, maximum=1, token=None)
    programs = {*card.programs.values(), *(one.program for one in card.globals)}
    steps = 1 + sum(len(program) + 1 for program in programs if program)
    ((one, _),), ((other, _),) = FEW.seats
    rich = replace(one, faces=other.faces, affiliations=other.affiliations)
    seats = (((rich, 1),), ((added, 1),))
    more = {"basics": (*FEW.basics, added)} if card.basic else {"seats": seats}
    without = ", which fields no token" if card.token else ""
    return replace(FEW, name=f"few dice, one of them of {card.id}{without}", **more), max(steps, STEPS)


def _scope(teams: Teams, steps: int) -> str:
    """How far proofs about ``teams`` of open cards with so many ``steps`` reach."""
    return (
        f"{teams.name}, any cards ({teams.sidekicks} starting dice, {_CARDS[teams.id]}; "
        f"{_ACTIONS[len(teams.basics)]}; {steps} steps of programs; {CAPACITY} pending effects)"
    )


@dataclass(frozen=True, eq=False)
class TableMachine:
    """A machine together with the names of its fields, its teams and its rules."""

    machine: Machine
    table: Table
    teams: Teams
    rules: Rules


def game(
    teams: Teams,
    edition: str,
    readings: Mapping[str, str] | None = None,
    known_rules: frozenset[str] | None = None,
    look: Look = closed,
    parts: Parts | None = None,
) -> TableMachine:
    """A game between ``teams`` under the rules of ``edition``, from set-up on; figures are read by ``look``.

    Parts of the same game are taken from ``parts`` where ``readings`` leave them as they are. Raises KeyError
    for an unknown edition, or an answer that it has not.
    """
    return _made(teams, edition, readings, known_rules, look=look, parts=parts)


def open_game(
    edition: str,
    readings: Mapping[str, str] | None = None,
    known_rules: frozenset[str] | None = None,
    teams: Teams = FEW,
    steps: int = STEPS,
    parts: Parts | None = None,
) -> TableMachine:
    """A game of few dice with open content: any figures, programs and Globals, any life, and dice anywhere.

    The dice that are not starting dice are those of ``teams``: of :data:`FEW` or :data:`SEVERAL`, or what
    :func:`beside` makes. All programs have so many ``steps`` together. ``parts`` as for :func:`game`.
    """
    return _made(teams, edition, readings, known_rules, steps, parts=parts)


def _made(
    teams: Teams,
    edition: str,
    readings: Mapping[str, str] | None,
    known_rules: frozenset[str] | None,
    steps: int = 0,
    look: Look = closed,
    parts: Parts | None = None,
) -> TableMachine:
    """The machine for ``teams``, or with ``steps`` of open programs instead of what is on their cards."""
    if edition not in EDITIONS:
        raise KeyError(edition)
    answers = Answers(chosen(OPEN_POINTS[edition], readings or {}))

    def state() -> tuple[Table, Queue]:
        dice = dice_of(teams, OPEN_STARTING if steps else STARTING_DICE[edition])
        table = Table(dice, teams.life, Switches(edition == "2018", answers), steps, look)
        return table, _queue(table, edition, answers)

    parts = Parts() if parts is None else parts
    table, queue = parts.made("state", answers, state)
    rules = _rules(table, queue, edition, answers, parts)
    start: dict[Field, int] = dict.fromkeys(table.life, teams.life)
    for die, kind in enumerate(table.dice.dice):
        start[table.zone[die]] = CARD if kind else BAG
        start[table.owner[die]] = table.dice.owners[die]
    lost: dict[str, list[tuple[Expr, Expr]]] = {}
    for name, place, value in table.lost:
        lost.setdefault(f"{name} lost", []).append((place, value))
    figures, given = table.figures, []
    if isinstance(figures, OpenFigures):
        given = [*table.life, *(cell for cells in figures.fields.values() for cell in cells)]
    machine = build(
        f"dice-masters@{edition}",
        table.declaration,
        alive(rules.timing, "setup"),
        start_at="setup",
        start=start,
        seats=table.seats,
        known_rules=known_rules,
        profile=f"dice-masters@{edition}",
        scope=_scope(teams, steps) if steps else teams.name,
        readings=answers,
        given=given,
        given_holds=all_of(*(life >= 1 for life in table.life)) if given else TRUE,
        definitions={
            "attack": table.each(table.attack),
            "defense": table.each(table.defense),
            "about": table.each(lambda die: table.subject == die),
            "behind": [rules.queue.length == place for place in range(1, CAPACITY)],
            **{name: [value for _, value in several] for name, several in lost.items()},
        },
        writes=lost,
    )
    return TableMachine(machine, table, teams, rules)


def _queue(table: Table, edition: str, answers: Answers) -> Queue:
    """The queue of pending effects, with a timing graph in which there is nothing else."""
    return fifo_queue(
        TimingGraph(),
        table.declaration,
        "queue",
        capacity=CAPACITY,
        seats=SEATS,
        most=len(Moment) * table.count + len(table.dice.globals),
        resolve_at="ko",
        empty_to="ko",
        order_rule="queue/fifo" if edition == "2018" else "queue/active-first",
        room_rule="model/queue-room",
        labels=effect_names(table.dice),
        begun=table.pc >= 1 if answers.get("queue-order") == "active-first" else None,
    )


def _rules(table: Table, queue: Queue, edition: str, answers: Answers, parts: Parts) -> Rules:
    timing = TimingGraph()
    timing.points += queue.timing.points
    timing.transitions += queue.timing.transitions
    rules = Rules(table, timing, edition, answers, replace(queue, timing=timing), parts)
    table.lost.clear()

    def part(add: Callable[[Rules], Made], *given: object) -> Made:
        lists = (timing.points, timing.transitions, table.lost)
        return parts.added(add.__name__, answers, lists, lambda: add(rules), table, *given)

    def add_all_damage(rules: Rules) -> None:
        add_damage(rules, after_combat(rules))

    def add_all_stages(rules: Rules) -> None:
        add_stages(rules, main, window)

    part(add_setup)
    part(add_clear_and_draw)
    part(add_roll)
    main = part(add_main)
    part(add_paying)
    part(add_paid)
    window = part(add_attack)
    part(add_assignment)
    part(add_all_damage)
    part(add_cleave)
    part(add_leftovers)
    part(add_ko)
    part(add_regenerate)
    part(add_due)
    part(add_resolution)
    part(add_all_stages, main, window)
    part(add_cleanup)
    timing.point("over", Kind.FINAL, "the game is over")
    return rules


def effect_names(dice: Set) -> tuple[str, ...]:
    """What pending effects are called, from 0, which is none."""
    words = {
        Moment.FIELDED: "fielding",
        Moment.ATTACKS: "attack",
        Moment.BLOCKS: "block",
        Moment.DAMAGED: "damage",
        Moment.KOED: "KO",
        Moment.ATTUNE: "attune",
        Moment.USED: "use",
        Moment.USED_BURST: "use with a burst",
        Moment.USED_DOUBLE: "use with two bursts",
        Moment.ENERGIZE: "energize",
        Moment.FIELDED_BURST: "fielding with a burst",
        Moment.ATTACKS_BURST: "attack with a burst",
        Moment.DAMAGED_BURST: "damage with a burst",
        Moment.KOED_BURST: "KO with a burst",
        Moment.PLAYER_DAMAGED: "damage to the player",
        Moment.PLAYER_DAMAGED_BURST: "damage to the player with a burst",
        Moment.ALLY_KOED: "KO of another",
        Moment.ALLY_FIELDED: "fielding of another",
        Moment.TARGETED: "being targeted",
        Moment.OPPONENT_FIELDED: "fielding by the opponent",
        Moment.TURN_BEGINS: "the start of the turn",
        Moment.TURN_ENDS: "the end of the turn",
        Moment.LATER: "what comes at the end of the turn",
        Moment.OPPONENT_ATTACKS: "the opponent's attack, or none,",
        Moment.OPPONENT_ATTACKS_DOUBLE: "the opponent's attack, or none, with two bursts",
    }
    of_dice = (f"{words[moment]} of {name}" for moment in Moment for name in dice.names)
    return ("none", *of_dice, *(f"the Global of {one.name}" for one in dice.globals))
