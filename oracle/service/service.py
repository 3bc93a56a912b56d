"""The session service, whatever carries its messages: one request in, one answer out.

Reading changes nothing. A decision that the rules forbid is refused with the rules, and a request that is not
answered leaves everything as it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from dicelaw.model.foreign.json_text import from_json
from dicelaw.model.kernel.concrete import Decision
from dicelaw.model.kernel.state import State
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.formats.answer_formats import Departing, Outcome, Way
from dicelaw.oracle.formats.formats import Demand, Event, Observation, Refusal
from dicelaw.oracle.formats.service_formats import (
    About,
    Answer,
    Applied,
    Apply,
    AskAbout,
    AskEvents,
    AskLegal,
    AskOutcome,
    AskSearch,
    AskState,
    AskWhyNot,
    Closed,
    CloseSession,
    Code,
    EventPage,
    LegalDecisions,
    Limits,
    OpenBody,
    Opened,
    OpenSession,
    Request,
    SearchBody,
    SessionState,
    Undo,
    Viewer,
    WhyNotAnswer,
)
from dicelaw.oracle.games.departures import departures
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session, WhyNot
from dicelaw.oracle.service import visibility as hidden
from dicelaw.oracle.service.outcomes import AskedLegal, AskedOutcome, AskedSearch, legal_decisions
from dicelaw.oracle.service.session_registry import Clock, Play, Plays, ServiceError
from dicelaw.oracle.service.workers import Find, here

_CODES: dict[ExitCode, Code] = {
    ExitCode.UNKNOWN_NAME: "unknown-name",
    ExitCode.ILLEGAL: "illegal",
    ExitCode.UNDECIDED: "limit",
}
_OWNERS = {
    Undo: "take decisions back",
    AskOutcome: "follow what is open",
    AskSearch: "search what is open",
    CloseSession: "close the session",
}
"""What only the owner of a session may do; an outcome and a search tell of both hands."""


class Service:
    """Opens sessions and answers about them, within ``limits``. Safe to use from several threads.

    ``content`` is known beside ours. ``clock`` tells seconds. ``find`` works out what takes a while, by
    default here.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        content: OwnContent | None = None,
        clock: Clock = time.monotonic,
        find: Find | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.content = content
        self.clock = clock
        self.plays = Plays(self.limits, clock)
        self._find = find or here(self.limits, clock)
        self._ways: dict[type, Callable[[Play, Viewer, Any], Answer]] = {
            AskState: self._state,
            AskLegal: self._legal,
            AskWhyNot: self._why_not,
            Apply: self._apply,
            Undo: self._undo,
            AskEvents: self._list_events,
            AskOutcome: self._outcome,
            AskSearch: self._search,
            CloseSession: self._close,
        }

    def answer(self, request: Request) -> Answer:
        """The answer to ``request``. Raises ServiceError where there is none."""
        try:
            if isinstance(request, AskAbout):
                return self._about()
            if isinstance(request, OpenSession):
                return self._open(request)
            with self.plays.held(request.session) as (play, viewer):
                if viewer != "owner" and type(request) in _OWNERS:
                    raise ServiceError("forbidden", f"only the owner's key can {_OWNERS[type(request)]}")
                return self._ways[type(request)](play, viewer, request)
        except hidden.NotYoursError as refused:
            raise ServiceError("forbidden", refused.message) from None
        except UserError as refused:
            code = _CODES.get(refused.exit_code, "malformed")
            raise ServiceError(code, refused.message.replace("\n", "; ")) from None

    def _about(self) -> About:
        from importlib.metadata import version

        return About(version=version("dicelaw"), limits=self.limits)

    def _open(self, request: OpenBody) -> Opened:
        play = self.plays.open(request, self.content)
        return Opened(**_seen(play, "owner"), keys=play.keys)

    def _state(self, play: Play, viewer: Viewer, _request: AskState) -> SessionState:
        return SessionState(**_seen(play, viewer))

    def _legal(self, play: Play, viewer: Viewer, request: AskLegal) -> LegalDecisions:
        if not request.other_readings:
            return legal_decisions(play.session, viewer)
        if viewer != "owner":
            raise ServiceError("forbidden", "only the owner's key can ask under other readings")
        asked = AskedLegal(*_here(play, self.content))
        return LegalDecisions.model_validate(from_json(self._find(asked, play.session)))

    def _why_not(self, play: Play, viewer: Viewer, request: AskWhyNot) -> WhyNotAnswer:
        why = hidden.why_not(play.session, request.decision, viewer)
        if why.legal and why.after_pass is None:
            return WhyNotAnswer(legal=True, not_as_printed=_departing(play.session))
        after = None if why.after_pass is None else str(why.after_pass + 1)
        found = {"legal": False, "after_pass_of": after, "refusal": _refusal(play.session, why)}
        return WhyNotAnswer.model_validate({**found, "not_as_printed": _departing(play.session)})

    def _apply(self, play: Play, viewer: Viewer, request: Apply) -> Applied:
        session, count = play.session, len(play.session.events)
        if count >= self.limits.steps:
            says = f"this session has {count} steps; the limit is {self.limits.steps}"
            raise ServiceError("limit", says, limit="steps")
        move = hidden.find(session, request.decision, viewer)
        if move is None:
            refusal = _refusal(session, hidden.why_not(session, request.decision, viewer))
            raise ServiceError("illegal", refusal.says, refusal=refusal)
        try:
            session.apply(move)
            settle(session)
        except BaseException:
            _back_to(session, count)
            raise
        play.marks.append(count)
        return Applied(**_seen(play, viewer), events=_events(session, viewer, count, len(session.events)))

    def _undo(self, play: Play, viewer: Viewer, request: Undo) -> SessionState:
        if request.count > self.limits.undo:
            says = f"at most {self.limits.undo} decisions are taken back at once; asked: {request.count}"
            raise ServiceError("limit", says, limit="undo")
        if request.count > len(play.marks):
            says = f"{request.count} decisions cannot be taken back: {len(play.marks)} have been made"
            raise ServiceError("conflict", says)
        _back_to(play.session, play.marks[-request.count])
        del play.marks[-request.count :]
        return SessionState(**_seen(play, viewer))

    def _list_events(self, play: Play, viewer: Viewer, request: AskEvents) -> EventPage:
        first, count = request.since - 1, len(play.session.events)
        end = min(first + min(request.most, self.limits.events), count)
        return EventPage(
            events=_events(play.session, viewer, first, end), next=end + 1 if end < count else None
        )

    def _outcome(self, play: Play, _viewer: Viewer, request: AskOutcome) -> Outcome:
        asked = AskedOutcome(*_here(play, self.content), request.every, request.other_readings)
        return Outcome.model_validate(from_json(self._find(asked, play.session)))

    def _search(self, play: Play, _viewer: Viewer, request: AskSearch) -> Way:
        wanted = SearchBody(**{name: getattr(request, name) for name in SearchBody.model_fields})
        asked = AskedSearch(*_here(play, self.content), wanted)
        return Way.model_validate(from_json(self._find(asked, play.session)))

    def _close(self, play: Play, _viewer: Viewer, _request: CloseSession) -> Closed:
        self.plays.close(play)
        return Closed()


