"""Deadly: what was engaged with the die is KO'd at the end of the turn."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.consequences import knocked_out
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, where
from dicelaw.model.kernel.graph import Agent, Choice


def meeting(rules: Rules, die: Choice, attacker: Choice) -> Writes:
    """What it writes that ``die`` blocks ``attacker``, if either of them is Deadly."""
    t = rules.table
    bearers = t.bearers(Keyword.DEADLY)
    if not bearers:
        return {}
    strikes, kills = t.has(die, Keyword.DEADLY), t.has(attacker, Keyword.DEADLY)
    writes: Writes = {
        t.engaged[die]: where(kills, attacker + 1, t.engaged[die]),
        t.engaged[attacker]: where(strikes, die + 1, t.engaged[attacker]),
    }
    for place, one in enumerate(t.delayed):
        if one in bearers:
            acts = any_of(all_of(die == one, strikes), all_of(attacker == one, kills))
            writes[t.later[place]] = where(acts, 1, t.later[place])
    return writes


def doomed(rules: Rules, die: int) -> Expr:
    """Whether the effect under way KO's ``die``: one that was engaged with its die, and may be KO'd."""
    t = rules.table
    return all_of(_met(rules, die), t.fielded(die), t.may_fall(die, by_damage=False))


def _met(rules: Rules, die: int) -> Expr:
    """Whether ``die`` was engaged with the die whose effect is under way, and with no Deadly one later."""
    t = rules.table
    return all_of(t.source >= 1, t.engaged[die] == t.source)


def add_deadly(rules: Rules, says: tuple[Expr, str], onward: Writes) -> None:
    """The word by which they are KO'd; ``says`` that it comes next."""
    t = rules.table
    which = [doomed(rules, die) for die in range(t.count)]
    done: Writes = {t.engaged[die]: where(_met(rules, die), 0, t.engaged[die]) for die in range(t.count)}
    rules.timing.add(
        "resolve/ko-engaged", "resolve", "ko", Agent.RULES, "KO what was engaged with a Deadly die",
        requires=[says], effect={**knocked_out(rules, which, rules.queue.owners[0]), **done, **onward},
        cites=["model/deadly", *rules.cited(new=["ko/ko-effect-not-damage"])],
    )  # fmt: skip
