"""What takes a while to say of a position: what it comes to, and whether there is a way to a goal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dicelaw.model.kernel.state import State
from dicelaw.oracle.answers.odds import results
from dicelaw.oracle.answers.outcome import as_json
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.scenario_runner import finish
from dicelaw.oracle.formats.service_formats import Limits, OpenBody, Outcome, SearchBody, Way
from dicelaw.oracle.games.departures import departures
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.service import visibility as hidden
from dicelaw.oracle.service.session_registry import ServiceError


@dataclass(frozen=True)
class AskedOutcome:
    """What the position comes to; with ``every`` decisions are followed too that players may pass on."""

    opened: OpenBody
    content: OwnContent | None
    state: State
    every: bool

    def answer(self, session: Session, limits: Limits, in_time: Callable[[], None]) -> Outcome:
        """See :class:`~dicelaw.oracle.service.workers.Asked`."""
        passing, most = not self.every, limits.situations
        determined = finish(session, passing=passing)
        try:
            found = [] if determined else results(session, passing=passing, limit=most, at_each=in_time)
        except UserError as refused:
            if refused.exit_code is not ExitCode.UNDECIDED:
                raise
            says = f"more than {most} situations are open from here, which is the limit; decide or roll more"
            raise ServiceError("limit", says, limit="situations") from None
        plain = as_json(session, found, determined)
        return Outcome.model_validate({**plain, "not_as_printed": plain["not_as_printed"] or None})


@dataclass(frozen=True)
class AskedSearch:
    """Whether there is a way from the position to the goal that is ``wanted``."""

    opened: OpenBody
    content: OwnContent | None
    state: State
    wanted: SearchBody

    def answer(self, session: Session, limits: Limits, in_time: Callable[[], None]) -> Way:
        """See :class:`~dicelaw.oracle.service.workers.Asked`."""
        from dicelaw.checker.chances.game import Improper
        from dicelaw.model.kernel.concrete import OutsideDomain
        from dicelaw.oracle.answers.question import ask, question
        from dicelaw.oracle.answers.question_report import reported

        words = self.wanted.goal, self.wanted.until, self.wanted.never
        asked = question(session.machine, session.state, *words)
        try:
            most = limits.states
            found = ask(
                session.machine, session.state, asked, budget=most, few=most, progress=lambda _: in_time()
            )
        except (Improper, OutsideDomain) as refused:
            raise UserError(f"the position cannot be searched: {refused}") from None
        if found.possible is None:
            says = f"more than {most} states are open from here, which is the limit; decide or roll more"
            raise ServiceError("limit", says, limit="states")
        plain = reported(session, found, *words)
        if found.play is not None:
            steps = enumerate(session.events, 1)
            plain["play"] = [hidden.event(session, number, step, "owner") for number, step in steps]
        return Way.model_validate({**plain, "not_as_printed": departures(session) or None})
