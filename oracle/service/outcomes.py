"""What takes a while to say of a position: what it comes to, ways to a goal, and what hangs on readings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from dicelaw.model.kernel.concrete import Decision, Illegal, Move
from dicelaw.model.kernel.state import State
from dicelaw.model.kernel.watched import Watched
from dicelaw.oracle.answers.asked_again import Ask, Here, under_readings
from dicelaw.oracle.answers.hanging import Others, hanging
from dicelaw.oracle.answers.odds import Result, results
from dicelaw.oracle.answers.outcome import as_json, comes_to
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.scenario_runner import comes, finish, settle
from dicelaw.oracle.formats.answer_formats import Outcome, Way
from dicelaw.oracle.formats.service_formats import LegalDecisions, OpenBody, SearchBody, Viewer
from dicelaw.oracle.games.departures import departures
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.refusal import why_not_move
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.service import visibility as hidden
from dicelaw.oracle.service.session_registry import ServiceError, beginning
from dicelaw.oracle.service.workers import Left


@dataclass(frozen=True)
class _OfPosition:
    """What is asked where ``decided`` was decided since a session was ``opened``."""

    opened: OpenBody
    content: OwnContent | None
    state: State
    decided: tuple[Decision, ...]

    def hangs(self, ask: Callable[[Session], object]) -> list[dict[str, Any]]:
        """The readings on which hangs what is to ``ask`` of the position, with the answers under each."""

        def again(one: Session) -> object:
            replay(one, self.decided)
            return ask(one)

        begun = beginning(self.opened, self.content)
        whole = begun.opened({})
        whole.reader = Watched(whole.reader)
        return [one.as_json() for one in hanging(begun, whole, again, again(whole))]


@dataclass(frozen=True)
class AskedLegal(_OfPosition):
    """What may be decided, and under which other readings something else may be."""

    def answer(self, session: Session, left: Left) -> LegalDecisions:
        """See :class:`~dicelaw.oracle.service.workers.Asked`."""

        def ask(one: Session) -> object:
            left.in_time()
            return hidden.legal(one, "owner")

        found = legal_decisions(session, "owner")
        return LegalDecisions.model_validate({**found.model_dump(), "readings": self.hangs(ask)})


def legal_decisions(session: Session, viewer: Viewer) -> LegalDecisions:
    """What may be decided where ``session`` stands, as far as ``viewer`` may see it."""
    point = session.machine.point_of(session.state)
    found = {
        "at": point.id,
        "says": point.says,
        "to_decide": hidden.observation(session, viewer)["to_decide"],
        "decisions": hidden.legal(session, viewer),
        "not_as_printed": departures(session) or None,
    }
    return LegalDecisions.model_validate(found)


@dataclass(frozen=True)
class AskedOutcome(_OfPosition):
    """What the position comes to; with ``every`` decisions are followed too that players may pass on.

    With ``others`` it is asked again under all other readings that may change it.
    """

    every: bool
    others: bool

    def answer(self, session: Session, left: Left) -> Outcome:
        """See :class:`~dicelaw.oracle.service.workers.Asked`."""
        passing, most = not self.every, left.limits.situations

        def followed(one: Session) -> tuple[list[Result], bool]:
            """What is open from there, and whether nothing is."""
            if finish(one, passing=passing):
                return [], True
            return results(one, passing=passing, limit=most, at_each=left.in_time), False

        try:
            found, determined = followed(session)
        except UserError as refused:
            if refused.exit_code is not ExitCode.UNDECIDED:
                raise
            says = f"more than {most} situations are open from here, which is the limit; decide or roll more"
            raise ServiceError("limit", says, limit="situations") from None
        plain = as_json(session, found, determined)
        if self.others:
            plain["readings"] = self.hangs(lambda one: comes_to(one, *followed(one)))
        return Outcome.model_validate({**plain, "not_as_printed": plain["not_as_printed"] or None})


@dataclass(frozen=True)
class AskedSearch(_OfPosition):
    """Whether there is a way from the position to the goal that is ``wanted``."""

    wanted: SearchBody

    def answer(self, session: Session, left: Left) -> Way:
        """See :class:`~dicelaw.oracle.service.workers.Asked`."""
        from dicelaw.checker.chances.game import Improper
        from dicelaw.model.kernel.concrete import OutsideDomain
        from dicelaw.oracle.answers.question import ask
        from dicelaw.oracle.answers.question_report import reported
        from dicelaw.oracle.answers.search_again import SearchAgain, Words

        words = Words(self.wanted.goal, self.wanted.until, self.wanted.never)
        here, asked, most = Here(session.at, session.state), words.asked(session), left.limits.states
        try:
            found = ask(
                session.machine,
                session.state,
                asked,
                budget=most,
                few=most,
                progress=lambda _: left.in_time(),
            )
            if found.possible is None:
                says = f"more than {most} states are open from here, which is the limit; decide or roll more"
                raise ServiceError("limit", says, limit="states")
            more = SearchAgain(words, session, found, most, progress=lambda _: left.for_more(), few=most)
            plain = reported(session, found, words.goal, words.until, words.never)
            if found.play is not None:
                steps = enumerate(session.events, 1)
                plain["play"] = [hidden.event(session, number, step, "owner") for number, step in steps]
            under = under_readings(
                Others(beginning(self.opened, self.content), session, more.looked_at.reader),
                more,
                here,
                lambda one: replay(one, self.decided),
                Ask(self.wanted.other_readings),
                left.for_more,
            )
        except (Improper, OutsideDomain) as refused:
            raise UserError(f"the position cannot be searched: {refused}") from None
        said = {**plain, **under.as_json(), "not_as_printed": departures(session) or None}
        return Way.model_validate(said)


def replay(session: Session, decided: tuple[Decision, ...]) -> None:
    """Decide in ``session``, which has just begun, what was ``decided``. Raises UserError where it can't be.

    Under its readings players may have to pass at other moments.
    """
    settle(session)
    for decision in decided:
        try:
            move = session.reader.move(decision)
        except Illegal as refused:
            raise UserError(str(refused), ExitCode.ILLEGAL) from None
        if session.is_pass(move) and move not in session.legal():
            continue
        text = decision.transition if session.transition(move).source != session.at else session.text(move)
        there = Session(session.game, session.state, session.heroes, session.content)
        if not comes(session, partial(_is_legal, session, move)):
            raise UserError(there.refusal(why_not_move(there, text, move)), ExitCode.ILLEGAL)
        session.apply(move)
        settle(session)


def _is_legal(session: Session, move: Move) -> bool:
    return move in session.legal()
