"""What an audit found: the first line that the rules forbid or that contradicts them, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from dicelaw.model.kernel.concrete import Illegal, Move
from dicelaw.model.kernel.graph import Agent, Requirement
from dicelaw.oracle.audit.events import Candidate, Check, Wish
from dicelaw.oracle.audit.hidden_draws import Fit
from dicelaw.oracle.audit.state_tracker import Follower
from dicelaw.oracle.formats.formats import AuditField, AuditWrite, Demand
from dicelaw.oracle.games.session import Session, demands_of

SHOWN = 8
"""More ways than this to decide the same thing are listed as one."""
LOOKED_AT = 500
"""How many ways that a line may be meant are looked at for the one that is nearest to legal."""


@dataclass(frozen=True)
class Problem:
    """Why a line cannot be: in a sentence, by which rules, when it could be, and what was legal instead.

    ``fit`` is the play that it was held against.
    """

    fit: Fit
    says: str
    demands: Sequence[Demand] = ()
    moments: Sequence[str] = ()
    legal: Sequence[str] = ()
    due: Sequence[str] = ()
    fields: Sequence[AuditField] = ()


def illegal(session: Session, follower: Follower, wish: Wish, tried: Sequence[Fit]) -> Problem:
    """Why ``wish`` is legal in none of the plays ``tried``: the way that comes nearest to being legal."""
    best: tuple[int, Fit, str, tuple[Requirement, ...]] | None = None
    ways = ((fit, one, move) for fit in tried for one, move in _ways(session, fit, wish))
    for fit, one, move in islice(ways, LOOKED_AT):
        far, says, unmet = _refusal(session, fit, one, move)
        if best is None or far < best[0]:
            best = (far, fit, says, unmet)
    if best is not None:
        _, fit, says, unmet = best
        return Problem(fit, says, _demands(session, unmet), (), *_instead(session, follower, fit))
    fit = next((fit for fit in reversed(tried) if _waits(session, fit)), tried[-1])
    moments = sorted(session.machine.points[point].id for point in wish.at)
    shown = ", ".join(moments[:6]) + (" and others" if len(moments) > 6 else "")
    here = session.machine.point_of(fit.state)
    says = f"this does not happen at {here.id} ({here.says}), but at {shown}"
    return Problem(fit, says, (), moments, *_instead(session, follower, fit))


def contradiction(
    session: Session,
    follower: Follower,
    checks: Sequence[Check],
    seen: Sequence[Fit],
    agreed: Mapping[int, int],
) -> Problem:
    """What is otherwise than ``checks`` say, in the play that agrees with most of them and went on longest.

    ``agreed`` has the line in which each slot was last stated and right.
    """
    fit = min(reversed(seen), key=lambda fit: sum(fit.state[check.slot] != check.value for check in checks))
    fields = []
    for check in checks:
        if fit.state[check.slot] != check.value:
            slot = session.machine.slots[check.slot]
            since = agreed.get(check.slot)
            fields.append(
                AuditField(
                    field=slot.name,
                    stated=slot.label(check.value) if slot.labels else check.value,
                    reached=slot.label(fit.state[check.slot]) if slot.labels else fit.state[check.slot],
                    since=since,
                    writes=list(_writes(session, follower, fit, check.slot, since or 0)),
                )
            )
    says = "; ".join(f"{one.field}: stated is {one.stated}, reached is {one.reached}" for one in fields)
    return Problem(fit, says, fields=fields)


def _writes(session: Session, follower: Follower, fit: Fit, slot: int, since: int) -> Iterator[AuditWrite]:
    """The steps of ``fit`` after line ``since`` that changed ``slot``."""
    shown = session.machine.slots[slot]
    state = session.start
    for move, line in follower.hands.moves(fit):
        after = session.reader.step(state, move)
        if line > since and state[slot] != after[slot]:
            transition = session.transition(move)
            yield AuditWrite(
                line=line,
                transition=transition.id,
                old=shown.label(state[slot]),
                new=shown.label(after[slot]),
                cites=list(transition.cites or transition.rules),
            )
        state = after


def _ways(session: Session, fit: Fit, wish: Wish) -> Iterator[tuple[Candidate, Move]]:
    """Each move that ``wish`` may mean where ``fit`` stands, legal or not."""
    for one in wish.at.get(fit.state[0], ()):
        choices = session.machine.transitions[one.place].choices
        ranges = [
            range(choice.lo or 0, (choice.top or 0) + 1) if told is None else sorted(told)
            for choice, told in zip(choices, one.values, strict=True)
        ]
        for values in product(*ranges):
            yield one, (one.place, *values)


def _refusal(
    session: Session, fit: Fit, one: Candidate, move: Move
) -> tuple[int, str, tuple[Requirement, ...]]:
    """How far ``move`` is from being legal in ``fit``, and why it is not."""
    try:
        session.reader.step(fit.state, move)
    except Illegal as refused:
        return 1 + len(refused.unmet), str(refused), refused.unmet
    id, seat = session.transition(move).id, session.seat_of(move, fit.state)
    if one.seat is None or one.seat == seat:
        return 0, f"{id} is not allowed for a card that was drawn unseen", ()
    seats = session.machine.seats
    return 0, f"{id} is for {seats[seat]} now, not for {seats[one.seat]}", ()


def _demands(session: Session, unmet: Sequence[Requirement]) -> list[Demand]:
    found = demands_of(session.machine, unmet)
    return [Demand(rule=one.rule, says=one.says, condition=one.condition) for one in found]


def _waits(session: Session, fit: Fit) -> bool:
    """Whether something other than the rules has to happen in ``fit``."""
    legal = session.reader.enabled(fit.state)
    return not legal or session.reader.actor(fit.state, legal[0]) is not Agent.RULES


def _instead(session: Session, follower: Follower, fit: Fit) -> tuple[list[str], list[str]]:
    """What is legal in ``fit``, in short, and the rules that it rests on."""
    state = follower.settled(fit, 0).state
    unseen = {one.card for one in fit.cards if not one.known}
    ways: dict[tuple[str, str], list[str]] = {}
    for move in session.reader.enabled(state):
        actor = session.reader.actor(state, move)
        who = session.machine.seats[actor] if isinstance(actor, int) else actor.value
        text = session.text(move, state)
        if unseen and follower.ways.card(state, move) in unseen:
            text = f"{text.partition(' ')[0]} a card that was drawn unseen"
        ways.setdefault((who, session.transition(move).id), []).append(text)
    shown = []
    for (who, _), texts in ways.items():
        different = list(dict.fromkeys(texts))
        few = different if len(different) <= SHOWN else different[:1]
        more = f" (or another of {len(different)} ways)" if len(different) > SHOWN else ""
        shown += [f"{who}: {text}{more}" for text in few]
    rules = [rule for _, id in ways for rule in session.machine.transition(id).rules]
    return shown, list(dict.fromkeys(rules))
