"""Exact chances: decisions are improved until none can be, and linear equations solved in fractions.

The graph is taken part by part, each after those that it leads to. What is not cyclic needs no equations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from dicelaw.checker.chances.components import Options, cyclic, ordered, possible
from dicelaw.checker.chances.game import Option

NEVER, ALWAYS = Fraction(0), Fraction(1)
LARGEST = 200
"""How many states of a cyclic part there may be."""


class TooLarge(Exception):
    """A cyclic part with more states than equations are solved for."""


def exact(
    options: Options,
    goal: Collection[int],
    decides: Callable[[int], bool],
    whole: Sequence[Sequence[int]] | None = None,
) -> dict[int, Fraction]:
    """The chance to reach ``goal`` from each state.

    ``decides`` tells where decisions are for it, not against. The ``whole`` graph may be in its parts
    already. Raises TooLarge.
    """
    wanted = {state: () if state in goal else mine for state, mine in options.items()}
    parts = ordered(wanted) if whole is None else list(_finer(whole, wanted))
    values = dict.fromkeys(goal, ALWAYS)
    largest = max((len(part) for part in parts), default=0)
    if largest > LARGEST:
        raise TooLarge(f"{largest} states are in one cyclic part, more than {LARGEST}")
    for part in parts:
        if cyclic(part, wanted):
            values.update(_Part(part, wanted, values, decides).solved())
        elif part[0] not in values:
            worth = [_worth(one, values) for one in wanted[part[0]]]
            best = max if decides(part[0]) else min
            values[part[0]] = best(worth, default=NEVER)
    return values


def _finer(whole: Iterable[Sequence[int]], wanted: Options) -> Iterator[Sequence[int]]:
    """The parts of ``wanted``, which lacks some of what leads on in the ``whole`` graph of these parts."""
    for part in whole:
        if len(part) == 1:
            yield part
        else:
            yield from ordered({state: wanted[state] for state in part})


def _worth(option: Option, values: Mapping[int, Fraction]) -> Fraction:
    if len(option.targets) == 1:
        return values[option.targets[0]]
    pairs = zip(option.weights, option.targets, strict=True)
    return sum((weight * values[target] for weight, target in pairs), NEVER) / option.total


class _Part:
    """A cyclic part, and what is decided in each of its states."""

    def __init__(
        self,
        states: Sequence[int],
        options: Options,
        known: Mapping[int, Fraction],
        decides: Callable[[int], bool],
    ) -> None:
        self.options = {state: options[state] for state in states}
        targets = {target for mine in self.options.values() for one in mine for target in one.targets}
        self.values = {target: known[target] for target in targets if target not in self.options}
        self.likely = [target for target, value in self.values.items() if value]
        self.decides = decides
        self.decided = {state: mine[0] for state, mine in self.options.items()}

    def solved(self) -> dict[int, Fraction]:
        """The chance from each state.

        Decisions for the goal are improved only against the best answer to them, and only where they become
        strictly better; when none does, the chances fit every state, and are the least that do.
        """
        while True:
            self._answered()
            if not self._improved([state for state in self.options if self.decides(state)], better=1):
                return {state: self.values[state] for state in self.options}

    def _answered(self) -> None:
        """Let decisions against the goal be best where those for it stay as they are."""
        fixed = {
            state: [self.decided[state]] if self.decides(state) else mine
            for state, mine in self.options.items()
        }
        likely = possible(fixed, self.likely, decides=lambda _: False)
        self.values.update(dict.fromkeys(self.options, NEVER))
        open_ = [state for state in self.options if state in likely]
        while True:
            self.values.update(self._chain(open_))
            if not self._improved([state for state in open_ if not self.decides(state)], better=-1):
                return

    def _improved(self, states: Sequence[int], *, better: int) -> bool:
        """Whether some decision in ``states`` becomes strictly better: up for 1, down for -1."""
        changed = False
        for state in states:
            now = self.values[state]
            worth = {option: better * _worth(option, self.values) for option in self.options[state]}
            best = max(worth, key=worth.__getitem__)
            if worth[best] > better * now:
                self.decided[state], changed = best, True
        return changed

    def _chain(self, states: Sequence[int]) -> dict[int, Fraction]:
        """The chances from ``states`` where all is decided: each state is put in terms of later ones."""
        inside = set(states)
        rows: dict[int, dict[int, Fraction]] = {}
        rest: dict[int, Fraction] = {}
        users: dict[int, set[int]] = {state: set() for state in states}
        for state in states:
            one = self.decided[state]
            shares = {
                target: Fraction(weight, one.total)
                for weight, target in zip(one.weights, one.targets, strict=True)
            }
            rows[state] = {target: share for target, share in shares.items() if target in inside}
            rest[state] = sum(
                (share * self.values[target] for target, share in shares.items() if target not in inside),
                NEVER,
            )
            for target in rows[state]:
                users[target].add(state)
        done: set[int] = set()
        for state in states:
            row = rows[state]
            scale = 1 / (1 - row.pop(state, NEVER))
            rows[state] = row = {target: share * scale for target, share in row.items()}
            rest[state] *= scale
            done.add(state)
            for user in users[state] - done:
                share = rows[user].pop(state)
                rest[user] += share * rest[state]
                for target, more in row.items():
                    rows[user][target] = rows[user].get(target, NEVER) + share * more
                    users[target].add(user)
        found: dict[int, Fraction] = {}
        for state in reversed(states):
            later = (share * found[target] for target, share in rows[state].items())
            found[state] = rest[state] + sum(later, NEVER)
        return found
