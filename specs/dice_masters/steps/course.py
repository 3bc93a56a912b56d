"""The table of steps: what goes on between the acts of players, from the start of a turn to its cleanup."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Target
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.figures import FACE_CODES
from dicelaw.model.dice_masters.state.table import Table
from dicelaw.model.dice_masters.state.table_state import (
    ASIDE,
    ASSIGNING,
    ATTACK,
    BAG,
    BEGINNING,
    BLOCKERS,
    CAPTURED,
    CARD,
    ENDING,
    FIELD,
    IN_PLAY,
    MAIN,
    NO_ATTACK,
    PREP,
    RESERVE,
    USED,
)
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, at_least, at_most, where
from dicelaw.specs.dice_masters.steps.row import (
    DIE,
    FACE,
    first_of,
    gone,
    is_lethal,
    lie,
    none_of,
    of_die,
    worth,
)
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import Makes, Step, put, step, to

GEAR = Chosen("gear")


def steps_of_course(rules: Rules) -> list[Step]:
    """The rows about what happens by itself, or is settled, between acts."""
    tables = (_gear, _stages, _infiltrates, _kos, _holders, _rolls, _cleanup)
    return [row for table in tables for row in table(rules)]


def _gear(rules: Rules) -> list[Step]:
    """Gear as a turn begins, and gear whose wearer is gone."""
    t, rule = rules.table, rules.keyword("equip-attach")
    bearers = t.bearers(Keyword.EQUIP)
    cells = [*zip(bearers, t.offered, strict=False)]
    active = any_of(*(all_of(cell == 1, t.owner[die] == t.turn) for die, cell in cells))
    decider = where(active, t.turn, 1 - t.turn)
    offered = any_of(*(all_of(die == GEAR, cell == 1, t.owner[die] == decider) for die, cell in cells))
    wears = of_die(t, lambda die: all_of(t.fielded(die), t.printed("wears gear", die) == 1))
    worn = [*zip(bearers, t.worn_by, strict=False)]
    attached: Makes = {
        **{cell: where(die == GEAR, DIE + 1, cell) for die, cell in worn},
        **{cell: where(die == GEAR, 0, cell) for die, cell in cells},
    }
    loose = {
        cell: all_of(cell >= 1, any_of(t.zone[die] != IN_PLAY, *(
            all_of(cell == one + 1, ~t.fielded(one)) for one in range(t.count))))
        for die, cell in worn
    }  # fmt: skip
    return [
        step("clear/attach", "Gear that may be attached as a turn begins is, the active player's first.",
             all_of(offered, wears), attached, (rule, "queue/active-first")),
        step("clear/leave", "All other gear of a player may stay where it is.",
             any_of(*(cell == 1 for _, cell in cells)),
             {cell: where(t.owner[die] == decider, 0, cell) for die, cell in cells}, (rule,)),
        step("ko/unequip", "Gear stays, attached to nobody, when who wears it is gone.",
             all_of(_settled(rules), any_of(*loose.values())),
             {cell: where(one, 0, cell) for cell, one in loose.items()}, (rules.keyword("equip-stays"),)),
    ]  # fmt: skip


def _waiting(rules: Rules) -> Expr:
    """Whether KOs wait for the effects of being damaged, as the newer rules have it."""
    t = rules.table
    if not rules.newer:
        return ~TRUE
    waits = rules.before_kos
    if rules.reads("ko-by-effect", "after-damaged"):
        waits = any_of(waits, t.pc >= 1, rules.queue.length >= 1)
    return waits


def _rolling(rules: Rules) -> Expr:
    """Whether a die is set aside that is to be rolled instead of being KO'd."""
    t = rules.table
    return any_of(*(all_of(t.zone[die] == ASIDE, t.face[die] == 0) for die in t.bearers(Keyword.REGENERATE)))


def _none_falls(rules: Rules) -> Expr:
    t = rules.table
    return any_of(_waiting(rules), all_of(*(~is_lethal(t, die) for die in range(t.count))))


def _settled(rules: Rules) -> Expr:
    """Whether all KOs are over."""
    return all_of(_none_falls(rules), ~_rolling(rules))


def _stages(rules: Rules) -> list[Step]:
    """Where play goes on after effects of the start and the end of a turn, and of combat damage."""
    t = rules.table
    lost = none_of((*t.spare, *t.virtual))
    start = "turn/start-of-turn-effects" if rules.newer else "model/start-of-turn"
    ends = f"cleanup/end-of-turn-effects@{rules.edition}"
    return [
        step("stage/beginning", "After effects of its start the turn goes on.", t.stage == BEGINNING, lost,
             (start,)),
        step("stage/ending", "After effects of the end of the turn the Cleanup Step goes on.",
             t.stage == ENDING, lost, (ends,)),
        step("stage/no-attack", "After what answers no attack the Cleanup Step goes on.",
             t.stage == NO_ATTACK, lost, ("model/no-attack",)),
    ]  # fmt: skip


