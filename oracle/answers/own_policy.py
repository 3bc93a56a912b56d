"""A policy of the user's own: a function in a file of Python that picks one of the legal decisions.

The file is run with all rights of the user, in each process that plays, and nothing else is: no folder is
added to where modules are looked for, and nothing is written beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dicelaw.checker.duels import Players
from dicelaw.checker.ports import matching
from dicelaw.checker.search.policy import OwnCode, by_lot
from dicelaw.model.foreign.files import Unreadable, read_text
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.codec import decision, observation
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.suggestions import unknown

if TYPE_CHECKING:
    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.state import State

MODULE = "dicelaw_own_policy"
"""What the file is called as a module, and a number."""
Decision = Mapping[str, Any]


@dataclass(frozen=True)
class ToDecide:
    """What a function of the user's own is given, each time its seat has to choose among decisions."""

    game: str
    """The game, with its edition."""
    seat: int
    """The seat that decides, from 1."""
    sees: Mapping[str, Any]
    """The position as that seat sees it: an ``Observation`` with its own hand, as sessions have it."""
    legal: Sequence[Decision]
    """Two or more decisions, each with its ``actor``, ``transition``, ``choices`` and ``text``."""
    random: Random
    """For what falls by lot: the same ``--seed`` gives the same."""


Own = Callable[[ToDecide], Decision]
"""Gives one of the legal decisions."""


def own_players(game: str, policy: str) -> Players:
    """Those who decide by ``policy``, a file and a function in it. Raises UserError where there is none."""
    path, colon, name = policy.rpartition(":")
    if not colon or not name:
        file = policy.removesuffix(":")
        raise UserError(f"--policy {file}: name the function in it too, as {file}:NAME", ExitCode.USAGE)
    _function(path, name)
    return Players(policy, f"players who decide by {policy}", OwnPolicy(game, path, name), own=True)


@dataclass(frozen=True)
class OwnPolicy:
    """The function ``name`` in the file ``path``, for a ``game``; loaded where it is played by."""

    game: str
    path: str
    name: str

    def __call__(self, made: Any) -> OwnCode:
        """How those decide who play the game ``made``."""
        decider = _Deciding(self, _function(self.path, self.name), made)
        return OwnCode(matching(self.game).at_random(made).turn, decider)

    @property
    def called(self) -> str:
        """What it is called in messages."""
        return f"{self.path}:{self.name}"


@lru_cache(maxsize=8)
def _function(path: str, name: str) -> Own:
    """The function ``name`` of the file ``path``. Raises UserError."""
    module = _module(path)
    known = {key: key for key, value in vars(module).items() if callable(value) and key[:1] != "_"}
    if not hasattr(module, name):
        raise unknown(f"function of {path}", name, known)
    found = getattr(module, name)
    if not callable(found):
        raise UserError(f"{path}:{name}: this is {quoted(type(found).__name__)}, and no function")
    chosen: Own = found
    return chosen


@lru_cache(maxsize=8)
def _module(path: str) -> ModuleType:
    """The file ``path``, run as a module. Raises UserError."""
    try:
        text = read_text(Path(path))
    except Unreadable as why:
        raise UserError(str(why)) from None
    module = ModuleType(f"{MODULE}_{_module.cache_info().misses}")
    module.__file__ = str(Path(path).resolve())
    sys.modules[module.__name__] = module  # as dataclasses, and others, look a class's module up
    try:
        with redirect_stdout(sys.stderr):
            exec(compile(text, path, "exec", dont_inherit=True), vars(module))
    except SyntaxError as error:
        line = f"line {error.lineno}: " if error.lineno else ""
        raise UserError(f"{path}: this is no Python: {line}{error.msg}") from None
    except (Exception, SystemExit) as error:
        raise UserError(f"{path}: it cannot be run: {_said(error, path)}") from None
    return module


def _said(error: BaseException, path: str) -> str:
    """What was raised, and by which line of the user's file."""
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == path]
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{what}, at line {lines[-1]}" if lines else what


class _Deciding:
    """Asks the user's function where a seat has a choice; all else falls by lot."""

    def __init__(self, policy: OwnPolicy, choose: Own, made: Any) -> None:
        self.policy, self.choose = policy, choose
        self.session = Session(made)

    def begin(self) -> None:
        """See Decides: a function is asked anew each time."""

    def decide(self, state: State, legal: Sequence[Move], lot: int) -> Move:
        """See Decides. Raises UserError where the function does, or where it gives nothing that is legal."""
        session = self.session
        if len(legal) == 1 or not session.transition(legal[0]).by_seat:
            return by_lot(legal, lot)
        session.state = state
        decisions = [decision(session, move) for move in legal]
        seat = session.actor(legal[0])
        assert isinstance(seat, int)
        sees = observation(session, seat)
        asked = ToDecide(session.name, seat + 1, sees, deepcopy(decisions), Random(lot))
        chosen, told = self._chosen(asked)
        if chosen not in decisions:
            legal_ones = f"none of the {len(legal)} legal decisions of seat {seat + 1} at {session.at}"
            says = f"it gave {quoted(told)}, which is {legal_ones}"
            raise UserError(f"{self.policy.called}: {says}", ExitCode.ILLEGAL)
        return legal[decisions.index(chosen)]

    def _chosen(self, asked: ToDecide) -> tuple[dict[str, Any], str]:
        """What the function gives, nothing where that is no decision, and what it looks like."""
        try:
            with redirect_stdout(sys.stderr):
                given: object = self.choose(asked)
                return dict(given) if isinstance(given, Mapping) else {}, repr(given)
        except (Exception, SystemExit) as error:
            raised = _said(error, self.policy.path)
            where = f"for seat {asked.seat} at {self.session.at}"
            raise UserError(f"{self.policy.called}: it raised {raised}, {where}") from None
