"""Replaying a trace step by step: the content it was made with, then each step and all that it states."""

from __future__ import annotations

from typing import Any

from dicelaw.model.foreign.json_text import same
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.state import State
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.codec import move_of
from dicelaw.oracle.files.trace import Line, Trace, end_of, step_of
from dicelaw.oracle.games.games import open_machine
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import PRINTING
from dicelaw.oracle.games.session import Illegal, Session, demands_of
from dicelaw.oracle.suggestions import unknown_says


def replay(trace: Trace, content: OwnContent | None = None) -> Session:
    """Play ``trace`` again, checking each step and all that it states. Raises UserError where it departs.

    ``content`` has to be the one that the trace was made with.
    """
    return _Replay(trace, content).session()


class _Replay:
    """Replays one trace; every error has the file and the line."""

    def __init__(self, trace: Trace, content: OwnContent | None) -> None:
        self.trace = trace
        self.content = content

    def wrong(self, row: Line, says: str, code: ExitCode = ExitCode.BROKEN_TRACE) -> UserError:
        return UserError(f"{self._place(row)}: {says}", code)

    def _place(self, row: Line) -> str:
        return f"{self.trace.file}:{row.number}"

    def session(self) -> Session:
        """The session after the last step."""
        header = self.trace.header
        data = header.data
        readings = {str(point): str(answer) for point, answer in data.get("readings", {}).items()}
        heroes = [str(hero) for hero in data["heroes"]]
        self._check_content(data.get("content"))
        try:
            opened = open_machine(
                data["game"],
                heroes,
                data.get("teams"),
                readings,
                data.get("edition", PRINTING),
                self.content,
                data.get("mode"),
            )
        except UserError as error:
            raise error.under(self._place(header)) from None
        session = Session(opened, heroes=heroes, content=self.content)
        session.start = session.state = self._start(session)
        for row in self.trace.steps:
            self._step(session, row)
        end = self.trace.end
        if end is None:
            last = self.trace.steps[-1] if self.trace.steps else header
            raise self.wrong(last, f"the trace breaks off here, at {session.at}; no line has `end`")
        stated, reached = end.data, end_of(session)
        for name in ("end", "outcome"):
            if name in stated and not same(stated[name], reached[name]):
                raise self.wrong(
                    end, f"{name}: stated is {quoted(stated[name])}, reached is {quoted(reached[name])}"
                )
        return session

    def _check_content(self, stated: dict[str, Any] | None) -> None:
        """Raises UserError unless ``stated``, from the header, is the content that is there now."""
        given, header = self.content, self.trace.header
        if stated is None:
            if given is not None:
                says = "this play was made without own content; replay it without --content"
                raise self.wrong(header, says)
            return
        digest, heroes = stated.get("digest"), stated.get("heroes", [])
        if not isinstance(digest, str) or not isinstance(heroes, list):
            says = f"content: {quoted(stated)} is not a `digest` with the list of `heroes`"
            raise self.wrong(header, says, ExitCode.BAD_INPUT)
        brings = f"own content ({', '.join(map(str, heroes)) or 'no heroes'})"
        if given is None:
            raise self.wrong(header, f"content: this play needs {brings}; name its folder with --content")
        if given.digest != digest:
            says = f"content: this play was made with other {brings} than {given.folder} has now"
            raise self.wrong(header, says)

    def _start(self, session: Session) -> State:
        machine, header = session.machine, self.trace.header
        values = list(machine.start)
        for name, given in header.data.get("start", {}).items():
            if name not in machine.slot_index:
                raise self.wrong(header, f"start: {unknown_says('field', name, machine.slot_index)}")
            place = machine.slot_index[name]
            slot = machine.slots[place]
            value = (
                slot.labels.index(given) + slot.lo if given in slot.labels else given
            )  # a label or a number
            if not isinstance(value, int) or isinstance(value, bool) or not slot.lo <= value <= slot.hi:
                domain = f"{slot.label(slot.lo)}..{slot.label(slot.hi)}"
                raise self.wrong(header, f"start: {name}: {quoted(given)} is not in {domain}")
            values[place] = value
        return tuple(values)

    def _step(self, session: Session, row: Line) -> None:
        data, machine = row.data, session.machine
        number = len(session.events) + 1
        if data.get("step", number) != number:
            raise self.wrong(row, f"step: {data['step']} is not the step due, which is {number}")
        id = data["transition"]
        if id not in machine.transition_index:
            raise self.wrong(row, unknown_says("transition", id, machine.transition_index))
        if session.over:
            raise self.wrong(row, f"{id}: the game is over", ExitCode.ILLEGAL)
        move = self._move(session, row)
        try:
            step = session.apply(move)
        except UserError as error:
            raise error.under(self._place(row), ExitCode.BROKEN_TRACE) from None
        except Illegal as refused:
            needs = demands_of(session.machine, refused.unmet)
            lines = [f"{self._place(row)}: {refused}", *(line for need in needs for line in need.lines())]
            raise UserError(lines, ExitCode.ILLEGAL) from None
        actual = step_of(session, number, step)
        for name in ("actor", "cites", "changes"):
            if name in data and not same(data[name], actual[name]):
                says = f"{name}: stated is {quoted(data[name])}, by the rules it is {quoted(actual[name])}"
                raise self.wrong(row, says)

    def _move(self, session: Session, row: Line) -> Move:
        try:
            return move_of(session, row.data["transition"], row.data.get("choices", {}))
        except UserError as error:
            raise error.under(self._place(row), ExitCode.BROKEN_TRACE) from None
