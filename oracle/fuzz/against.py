"""A campaign against an implementation: where it departs from the rules in plays in which entries meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from dicelaw.model.foreign.json_text import to_json
from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.conform import shrink as conform
from dicelaw.oracle.conform.cases import Case
from dicelaw.oracle.conform.check import Difference, Outcome, Result, Support, check, is_given_up
from dicelaw.oracle.conform.engine import Engine
from dicelaw.oracle.conform.plays import built
from dicelaw.oracle.conform.run import Finding, Run
from dicelaw.oracle.conform.wander import probing
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import move_of
from dicelaw.oracle.fuzz.arena import Arena, Fuzzing, Group, Pairing
from dicelaw.oracle.fuzz.blame import involved
from dicelaw.oracle.fuzz.faults import DEPARTS, Fault
from dicelaw.oracle.fuzz.find import Find
from dicelaw.oracle.fuzz.shrink import Decisions, Shown, shrunk
from dicelaw.oracle.fuzz.tally import Tally
from dicelaw.oracle.fuzz.trail import Recorder, Trail, decisions_of, played
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.specs.property import Property

ROUND = 40
"""How many plays in a row are of one pairing; an implementation takes longer for each than our machines."""


@dataclass(frozen=True)
class Supported:
    """The part of ``whole`` that an implementation says it supports; see Fuzzing."""

    whole: Fuzzing
    pairings: Sequence[Pairing]
    own: frozenset[str] = frozenset()
    content: OwnContent | None = None

    def entries(self, pairing: Pairing) -> Mapping[str, bool]:
        """See Fuzzing."""
        return self.whole.entries(pairing)

    def sort(self, entry: str) -> tuple[str, str]:
        """See Fuzzing."""
        return self.whole.sort(entry)

    def groups(self, wanted: Set[str], size: int) -> Set[Group]:
        """See Fuzzing."""
        return self.whole.groups(wanted, size)

    def together(self, groups: Sequence[Group]) -> Sequence[Pairing]:
        """See Fuzzing."""
        return self.whole.together(groups)

    def touched(self, entry: str) -> Set[str]:
        """See Fuzzing."""
        return self.whole.touched(entry)

    def apart(self, group: Group) -> bool:
        """See Fuzzing."""
        return self.whole.apart(group)

    def arena(self, pairing: Pairing) -> Arena:
        """See Fuzzing."""
        return self.whole.arena(pairing)


def supported(fuzzing: Fuzzing, game: str, support: Support, mode: str = "") -> Supported | None:
    """The pairings of ``fuzzing``, in ``mode``, that an implementation plays; None where it plays none."""
    who = description(game).who
    known = [one for one in fuzzing.pairings if all(support.knows(who, name) for name in one)]
    return Supported(fuzzing, known) if known and not support.lacks(game, mode) else None


class _Asking:
    """Says of plays in ``arena`` whether an implementation shows in them what it does in ``first``."""

    def __init__(self, arena: Arena, recorder: Recorder, run: Run, first: conform.Shown) -> None:
        self.arena, self.recorder, self.run = arena, recorder, run
        self.best, self.like = first, conform.Likeness(first)
        self.over = False

    def shown(self, setup: Mapping[str, Any], decisions: Decisions, fault: Fault) -> Shown | None:
        """See Showing; the last such play is the ``best``."""
        trail = self.trail(setup, decisions)
        if trail is None or self.over:
            return None
        case = built(
            self.best.case.id, setup, decisions_of(self.arena, trail), _allowed(self.best.difference)
        )
        if case is None:
            return None
        result = check(case, self.run.engine, self.run.support)
        self.over = result.outcome is Outcome.ERROR or is_given_up(result)
        if result.difference is None:
            return None
        found = conform.cut(case, result.steps, result.difference)
        if found.size >= self.best.size or not self.like.shown_by(found, self.best):
            return None
        self.best = found
        kept = _up_to(self.arena, trail, len(found.case.steps))
        return Shown(setup, decisions_of(self.arena, kept), kept, fault)

    def trail(self, setup: Mapping[str, Any], decisions: Decisions) -> Trail | None:
        """The play of ``decisions`` from ``setup``, if there is one."""
        try:
            state = self.arena.state(setup)
        except UserError:
            return None
        trail = played(self.arena, self.recorder, state, decisions)
        return None if trail is None else Trail(trail.start, trail.steps)


def _allowed(difference: Difference) -> tuple[Mapping[str, Any], ...]:
    """The decision that is wrongly allowed, if one is."""
    is_so = difference.kind == "allows" and difference.decision is not None
    return (difference.decision,) if is_so and difference.decision is not None else ()


class ByEngine:
    """A :class:`~dicelaw.oracle.fuzz.judging.Judging` by what an implementation shows and allows in ``run``.

    All that comes of it is kept in the tally of that.
    """

    alone = False

    def __init__(self, run: Run, fuzzing: Fuzzing, pairing: Pairing, tally: Tally) -> None:
        self.pairing, self.tally = pairing, tally
        self.arena = fuzzing.arena(pairing)
        self.recorder = Recorder(self.arena)
        self.run, self.plays = replace(run, shrink=self._shrunk), ROUND
        self.thorough = True
        self._probed: Counter[str] = Counter()
        self._result: Result | None = None

    def shows(self, find: Find) -> bool:
        """See Judging."""
        case = built(find.name, find.setup, find.decisions, find.illegal)
        if case is None:
            return False
        result = self._came(self.run.seen(case))
        return result.difference is not None and _about(self.run.tally.findings[result.finding]) == find.about

    def heard(self, setup: Mapping[str, Any], trail: Trail) -> Trail:
        """``trail`` as far as the implementation went with it and agreed."""
        self._known = {*self.run.tally.findings}
        self._result = None
        decisions = decisions_of(self.arena, Trail(trail.start, trail.steps))
        case = built("fuzz", setup, decisions, seen=partial(self._seen, Random(to_json(setup))))
        if case is None:  # it hangs on what only the arena has
            return trail.cut(0)
        self._result = self._came(self.run.case(case))
        return _up_to(self.arena, trail, self._result.steps)

    def _shrunk(self, whole: conform.Shown, _engine: Engine, _support: Support) -> conform.Shown:
        """The smallest play found in which the implementation shows the same."""
        asking = _Asking(self.arena, Recorder(self.arena), self.run, whole)
        trail = asking.trail(whole.case.setup, whole.case.decisions)
        if trail is None:
            return whole
        fault = Fault(DEPARTS, "", whole.difference.says, len(trail.steps))
        shrunk(self.arena, Shown(whole.case.setup, whole.case.decisions, trail, fault), asking)
        return asking.best

    def _seen(self, draw: Random, session: Any) -> dict[str, Any]:
        data, rules = probing(session, draw, self._probed)
        self._probed.update(rules)
        return data

    def _came(self, result: Result) -> Result:
        """``result``, which is counted."""
        self.run.tally.results.append(result)
        if is_given_up(result):
            self.tally.ended = result.why
        return result

    def watched(self) -> Sequence[Property]:
        """See Judging: nothing, as no implementation makes such plays."""
        return ()

    def finds(self, number: int, _shown: Set[str] = frozenset(), /) -> Iterator[Find]:
        """See Judging."""
        if self._result is None or self._result.outcome is not Outcome.DISAGREES:
            return
        find = self._find(self.run.tally.findings[self._result.finding], number)
        if self._result.finding in self._known or any(find.key == one.key for one in self.tally.all):
            self.tally.known[find.key] += 1
            return
        self.tally.keep(find)
        yield find

    def _find(self, finding: Finding, number: int) -> Find:
        case, difference = finding.case, finding.difference
        assert case is not None
        allowed = _allowed(difference)
        return Find(
            DEPARTS, _about(finding), finding.says, self._met(case, allowed), self.pairing, case.setup,
            case.decisions, number, tuple(need.rule for need in finding.rules), allowed,
        )  # fmt: skip

    def _met(self, case: Case, allowed: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
        """The entries that meet in ``case``, those of a decision that is wrongly allowed among them."""
        trail = played(self.arena, self.recorder, self.arena.state(case.setup), case.decisions)
        if trail is None:
            return ()
        found = involved(self.arena, trail)
        session = self.arena.session(trail.end)
        for one in allowed:
            with suppress(UserError):
                found += self.arena.used(move_of(session, one["transition"], one["choices"]), trail.end)
        return tuple(sorted({*found}))


def _about(finding: Finding) -> str:
    """What tells ``finding`` from others: what is wrong, and the rule that decides it."""
    rules = (need.rule for need in finding.rules[:1])
    return "/".join((*finding.difference.signature, *rules))


def _up_to(arena: Arena, trail: Trail, decisions: int) -> Trail:
    """``trail`` with so many of its ``decisions``, and what the rules do after them."""
    for number, (_, move, _) in enumerate(trail.steps):
        if arena.machine.transitions[move[0]].actor is Agent.RULES:
            continue
        if not decisions:
            return Trail(trail.start, trail.steps[:number])
        decisions -= 1
    return Trail(trail.start, trail.steps)
