"""What was found of a designer's teams of Dice Masters, in words and as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dicelaw.checker.dice_masters.free_loops import LoopsFound
from dicelaw.checker.dice_masters.strength import rivals
from dicelaw.checker.duels import Strength
from dicelaw.checker.verdicts import Verdict
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.number_of import number_of
from dicelaw.oracle.answers.narration import told
from dicelaw.oracle.cli.told_strength import measured, percent, strength_as_json
from dicelaw.oracle.dice_masters.checked_teams import TeamsFound
from dicelaw.oracle.dice_masters.opening import TABLES, open_table
from dicelaw.oracle.games.observation import lines, standing
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session

SAYS = "Nothing can be repeated for free within a turn."
OF_LOCKS = "No player can be kept from ever having another turn."
WHERE_SEEN = (
    "plays begin where much is at hand, which need not come up in a game; what is in none proves nothing"
)
"""What it means that an entry is used in a play, or in none."""
SEATS = ("first", "second")


def summary(found: TeamsFound) -> str:
    """All that was found, in a sentence."""
    id = found.teams.id
    if found.loops:
        uses = " and ".join(sorted({name for loops in found.loops for _, name in loops.uses}))
        return f"{id}: breaks something: {uses} can be repeated for free"
    ending = of_entries(found)
    if found.strengths:
        ending += f"; {of_strengths(found)}"
    if found.undecided:
        return f"{id}: undecided: {' and '.join(found.undecided)}; {ending}"
    return f"{id}: no free loop, and no lock; {ending}"


def of_entries(found: TeamsFound) -> str:
    """How many entries were used, in words."""
    every = number_of(len(found.entries), "entry", "entries")
    if found.unseen:
        return f"{len(found.unseen)} of {every} came up in no play"
    return f"{every}, of which each was used in a play"


def entry_notes(found: TeamsFound) -> list[str]:
    """The entries that came up in no play, a line each."""
    return [
        f"in no play: {entry}" + (f" (rules of {editions[0]})" if len(editions) < len(EDITIONS) else "")
        for entry, editions in found.unseen.items()
    ]


def of_strengths(found: TeamsFound) -> str:
    """How much each of the teams wins, in words."""
    wins = [f"wins {percent(one)}" for one in found.strengths]
    both = len(wins) > 1
    each = [f"its {place} team {one}" for place, one in zip(SEATS, wins, strict=True)] if both else wins
    return f"{' and '.join(each)} against the {number_of(len(rivals()), 'team')} of our demos"


def how_measured(strength: Strength) -> str:
    """How the strength was measured, and what it is not."""
    fair = f"under the rules of {EDITIONS[-1]}, the toss falling to each player in half of them"
    return measured(strength, "game", fair)


def played_loop(loops: LoopsFound, content: OwnContent) -> Session:
    """The session of the play that shows the loop of ``loops``."""
    assert loops.verdict.witness is not None
    session = Session(open_table(f"{TABLES}@{loops.edition}", loops.id, content=content), content=content)
    for move in loops.verdict.witness.moves:
        session.apply(move)
    return session


def told_play(loops: LoopsFound, content: OwnContent) -> list[str]:
    """The play that shows a loop, each decision and each result of chance as it is typed; else nothing."""
    if loops.verdict.witness is None:
        return []
    session = played_loop(loops, content)
    return [session.text(step.move, step.before) for step in session.events]


def told_loop(loops: LoopsFound, content: OwnContent) -> list[str]:
    """The loop in words: where it begins, and its rounds step by step; nothing where none was found."""
    if loops.verdict.witness is None:
        return []
    session = played_loop(loops, content)
    begin = session.events[loops.before].before
    rows = [f"after a play of {number_of(loops.before, 'step')}, at {session.machine.point_of(begin).id}:"]
    rows += [f"  {row}" for row in lines(session.name, standing(session, begin))]
    rows.append("the rounds:")
    return rows + [f"  {row}" for row in told(session, session.events[loops.before :])]


def rows_of(found: TeamsFound, content: OwnContent) -> Iterator[dict[str, Any]]:
    """A row for each thing that was found."""
    id = found.teams.id
    for one in found.editions:
        yield {
            **_row(id, one.edition, "loops", SAYS, one.loops.verdict),
            "uses": [{"seat": str(seat), "act": name} for seat, name in one.loops.uses],
            "gains": dict(one.loops.gains or {}),
            "before": one.loops.before,
            "play": told_play(one.loops, content),
            "weights": {
                name: {good: str(weight) for good, weight in measure.weights.items() if weight}
                for name, measure in one.loops.measures.items()
            },
        }
        yield _row(id, one.edition, "locks", OF_LOCKS, one.locks)
    yield {
        "teams": id, "part": "entries", "count": len(found.entries),
        "in_no_play": {entry: [*editions] for entry, editions in found.unseen.items()},
    }  # fmt: skip
    for place, strength in zip(SEATS, found.strengths, strict=False):
        yield {"teams": id, "part": "strength", "team": place, "edition": EDITIONS[-1],
               **strength_as_json(strength)}  # fmt: skip


def _row(id: str, edition: str, part: str, says: str, verdict: Verdict) -> dict[str, Any]:
    return {
        "teams": id, "edition": edition, "part": part, "verdict": verdict.outcome.value, "says": says,
        "scope": verdict.scope, "evidence": verdict.evidence, "rests_on": [*verdict.rests_on],
    }  # fmt: skip
