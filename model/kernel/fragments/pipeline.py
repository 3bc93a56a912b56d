"""Damage on its way to a player: additions and preventions first, then doublings and halvings, all at once.

What plays do is kept in accumulators, which plays only ever increase. So the order of plays cannot
matter: the amount is worked out once, from the accumulators, when nothing more can be played.
"""

from __future__ import annotations

from dataclasses import dataclass

from dicelaw.model.kernel.expressions import Expr, at_least, constant, half_up, number
from dicelaw.model.kernel.graph import Actor, Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field

ORDER_RULE = "fragment/pipeline/order"
PLAY_RULE = "fragment/pipeline/play"


@dataclass(frozen=True)
class Damage:
    """Damage on its way to one player.

    ``added`` and ``prevented`` are sums of fixed amounts; ``doublings`` and ``halvings`` count plays.
    """

    base: Expr | int
    added: Expr | int = 0
    prevented: Expr | int = 0
    doublings: Expr | int = 0
    halvings: Expr | int = 0

    def subtotal(self) -> Expr:
        """What is left after every addition and prevention: never under 0."""
        return at_least(number(self.base) + self.added - self.prevented, 0)

    def half(self) -> Expr:
        """Half of the subtotal, rounded up: what each halving takes away, and what reflecting sends back."""
        return half_up(self.subtotal())

    def total(self) -> Expr:
        """What arrives: the subtotal, once more for each doubling, less half for each halving; at least 0."""
        subtotal = self.subtotal()
        change = number(self.doublings) * subtotal - number(self.halvings) * half_up(subtotal)
        return at_least(subtotal + change, 0)


@dataclass(frozen=True)
class Pipeline:
    """The fields of a :func:`damage_pipeline`. ``subtotal`` and ``amount`` are 0 until their step is done."""

    base: Field
    added: Field
    prevented: Field
    doublings: Field
    halvings: Field
    subtotal: Field
    amount: Field

    @property
    def damage(self) -> Damage:
        """The damage that the accumulators stand for."""
        return Damage(self.base, self.added, self.prevented, self.doublings, self.halvings)

    def cleared(self) -> dict[Expr, Expr | int]:
        """What a transition writes that ends with this damage: every field is 0 again."""
        played = (self.base, self.added, self.prevented, self.doublings, self.halvings)
        return dict.fromkeys((*played, self.subtotal, self.amount), 0)


def damage_pipeline(
    timing: TimingGraph,
    declaration: Declaration,
    *,
    id: str,
    most: int,
    most_at_once: int,
    player: Actor,
    plays: Field,
    health: Field,
    close_to: str,
) -> Pipeline:
    """Add the points ``{id}/incoming``, ``add-and-subtract``, ``multiply-and-divide`` and ``apply``.

    While damage is incoming, ``player`` may spend ``plays`` on ``{id}/add`` and ``{id}/prevent`` (an amount
    up to ``most_at_once``), ``{id}/double`` and ``{id}/halve``. ``{id}/settle`` ends that; the rules do the
    rest, in the order of the points. Proofs know no upper bound of the amounts; other readers count up to
    ``most``.
    """

    def accumulator(name: str, says: str) -> Field:
        return declaration.integer(f"{id}.{name}", 0, most, says, open_above=True)

    line = Pipeline(
        base=accumulator("base", "the damage before anything is played"),
        added=accumulator("added", "the sum of the additions"),
        prevented=accumulator("prevented", "the sum of the preventions"),
        doublings=accumulator("doublings", "how many times it was doubled"),
        halvings=accumulator("halvings", "how many times it was halved"),
        subtotal=accumulator("subtotal", "what is left after additions and preventions"),
        amount=accumulator("amount", "what arrives"),
    )
    incoming = timing.point(f"{id}/incoming", Kind.DECISION, "damage is on its way")
    adding = timing.point(f"{id}/add-and-subtract", Kind.RULES, "additions and preventions")
    scaling = timing.point(f"{id}/multiply-and-divide", Kind.RULES, "doublings and halvings")
    applying = timing.point(f"{id}/apply", Kind.RULES, "the damage arrives")
    for name, place, top in (
        ("add", line.added, most_at_once),
        ("prevent", line.prevented, most_at_once),
        ("double", line.doublings, 1),
        ("halve", line.halvings, 1),
    ):
        by = Choice("by", 1, top, open_above=top > 1)
        timing.add(
            f"{id}/{name}",
            incoming,
            incoming,
            player,
            f"{name} the damage",
            choices=[by],
            requires=[(plays >= 1, PLAY_RULE)],
            effect={place: place + by, plays: plays - 1},
        )
    scaled = Damage(line.subtotal, doublings=line.doublings, halvings=line.halvings).total()
    timing.add(f"{id}/settle", incoming, adding, player, "play no more")
    for name, source, target, says, place, value in (
        ("add-up", adding, scaling, "add and subtract", line.subtotal, line.damage.subtotal()),
        ("scale", scaling, applying, "multiply and divide", line.amount, scaled),
        ("arrive", applying, close_to, "lose health", health, at_least(health - line.amount, 0)),
    ):
        effect = [(place, value)]
        timing.add(f"{id}/{name}", source, target, Agent.RULES, says, effect=effect, cites=[ORDER_RULE])
    return line


def proving_ground(most: int = 3, plays: int = 3) -> Machine:
    """One pipeline with any base damage, any health and any number of plays, and nothing else."""
    declaration, timing = Declaration(), TimingGraph()
    health = declaration.integer("health", 0, most, "the health of the player", open_above=True)
    left = declaration.integer("plays", 0, plays, "how many plays are left", open_above=True)
    line = damage_pipeline(
        timing,
        declaration,
        id="damage",
        most=most * (plays + 2) ** 2,
        most_at_once=most,
        player=constant(0),
        plays=left,
        health=health,
        close_to="damage/over",
    )
    timing.point("damage/over", Kind.FINAL, "the damage was dealt")
    return build(
        "fragment/pipeline",
        declaration,
        timing,
        start_at="damage/incoming",
        start={line.base: most, health: most, left: plays},
        seats=["player"],
        given=[line.base, health, left],
    )