def _infiltrates(rules: Rules) -> list[Step]:
    t, choice, deals = rules.table, rules.keyword("infiltrate-choice"), rules.keyword("infiltrate-damage")
    early = not rules.reads("infiltrate", "assign-damage")
    stage: Makes = {t.stage: BLOCKERS if early else ASSIGNING}
    attacks = lie(t, t.turn, ATTACK)
    theirs = worth([t.turn == 1, t.turn == 0], t.aimed.__getitem__)
    may = of_die(t, lambda die: all_of(
        attacks[die], t.blocked[die] == 0, t.has(die, Keyword.INFILTRATE)))  # fmt: skip
    leaves: Makes = {
        **put([*t.zone], DIE, to(FIELD)), **put([*t.blocks], DIE, to(0)),
        **put([*t.aimed], 1 - t.turn, lambda old: old + 1),
        **(put([*t.arriving], DIE, to(0)) if early else {}),
    }  # fmt: skip
    return [
        step("infiltrate/leave", "An unblocked attacker with Infiltrate may go back, for 1 damage.", may,
             leaves, (choice, deals)),
        step("infiltrate/go", "What those deal who went back is on its way.", theirs >= 1,
             {**stage, t.reactor: t.turn}, (deals,)),
        step("infiltrate/pass", "Where none went back nothing is dealt.", theirs == 0, stage, (choice,)),
        *(step(f"{point}/falls/none", "Play goes on when no die has damage of its D or more.",
               _none_falls(rules), cites=("damage/ko-threshold",)) for point in ("infiltrate", "damage")),
    ]  # fmt: skip


def _kos(rules: Rules) -> list[Step]:
    t = rules.table
    worn = zip(t.bearers(Keyword.EQUIP), t.worn_by, strict=False)
    loose = [all_of(cell >= 1, any_of(t.zone[die] != IN_PLAY, ~t.fielded(at_least(cell - 1, 0))))
             for die, cell in worn]  # fmt: skip
    holds = any_of(*(_is_free(t, die) for die in range(t.count))) if t.captures or t.lends else ~TRUE
    return [
        step("ko/done", "Play goes on when no die is KO'd, rolled instead, let go or loses its gear.",
             all_of(_settled(rules), ~holds, ~any_of(*loose)), cites=("damage/ko-threshold",)),
        step("ko/regenerate", "What would have been KO'd is rolled first.", _rolling(rules),
             cites=(rules.keyword("regenerate"),)),
    ]  # fmt: skip


def _holder(t: Table, die: int) -> Expr:
    return at_most(at_least(t.keeper[die] - 1, 0), t.count - 1)


def _is_free(t: Table, die: int) -> Expr:
    """Whether what held ``die`` is not in the Field Zone any more."""
    held = all_of(t.keeper[die] >= 1, t.keeper[die] <= t.count)
    return all_of(held, ~t.fielded(_holder(t, die)))


def _holders(rules: Rules) -> list[Step]:
    """Dice that a die held which has left the Field Zone."""
    t, edition = rules.table, rules.edition
    if not (t.captures and t.lends):
        return []
    makes: dict[Expr, Expr | int] = {}
    some = []
    for die in range(t.count):
        gone_on = _is_free(t, die)
        some.append(gone_on)
        ends = gone_on
        if rules.reads("holder-gone", "goes-on"):
            ends = all_of(gone_on, any_of(t.lasting[die] == 1, t.zone[_holder(t, die)] == PREP))
        under, lent = t.zone[die] == CAPTURED, any_of(t.zone[die] == FIELD, t.zone[die] == ATTACK)
        energy = all_of(under, t.shown("level", die) == 0)
        back = all_of(ends, any_of(under, lent))
        spent = all_of(back, energy)
        makes |= {
            t.zone[die]: where(spent, USED, where(back, FIELD, t.zone[die])),
            t.face[die]: where(spent, 0, t.face[die]),
            t.owner[die]: where(all_of(ends, lent), 1 - t.owner[die], t.owner[die]),
            t.blocks[die]: where(back, 0, t.blocks[die]),
            t.blocked[die]: where(back, 0, t.blocked[die]),
            t.keeper[die]: where(back, 0, where(gone_on, t.count + 1, t.keeper[die])),
            t.lasting[die]: where(back, 0, t.lasting[die]),
        }
    return [
        step("ko/let-go", "What a die captured or controlled is let go when that die is gone.",
             all_of(_settled(rules), any_of(*some)), makes,
             (f"capture/return@{edition}", f"control/ends@{edition}", rules.rule("holder-leaves"))),
    ]  # fmt: skip


