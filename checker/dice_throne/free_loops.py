"""Whether a hero has a free loop: decided from costs and effects, and played where there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dicelaw.checker.dice_throne.decks import HAND_WANTED, enough
from dicelaw.checker.dice_throne.goods import LUCK
from dicelaw.checker.dice_throne.phases import DuelActs
from dicelaw.checker.dice_throne.programs import TooManyWays
from dicelaw.checker.dice_throne.reaching import Reached, Reaching
from dicelaw.checker.dice_throne.rounds import Rounds, Wanted
from dicelaw.checker.loops import Act, Cycle, Measure, cycle, measure, rows_of, sure, told_acts, told_gains
from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.number_of import number_of

ENGINE = "loops"
CYCLES = 6
"""How many cycles of one phase are tried, if no play to the first ones is found."""
WITHOUT_CARDS, WITH_CARDS = "loops/without-cards", "loops/deck"
SCOPE = (
    "by all that tokens, boards and cards cost and do, of which any amount may be had and all may be timely"
)


@dataclass(frozen=True)
class Loop:
    """A free loop that was played in a duel of ``heroes``.

    ``uses`` are what each seat uses in a round, and how often; ``gains`` what a round brings, by name.
    ``before`` counts the moves of the play before it. ``is_sure`` says that no dice can end it.
    """

    heroes: tuple[str, str]
    uses: tuple[tuple[int, str, int], ...]
    gains: tuple[tuple[str, int], ...]
    before: int
    reached: Reached
    is_sure: bool


@dataclass(frozen=True)
class LoopFound:
    """What is found about one kind of loop, with the loop itself where there is one."""

    id: str
    says: str
    verdict: Verdict
    loop: Loop | None = None
    measures: tuple[Measure, ...] = ()
    """What is weighed, duel by duel; phase by phase where one measure is not enough for all of them."""

    @property
    def unexpected(self) -> bool:
        """Whether it is not proved that there is none."""
        return not self.verdict.is_proof


def free_loops(pack: Pack, hero: str, rivals: Sequence[str], also: Sequence[str] = ()) -> list[LoopFound]:
    """What is found of loops of ``hero`` in its duels with ``rivals``; one without cards is enough.

    The status effects in ``also``, which the heroes cannot bring about, are looked at as well.
    """
    found = without_cards(pack, hero, rivals)
    if also and found.verdict.is_proof:
        found = without_cards(pack, hero, rivals, also)
    return [found] if found.loop is not None else [found, with_cards(pack, hero, rivals, also)]


def without_cards(pack: Pack, hero: str, rivals: Sequence[str], also: Sequence[str] = ()) -> LoopFound:
    """Whether tokens and boards have a free loop in the duels of ``hero`` with ``rivals``."""
    says = "Nothing that tokens are spent for, or that is on a board, can be repeated for free."
    measures: list[Measure] = []
    open_points: list[str] = []
    for rival in rivals:
        try:
            for one in _decided(pack, (hero, rival), also):
                if isinstance(one, Loop):
                    return LoopFound(WITHOUT_CARDS, says, _refuted(one), one)
                if isinstance(one, str):
                    open_points.append(f"{hero} against {rival}: {one}")
                else:
                    measures.append(one)
        except TooManyWays as many:
            open_points.insert(0, str(many))
            break  # against the others it is no less
    scope = f"{hero} against {_listed(rivals)}, {SCOPE}"
    if open_points:
        verdict = Verdict(Outcome.UNKNOWN, ENGINE, scope, open_points[0])
        return LoopFound(WITHOUT_CARDS, says, verdict)
    evidence = "each use that gains something costs more of what is weighed"
    if any(one.on_average for one in measures):
        evidence += ", on average over the dice: it ends almost surely"
    verdict = Verdict(Outcome.PROVED, ENGINE, scope, evidence)
    return LoopFound(WITHOUT_CARDS, says, verdict, measures=tuple(measures))


def with_cards(pack: Pack, hero: str, rivals: Sequence[str], also: Sequence[str] = ()) -> LoopFound:
    """With how many cards in hand the deck of ``hero`` cannot go round for ever, against ``rivals``."""
    says = "The deck cannot be played round and round within a phase."
    fewest, against = 99, hero
    for rival in rivals:
        try:
            most = enough(DuelActs(pack, (hero, rival), also)).most
        except TooManyWays as many:
            return LoopFound(WITH_CARDS, says, Verdict(Outcome.UNKNOWN, ENGINE, hero, str(many)))
        if most < fewest:
            fewest, against = most, rival
    number = number_of(fewest, "card")
    scope = f"{hero} against {_listed(rivals)}, up to {number} in each hand, whatever is drawn and rolled"
    if fewest >= HAND_WANTED:
        evidence = "what is drawn and earned in a round of the deck is too little for the next one"
        return LoopFound(WITH_CARDS, says, Verdict(Outcome.PROVED, ENGINE, scope, evidence))
    evidence = (
        f"proved up to {number} in each hand; with more, against {against}, costs and effects alone leave "
        "room for it if all dice and draws fall well, and no play of it was looked for"
    )
    return LoopFound(WITH_CARDS, says, Verdict(Outcome.UNKNOWN, ENGINE, scope, evidence))


def _listed(rivals: Sequence[str]) -> str:
    return ", ".join(rivals) if len(rivals) <= 2 else f"each of {len(rivals)} heroes"


def _decided(pack: Pack, names: tuple[str, str], also: Sequence[str]) -> Iterator[Measure | Loop | str]:
    """For all phases, or for each of them: a measure, a loop that was played, or why neither is known."""
    acts = DuelActs(pack, names, also)
    counted = acts.goods.counted
    whole = _measured(acts.without_cards(), counted)
    if whole is not None:
        yield whole
        return
    reaching: Reaching | None = None
    for phase, active in acts.situations():
        usable = acts.without_cards(phase, active)
        found = _measured(usable, counted)
        if found is not None:
            yield found
            continue
        reaching = reaching or Reaching(Rounds(duel(pack, names, also=also)))
        yield _played(reaching, names, usable, counted, phase)


def _measured(acts: Sequence[Act], counted: frozenset[str]) -> Measure | None:
    """A measure of ``acts``, if need be one on average, which altering dice would make worthless."""
    found = measure(acts, counted)
    altered = any(by > 0 for row in rows_of(acts) for good, by in row.change if good == LUCK)
    return found if found is not None or altered else measure(acts, counted, on_average=True)


def _played(
    reaching: Reaching, names: tuple[str, str], acts: Sequence[Act], counted: frozenset[str], phase: str
) -> Loop | str:
    """A cycle of ``acts`` that a play shows, or why there is none."""
    tried: list[Cycle] = []
    for rows, is_sure in ((sure(acts), True), (rows_of(acts), False)):
        left = list(rows)
        for _ in range(CYCLES):
            found = cycle(left, counted)
            if found is None:
                break
            tried.append(found)
            uses = wanted(found)
            play = reaching.to(uses)
            if play is not None:
                return _loop(names, uses, play, is_sure=is_sure)
            left.remove(found.rows[0][0])
    used = told_acts(sorted({row.act for row, _ in tried[0].rows})) if tried else "?"
    never = reaching.never(wanted(tried[0])) if tried else []
    if never:
        return f"{used} would be a loop, but nothing in this duel brings about {' or '.join(never)}"
    says = f"in the phase {phase}, costs and effects leave room for a loop of {used}"
    return f"{says}, but no play of it was found"


def wanted(found: Cycle) -> Wanted:
    """What each seat uses in a round of ``found``."""
    uses: Wanted = Counter()
    for row, times in found.rows:
        seat, _, id = row.act.partition(" ")
        uses[int(seat) - 1, id] += times
    return uses


def _loop(names: tuple[str, str], uses: Wanted, play: Reached, *, is_sure: bool) -> Loop:
    listed = tuple((seat, id, times) for (seat, id), times in sorted(uses.items()))
    return Loop(names, listed, tuple(play.rounds[0].gains.items()), len(play.moves), play, is_sure)


def _refuted(loop: Loop) -> Verdict:
    moves = (*loop.reached.moves, *(move for one in loop.reached.rounds for move in one.moves))
    rounds = number_of(len(loop.reached.rounds), "round")
    gains = told_gains(dict(loop.gains))
    evidence = f"{rounds} played after {number_of(loop.before, 'step')}; each round: {gains}"
    if not loop.is_sure:
        evidence += "; it goes on as long as the dice fall as in this play"
    scope = f"{loop.heroes[0]} against {loop.heroes[1]}"
    return Verdict(Outcome.REFUTED, ENGINE, scope, evidence, Witness(loop.reached.start, moves))
