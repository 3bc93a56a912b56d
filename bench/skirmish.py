"""A window between two players with any number of cards and dice, and what it takes to prove claims about it.

Usage: python bench/skirmish.py ENGINE CARDS DICE SECONDS   (its verdict and cost as JSON; SECONDS at most)
"""

from __future__ import annotations

import json
import resource
import sys
from dataclasses import replace
from time import perf_counter, process_time

from dicelaw.checker.verify.engines import BY_NAME
from dicelaw.checker.verify.proof_session import Plan, ProofSession
from dicelaw.model.kernel.expressions import all_of, at_most, constant, total, where
from dicelaw.model.kernel.fragments.priority_window import priority_window
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration
from dicelaw.specs.fragments.fields import Fields
from dicelaw.specs.property import AllOf, Always, EachStep, Property, after

SEATS = ("player 1", "player 2")


def skirmish(cards: int, dice: int) -> Machine:
    """Chance rolls ``dice`` dice; then both play cards, each of which turns a die, until both pass."""
    declaration, timing = Declaration(), TimingGraph()
    holder = declaration.integer("holder", 0, 1, "who has priority", labels=SEATS)
    hand = declaration.array("hand", 2 * cards, 0, 1, "whether the card is in hand")
    pool = declaration.array("die", dice, 0, 6, "the face of the die")
    rolled = declaration.integer("rolled", 0, dice, "how many dice were rolled")
    played = declaration.integer("played", 0, 2 * cards, "how many cards were played")
    timing.point("roll", Kind.CHANCE, "dice are rolled")
    window = priority_window(
        timing,
        "window",
        "players may turn dice",
        holder=holder,
        first=constant(0),
        seats=2,
        barred=lambda _: constant(0) == 1,
        close_to="over",
        pass_rule="pass",
        barred_rule="barred",
    )
    timing.point("over", Kind.FINAL, "the dice stand")
    face = Choice("face", 1, 6)
    more, enough = (rolled < dice, "dice left"), (rolled == dice, "all dice")
    effect = {pool[at_most(rolled, dice - 1)]: face, rolled: rolled + 1}
    timing.add(
        "roll/die", "roll", "roll", Agent.CHANCE, "roll", choices=[face], requires=[more], effect=effect
    )
    timing.add(
        "roll/done", "roll", "window", Agent.CHANCE, "stop", requires=[enough], effect=window.opening()
    )
    card, which = Choice("card", 0, cards - 1), Choice("die", 0, dice - 1)
    place, shown = holder * cards + card, pool[which]
    turned = {shown: where(card % 2 == 0, 7 - shown, where(shown == 6, 6, shown + 1))}
    window.act(
        "play",
        "window",
        "turn a die",
        choices=[card, which],
        requires=[(hand[place] == 1, "in hand")],
        effect={**turned, hand[place]: 0, played: played + 1},
    )
    start = dict.fromkeys(hand, 1)
    return build(f"skirmish/{cards}/{dice}", declaration, timing, start_at="roll", start=start, seats=SEATS)


def properties(machine: Machine) -> dict[str, Property]:
    """A claim about all cards, one about all dice, and one about both, which rests on the second."""
    f = Fields(machine)
    hand, pool, rolled, played = f.array("hand"), f.array("die"), f["rolled"], f["played"]
    faces = all_of(*((rolled > place) == (die >= 1) for place, die in enumerate(pool)))
    turned = all_of(after(total(pool)) <= total(pool) + 5, after(total(hand)) == total(hand) - 1)
    found = (
        Property(
            "cards", "Every card is in hand or was played.", Always(total(hand) + played == len(hand)), ()
        ),
        Property(
            "dice",
            "The dice that were rolled show a face, and no others do.",
            AllOf((Always(faces), Always(rolled == len(pool), ("window", "over")))),
            (),
        ),
        Property(
            "turning",
            "A card is spent to turn a die, and the sum of all dice grows by 5 at most.",
            EachStep(turned, along="window/play"),
            (),
            using=("dice",),
        ),
    )
    return {one.id: replace(one, machine="skirmish") for one in found}


def checked(engine: str, cards: int, dice: int) -> dict[str, object]:
    """What ``engine`` says of all claims, and what that took, from a built machine on.

    ``proved`` where all of them are; otherwise ``evidence`` says why the first of the others is not.
    """
    machine = skirmish(cards, dice)
    known = properties(machine)
    session = ProofSession(Plan("skirmish", [*known.values()], {"skirmish": machine}, lambda m, _: m.start))
    begun, cpu = perf_counter(), process_time()
    said = [BY_NAME[engine].decide(session, one) for one in known.values()]
    wall, used = perf_counter() - begun, process_time() - cpu
    worst = next((one for one in said if not one.is_proof), said[0])
    cost = {name: sum(one.cost[name] for one in said) for name in worst.cost}
    return {
        "verdict": worst.outcome.value,
        "evidence": worst.evidence,
        "cost": cost,
        "wall": wall,
        "cpu": used,
    }


if __name__ == "__main__":
    engine, *sizes = sys.argv[1:]
    cards, dice, limit = map(int, sizes)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    print(json.dumps(checked(engine, cards, dice)))
