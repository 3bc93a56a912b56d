"""The damage arithmetic of a phase, line by line; every number is read off the model's own expressions."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from dicelaw.model.dice_throne.duel_state import SEATS
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.totals import sent_back, totals
from dicelaw.model.kernel.expressions import number
from dicelaw.model.kernel.fragments.pipeline import Damage
from dicelaw.model.kernel.state import State
from dicelaw.oracle.session import Session, Step


@dataclass(frozen=True)
class Account:
    """What one player is about to receive when a phase concludes."""

    player: str
    incoming: int
    sent_back: int
    """What effects of the other player return to this one."""
    sent_back_is_incoming: bool
    """Whether that is a part of the incoming damage (a reading)."""
    added: int
    prevented: int
    subtotal: int
    doublings: int
    halvings: int
    half: int
    unstoppable: int
    """Damage of an Ultimate, which nothing lowers."""
    kept_off: int
    """What a status effect keeps off altogether: Evasive, Shadows."""
    final: int
    companion: int
    healing: int

    def lines(self) -> list[str]:
        """The account in words."""
        rows = [f"damage to {self.player}:"]
        if self.incoming or self.added or self.prevented:
            note = f" ({self.sent_back} of it sent back)" * (
                self.sent_back_is_incoming and self.sent_back > 0
            )
            rows += [_row("incoming", self.incoming) + note, _row("added", self.added, "+")]
            rows += [_row("prevented", -self.prevented), _row("subtotal", self.subtotal)]
            rows += [_row("doubled", self.subtotal, "+")] * self.doublings
            rows += [_row("half, rounded up", -self.half)] * self.halvings
        if self.unstoppable:
            rows.append(_row("ultimate", self.unstoppable, "+"))
        if self.sent_back and not self.sent_back_is_incoming:
            rows.append(_row("sent back", self.sent_back, "+"))
        if self.kept_off:
            rows.append(_row("kept off", -self.kept_off))
        rows.append(_row("final total", self.final))
        if self.companion:
            rows.append(_row("by the companion", -self.companion))
        if self.healing:
            rows.append(f"healing of {self.player}: {self.healing}")
        return rows

    def as_json(self) -> dict[str, object]:
        """The account as plain values."""
        return asdict(self)


def _row(what: str, number: int, sign: str = "") -> str:
    return f"  {what:<18}{number:{sign}4}"


def applies(session: Session, step: Step) -> bool:
    """Whether ``step`` applies what a phase accumulated."""
    id = session.transition(step.move).id
    return isinstance(session.game, DuelMachine) and (
        id.startswith("conclusion/apply/") or id.endswith("/end/apply")
    )


def accounts(session: Session, state: State) -> list[Account]:
    """The account of each player who is about to receive damage or healing."""
    found = [_account(session, state, seat) for seat in range(SEATS)]
    return [one for one in found if one.final or one.incoming or one.healing or one.unstoppable]


def _account(session: Session, state: State, seat: int) -> Account:
    d, rules, worth = session.opened.duel, session.opened.rules, session.reader.value
    coming = d.damage_to(seat)
    attacker = worth(d.attacker, state)
    back = worth(sent_back(rules), state) if attacker == seat else 0
    early = rules.reads("sent-back", "incoming")
    if early:
        coming = replace(coming, base=number(coming.base) + back)
    total = totals(rules, seat, back)
    struck = attacker != seat and worth(d.activated, state) and worth(d.ultimate, state)
    ultimate = Damage(d.printed, d.added, doublings=d.doubled[seat]).total()
    unstoppable = worth(ultimate, state) if struck else 0
    final = worth(total.final, state)
    expected = worth(coming.total(), state) + unstoppable + (0 if early else back)
    return Account(
        player=session.machine.seats[seat],
        incoming=worth(number(coming.base), state),
        sent_back=back,
        sent_back_is_incoming=early,
        added=worth(number(coming.added), state),
        prevented=worth(number(coming.prevented), state),
        subtotal=worth(coming.subtotal(), state),
        doublings=worth(number(coming.doublings), state),
        halvings=worth(number(coming.halvings), state),
        half=worth(coming.half(), state),
        unstoppable=unstoppable,
        kept_off=expected - final,
        final=final,
        companion=worth(total.companion, state),
        healing=worth(d.healing[seat], state),
    )
