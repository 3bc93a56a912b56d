"""Following a log: the set of all plays that fit what its lines have said so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.state import State
from dicelaw.oracle.audit.events import Candidate, Check, Wish
from dicelaw.oracle.audit.hidden_draws import Fit, Hands
from dicelaw.oracle.audit.move_index import Ways


class Lost(Exception):
    """More plays fit the log than are followed."""


class Follower:
    """All plays of one game that fit its lines so far; ``fits`` is never empty.

    No line is needed for what the rules do by themselves. At most ``limit`` plays are followed at once.
    """

    def __init__(self, ways: Ways, start: State, any_moment: bool, limit: int) -> None:
        self.ways = ways
        self.reader = ways.reader
        self.hands = Hands(ways.decks, ways.machine.seats.numbers)
        self.any_moment = any_moment
        self.limit = limit
        self.fits: Sequence[Fit] = (Fit(start),)

    def step(self, wish: Wish, line: int) -> list[Fit]:
        """Take the step that ``wish`` says, in each play where it is legal now or after what is implied.

        Where it is legal in none, ``fits`` stays as it is, and the plays in which it was tried come back.
        Raises Lost where there are too many.
        """
        fits = self.fits
        if len(fits) == 1 and not fits[0].cards:
            found = self._straight(fits[0], wish, line)
            if found is not None:
                self.fits = (found,)
                return []
        hits: dict[object, Fit] = {}
        tried = list(self._ahead(self.fits, line, hits, wish))
        if not hits:
            return tried
        self.fits = tuple(hits.values())
        return []

    def check(self, checks: Sequence[Check], line: int) -> list[Fit]:
        """Keep the plays that agree with ``checks`` once the rules have done what they do by themselves.

        Where none does, ``fits`` stays as it is, and the plays that were looked at come back. Raises Lost
        where there are too many.
        """
        if len(self.fits) == 1 and not self.fits[0].cards and not self.any_moment:
            only = self.settled(self.fits[0], line)
            if not self.ways.implied[only.state[0]]:
                agrees = all(only.state[check.slot] == check.value for check in checks)
                self.fits = (only,) if agrees else self.fits
                return [] if agrees else [only]
        kept: dict[object, Fit] = {}
        seen: list[Fit] = []
        for fit in self._ahead(self.fits, line):
            if self.any_moment or self.ways.by_rules(fit.state) is None:
                seen.append(fit)
                if all(fit.state[check.slot] == check.value for check in checks):
                    kept[fit.state, fit.cards] = fit
        if not kept:
            return seen
        self.fits = tuple(kept.values())
        return []

    def settled(self, fit: Fit, line: int) -> Fit:
        """``fit`` after what the rules do by themselves, which is then said to belong to ``line``."""
        if not self.ways.rules[fit.state[0]]:
            return fit
        state, past, go_on = list(fit.state), fit.past, self.ways.go_on
        while (move := go_on(state)) is not None:
            past = (past, move, line)
        return fit if past is fit.past else Fit(tuple(state), past, fit.cards)

    def _straight(self, fit: Fit, wish: Wish, line: int) -> Fit | None:
        """``fit`` after ``wish`` if it can go on in one way only; None where there is more to look at."""
        ways, stepper, by_point = self.ways, self.reader.stepper, wish.at
        state: Sequence[int] = fit.state
        past = fit.past
        while True:
            at = state[0]
            if ways.implied[at]:
                return None
            hit = None
            for one in by_point.get(at, ()):
                place, move, _, seat = one
                if move is None:
                    return None
                after = stepper(place)(state, *move[1:])
                if after is not None and (seat is None or ways.may(state, one, move)):
                    if hit is not None:
                        return None
                    hit = Fit(after, (past, move, line))
            if hit is not None:
                return hit
            if not ways.rules[at]:
                return None
            if not isinstance(state, list):
                state = list(state)
            by_rules = ways.go_on(state)
            if by_rules is None:
                return None
            past = (past, by_rules, line)

    def _ahead(
        self, fits: Iterable[Fit], line: int, hits: dict[object, Fit] | None = None, wish: Wish | None = None
    ) -> Iterator[Fit]:
        """``fits`` and all that they come to by what is implied, nearest first.

        ``hits`` gets what they come to by ``wish``. Raises Lost where there are too many.
        """
        todo = list(fits)
        seen = {(fit.state, fit.cards) for fit in todo}
        for fit in todo:
            yield fit
            taken = False
            if wish is not None and hits is not None:
                for hit in self._matches(fit, wish, line):
                    hits.setdefault((hit.state, hit.cards), hit)
                    taken = True
            by_rules = self.ways.by_rules(fit.state)
            if by_rules is not None:
                on = [] if taken else [self._after(fit, by_rules[0], by_rules[1], line)]
            else:
                on = list(self._unlogged(fit, line))
            for one in on:
                key = (one.state, one.cards)
                if key not in seen:
                    seen.add(key)
                    todo.append(one)
            if len(seen) > self.limit or (hits is not None and len(hits) > self.limit):
                raise Lost

    def _after(self, fit: Fit, move: Move, state: State, line: int) -> Fit:
        after = Fit(state, (fit.past, move, line), fit.cards)
        return self.hands.pruned(after) if fit.cards else after

    def _unlogged(self, fit: Fit, line: int) -> Iterator[Fit]:
        """What ``fit`` comes to by one step that the log may leave out."""
        for place in self.ways.implied[fit.state[0]]:
            width = len(self.ways.machine.transitions[place].choices)
            yield from self._open(fit, Candidate(place, None, (None,) * width, None), line)

    def _matches(self, fit: Fit, wish: Wish, line: int) -> Iterator[Fit]:
        """What ``fit`` comes to if ``wish`` is taken now."""
        for one in wish.at.get(fit.state[0], ()):
            if one.move is None:
                yield from self._open(fit, one, line)
            else:
                yield from self._named(fit, one, one.move, line)

    def _named(self, fit: Fit, one: Candidate, move: Move, line: int) -> Iterator[Fit]:
        """What ``fit`` comes to by ``move``, whatever the card that it names has been so far."""
        card = self.ways.card(fit.state, move)
        for way in [fit] if card is None or not fit.cards else self.hands.naming(fit, card):
            after = self.reader.attempt(way.state, move)
            if after is not None and self.ways.may(way.state, one, move):
                yield self._after(way, move, after, line)

    def _open(self, fit: Fit, one: Candidate, line: int) -> Iterator[Fit]:
        """What ``fit`` comes to by each move that ``one`` leaves open; a draw is of a card unseen."""
        legal = [
            move
            for move in self.reader.enabled(fit.state)
            if move[0] == one.place
            and all(told is None or value in told for value, told in zip(move[1:], one.values, strict=True))
            and self.ways.may(fit.state, one, move)
        ]
        if one.place == self.ways.draw:
            for move in legal[:1]:
                seat = self.ways.seat(fit.state, move) or 0
                yield self.hands.drawn(fit, self.reader.step(fit.state, move), move, seat, line)
            return
        unseen = [card for card in fit.cards if not card.known]
        stand_ins = {card.card for card in unseen}
        for move in legal:
            if self.ways.card(fit.state, move) not in stand_ins:
                yield self._after(fit, move, self.reader.step(fit.state, move), line)
        for card in sorted({may for one_unseen in unseen for may in one_unseen.may_be}):
            named = self.ways.naming(one.place, card)
            if named is None or not (one.values[0] is None or named[1] in one.values[0]):
                continue
            if self.ways.card(fit.state, named) == card:
                yield from self._named(fit, one, named, line)
