"""The table of steps: what players do in windows, how effects begin, and dice that are rolled again."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import ON_ATTACK, Moment, Op, Target
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.figures import MOMENTS
from dicelaw.model.dice_masters.state.table_state import (
    FIELD,
    GLOBAL,
    IN_PLAY,
    OUT,
    PREP,
    RESERVE,
    USED,
)
from dicelaw.model.dice_masters.zones.sparing import spared
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, at_least, at_most, number, where
from dicelaw.specs.dice_masters.steps.row import (
    DIE,
    DUE,
    FACE,
    QUEUE,
    first_of,
    gone,
    none_of,
    of_die,
    plainly_koed,
    sent,
    worth,
    worth_of_die,
)
from dicelaw.specs.dice_masters.steps.row_of_effect import Effect
from dicelaw.specs.dice_masters.steps.row_of_price import Prices
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import Step, put, step, to

ABILITY = Chosen("ability")
DEAREST = 9
"""What the dearest die costs."""
ENTERED = (*QUEUE, "later", "arriving")
"""What becomes due by the use of a die, which other properties tell."""


def steps_of_acts(rules: Rules) -> list[Step]:
    """The rows about acts in windows, and about effects that begin or roll dice again."""
    tables = (_uses, _sends, _globals, _fabricates, _begins, _deadly, _rerolls)
    return [row for table in tables for row in table(rules)]


def _uses(rules: Rules) -> list[Step]:
    """Action dice that are used in either window, where their effect has something to be about."""
    t = rules.table
    dice = range(t.count)
    lies = of_die(t, lambda die: t.of(die, t.holder, RESERVE))
    shows = worth_of_die(rules, lambda die: t.shown("action", die)) >= 1
    rests = [any_of(t.has(die, Keyword.CONTINUOUS), t.has(die, Keyword.EQUIP)) for die in dice]
    spent = where(t.holder == t.turn, OUT, USED)
    makes: dict[Expr, Expr | int] = {}
    for die in dice:
        this = number(die) == DIE
        makes |= sent(t, die, where(rests[die], IN_PLAY, spent), this)
        makes[t.face[die]] = where(all_of(this, ~rests[die]), 0, t.face[die])
    free = TRUE if rules.newer else t.spare[t.holder] == 0
    begins = worth([number(die) == DIE for die in dice], lambda die: _program_used(rules, die))
    possible = t.figures.at("word", begins) == Op.GAIN if rules.newer else TRUE
    own = all_of(*(t.keeper[die] == 0 for die in dice), *(t.text[die] == 0 for die in dice))
    rule = "action/active-player-only"
    return [
        step(f"{window}/act", "The active player uses a rolled action die, which is then Out of Play.",
             all_of(t.holder == t.turn, lies, shows, free), makes,
             (rule, "action/effect-then-out-of-play", "dice/action-face"), all_of(possible, own),
             (*ENTERED, "text"))
        for window in ("main", "attack/window")
    ]  # fmt: skip


def _program_used(rules: Rules, die: int) -> Expr:
    """Where the program of the action face of ``die`` begins."""
    t = rules.table
    bursts = at_least(t.shown("action", die) - 1, 0)
    moment = at_most(Moment.USED + bursts, Moment.USED_DOUBLE)
    return t.figures.at("program", t.figures.kind(die) * MOMENTS + moment)


def _sends(rules: Rules) -> list[Step]:
    """Continuous dice whose player sends them on for their effect."""
    t = rules.table
    lies = of_die(t, lambda die: all_of(t.zone[die] == IN_PLAY, t.owner[die] == t.holder,
                                        t.has(die, Keyword.CONTINUOUS)))  # fmt: skip
    free = TRUE if rules.newer else t.spare[t.holder] == 0
    begins = worth([number(die) == DIE for die in range(t.count)], lambda die: _program_used(rules, die))
    possible = t.figures.at("word", begins) == Op.GAIN if rules.newer else TRUE
    goes = number(USED)
    if rules.reads("continuous-sent", "out-of-play"):
        goes = where(t.holder == t.turn, OUT, USED)
    makes: dict[Expr, Expr | int] = {}
    for die in range(t.count):
        makes |= sent(t, die, goes, number(die) == DIE)
    for die, cell in zip(t.bearers(Keyword.EQUIP), t.worn_by, strict=False):
        makes[cell] = where(die == DIE, 0, cell)
    by_choice = [
        all_of(t.figures.at("program", t.figures.kind(die) * MOMENTS + ON_ATTACK[0]) == 0, t.text[die] == 0)
        for die in range(t.count)
    ]
    own = all_of(*(t.keeper[die] == 0 for die in range(t.count)))
    return [
        step(f"{window}/send-on", "A Continuous die in the Field is sent to the Used Pile for its effect.",
             all_of(lies, free, begins >= 1), makes,
             (f"keyword/continuous@{rules.edition}", "keyword/continuous-leave"),
             all_of(possible, own, *by_choice), (*QUEUE, "text"))
        for window in ("main", "attack/window")
    ]  # fmt: skip


def _globals(rules: Rules) -> list[Step]:
    """Globals that react to nothing, where nothing changes their price and they are about a player."""
    t, figures, prices = rules.table, rules.table.figures, Prices(rules)
    some = [all_of(at == ABILITY) for at in range(len(t.dice.globals))]
    reacts = any_of(*(one for one, each in zip(some, t.dice.globals, strict=True) if each.reactive))

    def printed(name: str) -> Expr:
        return worth(some, lambda at: figures.at(f"global {name}", at))

    limited = printed("limit") == 1
    used = any_of(*(all_of(one, cell == 1) for one, cell in zip(some, t.used, strict=False)))
    cost, kind = printed("cost"), printed("type")
    wanted = where(cost >= 1, kind, 0)
    plain = all_of(prices.plain, figures.at("word", printed("program")) == Op.GAIN)
    return [
        step(f"{window}/global", "Who has priority uses a Global for its cost, a limited one once a turn.",
             all_of(~reacts, any_of(~limited, all_of(t.holder == t.turn, ~used)),
                    prices.payable(cost, wanted, number(0))),
             prices.owing(cost, GLOBAL, ABILITY, wanted, number(0)),
             ("global/pay-energy", "cost/unpayable-not-used", f"global/reactive-def@{rules.edition}"), plain)
        for window in ("main", "attack/window")
    ]  # fmt: skip


def _fabricates(rules: Rules) -> list[Step]:
    """Fabricate, for dice that one character pays for."""
    t, rule = rules.table, rules.keyword("fabricate")
    dice = range(t.count)
    cost = [t.printed("cost", die) for die in dice]
    able = [all_of(~spared(rules, die), t.may_fall(die, by_damage=False)) for die in dice]
    free = [all_of(t.of(die, t.turn, FIELD), t.picked[die] == 0, able[die]) for die in dice]
    none = all_of(*(cell == 0 for cell in t.picked), *(one <= DEAREST for one in cost))
    this = [t.subject == die for die in dice]
    wanted = worth(this, lambda die: t.printed("fabricate dice", die))
    dear = worth(this, lambda die: t.printed("fabricate cost", die))
    alone = of_die(t, lambda die: all_of(free[die], cost[die] >= dear))
    makes: dict[Expr, Expr | int] = {}
    for die in dice:
        makes |= gone(t, die, PREP, t.picked[die] == 1)
        makes[t.zone[die]] = where(this[die], USED, makes[t.zone[die]])
    makes |= {**none_of([*t.picked]), t.subject: 0}
    there = all_of(*(any_of(t.picked[die] == 0, t.zone[die] == FIELD) for die in dice))
    return [
        step("main/fabricate", "A die with Fabricate is to be paid for with own characters.", None,
             {t.subject: DIE}, (rule,)),
        step("main/fabricating/pick", "An own character of the Field is picked that pays for it.",
             alone, put([*t.picked], DIE, to(1)), (rule,),
             all_of(none, wanted == 1)),
        step("main/fabricating/purchase", "Those that were picked are KO'd, and the die is purchased.",
             None, makes, (rule, "purchase/to-used", "ko/to-owner-prep"), all_of(plainly_koed(rules), there),
             DUE),
    ]  # fmt: skip


def _begins(rules: Rules) -> list[Step]:
    """How an effect begins, where no die has copied abilities: at the program of its die and moment."""
    t, figures = rules.table, rules.table.figures
    head = at_least(rules.queue.effects[0] - 1, 0)
    of_die_s = head < len(Moment) * t.count
    own = all_of(*(cell == 0 for cell in t.text))
    moment = at_most(head // t.count, MOMENTS - 1)
    begins = figures.at("program", figures.kind(head % t.count) * MOMENTS + moment)
    return [
        step("resolve/read/begin", "The effect of a die begins at what is printed for its moment.",
             makes={t.source: head % t.count + 1, t.pc: begins}, given=all_of(own, of_die_s),
             cites=(f"queue/resolve-fully@{rules.edition}",), besides=("batch",)),
    ]  # fmt: skip


def _deadly(rules: Rules) -> list[Step]:
    t, effect = rules.table, Effect(rules)
    makes: dict[Expr, Expr | int] = {}
    for die in range(t.count):
        met = all_of(t.source >= 1, t.engaged[die] == t.source)
        makes |= gone(t, die, PREP, all_of(met, t.fielded(die), t.may_fall(die, by_damage=False)))
        makes[t.engaged[die]] = where(met, 0, t.engaged[die])
    return [
        step("resolve/ko-engaged", "Dice that were engaged with the Deadly die are KO'd.",
             effect.says(Op.KO_ENGAGED), {**makes, **effect.onward}, (rules.keyword("deadly"),),
             plainly_koed(rules), DUE),
    ]  # fmt: skip


def _rerolls(rules: Rules) -> list[Step]:
    """A die that an effect rolls again: a character stays, and what shows energy is in the Reserve Pool."""
    t = rules.table
    dice = range(t.count)
    rolled = first_of([t.picked[die] == 1 for die in dice])
    makes: dict[Expr, Expr | int] = none_of([*t.picked])
    names = ["damage", "blocks", "blocked"]
    names += [] if t.keeps_applied else ["plus_attack", "plus_defense", "traded", "bound", "shielded",
                                         "copies", "text"]  # fmt: skip
    for die, this in enumerate(rolled):
        level, action = t.face_figure("level", die, FACE), t.face_figure("action", die, FACE)
        energy = t.face_figure("energy", die, FACE) >= 1
        stays = where(t.zone[die] == IN_PLAY, action, level) >= 1
        late = ~TRUE
        if t.figures.aims(Target.IN_RESERVE):
            late = all_of(t.zone[die] == RESERVE, t.owner[die] != t.turn, ~energy)
            for cell in (t.withstood[die], t.engaged[die]):
                makes[cell] = where(all_of(this, late), 0, cell)
        goes = where(late, USED, where(stays, t.zone[die], RESERVE))
        makes[t.zone[die]] = where(this, goes, t.zone[die])
        makes[t.face[die]] = where(this, where(late, 0, FACE), t.face[die])
        for cell in (getattr(t, name)[die] for name in names):
            makes[cell] = where(all_of(this, any_of(late, ~stays)), 0, cell)
    return [
        step("resolve/reroll/die", "A die that is rolled again stays if it shows what belongs there.",
             makes=makes, given=any_of(*rolled),
             cites=("reroll/stays-in-area", "reroll/else-reserve")),
    ]  # fmt: skip
