"""Dice that others hold, captured or controlled: how they are taken, and when they are let go."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.damage.targeting import targeted
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes, leaving, marks, out_of_combat
from dicelaw.model.dice_masters.state.table_state import CAPTURED, CARD, FIELD, OUT, PREP, USED
from dicelaw.model.dice_masters.zones.targets import level_one, may_be_seized, may_be_taken, source
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, at_least, at_most, negate, where
from dicelaw.model.kernel.graph import Agent

Says = Mapping[Op, tuple[Expr, str]]


def add_taking(rules: Rules, says: Says, onward: Writes) -> None:
    """The words by which a die takes others; ``says`` has for each word in use that it comes next."""
    t, timing, seat, edition = rules.table, rules.timing, rules.queue.owners[0], rules.edition
    die = rules.die()
    taker, there = source(rules)
    takes = (may_be_taken(rules, die, t.pc, seat), "target/field-characters-only")
    lives = negate(t.is_token(die))
    under: Writes = {t.zone[die]: where(lives, CAPTURED, CARD), t.keeper[die]: where(lives, taker + 1, 0)}
    stays = (t.face, t.owner, *(marks(t) if rules.reads("captured-marks", "kept") else ()))
    for op, name in ((Op.CAPTURE, "capture"), (Op.KEEP, "keep")):
        if op not in says:
            continue
        timing.add(
            f"resolve/{name}", "resolve", "ko", seat, "capture {die}",
            choices=[die],
            requires=[says[op], takes],
            effect={
                **leaving(t, die, CAPTURED), **{array[die]: where(lives, array[die], 0) for array in stays},
                **under, t.lasting[die]: where(lives, int(op is Op.KEEP), 0), **onward,
                **targeted(rules, die),
            },
            cites=rules.cited(
                "capture/place-under", "capture/not-existing", f"capture/ends@{edition}",
                new=("capture/several", "capture/may-be-called-out-of-play"),
                old=["fielded/not-captured-controlled"],
            ),
        )  # fmt: skip
    if Op.SEIZE in says:
        timing.add(
            "resolve/seize", "resolve", "resolve", seat, "capture {die} from the Reserve Pool",
            choices=[die],
            requires=[says[Op.SEIZE], (may_be_seized(rules, die, seat), f"capture/return@{edition}")],
            effect={**under, t.lasting[die]: 1, **onward},
            cites=["capture/place-under", "capture/not-existing"],
        )  # fmt: skip
    if Op.CONTROL in says:
        timing.add(
            "resolve/control", "resolve", "ko", seat, "take control of {die}",
            choices=[die],
            requires=[says[Op.CONTROL], takes],
            effect={
                t.zone[die]: FIELD, t.owner[die]: seat, **out_of_combat(t, die),
                t.keeper[die]: where(there, taker + 1, t.count + 1), **onward, **targeted(rules, die),
            },
            cites=rules.cited(
                "control/yours", f"control/place@{edition}", f"control/opponents-card@{edition}",
                f"control/ends@{edition}", "ref/opposing",
                new=("control/source-of-control", "control/modifications-follow"),
                old=("fielded/not-captured-controlled", "control/controller-stays"),
            ),
        )  # fmt: skip


def keeper_gone(rules: Rules, die: int) -> Expr:
    """Whether ``die`` is held by a die that is no longer in the Field Zone."""
    t = rules.table
    if not (t.captures or t.lends):
        return FALSE
    return all_of(t.keeper[die] >= 1, t.keeper[die] <= t.count, negate(t.fielded(_keeper(rules, die))))


def _keeper(rules: Rules, die: int) -> Expr:
    return at_most(at_least(rules.table.keeper[die] - 1, 0), rules.table.count - 1)


def add_letting_go(rules: Rules, settled: Demands) -> None:
    """What held others has left the Field Zone: they are let go, once ``settled``.

    By the older rules only a KO ends a capture or a control early, unless it is to last as long as the die
    that holds stays.
    """
    t, edition = rules.table, rules.edition
    if not (t.captures or t.lends):
        return
    gone = [keeper_gone(rules, die) for die in range(t.count)]
    writes: Writes = {}
    for die in range(t.count):
        ends: Expr = gone[die]
        if rules.reads("holder-gone", "goes-on"):
            ends &= any_of(t.lasting[die] == 1, t.zone[_keeper(rules, die)] == PREP)
        back = all_of(ends, any_of(t.captured(die), t.fielded(die)))
        energy = all_of(t.captured(die), t.shown("level", die) == 0)
        writes |= {
            t.zone[die]: where(back, where(energy, USED, FIELD), t.zone[die]),
            t.face[die]: where(back & energy, 0, t.face[die]),
            t.owner[die]: where(back & t.controlled(die), t.other(t.owner[die]), t.owner[die]),
            **out_of_combat(t, die, back),
            t.keeper[die]: where(back, 0, where(gone[die], t.count + 1, t.keeper[die])),
            t.lasting[die]: where(back, 0, t.lasting[die]),
        }
    rules.timing.add(
        "ko/let-go", "ko", "ko", Agent.RULES, "let go what a die held that is gone",
        requires=[*settled, (any_of(*gone), rules.rule("holder-leaves"))],
        effect=writes,
        cites=[f"capture/return@{edition}", f"control/ends@{edition}"],
    )  # fmt: skip


def turn_over(rules: Rules, die: int, settled: Writes) -> Writes:
    """``settled``, what the Cleanup Step makes of ``die``, where no turn's capture or control of it ends."""
    t = rules.table
    if not (t.captures or t.lends):
        return {}
    ends = all_of(t.keeper[die] >= 1, t.lasting[die] == 0)
    lent = all_of(ends, t.controlled(die))
    away = all_of(lent, negate(t.fielded(die)))
    zone, face = where(away, PREP, FIELD), where(away, 0, t.face[die])
    if rules.reads("controlled-out-of-play", "field"):
        out = t.zone[die] == OUT
        zone, face = where(out, FIELD, zone), where(out, level_one(rules, die), face)
    return {
        t.zone[die]: where(ends, zone, settled[t.zone[die]]),
        t.face[die]: where(ends, face, settled[t.face[die]]),
        t.owner[die]: where(lent, t.other(t.owner[die]), t.owner[die]),
        t.keeper[die]: where(ends, 0, t.keeper[die]),
    }


def controls_another(rules: Rules, die: Expr | int) -> Expr:
    """Whether ``die`` controls another one."""
    t = rules.table
    return t.some(lambda other: all_of(t.controlled(other), t.keeper[other] == die + 1))
