"""Whether anything can be repeated for free within a turn: decided from costs and effects, and played.

Whatever goes on for ever within a turn has acts of players or effects that begin without end: that is the
property ``turn/ends``. So it is enough to weigh these, for each player whose turn it is and each player for
whom a loop might be free. Either weights prove that each costs more than it brings, or there is a round of
them that costs nothing, and a play of it is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dicelaw.checker.dice_masters.loop_acts import Acts
from dicelaw.checker.dice_masters.loop_dice import SEATS, Dice
from dicelaw.checker.dice_masters.loop_plays import LoopPlays, Reached
from dicelaw.checker.dice_masters.loop_words import Setting, energy, life
from dicelaw.checker.loops import Cycle, Measure, Row, short_cycle, told_acts, told_gains, weighed
from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.model.dice_masters.cards.cards import Card, Teams
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.dice_masters.readings import OPEN_POINTS
from dicelaw.model.number_of import number_of
from dicelaw.model.open_points import chosen

ENGINE = "loops"
RESTS_ON = ("turn/ends",)
TRIED = 3
"""Of so many rounds that would cost nothing plays are looked for at most."""


@dataclass(frozen=True)
class LoopsFound:
    """What is found of the teams ``id`` under the rules of ``edition``, which have so many acts.

    ``uses`` are the acts of a round, with the number of the seat whose they are, and ``gains`` what it
    brings; or ``measures`` are the weights that prove that there is none, by what they are for.
    """

    id: str
    edition: str
    count: int
    verdict: Verdict
    uses: tuple[tuple[int, str], ...] = ()
    gains: Mapping[str, int] | None = None
    before: int = 0
    measures: Mapping[str, Measure] = field(default_factory=dict)


def free_loops(teams: Teams, edition: str) -> LoopsFound:
    """Whether anything can be repeated for free in a game between ``teams``."""
    return _Deciding(teams, edition).found()


def proofs(teams: Teams, edition: str) -> Iterator[tuple[str, Measure | None]]:
    """For each setting weights that prove that nothing is free in it, or None where there are none."""
    deciding = _Deciding(teams, edition)
    for setting in deciding.settings():
        yield setting.name, weighed(deciding.rows(setting), counted(setting))


def counted(setting: Setting) -> set[str]:
    """The goods of which more is a gain."""
    return {life(setting.gainer), *(energy(seat) for seat in SEATS)}


class _Deciding:
    """Decides about a game between ``teams``."""

    def __init__(self, teams: Teams, edition: str) -> None:
        self.teams, self.edition = teams, edition
        self.dice = Dice(teams)
        self.acts: set[str] = set()
        self.plays: LoopPlays | None = None
        self.tried: set[frozenset[str]] = set()

    def settings(self) -> Iterator[Setting]:
        """Whose turn it may be, for whom a loop may be free, and whether KOs wait for effects of damage."""
        newer = self.edition == "2018"
        readings = dict(chosen(OPEN_POINTS[self.edition], {}))
        waits = newer and readings["combat-ko"] != "damaged"
        for active in SEATS:
            for gainer in SEATS:
                for in_combat in (False, True) if waits else (False,):
                    yield Setting(active, gainer, newer, in_combat, readings)

    def rows(self, setting: Setting) -> list[Row]:
        """What acts come to."""
        found = [*Acts(self.dice, setting).rows()]
        self.acts |= {row.act for row in found if row.act}
        return found

    def found(self) -> LoopsFound:
        """The verdict, with what it rests on."""
        unknown = Acts(self.dice, next(self.settings())).unknown
        if unknown:
            return self._verdict(Outcome.UNKNOWN, f"not known of words: {', '.join(unknown)}")
        measures: dict[str, Measure] = {}
        open_acts: list[str] = []
        for setting in self.settings():
            rows = self.rows(setting)
            measure = weighed(rows, counted(setting))
            if measure is not None:
                measures[setting.name] = measure
                continue
            cycle = short_cycle(rows, counted(setting), f"{2 - setting.gainer} ")
            while cycle is not None and len(self.tried) < TRIED:
                played = self._played(cycle, setting)
                if played is not None:
                    return self._refuted(cycle, setting, played)
                open_acts += _names(cycle)
                first = next(row for row, _ in cycle.rows if row.act)
                rows = [row for row in rows if row != first]
                cycle = short_cycle(rows, counted(setting), f"{2 - setting.gainer} ")
            if cycle is not None:
                open_acts += _names(cycle)
        if open_acts:
            says = f"costs leave room for a loop of {told_acts(open_acts)}, but no play of it was found"
            return self._verdict(Outcome.UNKNOWN, says)
        says = "each act that gains something costs more of what is weighed"
        return self._verdict(Outcome.PROVED, says, rests_on=RESTS_ON, measures=measures)

    def _played(self, cycle: Cycle, setting: Setting) -> Reached | None:
        acts = frozenset(_names(cycle))
        if acts in self.tried:
            return None
        self.tried.add(acts)
        self.plays = self.plays or LoopPlays(game(self.teams, self.edition))
        goods = " ".join(good for row, _ in cycle.rows for good, _ in row.change)
        cards = {
            sort.id
            for sort in self.dice.sorts
            if sort.card and (str(sort) in goods or _about(acts, sort.id) or _lowers(sort.card))
        }
        return self.plays.to(sorted(acts), cards, setting.gainer)

    def _refuted(self, cycle: Cycle, setting: Setting, played: Reached) -> LoopsFound:
        moves = (*played.moves, *(move for one in played.rounds for move in one.moves))
        gains = played.rounds[0].gains
        says = (
            f"{number_of(len(played.rounds), 'round')} played after {number_of(len(played.moves), 'step')}; "
            f"each round: {told_gains(gains)}"
        )
        says += "; the dice have to fall so" if played.by_chance else ""
        says += "; while KOs wait for all that combat damage triggers" if setting.in_combat else ""
        uses = tuple((int(seat), act) for seat, _, act in (name.partition(" ") for name in _names(cycle)))
        return self._verdict(
            Outcome.REFUTED,
            says,
            Witness(played.start, moves),
            uses=uses,
            gains=gains,
            before=len(played.moves),
        )

    def _verdict(
        self,
        outcome: Outcome,
        says: str,
        witness: Witness | None = None,
        rests_on: tuple[str, ...] = (),
        **more: object,
    ) -> LoopsFound:
        count = len(self.acts)
        acts = number_of(count, "act")
        scope = f"{self.teams.id} under the rules of {self.edition}, by what {acts} can cost and do"
        verdict = Verdict(outcome, ENGINE, scope, says, witness, rests_on)
        return LoopsFound(self.teams.id, self.edition, count, verdict, **more)  # type: ignore[arg-type]  # by name


def _names(cycle: Cycle) -> list[str]:
    """The acts of ``cycle`` that players do or that wait for something, each once."""
    return list(dict.fromkeys(row.act for row, _ in cycle.rows if row.act))


def _lowers(card: Card) -> bool:
    """Whether ``card`` makes something cost less."""
    return any(change.less for change in card.prices)


def _about(acts: frozenset[str], id: str) -> bool:
    return any(id in act for act in acts)
