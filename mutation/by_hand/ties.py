"""Which rules are tied to their text: something written by hand fails when what carries the rule is wrong.

The witness is an example or a ruling that cites the rule and fails on a mutant that breaks the rule, or a
property that cites the rule and whose planted bug is in a transition that cites it. What was found is
recorded beside the statements of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice, product

from dicelaw.checker.verify.plans import plan
from dicelaw.mutation.by_hand.witnesses import Rulings, by_id
from dicelaw.mutation.content_mutant import ContentMutant
from dicelaw.mutation.mutants import Named
from dicelaw.mutation.ports import contents_of
from dicelaw.mutation.trial import Tell, untold
from dicelaw.oracle.answers.ties import Tie
from dicelaw.oracle.files.rulings import run
from dicelaw.oracle.games.session import Session
from dicelaw.specs.bugs import Bug
from dicelaw.specs.property import Property
from dicelaw.specs.rulings import Case

MUTANTS = 120
"""How many mutants of the rules a case is held against at most, those nearest to its play first."""
CONTENT_MUTANTS = 24
"""Likewise of the content; for each of these the game is built anew."""
PLANTED = "planted bug"
"""The name of the mistake that a property comes with."""


Mutants = Callable[[Case, str], Iterator[Named | ContentMutant]]
"""The mutants that break a rule, to hold a case against."""


class Ties:
    """Seeks what ties the rules of ``game`` to their text."""

    def __init__(self, game: str) -> None:
        self._rulings = Rulings(game)
        self._content = contents_of(game).mutants()
        self._plan = plan(game)

    def of(self, rules: Collection[str], tell: Tell = untold) -> Iterator[Tie]:
        """What ties each of ``rules`` to its text, where something does.

        Cases of one machine come one after another, as its mutants are made once; ``tell`` is told how many
        cases are done.
        """
        left = dict.fromkeys(rules)
        for stated in [one for one in map(self._by_property, left) if one is not None]:
            del left[stated.rule]
            yield stated
        cases = sorted(self._rulings.cases, key=lambda one: repr(self._rulings.key(one)))
        sources: Sequence[Mutants] = (self._of_rules, self._of_content)
        for number, (mutants, case) in enumerate(product(sources, cases)):
            tell("examples and rulings", number, 2 * len(cases))
            for rule in [rule for rule in case.cites if rule in left]:
                if (tie := self._by_case(rule, case, mutants(case, rule))) is not None:
                    del left[rule]
                    yield tie

    def is_there(self, tie: Tie) -> bool:
        """Whether the witness of ``tie`` and its mistake are still there; :meth:`holds` tries them."""
        if tie.mutant == PLANTED:
            return self.holds(tie)
        case = next((one for one in self._rulings.cases if one.id == tie.witness), None)
        return case is not None and tie.rule in case.cites and self._mutant(tie, case) is not None

    def holds(self, tie: Tie) -> bool:
        """Whether the witness of ``tie`` fails on its mutant and, if it is a case, only there.

        A planted bug has to break a rule that the property cites; that no property is proved with its bug is
        another matter.
        """
        if tie.mutant == PLANTED:
            named = (one for one in self._plan.properties if one.carrier == tie.witness)
            return any(self._planted(one, tie.rule) is not None for one in named)
        case = next(one for one in self._rulings.cases if one.id == tie.witness)
        mutant = self._mutant(tie, case)
        agrees = all(verdict.agrees for verdict in run(case))
        return agrees and mutant is not None and self._rulings.differs(case, mutant)

    def _mutant(self, tie: Tie, case: Case) -> Named | ContentMutant | None:
        """The mistake of ``tie``, if it is still among those that ``case`` is held against."""
        sources: Sequence[Mutants] = (self._of_rules, self._of_content)
        mutants = (one for source in sources for one in source(case, tie.rule))
        return next((one for one in mutants if one.id == tie.mutant), None)

    def _by_case(self, rule: str, case: Case, mutants: Iterable[Named | ContentMutant]) -> Tie | None:
        found = (one for one in mutants if self._rulings.differs(case, one))
        return next((Tie(rule, case.id, one.id, one.says) for one in found), None)

    def _of_rules(self, case: Case, rule: str) -> Iterator[Named | ContentMutant]:
        """Mutants that break ``rule``: of its requirements, of what ``case`` takes, then the others.

        A rule that no transition cites, such as an example of the text itself or a definition, is carried by
        what carries the rules that ``case`` cites beside it, or, where there are none, by what it takes.
        """
        session = _played(case)
        taken = {session.machine.transitions[step.move[0]].id for step in session.events}
        all_of_them = by_id(session.machine).values()
        breaking = [one for one in all_of_them if rule in one.rules]
        if not breaking:
            breaking = [one for one in all_of_them if not set(case.cites).isdisjoint(one.rules)]
        if not breaking:
            breaking = [one for one in all_of_them if not taken.isdisjoint(one.transitions)]
        breaking.sort(key=lambda one: (len(one.rules) > 1, taken.isdisjoint(one.transitions)))
        return (one.named() for one in islice(breaking, MUTANTS))

    def _of_content(self, case: Case, rule: str) -> Iterator[Named | ContentMutant]:
        """Mutants of the content that break ``rule``, where those who play in ``case`` may have it."""
        breaking = (one for one in self._content if rule in one.rules and self._rulings.has(case, one))
        return islice(breaking, CONTENT_MUTANTS)

    def _by_property(self, rule: str) -> Tie | None:
        for one in self._plan.properties:
            if (bug := self._planted(one, rule)) is not None:
                return Tie(rule, one.carrier, PLANTED, bug.says)
        return None

    def _planted(self, one: Property, rule: str) -> Bug | None:
        """The planted bug of ``one``, if that cites ``rule`` and the bug is in what rests on the rule."""
        bug = one.bug if rule in one.cites else None
        transitions = self._plan.machines[one.machine].transitions
        if bug is None or not any(rule in old.rules and bug.change(old) is not old for old in transitions):
            return None
        return bug


def _played(case: Case) -> Session:
    """The play of ``case`` on the game as it is."""
    return run(case)[0].session
