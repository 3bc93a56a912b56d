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
        for entry in entries:
            step, _, needs = entry.partition(":")
            self.add(step, filter(None, needs.split(",")))

    def needed(self, step: str, assumed: Set[str]) -> frozenset[str] | None:
        """What a proof of ``step`` needs that needs nothing but what is ``assumed``, if one is known."""
        return next((needs for needs in self._needs.get(step, ()) if needs <= assumed), None)

    def add(self, step: str, needs: Iterable[str] = ()) -> None:
        """Know that ``step`` is proved from ``needs``."""
        self._needs.setdefault(step, set()).add(frozenset(needs))

    def entries(self) -> Iterator[str]:
        """All that is known, in an order that depends on nothing else, as words without spaces."""
        for step, found in sorted(self._needs.items()):
            yield from sorted(f"{step}:{','.join(sorted(needs))}" for needs in found)
