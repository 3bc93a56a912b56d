"""Experiments: what two entries do to each other in one meeting, by the same play with and without each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from dicelaw.oracle.atlas.bench import Bench
from dicelaw.oracle.atlas.following import Followed, Numbers, Path
from dicelaw.oracle.atlas.meeting import Meeting, block
from dicelaw.oracle.fuzz.arena import Pair, pair_of

AMOUNT, ENABLES, FORBIDS = "amount", "enables", "forbids"
ORDER, READING, OPEN = "order", "reading", "open"
TOGETHER = frozenset({AMOUNT, READING, OPEN})
"""The kinds that are about what both come to together."""
APART = ("at", "winners", "turn", "to_decide")
"""What stands there that is no amount."""
MOST_RULES = 8
Key = tuple[str, ...]


@dataclass(frozen=True)
class Seen:
    """What was seen: ``one`` does something to ``other``, about some amount or open point."""

    kind: str
    one: str
    other: str
    says: str
    about: str = ""
    rules: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """What tells it from others: its kind, about what, and its entries, in order where that matters."""
        of = (self.one, self.other) if self.kind in (ENABLES, FORBIDS) else pair_of(self.one, self.other)
        return (self.kind, *of, *self.readings)


@dataclass(frozen=True)
class _Four:
    """A meeting as it is, without the first entry of its pair, without the second, and without both."""

    both: Followed
    second: Followed
    first: Followed
    none: Followed

    pair: Pair

    @cached_property
    def contrast(self) -> Mapping[Path, int]:
        """What the entries come to together beyond what each does by itself, amount by amount.

        Where one of them comes about by the other alone, it is about the amounts that the other changes.
        """
        both, second, first, none = (one.numbers for one in (self.both, self.second, self.first, self.none))
        found = {}
        for path in sorted({*both, *second, *first, *none}):
            alone, other = (one.get(path, 0) - none.get(path, 0) for one in (first, second))
            beyond = both.get(path, 0) - none.get(path, 0) - alone - other
            if (
                path[0] not in APART
                and beyond
                and (other or self.depends != 1)
                and (alone or self.depends != 0)
            ):
                found[path] = beyond
        return found

    @cached_property
    def depends(self) -> int | None:
        """Which of the pair is there without the other where the other is not: 0 for the first."""
        one, other = self.pair
        if not _is_in(self.second, other):
            return 0
        return None if _is_in(self.first, one) else 1

    @property
    def comparable(self) -> bool:
        """Whether all come to the same end, and the dice and cards of each entry are the same."""
        every = (self.both, self.second, self.first, self.none)
        if not all(one.ended and one.session.at == self.both.session.at for one in every):
            return False
        both, second, first, none = (Counter(one.fell) for one in every)
        return not (second - both or first - both or none - both) and both - second == first - none


def seen_in(bench: Bench, meeting: Meeting) -> Iterator[Seen]:
    """What is seen in ``meeting`` of what its pair does to each other, and to what else is there."""
    yield from of_pair(bench, meeting, TOGETHER)
    yield from of_order(bench, meeting)
    for one in meeting.pair:
        yield from allowing(bench, meeting, one)


def of_pair(bench: Bench, meeting: Meeting, kinds: Collection[str]) -> Iterator[Seen]:
    """What the pair comes to together, as far as it is of one of ``kinds``."""
    four = _four(bench, meeting)
    if four is None:
        return
    if AMOUNT in kinds and four.contrast:
        yield _amount(meeting, four)
    if READING in kinds:
        yield from _hanging(bench, meeting, four)
    if OPEN in kinds and _differs(bench.turned, meeting, four):
        says = "they come to something else where entries are laid out the other way round"
        yield Seen(OPEN, *meeting.pair, says)


def _four(bench: Bench, meeting: Meeting) -> _Four | None:
    """The four plays of ``meeting``, if all can be made and compared."""
    one, other = meeting.pair
    plays = []
    for gone in ((), (one,), (other,), (one, other)):
        play = bench.play(meeting, gone)
        if play is None:
            return None
        plays.append(play)
    both, second, first, none = plays
    found = _Four(both, second, first, none, meeting.pair)
    return found if found.comparable else None


def _is_in(play: Followed, entry: str) -> bool:
    """Whether ``entry`` is used in ``play``, or lay there."""
    return entry in play.used or entry in play.lay


def _amount(meeting: Meeting, four: _Four) -> Seen:
    path = min(four.contrast, key=lambda path: (_rank(path), -abs(four.contrast[path]), path))
    one, other = meeting.pair
    without_other = four.second
    if four.depends == 0:
        one, other, without_other = other, one, four.first
    apart = four.first if four.depends != 0 else four.none
    together = _change(four.both.numbers, apart.numbers, path)
    alone = _change(without_other.numbers, four.none.numbers, path)
    says = f"{named(path)}: {together} by {other} with {one}, {alone} without"
    return Seen(AMOUNT, one, other, says, named(path), _rules(four.both, four.none))


def _rank(path: Path) -> int:
    """Amounts of players come first, then what lies somewhere, and counts of cards last."""
    return 2 if path[-1] in ("hand", "deck", "discard") else len(path) > len(("players", "1", "health"))


def _change(after: Numbers, before: Numbers, path: Path) -> str:
    return f"{after.get(path, 0) - before.get(path, 0):+}".replace("+0", "nothing")


def named(path: Path) -> str:
    """Where an amount is read, in words."""
    return f"{' '.join(path[2:])} of player {path[1]}" if path[0] == "players" else " ".join(path)


def _hanging(bench: Bench, meeting: Meeting, four: _Four) -> Iterator[Seen]:
    """The readings on which it hangs what both come to together."""
    near = {*four.both.decisive}
    for id, point in bench.points.items():
        if near.isdisjoint(point.statements):
            continue
        for answer in point.answers:
            if answer == bench.arena.machine.readings[id]:
                continue
            if _differs(bench.under(id, answer), meeting, four):
                yield Seen(
                    READING, *meeting.pair, point.asks, id, tuple(point.statements), (f"{id}={answer}",)
                )


def _differs(bench: Bench, meeting: Meeting, four: _Four) -> bool:
    """Whether both come to something else on ``bench``, which is not what one of them does by itself."""
    play = bench.play(meeting)
    if play is None or play.numbers == four.both.numbers:
        return False
    other = _four(bench, meeting)
    return other is not None and other.contrast != four.contrast


def of_order(bench: Bench, meeting: Meeting) -> Iterator[Seen]:
    """That it makes a difference which of the pair is used first in the same window."""
    items = meeting.items
    places = [at for at, item in enumerate(items) if not {*meeting.pair}.isdisjoint(item.uses)]
    if len(places) != len(meeting.pair) or items[places[0]].point != items[places[1]].point:
        return
    first, second = places
    end = block(items, second)
    turned = (*items[:first], *items[second:end], *items[first:second], *items[end:])
    here, there = bench.play(meeting), bench.play(replace(meeting, items=turned))
    if here is None or there is None or not (here.ended and there.ended):
        return
    if here.session.at != there.session.at or sorted(here.fell) != sorted(there.fell):
        return
    paths = [
        path for path in sorted({*here.numbers, *there.numbers}, key=lambda path: (_rank(path), path))
        if path[0] not in APART and here.numbers.get(path, 0) != there.numbers.get(path, 0)
    ]  # fmt: skip
    if not paths:
        return
    early, late = items[first].uses[0], items[second].uses[0]
    one, other = (play.numbers.get(paths[0], 0) for play in (here, there))
    says = f"{named(paths[0])}: {one} with {early} first, {other} with {late} first"
    yield Seen(ORDER, *meeting.pair, says, named(paths[0]), _rules(here, there) or _rules(there, here))


def allowing(bench: Bench, meeting: Meeting, one: str) -> Iterator[Seen]:
    """What ``one`` of the pair makes possible, or impossible, up to the end of the phase."""
    other = meeting.pair[meeting.pair[0] == one]
    since = next((at for at, item in enumerate(meeting.items) if one in item.uses), -1)
    here, there = (bench.play(meeting, gone) for gone in ((other,), (one, other)))
    if here is None or there is None or (here.ended, here.session.at) != (there.ended, there.session.at):
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
        yield Seen(kind, one, entry, f"player {seat + 1} {may}", "", _rules(here, there))


def _rules(play: Followed, other: Followed) -> tuple[str, ...]:
    """Rules that made a difference in ``play``, and none in ``other``."""
    there = {*other.decisive}
    return tuple(rule for rule in play.decisive if rule not in there)[:MOST_RULES]