def _rolls(rules: Rules) -> list[Step]:
    """Rolls of single dice by effects and by Regenerate, and bags that are refilled for Corrupt."""
    t = rules.table
    dice, steps = range(t.count), t.figures.steps
    target = t.figures.at("target", t.pc)
    fallen = [t.source == die + 1 for die in dice]
    starting = t.figures.at("energy", FACE)
    shown = worth([*fallen, TRUE], lambda die: t.face_figure("energy", die % t.count, FACE))
    energy = where(target == Target.USED_SIDEKICK, starting, shown)
    onward = where(t.pc + 1 <= steps - 1, t.pc + 1, steps - 1)
    picked = first_of([t.picked[die] == 1 for die in dice])
    shows = worth(picked, lambda die: t.face_figure("level", die, FACE)) >= 1
    missed = USED if rules.reads("gate-result", "used") else CARD
    gated: Makes = {
        **{t.picked[die]: where(shows, t.picked[die], 0) for die in dice},
        **{t.zone[die]: where(all_of(one, ~shows), missed, t.zone[die]) for die, one in enumerate(picked)},
    }
    bearers = t.bearers(Keyword.REGENERATE)
    rolled = first_of([all_of(t.zone[die] == ASIDE, t.face[die] == 0) for die in bearers])
    again: dict[Expr, Expr | int] = {}
    for die, now in zip(bearers, rolled, strict=True):
        level = t.figures.at("level", t.figures.kind(die) * FACE_CODES + FACE)
        stays = all_of(now, level >= 1)
        again |= gone(t, die, PREP, all_of(now, level == 0))
        again |= {t.zone[die]: where(now, where(stays, FIELD, PREP), t.zone[die]),
                  t.face[die]: where(stays, FACE, again[t.face[die]])}  # fmt: skip
    used = lie(t, t.corrupted, USED)
    bag = [all_of(one, t.picked[die] == 0) for die, one in enumerate(lie(t, t.corrupted, BAG))]
    full = any_of(*bag)
    filled: Makes = {t.zone[die]: where(one, BAG, t.zone[die]) for die, one in enumerate(used)}
    fewer = rules.reads("corrupt-short", "fewer")
    return [
        step("resolve/test/roll", "With energy the effect goes on; else it is over.",
             makes={t.pc: where(energy >= 1, onward, 0)}, cites=(f"queue/resolve-fully@{rules.edition}",)),
        step("resolve/gating/roll", "A die that is gated in and shows no character is gone again.",
             makes=gated, cites=(rules.keyword("gate-result"),), given=any_of(*picked)),
        step("regenerate/roll", "A die that regenerates stays if it shows a character; else it is KO'd.",
             makes=again,
             cites=(rules.keyword("regenerate-success"), rules.keyword("regenerate-fail")),
             given=all_of(*(t.keeper[die] == 0 for die in bearers)) if t.lends else TRUE,
             besides=("text",)),
        step("resolve/corrupting/refill", "An empty bag is refilled from the Used Pile for it.",
             all_of(t.left >= 1, ~full, any_of(*used)) if not fewer else ~TRUE, filled,
             (rules.keyword("corrupt"),)),
    ]  # fmt: skip


def _cleanup(rules: Rules) -> list[Step]:
    """What ends with the turn, for dice that no capture and no control of a turn lets go."""
    t = rules.table
    newer = rules.newer
    ended: dict[Expr, Expr | int] = none_of((*t.spare, *t.called, *t.cleaved, *t.rebates, *t.frees))
    for die in range(t.count):
        unused = all_of(t.owner[die] == t.turn, t.zone[die] == RESERVE, t.gives(die) == 0)
        returns = t.zone[die] == ASIDE if newer else any_of(t.zone[die] == ASIDE, t.zone[die] == ATTACK)
        ended |= {t.zone[die]: where(unused, USED, where(returns, FIELD, t.zone[die])),
                  t.face[die]: where(unused, 0, t.face[die])}  # fmt: skip
        names = ["damage", "plus_attack", "plus_defense", "traded", "bound", "shielded", "copies", "text",
                 "suffered", *(() if newer else ("blocks", "blocked", "assigned"))]  # fmt: skip
        ended |= none_of([getattr(t, name)[die] for name in names])
    ended |= {t.newcomer: 0}
    held = all_of(*(any_of(t.keeper[die] == 0, t.lasting[die] == 1) for die in range(t.count)))
    return [
        step("cleanup/clear", "Damage and what was applied end; unused actions go to the Used Pile.",
             None, {**ended, t.stage: where(t.stage == ENDING, ENDING, MAIN)},
             ("cleanup/clear-damage", f"cleanup/effects-end@{rules.edition}",
              f"action/unused-to-used@{rules.edition}"), held),
    ]  # fmt: skip
