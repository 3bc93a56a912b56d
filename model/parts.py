"""Parts of a game that are built once for all readings under which they are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, TypeVar

Made = TypeVar("Made")


class Answers(Mapping[str, str]):
    """Answers to open points, which note the points that are asked for."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = dict(given)
        self.asked: set[str] = set()

    def __getitem__(self, point: str) -> str:
        self.asked.add(point)
        return self._given[point]

    def __iter__(self) -> Iterator[str]:
        self.asked.update(self._given)
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)

    def agree(self, asked: Mapping[str, str | None]) -> bool:
        """Whether these answers, too, say what was ``asked``; None is a point that there is not."""
        return all(self._given.get(point) == answer for point, answer in asked.items())

    def noted(self, asked: set[str]) -> dict[str, str | None]:
        """What these answers say of the points ``asked``."""
        return {point: self._given.get(point) for point in asked}


class Parts:
    """The parts of one game as they were built, each for the answers that it asked for.

    What is made may hang on nothing but answers, and on what is given beside them. ``building`` is held by
    who builds a game of them where several threads may.
    """

    def __init__(self) -> None:
        self.building = Lock()
        self._known: dict[str, list[tuple[Mapping[str, str | None], tuple[object, ...], Any]]] = {}

    def made(self, name: str, answers: Answers, make: Callable[[], Made], *given: object) -> Made:
        """What ``make`` makes of ``answers`` and of what is ``given``: the very same where these are."""
        known = self._known.setdefault(name, [])
        for asked, before, found in known:
            if answers.agree(asked) and _same(before, given):
                answers.asked.update(asked)
                reused: Made = found
                return reused
        earlier, answers.asked = answers.asked, set()
        made = make()
        known.append((answers.noted(answers.asked), given, made))
        answers.asked |= earlier
        return made

    def added(
        self,
        name: str,
        answers: Answers,
        lists: Sequence[list[Any]],
        add: Callable[[], Made],
        *given: object,
    ) -> Made:
        """As :meth:`made`, for what ``add`` gives back and what it adds at the end of each of ``lists``."""
        before = [len(one) for one in lists]

        def made() -> tuple[list[list[Any]], Made]:
            back = add()
            return [one[start:] for one, start in zip(lists, before, strict=True)], back

        added, back = self.made(name, answers, made, *given)
        for one, start, more in zip(lists, before, added, strict=True):
            one[start:] = more
        return back


def _same(some: Sequence[object], others: Sequence[object]) -> bool:
    """Whether these are the very same objects in the same order."""
    return len(some) == len(others) and all(one is two for one, two in zip(some, others, strict=True))
