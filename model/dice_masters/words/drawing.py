"""The words by which an effect draws dice: to the Prep Area, or to be rolled at once."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.damage.capture_and_control import Says
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.state.table_state import BAG, PREP, RESERVE, USED
from dicelaw.model.kernel.expressions import Expr, any_of, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind


def add_drawing(rules: Rules, says: Says, onward: Writes) -> None:
    """The words that draw; ``says`` has for each word in use that it comes next."""
    t = rules.table
    if Op.DRAW in says:
        prep = rules.cited(new=["keyword/prep", "keyword/prep-from-bag"])
        die = rules.die()
        _draw(rules, "resolve/draw", "resolve", says[Op.DRAW], onward, die, {t.zone[die]: PREP}, prep)
    if Op.DRAW_ROLL in says:
        bare = rules.cited("model/bare-draw", new=["draw/bare-draw", "draw/bare-draw-single-roll"])
        point, die = "resolve/draw-and-roll", rules.die()
        _draw(rules, point, "resolve/roll", says[Op.DRAW_ROLL], onward, die, {t.subject: die}, bare)
        _roll(rules)


def _draw(
    rules: Rules,
    point: str,
    target: str,
    says: tuple[Expr, str],
    onward: Writes,
    die: Choice,
    effect: Writes,
    cites: list[str],
) -> None:
    t, timing, seat = rules.table, rules.timing, rules.queue.owners[0]
    timing.point(point, Kind.CHANCE, "an effect draws a die from the bag")
    timing.add(
        f"resolve/begin-{point.removeprefix('resolve/')}", "resolve", point, Agent.RULES, "draw a die",
        requires=[says], effect=onward, cites=cites,
    )  # fmt: skip
    in_bag = t.some(lambda one: t.of(one, seat, BAG))
    in_used = t.some(lambda one: t.of(one, seat, USED))
    refill = "draw/refill-from-used"
    timing.add(
        f"{point}/draw", point, target, Agent.CHANCE, "draw {die}",
        choices=[die], requires=[(t.of(die, seat, BAG), "zone/bag-source")], effect=effect,
    )  # fmt: skip
    timing.add(
        f"{point}/refill", point, point, Agent.RULES, "refill the bag from the Used Pile",
        requires=[(negate(in_bag), refill), (in_used, refill)],
        effect={t.zone[one]: where(t.of(one, seat, USED), BAG, t.zone[one]) for one in range(t.count)},
    )  # fmt: skip
    timing.add(
        f"{point}/none", point, "resolve", Agent.RULES, "there is no die to draw",
        requires=[(negate(in_bag), refill), (negate(in_used), refill)],
    )  # fmt: skip


def _roll(rules: Rules) -> None:
    """The die that was drawn is rolled, once; in the opponent's turn only energy stays."""
    t = rules.table
    die, face = t.subject, Choice("face", 1, 6)
    stays = any_of(rules.queue.owners[0] == t.turn, t.face_figure("energy", die, face) >= 1)
    rules.timing.point("resolve/roll", Kind.CHANCE, "the die that an effect drew is rolled")
    rules.timing.add(
        "resolve/roll/die", "resolve/roll", "resolve", Agent.CHANCE, "roll a die",
        choices=[face],
        effect={
            t.zone[die]: where(stays, RESERVE, USED), t.face[die]: where(stays, face, 0), t.subject: 0,
        },
        cites=["model/bare-draw"],
    )  # fmt: skip
