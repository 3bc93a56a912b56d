"""What the modules of the rules share: the state, the timing graph, the content and the readings."""

from __future__ import annotations

from dataclasses import dataclass

from dicelaw.model.dice_conquest.content_tables import Content
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Choice, TimingGraph
from dicelaw.model.parts import Answers, Parts

Writes = dict[Expr, Expr | int]
Demands = list[tuple[Expr | bool, str]]


@dataclass(frozen=True, eq=False)
class Rules:
    """One game under construction."""

    quest: Quest
    timing: TimingGraph
    readings: Answers
    parts: Parts

    @property
    def content(self) -> Content:
        """What the cards say."""
        return self.quest.content

    def reads(self, point: str, answer: str) -> bool:
        """Whether the open point ``point`` is answered by ``answer``."""
        return self.readings[point] == answer

    @property
    def team(self) -> Expr:
        """Who decides what the text leaves to the heroes together."""
        return self.quest.first if self.reads("team", "first") else self.quest.turn

    def any_card(self) -> Choice:
        """The choice of a creature or trap."""
        return Choice("card", 1, self.content.cards, self.quest.current.slot.labels[1:])

    def attackable(self, card: Choice) -> Demands:
        """What it takes that ``card`` is attacked, by an effect too."""
        q = self.quest
        return [
            (q.shown(card), "creature/standing-abilities"),
            (q.reachable(card), "facts/ogre-first"),
        ]
