"""A duel: its state, with the expressions over it that several rules share."""

from __future__ import annotations

from collections.abc import Callable

from dicelaw.model.dice_throne.language import DamageType, Status, When
from dicelaw.model.dice_throne.state.duel_state import (
    ACTION_ROLL,
    DEFENSE,
    DEFENSE_ROLL,
    DICE,
    NOTHING,
    PHASES,
    TARGET_POOL,
    DuelState,
)
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    constant,
    negate,
    number,
    total,
    where,
)
from dicelaw.model.kernel.fragments.pipeline import Damage
from dicelaw.model.kernel.state import Place


class Duel(DuelState):
    """The state of a duel: who attacks whom, which tokens there are, what damage comes, which dice lie."""

    @property
    def defender(self) -> Expr:
        """The seat that is attacked; where nobody is, with several opponents, the first."""
        return self.seats.opponent(self.attacker) if self.seats.duel else at_least(self.target - 1, 0)

    def defends(self, seat: Expr | int) -> Expr:
        """Whether the ability under way is aimed at ``seat``."""
        return number(seat) == self.defender if self.seats.duel else self.target == number(seat) + 1

    def beside_target(self, seat: Expr | int) -> Expr:
        """Whether the attack strikes ``seat`` beside its target."""
        return FALSE if self.seats.duel else self.beside == number(seat) + 1

    def attacked(self, seat: Expr | int) -> Expr:
        """Whether the attack under way strikes ``seat``, as its target or beside it."""
        aimed = self.defends(seat)
        return aimed if self.seats.duel else any_of(aimed, self.beside_target(seat))

    def engaged(self, seat: Expr) -> Expr:
        """Whether ``seat`` is the attacker of an ability that has a target, or is struck by it."""
        if self.seats.duel:
            return TRUE
        return all_of(self.target >= 1, any_of(seat == self.attacker, self.attacked(seat)))

    def opponent_in(self, frame: Expr | int, owner: Expr) -> Expr:
        """Whom ``owner``, the player of the action in ``frame``, has for an opponent.

        That is the defender for the attacker, and the attacker for whoever is struck; for anybody else, and
        while there is no target, it is the opponent that was chosen for the action.
        """
        if self.seats.duel:
            return self.seats.opponent(owner)
        other = where(owner == self.attacker, self.defender, self.attacker)
        return where(self.engaged(owner), other, at_least(self.rival[number(frame)] - 1, 0))

    def health_of(self, seat: Expr | int) -> Expr:
        """The health of ``seat``, which its side has in common."""
        return self.health[self.seats.side(seat)]

    def plays(self, seat: Expr | int) -> Expr:
        """Whether ``seat`` has not been defeated."""
        return self.health_of(seat) >= 1

    def next_turn(self) -> Expr:
        """The seat whose turn is next: the first after the active one that has not been defeated."""
        if self.seats.duel:
            return self.seats.next(self.turn)
        found: Expr = self.turn
        for places in reversed(range(1, len(self.seats))):
            seat = self.seats.next(self.turn, places)
            found = where(self.plays(seat), seat, found)
        return self.definitions.said("the next seat that plays", found)

    def next_opponent(self, seat: Expr) -> Expr:
        """The first opponent of ``seat`` in the order of turns who has not been defeated."""
        found: Expr = seat
        for places in reversed(range(1, len(self.seats))):
            other = self.seats.next(seat, places)
            found = where(all_of(self.opposed(other, seat), self.plays(other)), other, found)
        return self.definitions.said("the next opponent", found)

    def opposed(self, one: Expr | int, other: Expr | int) -> Expr:
        """Whether the players in these seats are opponents."""
        return number(one) != number(other) if self.seats.duel else self.seats.opposed(one, other)

    @property
    def top(self) -> Expr:
        """The frame that runs: the topmost action under way, or 0 for an ability."""
        return self.depth

    def token(self, seat: Expr | int, kind: Expr | int) -> Expr:
        """How many tokens of status effect ``kind`` (from 1) the player in ``seat`` has."""
        return self.tokens[self.place(seat, kind)]

    def place(self, seat: Expr | int, kind: Expr | int) -> Expr:
        """Where ``tokens`` and ``raised`` have ``kind`` (from 1) of the player in ``seat``."""
        place = number(seat) * self.kinds + at_least(number(kind) - 1, 0)
        if isinstance(kind, int):
            return self.definitions.said(
                f"the place of {self.statuses[kind].id} of {{}}", place, number(seat)
            )
        return self.definitions.said("the place of {} of {}", place, kind, number(seat))

    def card_place(self, seat: Expr | int, card: Expr | int) -> Expr:
        """Where ``zone`` has the place ``card`` of the deck of the player in ``seat``."""
        place = number(seat) * self.deck + card
        return self.definitions.said("the place of {} of {}", place, number(card), number(seat))

    def limit(self, seat: Expr | int, kind: Expr | int) -> Expr:
        """The stack limit of ``kind`` for ``seat``: the printed one and what raised it."""
        return self.trait("limit", kind, lambda status: status.limit) + self.raised[self.place(seat, kind)]

    def spare(self, seat: Expr | int, kind: Expr | int) -> Expr:
        """Whether ``seat`` has room for another token of ``kind``."""
        return self.token(seat, kind) < self.limit(seat, kind)

    def trait(self, name: str, kind: Expr | int, read: Callable[[Status], int]) -> Expr:
        """A number that every status effect has, looked up for ``kind``."""
        return self._look(f"{name} of the status effect", [read(status) for status in self.statuses], kind)

    def kinds_with(self, read: Callable[[Status], int]) -> list[int]:
        """The numbers of the status effects that have a trait."""
        return [kind for kind, status in enumerate(self.statuses) if kind and read(status)]

    def kept_fresh(self, kind: Expr | int) -> Expr:
        """1 for a status effect that has a use barred in the turn of its gain, else 0."""
        return self.trait("fresh trait", kind, _is_kept_fresh)

    @property
    def kept_fresh_kinds(self) -> list[int]:
        """The numbers of the status effects that have a use barred in the turn of their gain."""
        return self.kinds_with(_is_kept_fresh)

    def traits(self, seat: Expr | int, read: Callable[[Status], int]) -> Expr:
        """The sum over all tokens of ``seat`` of a number that each kind has."""
        kinds = self.kinds_with(read)
        return total(self.token(seat, kind) * read(self.statuses[kind]) for kind in kinds)

    def has_trait(self, seat: Expr | int, read: Callable[[Status], int]) -> Expr:
        """Whether ``seat`` has a token of a kind with that trait."""
        return any_of(*(self.has(seat, kind) for kind in self.kinds_with(read)))

    def has(self, seat: Expr | int, kind: int) -> Expr:
        """Whether ``seat`` has a token of status effect ``kind``."""
        held = self.token(seat, kind) >= 1
        return self.definitions.said(f"{{}} has {self.statuses[kind].id}", held, number(seat))

    def silenced(self, seat: Expr | int) -> Expr:
        """Whether ``seat`` may do nothing: stunned, or facing an activated Ultimate."""
        return any_of(self.stunned(seat), all_of(self.ultimate == 1, self.opposed(seat, self.attacker)))

    def stunned(self, seat: Expr | int) -> Expr:
        """Whether a status effect bars ``seat`` from every action."""
        return self.has_trait(seat, lambda status: status.bars_actions)

    @property
    def rolling(self) -> Expr:
        """Whether it is a Roll Phase: offensive, targeting or defensive."""
        return all_of(self.phase >= PHASES.index("offense"), self.phase <= PHASES.index("defense"))

    @property
    def is_attack(self) -> Expr:
        """An activated offensive ability that deals, or is to deal, at least 1 that is not collateral."""
        damage = any_of(self.printed >= 1, self.waiting)
        return all_of(self.activated == 1, self.kind != DamageType.NONE, damage)

    @property
    def waiting(self) -> Expr:
        """Whether the rest of an activated ability waits for its target, as it speaks of the opponent."""
        if self.seats.duel:
            return FALSE
        before = any_of(*(self.phase == PHASES.index(phase) for phase in ("offense", "targeting")))
        return all_of(before, self.activated == 1, self.program == NOTHING, self.pc[0] >= 1)

    @property
    def enhanceable(self) -> Expr:
        """Whether Attack Modifiers may raise the damage: normal, undefendable and ultimate damage."""
        return all_of(self.kind != DamageType.NONE, self.kind != DamageType.PURE)

    def other_damage(self, seat: Expr | int) -> Expr:
        """Damage on its way to ``seat`` that is not the attack's."""
        return self.dealt[number(seat)] + self.collateral[number(seat)]

    def incoming(self, seat: Expr | int) -> Expr:
        """Whether avoidable damage is coming to ``seat``."""
        attacked = all_of(self.is_attack, self.attacked(seat), self.ultimate == 0)
        back = [self.reflects, self.recoil, *([] if self.seats.duel else [self.beside_reflects])]
        returned = all_of(
            self.is_attack, number(seat) == self.attacker, any_of(*(cell >= 1 for cell in back))
        )
        by_ability = any_of(attacked, returned, self.collateral[number(seat)] >= 1)
        coming = any_of(all_of(by_ability, negate(self.truce)), self.dealt[number(seat)] >= 1)
        return self.definitions.said("damage is coming", coming)

    @property
    def truce(self) -> Expr:
        """Whether the ability under way deals no damage, by a status effect of its user."""
        bound = self.has_trait(self.attacker, lambda status: status.deals_nothing)
        return all_of(self.activated == 1, self.ultimate == 0, bound)

    @property
    def pending_harm(self) -> Expr:
        """Whether damage or healing outside of an attack is on its way."""
        arrays = (self.dealt, self.collateral, self.certain, self.healing)
        return any_of(*(cell >= 1 for array in arrays for cell in array))

    @property
    def in_defense(self) -> Expr:
        """Whether the Defensive Ability is still being rolled or carried out."""
        behind = all_of(self.live == ACTION_ROLL, self.live_before == DEFENSE_ROLL)
        return any_of(self.live == DEFENSE_ROLL, behind, self.program == DEFENSE)

    @property
    def offense_concluding(self) -> Expr:
        """Whether an ability has been activated and carried out, and its Offensive Roll Phase concludes."""
        in_phase = self.phase == PHASES.index("offense")
        return all_of(in_phase, self.activated == 1, self.program == NOTHING)

    @property
    def aimed(self) -> Expr:
        """Whether an ability has been carried out and has a target, which it has not struck yet."""
        if self.seats.duel:
            return self.offense_concluding
        return all_of(self.phase == PHASES.index("targeting"), self.target >= 1)

    def reaches(self, seat: Expr | int) -> Expr:
        """Whether ``seat`` may be dealt damage by the ability under way, as its target or collateral."""
        struck = self.defends(seat)
        if self.seats.duel:
            return struck
        return all_of(self.activated == 1, any_of(struck, self.opposed(seat, self.attacker)))

    @property
    def weakened(self) -> Expr:
        """How much less the ability under way deals to each player, by status effects its user has now."""
        held = self.traits(self.attacker, lambda status: status.attack_minus * (1 - status.minus_once))
        return where(all_of(self.activated == 1, self.ultimate == 0), held, 0)

    def taken_off(self, seat: Expr | int) -> Expr:
        """How much the attacker's own status effects lower what the ability under way deals to ``seat``."""
        attack: Expr = self.printed + self.added
        if not self.seats.duel:
            attack = where(self.defends(seat), attack, 0)
        off = at_most(self.lowered, attack)
        rest = attack - off + self._beside(seat)
        if self.weakens_collateral:
            rest = rest + self.collateral[number(seat)]
        return off + at_most(self.weakened, rest)

    def _beside(self, seat: Expr | int) -> Expr | int:
        """What the attack deals to ``seat`` beside its target."""
        return 0 if self.seats.duel else where(self.beside_target(seat), self.beside_printed, 0)

    def damage_to(self, seat: Expr | int) -> Damage:
        """The avoidable damage on its way to ``seat``, for the damage pipeline."""
        said = self.definitions.said
        attacked = all_of(self.defends(seat), self.ultimate == 0)
        reached = all_of(self.reaches(seat), self.ultimate == 0)
        prevented = self.prevented[number(seat)] + where(reached, self.taken_off(seat), 0)
        return Damage(
            base=said(
                "base damage",
                where(attacked, self.printed, 0) + self._beside(seat) + self.other_damage(seat),
            ),
            added=said("added damage", where(attacked, self.added, 0)),
            prevented=said("prevented damage", prevented),
            doublings=self.doubled[number(seat)],
            halvings=self.halved[number(seat)],
        )

    def die(self, pool: Expr | int, place: Expr | int) -> Place:
        """The face of a die: ``pool`` is 0 to 3 (offence, defence, ability, action), ``place`` 0 to 4."""
        return self.dice[number(pool) * DICE + place]

    def value(self, pool: Expr | int, place: Expr | int) -> Expr:
        """What a die counts as: its face, or nothing if it is a 6 whose owner's 6s are blank."""
        die = self.die(pool, place)
        if not self.kinds_with(lambda status: status.blanks_sixes):
            return die
        blank = self.has_trait(self.die_owner(pool, place), lambda status: status.blanks_sixes)
        return where(all_of(die == 6, blank), 0, die)

    def die_owner(self, pool: Expr | int, place: Expr | int) -> Expr:
        """Whose die it is: in a roll-off the second die is the opponent's."""
        pool = number(pool)
        mine = where(pool == 2, self.owner[0], self.owner[self.top])
        roller = where(pool == 0, self.attacker, where(pool == 1, self.defender, mine))
        if self.seats.duel:
            theirs = all_of(pool >= 2, self.versus[at_least(pool - 2, 0)] == 1, number(place) == 1)
            return where(theirs, self.seats.opponent(roller), roller)
        rolled_off = (all_of(pool == 2 + which, cell == 1) for which, cell in enumerate(self.versus))
        theirs = all_of(any_of(*rolled_off), number(place) == 1)
        roller = where(pool == TARGET_POOL, self.attacker, roller)
        other, by_action = (self.opponent_in(one, self.owner[one]) for one in (constant(0), self.top))
        return where(theirs, where(pool == 2, other, by_action), roller)

    def forget_attack(self) -> dict[Expr, Expr | int]:
        """Effects that clear all that belongs to one attack."""
        scalars = (
            self.activated, self.activations, self.ultimate, self.kind, self.printed, self.added, self.recoil,
            self.reflects, self.defended, self.defense_used, self.passed_on, self.shared, self.announced,
            self.announced_ultimate, self.altered, self.granted, self.live, self.pending, self.lowered,
            self.missed, self.concluded, self.shield,
        )  # fmt: skip
        return {
            **dict.fromkeys(scalars, constant(0)),
            **self.forget_beside(),
            **self.forget_picks(0),
            **self.forget_damage(),
            **dict.fromkeys(self.landed, 0),
        }

    def forget_beside(self) -> dict[Expr, Expr | int]:
        """Effects after which the attack strikes nobody beside its target, as several players know it."""
        if self.seats.duel:
            return {}
        fields = (
            self.beside, self.beside_printed, self.beside_reflects, self.beside_passed, self.beside_shared,
            self.beside_split,
        )  # fmt: skip
        return dict.fromkeys(fields, 0)

    def has_met(self, seat: Expr | int) -> Expr:
        """Whether the topmost action has picked ``seat`` already: 1 or 0."""
        return self.met[self.depth * len(self.seats) + seat]

    @property
    def that_player(self) -> Expr:
        """The player whom the topmost action has picked last; if nobody, the first."""
        return at_most(at_least(self.named[self.top] - 1, 0), len(self.seats) - 1)

    @property
    def knows_that_player(self) -> Expr:
        """Whether the topmost action has picked somebody, and that player is there."""
        return all_of(self.named[self.top] >= 1, self.named[self.top] != self.nobody_there)

    def forget_picks(self, frame: Expr | int) -> dict[Expr, Expr | int]:
        """Effects after which the action in ``frame`` has picked nobody, which only several players ask."""
        if self.seats.duel:
            return {}
        frame, size = number(frame), len(self.seats)
        met = (self.met[frame * size + seat] for seat in self.seats.numbers)
        return dict.fromkeys((self.rival[frame], self.named[frame], *met), 0)

    def forget_damage(self) -> dict[Expr, Expr | int]:
        """Effects that clear damage, prevention and healing on their way."""
        arrays = (
            self.dealt, self.collateral, self.prevented, self.halved, self.doubled, self.avoided,
            self.healing, self.certain,
        )  # fmt: skip
        return {**{cell: 0 for array in arrays for cell in array}, self.drains: constant(0)}


def _is_kept_fresh(status: Status) -> bool:
    """Whether a use of ``status`` is barred in the turn of its gain."""
    return any(When.NOT_TURN_GAINED in action.when for action in status.spend)
