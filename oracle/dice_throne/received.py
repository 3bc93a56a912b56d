"""Which rules the damage and healing hang on that a step applies."""

from __future__ import annotations

from dicelaw.oracle.dice_throne.arithmetic import account, applies
from dicelaw.oracle.dice_throne.damage_cases import rules_of
from dicelaw.oracle.dice_throne.opening import duel_of
from dicelaw.oracle.games.session import Session, Step


def received(session: Session, step: Step) -> list[list[str]] | None:
    """For each seat the rules that what it receives by ``step`` hangs on; None where nothing is applied."""
    if not applies(session, step):
        return None
    return [_of_seat(session, step, seat) for seat, _ in enumerate(session.machine.seats)]


def _of_seat(session: Session, step: Step, seat: int) -> list[str]:
    """The rules that what ``seat`` receives by ``step`` hangs on."""
    one = account(session, step.before, seat)
    reflected = one.sent_back and step.before[duel_of(session).duel.reflects.place]
    found = ["status/retribution/half-back"] * bool(reflected) + ["health/heal-cap"] * (one.healing > 0)
    if not (one.incoming or one.added or one.unstoppable or one.kept_off):
        return found
    damage = {
        "kind": "ultimate" if one.unstoppable else "normal",
        "incoming": one.incoming or one.unstoppable,
        "added": one.added,
        "prevented": one.prevented,
        "halvings": one.halvings,
        "doublings": one.doublings,
        "avoided": one.kept_off > 0,
    }
    return [*found, *rules_of(damage)]
