"""Properties of keywords."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import ASIDE, ATTACK, BAG, FIELD, PREP, USED
from dicelaw.model.dice_masters.timing.combat_choices import called_by, could_block
from dicelaw.model.dice_masters.zones.regenerate import waits
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, count, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE, TURN_ENDS
from dicelaw.specs.property import Always, Chosen, EachStep, Goal, Never, Property, after


def keyword_properties(made: TableMachine) -> list[Property]:
    """What each keyword does, and what it does not.

    Where each card has one die, as on the open table, no die joins another of its card: of Swarm it is only
    said whom it does not help.
    """
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
    slow = [all_of(t.zone[die] == ATTACK, ~t.has(die, Keyword.FAST)) for die in dice]
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
            _none_left_over(made, crushes),
            (rules.keyword(f"overcrush@{rules.edition}"),),
            goal=_left_over(made, crushes),
            bug=rewriting("assign/done", t.aimed[0], lambda old: old + 1, "any attacker deals more")
            if _at_once(made)
            else dropping(rules.keyword(f"overcrush@{rules.edition}"), "leftover/deal"),
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
            goal=Goal("a die has been drawn", t.drawn == 1, "draw"),
            bug=rewriting("draw/draw", t.drawn, lambda _: t.drawn, "every die is one more"),
        ),
        *_of_attackers(made),
        *_of_corrupt(made),
        *experience_properties(made),
    ]  # fmt: skip


def _of_attackers(made: TableMachine) -> list[Property]:
    """Those of keywords that have a part of the state to themselves; none, where a team lacks one of them."""
    t, rules = made.table, made.rules
    dice = range(t.count)
    infiltrates = t.bearers(Keyword.INFILTRATE)
    called, calls = Chosen("attacker"), t.bearers(Keyword.CALL_OUT)
    regenerates = t.bearers(Keyword.REGENERATE)
    if not (infiltrates and calls and regenerates):
        return []
    other = any_of(
        *(all_of(called == die, called_by(rules, die) >= 1, called_by(rules, die) != Chosen("die") + 1)
          for die in calls)
    )  # fmt: skip
    alone = all_of(*(any_of(t.zone[die] != ATTACK, called_by(rules, die) == 0) for die in calls[1:]))
    there = any_of(*(all_of(called_by(rules, calls[0]) == die + 1, could_block(rules, die)) for die in dice))
    aside = [waits(t, die) for die in regenerates]
    return [
        Property(
            "keyword/infiltrate",
            "Only unblocked attackers infiltrate.",
            Never(
                any_of(*(all_of(Chosen("die") == die, any_of(t.blocked[die] == 1, t.zone[die] != ATTACK))
                         for die in infiltrates)),
                "infiltrate/leave",
            ),
            (rules.keyword("infiltrate-choice"),),
            goal=Goal("an unblocked die with Infiltrate attacks", any_of(
                *(all_of(t.of(die, t.turn, ATTACK), t.blocked[die] == 0, t.has(die, Keyword.INFILTRATE))
                  for die in infiltrates)), "infiltrate"),
            bug=dropping(rules.keyword("infiltrate-choice"), "infiltrate/leave"),
        ),
        Property(
            "keyword/call-out",
            "A die that called out one that may block, which nobody else did, is blocked by that one alone.",
            Never(
                all_of(called == calls[0], t.of(calls[0], t.turn, ATTACK), other, alone, there),
                "block/block",
            ),
            (rules.keyword("call-out-no-other-blocker"),),
            goal=Goal("a die has called another out", called_by(rules, calls[0]) >= 1, "block"),
            bug=dropping(rules.keyword("call-out-no-other-blocker"), "block/block"),
        ),
        Property(
            "keyword/regenerate",
            "No effect resolves and no damage is judged by D while a die that regenerates is to be rolled.",
            Never(any_of(*aside), ("ko/done", "ko/fall", "due/*", "stage/*", "resolve/*")),
            (rules.keyword("regenerate"),),
            using=STRUCTURE,
            goal=Goal("a die is to be rolled", any_of(*aside), "ko"),
            bug=dropping("damage/ko-threshold", "ko/done"),
        ),
        Property(
            "keyword/regenerate-roll",
            "A die that regenerates comes back on a character face outside of combat, or goes to Prep.",
            EachStep(
                all_of(*(implies(one, any_of(
                    all_of(after(t.zone[die]) == PREP, after(t.face[die]) == 0),
                    all_of(after(t.zone[die]) == FIELD, after(t.shown("level", die)) >= 1),
                    after(t.zone[die]) == ASIDE)) for die, one in zip(regenerates, aside, strict=True))),
                along="regenerate/roll",
            ),
            (rules.keyword("regenerate-success"), rules.keyword("regenerate-fail")),
            goal=Goal("a die is rolled", any_of(*aside), "regenerate"),
            bug=rewriting("regenerate/roll", t.zone[regenerates[0]], lambda old: old * 0 + ATTACK,
                          "it goes on fighting"),
        ),
        Property(
            "keyword/intimidate",
            "When a turn ends nobody is set aside.",
            Always(all_of(*(t.zone[die] != ASIDE for die in dice)), TURN_ENDS),
            (rules.keyword("intimidate"), rules.keyword("intimidate-beside-cards")),
            goal=Goal("a die is set aside", any_of(*(t.zone[die] == ASIDE for die in dice)), "main"),
            bug=rewriting("cleanup/clear", t.zone[0], lambda _: t.zone[0], "it stays away"),
        ),
    ]  # fmt: skip


def _of_corrupt(made: TableMachine) -> list[Property]:
    t, rules = made.table, made.rules
    if not t.figures.uses(Op.CORRUPT):
        return []
    goes = [
        all_of(t.picked[die] == 1, t.zone[die] == BAG, after(t.zone[die]) == USED) for die in range(t.count)
    ]
    stays = [after(t.zone[die]) == t.zone[die] for die in range(t.count)]
    return [
        Property(
            "keyword/corrupt",
            "Of the dice that Corrupt takes from a bag one goes to the Used Pile, and the others stay there.",
            EachStep(
                all_of(count(goes) == 1, *(any_of(*both) for both in zip(goes, stays, strict=True))),
                along="resolve/corrupted/place",
            ),
            (rules.keyword("corrupt"),),
            using=STRUCTURE,
            goal=Goal("a die is taken from a bag", any_of(*(cell == 1 for cell in t.picked)),
                      "resolve/corrupted"),
            bug=rewriting("resolve/corrupted/place", t.zone[0], lambda old: old * 0 + USED,
                          "another die goes as well"),
        ),
    ]  # fmt: skip


def experience_properties(made: TableMachine) -> list[Property]:
    """Tokens are gained one at a time, at the end of the turn of who has a die of their card."""
    t, rules = made.table, made.rules
    if not t.experienced:
        return []
    kind = t.experienced[0]
    seat = t.dice.kinds[kind].seat
    assert seat is not None
    by_other = all_of(rules.queue.length >= 1, rules.queue.owners[0] != t.turn)
    falls = any_of(*(all_of(t.fielded(die), t.damage[die] >= t.defense(die)) for die in range(t.count)))
    return [
        Property(
            "keyword/experience-gain",
            "A card gains at most one Experience token a turn, and none but when one is due as a turn ends.",
            EachStep(
                all_of(
                    after(t.tokens[0]) <= t.tokens[0] + 1,
                    any_of(after(t.tokens[0]) <= t.tokens[0], t.earned[0] == 1),
                )
            ),
            (rules.keyword("experience-gain"), rules.keyword("experience-one-per-turn")),
            goal=Goal("a card is to gain a token", t.earned[0] == 1, "cleanup/end"),
            bug=rewriting("cleanup/turn-ends", t.tokens[0], lambda old: old + 1, "every turn brings a token"),
        ),
        Property(
            "keyword/experience-self-ko",
            "No KO earns a token where the active player has no die of the card in the Field, and none by an"
            " effect of the other player.",
            EachStep(
                after(t.earned[0]) <= t.earned[0],
                any_of(~t.active(kind, t.turn), by_other),
                ("ko/fall", "leftover/*", "resolve/ko"),
            ),
            (rules.keyword("experience-self-ko"),),
            goal=Goal("dice are KO'd in the opponent's turn", all_of(t.turn != seat, falls), "ko"),
            bug=rewriting("ko/fall", t.earned[0], lambda old: old * 0 + 1, "any KO earns one"),
        ),
    ]


def _at_once(made: TableMachine) -> bool:
    """Whether what is left over is dealt together with the other combat damage."""
    return made.rules.reads("leftover-when", "together")


def _none_left_over(made: TableMachine, crushes: Expr) -> EachStep | Never:
    """That nothing is left over for the opponent where nobody ``crushes``."""
    if not _at_once(made):
        return Never(~crushes, "leftover/deal")
    unmoved = all_of(*(after(cell) == cell for cell in made.table.aimed))
    return EachStep(unmoved, ~crushes, "assign/done")


def _left_over(made: TableMachine, crushes: Expr) -> Goal:
    """The situation in which something is left over, or can be."""
    t = made.table
    if _at_once(made):
        return Goal("an attacker with Overcrush assigns damage", crushes, "assign")
    more = (all_of(t.blocks[die] >= 1, t.damage[die] > t.defense(die)) for die in range(t.count))
    return Goal("damage is left over", all_of(crushes, any_of(*more)), "leftover")
