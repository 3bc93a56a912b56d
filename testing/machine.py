"""A state machine of Hypothesis that drives an engine and compares it with the rules after each step.

An author says how the engine begins, makes a decision and shows a position; the rest is found out. This
engine gains 2 combat points for a card that is sold:

>>> from dicelaw.testing.machine import (
...     Departure, EngineMachine, Refused, Unsupported, positions, run_machine,
... )
>>> class Sales(EngineMachine):
...     game, shows = "dice-throne", ("cp",)
...     def positions(self):
...         return positions(self.game, starts=["main-1"], parts=["cp", "hand"])
...     def begin(self, setup):
...         self.cp = [player.get("cp", 2) for player in setup["players"]]
...         self.hand = [[*player.get("hand", ())] for player in setup["players"]]
...     def apply(self, decision):
...         if decision["transition"] != "main-1/sell":
...             raise Unsupported("all but sales")
...         seat = int(decision["actor"]) - 1
...         if decision["choices"]["card"] not in self.hand[seat]:
...             raise Refused("this card is not in hand")
...         self.hand[seat].remove(decision["choices"]["card"])
...         self.cp[seat] += 2
...     def show(self):
...         return {"players": [{"seat": str(at), "cp": cp} for at, cp in enumerate(self.cp, 1)]}
>>> try:
...     run_machine(Sales)
... except Departure as found:
...     print(found)
cp of player ... should be ..., and ... is shown
...

``TestSales = as_test(Sales)`` makes it a test of pytest and of unittest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar
from unittest import TestCase

from hypothesis import Phase, event, reject, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from dicelaw.oracle.conform.blame import blamed
from dicelaw.oracle.conform.cases import Case, Sight
from dicelaw.oracle.conform.check import Declined, Difference, begin, compared, greet, made
from dicelaw.oracle.conform.plays import open_setup, told
from dicelaw.oracle.conform.run import Finding
from dicelaw.oracle.files.codec import expected
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.games.session import Session
from dicelaw.testing.engine import InProcess, Refused, Unsupported
from dicelaw.testing.judge import explained
from dicelaw.testing.strategies import Setup, illegal, positions, usual, ways

__all__ = ["Departure", "EngineMachine", "Refused", "Unsupported", "as_test", "positions", "run_machine"]

EXAMPLES = 100
"""How many examples are tried, each of them a play."""


class Departure(AssertionError):
    """An engine departs from the rules: how, by which rules, and the play that shows it.

    Each ``mistake`` (the kind of the difference, its subject, the first rule) is a class of its own, so that
    Hypothesis tells them apart and shrinks each by itself.
    """

    mistake: ClassVar[tuple[str, ...]] = ()


class EngineMachine(RuleBasedStateMachine):
    """Drives an engine through plays of ``game``, and compares it with the rules after each step.

    A subclass sets ``game`` and ``shows``, as in ``Hello``, and has :meth:`begin`, :meth:`apply` and
    :meth:`show`; with :meth:`legal`, all decisions that are legal are compared, else illegal ones are tried.
    ``between`` are two heroes or a pair of teams, by default the usual ones.
    """

    game: ClassVar[str]
    shows: ClassVar[Sequence[str]]
    reports: ClassVar[Sequence[str]] = ()
    between: ClassVar[Sequence[str]] = ()

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "game" in vars(cls) and "between" not in vars(cls):
            cls.between = usual(cls.game)

    def __init__(self) -> None:
        super().__init__()
        self.in_process = InProcess(self, lists_legal=type(self).legal is not EngineMachine.legal)
        self._support = greet(self.in_process)
        self._session: Session | None = None
        self._case: Case | None = None
        self._goes_on = False

    def positions(self) -> st.SearchStrategy[Setup]:
        """The positions in which plays begin, by default all that there are."""
        return positions(self.game, self.between)

    def begin(self, setup: Setup) -> None:
        """Begin a play in the position ``setup``. Raises Unsupported where the engine can't."""
        raise NotImplementedError(f"{type(self).__name__} has no method begin")

    def apply(self, decision: dict[str, Any]) -> None:
        """Make ``decision``, roll this die or draw this card. Raises Refused or Unsupported."""
        raise NotImplementedError(f"{type(self).__name__} has no method apply")

    def show(self) -> Mapping[str, Any]:
        """The position, as the ``observation`` of a ``Position``."""
        raise NotImplementedError(f"{type(self).__name__} has no method show")

    def legal(self) -> Sequence[dict[str, Any]] | None:
        """Every decision of the player who decides; None where chance does."""
        return None

    def events(self) -> Sequence[str]:
        """Which of ``reports`` the rules took since the last decision, in order."""
        return ()

    @initialize(data=st.data())
    def begin_play(self, data: st.DataObject) -> None:
        """A play begins. An example counts for nothing where the engine does not begin it."""
        setup = data.draw(self.positions(), "position")
        self._session = session = open_setup(setup)
        settle(session)
        self._case = case = Case("play", (), "", setup, Sight(expected(session)), ())
        with self._telling():
            try:
                begin(setup, self.in_process)
            except Declined as declined:
                event(f"not begun: {declined}")
                reject()
            self._goes_on = not session.over
            self._must_agree(compared(case.begin, self.in_process, self._support))

    @precondition(lambda self: not self._goes_on)
    @rule()
    def over(self) -> None:
        """Nothing more comes of this play: it is over, or the engine does not go on."""

    @precondition(lambda self: self._goes_on)
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        """What is legal is done, by the rules and by the engine."""
        session, case = self._under_way()
        way = data.draw(ways(session), "decision")
        session.apply(way.move)
        settle(session)
        after = Sight(expected(session))
        self._case = replace(case, steps=(*case.steps, (way.decision, after)))
        self._goes_on = not session.over
        with self._telling():
            try:
                refused = made(way.decision, self.in_process)
            except Declined as declined:
                event(f"only so far: {declined}")
                self._goes_on = False
                return
            self._must_agree(refused or compared(after, self.in_process, self._support))

    @precondition(lambda self: self._goes_on and not self._support.lists_legal)
    @rule(data=st.data())
    def try_illegal(self, data: st.DataObject) -> None:
        """What is illegal is refused by the engine, and changes nothing."""
        session, case = self._under_way()
        tried = data.draw(illegal(session), "illegal decision")
        if tried is not None:
            now = case.steps[-1][1] if case.steps else case.begin
            probing = Sight({**now.data, "illegal": [tried]})
            with self._telling():
                found = compared(probing, self.in_process, self._support)
                self._must_agree(found or compared(now, self.in_process, self._support))

    def _under_way(self) -> tuple[Session, Case]:
        assert self._session is not None
        assert self._case is not None
        return self._session, self._case

    def _must_agree(self, found: Difference | None) -> None:
        """Raises Departure where something was ``found``."""
        if found is None:
            return
        _, case = self._under_way()
        rules = blamed(case, len(case.steps) - found.further, found)
        finding = Finding("play", found, tuple(rules), tuple(told(case)), case)
        mistake = (*found.signature, *(need.rule for need in rules[:1]))
        raise _departure(mistake)(explained(finding))

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Whatever an engine raises within it is told together with the play."""
        try:
            yield
        except Departure:
            raise
        except Exception as error:
            if self._case is not None and not isinstance(error, HypothesisException):
                error.add_note("\n".join(("the play:", str(self._case.setup), *told(self._case))))
            raise


@cache
def _departure(mistake: tuple[str, ...]) -> type[Departure]:
    """The class of ``mistake``."""
    return type("Departure", (Departure,), {"mistake": mistake})


def as_test(machine: type[EngineMachine], examples: int = EXAMPLES) -> type[TestCase]:
    """``machine`` as a test of pytest and of unittest that tries so many ``examples``."""
    case: type[TestCase] = machine.TestCase
    case.settings = _settings(machine, examples)  # type: ignore[attr-defined]
    return case


def run_machine(machine: type[EngineMachine], examples: int = EXAMPLES) -> None:
    """Run ``machine`` at once with so many ``examples``, the same wherever the same modules are loaded.

    Raises Departure, or a group of them, where the engine departs from the rules.
    """
    given = settings(_settings(machine, examples), derandomize=True, database=None)
    run_state_machine_as_test(machine, settings=given)


def _settings(machine: type[EngineMachine], examples: int) -> settings:
    """Those of a state machine that shrinks one mistake, and does not explain it by lines of ours."""
    usual = machine.TestCase.settings
    return settings(
        usual,
        max_examples=examples,
        report_multiple_bugs=False,
        phases=[one for one in usual.phases if one is not Phase.explain],
    )
