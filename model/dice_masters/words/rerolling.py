"""Rerolling dice in the Field Zone, of which some go to the Reserve Pool, and rolls that decide effects."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.cards.cards import Target
from dicelaw.model.dice_masters.damage.targeting import targeted
from dicelaw.model.dice_masters.rules import Rules, Writes, applied, lost
from dicelaw.model.dice_masters.state.table_state import IN_PLAY, RESERVE, USED
from dicelaw.model.dice_masters.zones.targets import fallen_source, may_be_rerolled, may_be_rolled
from dicelaw.model.kernel.expressions import Expr, all_of, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind


def add_rerolling(rules: Rules, says: tuple[Expr, str], onward: Writes) -> None:
    """The word by which a die in the Field Zone or the Reserve Pool is rolled again; ``says`` it is next."""
    t, timing, seat = rules.table, rules.timing, rules.queue.owners[0]
    point, die = "resolve/reroll", rules.die()
    timing.point(point, Kind.CHANCE, "a die in the Field Zone or the Reserve Pool is rolled again")
    timing.add(
        "resolve/pick", "resolve", point, seat, "reroll {die}",
        choices=[die],
        requires=[
            says,
            (may_be_rerolled(rules, die, t.pc, seat), "target/field-characters-only"),
            *rules.no_token(die, "no-spin-reroll"),
        ],
        effect={t.picked[die]: 1, **onward, **targeted(rules, die)},
        cites=rules.cited(new=["reroll/only-rolled-dice", "energy/partial-no-reroll"]),
    )  # fmt: skip
    face, rolled = Choice("face", 1, 6), t.first(lambda die: t.picked[die] == 1)
    level, action = t.face_figure("level", rolled, face), t.face_figure("action", rolled, face)
    stays = where(t.zone[rolled] == IN_PLAY, action, level) >= 1
    losing = (t.damage, *(() if t.keeps_applied else (*applied(t), t.text)), t.blocks, t.blocked)
    shows: Expr = face
    goes = where(stays, t.zone[rolled], RESERVE)
    home: Writes = {}
    if t.figures.aims(Target.IN_RESERVE):
        energy = t.face_figure("energy", rolled, face) >= 1
        late = all_of(t.zone[rolled] == RESERVE, t.owner[rolled] != t.turn, negate(energy))
        shows, goes = where(late, 0, face), where(late, USED, goes)
        home = {array[rolled]: where(late, 0, array[rolled]) for array in (t.withstood, t.engaged)}
        stays = all_of(stays, negate(late))
    timing.add(
        "resolve/reroll/die", point, "ko", Agent.CHANCE, "roll the die",
        choices=[face],
        effect={
            **dict.fromkeys(t.picked, 0),
            t.face[rolled]: shows,
            t.zone[rolled]: goes,
            **lost(t, {array[rolled]: where(stays, array[rolled], 0) for array in losing}),
            **home,
        },
        cites=_reroll_rules(rules, rolled, stays),
    )  # fmt: skip


def _reroll_rules(rules: Rules, die: Expr, stays: Expr) -> Sequence[str]:
    """The rules about the reroll of ``die``, which ``stays`` where it is or not, each where it matters."""
    t = rules.table
    continuous, leaves = t.zone[die] == IN_PLAY, negate(stays)
    here: dict[str, Expr] = {
        "reroll/stays-in-area": stays,
        "reroll/else-reserve": leaves,
        "model/bare-draw": t.zone[die] == RESERVE,
    }
    newer = {
        "reroll/character-to-character": all_of(stays, negate(continuous)),
        "reroll/continuous-to-energy": all_of(leaves, continuous),
        "reroll/energy-loses-effects": leaves,
        "effects/applied-lost": leaves,
        "effects/persistent-lost": leaves,
    }
    return rules.cited_where(here, newer)


def add_test(rules: Rules, says: tuple[Expr, str], onward: Writes) -> None:
    """The word by which an unrolled die is rolled and lies as before: with energy the effect goes on."""
    t, timing, point = rules.table, rules.timing, "resolve/test"
    timing.point(point, Kind.CHANCE, "a die is rolled for an effect")
    timing.add(
        "resolve/begin-test", "resolve", point, Agent.RULES, "roll a die",
        requires=[says, (may_be_rolled(rules, t.pc, rules.queue.owners[0]), says[1])],
    )  # fmt: skip
    face = Choice("face", 1, 6)
    used = t.figures.at("target", t.pc) == Target.USED_SIDEKICK
    starting = t.figures.at("energy", face)
    energy = where(used, starting, t.face_figure("energy", fallen_source(rules)[0], face)) >= 1
    timing.add(
        "resolve/test/roll", point, "resolve", Agent.CHANCE, "roll the die",
        choices=[face],
        effect={t.pc: where(energy, onward[t.pc], 0)},
    )  # fmt: skip
