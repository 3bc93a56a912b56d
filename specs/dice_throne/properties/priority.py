"""Properties of priority: who acts first, and what becomes of what is interrupted."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.rules import site
from dicelaw.model.dice_throne.state.duel_state import FRAMES
from dicelaw.model.kernel.expressions import all_of, any_of, implies, total, where
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import field_at
from dicelaw.specs.bugs import dropping, leaving_out, rewriting
from dicelaw.specs.dice_throne.invariants.contexts import windows
from dicelaw.specs.dice_throne.invariants.moving import TURN_LOST, all_but
from dicelaw.specs.dice_throne.invariants.structure import QUIET, STRUCTURE
from dicelaw.specs.property import Always, EachStep, Goal, Never, OnGraph, Property, after


def priority_properties(made: DuelMachine) -> list[Property]:
    """The active player goes first, and nothing that was used is lost."""
    d = made.duel
    waiting = []
    for frame in range(1, FRAMES - 1):
        stays = all_of(*(after(array[frame]) == array[frame] for array in (d.pc, d.owner, d.back, d.played)))
        waiting.append(implies(all_of(d.depth > frame, after(d.depth) >= frame + 1), stays))
    return [
        Property(
            "priority/active-first",
            "An instant of the player whose turn it is not never takes effect without the active player's "
            "chance to go first.",
            Never(d.holder != d.turn, ("*/act", "!answer/act")),
            ("priority/active-player-first",),
            using=STRUCTURE,
            goal=Goal("the other player declares an instant", d.declared >= 1, "answer"),
            bug=dropping("priority/active-player-first", "*/act"),
        ),
        Property(
            "priority/answer-first",
            "Every way from a declaration to its being carried out leads past the active player's answer.",
            OnGraph(_answer_dominates),
            ("priority/active-player-first", "priority/example-active-removes-first"),
            goal=Goal("a declared instant is carried out", d.declared >= 1, "answer/carry"),
            bug=leaving_out("answer/act", "the active player can't answer"),
        ),
        Property(
            "priority/declared-kept",
            "What was declared waits until it is carried out or found impossible: it is never forgotten.",
            EachStep(
                after(d.declared) == d.declared,
                d.declared >= 1,
                all_but("answer/carry-out", "answer/lost", "resolve/isolated/defeat", TURN_LOST),
            ),
            ("priority/example-active-keeps-token", "cards/instant/interrupted-completes"),
            using=STRUCTURE,
            goal=Goal(
                "an action runs in front of a declared one",
                all_of(d.declared >= 1, d.depth >= 1),
                "resolve/next",
            ),
            bug=dropping("model/one-declaration"),
        ),
        Property(
            "interrupted/never-lost",
            "An interrupted action keeps its place until what interrupted it is over.",
            EachStep(all_of(*waiting)),
            ("cards/instant/interrupted-completes",),
            using=STRUCTURE,
            goal=Goal("an action is interrupted", d.depth >= 2, "resolve/next"),
            bug=rewriting(
                "interrupt/act", d.pc[1], lambda old: old * 0, "an instant ends what it interrupts"
            ),
        ),
        *_going_back(made),
        Property(
            "interrupted/completes",
            "Where the turn itself goes on, everything that was used has been resolved.",
            Always(all_of(d.depth == 0, d.declared == 0), QUIET),
            ("cards/instant/interrupted-completes", "priority/turn-order-after-active"),
            using=STRUCTURE,
            goal=Goal("an action was used", any_of(*(p >= 1 for p in d.pile)), "main-2"),
            bug=rewriting(
                "resolve/end/action", d.depth, lambda _: d.depth, "a finished action stays under way"
            ),
        ),
    ]


def _going_back(made: DuelMachine) -> list[Property]:
    """What is used or declared notes the window in which that is done, to which play goes back."""
    d = made.duel
    at = field_at(0, made.machine.slots[0])
    here = total(
        where(at == place, site(point.id), 0)
        for place, point in enumerate(made.machine.points)
        if point.id in windows(d)
    )
    back = [after(cell) == where(d.depth + 1 == frame, here, cell) for frame, cell in enumerate(d.back)]
    rules = ("cards/instant/interrupted-completes", "priority/turn-order-after-active")
    return [
        Property(
            "interrupted/goes-back",
            "An action goes back to the window in which it was used.",
            EachStep(all_of(*back), along=("*/act", "*/play")),
            rules,
            using=STRUCTURE,
            goal=Goal("an action is under way", d.depth >= 1, "resolve/next"),
            bug=rewriting("discard/act", d.back[1], lambda _: d.back[1], "it is not noted where it was used"),
        ),
        Property(
            "interrupted/declared-goes-back",
            "A declared instant goes back to the window in which it was declared.",
            EachStep(after(d.declared_at) == here, along="*/declare"),
            rules,
            using=STRUCTURE,
            goal=Goal("an instant is declared", d.declared >= 1, "answer"),
            bug=rewriting(
                "discard/declare", d.declared_at, lambda _: d.declared_at, "it is not noted where that was"
            ),
        ),
    ]


def _answer_dominates(machine: Machine) -> str | None:
    for transition in machine.transitions:
        if transition.id.endswith("/declare") and transition.target != "answer":
            return f"{transition.id} leads to {transition.target}, not to the active player's answer"
    for source, _, key in machine.graph.in_edges("answer/carry", keys=True):
        if source != "answer":
            return f"{key} carries out an instant that the active player could not answer"
    decisions = [t for t in machine.transitions if t.source == "answer" and t.by_seat]
    if not any(t.target == "resolve/next" for t in decisions):
        return "the active player has nothing to answer with"
    return None
