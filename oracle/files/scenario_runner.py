"""Playing the entries of a scenario.

Between two entries all is taken by itself that needs no decision: what the rules do, what is the only legal
thing, and passes. So an entry happens at the first moment at which it is legal, before the next decision or
die that is really open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent, Transition
from dicelaw.model.kernel.state import State
from dicelaw.model.number_of import number_of
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.scenario import Entry
from dicelaw.oracle.games.decisions import Wanted, moves_of
from dicelaw.oracle.games.ports import port
from dicelaw.oracle.games.refusal import why_not_wanted
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.suggestions import plain, unknown

COMING = {
    "draw": ("draw", "resolve/draw", "resolve/corrupting", "setup/shuffle"),
    "discard": ("resolve/discard",),
}
"""The timing points at which cards or dice are drawn or discarded by chance."""
WHOM = ("player", "hero")
"""What a choice is called that falls on a player."""
MANY = 2_000
"""More steps than any play between two decisions can have."""


def play(session: Session, entries: Sequence[Entry], file: str) -> None:
    """Play ``entries``. Raises UserError with the line, the field and the rule of one that cannot happen."""
    for entry in entries:
        try:
            _WAYS[entry.kind](session, entry)
        except UserError as error:
            raise error.under(f"{file}:{entry.line}: {entry.name}") from None


def settle(session: Session) -> None:
    """Let the rules do what they do by themselves, up to a decision, a die, a card or the end.

    Raises UserError where that goes on for too long.
    """
    for _ in range(MANY):
        move = session.automatic(passing=False)
        if move is None or session.transition(move).actor is not Agent.RULES:
            return
        session.apply(move)
    raise _endless(session)


def settle_here(session: Session) -> None:
    """Let the rules do what they do by themselves at the present timing point, such as pass for a seat.

    Raises UserError where that goes on for too long.
    """
    here = session.at
    for _ in range(MANY):
        move = session.automatic(passing=False)
        if move is None:
            return
        transition = session.transition(move)
        if transition.actor is not Agent.RULES or transition.target != here:
            return
        session.apply(move)
    raise _endless(session)


def ended_phase(session: Session) -> bool:
    """Whether the last step concluded a phase whose damage is applied, or the turn, or the game."""
    if not session.events:
        return False
    return ends_phase(session, session.transition(session.events[-1].move)) or session.over


def ends_phase(session: Session, transition: Transition) -> bool:
    """Whether ``transition`` ends what the outcome of a situation is followed to: a phase, or a turn."""
    return port(session.name).ends_phase(transition)


def finish(session: Session, *, passing: bool = True) -> bool:
    """Go on to the end of the phase, or to the first thing that is open; whether the end is reached.

    Raises UserError where that goes on for too long.
    """
    for _ in range(MANY):
        if session.over:
            return True
        move = session.automatic(passing=passing)
        if move is None:
            return False
        session.apply(move)
        if ended_phase(session):
            return True
    raise _endless(session)


def needed(session: Session) -> str:
    """What the play stands still for, in words."""
    legal = session.legal()
    if not legal:
        return "the game is over"
    point = session.machine.point_of(session.state)
    actor = session.actor(legal[0])
    if actor is Agent.CHANCE:
        kind = "dice (`roll:`)" if _faces(session) else "cards (`draw:` or `discard:`)"
        return f"{point.says}: {kind} must be given"
    who = session.machine.seats[actor] if isinstance(actor, int) else "the rules"
    shown = list(dict.fromkeys(session.text(move) for move in legal))
    more = f" and {len(shown) - 6} more" if len(shown) > 6 else ""
    return f"{point.says}: {who} may {', '.join(shown[:6])}{more}"


def _onward(session: Session) -> bool:
    """Take the next step that needs no decision; whether there was one."""
    move = session.automatic()
    if move is None:
        return False
    session.apply(move)
    return True


def comes(session: Session, reached: Callable[[], bool]) -> bool:
    """Whether ``reached`` holds now, or comes to hold before anything is open.

    Raises UserError where play goes on for too long.
    """
    for _ in range(MANY):
        if reached():
            return True
        if not _onward(session):
            return False
    raise _endless(session)


def _endless(session: Session) -> UserError:
    says = (
        f"play goes on by itself for more than {MANY} steps and may do so for ever; it stands at {session.at}"
    )
    return UserError(says, ExitCode.UNDECIDED)


def _stuck(session: Session, says: str, since: str = "") -> UserError:
    """The error that a scenario is at fault: what it says is not what comes next.

    ``since`` has where play stood before, from which it went on by itself.
    """
    so_far = f"; it went on by itself from {since}" * (since not in ("", session.at))
    return UserError(f"{says}; play stands at {session.at} ({needed(session)}){so_far}")


def _decide(session: Session, entry: Entry) -> None:
    wanted, since = session.wanted(entry.value), session.at
    refused: list[State] = []
    for _ in range(MANY):
        move = session.find(wanted)
        if move is not None:
            session.apply(move)
            return
        if moves_of(session.machine, wanted, session.at):
            refused.append(session.state)
        if not _onward(session):
            break
    else:
        raise _endless(session)
    if refused:
        there = (Session(session.game, state, session.heroes, session.content) for state in refused)
        refusals = [_refusal(one, wanted) for one in there]
        raise UserError(min(refusals, key=lambda one: one[0])[1], ExitCode.ILLEGAL)
    says = f"{quoted(entry.value)} does not happen before a decision or a roll that is missing"
    raise _stuck(session, says, since)


def _refusal(session: Session, wanted: Wanted) -> tuple[int, list[str]]:
    """How far ``wanted`` is from legal here, and why it is not, in lines."""
    why = why_not_wanted(session, wanted)
    said = [session.refusal(why), *(line for need in session.demands(why) for line in need.lines())]
    return (len(why.unmet) + 100 * (why.turn_of is not None), said)


def _pass(session: Session, entry: Entry) -> None:
    for _ in range(MANY):
        if any(session.is_pass(move) for move in session.legal()):
            break
        move = session.automatic(passing=False)
        if move is None:
            raise _stuck(session, f"nobody can {entry.value} now")
        session.apply(move)
    else:
        raise _endless(session)
    here = session.at
    comes(session, lambda: session.at != here)


def _until(session: Session, entry: Entry) -> None:
    if entry.value not in session.machine.point_index:
        raise unknown("timing point", entry.value, session.machine.point_index)
    since = session.at
    if not comes(session, lambda: session.at == entry.value):
        says = f"{entry.value} is not reached before a decision or a roll that is missing"
        raise _stuck(session, says, since)


def _faces(session: Session) -> bool:
    legal = session.legal()
    if not legal or session.actor(legal[0]) is not Agent.CHANCE:
        return False
    return any(choice.name == "face" for choice in session.transition(legal[0]).choices)


def _roll(session: Session, entry: Entry) -> None:
    for place, face in enumerate(entry.value):
        if place:
            if not _faces(session):
                dice = number_of(place, "die", "dice")
                raise UserError(f"{len(entry.value)} faces are given for {dice} to be rolled")
        elif not comes(session, lambda: _faces(session)):
            raise _stuck(session, "no dice are rolled now")
        move = next((move for move in session.legal() if move[1:] == (face,)), None)
        if move is None:
            raise _stuck(session, f"no die can show {face} now")
        session.apply(move)


def _toss(session: Session, entry: Entry) -> None:
    def falls() -> list[Move]:
        """The ways in which chance may fall on a player now."""
        legal = [move for move in session.legal() if session.actor(move) is Agent.CHANCE]
        return [move for move in legal if any(c.name in WHOM for c in session.transition(move).choices)]

    if not comes(session, lambda: bool(falls())):
        raise _stuck(session, "chance falls on no player now")
    session.apply(next(move for move in falls() if move[1] == entry.value - 1))


def _names_card(session: Session, move: Move) -> bool:
    """Whether chance brings a card, or a die of Dice Masters, by ``move``."""
    return session.actor(move) is Agent.CHANCE and bool(session.transition(move).choices)


def _cards_due(session: Session, kind: str) -> bool:
    return session.at in COMING[kind] and any(_names_card(session, move) for move in session.legal())


def _cards(session: Session, entry: Entry) -> None:
    for name in entry.value:
        if not comes(session, lambda: _cards_due(session, entry.kind)):
            raise _stuck(session, f"nothing is {'drawn' if entry.kind == 'draw' else 'discarded'} now")
        wanted = plain(name)
        coming = [move for move in session.legal() if _names_card(session, move)]
        names = {move: port(session.name).card_name(session, session.state, move) for move in coming}
        found = [move for move, card in names.items() if _is_called(plain(card), wanted)]
        if not found:
            raise unknown("card that can come now", name, names.values())
        session.apply(found[0])


def _is_called(card: str, wanted: str) -> bool:
    """Whether ``wanted`` is ``card``, one of its later parts, or how it ends."""
    return wanted in (card, *card.split("/")[1:]) or card.endswith(f"/{wanted}")


_WAYS = {
    "decide": _decide,
    "pass": _pass,
    "until": _until,
    "toss": _toss,
    "faces": _roll,
    "draw": _cards,
    "discard": _cards,
}
