"""What was found of a designer's teams of Dice Masters, in words and as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from dataclasses import asdict
from typing import Any

from dicelaw.checker.dice_masters.first_win import FirstWin
from dicelaw.checker.dice_masters.free_loops import LoopsFound
from dicelaw.checker.dice_masters.strength import rivals
from dicelaw.checker.duels import Strength
from dicelaw.checker.verdicts import Verdict
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.number_of import number_of
from dicelaw.oracle.answers.narration import told
from dicelaw.oracle.cli.told_strength import measured, percent, strength_as_json
from dicelaw.oracle.dice_masters.card_odds import odds_rows
from dicelaw.oracle.dice_masters.checked_teams import TeamsFound
from dicelaw.oracle.dice_masters.opening import TABLES, open_table
from dicelaw.oracle.games.observation import lines, standing
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session

SAYS = "Nothing can be repeated for free within a turn."
OF_FIRST = "Nobody loses to who goes first before deciding anything."
OF_LOCKS = "No player can be kept from ever having another turn."
WHERE_SEEN = (
    "plays begin where much is at hand, which need not come up in a game; what is in none proves nothing"
)
"""What it means that an entry is used in a play, or in none."""
SEATS = ("first", "second")


def summary(found: TeamsFound) -> str:
    """All that was found, in a sentence."""
    id = found.teams.id
    if found.shown:
        uses = " and ".join(sorted({name for loops in found.loops for _, name in loops.uses}))
        parts = [f"{uses} can be repeated for free"] if found.loops else []
        parts += ["who goes first can win before the other decides anything"] if found.wins else []
        return f"{id}: breaks something: {'; '.join(parts)}"
    ending = of_entries(found)
    if found.strengths:
        ending += f"; {of_strengths(found)}"
    if found.undecided:
        return f"{id}: undecided: {' and '.join(found.undecided)}; {ending}"
    return f"{id}: no free loop, no lock, no win in the first turn; {ending}"


def of_entries(found: TeamsFound) -> str:
    """How many entries were used, in words."""
    known = found.judged
    every = number_of(len(known.entries), "entry", "entries")
    parts = [f"{len(known.never)} of {every} can never be used"] if known.never else []
    parts += [f"{len(found.unseen)} of {every} came up in no play"] if found.unseen else []
    says = " and ".join(parts) if parts else f"{every}, of which each was used in a play"
    if found.idle:
        says += f"; {len(found.idle)} changed nothing in any play"
    if known.useless:
        says += f"; {number_of(len(known.useless), 'thing')} on its cards {_are(known.useless)} of no use"
    if known.worse:
        says += f"; {number_of(len(known.worse), 'card')} {_are(known.worse)} never better than another"
    return says


def _are(some: Sized) -> str:
    return "is" if len(some) == 1 else "are"


def entry_notes(found: TeamsFound) -> list[str]:
    """What is to be said of single entries and cards, a line each."""
    known = found.judged
    notes = [f"never: {name}: {why}" for name, why in known.never.items()]
    notes += [f"in no play: {name}{_under(editions)}" for name, editions in found.unseen.items()]
    for name, editions in found.idle.items():
        times = sum(one.seen.nothing.get(name, 0) for one in found.editions)
        notes.append(f"no effect: {name}{_under(editions)}: came up {number_of(times, 'time')}")
    notes += [f"of no use: {name}: {why}" for name, why in known.useless.items()]
    notes += [
        f"never better: {name}: {other} costs the same, and has at least as much in every respect"
        for name, other in known.worse.items()
    ]
    notes += [
        f"limit of the {'rules' if one.of_rules else 'model'}: {one.entry}: {one.told}"
        for one in known.limits
    ]
    return notes


def _under(editions: Sequence[str]) -> str:
    """Of which rules something is so, where not of all."""
    return f" (rules of {editions[0]})" if len(editions) < len(EDITIONS) else ""


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


def played(one: LoopsFound | FirstWin, content: OwnContent) -> Session:
    """The session of the play that shows ``one``."""
    assert one.verdict.witness is not None
    session = Session(open_table(f"{TABLES}@{one.edition}", one.id, content=content), content=content)
    for move in one.verdict.witness.moves:
        session.apply(move)
    return session


def told_play(one: LoopsFound | FirstWin, content: OwnContent) -> list[str]:
    """The play that shows ``one``, each decision and each result of chance as it is typed; else nothing."""
    if one.verdict.witness is None:
        return []
    session = played(one, content)
    return [session.text(step.move, step.before) for step in session.events]


def told_win(first: FirstWin, content: OwnContent) -> list[str]:
    """The play of a win in words, step by step; nothing where none was found."""
    if first.verdict.witness is None:
        return []
    session = played(first, content)
    return ["the play:", *(f"  {row}" for row in told(session, session.events))]


def told_loop(loops: LoopsFound, content: OwnContent) -> list[str]:
    """The loop in words: where it begins, and its rounds step by step; nothing where none was found."""
    if loops.verdict.witness is None:
        return []
    session = played(loops, content)
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
            **_row(id, one.edition, "first-turn", OF_FIRST, one.first.verdict),
            "turns": one.first.turns, "won": one.first.won, "play": told_play(one.first, content),
        }  # fmt: skip
    known = found.judged
    yield {
        "teams": id, "part": "entries", "count": len(known.entries),
        "never": dict(known.never),
        "in_no_play": {entry: [*editions] for entry, editions in found.unseen.items()},
        "changed_nothing": {entry: [*editions] for entry, editions in found.idle.items()},
        "of_no_use": dict(known.useless),
        "worse_than": dict(known.worse),
        "limits": [asdict(one) for one in known.limits],
    }  # fmt: skip
    for odds in found.odds:
        yield from ({"teams": id, "part": "odds", "card": odds.card.id, **row} for row in odds_rows(odds))
    for place, strength in zip(SEATS, found.strengths, strict=False):
        yield {"teams": id, "part": "strength", "team": place, "edition": EDITIONS[-1],
               **strength_as_json(strength)}  # fmt: skip


def _row(id: str, edition: str, part: str, says: str, verdict: Verdict) -> dict[str, Any]:
    return {
        "teams": id, "edition": edition, "part": part, "verdict": verdict.outcome.value, "says": says,
        "scope": verdict.scope, "evidence": verdict.evidence, "rests_on": [*verdict.rests_on],
    }  # fmt: skip
