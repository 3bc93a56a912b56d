"""Put into recorded plays the passes that new windows ask for, and leave out those that none asks for.

Each record is played anew. Where its next move is not legal yet, whoever has priority passes; where it is a
pass for which there is no window any more, it is left out. A move that is legal in a window to which passes
alone lead again is made the last time, as before, when everything that comes by itself there has come. At the
end of a play the windows WINDOW are passed too, so that what came by itself at its end still comes. A record
that the rules allow no more is left out, and named.

Usage: python scripts/migrate_vectors.py FILE [WINDOW ...]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from dicelaw.model.kernel.concrete import Illegal, Move, OutsideDomain
from dicelaw.model.kernel.graph import Kind
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import move_of
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.files.trace import step_choices
from dicelaw.oracle.files.vectors import Choices, Record, record, records_of
from dicelaw.oracle.games.decisions import PASSES

MANY = 60
"""More passes in a row than any window asks for."""


class Migrated:
    """A record under way, played by the rules of today."""

    def __init__(self, one: Record) -> None:
        self.session = session_of(one.setup)
        self.moves: list[tuple[str, Choices]] = []
        self.put_in = 0
        self.left_out = 0
        settle(self.session)

    def take(self, transition: str, choices: Choices) -> None:
        """Make the move, after the passes that it needs. Raises Illegal where it can't be made."""
        idle = transition.rpartition("/")[2] in PASSES
        for _ in range(MANY):
            if (move := self._legal(transition, choices)) is not None:
                if not self._comes_again(transition, choices):
                    self._make(move)
                    return
            elif idle and not self._will_be_legal(transition, choices):
                self.left_out += 1
                return
            if not self._pass():
                raise Illegal(f"{transition} is not legal at {self.session.at}")
        raise Illegal(f"{transition} does not become legal")

    def through(self, windows: Iterable[str]) -> None:
        """Pass in ``windows``, as long as play stands at one of them."""
        while self.session.at in windows and self._pass():
            pass

    def _will_be_legal(self, transition: str, choices: Choices) -> bool:
        """Whether passes alone lead to where the move is legal."""
        session, state = self.session, self.session.state
        for _ in range(MANY):
            if (move := self._passing()) is None or self._legal(transition, choices) is not None:
                break
            self._go(move)
        found = self._legal(transition, choices) is not None
        session.state = state
        return found

    def _comes_again(self, transition: str, choices: Choices) -> bool:
        """Whether passes alone lead to this window again, where the move is legal as well."""
        session, state = self.session, self.session.state
        here = session.at
        if session.machine.point_of(state).kind is not Kind.WINDOW:
            return False
        left = again = False
        for _ in range(MANY):
            move = self._passing()
            if move is None or (left and session.at != here and self._is_window()):
                break
            self._go(move)
            left = left or session.at != here
            if left and session.at == here:
                again = self._legal(transition, choices) is not None
                break
        session.state = state
        return again

    def _is_window(self) -> bool:
        return self.session.machine.point_of(self.session.state).kind is Kind.WINDOW

    def _legal(self, transition: str, choices: Choices) -> Move | None:
        try:
            move = move_of(self.session, transition, choices)
        except UserError:  # a card of the other player, as whose turn it is has not come
            return None
        return move if move in self.session.legal() else None

    def _passing(self) -> Move | None:
        return next((move for move in self.session.legal() if self.session.is_pass(move)), None)

    def _pass(self) -> bool:
        move = self._passing()
        if move is not None:
            self.put_in += 1
            self._make(move)
        return move is not None

    def _make(self, move: Move) -> None:
        session = self.session
        self.moves.append((session.transition(move).id, step_choices(session, move)))
        self._go(move)

    def _go(self, move: Move) -> None:
        self.session.apply(move)
        settle(self.session)


def main(file: str, *windows: str) -> None:
    """Write FILE anew."""
    path, found, said = Path(file), [], Counter[str]()
    for one in records_of(path):
        try:
            play = Migrated(one)
            for transition, choices in one.moves:
                play.take(transition, choices)
            play.through(windows)
        except (Illegal, OutsideDomain, UserError) as why:
            said.update(gone=1)
            click.echo(f"left out, as the rules no longer allow it: {one.id} ({why})", err=True)
            continue
        found.append(replace(one, moves=tuple(play.moves)))
        said.update(put_in=play.put_in, left_out=play.left_out, same=not (play.put_in or play.left_out))
    record(path, found)
    click.echo(
        f"{len(found)} plays, {said['same']} of them as they were; {said['put_in']} passes put in, "
        f"{said['left_out']} left out; {said['gone']} plays left out",
        err=True,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
