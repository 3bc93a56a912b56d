"""The play of a find as other verbs read it: a scenario, and a trace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from dicelaw.model.content.document import Document, read
from dicelaw.model.foreign.json_text import to_json
from dicelaw.model.kernel.concrete import Illegal
from dicelaw.oracle.conform.plays import built
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files import scenario_runner as walk
from dicelaw.oracle.files.codec import move_of
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.trace import lines
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.find import Find
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.session import Session


def trace_text(arena: Arena, find: Find) -> str:
    """The trace of the play of ``find``, without a last step that leaves a domain, which cannot be taken.

    It is empty where the game as it is opened elsewhere plays otherwise.
    """
    wanted, session = _decided(arena.session(arena.state(find.setup)), find), _opened(arena, find)
    if session is None or standing(_decided(session, find)) != standing(wanted):
        return ""
    return "".join(f"{line}\n" for line in lines(session))


def scenario_text(arena: Arena, find: Find, *, blamed: bool = True) -> str:
    """The play of ``find`` as a scenario that is seen to come to the same; empty where none does.

    Its entries are called at fault where they are ``blamed``.
    """
    wanted = standing(_decided(arena.session(arena.state(find.setup)), find))
    for full in (False, True):
        text = "".join(f"{line}\n" for line in _scenario(find, full=full, blamed=blamed))
        session = _opened(arena, find)
        if session is not None and _played(session, text) == wanted:
            return text
    return ""


def vector_text(find: Find) -> str:
    """The vector of the play of ``find``, for the test suite of an engine; empty where it cannot be made."""
    case = built(f"fuzz/{find.name}", find.setup, find.decisions, find.illegal)
    if case is None:
        return ""
    told = replace(case, rules=find.rules, checks=find.says)
    return f"{to_json(told.as_vector)}\n"


def _opened(arena: Arena, find: Find) -> Session | None:
    """A session in the position of ``find``, as other verbs open it."""
    own = arena.session(arena.machine.start)
    try:
        return open_scenario(loaded(Document("setup", dict(find.setup)), own.name), content=own.content)
    except UserError:
        return None


def _decided(session: Session, find: Find) -> Session:
    """``session`` after the decisions of ``find``, as far as they can be made."""
    with suppress(UserError, Illegal):
        walk.settle(session)
        for one in find.decisions:
            session.apply(move_of(session, one["transition"], one["choices"]))
            walk.settle(session)
    return session


def _played(session: Session, text: str) -> Mapping[str, Any] | None:
    """How ``session`` stands after the play of the scenario ``text``, as far as that can be made."""
    with suppress(UserError):
        walk.play(session, loaded(read("", text.encode()), session.name).play, "")
        walk.settle(session)
    return standing(session)


def _scenario(find: Find, *, full: bool, blamed: bool) -> Iterator[str]:
    """``find`` as a scenario file; with ``full`` decisions are written by transition and choices."""
    yield f"# {find.says}"
    if find.entries:
        yield f"# {'at fault' if blamed else 'in it'}: {', '.join(find.entries)}"
    for one in find.illegal:
        yield f"# and in the end {one['actor']} wrongly may: {one['text']}"
    for name, value in find.setup.items():
        if name != "players":
            yield f"{name}: {to_json(value)}"
    yield "players:"
    yield from (f"  - {to_json(player)}" for player in find.setup["players"])
    yield "play:"
    for one in find.decisions:
        yield f"  - {to_json(_entry(one, full=full))}"


def _entry(one: Mapping[str, Any], *, full: bool) -> Any:
    """A decision, die or card as a scenario has it."""
    if one["actor"] == "chance":
        (name, value), *_ = one["choices"].items() or [("", "")]
        if name == "face":
            return {"roll": [value]}
        if name == "player":
            return {"toss": int(value)}
        return {"discard" if "discard" in one["transition"] else "draw": [value]}
    if full:
        given = " ".join(f"{name}={value}" for name, value in one["choices"].items())
        return f"{one['actor']} {one['transition']} {given}".strip()
    return f"{one['actor']} {one['text']}"
