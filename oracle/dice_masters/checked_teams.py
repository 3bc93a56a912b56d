"""What is found of a designer's teams of Dice Masters: loops, locks, first turns, entries, and strength."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from dicelaw.checker.dice_masters.first_win import FirstWin, first_win
from dicelaw.checker.dice_masters.free_loops import LoopsFound, free_loops
from dicelaw.checker.dice_masters.judged import Judged, judged
from dicelaw.checker.dice_masters.locks import locks
from dicelaw.checker.dice_masters.odds import CardOdds, card_odds
from dicelaw.checker.dice_masters.strength import GAMES, matchup, rivals, teams_in
from dicelaw.checker.duels import Players, Strength
from dicelaw.checker.executors import pool
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.model.collecting import collect_rarely
from dicelaw.model.dice_masters.cards.cards import Card, Teams
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.machine import game
from dicelaw.oracle.answers.policies import players
from dicelaw.oracle.dice_masters.entries_used import Seen, seen_in_plays
from dicelaw.oracle.dice_masters.opening import NEWEST, TABLES, table_pack
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import CheckAsked

Job = tuple[str, str, str]
"""Some teams, and an edition in which plays are made; or one of their seats, and the rival that it meets."""
FIRST = "first turn"
"""Stands in place of a rival for the first turn in an edition."""
ODDS = "odds"
"""Stands in place of a rival for what the dice of the own cards come to."""


@dataclass(frozen=True)
class InEdition:
    """What is found of teams under the rules of ``edition``, and what plays show of their entries."""

    edition: str
    loops: LoopsFound
    locks: Verdict
    first: FirstWin
    seen: Seen


@dataclass(frozen=True)
class TeamsFound:
    """What is found of ``teams``; what their own cards say is ``judged``, what their dice come to ``odds``.

    ``strengths`` are those of the first team and of the second, which is left out where it is the same;
    there are none of teams with a free loop, nor where no games were asked for.
    """

    teams: Teams
    editions: tuple[InEdition, ...]
    judged: Judged
    strengths: tuple[Strength, ...]
    odds: tuple[CardOdds, ...]

    @property
    def loops(self) -> list[LoopsFound]:
        """The free loops that were played."""
        return [one.loops for one in self.editions if one.loops.verdict.outcome is Outcome.REFUTED]

    @property
    def wins(self) -> list[FirstWin]:
        """The wins before the other decides anything that were played."""
        return [one.first for one in self.editions if one.first.verdict.outcome is Outcome.REFUTED]

    @property
    def shown(self) -> list[LoopsFound | FirstWin]:
        """All that a play was found for that breaks something, loops first."""
        return [*self.loops, *self.wins]

    @property
    def undecided(self) -> list[str]:
        """What is not decided under the rules of some edition, in words."""
        parts = {"free loops": [one.loops.verdict for one in self.editions],
                 "locks": [one.locks for one in self.editions],
                 "wins in the first turn": [one.first.verdict for one in self.editions]}  # fmt: skip
        return [part for part, verdicts in parts.items() if not all(one.is_proof for one in verdicts)]

    @property
    def unseen(self) -> Mapping[str, tuple[str, ...]]:
        """The entries that came up in no play under the rules of some editions, with these."""
        names = [name for name in self.judged.entries if name not in self.judged.never]
        return self._where(names, lambda one, name: name not in one.seen.used)

    @property
    def idle(self) -> Mapping[str, tuple[str, ...]]:
        """The entries that came up, and changed nothing under the rules of some editions, with these."""
        names = [name for name in self.judged.entries if name not in self.judged.useless]
        return self._where(names, lambda one, name: name in one.seen.nothing)

    def _where(
        self, names: Sequence[str], holds: Callable[[InEdition, str], bool]
    ) -> dict[str, tuple[str, ...]]:
        """Those of ``names`` for which something ``holds`` in some editions, with these."""
        found = {name: tuple(one.edition for one in self.editions if holds(one, name)) for name in names}
        return {name: editions for name, editions in found.items() if editions}


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
        jobs[teams.id, "", ODDS] = partial(_odds, teams.id, content)
        for edition in EDITIONS:
            jobs[teams.id, edition, ""] = partial(_seen, edition, teams.id, content, asked.seed)
            jobs[teams.id, edition, FIRST] = partial(_first, edition, teams.id, content)
        if asked.games != 0 and teams.id not in looped:
            for seat, rival in product(_seats(teams), rivals()):
                jobs[teams.id, str(seat), rival.name] = partial(
                    matchup, teams_in(teams)[seat], rival, EDITIONS[-1], asked.games or GAMES, asked.seed,
                    deciding,
                )  # fmt: skip
    done = _done(jobs, asked.processes, tell)
    for teams in every:
        editions = [
            InEdition(
                edition, *decided[teams.id, edition], done[teams.id, edition, FIRST],
                done[teams.id, edition, ""],
            )
            for edition in EDITIONS
        ]  # fmt: skip
        strengths = [_strength(teams, seat, done, asked.seed, deciding) for seat in _seats(teams)]
        measured = tuple(one for one in strengths if one is not None)
        yield TeamsFound(
            teams, tuple(editions), _judged(teams, content), measured, done[teams.id, "", ODDS]
        )  # fmt: skip


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


def _judged(teams: Teams, content: OwnContent) -> Judged:
    """What the own cards in ``teams`` say about themselves."""
    return judged(teams, own_cards(teams), table_pack(content))


def _first(edition: str, id: str, content: OwnContent) -> FirstWin:
    """Whether a player can lose in the first turn of a game between the teams ``id``."""
    return first_win(table_pack(content).teams[id], edition)


def _odds(id: str, content: OwnContent) -> tuple[CardOdds, ...]:
    """What the dice of their own cards in the teams ``id`` come to."""
    return tuple(map(card_odds, own_cards(table_pack(content).teams[id])))


def _seen(edition: str, id: str, content: OwnContent, seed: int) -> Seen:
    """What plays show of the entries of their own cards in the teams ``id``."""
    teams = table_pack(content).teams[id]
    known = _judged(teams, content)
    apart = {*known.never, *known.useless}
    return seen_in_plays(f"{TABLES}@{edition}", teams, own_cards(teams), content, seed, apart)


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
