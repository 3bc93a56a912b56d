"""Certified bounds on chances in large graphs: what values are in between is proved by whole numbers alone.

Chances are counted in units of a power of 2. From below, values begin at 0 and only rise, rounded down; they
never pass the true ones. From above, decisions against the goal are taken as the values from below suggest;
states between which play could then be kept for ever are made one, so that they can't vouch for each other;
and values begin at 1 and only fall, rounded up.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import accumulate, chain

from dicelaw.checker.chances.components import Options, cyclic, end_components, ordered, possible
from dicelaw.checker.chances.game import Option
from dicelaw.checker.search.assembly import Function, Value
from dicelaw.checker.search.native import Lasting, Word

FINEST = 52
"""Units are not finer than 2 to the power of minus this."""
COARSEST = 20
WORK = 1 << 30
"""How many values are computed anew for a cyclic part at most."""
_AT_ONCE = 1 << 26


class TooFine(Exception):
    """Chances with so large denominators that sums of them don't fit a word."""


def bounds(
    options: Options, goal: Collection[int], decides: Callable[[int], bool], *, work: int = WORK
) -> dict[int, tuple[Fraction, Fraction]]:
    """Between what the chance to reach ``goal`` from each state lies.

    ``decides`` tells where decisions are for it, not against. No more than ``work``
    values are computed anew for a cyclic part. Raises TooFine, and NotInstalled without the compiler.
    """
    wanted = {state: () if state in goal else mine for state, mine in options.items()}
    unit = _unit(wanted)
    low = _swept(wanted, {state: unit * (state in goal) for state in wanted}, decides, work, up=True)
    answered = {
        state: mine if decides(state) or len(mine) < 2 else [min(mine, key=lambda one: _worth(one, low))]
        for state, mine in wanted.items()
    }
    high = _above(answered, goal, unit, work)
    return {state: (Fraction(low[state], unit), Fraction(high[state], unit)) for state in wanted}


def _unit(options: Options) -> int:
    """How many units make 1: sums of weights times that many must fit a word."""
    total = max((one.total for mine in options.values() for one in mine), default=1)
    bits = min(FINEST, 62 - total.bit_length())
    if bits < COARSEST:
        raise TooFine(f"a chance has the denominator {total}")
    return 1 << bits


def _worth(option: Option, values: Mapping[int, int]) -> Fraction:
    pairs = zip(option.weights, option.targets, strict=True)
    return Fraction(sum(weight * values[target] for weight, target in pairs), option.total)


def _above(options: Options, goal: Collection[int], unit: int, work: int) -> dict[int, int]:
    """Upper bounds where only what is for the goal is left to decide."""
    likely = possible(options, goal, decides=lambda _: True)
    inner = {state: mine for state, mine in options.items() if state in likely and state not in goal}
    one_of = {state: state for state in options}
    for component in end_components(inner):
        one_of.update(dict.fromkeys(component, min(component)))
    merged: dict[int, list[Option]] = {state: [] for state in set(one_of.values())}
    for state, mine in options.items():
        if state in likely:
            moved = (_moved(option, one_of) for option in mine)
            here = one_of[state]
            merged[here] += [option for option in moved if option.targets != (here,)]
    begin = {state: unit * (state in likely) for state in merged}
    high = _swept(merged, begin, lambda _: True, work, up=False)
    return {state: high[one] for state, one in one_of.items()}


def _moved(option: Option, to: Mapping[int, int]) -> Option:
    """``option`` where states have become one."""
    weights: dict[int, int] = {}
    for target, weight in zip(option.targets, option.weights, strict=True):
        weights[to[target]] = weights.get(to[target], 0) + weight
    return Option(option.seat, tuple(weights), tuple(weights.values()), option.total)


def _swept(
    options: Options, begin: Mapping[int, int], decides: Callable[[int], bool], work: int, *, up: bool
) -> dict[int, int]:
    """The values that ``begin`` comes to, where states without options keep theirs."""
    parts = ordered(options)
    order = list(chain.from_iterable(parts))
    place = {state: number for number, state in enumerate(order)}
    listed = [option for state in order for option in options[state]]
    ways = [way for option in listed for way in zip(option.targets, option.weights, strict=True)]
    values = _words(begin[state] for state in order)
    arrays = [
        values,
        _words([0, *accumulate(len(options[state]) for state in order)]),
        _words([0, *accumulate(len(option.targets) for option in listed)]),
        _words(option.total for option in listed),
        _words(place[target] for target, _ in ways),
        _words(weight for _, weight in ways),
        _words(decides(state) for state in order),
    ]
    places = [ctypes.addressof(array) for array in arrays]
    first = 0
    for part in parts:
        stop, left = first + len(part), work // len(part) if cyclic(part, options) else 1
        while left > 0:
            sweeps = min(left, max(1, _AT_ONCE // len(part)))
            left = left - sweeps if _sweep()(*places, first, stop, sweeps, up) else 0
        first = stop
    return dict(zip(order, values, strict=True))


def _words(numbers: Iterable[int]) -> ctypes.Array[Word]:
    listed = [*numbers]
    return (Word * len(listed))(*listed)


@cache
def _sweep() -> Lasting:
    """The function that computes the values from ``first`` to ``stop`` anew, so often at most.

    It gives 1 where the last time changed any of them. ``up`` says whether they rise.
    """
    names = ["values", "options", "ways", "totals", "targets", "weights", "decides"]
    code = Function("sweep", names, ["first", "stop", "sweeps", "up"])

    def word(name: str, at: Value | int) -> Value:
        return code.load(code.at(code[name], at))

    changed, left = code.variable(0), code.variable(code["sweeps"])
    with code.loop() as (_, end):
        changed.set(0)
        with code.each(code["first"], code["stop"]) as state:
            begin, stop, old = word("options", state), word("options", state + 1), word("values", state)
            best = code.variable(code.choose(begin.equals(stop), old, -1))
            with code.each(begin, stop) as option:
                total, whole = word("totals", option), code.variable(0)
                with code.each(word("ways", option), word("ways", option + 1)) as way:
                    value = word("values", word("targets", way))
                    whole.set(whole.get() + value * word("weights", way))
                more = code.choose(code["up"].equals(0), total - 1, 0)
                worth = code.binary("udiv", whole.get() + more, total)
                now, higher = best.get(), word("decides", state).differs(0)
                higher_is_better, lower_is_better = higher & (now < worth), (worth < now)
                lower_is_better = lower_is_better & (higher ^ code.truth(True))
                better = higher_is_better | lower_is_better | now.equals(-1)
                best.set(code.choose(better, worth, now))
            with code.when(best.get().differs(old)):
                code.store(best.get(), code.at(code["values"], state))
                changed.set(1)
        left.set(left.get() - 1)
        code.leave(end, changed.get().equals(0))
        code.leave(end, left.get().equals(0))
    code.give(changed.get())
    return Lasting(code.text, "sweep", 11)
