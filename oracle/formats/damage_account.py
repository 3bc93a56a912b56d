"""The damage arithmetic of a phase, line by line, as programs and people are told it."""

from __future__ import annotations

from dicelaw.oracle.message import Message


class DamageAccount(Message):
    """How the damage and healing of a player is worked out when a phase concludes."""

    player: str
    incoming: int
    sent_back: int
    """What effects of the other player return to this one."""
    sent_back_is_incoming: bool
    """Whether that is a part of the incoming damage (a reading)."""
    added: int
    prevented: int
    lowered: int
    """How much of that is taken off by status effects of the attacker, such as Shame and Wither."""
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
            note = f" ({self.lowered} of it taken off by the attacker's own status effects)" * bool(
                self.lowered
            )
            rows += [_row("prevented", -self.prevented) + note, _row("subtotal", self.subtotal)]
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


def _row(what: str, number: int, sign: str = "") -> str:
    return f"  {what:<18}{number:{sign}4}"
