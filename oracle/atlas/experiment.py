"""Experiments: what entries do to each other in one meeting, by the same play with and without each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from dicelaw.oracle.atlas.bench import Bench
from dicelaw.oracle.atlas.compared import APART, Compared, compared
from dicelaw.oracle.atlas.following import Followed, Numbers, Path
from dicelaw.oracle.atlas.meeting import Meeting, block
from dicelaw.oracle.fuzz.arena import Group, pair_of

AMOUNT, ENABLES, FORBIDS = "amount", "enables", "forbids"
ORDER, READING, OPEN = "order", "reading", "open"
TOGETHER = frozenset({AMOUNT, READING, OPEN})
"""The kinds that are about what all come to together."""
MOST_RULES = 8
Key = tuple[str, ...]


@dataclass(frozen=True)
class Seen:
    """What was seen: ``one`` does something to ``other``, about some amount or open point.

    Of a triple ``one`` and ``other`` do something to a ``third`` that neither does alone, their order matters
    with it, or it is about what all three come to.
    """

    kind: str
    one: str
    other: str
    says: str
    about: str = ""
    rules: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    third: str = ""

    @property
    def entries(self) -> Group:
        """The two or three."""
        return tuple(filter(None, (self.one, self.other, self.third)))

    @property
    def key(self) -> Key:
        """What tells it from others: its kind, about what, and its entries, in order where that matters."""
        directed = (ENABLES, FORBIDS, ORDER) if self.third else (ENABLES, FORBIDS)
        of: Group = self.entries
        if self.kind not in directed:
            of = tuple(sorted(of))
        elif self.third:
            of = (*pair_of(self.one, self.other), self.third)
        return (self.kind, *of, *self.readings)


def seen_in(bench: Bench, meeting: Meeting) -> Iterator[Seen]:
    """What is seen in ``meeting`` of what its pair does to each other, and to what else is there."""
    yield from of_group(bench, meeting, TOGETHER)
    yield from of_order(bench, meeting)
    for one in meeting.group:
        yield from allowing(bench, meeting, one)


def of_group(bench: Bench, meeting: Meeting, kinds: Collection[str]) -> Iterator[Seen]:
    """What the group comes to together, as far as it is of one of ``kinds``."""
    found = compared(bench, meeting)
    if found is None:
        return
    one, other, *more = meeting.group
    third = "".join(more)
    if AMOUNT in kinds and found.contrast:
        yield _amount_of_three(found) if third else _amount(found)
    if READING in kinds:
        for point, answer in _hanging(bench, meeting, found):
            asked = bench.points[point]
            says, rules, readings = asked.asks, tuple(asked.statements), (f"{point}={answer}",)
            yield Seen(READING, one, other, says, point, rules, readings, third)
    if OPEN in kinds and _differs(bench.turned, meeting, found, chosen=False):
        says = "they come to something else where entries are laid out the other way round"
        yield Seen(OPEN, one, other, says, third=third)


def _largest(found: Compared) -> Path:
    return min(found.contrast, key=lambda path: (rank(path), -abs(found.contrast[path]), path))


def _amount(found: Compared) -> Seen:
    path, none = _largest(found), found.of()
    other = found.needed or found.group[1]
    (one,) = {*found.group} - {other}
    together = change(found.whole.numbers, found.of(one).numbers, path)
    alone = change(found.of(other).numbers, none.numbers, path)
    says = f"{named(path)}: {together} by {other} with {one}, {alone} without"
    return Seen(AMOUNT, one, other, says, named(path), made_by(found.whole, none))


def _amount_of_three(found: Compared) -> Seen:
    path, none = _largest(found), found.of()
    whole = found.whole.numbers.get(path, 0)
    expected = whole - found.contrast[path]
    says = f"{named(path)}: {whole} with all three, where what fewer of them do adds up to {expected}"
    rules = made_by(found.whole, none)
    return Seen(AMOUNT, found.group[0], found.group[1], says, named(path), rules, third=found.group[2])


def rank(path: Path) -> int:
    """Amounts of players come first, then what lies somewhere, and counts of cards last."""
    return 2 if path[-1] in ("hand", "deck", "discard") else len(path) > len(("players", "1", "health"))


def change(after: Numbers, before: Numbers, path: Path) -> str:
    """How much more there is after than before, in words."""
    return signed(after.get(path, 0) - before.get(path, 0))


def signed(number: int) -> str:
    """``number`` with its sign."""
    return f"{number:+}" if number else "nothing"


def named(path: Path) -> str:
    """Where an amount is read, in words, such as "attack of x/1 (field) of player 2"."""
    if path[0] != "players":
        return " ".join(path)
    _, seat, place, *inner = path
    what = f"{' of '.join(reversed(inner))} ({place})" if inner else place
    return f"{what} of player {seat}"


def _hanging(bench: Bench, meeting: Meeting, found: Compared) -> Iterator[tuple[str, str]]:
    """The other answers to open points on which it hangs what all come to together."""
    near = {*found.whole.decisive}
    for id, point in bench.points.items():
        if near.isdisjoint(point.statements):
            continue
        for answer in point.answers:
            here = answer == bench.arena.machine.readings[id]
            if not here and _differs(bench.under(id, answer), meeting, found):
                yield id, answer


def _differs(bench: Bench, meeting: Meeting, found: Compared, *, chosen: bool = True) -> bool:
    """Whether all come to something else on ``bench``, which is not what fewer of them do there.

    Unless that may have been ``chosen``, other dice and choices after the items make no difference of rules.
    """
    play = bench.play(meeting)
    if play is None or play.numbers == found.whole.numbers:
        return False
    if not chosen and sorted(play.fell) != sorted(found.whole.fell):
        return False
    other = compared(bench, meeting)
    return other is not None and other.contrast != found.contrast


def of_order(bench: Bench, meeting: Meeting) -> Iterator[Seen]:
    """That it makes a difference which of the pair is used first in the same window."""
    one, other = meeting.group
    two = both_ways(bench, meeting, one, other)
    if two is None:
        return
    here, there = two.plays
    paths = [*two.apart]
    if not paths:
        return
    first, second = (play.numbers.get(paths[0], 0) for play in (here, there))
    says = f"{named(paths[0])}: {first} with {two.early} first, {second} with {two.late} first"
    rules = made_by(here, there) or made_by(there, here)
    yield Seen(ORDER, one, other, says, named(paths[0]), rules)


@dataclass(frozen=True)
class BothWays:
    """The ``plays`` of a meeting with ``early`` used before ``late``, as it is, and the other way round."""

    plays: tuple[Followed, Followed]
    early: str
    late: str

    @property
    def apart(self) -> Mapping[Path, int]:
        """By how much the amounts differ, those of players first."""
        here, there = (play.numbers for play in self.plays)
        every = sorted({*here, *there}, key=lambda path: (rank(path), path))
        both = {path: here.get(path, 0) - there.get(path, 0) for path in every if path[0] not in APART}
        return {path: by for path, by in both.items() if by}


def turned_round(meeting: Meeting, one: str, other: str) -> Meeting | None:
    """``meeting`` with the uses of ``one`` and ``other``, each used once in the same window, exchanged."""
    items = meeting.items
    places = [at for at, item in enumerate(items) if not {one, other}.isdisjoint(item.uses)]
    if len(places) != len((one, other)) or items[places[0]].point != items[places[1]].point:
        return None
    first, second = places
    end = block(items, second)
    turned = (*items[:first], *items[second:end], *items[first:second], *items[end:])
    return replace(meeting, items=turned)


def both_ways(bench: Bench, meeting: Meeting, one: str, other: str, gone: Group = ()) -> BothWays | None:
    """The plays of ``meeting`` without the ``gone``, as it is and turned round, if they compare."""
    turned = turned_round(meeting, one, other)
    if turned is None:
        return None
    here, there = bench.play(meeting, gone), bench.play(turned, gone)
    if here is None or there is None or not (here.ended and there.ended):
        return None
    if here.end != there.end or sorted(here.fell) != sorted(there.fell):
        return None
    early = next(item.uses[0] for item in meeting.items if not {one, other}.isdisjoint(item.uses))
    return BothWays((here, there), early, other if early == one else one)


def allowing(bench: Bench, meeting: Meeting, one: str) -> Iterator[Seen]:
    """What ``one`` of the pair makes possible, or impossible, up to the end of the phase."""
    (other,) = {*meeting.group} - {one}
    since = first_use(meeting, one)
    here, there = (bench.play(meeting, gone) for gone in ((other,), (one, other)))
    if here is None or there is None or here.end != there.end:
        return
    came = {text for _, text in here.fell}
    mine, without = (play.allowed_after(since) for play in (here, there))
    for seat, entry in sorted(mine ^ without):
        if entry in (one, "") or any(text.endswith(entry) for text in came):
            continue
        kind = ENABLES if (seat, entry) in mine else FORBIDS
        may = (
            "may use it then, and not without" if kind == ENABLES else "may not use it then, and may without"
        )
        yield Seen(kind, one, entry, f"player {seat + 1} {may}", "", made_by(here, there))


def first_use(meeting: Meeting, entry: str) -> int:
    """The number of the item that uses ``entry`` first; one before all where none does."""
    return next((at for at, item in enumerate(meeting.items) if entry in item.uses), -1)


def made_by(play: Followed, other: Followed) -> tuple[str, ...]:
    """Rules that made a difference in ``play``, and none in ``other``."""
    there = {*other.decisive}
    return tuple(rule for rule in play.decisive if rule not in there)[:MOST_RULES]
