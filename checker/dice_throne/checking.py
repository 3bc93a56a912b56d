"""Checking the content of a designer: what is found of each hero, by jobs that are done beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from dicelaw.checker.dice_throne.attack_damage import AttackDamage, attack_damage
from dicelaw.checker.dice_throne.entries import EntriesFound, looked_through
from dicelaw.checker.dice_throne.first_win import FirstWin, first_win
from dicelaw.checker.dice_throne.free_loops import LoopFound, free_loops
from dicelaw.checker.dice_throne.locks import LockFound, locks
from dicelaw.checker.dice_throne.own_content import (
    RIVAL,
    entries,
    of_tables,
    plays,
    proofs,
    rivals_of,
)
from dicelaw.checker.dice_throne.strength import POLICIES, matchup
from dicelaw.checker.duels import Matchup, Players, Strength
from dicelaw.checker.executors import pool
from dicelaw.checker.verdicts import Outcome
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.model.collecting import collect_rarely
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.loader import load_pack

PROOFS, PLAYS, LOOPS, ENTRIES, TABLES = "proofs", "plays", "loops", "entries", "tables"
MATCHUP, FIRST, LOCKS = "matchup", "first turn", "locks"
DAMAGE = "damage"
ALONE = (PROOFS, MATCHUP)
"""What is done rival by rival."""
Part = LoopFound | ContentRow | EntriesFound | Matchup | FirstWin | LockFound | AttackDamage


@dataclass(frozen=True)
class Job:
    """A part of the work about ``hero``, if need be against ``rival`` alone."""

    kind: str
    hero: str
    rival: str = ""


@dataclass(frozen=True)
class Found:
    """What was found of ``hero``: its loops, the rows that `verify --content` has, its entries, its strength.

    There is no strength of content without a hero, of one with a free loop, nor where no duels were asked
    for.
    """

    hero: str
    name: str
    loops: tuple[LoopFound, ...]
    rows: tuple[ContentRow, ...]
    entries: EntriesFound
    strength: Strength | None = None
    first: FirstWin | None = None
    """Whether it wins before the other decides anything; not asked of content without a hero."""
    lock: LockFound | None = None
    """Whether it can keep the other from deciding for ever; neither."""
    damage: AttackDamage | None = None
    """The expected damage of its attacks; neither."""

    @property
    def all(self) -> list[LoopFound | FirstWin | LockFound | ContentRow]:
        """Everything that was found."""
        return [*self.loops, *self.turns, *self.rows]

    @property
    def turns(self) -> list[FirstWin | LockFound]:
        """What is found about players who decide nothing: in the first turn, and in a row of phases."""
        return [one for one in (self.first, self.lock) if one is not None]

    @property
    def broken(self) -> list[LoopFound | FirstWin | LockFound | ContentRow]:
        """What is refuted."""
        return [one for one in self.all if one.verdict.outcome is Outcome.REFUTED]

    @property
    def undecided(self) -> list[LoopFound | FirstWin | LockFound | ContentRow]:
        """What is unknown, but for random plays, which prove nothing."""
        return [one for one in self.all if one.verdict.outcome is Outcome.UNKNOWN and one.unexpected]


def subjects(content: Path) -> tuple[str, ...]:
    """The heroes that ``content`` is judged by: its own, or one of ours that has its common cards."""
    return entries(content) or (RIVAL,)


def checked(
    content: Path,
    *,
    processes: int = 2,
    games: int = 0,
    seed: int = 0,
    players: Players = POLICIES[0],
    tell: Callable[[int, int], None] = lambda _done, _whole: None,
) -> Iterator[Found]:
    """What is found of each hero of ``content``, in order; ``tell`` is told how much is done.

    The strength of a new hero who has no free loop is measured by ``games`` duels with each of our heroes,
    which ``seed`` decides, where both are ``players``.
    """
    heroes = subjects(content)
    rivals = [*load_pack().heroes] if games and entries(content) else []
    jobs = [
        *(Job(PROOFS, hero, rival) for hero in heroes for rival in rivals_of(hero)),
        *(Job(kind, hero) for hero in heroes for kind in (LOOPS, PLAYS, ENTRIES)),
        *(Job(kind, hero) for hero in entries(content) for kind in (FIRST, LOCKS, DAMAGE)),
        Job(TABLES, ""),
    ]
    done: dict[Job, Sequence[Part]] = {}
    with pool(min(processes, len(jobs)), begin=collect_rarely) as workers:

        def do(new: Sequence[Job], later: int) -> None:
            waiting = {workers.submit(_work, content, job, games, seed, players): job for job in new}
            whole = len(done) + len(new) + later
            for future in as_completed(waiting):
                done[waiting[future]] = future.result()
                tell(len(done), whole)

        do(jobs, len(heroes) * len(rivals))
        sound = [hero for hero in heroes if not _loops(done[Job(LOOPS, hero)])]
        do([Job(MATCHUP, hero, rival) for hero in sound for rival in rivals], 0)
    names = load_pack([content]).heroes
    own = bool(entries(content))
    for hero in heroes:
        mine = [found for job in jobs if job.hero == hero and job.kind not in ALONE for found in done[job]]
        proved = _joined([done[job] for job in jobs if job.kind == PROOFS and job.hero == hero])
        rows = [*done[Job(TABLES, "")], *proved, *mine]
        duels = [done[Job(MATCHUP, hero, rival)][0] for rival in rivals if hero in sound]
        matchups = tuple(one for one in duels if isinstance(one, Matchup))
        yield Found(
            hero,
            names[hero].name if own else f"cards and status effects, with the {names[hero].name}",
            tuple(one for one in mine if isinstance(one, LoopFound)),
            tuple(one for one in rows if isinstance(one, ContentRow)),
            next(one for one in mine if isinstance(one, EntriesFound)),
            Strength(matchups, seed, players) if matchups else None,
            next((one for one in mine if isinstance(one, FirstWin)), None),
            next((one for one in mine if isinstance(one, LockFound)), None),
            next((one for one in mine if isinstance(one, AttackDamage)), None),
        )


def _loops(parts: Sequence[Part]) -> bool:
    """Whether ``parts`` have a free loop that was played."""
    return any(isinstance(one, LoopFound) and one.loop is not None for one in parts)


def _joined(parts: Sequence[Sequence[Part]]) -> list[ContentRow]:
    """The rows of several duels as one each: proved where it is so in all."""
    joined: list[ContentRow] = []
    for rows in zip(*parts, strict=True):
        found = [row for row in rows if isinstance(row, ContentRow)]
        worst = min(found, key=lambda row: (row.verdict.is_proof, row.outcome is not Outcome.REFUTED))
        scope = "; ".join(row.verdict.scope for row in found)
        verdict = replace(worst.verdict, scope=scope) if worst.verdict.is_proof else worst.verdict
        joined.append(replace(worst, verdict=verdict, seconds=sum(row.seconds for row in found)))
    return joined


def _strange(pack: Pack, content: Path) -> list[str]:
    """The status effects of ``content`` that has no hero to bring them about."""
    if entries(content):
        return []
    ours = {status.id for status in load_pack().statuses}
    return [status.id for status in pack.statuses if status.id not in ours]


@lru_cache(maxsize=1)
def _loaded(content: Path) -> Pack:
    """``content`` with ours, loaded once by each worker; these last for one check."""
    return load_pack([content])


def _work(content: Path, job: Job, games: int, seed: int, players: Players) -> list[Part]:
    """What ``job`` finds; a match-up has so many ``games`` between such ``players``."""
    if job.kind == TABLES:
        return [*of_tables(content)]
    pack = _loaded(content)
    everybody = (job.hero, *(hero for hero in pack.heroes if hero != job.hero))
    works: dict[str, Callable[[], Sequence[Part]]] = {
        PROOFS: lambda: [*proofs(pack, job.hero, (job.rival,))],
        PLAYS: lambda: [plays(pack, job.hero)],
        ENTRIES: lambda: [looked_through(pack, job.hero, load_pack(), rivals_of(job.hero))],
        LOOPS: lambda: free_loops(pack, job.hero, everybody, _strange(pack, content)),
        FIRST: lambda: [first_win(pack, job.hero, everybody)],
        LOCKS: lambda: [locks(pack, job.hero)],
        DAMAGE: lambda: [attack_damage(pack, job.hero)],
        MATCHUP: lambda: [matchup(pack, job.hero, job.rival, games, seed, players)],
    }
    return [*works[job.kind]()]
