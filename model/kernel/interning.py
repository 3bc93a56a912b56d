"""Interning: expressions that say the same are one object, in all machines of a process.

What walks expressions, of one machine or of several, then meets each once: what a rule says in many places,
or under many readings, is built, digested and translated once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast
from weakref import WeakValueDictionary

Node = TypeVar("Node")
Parts = ParamSpec("Parts")

_nodes: WeakValueDictionary[tuple[object, ...], object] = WeakValueDictionary()


def interned(
    key: tuple[object, ...], make: Callable[Parts, Node], /, *parts: Parts.args, **named: Parts.kwargs
) -> Node:
    """What ``make`` makes of the parts, or the object in use that was made under the same ``key``.

    The key has all that tells it from others. Its operands are in it by identity, which is safe as it keeps
    them in use.
    """
    known = _nodes.get(key)
    if known is None:
        known = _nodes[key] = make(*parts, **named)
    return cast(Node, known)
