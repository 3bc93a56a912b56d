"""The damage arithmetic of a phase: every number is read off the model's own expressions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.resolution.totals import sent_back, totals
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.kernel.expressions import Expr, all_of, number, where
from dicelaw.model.kernel.fragments.pipeline import Damage
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_throne.opening import duel_of
from dicelaw.oracle.formats.damage_account import DamageAccount
from dicelaw.oracle.games.games import KEPT
from dicelaw.oracle.games.session import Session, Step


def applies(session: Session, step: Step) -> bool:
    """Whether ``step`` applies what a phase accumulated."""
    id = session.transition(step.move).id
    return isinstance(session.game, DuelMachine) and (
        id.startswith("conclusion/apply/") or id.endswith("/end/apply")
    )


def accounts(session: Session, state: State) -> list[DamageAccount]:
    """The account of each player who is about to receive damage or healing."""
    found = [account(session, state, seat) for seat in session.machine.seats.numbers]
    return [one for one in found if one.final or one.incoming or one.healing or one.unstoppable]


@lru_cache(maxsize=6 * KEPT)
def _formulas(rules: Rules, seat: int) -> Mapping[str, Expr]:
    """The numbers of the account of ``seat`` by name; ``unlowered`` is the total that nothing keeps off."""
    d = rules.duel
    coming, back = d.damage_to(seat), where(d.attacker == seat, sent_back(rules), 0)
    if rules.reads("sent-back", "incoming"):
        coming = replace(coming, base=number(coming.base) + back)
    received = totals(rules, seat, back)
    struck = all_of(d.defends(seat), d.activated == 1, d.ultimate == 1)
    ultimate = Damage(d.printed, d.added, doublings=d.doubled[seat]).total()
    return {
        "incoming": number(coming.base),
        "sent_back": back,
        "added": number(coming.added),
        "prevented": number(coming.prevented),
        "lowered": where(all_of(d.reaches(seat), d.ultimate == 0), d.taken_off(seat), 0),
        "subtotal": coming.subtotal(),
        "doublings": number(coming.doublings),
        "halvings": number(coming.halvings),
        "half": coming.half(),
        "unlowered": coming.total(),
        "unstoppable": where(struck, ultimate, 0),
        "final": received.final,
        "companion": received.companion,
        "healing": d.healing[seat],
    }


def account(session: Session, state: State, seat: int) -> DamageAccount:
    """The account of ``seat``, whether there is anything in it or not."""
    rules, worth = duel_of(session).rules, session.reader.value
    found = {name: worth(formula, state) for name, formula in _formulas(rules, seat).items()}
    early = rules.reads("sent-back", "incoming")
    expected = found.pop("unlowered") + found["unstoppable"] + (0 if early else found["sent_back"])
    return DamageAccount(
        player=session.machine.seats[seat],
        sent_back_is_incoming=early,
        kept_off=expected - found["final"],
        **found,
    )
