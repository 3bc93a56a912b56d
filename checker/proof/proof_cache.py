"""The steps of proofs that are proved, each with what its proof needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set


class Known:
    """Proved steps: each by the digest of what it is about, with the digests of the invariants that it needs.

    A step that is proved from some invariants is proved wherever these are assumed, whatever else is.
    """

    def __init__(self, entries: Iterable[str] = ()) -> None:
        """``entries`` are those of :meth:`entries`, of this or of another run."""
        self._needs: dict[str, set[frozenset[str]]] = {}
        self._names: dict[str, str] = {}
        """Each digest once, as many steps need the same."""
        self._added: list[str] = []
        self.learn(entries)

    def learn(self, entries: Iterable[str]) -> None:
        """Know ``entries``, which are none that :meth:`added` has."""
        for entry in entries:
            step, _, needs = entry.partition(":")
            self._has(step, filter(None, needs.split(",")))

    def needed(self, step: str, assumed: Set[str]) -> frozenset[str] | None:
        """What a proof of ``step`` needs that needs nothing but what is ``assumed``, if one is known."""
        return next((needs for needs in self._needs.get(step, ()) if needs <= assumed), None)

    def add(self, step: str, needs: Iterable[str] = ()) -> None:
        """Know that ``step`` is proved from ``needs``."""
        found = self._has(step, needs)
        if found is not None:
            self._added.append(_entry(step, found))

    def _has(self, step: str, needs: Iterable[str]) -> frozenset[str] | None:
        """Know it; what it needs, if that is new."""
        found = frozenset(self._names.setdefault(one, one) for one in needs)
        known = self._needs.setdefault(step, set())
        if found in known:
            return None
        known.add(found)
        return found

    def added(self) -> list[str]:
        """The entries that were added since this was last asked, in order."""
        found, self._added = sorted(self._added), []
        return found

    def entries(self) -> Iterator[str]:
        """All that is known, in an order that depends on nothing else, as words without spaces."""
        for step, found in sorted(self._needs.items()):
            yield from sorted(_entry(step, needs) for needs in found)


def _entry(step: str, needs: Iterable[str]) -> str:
    return f"{step}:{','.join(sorted(needs))}"
