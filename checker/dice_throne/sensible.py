"""Players who decide sensibly, by rules of thumb: no search, no bluff, nothing planned beyond the turn.

They reroll best for what the abilities on their board are worth, announce the one that is worth most, and
use a card, an upgrade or a token wherever it is worth more than it costs. All that is said by expressions, so
that it is read as the rules are, by the concrete reader or compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from dicelaw.checker.dice_throne.activation import results
from dicelaw.checker.dice_throne.boards import FINE, Board
from dicelaw.checker.dice_throne.offensive_dice import NUMBERS, SCALE, OffensiveDice, fixed
from dicelaw.checker.dice_throne.worths import CARD, NOTHING, POINT, USUAL, Worth, Worths
from dicelaw.checker.search.policy import Policy
from dicelaw.model.dice_throne.language import Action, Op, Who
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.modes import DUEL_SEATS
from dicelaw.model.dice_throne.resolution.totals import final_health
from dicelaw.model.dice_throne.state.duel_state import OFFENSE_ROLL, SLOTS
from dicelaw.model.dice_throne.tables.tables import TOP_LEVEL, TableContent
from dicelaw.model.kernel.expressions import Expr, all_of, at_least, constant, number, smaller, where
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.lookups import Table, lookup, open_lookup

PRICE = 0.6
"""What share of its worth a token costs those who may spend it, so that not only the best use is taken."""
PATIENCE = 12
"""How often somebody uses the same thing in one turn."""
USING = ("act", "declare", "play")
BEST = 1 << 30
NEVER = -SCALE


def sensible(made: DuelMachine) -> Policy:
    """How both players of the duel ``made`` decide."""
    return _Sensible(made).policy()


class _Sensible:
    """Says what each transition of a duel is worth to whoever decides it."""

    def __init__(self, made: DuelMachine) -> None:
        content = made.content
        assert isinstance(content, TableContent)
        self.made, self.content, self.d = made, content, made.duel
        self.starts, self.rows, self.deck = content.starts(), content.rows, content.deck
        self.actions: list[Action | None] = [action for _, action in content.used()]
        pairs = [*zip(self.actions, self.starts["action"], strict=True)]
        lasting = [
            (action, start) for action, start in pairs[len(DUEL_SEATS) * self.deck :] if action is not None
        ]
        self.worths = Worths(content.statuses, content.rows, lasting)
        self.boards = [Board(content, self.worths, seat) for seat in DUEL_SEATS]
        self.dice = OffensiveDice(self.d, self.boards)
        self.used = Table([0] * (len(DUEL_SEATS) * len(self.actions)))
        self.pc = number(self.d.pc[self.d.top])
        self._coming = [
            at_least(self.d.health[seat] - final_health(made.rules, seat)[0], 0) for seat in DUEL_SEATS
        ]
        self._words: dict[str, Callable[[Transition, Expr], Expr]] = {
            **dict.fromkeys(USING, self._use),
            "upgrade": self._upgrade, "sell": self._sell, "reroll": self._reroll, "announce": self._announce,
            "defend": self._defend, "first": self._either, "second": self._either, "pick": self._whom,
            "remove-one": self._token, "transfer": self._token, "ward": self._token,
            "die": lambda one, seat: self._offensive(self.dice.reroll(one.choices[0], seat)),
            **dict.fromkeys(("nudge", "set", "set-first", "copy"), self._altered),
            "choose": lambda one, _: one.choices[0] * SCALE,
            **dict.fromkeys(("companion", "use"), lambda *_: constant(SCALE)),
            "decline": lambda *_: constant(NEVER),
        }  # fmt: skip

    def policy(self) -> Policy:
        """All of it."""
        scores, uses = {}, {}
        for place, one in enumerate(self.made.machine.transitions):
            verb, seat = one.id.rpartition("/")[2], one.actor
            if isinstance(seat, Expr) and verb in self._words:
                scores[place] = self._words[verb](one, seat)
                if verb in USING:
                    uses[place] = self._use_of(one, seat)
        dice = self.dice
        shared = tuple(self._coming)
        return Policy(scores, self.d.turn, self.used, uses, dice.key, dice.tables, dice.filled, shared)

    def _use_of(self, one: Transition, seat: Expr) -> Expr:
        return seat * len(self.actions) + one.choices[0]

    def _use(self, one: Transition, seat: Expr) -> Expr:
        """What an action is worth beyond its price; nothing after many uses in a turn."""
        action, worths = one.choices[0], [self._action(place) for place in range(len(self.actions))]
        found: Expr = lookup("worth", [fixed(worth.plain) for worth in worths], action)
        found += self._prevented(action, worths, self._coming_to(seat))
        if any(worth.alters for worth in worths):
            alters = lookup("alters", [int(worth.alters > 0) for worth in worths], action) == 1
            over = all_of(alters, self.d.live == OFFENSE_ROLL, self.d.attempts == 0)
            found += where(over, self.dice.gain(seat), 0)
        often = open_lookup("used", self.used, self._use_of(one, seat), 0, 1 << 16) >= PATIENCE
        return where(often, NEVER, self._or_never(found))

    def _action(self, place: int) -> Worth:
        """What an action brings, with its price taken off what is plain."""
        action = self.actions[place]
        if action is None:
            return Worth(-1.0)
        price = action.cp * POINT + action.tokens * PRICE * max(self.worths.tokens[action.token], 0.0)
        if place < len(DUEL_SEATS) * self.deck:
            price += POINT
        return self.worths.of(self.starts["action"][place]) + Worth(-price)

    def _coming_to(self, seat: Expr) -> Expr:
        """How much health ``seat`` is about to lose."""
        return where(seat == 0, *self._coming)

    @staticmethod
    def _or_never(found: Expr) -> Expr:
        return where(found == 0, NEVER, found)

    @staticmethod
    def _prevented(at: Expr, worths: Sequence[Worth], coming: Expr) -> Expr:
        """What the one of ``worths`` that is ``at`` an index keeps off of the ``coming`` damage."""
        if not any(worth.prevented or worth.share for worth in worths):
            return constant(0)
        kept = lookup("prevented", [fixed(worth.prevented) for worth in worths], at)
        share = lookup("share", [fixed(worth.share) for worth in worths], at)
        return smaller(kept + share * coming, coming * SCALE)

    def _upgrade(self, one: Transition, seat: Expr) -> Expr:
        """What an upgrade brings beyond its price, which is lower where the level below is there."""
        table, entries = self.content.upgrades(), list[int]()
        for row, (slot, new) in enumerate(zip(table["board space"], table["level"], strict=True)):
            board = self.boards[row // self.deck]
            for old in range(TOP_LEVEL + 1):
                cost = table["cost"][row] - (table["lower cost"][row] if old > 1 else 0)
                gain = board.upgrade(slot, old, new) if new and old else 0.0
                entries.append(fixed(gain - cost * POINT - POINT / 2))
        card = seat * self.deck + one.choices[0]
        level = self.d.level[seat * SLOTS + lookup("board space", table["board space"], card)]
        return self._or_never(lookup("upgrade", entries, card * (TOP_LEVEL + 1) + level))

    def _sell(self, one: Transition, seat: Expr) -> Expr:
        """Sold is only what has to be, in the Discard Phase: what is worth least first."""
        if one.source != "discard":
            return constant(NEVER)
        entries: list[int] = []
        for row, level in enumerate(self.content.upgrades()["level"]):
            kept = CARD if level else self.worths.of(self.starts["action"][row]).against(USUAL) / FINE
            entries.append(fixed(-1.0 - max(kept, 0.0)))
        return lookup("kept", entries, seat * self.deck + one.choices[0])

    def _reroll(self, one: Transition, _seat: Expr) -> Expr:
        """The best reroll comes before all else, where that is not to keep all dice."""
        if one.source != "offense/choose":
            return constant(0)
        return where(self.dice.is_best_reroll(one.choices[0]), BEST, 0)

    def _announce(self, one: Transition, _seat: Expr) -> Expr:
        counts: Counter[int] = Counter()
        entries: list[int] = []
        for owner, _ in self.content.printed():
            each = [self.boards[owner].ability(counts[owner], dice) for dice in results()]
            entries += [*map(fixed, each), 0]
            counts[owner] += 1
        return lookup("ability", entries, one.choices[0] * NUMBERS + self.dice.number)

    def _defend(self, one: Transition, _seat: Expr) -> Expr:
        counts: Counter[int] = Counter()
        entries: list[int] = []
        for owner, _ in self.content.printed(defensive=True):
            entries.append(fixed(1.0 + self.boards[owner].guard(counts[owner]).against(USUAL)))
            counts[owner] += 1
        return lookup("defense", entries, one.choices[0])

    def _either(self, one: Transition, seat: Expr) -> Expr:
        """What the part of an effect is worth that is chosen: to the owner, or as little as can be."""
        first = one.id.endswith("/first")
        worths = [
            self.worths.of(pc + (1 if first else step.arg)) if step.op is Op.OR else NOTHING
            for pc, step in enumerate(self.rows)
        ]
        coming = at_least(self._coming_to(seat), 1)
        found = lookup("worth", [fixed(worth.plain) for worth in worths], self.pc)
        found += self._prevented(self.pc, worths, coming)
        return where(self._names(Who.SELF), found, 0 - found)

    def _names(self, who: Who) -> Expr:
        """Whether the instruction under way names ``who``."""
        return lookup("who", [int(step.who is who) for step in self.rows], self.pc) == 1

    def _whom(self, one: Transition, seat: Expr) -> Expr:
        own, others = (
            lookup("word", [fixed(self.worths.word(step, who, None).against(USUAL))
                            if step.who is Who.CHOSEN else 0 for step in self.rows], self.pc)
            for who in (Who.SELF, Who.OPPONENT)
        )  # fmt: skip
        return where(one.choices[0] == seat, own, others)

    def _token(self, one: Transition, _seat: Expr) -> Expr:
        """Tokens are taken from oneself that do harm, and from the other that help."""
        worth = lookup("token", [fixed(worth) for worth in self.worths.tokens], one.choices[0])
        return where(self._names(Who.OPPONENT), worth, 0 - worth)

    def _offensive(self, worth: Expr) -> Expr:
        """``worth`` where the offensive dice are those that are altered."""
        return where(self.d.live == OFFENSE_ROLL, worth, 0)

    def _altered(self, one: Transition, seat: Expr) -> Expr:
        return self._offensive(self.dice.change(one, seat))
