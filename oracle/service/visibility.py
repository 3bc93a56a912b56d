"""What the holder of a key may see and do. The hand of another seat, and what tells of it, is hidden.

The owner sees all and decides for both seats and for chance. A seat sees its own hand and decides for itself
alone. Who watches sees what lies open. A card that goes from the deck to a hand or back is hidden from
everybody but its player. What is legal, or why it is not, is only told of one's own decisions, and of what
stands in their way only what does so wherever the hidden cards are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from dicelaw.model.foreign.numbers import is_whole, whole_number
from dicelaw.model.kernel.concrete import Move
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files import codec as wire
from dicelaw.oracle.files.trace import actor_name, step_of
from dicelaw.oracle.formats.formats import Decision
from dicelaw.oracle.formats.service_formats import Viewer
from dicelaw.oracle.games.decisions import Wanted
from dicelaw.oracle.games.description import Concealed, description
from dicelaw.oracle.games.refusal import WhyNot, why_not_move, why_not_yet
from dicelaw.oracle.games.session import Session, Step


class NotYoursError(UserError):
    """Something that the holder of this key may not do or ask."""


def seat_of(viewer: Viewer) -> int | None:
    """The seat (from 0) whose key it is; None for the owner and those who watch."""
    return int(viewer) - 1 if is_whole(viewer) else None


def observation(session: Session, viewer: Viewer) -> dict[str, Any]:
    """The present position as an ``Observation``, with the hands that ``viewer`` may see."""
    found, game = wire.observation(session), description(session.name)
    for seat, player in enumerate(found["players"]):
        cards = game.cards(session, seat) if viewer in ("owner", str(seat + 1)) else None
        if cards is not None:
            player["cards"] = cards
    return found


def event(session: Session, number: int, step: Step, viewer: Viewer) -> dict[str, Any]:
    """``step`` as an ``Event``, without the card that is hidden from ``viewer`` and its choice."""
    found = step_of(session, number, step)
    hidden = _hidden_cards(session, step, viewer)
    if hidden:
        found["choices"] = {}
        found["changes"] = {name: both for name, both in found["changes"].items() if name not in hidden}
    return found


def _hidden_cards(session: Session, step: Step, viewer: Viewer) -> set[str]:
    """The slots of cards that ``step`` moves between deck and hand unseen by ``viewer``."""
    slots, before, after = session.machine.slots, step.before, step.after
    return {
        slots[cell].name
        for there in _of_others(session, viewer)
        for cell in there.cells
        if before[cell] != after[cell] and {before[cell], after[cell]} <= there.values
    }


def _of_others(session: Session, viewer: Viewer) -> list[Concealed]:
    """What is concealed from ``viewer``."""
    if viewer == "owner":
        return []
    others = [seat for seat in range(len(session.machine.seats)) if seat != seat_of(viewer)]
    return [description(session.name).concealed(session, seat) for seat in others]


def legal(session: Session, viewer: Viewer) -> list[dict[str, Any]] | None:
    """What may be decided now, as ``LegalDecision``s; None where that is not for ``viewer`` to see."""
    moves = session.legal()
    if viewer != "owner" and not (moves and actor_name(session.actor(moves[0])) == viewer):
        return None
    means = description(session.name).option
    return [{**wire.decision(session, move), "means": means(session, move) or None} for move in moves]


def find(session: Session, decision: Decision | str, viewer: Viewer) -> Move | None:
    """The legal move that ``decision`` means; None where it is illegal. Raises as :func:`why_not`."""
    asked = _meant(session, decision, viewer)
    if isinstance(asked, Wanted):
        return session.find(asked)
    return asked if asked in session.legal() and _by(session, asked, decision) else None


def _by(session: Session, move: Move, decision: Decision | str) -> bool:
    return isinstance(decision, str) or actor_name(session.actor(move)) == decision.actor


def why_not(session: Session, decision: Decision | str, viewer: Viewer) -> WhyNot:
    """Why ``decision`` may not be made now, as far as ``viewer`` may know.

    Raises NotYoursError where ``viewer`` does not decide it, and UserError for what is unknown or ambiguous.
    """
    asked = _meant(session, decision, viewer)
    if viewer == "owner":
        return _why_not(session, asked, decision)
    move = find(session, decision, viewer)
    if move is not None:
        return WhyNot(_text(decision), session.transition(move).id, True)
    one, other = (_why_not(_imagined(session, viewer, value_of), asked, decision) for value_of in (min, max))
    agreed = one.move == other.move and one.legal == other.legal and one.later == other.later
    same_turn = one.turns == other.turns
    named = [*zip(one.unmet, one.rules, strict=False)] if agreed else []
    both = [(need, rule) for need, rule in named if need in other.unmet and rule in other.rules]
    further = [rule for rule in one.rules[len(one.unmet) :] if agreed and rule in other.rules]
    return replace(
        one,
        legal=agreed and one.legal and one.after_pass is not None,
        unmet=tuple(need for need, _ in both),
        rules=(*(rule for _, rule in both), *further),
        moments=tuple(moment for moment in one.moments if moment in other.moments and same_turn),
        later=one.later if agreed else "",
        facts=tuple(fact for fact in one.facts if agreed and fact in other.facts),
        spelled=(),
    )


def _why_not(session: Session, asked: Wanted | Move, decision: Decision | str) -> WhyNot:
    if isinstance(asked, Wanted):
        return why_not_yet(session, asked)
    actor = decision.actor if isinstance(decision, Decision) else ""
    seat = whole_number(actor)
    return why_not_move(session, _text(decision), asked, None if seat is None else seat - 1)


def _text(decision: Decision | str) -> str:
    return decision if isinstance(decision, str) else decision.text or decision.transition


def _imagined(session: Session, viewer: Viewer, value_of: Callable[[Iterable[int]], int]) -> Session:
    """``session`` as it would be if all that ``viewer`` cannot see had one of the values that it may have."""
    values = list(session.state)
    for there in _of_others(session, viewer):
        for cell in there.cells:
            if values[cell] in there.values:
                values[cell] = value_of(there.values)
    return Session(session.game, tuple(values), session.heroes, session.content)


def _meant(session: Session, decision: Decision | str, viewer: Viewer) -> Wanted | Move:
    """What ``decision`` asks for."""
    if viewer == "watch":
        raise NotYoursError("this key is for watching; it decides nothing", ExitCode.ILLEGAL)
    if isinstance(decision, str):
        listed = session.by_chance(decision) if viewer == "owner" else None
        return _wanted(session, decision, viewer) if listed is None else listed
    _check_seat(session, {decision.transition}, decision.actor, viewer)
    move = wire.move_of(session, decision.transition, decision.choices)
    transition = session.transition(move)
    done_by = "a seat" if transition.by_seat else actor_name(session.actor(move))
    by_seat = is_whole(decision.actor)
    if by_seat != transition.by_seat or done_by not in ("a seat", decision.actor):
        raise UserError(f"actor: {transition.id} is done by {done_by}; given: {decision.actor}")
    for choice, value in zip(transition.choices, move[1:], strict=True):
        if not (choice.lo or 0) <= value <= (choice.top or 0):
            raise UserError(f"choices: {choice.name} = {value} is not in {choice.lo}..{choice.top}")
    return move


def _wanted(session: Session, text: str, viewer: Viewer) -> Wanted:
    wanted, seat = session.wanted(text), seat_of(viewer)
    if seat is None:
        return wanted
    actor = viewer if wanted.seat is None else str(wanted.seat + 1)
    _check_seat(session, wanted.transitions, actor, viewer)
    return replace(wanted, seat=seat)


def _check_seat(session: Session, transitions: frozenset[str] | set[str], actor: str, viewer: Viewer) -> None:
    """Raises NotYoursError where ``viewer`` is a seat and this is not for a seat, or for the other one."""
    if seat_of(viewer) is None:
        return
    machine = session.machine
    known = [machine.transition(id) for id in transitions if id in machine.transition_index]
    others = [transition.id for transition in known if not transition.by_seat]
    if actor != viewer or others:
        whose = others[0] if others else f"what {actor} decides"
        raise NotYoursError(f"this key is for seat {viewer}; {whose} is not for it", ExitCode.ILLEGAL)
