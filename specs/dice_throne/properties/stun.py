"""Properties of Stun: no actions, an additional phase, and chains of them."""

from __future__ import annotations

import networkx as nx

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.kernel.expressions import all_of
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.bugs import dropping, leaving_out, rewriting
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.dice_throne.properties.odds import stun_chain
from dicelaw.specs.property import EachStep, Goal, Never, Odds, OnGraph, Property, after


def stun_properties(made: DuelMachine) -> list[Property]:
    """What a stunned player can't do, and the additional phase that follows."""
    d = made.duel
    struck, stunned = (d.defender, d.stunned(d.defender))
    theirs = 1 - d.attacker
    if not d.seats.duel:
        stunned, theirs = all_of(d.target >= 1, d.plays(struck), d.plays(d.attacker), stunned), struck
    # Of several players somebody has to choose a target even where all who may are stunned.
    along = "*" if d.seats.duel else ("*", "!targeting/choose/*", "!targeting/opponents/*")
    phases: list[Property] = []
    for seat in d.seats.numbers:
        phases.append(
            Property(
                f"status/stun/no-actions-{seat + 1}",
                f"Player {seat + 1} decides nothing while stunned.",
                Never(d.stunned(seat), along, d.turn * 0 + seat),
                ("status/stun/no-actions",),
                using=STRUCTURE,
                goal=Goal("a player is stunned", d.stunned(seat), "conclusion"),
                bug=dropping("status/stun/no-actions", "conclusion/*"),
            )
        )
    return [
        *phases,
        Property(
            "status/stun/extra-phase",
            "When the attack is over and the defender is stunned, its attacker begins another Offensive Roll "
            "Phase.",
            Never(stunned, ("conclusion/go-on", "conclusion/another", "conclusion/no-more")),
            ("status/stun/extra-offensive-phase", "status/stun/can-chain"),
            using=STRUCTURE,
            goal=Goal(
                "the defender is stunned when the Roll Phase is over",
                d.stunned(d.defender),
                "conclusion/check",
            ),
            bug=dropping("def/conclusion-of-roll-phase"),
        ),
        Property(
            "status/stun/removed",
            "Stun is removed when the additional phase begins, so that its bearer can act in it.",
            EachStep(
                all_of(after(d.stunned(theirs)) == 0, after(d.attacker) == d.attacker),
                along="conclusion/extra",
            ),
            ("status/stun/removed-at-second-phase-start",),
            using=STRUCTURE,
            goal=Goal("an additional phase begins", d.offense_begun == 1, "offense/roll"),
            bug=rewriting("conclusion/extra", d.attacker, lambda _: theirs, "the wrong player attacks again"),
        ),
    ]


def stun_chain_properties(made: DuelMachine) -> list[Property]:
    """A chain of Stuns may go on, but dice alone end it."""
    d = made.duel
    return [
        Property(
            "status/stun/chain-ends-almost-surely",
            "A chain of Stuns that only dice feed ends with probability 1.",
            Odds(stun_chain),
            ("status/stun/can-chain",),
            goal=Goal("an additional phase begins", d.offense_begun == 1, "offense/roll"),
        ),
        Property(
            "status/stun/chain-may-go-on",
            "No rule ends a chain of Stuns: an additional Offensive Roll Phase can be followed by another.",
            OnGraph(_chain_is_possible),
            ("status/stun/can-chain",),
            goal=Goal(
                "a defender is stunned in an additional phase", d.stunned(d.defender), "conclusion/check"
            ),
            bug=leaving_out("conclusion/extra", "no additional phase begins"),
        ),
    ]


def _chain_is_possible(machine: Machine) -> str | None:
    graph = machine.graph
    if not nx.has_path(graph, "offense/roll", "conclusion/check"):
        return "no Roll Phase comes to its conclusion"
    if not graph.has_edge("conclusion/again", "offense/roll", key="conclusion/extra"):
        return "Stun gives no additional phase"
    return None
