"""The part `damage-total`: final damage totals, from the model's own arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from dicelaw.model.dice_throne.language import DamageType
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.resolution import totals
from dicelaw.oracle.conform.check import Difference, Outcome, Result
from dicelaw.oracle.conform.engine import Broken, Engine, Fault, GivenUp
from dicelaw.oracle.dice_throne.opening import open_game
from dicelaw.oracle.format_version import FORMAT
from dicelaw.oracle.games.session import Session

KINDS = {
    "normal": DamageType.NORMAL,
    "undefendable": DamageType.UNDEFENDABLE,
    "pure": DamageType.PURE,
    "ultimate": DamageType.ULTIMATE,
}
PLAIN: Mapping[str, Any] = {
    "kind": "normal",
    "added": 0,
    "prevented": 0,
    "halvings": 0,
    "doublings": 0,
    "avoided": False,
}
"""What is not said of a damage calculation."""
_SLOTS = {
    "incoming": "printed",
    "added": "added",
    "prevented": "prevented[2]",
    "halvings": "halved[2]",
    "doublings": "doubled[2]",
    "avoided": "avoided[2]",
}


SMALL = (0, 1, 2, 3, 4)
"""The numbers that a simpler calculation is tried with."""
Calculation = Callable[[Mapping[str, Any]], int]


def calculation(opened: DuelMachine) -> Calculation:
    """What the machine ``opened`` makes of a damage calculation: the final total of an attack on player 2."""
    session, total = Session(opened), totals.final_total(opened.rules, 1)

    def worked_out(damage: Mapping[str, Any]) -> int:
        kind = damage.get("kind", "normal")
        values = {slot: int(damage.get(name, 0)) for name, slot in _SLOTS.items()}
        values |= {"attacker": 0, "activated": 1, "kind": KINDS[kind], "ultimate": int(kind == "ultimate")}
        state = list(session.machine.start)
        for slot, value in values.items():
            state[session.machine.slot_index[slot]] = value
        return session.reader.value(total, tuple(state))

    return worked_out


@cache
def _model() -> Calculation:
    return calculation(open_game())


def total_of(damage: Mapping[str, Any]) -> int:
    """The final total of ``damage`` by the rules."""
    return _model()(damage)


def rules_of(damage: Mapping[str, Any]) -> list[str]:
    """The rules that the final total of ``damage`` hangs on, the most particular first."""
    parts = {**PLAIN, **damage}
    subtotal = parts["incoming"] + parts["added"] - parts["prevented"]
    scaled = parts["halvings"] + parts["doublings"]
    fixed = bool(parts["added"] or parts["prevented"])
    ultimate = parts["kind"] == "ultimate"
    hindered = bool(parts["prevented"] or parts["halvings"] or parts["avoided"])
    applying = (
        ("ultimate/no-reduction-or-avoidance", ultimate and hindered),
        ("ultimate/enhanceable-by-attacker", ultimate and fixed),
        ("status/evasive/final-total-zero", parts["avoided"] and not ultimate),
        ("damage/total/each-multiplier-from-subtotal", scaled >= 2),
        ("damage/total/step-order", scaled >= 1 and fixed),
        ("damage/total/division-rounds-up", parts["halvings"] >= 1 and subtotal % 2 == 1),
        ("damage/total/floor-zero", subtotal < 0 or parts["halvings"] >= 2),
    )
    return [rule for rule, applies in applying if applies] or ["damage/total/computed-after-actions"]


def cases() -> Iterator[dict[str, Any]]:
    """Damage cases with each combination of what a calculation may have, small numbers first."""
    table = product(
        KINDS, (False, True), (0, 1), (0, 1, 2), (0, 3, 20), (0, 2), (0, 1, 4, 9, 13),
    )  # fmt: skip
    for number, (kind, avoided, doublings, halvings, prevented, added, incoming) in enumerate(table, 1):
        if kind == "pure" and added:
            continue
        damage = {
            "kind": kind, "incoming": incoming, "added": added, "prevented": prevented, "halvings": halvings,
            "doublings": doublings, "avoided": avoided,
        }  # fmt: skip
        yield case_of(f"damage-total/{number}", damage)


def case_of(id: str, damage: Mapping[str, Any]) -> dict[str, Any]:
    """``damage`` as a case, with the model's total."""
    return {
        "format": FORMAT, "id": id, "rules": rules_of(damage), "checks": "a final damage total",
        "damage": dict(damage), "total": total_of(damage),
    }  # fmt: skip


def check_total(case: Mapping[str, Any], engine: Engine) -> Result:
    """Whether ``engine`` arrives at the total of ``case``."""
    id = case["id"]
    try:
        answer = engine.ask({"do": "total", "damage": case["damage"]})
        if answer["answer"] == "unsupported":
            return Result(id, Outcome.SKIPPED, why=answer["why"], unsupported=True)
        if answer["answer"] != "total":
            raise Broken(Fault.GARBAGE, f"the answer to 'total' is {answer['answer']!r}")
    except Broken as broken:
        return Result(id, Outcome.ERROR, why=str(broken))
    except GivenUp as over:
        return Result(id, Outcome.SKIPPED, why=str(over))
    if answer["total"] == case["total"]:
        return Result(id, Outcome.AGREES, 1)
    found = Difference("total", "final total", 0, str(case["total"]), str(answer["total"]))
    return Result(id, Outcome.DISAGREES, difference=found)


def shortest(case: Mapping[str, Any], engine: Engine) -> tuple[dict[str, Any], Difference] | None:
    """The simplest damage with nothing in it that ``case`` lacks on which ``engine`` goes wrong, and how.

    None where it does not go wrong again.
    """
    for damage in sorted(_simpler(case["damage"]), key=_size):
        tried = case_of(case["id"], damage)
        difference = check_total(tried, engine).difference
        if difference is not None:
            return tried, difference
    return None


def _size(damage: Mapping[str, Any]) -> tuple[int, int]:
    return sum(damage[name] != plain for name, plain in PLAIN.items()), sum(
        int(value) for name, value in damage.items() if name != "kind"
    )


def _simpler(damage: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    columns = [
        dict.fromkeys((PLAIN.get(name, 0), *(one for one in SMALL if one < value), value))
        if name != "kind" and not isinstance(value, bool)
        else dict.fromkeys((PLAIN[name], value))
        for name, value in damage.items()
    ]
    yield from (dict(zip(damage, values, strict=True)) for values in product(*columns))
