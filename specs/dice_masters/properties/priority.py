"""Properties of turns, priority, Globals and the queue."""

from __future__ import annotations

import networkx as nx

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import EFFECT, GLOBAL
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.bugs import dropping, retargeting, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import AllOf, Always, Chosen, EachStep, Goal, Never, OnGraph, Property, after

WINDOWS = ("main", "attack/window")
NOTHING_PENDING = (
    *WINDOWS, "attack", "block", "cleanup*", "clear", "draw*", "roll*", "reroll*", "setup*", "main/over",
    "attack/over", "assign*", "infiltrate*", "batch",
)  # fmt: skip
GLOBALS = ("main/global", "attack/window/global")


def priority_properties(made: TableMachine) -> list[Property]:
    """Who may do what, and when."""
    t = made.table
    edition = made.rules.edition
    idle = t.holder != t.turn
    inactive = Goal("the inactive player has priority", idle, "main")
    queue = made.rules.queue
    due = [
        [all_of(t.owner[die] == seat, any_of(t.arriving[die] >= 1, t.hurt[die] >= 1, t.fallen[die] >= 1))
         for die in range(t.count)]
        for seat in range(2)
    ]  # fmt: skip
    theirs = any_of(*(all_of(Chosen("die") == die, t.owner[die] != t.turn) for die in range(t.count)))
    waiting = any_of(*(all_of(t.turn == seat, any_of(*due[seat])) for seat in range(2)))
    pending: list[Expr] = [
        all_of(queue.length >= cell + 2, queue.effects[cell + 1] >= 1)
        for cell in range(len(queue.effects) - 1)
    ]
    found = [
        Property(
            "priority/active-only",
            "Only the active player purchases, fields and uses action dice.",
            Never(idle, ("main/buy", "main/field", "main/act", "attack/window/act")),
            (f"priority/inactive-options@{edition}", "action/active-player-only", "purchase/own-turn-only"),
            goal=inactive,
            bug=dropping("purchase/own-turn-only"),
        ),
        Property(
            "priority/one-ability",
            "After an ability of the inactive player the active one has priority.",
            EachStep(after(t.holder) == t.turn, idle, ("stage/main", "stage/window", "pay/purchase")),
            (f"priority/inactive-one-ability@{edition}",),
            goal=Goal("a Global of the inactive player is being paid", idle, "pay"),
            bug=rewriting("stage/main", t.holder, lambda _: t.holder, "whoever acted keeps priority"),
        ),
        Property(
            "priority/closed-by-active",
            "A window closes only by the active player, after the inactive one has passed.",
            Never(any_of(idle, t.agreed == 0), ("main/close", "attack/window/close")),
            ("priority/end-of-step",),
            goal=Goal("the inactive player has passed", t.agreed == 1, "main"),
            bug=dropping("priority/end-of-step", "main/close"),
        ),
        Property(
            "priority/active-first",
            "Both windows open with the active player.",
            EachStep(after(t.holder) == t.turn, along=("roll/end/move", "stage/blockers")),
            ("global/active-first", "priority/simultaneous-wish"),
            using=STRUCTURE,
            goal=Goal("blockers are declared", t.stage == 2, "stage"),
            bug=rewriting("stage/blockers", t.holder, lambda _: 1 - t.turn, "the defender begins"),
        ),
        Property(
            f"priority/no-attack-ends-turn@{edition}",
            "Without an attack nobody decides anything until the turn has ended, but about effects.",
            OnGraph(_nothing_after_no_attack),
            (f"priority/no-attack-ends-turn@{edition}",),
            bug=retargeting("attack/pass", "attack/window", "Globals may be used without an attack"),
        ),
        Property(
            "turn/five-steps",
            "No turn ends without the draw, the roll, the Main Step and the Cleanup Step.",
            OnGraph(_steps_in_order),
            ("turn/five-steps", "turn/no-going-back"),
            bug=retargeting("draw/done", "roll/end", "the roll is left out"),
        ),
        Property(
            "global/limited",
            "A limited Global is used once in one's own turn and never in the opponent's.",
            Never(
                any_of(*(all_of(t.figures.at("global limit", 0) == 1, _uses(0), test)
                         for test in (idle, t.used[0] == 1))),
                GLOBALS,
            ),
            (("global/limited",) if made.rules.newer else (f"global/repeat@{edition}",)),
            goal=Goal(
                "a limited Global was used", all_of(t.figures.at("global limit", 0) == 1, t.used[0] == 1)
            ),
            bug=dropping("global/limited" if made.rules.newer else f"global/repeat@{edition}"),
        ),
        Property(
            "queue/active-first",
            "Effects of the inactive player enter the queue only when none of the active player's are due.",
            Never(all_of(waiting, theirs), ("due/arrival", "due/damage", "due/ko")),
            ("queue/active-first", "queue/own-order-chosen"),
            goal=Goal("effects of both players are due", all_of(any_of(*due[0]), any_of(*due[1])), "due"),
            bug=dropping("queue/active-first"),
        ),
        Property(
            "queue/in-order",
            "The effect at the head stays there until it has resolved; then the next one moves up.",
            EachStep(
                all_of(
                    implies(queue.length >= 1, after(queue.effects[0]) == queue.effects[0]),
                    implies(queue.length >= 1, after(queue.owners[0]) == queue.owners[0]),
                ),
                along=("*", "!resolve/over"),
            ),
            (("queue/fifo",) if made.rules.newer else (f"queue/resolve-fully@{edition}",)),
            using=STRUCTURE,
            goal=Goal("two effects are pending", any_of(*pending), "resolve"),
            bug=rewriting("due/ko", queue.effects[0], lambda old: old * 0 + 1, "a KO comes first"),
        ),
        Property(
            "queue/resolve-fully",
            "No effect begins while another is under way.",
            Never(t.pc >= 1, ("resolve/read/begin", "due/take", "stage/*")),
            (f"queue/resolve-fully@{edition}",),
            using=("queue/nothing-under-way",),
            goal=Goal("an effect is under way", t.pc >= 1, "resolve"),
            bug=dropping(f"queue/resolve-fully@{edition}", "due/take"),
        ),
        Property(
            "queue/nothing-under-way",
            "Between effects none is under way.",
            AllOf(
                (
                    Always(t.pc == 0, ("resolve/read", "queue/next", "stage", *NOTHING_PENDING)),
                    Always(queue.length == 0, ("stage", *NOTHING_PENDING)),
                    Always(queue.length >= 1, "resolve*"),
                    Always(implies(t.pc >= 1, queue.length >= 1)),
                    Always(implies(t.act == EFFECT, queue.length >= 1), "pay"),
                )
            ),
            (f"queue/resolve-fully@{edition}",),
            using=("queue/reactions-in-effects",),
            goal=Goal("an effect is under way", t.pc >= 1, "resolve"),
            bug=rewriting("resolve/over", t.pc, lambda _: t.pc, "an effect never ends"),
        ),
        Property(
            "queue/reactions-in-effects",
            "While something other than a reaction or an effect is paid, no effect is under way or pending.",
            Always(
                implies(all_of(~t.reacting, t.act != EFFECT), all_of(t.pc == 0, queue.length == 0)),
                "pay",
            ),
            (f"queue/resolve-fully@{edition}",),
            using=("queue/nothing-under-way",),
            goal=Goal("a Global is paid", t.act == GLOBAL, "pay"),
            bug=rewriting(
                "damage/react/prevents", t.act, lambda old: old * 0 + GLOBAL, "a reaction counts as a Global"
            ),
        ),
    ]  # fmt: skip
    if made.rules.newer:
        found.append(
            Property(
                "energy/virtual-expires",
                "The active player has no virtual energy while the inactive player has priority.",
                Always(
                    implies(
                        idle, all_of(*(implies(t.turn == seat, t.virtual[seat] == 0) for seat in range(2)))
                    ),
                    WINDOWS,
                ),
                ("energy/virtual-expires", "energy/partial-generic@2018"),
                using=STRUCTURE,
                goal=Goal("the active player has virtual energy", t.virtual[0] >= 1, "main"),
                bug=rewriting("main/pass", t.virtual[0], lambda _: t.virtual[0], "virtual energy is kept"),
            )
        )
    return found


