"""Interning: expressions that say the same are one object, in all machines of a process.

What walks expressions, of one machine or of several, then meets each once: what a rule says in many places,
or under many readings, is built, digested and translated once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast
from weakref import ref

Node = TypeVar("Node")
Parts = ParamSpec("Parts")


class _Kept(ref[object]):
    """A node in use with its key, as a ``WeakValueDictionary`` has it, which takes longer to find one."""

    __slots__ = ("key",)
    key: tuple[object, ...]


_nodes: dict[tuple[object, ...], _Kept] = {}


def _forget(gone: _Kept) -> None:
    if _nodes.get(gone.key) is gone:
        del _nodes[gone.key]


def interned(
    key: tuple[object, ...], make: Callable[Parts, Node], /, *parts: Parts.args, **named: Parts.kwargs
) -> Node:
    """What ``make`` makes of the parts, or the object in use that was made under the same ``key``.

    The key has all that tells it from others. Its operands are in it by identity, which is safe as it keeps
    them in use.
    """
    kept = _nodes.get(key)
    known = None if kept is None else kept()
    if known is None:
        known = make(*parts, **named)
        kept = _nodes[key] = _Kept(known, _forget)
        kept.key = key
    return cast(Node, known)
