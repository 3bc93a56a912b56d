"""The table of steps: the draw, the roll, the windows of players, and what a turn ends with."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Moment, Target
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.table import Table
from dicelaw.model.dice_masters.state.table_state import (
    ARRIVALS,
    ATTACK,
    ATTACKERS,
    BAG,
    BLOCKERS,
    DRAW,
    FALLEN,
    FIELD,
    MAIN,
    OUT,
    OVER,
    PREP,
    RESERVE,
    SEATS,
    USED,
    WINDOW,
)
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, where
from dicelaw.specs.dice_masters.steps.row import (
    DIE,
    FACE,
    PLAYER,
    first_of,
    lie,
    none_of,
    of_die,
    resumed,
    sent,
)
from dicelaw.specs.steps import Makes, Step, put, step, to

JUDGING = ("draw/judge", "damage/judge", "resolve/judge")
WINDOWS = ("main", "attack/window")


def steps_of_turns(rules: Rules) -> list[Step]:
    """The rows about turns."""
    return [*_begin(rules), *_draw(rules), *_judge(rules), *_roll(rules), *_windows(rules), *_stages(rules)]


def _begin(rules: Rules) -> list[Step]:
    t = rules.table
    chance = ("setup/first-player-random-winner-chooses",)
    cleared: dict[Expr, Expr | int] = {}
    for die, lies in enumerate(lie(t, t.turn, RESERVE)):
        cleared |= sent(t, die, USED, lies)
        if t.figures.aims(Target.IN_RESERVE):
            cleared[t.partial[die]] = where(lies, 0, t.partial[die])
    begun: Makes = {t.drawn: 0, t.extra: 0, t.holder: t.turn, t.stage: MAIN}
    return [
        step("setup/toss", "A player who is drawn at random chooses who goes first.",
             makes={t.holder: PLAYER}, cites=chance),
        step("setup/first", "The player who may choose goes first.",
             makes={t.turn: t.holder, t.first_turn: 1}, cites=chance),
        step("setup/second", "The player who may choose lets the other one go first.",
             makes={t.turn: 1 - t.holder, t.holder: 1 - t.holder, t.first_turn: 1}, cites=chance),
        step("clear/clear", "All dice of the active player's Reserve Pool go to the Used Pile.",
             None, {**cleared, **begun}, ("clear/all-reserve-to-used", "clear/not-out-of-play")),
    ]  # fmt: skip


def _draw(rules: Rules) -> list[Step]:
    t, newer, edition = rules.table, rules.newer, rules.edition
    bag, used = lie(t, t.turn, BAG), lie(t, t.turn, USED)
    wanted = t.drawn < DRAW
    fourth = all_of(t.first_turn == 1, t.drawn == DRAW - 1) if newer else any_of()
    joins = of_die(t, lambda die: all_of(t.has(die, Keyword.SWARM), _has_company(t, die)))
    more = at_most(t.extra + 1, DRAW)
    missing = at_least(DRAW - t.drawn - t.extra, 0)
    return [
        step("draw/draw", "A die of the active player's bag is drawn while fewer than four have been.",
             all_of(wanted, of_die(t, lambda die: bag[die])),
             {**put([*t.zone], DIE, lambda _: where(fourth, OUT, PREP)),
              t.drawn: where(joins, t.drawn, t.drawn + 1), t.extra: where(joins, more, t.extra)},
             ("draw/four", "zone/bag-source", "draw/to-prep", rules.keyword("swarm"),
              *(("draw/first-turn-fourth-die",) if newer else ()))),
        step("draw/refill", "An empty bag is refilled from the Used Pile as long as a die is to be drawn.",
             all_of(wanted, ~any_of(*bag), any_of(*used)),
             {t.zone[die]: where(one, BAG, t.zone[die]) for die, one in enumerate(used)},
             ("draw/refill-from-used",)),
        step("draw/shortage", "Only where bag and Used Pile are empty is there a penalty, one for each die.",
             all_of(wanted, ~any_of(*bag), ~any_of(*used)),
             {**put([*t.life], t.turn, lambda old: at_least(old - missing, 0)),
              **put([*t.virtual], t.turn, lambda old: old + missing), t.drawn: DRAW},
             (f"draw/shortage-life@{edition}", f"draw/shortage-energy@{edition}")),
        step("draw/done", "When four dice have been drawn the roll follows.", t.drawn == DRAW,
             cites=("draw/four",)),
    ]  # fmt: skip


def _has_company(t: Table, die: int) -> Expr:
    """Whether a die of the card of ``die`` and of its player is in the Field Zone."""
    return t.active(t.dice.dice[die], t.turn)


def _judge(rules: Rules) -> list[Step]:
    t = rules.table
    zero, tie = f"win/zero@{rules.edition}", f"win/tie@{rules.edition}"
    alive = [t.life[seat] >= 1 for seat in range(SEATS)]
    found = []
    for point in JUDGING:
        found += [
            step(f"{point}/goes-on", "Play goes on while both players have life left.", all_of(*alive),
                 cites=(zero,)),
            step(f"{point}/won", "A player wins when the opponent alone has no life left.",
                 any_of(all_of(alive[0], ~alive[1]), all_of(alive[1], ~alive[0])),
                 {t.winner: where(alive[0], 0, 1)}, (zero,)),
            step(f"{point}/tied", "Where neither has life left it is a tie.",
                 all_of(~alive[0], ~alive[1]), {t.winner: SEATS}, (tie,)),
        ]  # fmt: skip
    return found


def _roll(rules: Rules) -> list[Step]:
    t, dice = rules.table, range(rules.table.count)
    lying = lie(t, t.turn, PREP)
    unrolled = [all_of(one, t.face[die] == 0) for die, one in enumerate(lying)]
    picked = [t.picked[die] == 1 for die in dice]
    shown: Makes = {t.face[die]: where(one, FACE, t.face[die]) for die, one in enumerate(first_of(unrolled))}
    energized = [
        all_of(one, t.shown("energy", die) >= 2, t.ready(die, Moment.ENERGIZE))
        for die, one in enumerate(lying)
    ]
    moved: Makes = {t.zone[die]: where(one, RESERVE, t.zone[die]) for die, one in enumerate(lying)}
    now: Makes = {
        t.arriving[die]: where(one, ARRIVALS[Moment.ENERGIZE], 0) for die, one in enumerate(energized)
    }
    found = [
        step("reroll/pick", "Any dice that were rolled may be picked, each once.",
             of_die(t, lambda die: all_of(lying[die], t.picked[die] == 0)), put([*t.picked], DIE, to(1)),
             ("roll/optional-one-reroll", "roll/reroll-one-group")),
        step("reroll/reroll", "What was picked is rolled again, all at once, and nothing else.",
             any_of(*picked),
             {**{t.face[die]: where(one, 0, t.face[die]) for die, one in enumerate(picked)},
              **none_of([*t.picked])},
             ("roll/reroll-one-group", "roll/no-second-reroll")),
        step("reroll/pass", "Who picks nothing keeps all dice.", ~any_of(*picked),
             cites=("roll/optional-one-reroll",)),
        step("roll/end/move", "What was rolled goes to the Reserve Pool on the face that it shows.",
             ~any_of(*energized), moved, ("roll/to-reserve", "dice/rolled-by-face")),
        step("roll/end/energize", "Those that energize are due as all go to the Reserve Pool.",
             any_of(*energized), {**moved, **now}, ("roll/to-reserve", rules.keyword("energize"))),
    ]  # fmt: skip
    for point, rule in (("roll", "roll/all-prep"), ("reroll/roll", "roll/reroll-one-group")):
        found += [
            step(f"{point}/die", "Every die of the active player's Prep Area is rolled, one after another.",
                 any_of(*unrolled), shown, (rule,)),
            step(f"{point}/done", "The roll is over when all of them show a face.", ~any_of(*unrolled),
                 cites=(rule,)),
        ]  # fmt: skip
    unfielded = [all_of(one, t.shown("level", die) >= 1) for die, one in enumerate(lie(t, t.turn, RESERVE))]
    left: dict[Expr, Expr | int] = {}
    for die, one in enumerate(unfielded):
        left |= {t.zone[die]: where(one, USED, t.zone[die]), t.face[die]: where(one, 0, t.face[die])}
    found.append(
        step("main/over/clear", "Characters that were not fielded go to the Used Pile.",
             makes=left, cites=("field/unfielded-to-used", "field/unfielded-not-out-of-play"))
    )  # fmt: skip
    return found


def _windows(rules: Rules) -> list[Step]:
    t = rules.table
    ends = all_of(t.holder == t.turn, t.agreed == 1)
    lost = [t.spare, *((t.virtual,) if rules.newer else ())]
    unspent: dict[Expr, Expr | int] = {}
    for cells in lost:
        unspent |= put([*cells], t.holder, to(0))
    rule = "priority/end-of-step"
    quick = any_of(*(all_of(t.zone[die] == ATTACK, t.has(die, Keyword.FAST)) for die in range(t.count)))
    found = []
    for point in WINDOWS:
        closing: Makes = {t.quick: where(quick, 1, 0)} if point == "attack/window" else {}
        found += [
            step(f"{point}/pass", "Who passes hands priority to the other; energy outside of dice is lost.",
                 ~ends, {t.holder: 1 - t.holder, t.agreed: where(t.holder == t.turn, t.agreed, 1), **unspent},
                 (rule, f"priority/active-may-continue@{rules.edition}")),
            step(f"{point}/close", "The active player ends it once the inactive one has done nothing.",
                 ends, {t.holder: t.turn, t.agreed: 0, **unspent, **closing}, (rule,)),
        ]  # fmt: skip
    return found


def _stages(rules: Rules) -> list[Step]:
    """Where play goes on when nothing is pending."""
    t = rules.table
    rule = (f"queue/resolve-fully@{rules.edition}",)
    outside = t.virtual if rules.newer else t.spare
    lost = put([*outside], 1 - t.turn, to(0))
    none = none_of((*t.spare, *t.virtual))
    again: Makes = {**resumed(rules), **lost}
    kept: Makes = lost if rules.newer else {}
    opened: Makes = {t.holder: t.turn, t.agreed: 0, t.stage: WINDOW, **kept}
    stays = [t.zone[die] == ATTACK for die in range(t.count)]
    returns: dict[Expr, Expr | int] = {
        t.zone[die]: where(one, FIELD, t.zone[die]) for die, one in enumerate(stays)
    }
    over = {**returns, **none_of((*t.blocks, *t.blocked, *t.assigned)), t.stage: OVER}
    return [
        step("stage/main", "After an effect the Main Step goes on.", t.stage == MAIN, again, rule),
        step("stage/attackers", "After effects of attacking blockers are declared.", t.stage == ATTACKERS,
             kept, rule),
        step("stage/blockers", "After effects of blocking there is a window, the active player first.",
             t.stage == BLOCKERS, opened, (*rule, "global/active-first")),
        step("stage/window", "After an effect in the Attack Step its window goes on.", t.stage == WINDOW,
             again, rule),
        step("stage/fallen", "After the KOs of combat the Attack Step ends, once all have dealt damage.",
             all_of(t.stage == FALLEN, t.quick == 0), cites=rule),
        step("stage/slower", "After the KOs by dice with Fast the others deal their damage.",
             all_of(t.stage == FALLEN, t.quick == 1), {t.quick: 0}, (rules.keyword("fast"),)),
        step("stage/over", "After the Attack Step comes the Cleanup Step.", t.stage == OVER, none, rule),
        step("attack/over/end", "Who is still in the Attack Zone returns to the Field, in combat no more."
             if rules.newer else "The Attack Step ends, and attackers stay until the Cleanup Step.",
             makes=over if rules.newer else {}, cites=(rules.rule("survivors"),)),
    ]  # fmt: skip
