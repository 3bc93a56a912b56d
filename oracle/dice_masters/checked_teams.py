"""What is found of a designer's teams of Dice Masters: loops, locks, what is used in plays, and strength."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from dicelaw.checker.dice_masters.free_loops import LoopsFound, free_loops
from dicelaw.checker.dice_masters.locks import locks
from dicelaw.checker.dice_masters.strength import GAMES, matchup, rivals, teams_in
from dicelaw.checker.duels import Players, Strength
from dicelaw.checker.executors import pool
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.model.collecting import collect_rarely
from dicelaw.model.dice_masters.cards.cards import Card, Teams
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.machine import game
from dicelaw.oracle.answers.policies import players
from dicelaw.oracle.dice_masters.entries_used import entries_of, seen_in_plays
from dicelaw.oracle.dice_masters.opening import NEWEST, TABLES, table_pack
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import CheckAsked

Job = tuple[str, str, str]
"""Some teams, and an edition in which plays are made; or one of their seats, and the rival that it meets."""


@dataclass(frozen=True)
class InEdition:
    """What is found of teams under the rules of ``edition``; ``unseen`` are entries that no play used."""

    edition: str
    loops: LoopsFound
    locks: Verdict
    unseen: tuple[str, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """All that is decided."""
        return self.loops.verdict, self.locks


@dataclass(frozen=True)
class TeamsFound:
    """What is found of ``teams``, whose own ``entries`` are looked at.

    ``strengths`` are those of the first team and of the second, which is left out where it is the same;
    there are none of teams with a free loop, nor where no games were asked for.
    """

    teams: Teams
    editions: tuple[InEdition, ...]
    entries: tuple[str, ...]
    strengths: tuple[Strength, ...]

    @property
    def loops(self) -> list[LoopsFound]:
        """The free loops that were played."""
        return [one.loops for one in self.editions if one.loops.verdict.outcome is Outcome.REFUTED]

    @property
    def undecided(self) -> list[str]:
        """What is not decided under the rules of some edition, in words."""
        parts = {"free loops": [one.loops.verdict for one in self.editions],
                 "locks": [one.locks for one in self.editions]}  # fmt: skip
        return [part for part, verdicts in parts.items() if not all(one.is_proof for one in verdicts)]

    @property
    def unseen(self) -> Mapping[str, tuple[str, ...]]:
        """The entries that came up in no play under the rules of some editions, with these."""
        missed = {entry: tuple(one.edition for one in self.editions if entry in one.unseen)
                  for entry in self.entries}  # fmt: skip
        return {entry: editions for entry, editions in missed.items() if editions}


def teams_of(content: OwnContent) -> list[Teams]:
    """The teams in the content files of ``content``. Raises UserError that names what is wrong."""
    ours = table_pack().teams
    found = [teams for id, teams in table_pack(content).teams.items() if id not in ours]
    if not found:
        says = "there are no teams in it; add some to `teams`, as cards are checked in teams"
        raise UserError(f"{content.folder}: {says}")
    return found


def own_cards(teams: Teams) -> list[Card]:
    """The new cards in ``teams``; all of them where none is new."""
    rows = [card for row in teams.seats for card, _ in row]
    every = [*{card.id: card for card in (*rows, *teams.basics)}.values()]
    return [card for card in every if card.id not in table_pack().cards] or every


def cards_in_no_team(content: OwnContent) -> list[str]:
    """The ids of the new cards of ``content`` that are in none of its teams."""
    pack, ours = table_pack(content), table_pack().cards
    played = {card.id for teams in teams_of(content) for card in own_cards(teams)}
    return [id for id in pack.cards if id not in ours and id not in played]


def checked(
    content: OwnContent, asked: CheckAsked, tell: Callable[[int, int], None] = lambda _done, _whole: None
) -> Iterator[TeamsFound]:
    """What is found of each of the teams in ``content``, in order; ``tell`` is told how much is done."""
    every, deciding = teams_of(content), players(NEWEST, asked.policy)
    decided = {(teams.id, edition): _decided(teams, edition) for teams in every for edition in EDITIONS}
    looped = {id for (id, _), (loops, _) in decided.items() if loops.verdict.outcome is Outcome.REFUTED}
    jobs: dict[Job, Callable[[], Any]] = {}
    for teams in every:
        for edition in EDITIONS:
            jobs[teams.id, edition, ""] = partial(_seen, edition, teams.id, content, asked.seed)
        if asked.games != 0 and teams.id not in looped:
            for seat, rival in product(_seats(teams), rivals()):
                jobs[teams.id, str(seat), rival.name] = partial(
                    matchup, teams_in(teams)[seat], rival, EDITIONS[-1], asked.games or GAMES, asked.seed,
                    deciding,
                )  # fmt: skip
    done = _done(jobs, asked.processes, tell)
    for teams in every:
        entries = tuple(entries_of(own_cards(teams)))
        editions = []
        for edition in EDITIONS:
            seen = done[teams.id, edition, ""]
            unseen = tuple(entry for entry in entries if entry not in seen)
            editions.append(InEdition(edition, *decided[teams.id, edition], unseen))
        strengths = [_strength(teams, seat, done, asked.seed, deciding) for seat in _seats(teams)]
        yield TeamsFound(teams, tuple(editions), entries, tuple(one for one in strengths if one is not None))


def _strength(
    teams: Teams, seat: int, done: Mapping[Job, Any], seed: int, deciding: Players
) -> Strength | None:
    """What came of the games of the team of ``seat``, where there were some."""
    places = [(teams.id, str(seat), rival.name) for rival in rivals()]
    matchups = tuple(done[place] for place in places if place in done)
    return Strength(matchups, seed, deciding) if matchups else None


def _decided(teams: Teams, edition: str) -> tuple[LoopsFound, Verdict]:
    """What is decided of loops and of locks."""
    under = f"{teams.id} under the rules of {edition}"
    return free_loops(teams, edition), locks(game(teams, edition), under)


def _seats(teams: Teams) -> Sequence[int]:
    """The seats whose teams are not the same."""
    first, second = teams.seats
    return (0,) if first == second else (0, 1)


def _seen(edition: str, id: str, content: OwnContent, seed: int) -> frozenset[str]:
    """The entries of their own cards in the teams ``id`` that were used in plays."""
    teams = table_pack(content).teams[id]
    return seen_in_plays(f"{TABLES}@{edition}", teams, own_cards(teams), content, seed)


def _done(
    jobs: Mapping[Job, Callable[[], Any]], processes: int, tell: Callable[[int, int], None]
) -> dict[Job, Any]:
    """What comes of each of ``jobs``."""
    done = {}
    with pool(min(processes, len(jobs)), begin=collect_rarely) as workers:
        waiting = {workers.submit(job): name for name, job in jobs.items()}
        for future in as_completed(waiting):
            done[waiting[future]] = future.result()
            tell(len(done), len(jobs))
    return done
