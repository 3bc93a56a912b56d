"""Properties of keywords."""

from __future__ import annotations

from dicelaw.model.dice_masters.keywords import Keyword
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.table_state import ATTACK
from dicelaw.model.kernel.expressions import all_of, any_of, implies
from dicelaw.specs.dice_masters.invariants import STRUCTURE
from dicelaw.specs.property import Chosen, EachStep, Goal, Never, Property, after, dropping, rewriting


def keyword_properties(made: TableMachine) -> list[Property]:
    """What each keyword does, and what it does not."""
    t = made.table
    dice = range(t.count)
    rules = made.rules
    crushes = any_of(
        *(all_of(t.of(die, t.turn, ATTACK), t.has(die, Keyword.OVERCRUSH))
          for die in t.bearers(Keyword.OVERCRUSH))
    )  # fmt: skip
    engaged = [
        any_of(t.blocks[die] >= 1, *(all_of(t.zone[one] == ATTACK, t.blocks[one] == die + 1) for one in dice))
        for die in dice
    ]
    swarms = any_of(
        *(all_of(Chosen("die") == die, t.has(die, Keyword.SWARM), t.owner[die] == t.turn)
          for die in t.bearers(Keyword.SWARM))
    )  # fmt: skip
    slow = [
        all_of(t.zone[die] == ATTACK, ~t.has(die, Keyword.FAST))
        if die in t.bearers(Keyword.FAST)
        else t.zone[die] == ATTACK
        for die in dice
    ]
    return [
        Property(
            "keyword/fast",
            "While dice with Fast deal their combat damage, no other die assigns any.",
            EachStep(
                all_of(*(implies(one, after(t.assigned[die]) == t.assigned[die])
                         for die, one in enumerate(slow))),
                t.quick == 1,
                "assign/*",
            ),
            (rules.keyword("fast"), rules.keyword("fast-together")),
            goal=Goal("others than Fast dice are in combat", all_of(t.quick == 1, any_of(*slow)), "assign"),
            bug=rewriting("assign/back", t.assigned[0], lambda old: old * 0 + 1, "a slow blocker assigns"),
        ),
        Property(
            rules.keyword(f"overcrush@{rules.edition}"),
            "Only an attacker with Overcrush has damage left over for the opponent.",
            Never(~crushes, "leftover/deal"),
            (rules.keyword(f"overcrush@{rules.edition}"),),
            goal=Goal("damage is left over", all_of(crushes, any_of(
                *(all_of(t.blocks[die] >= 1, t.damage[die] > t.defense(die)) for die in dice))), "leftover"),
            bug=dropping(rules.keyword(f"overcrush@{rules.edition}"), "leftover/deal"),
        ),
        Property(
            "keyword/energy-drain",
            "When blockers have been declared only engaged dice spin, down, and by one level at most.",
            EachStep(
                all_of(
                    *(all_of(after(t.face[die]) <= t.face[die], after(t.face[die]) >= t.face[die] - 1)
                      for die in dice),
                    *(implies(~one, after(t.face[die]) == t.face[die]) for die, one in enumerate(engaged)),
                ),
                along="block/pass",
            ),
            (rules.keyword("energy-drain"), rules.keyword("energy-drain-level-one")),
            using=(*STRUCTURE, "combat/blocks-one"),
            goal=Goal("a die of level 2 is engaged",
                      any_of(*(all_of(one, t.shown("level", die) == 2) for die, one in enumerate(engaged))),
                      "block"),
            bug=rewriting("block/pass", t.face[0], lambda old: old - 1, "dice that nobody blocks spin down"),
        ),
        Property(
            "keyword/swarm",
            "A die drawn at the beginning of a turn counts as one of four, but for one with Swarm.",
            EachStep(implies(~swarms, after(t.drawn) == t.drawn + 1), along="draw/draw"),
            (rules.keyword("swarm"), rules.keyword("swarm-each")),
            goal=Goal("another die of an active card is in the bag", t.drawn == 1, "draw"),
            bug=rewriting("draw/draw", t.drawn, lambda _: t.drawn, "every die is one more"),
        ),
    ]  # fmt: skip