def _uses(ability: int) -> Expr:
    return Chosen("ability") == ability


def _decisions(machine: Machine) -> set[str]:
    return {point.id for point in machine.points if point.kind in (Kind.DECISION, Kind.WINDOW)}


def _nothing_after_no_attack(machine: Machine) -> str | None:
    graph: nx.DiGraph[str] = nx.DiGraph(machine.graph)
    graph.remove_nodes_from(["clear", "due", "ko"])
    target = machine.transition("attack/pass").target
    reached = nx.descendants(graph, target) | {target}
    wrong = sorted(reached & _decisions(machine))
    return f"there are decisions at {', '.join(wrong)}" if wrong else None


def _steps_in_order(machine: Machine) -> str | None:
    """That each step separates the beginning of a turn from its end.

    Effects of the start of a turn lead back to it, and before the Main Step others to that: where the rest of
    the Attack Step would go on after an effect, one is under way, which combat/attack-zone-empty says.
    """
    for step in ("draw", "roll", "roll/end", "main", "cleanup"):
        graph: nx.DiGraph[str] = nx.DiGraph(machine.graph)
        graph.remove_node(step)
        graph.remove_edges_from([("clear", "due")])
        if step == "main":
            graph.remove_edges_from([("stage", after) for after in list(graph["stage"])])
        if nx.has_path(graph, "clear", "cleanup/end"):
            return f"a turn can end without {step}"
    return None
