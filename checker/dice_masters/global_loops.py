"""Whether Globals can be used again and again for free: decided from prices, and played where they can.

Energy comes into a Reserve Pool in the Roll and Reroll Step, and else only by the words that roll dice. So
where no card has such a word, each use that costs energy brings its end nearer, and weights of energy, life
and characters prove that there is no free loop; or there is one, and it is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dicelaw.checker.dice_masters.global_rounds import GlobalRounds
from dicelaw.checker.loops import Act, Measure, cycle, measure, rows_of, told_gains
from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.model.dice_masters.cards.cards import (
    COPYING,
    OF_ACTION_CARDS,
    Card,
    Global,
    Moment,
    Op,
    Program,
    Step,
    Target,
    Teams,
)
from dicelaw.model.dice_masters.cards.price_changes import FREE, Priced
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.number_of import number_of

ENGINE = "loops"
SEATS = 2
EARNING = frozenset({Op.DRAW_ROLL, Op.REROLL})
"""The words by which energy may come into a Reserve Pool in the middle of a turn."""
NOT_BETWEEN = frozenset(
    {Moment.FIELDED, Moment.FIELDED_BURST, Moment.ATTACKS, Moment.ATTACKS_BURST, Moment.BLOCKS, Moment.ATTUNE,
     Moment.ALLY_FIELDED, Moment.OPPONENT_FIELDED, Moment.TURN_BEGINS, Moment.TURN_ENDS, *OF_ACTION_CARDS}
)  # fmt: skip
"""What happens only where dice are fielded, used or attack, or a turn begins or ends."""
FIELDING = frozenset(
    {Op.FIELD_USED, Op.TOKEN, Op.SWAP, Op.SWAP_ALIKE, Op.GATE, Op.RETURN, Op.RECALL, *COPYING}
)
"""The words by which an effect may bring about some of that."""
HARMLESS = frozenset({Op.END, Op.GAIN, Op.PAY_LIFE, Op.SACRIFICE})
"""The words that by themselves gain nothing beside what is counted."""


@dataclass(frozen=True)
class GlobalsFound:
    """What is found about the Globals of the teams ``id`` under the rules of ``edition``.

    ``uses`` are those of a round, with the number of the seat that uses them, and ``gains`` what it brings.
    """

    id: str
    edition: str
    count: int
    verdict: Verdict
    uses: tuple[tuple[int, str], ...] = ()
    gains: Mapping[str, int] | None = None
    before: int = 0
    measure: Measure | None = None


def global_loops(teams: Teams, edition: str) -> GlobalsFound:
    """Whether the Globals of ``teams`` can be used again and again for free."""
    abilities = [one for card in _cards(teams) for one in card.globals]
    scope = (
        f"{teams.id} under the rules of {edition}, by what {number_of(len(abilities), 'Global')} can cost "
        "and do; nothing is fielded, bought or used in between"
    )
    earning = _earning(teams)
    if earning:
        says = f"dice are rolled in the middle of a turn by {', '.join(earning)}, which may give any energy"
        return _found(teams, edition, Verdict(Outcome.UNKNOWN, ENGINE, scope, says))
    restored = _words(teams, NOT_BETWEEN) & ({Op.GAIN} | FIELDING)
    acts = [
        _act(one, seat, _price(one, teams), pays=not restored) for one in abilities for seat in range(SEATS)
    ]
    counted = {good(seat) for good in (_energy, _life, _characters) for seat in range(SEATS)}
    found = measure(acts, counted)
    if found is not None:
        evidence = "each use that gains something costs more of what is weighed"
        return _found(teams, edition, Verdict(Outcome.PROVED, ENGINE, scope, evidence), measure=found)
    return _played(teams, edition, scope, acts, counted)


def _played(teams: Teams, edition: str, scope: str, acts: list[Act], counted: set[str]) -> GlobalsFound:
    """A free loop that a play shows, or why none is known."""
    rows = rows_of(acts)
    tried: list[str] = []
    rounds = GlobalRounds(game(teams, edition))
    while True:
        found = cycle(rows, counted)
        if found is None:
            break
        uses = [
            (int(seat) - 1, id)
            for row, times in found.rows
            for seat, _, id in [row.act.partition(" ")] * times
        ]
        played = rounds.to(uses)
        if played is not None:
            moves = (*played.moves, *(move for one in played.rounds for move in one.moves))
            gains = played.rounds[0].gains
            evidence = (
                f"{number_of(len(played.rounds), 'round')} played after "
                f"{number_of(len(played.moves), 'step')}; each round: {told_gains(gains)}"
            )
            witness = Witness(played.start, moves)
            return _found(
                teams, edition, Verdict(Outcome.REFUTED, ENGINE, scope, evidence, witness),
                uses=tuple((seat + 1, id) for seat, id in uses), gains=gains, before=len(played.moves),
            )  # fmt: skip
        tried += [id for _, id in uses]
        rows.remove(found.rows[0][0])
    names = " and ".join(dict.fromkeys(tried))
    evidence = f"costs leave room for a loop of {names}, but no play of it was found"
    return _found(teams, edition, Verdict(Outcome.UNKNOWN, ENGINE, scope, evidence))


def _found(teams: Teams, edition: str, verdict: Verdict, **more: object) -> GlobalsFound:
    count = sum(len(card.globals) for card in _cards(teams))
    return GlobalsFound(teams.id, edition, count, verdict, **more)  # type: ignore[arg-type]  # fields by name


def _cards(teams: Teams) -> Iterator[Card]:
    """Each card of ``teams`` once, with the tokens that they field."""
    given = [*teams.basics, *(card for seat in teams.seats for card, _ in seat)]
    tokens = [card.token for card in given if card.token is not None]
    yield from {card.id: card for card in (*given, *tokens)}.values()


def _earning(teams: Teams) -> list[str]:
    """The cards by which energy may come into a Reserve Pool while Globals are used."""
    without = frozenset() if _words(teams, NOT_BETWEEN) & FIELDING else NOT_BETWEEN
    return sorted(card.id for card in _cards(teams) if _earns(_programs(card, without)))


def _words(teams: Teams, without: frozenset[Moment]) -> set[Op]:
    """The words of what the cards do, but for that of some moments."""
    programs = (program for card in _cards(teams) for program in _programs(card, without))
    return {step.op for program in programs for step in program}


def _programs(card: Card, without: frozenset[Moment]) -> list[Program]:
    programs = [program for moment, program in card.programs.items() if moment not in without]
    return [*programs, *(one.program for one in card.globals)]


def _earns(programs: Iterable[Program]) -> bool:
    return any(
        step.op in EARNING or step.target is Target.IN_RESERVE for program in programs for step in program
    )


def _price(ability: Global, teams: Teams) -> int:
    """The least energy that ``ability`` can ever cost in this game."""
    less = 0
    for seat in teams.seats:
        for card in {card.id: card for card, _ in (*seat, *((basic, 0) for basic in teams.basics))}.values():
            for change in card.prices:
                if change.priced is Priced.GLOBAL:
                    less += FREE if change.per and change.less else change.less
    return max(ability.cost - less, 0)


def _energy(seat: int) -> str:
    return f"energy of {seat + 1}"


def _life(seat: int) -> str:
    return f"life of {seat + 1}"


def _characters(seat: int) -> str:
    return f"characters of {seat + 1}"


def _act(ability: Global, seat: int, price: int, *, pays: bool) -> Act:
    """What a use of ``ability`` by ``seat`` costs at least and brings at most.

    Unless it ``pays``, what is lost of life and characters may be restored by what else is on the cards.
    """
    change = {_energy(seat): -price}
    if ability.limited:
        change[f"uses of {ability.id}"] = -1
    for step in ability.program:
        _add(change, step, seat)
    if not (pays or price):
        change = {good: by for good, by in change.items() if by > 0 or good.startswith("uses")}
    gain = any(step.op not in HARMLESS for step in ability.program)
    return Act.plain(f"{seat + 1} {ability.id}", change, int(gain))


def _add(change: dict[str, int], step: Step, seat: int) -> None:
    mine = _life(seat)
    if step.op is Op.GAIN:
        change[mine] = change.get(mine, 0) + max(step.amount, 1)
    elif step.op in (Op.PAY_LIFE, Op.HURT_BOTH) and not step.per:
        change[mine] = change.get(mine, 0) - step.amount
    elif step.op is Op.SACRIFICE:
        change[_characters(seat)] = change.get(_characters(seat), 0) - 1