def _here(
    play: Play, content: OwnContent | None
) -> tuple[OpenBody, OwnContent | None, State, tuple[Decision, ...]]:
    """How ``play`` was opened, where it stands, and what was decided on the way."""
    session = play.session
    decided = (session.reader.decision(session.events[number].move) for number in play.marks)
    return play.opened, content, session.state, tuple(decided)


def _seen(play: Play, viewer: Viewer) -> dict[str, Any]:
    """The fields of a ``SessionState``."""
    found = Observation.model_validate(hidden.observation(play.session, viewer))
    seen = {"viewer": viewer, "steps": len(play.session.events), "observation": found}
    return {**seen, "not_as_printed": _departing(play.session)}


def _departing(session: Session) -> list[Departing] | None:
    return [Departing.model_validate(one) for one in departures(session)] or None


def _events(session: Session, viewer: Viewer, first: int, end: int) -> list[Event]:
    """The steps from ``first`` (from 0) up to but not including ``end``."""
    rows = enumerate(session.events[first:end], first + 1)
    return [Event.model_validate(hidden.event(session, number, step, viewer)) for number, step in rows]


def _refusal(session: Session, why: WhyNot) -> Refusal:
    demands = [Demand(rule=one.rule, says=one.says, condition=one.condition) for one in session.demands(why)]
    return Refusal(
        asked=why.asked, says=session.refusal(why), demands=demands, facts=list(why.facts),
        moments=list(why.moments),
    )  # fmt: skip


def _back_to(session: Session, count: int) -> None:
    """Take back every step after the first ``count``."""
    if count < len(session.events):
        session.state = session.events[count].before
        del session.events[count:]
