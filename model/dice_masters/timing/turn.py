"""Set-up, the Clear and Draw Step, the Roll and Reroll Step, and the Cleanup Step."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.cards.cards import Energy, Moment, Target
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.capture_and_control import turn_over
from dicelaw.model.dice_masters.damage.falling import RULE, add_falls, any_lethal
from dicelaw.model.dice_masters.damage.winning import add_judge
from dicelaw.model.dice_masters.rules import Rules, Writes, applied, marks, sent
from dicelaw.model.dice_masters.state.table_state import (
    ARRIVALS,
    ASIDE,
    ATTACK,
    BAG,
    DRAW,
    ENDING,
    FIELD,
    MAIN,
    OUT,
    OVER,
    PREP,
    RESERVE,
    USED,
)
from dicelaw.model.dice_masters.timing.answers_to_attack import add_no_attack
from dicelaw.model.dice_masters.timing.turn_effects import add_end, add_start
from dicelaw.model.dice_masters.zones import experience
from dicelaw.model.dice_masters.zones.equip import add_equip, offered
from dicelaw.model.kernel.expressions import (
    FALSE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    negate,
    truth,
    where,
)
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where


def add_setup(rules: Rules) -> None:
    """A random player chooses who goes first."""
    t, timing = rules.table, rules.timing
    timing.point("setup", Kind.CHANCE, "a random player is to choose who goes first")
    timing.point("setup/choose", Kind.DECISION, "a player goes first or second")
    player = Choice("player", 0, 1, ("1", "2"))
    chance = "setup/first-player-random-winner-chooses"
    timing.add(
        "setup/toss", "setup", "setup/choose", Agent.CHANCE, "player {player} chooses who goes first",
        choices=[player], effect={t.holder: player},
        cites=[chance, "setup/bag-eight-starting-dice", "setup/life-full", "goal/two-players"],
    )  # fmt: skip
    for name, seat in (("first", t.holder), ("second", t.other(t.holder))):
        timing.add(
            f"setup/{name}", "setup/choose", "clear", t.holder, f"go {name}",
            effect={t.turn: seat, t.holder: seat, t.first_turn: 1}, cites=[chance],
        )  # fmt: skip


def add_clear_and_draw(rules: Rules) -> None:
    """The Reserve Pool is cleared, and four dice are drawn into the Prep Area."""
    t, timing = rules.table, rules.timing
    timing.point("clear", Kind.RULES, "a turn begins with the Clear and Draw Step")
    timing.point("draw", Kind.CHANCE, "dice are drawn from the bag")
    cleared: Writes = {}
    for place in range(t.count):
        lies = t.of(place, t.turn, RESERVE)
        cleared |= sent(t, place, USED, lies)
        cleared[t.face[place]] = where(lies, 0, t.face[place])
        if t.figures.aims(Target.IN_RESERVE):
            cleared[t.partial[place]] = where(lies, 0, t.partial[place])
    settled = add_equip(rules)
    some = t.some(lambda die: t.of(die, t.turn, RESERVE))
    lent = t.some(lambda die: all_of(t.of(die, t.turn, RESERVE), t.controlled(die)))
    timing.add(
        "clear/clear", "clear", "draw", Agent.RULES, "clear the Reserve Pool",
        requires=[*settled, *add_start(rules, settled)],
        effect={**cleared, t.drawn: 0, t.extra: 0, t.holder: t.turn, t.stage: MAIN},
        cites=[
            *rules_where({"clear/all-reserve-to-used": some, "clear/not-out-of-play": some}),
            "clear/before-draw", "turn/five-steps",
            *(rules_where({f"control/leaves@{rules.edition}": lent}) if t.lends else ()),
        ],
    )  # fmt: skip
    wanted = (t.drawn < DRAW, "draw/four")
    in_bag = t.some(lambda die: t.of(die, t.turn, BAG))
    in_used = t.some(lambda die: t.of(die, t.turn, USED))
    refill = "draw/refill-from-used"
    die = rules.die()
    swarms, swarming = _swarms(rules, die), bool(t.bearers(Keyword.SWARM))
    more: Writes = {t.extra: where(swarms, at_most(t.extra + 1, DRAW), t.extra)} if swarming else {}
    of_swarms = (*map(rules.keyword, _SWARM), "draw/extra-draws-now")
    first = t.first_turn == 1
    away = all_of(first, t.drawn == DRAW - 1) if rules.newer else FALSE
    timing.add(
        "draw/draw", "draw", "draw", Agent.CHANCE, "draw {die}",
        choices=[die],
        requires=[wanted, (t.of(die, t.turn, BAG), "zone/bag-source")],
        effect={
            t.zone[die]: where(away, OUT, PREP),
            t.drawn: where(swarms, t.drawn, t.drawn + 1),
            **more,
        },
        cites=[
            *rules_where({"draw/to-prep": negate(away), "zone/prep-def": negate(away)}),
            *rules_where({rules.rule("first-turn"): first}),
            *rules.cited(
                new=["zone/bag-random", *rules_where({
                    "draw/first-turn-fourth-die": away, "draw/first-turn-then-normal": negate(first),
                })]
            ),
            *rules_where(dict.fromkeys(of_swarms if swarming else (), swarms)),
        ],
    )  # fmt: skip
    timing.add(
        "draw/refill", "draw", "draw", Agent.RULES, "refill the bag from the Used Pile",
        requires=[wanted, (negate(in_bag), refill), (in_used, refill)],
        effect={t.zone[die]: where(t.of(die, t.turn, USED), BAG, t.zone[die]) for die in range(t.count)},
        cites=rules.cited("draw/partial-then-refill", new=["zone/oop-not-in-refill"]),
    )  # fmt: skip
    missing = at_least(DRAW - t.drawn - t.extra, 0) if swarming else DRAW - t.drawn
    life = f"draw/shortage-life@{rules.edition}"
    timing.add(
        "draw/shortage", "draw", "draw/judge", Agent.RULES, "lose life and gain energy for missing dice",
        requires=[wanted, (negate(in_bag), refill), (negate(in_used), life)],
        effect={
            t.life[t.turn]: at_least(t.life[t.turn] - missing, 0),
            t.virtual[t.turn]: t.virtual[t.turn] + missing,
            t.drawn: DRAW,
        },
        cites=rules.cited(
            rules.rule("shortage-energy"), f"draw/shortage-example@{rules.edition}",
            new=["draw/shortage-required-four"],
        ),
    )  # fmt: skip
    timing.add("draw/done", "draw", "roll", Agent.RULES, "go on", requires=[(t.drawn == DRAW, "draw/four")])
    add_judge(rules, "draw/judge", "roll")


_SWARM = ("swarm", "swarm-each")


def _swarms(rules: Rules, die: Expr) -> Expr:
    """Whether ``die``, which is drawn, has Swarm and joins an active die of its card: it is one more then."""
    t = rules.table
    kinds = dict.fromkeys(t.dice.dice[one] for one in t.bearers(Keyword.SWARM))
    swarms = [all_of(t.figures.kind(die) == kind, t.active(kind, t.turn)) for kind in kinds]
    return all_of(t.has(die, Keyword.SWARM), any_of(*swarms)) if kinds else FALSE


def add_roll(rules: Rules) -> None:
    """All dice in the Prep Area are rolled, and once any group of them again."""
    t, timing = rules.table, rules.timing
    for id, says in (("roll", "dice are rolled"), ("reroll/roll", "the picked dice are rolled again")):
        timing.point(id, Kind.CHANCE, says)
    timing.point("reroll", Kind.DECISION, "dice may be picked for the one reroll")
    timing.point("roll/end", Kind.RULES, "the rolled dice go to the Reserve Pool")
    prepared = [t.of(die, t.turn, PREP) for die in range(t.count)]

    def unrolled(die: int) -> Expr:
        return all_of(prepared[die], t.face[die] == 0)

    face, lying = Choice("face", 1, 6), t.first(unrolled)
    open_one = any_of(*map(unrolled, range(t.count)))
    for id, target, rule in (
        ("roll", "reroll", "roll/all-prep"),
        ("reroll/roll", "roll/end", "roll/reroll-one-group"),
    ):
        timing.add(
            f"{id}/die", id, id, Agent.CHANCE, "roll a die", family="roll-die",
            choices=[face], requires=[(open_one, rule)], effect={t.face[lying]: face},
            cites=_face_rules(rules, lying, face),
        )  # fmt: skip
        rolled = [(negate(open_one), rule)]
        timing.add(f"{id}/done", id, target, Agent.RULES, "all are rolled", requires=rolled, family="rolled")
    die = rules.die()
    chosen = count(t.picked[die] for die in range(t.count)) >= 1
    none: Writes = dict.fromkeys(t.picked, 0)
    timing.add(
        "reroll/pick", "reroll", "reroll", t.turn, "pick {die} for the reroll",
        choices=[die],
        requires=[
            (t.of(die, t.turn, PREP), "roll/optional-one-reroll"),
            (t.picked[die] == 0, "roll/reroll-one-group"),
        ],
        effect={t.picked[die]: 1},
    )  # fmt: skip
    timing.add(
        "reroll/reroll", "reroll", "reroll/roll", t.turn, "reroll what is picked",
        requires=[(chosen, "roll/optional-one-reroll")],
        effect={**{t.face[die]: where(t.picked[die] == 1, 0, t.face[die]) for die in range(t.count)}, **none},
        cites=["roll/no-second-reroll"],
    )  # fmt: skip
    timing.add(
        "reroll/pass", "reroll", "roll/end", t.turn, "keep all dice",
        requires=[(negate(chosen), "roll/optional-one-reroll")],
    )  # fmt: skip
    energized: Writes = {
        t.arriving[die]: where(_energized(rules, die), ARRIVALS[Moment.ENERGIZE], 0) for die in range(t.count)
    }
    some = any_of(*(_energized(rules, die) for die in range(t.count)))
    rule = "roll/effects-of-rolls@2018" if rules.newer else "model/other-keywords"
    moved: Writes = {t.zone[die]: where(prepared[die], RESERVE, t.zone[die]) for die in range(t.count)}
    if truth(some) is not FALSE:
        timing.add(
            "roll/end/energize", "roll/end", "due", Agent.RULES,
            "move the dice to the Reserve Pool, some of which energize",
            requires=[(some, rule)], effect={**moved, **energized}, cites=[rules.keyword("energize")],
        )  # fmt: skip
    timing.add(
        "roll/end/move", "roll/end", "main", Agent.RULES, "move the dice to the Reserve Pool",
        requires=[(negate(some), rule)] if truth(some) is not FALSE else [],
        effect=moved,
        cites=rules.cited("roll/to-reserve", "dice/rolled-by-face", "zone/reserve-def",
                          new=["dice/becomes-rolled"]),
    )  # fmt: skip


def _face_rules(rules: Rules, die: Expr, face: Choice) -> Sequence[str]:
    """The rules about what a rolled ``die`` shows, each where it matters."""
    t = rules.table
    energy, starting = t.face_figure("energy", die, face) >= 1, t.figures.kind(die) == 0
    wild = t.face_figure("energy type", die, face) == Energy.WILD
    generic = t.face_figure("energy type", die, face) == Energy.GENERIC
    here: dict[str, Expr] = {
        "dice/energy-on-every-die": all_of(energy, negate(starting)),
        "dice/sidekick-energy": all_of(energy, starting),
        "energy/dice-give-own-type": all_of(energy, negate(any_of(starting, generic))),
        "energy/no-type-basic-and-starting": all_of(energy, any_of(starting, generic)),
        "dice/three-character-faces": all_of(t.face_figure("level", die, face) >= 1, negate(starting)),
        "dice/sidekick-one-character-face": all_of(t.face_figure("level", die, face) >= 1, starting),
    }
    often = rules_where({"model/energy-faces": all_of(energy, negate(starting))})
    newer = rules_where({"dice/sidekick-wild": all_of(starting, wild)})
    return [*rules_where(here), f"roll/result-kinds@{rules.edition}", *often, *rules.cited(new=newer)]


def _energized(rules: Rules, die: int) -> Expr:
    """Whether ``die`` has been rolled on its double energy face and has Energize."""
    t = rules.table
    if not t.has_program(die, Moment.ENERGIZE):
        return FALSE
    rolled = all_of(t.of(die, t.turn, PREP), t.shown("energy", die) >= 2)
    return all_of(rolled, t.ready(die, Moment.ENERGIZE))


def add_cleanup(rules: Rules) -> None:
    """Damage and effects end, unused action dice are used up, and the turn passes."""
    t, timing = rules.table, rules.timing
    timing.point("cleanup", Kind.RULES, "the Cleanup Step")
    timing.point("cleanup/end", Kind.RULES, "the turn ends")
    before = rules.reads("end-of-turn", "before")
    attacked = add_no_attack(rules)
    no_kos = (negate(any_lethal(rules)), RULE)
    ends = ("cleanup", attacked) if before else ("cleanup/end", [no_kos])
    effects_over = add_end(rules, *ends)
    stage = where(t.stage == ENDING, ENDING, MAIN) if effects_over else MAIN
    writes: Writes = {t.spare[0]: 0, t.spare[1]: 0, t.stage: stage, t.newcomer: 0}
    for die in range(t.count):
        in_combat = () if rules.newer else (t.blocks, t.blocked, t.assigned)
        writes |= {array[die]: 0 for array in (*marks(t), t.text, t.suffered, *in_combat)}
        unused = all_of(t.of(die, t.turn, RESERVE), t.gives(die) == 0)
        zone = where(unused, USED, where(t.zone[die] == ASIDE, FIELD, t.zone[die]))
        if not rules.newer:
            zone = where(t.zone[die] == ATTACK, FIELD, zone)
        settled: Writes = {t.zone[die]: zone, t.face[die]: where(unused, 0, t.face[die])}
        writes |= {**settled, **turn_over(rules, die, settled)}
    writes |= dict.fromkeys((*t.called, *t.cleaved, *t.rebates, *t.frees), 0)
    timing.add(
        "cleanup/clear", "cleanup", "cleanup/end", Agent.RULES, "clear damage and end effects",
        requires=[*attacked, *(effects_over if before else ())], effect=writes,
        cites=_cleanup_rules(rules),
    )  # fmt: skip
    over = where(t.stage == ENDING, ENDING, OVER) if effects_over else OVER
    add_falls(rules, "cleanup/end", "ko", [], {t.stage: over})
    out: Writes = {t.zone[die]: where(t.zone[die] == OUT, USED, t.zone[die]) for die in range(t.count)}
    some_out = t.some(lambda die: t.zone[die] == OUT)
    counted = (*t.virtual, *t.used, *t.spent, *t.happened, *t.has_fielded, *t.engaged, *t.withstood)
    timing.add(
        "cleanup/turn-ends", "cleanup/end", "clear", Agent.RULES, "end the turn",
        requires=[no_kos, *(() if before else effects_over)],
        effect={
            **out, **offered(rules), **experience.gained(rules), t.turn: t.inactive, t.first_turn: 0,
            **dict.fromkeys(counted, 0), t.stage: MAIN,
        },
        cites=[
            *rules_where({"cleanup/oop-last": some_out, "zone/oop-emptied": some_out}),
            "turn/alternate",
            *rules_where({rules.rule("shortage-energy"): any_of(*(cell >= 1 for cell in t.virtual))}),
            *experience.cites(rules),
        ],
    )  # fmt: skip


def _cleanup_rules(rules: Rules) -> Sequence[str]:
    """The rules about what ends with the turn, each where it matters."""
    t, edition = rules.table, rules.edition
    dice, applies = range(t.count), any_of(*(cell >= 1 for array in applied(t) for cell in array))
    held = t.some(t.captured)
    lent = t.some(t.controlled)
    rests = [all_of(t.of(die, t.turn, RESERVE), t.gives(die) == 0) for die in dice]
    late = any_of(*(all_of(rests[die], t.shown("level", die) >= 1) for die in dice))
    here: dict[str, Expr] = {
        f"cleanup/effects-end@{edition}": applies,
        f"action/unused-to-used@{edition}": any_of(*rests),
        f"capture/ends@{edition}": held,
        f"control/ends@{edition}": lent,
        f"control/leaves@{edition}": lent,
    }
    newer = {"effects/persistent-duration": applies, "draw/bare-draw-late-character": late}
    older = {rules.rule("survivors"): t.some(lambda die: t.zone[die] == ATTACK)}
    return ["cleanup/clear-damage", *rules.cited_where(here, newer, older)]
