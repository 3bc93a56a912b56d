"""Experiments with three entries: what all of them do that no two do, by the same play without each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from dicelaw.oracle.atlas.bench import Bench
from dicelaw.oracle.atlas.compared import is_in
from dicelaw.oracle.atlas.experiment import (
    ENABLES,
    FORBIDS,
    ORDER,
    TOGETHER,
    Seen,
    both_ways,
    first_use,
    made_by,
    named,
    of_group,
)
from dicelaw.oracle.atlas.following import Path
from dicelaw.oracle.atlas.meeting import Meeting


def seen_in_triple(bench: Bench, meeting: Meeting) -> Iterator[Seen]:
    """What is seen in ``meeting`` that takes all three of its group."""
    yield from of_group(bench, meeting, TOGETHER)
    for one, other in combinations(meeting.group, 2):
        yield from allowed_by_two(bench, meeting, one, other)
    for one, other in combinations(meeting.group, 2):
        yield from order_with_third(bench, meeting, one, other)


def allowed_by_two(bench: Bench, meeting: Meeting, one: str, other: str) -> Iterator[Seen]:
    """What ``one`` and ``other`` make possible, or impossible, together, and neither of them alone.

    That one of them alone makes it possible counts also where that is over before the other comes.
    """
    since = max(first_use(meeting, one), first_use(meeting, other))
    plays = []
    for there in ((one, other), (one,), (other,), ()):
        play = bench.play(meeting, tuple({*meeting.group} - {*there}))
        if play is None or not all(is_in(play, entry) for entry in there):
            return
        plays.append(play)
    both, *fewer = plays
    if any(play.end != both.end for play in fewer):
        return
    came = {text for play in plays for _, text in play.fell}
    mine, *others = (frozenset(play.allowed_after(since)) for play in plays)
    enabled, forbidden = mine.difference(*others), others[0].intersection(*others[1:]) - mine
    for entry, alone in zip((one, other), fewer, strict=False):
        used = first_use(meeting, entry)
        enabled -= alone.allowed_after(used) - fewer[-1].allowed_after(used)
    for seat, entry in sorted(enabled | forbidden):
        if entry in (one, other, "") or any(text.endswith(entry) for text in came):
            continue
        if (seat, entry) in enabled:
            kind, may = ENABLES, "may use it then, and not with fewer of them"
        else:
            kind, may = FORBIDS, "may not use it then, and may with fewer of them"
        says, rules = f"player {seat + 1} {may}", made_by(both, fewer[-1])
        yield Seen(kind, one, other, says, "", rules, third=entry)


def order_with_third(bench: Bench, meeting: Meeting, one: str, other: str) -> Iterator[Seen]:
    """That the order of ``one`` and ``other`` makes another difference with the third entry than without."""
    (third,) = {*meeting.group} - {one, other}
    places = sorted((first_use(meeting, one), first_use(meeting, other)))
    if places[0] < 0 or any(third in item.uses for item in meeting.items[places[0] : places[1]]):
        return
    without, whole = both_ways(bench, meeting, one, other, (third,)), both_ways(bench, meeting, one, other)
    if without is None or whole is None:
        return
    ways = without.plays, whole.plays
    every = (*without.plays, *whole.plays)
    if not all(is_in(play, entry) for play in every for entry in (one, other)):
        return
    if not all(is_in(play, third) for play in whole.plays):
        return
    if without.plays[0].end != whole.plays[0].end:
        return
    uses = [Counter(entry for entry in play.used if entry in (one, other)) for play in every]
    if any(count != uses[0] for count in uses):
        return
    if any(Counter(less.fell) - Counter(play.fell) for less, play in zip(*ways, strict=True)):
        return
    paths: list[Path] = [
        path for path in {**whole.apart, **without.apart}
        if whole.apart.get(path, 0) != without.apart.get(path, 0)
    ]  # fmt: skip
    if not paths:
        return
    shown = [[play.numbers.get(paths[0], 0) for play in way.plays] for way in (whole, without)]
    says = (
        f"{named(paths[0])}: {shown[0][0]} with {whole.early} first, {shown[0][1]} with {whole.late} first; "
        f"without {third} {shown[1][0]} and {shown[1][1]}"
    )
    rules = made_by(whole.plays[0], whole.plays[1]) or made_by(whole.plays[1], whole.plays[0])
    yield Seen(ORDER, one, other, says, named(paths[0]), rules, third=third)
