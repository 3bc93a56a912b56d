"""Which vector notices which mutant of content."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dicelaw.checker.content_judge import Arena, Shown
from dicelaw.checker.content_mutation import ContentMutant, content_mutants
from dicelaw.checker.judge import Judge
from dicelaw.oracle.dice_throne.recorded import DUELS
from dicelaw.oracle.dice_throne.view import view_of
from dicelaw.oracle.games import known_statuses, open_game, pack_of
from dicelaw.oracle.mutation import Judged, play_of
from dicelaw.oracle.rulings import GAME
from dicelaw.oracle.scenario import STARTS
from dicelaw.oracle.stage import session_of, stage_of
from dicelaw.oracle.vectors import Record, recorded

if TYPE_CHECKING:
    from dicelaw.checker.content_equivalence import ContentProofs

CONTENT = f"vector/{GAME}/content/"
EDITION = "later"
Key = tuple[Any, ...]
"""What makes the machine of a record: its heroes, answers, printing, and status effects of other heroes."""


def about(mutant: ContentMutant) -> str:
    """How the ids of the vectors about what is mistaken begin."""
    return f"{CONTENT}{mutant.owner}/{mutant.entry}/"


def key_of(setup: Mapping[str, Any]) -> Key:
    """What the machine of a record with ``setup`` is made of."""
    heroes = tuple(player["hero"] for player in setup["players"])
    edition = setup.get("edition", EDITION)
    own = known_statuses(heroes, edition)
    further = {name for player in setup["players"] for name in player.get("tokens", ()) if name not in own}
    return heroes, tuple(sorted(setup.get("readings", {}).items())), edition, tuple(sorted(further))


class Trials:
    """Plays of one machine that mutants of its content are held against; each is made when it is needed."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = tuple(records)
        self.heroes: tuple[str, str] = key_of(records[0].setup)[0]
        self._shown: dict[int, Shown] = {}

    @cached_property
    def arena(self) -> Arena:
        """The duel of the plays, with tables that can be replaced."""
        opened = session_of(self.records[0].setup).opened
        stage = stage_of(opened)
        return Arena(pack_of(EDITION), self.heroes, stage, view_of, opened.duel.statuses)

    def shown(self, number: int) -> Shown:
        """The play of the record ``number``. Raises Illegal or UserError for one that cannot be played."""
        if number not in self._shown:
            self._shown[number] = Shown(self.arena, play_of(self.records[number])[1])
        return self._shown[number]

    def told(self, mutant: ContentMutant) -> Iterator[tuple[Record, int]]:
        """The records of the plays that tell ``mutant``, those about what is mistaken first."""
        patch, begin = self.arena.patch(mutant), about(mutant)
        changes = self.arena.changes(mutant) if patch is None else None
        for number in sorted(
            range(len(self.records)), key=lambda at: not self.records[at].id.startswith(begin)
        ):
            shown = self.shown(number)
            if patch is not None:
                length = shown.tells(patch)
            elif changes is not None:
                kills = Judge(self.arena.usual, [shown.usual]).kills(changes)
                length = next((kill.length for kill in kills), None)
            else:
                length = None
            if length is not None:
                yield self.records[number], length


def home(mutant: ContentMutant) -> tuple[str, str]:
    """The first duel of recorded vectors that knows what ``mutant`` is about."""
    root, name = mutant.places[0][:2]
    if root == "statuses":
        status = pack_of(EDITION).statuses[int(name)].id
        return next((duel for duel in DUELS if status in known_statuses(duel, EDITION)), DUELS[0])
    return next((duel for duel in DUELS if root == "heroes" and name in duel), DUELS[0])


def proofs_of(heroes: tuple[str, ...]) -> ContentProofs:
    """Proofs about mutants of content in the duel of ``heroes``."""
    from dicelaw.checker.content_equivalence import ContentProofs

    opened = open_game(GAME, heroes)
    pair = (heroes[0], heroes[1])
    arena = Arena(pack_of(EDITION), pair, stage_of(opened), view_of, opened.duel.statuses)
    return ContentProofs(arena, STARTS)


def trials_of(records: Iterable[Record]) -> list[Trials]:
    """``records`` by their machine, in the order in which the first of each comes."""
    groups: dict[Key, list[Record]] = defaultdict(list)
    for one in records:
        groups[key_of(one.setup)].append(one)
    return [Trials(own) for own in groups.values()]


def chosen_mutants(rule: str | None = None, only: str | None = None) -> list[ContentMutant]:
    """The mutants of content that break ``rule``, and whose ids are ``only`` or begin with it; else all."""
    return [
        one
        for one in content_mutants(pack_of(EDITION))
        if (rule is None or rule in one.rules)
        and (
            only is None
            or f"{one.id.replace('#', '/')}/".startswith(f"{only.replace('#', '/').rstrip('/')}/")
        )
    ]


class ContentTrial:
    """The mutants of content, held against the plays of ``records``, by default of the recorded vectors."""

    def __init__(self, records: Sequence[Record] | None = None) -> None:
        self._records = recorded(GAME) if records is None else records
        self._proofs: dict[tuple[str, ...], ContentProofs] = {}

    def judged(self, rule: str | None = None, entry: str | None = None) -> Iterator[Judged]:
        """Each mutant of content, or each that is chosen, with what notices it.

        It is held against the vectors of those duels that have some about what is mistaken, one duel after
        another until one notices it.
        """
        waiting = chosen_mutants(rule, entry)
        homes: dict[str, set[Key]] = defaultdict(set)
        for one in self._records:
            if one.id.startswith(CONTENT):
                homes[f"{one.id.rpartition('/')[0]}/"].add(key_of(one.setup))
        last = {begin: max(map(repr, keys)) for begin, keys in homes.items()}
        yield from (Judged(one, home(one)) for one in waiting if about(one) not in last)
        waiting = [one for one in waiting if about(one) in last]
        for trials in sorted(trials_of(self._records), key=lambda one: repr(key_of(one.records[0].setup))):
            key = key_of(trials.records[0].setup)
            for mutant in [one for one in waiting if key in homes[about(one)]]:
                record, length = next(trials.told(mutant), (None, 0))
                if record is not None:
                    yield Judged(mutant, trials.heroes, record.id, length)
                    waiting.remove(mutant)
                elif repr(key) == last[about(mutant)]:
                    yield Judged(mutant, trials.heroes)
                    waiting.remove(mutant)

    def equivalent(self, one: Judged) -> bool:
        """Whether the mutant of ``one`` is proved equivalent in the duel in which it was judged."""
        if not isinstance(one.mutant, ContentMutant):
            raise TypeError(f"{one.mutant.id} is no mutant of content")
        if one.between not in self._proofs:
            self._proofs[one.between] = proofs_of(one.between)
        return self._proofs[one.between].proved(one.mutant)
