"""The question how likely a goal is, put to sessions that follow other readings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dicelaw.oracle.answers.chance_report import Chances, Wanted, chances_of, conditions
from dicelaw.oracle.games.session import Session

TIMES, MANY = 2, 20_000
"""How many times as many states as the first answer all others may see, and how many in any case."""
ENDS = ("surely", "almost surely", "if so decided")
CHANCE = "how likely it is and what is best"


@dataclass
class ChanceAgain:
    """The question that is ``wanted``, of the machine ``name``, which has the answer ``first``.

    See :class:`~.asked_again.Asked`. ``tell`` is told how far it is.
    """

    name: str
    wanted: Wanted
    first: Chances
    tell: Callable[[str], None] = lambda _: None

    setup = 0

    def __post_init__(self) -> None:
        """Note the answer."""
        self.answer = _plain(self.first)
        self.most = max(TIMES * self.first.report["states"], MANY)

    def same_in(self, other: Session) -> bool:
        """Whether nothing that was looked at can differ."""
        asked = conditions(other.machine, self.wanted)
        return self.first.looked_at.same_by(other.reader, other.state, asked)

    def known_in(self, _other: Session) -> None:
        """Nothing is known soon."""

    def again(self, other: Session, budget: int | None) -> tuple[dict[str, Any], int]:
        """The answer in ``other``."""
        wanted = self.wanted
        if budget is not None:
            within = min(budget, wanted.budget), min(budget, wanted.advised)
            wanted = replace(wanted, budget=within[0], advised=within[1])
        known = self.first.looked_at.known_to(other.machine, conditions(other.machine, wanted))
        found = chances_of(self.name, other.machine, other.state, other, wanted, self.tell, known)
        return _plain(found), found.report["states"]

    def unlike(self, answer: Any) -> bool:
        """Whether play ends otherwise, a chance is certainly another one, or others can decide."""
        if isinstance(answer, str):
            return True
        mine = self.answer
        ends = any(
            None not in (one := (mine["ends"][key], answer["ends"][key])) and one[0] is not one[1]
            for key in ENDS
        )
        return (
            ends
            or _apart(mine["chances"], answer["chances"])
            or _unlike(mine["decisions"], answer["decisions"])
        )

    def open_in(self, answer: Any) -> str | None:
        """The chances, where they may be others."""
        if answer is None:
            return CHANCE
        return None if isinstance(answer, str) or self.unlike(answer) or answer == self.answer else CHANCE

    def worth(self, answer: Any) -> bool:
        """Whether all was seen in the first answer."""
        return answer is None and not self.first.open


def _plain(found: Chances) -> dict[str, Any]:
    report = found.report
    decided = (report.get("decisions") or {}).get("decisions", [])
    return {
        "ends": {key: report["ends"][key] for key in ENDS},
        "chances": report.get("chances", []),
        "decisions": {one["decision"]: one["chances"] for one in decided},
    }


def _apart(some: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]) -> bool:
    """Whether other seats decide for the goal, or chances certainly differ."""
    mine, its = ({row["when"]: row for row in rows} for rows in (some, others))
    return mine.keys() != its.keys() or any(
        Fraction(row["high"]) < Fraction(its[when]["low"])
        or Fraction(its[when]["high"]) < Fraction(row["low"])
        for when, row in mine.items()
    )


def _unlike(mine: Mapping[str, Any], its: Mapping[str, Any]) -> bool:
    """Whether other decisions are there, or chances after one certainly differ."""
    return mine.keys() != its.keys() or any(_apart(rows, its[decision]) for decision, rows in mine.items())
