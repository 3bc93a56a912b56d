"""One implementation, which is started when it is first asked, and what its answers come to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from dicelaw.model.foreign.shown import shown
from dicelaw.oracle.conform.budget import Budget
from dicelaw.oracle.conform.cases import Case
from dicelaw.oracle.conform.check import COMPARED, Outcome, Result, Support, greet
from dicelaw.oracle.conform.engine import Broken, GivenUp, Supervised
from dicelaw.oracle.conform.process import Process
from dicelaw.oracle.conform.report import reasons
from dicelaw.oracle.conform.run import Finding, Run, Tally


class Departs(Exception):
    """An implementation departs from the rules: how, by which rules, and the shortest play found."""


class Unanswered(Exception):
    """Nothing is known of a case: the adapter broke, was unsteady, or could not be asked any more."""


class Unasked(Exception):
    """A case is not asked, as the implementation does not support it."""


def explained(finding: Finding) -> str:
    """How an implementation departs from the rules, by which and in which play: lines that it can't forge."""
    return "\n".join(map(shown, (finding.says, *reasons(finding))))


class Judge:
    """Asks the implementation of ``game`` that ``command`` starts; it is ended by :meth:`close`."""

    def __init__(self, game: str, command: str, timeout: float) -> None:
        self.game = game
        budget = Budget()
        self.engine = Supervised(lambda: Process(command, timeout, budget), budget=budget)
        self.tally = Tally()

    @cached_property
    def support(self) -> Support:
        """What the implementation says of itself.

        Raises UserError where it cannot be started, and Unanswered where it breaks.
        """
        try:
            self.tally.support = greet(self.engine)
        except (Broken, GivenUp) as broken:
            raise Unanswered(shown(str(broken))) from None
        return self.tally.support

    @cached_property
    def _run(self) -> Run:
        return Run(self.game, self.engine, self.support, self.tally)

    def must_know(self, id: str, setup: Mapping[str, Any]) -> None:
        """Raises Unasked where the play ``id``, which begins in ``setup``, is not supported."""
        if why := self.support.plays(setup):
            self.tally.results.append(Result(id, Outcome.SKIPPED, why=why, begun=False))
            raise Unasked(shown(why))

    def ask(self, case: Case | Mapping[str, Any]) -> None:
        """Compare the answers to ``case``, a play or a ``DamageCase``, with the rules.

        Raises Departs, Unanswered or Unasked where they do not agree with these.
        """
        result = self._run.case(case) if isinstance(case, Case) else self._run.total(case)
        self.tally.results.append(result)
        if result.outcome is Outcome.DISAGREES:
            raise Departs(explained(self.tally.findings[result.finding]))
        if result.outcome is Outcome.SKIPPED and self._declines(case, result):
            raise Unasked(shown(result.why))
        if result.outcome is not Outcome.AGREES:
            raise Unanswered(shown(f"{result.outcome.value}: {result.why}"))

    @property
    def has_compared_nothing(self) -> bool:
        """Whether cases were asked, and none of them was compared."""
        results = self.tally.results
        return bool(results) and not any(result.outcome in COMPARED for result in results)

    def close(self) -> None:
        """End the implementation, with all that it started."""
        self.engine.close()

    def _declines(self, case: Case | Mapping[str, Any], result: Result) -> bool:
        """Whether it was skipped because it is not supported, not because nothing can be asked any more."""
        if result.unsupported:
            return True
        if isinstance(case, Case):
            return bool(self.support.plays(case.setup))
        return "damage-total" not in self.support.parts
