"""Players who decide sensibly, by rules of thumb: no search, no bluff, nothing planned beyond the turn.

They reroll best for what the abilities on their board are worth, announce the one that is worth most, and
use a card, an upgrade or a token wherever it is worth more than it costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from dicelaw.checker.dice_throne.boards import FINE, Board, missing
from dicelaw.checker.dice_throne.worths import CARD, POINT, USUAL, Worths
from dicelaw.model.dice_throne.language import Action, Who
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.modes import DUEL_SEATS
from dicelaw.model.dice_throne.resolution.totals import final_health
from dicelaw.model.dice_throne.state.duel_state import DICE, OFFENSE_ROLL, SLOTS
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.state import State

PRICE = 0.6
"""What share of its worth a token costs those who may spend it, so that not only the best use is taken."""
PATIENCE = 12
"""How often somebody uses the same thing in one turn."""
OPTIONAL = ("act", "declare", "play", "upgrade")
Scorer = Callable[[State, Move, int], float]


class Sensible:
    """Decides for both players of the duel ``made``, which ``reader`` plays."""

    def __init__(self, made: DuelMachine, reader: Concrete) -> None:
        content = made.content
        assert isinstance(content, TableContent)
        self.made, self.reader, self.content, self.d = made, reader, content, made.duel
        pairs = [*zip((action for _, action in content.used()), content.starts()["action"], strict=True)]
        lasting = [
            (action, start) for action, start in pairs[len(DUEL_SEATS) * content.deck :] if action is not None
        ]
        self.worths = Worths(content.statuses, content.rows, lasting)
        self.boards = [Board(content, self.worths, seat) for seat in DUEL_SEATS]
        self.used: Counter[tuple[int, int]] = Counter()
        ids = [one.id for one in made.machine.transitions]
        self._verbs = [id.rpartition("/")[2] for id in ids]
        self._sources = [one.source for one in made.machine.transitions]
        self._starts = content.starts()
        self._actions: list[Action | None] = [action for _, action in content.used()]
        self._offense = _numbered(content, defensive=False)
        self._defense = _numbered(content, defensive=True)
        self._upgrades = content.upgrades()
        self._health = [self._place(cell) for cell in self.d.health]
        self._dice = [self._place(self.d.die(0, place)) for place in range(DICE)]
        self._levels = [self._place(cell) for cell in self.d.level]
        self._after = [reader.compiled(final_health(made.rules, seat)[0]) for seat in DUEL_SEATS]
        self._pc = reader.compiled(self.d.pc[self.d.top])
        self._scorers: dict[str, Scorer] = {
            **dict.fromkeys(("act", "declare", "play"), self._use),
            "upgrade": self._upgrade, "sell": self._sell, "announce": self._announce, "defend": self._defend,
            "companion": lambda *_: 1.0, "first": self._either, "second": self._either, "pick": self._whom,
            "use": lambda *_: 1.0, "remove-one": self._token, "transfer": self._token, "ward": self._token,
            "die": self._altered, "nudge": self._altered, "set": self._altered,
            "set-first": self._altered, "copy": self._altered, "choose": lambda _, move, __: float(move[1]),
            "decline": lambda *_: -1.0,
        }  # fmt: skip

    @staticmethod
    def _place(cell: object) -> int:
        return int(cell.place)  # type: ignore[attr-defined]  # of a field

    def decide(self, state: State, legal: Sequence[Move], seat: int, random: Random) -> Move:
        """What ``seat`` does in ``state``, where ``legal`` are all legal moves; ``random`` breaks ties."""
        if len(legal) == 1:
            return legal[0]
        if self._sources[legal[0][0]] == "offense/choose":
            reroll = self._reroll(state, legal, seat)
            if reroll is not None:
                return reroll
        best: list[Move] = []
        most = float("-inf")
        for move in legal:
            score = self._score(state, move, seat)
            if score > most:
                best, most = [move], score
            elif score == most:
                best.append(move)
        chosen = random.choice(best) if len(best) > 1 else best[0]
        if self._verbs[chosen[0]] in OPTIONAL:
            self.used[seat, chosen[1]] += 1
        return chosen

    def begin(self) -> None:
        """Forget what was used, where a turn or a game begins."""
        self.used.clear()

    def _score(self, state: State, move: Move, seat: int) -> float:
        scorer = self._scorers.get(self._verbs[move[0]])
        return 0.0 if scorer is None else scorer(state, move, seat)

    def _coming(self, state: State, seat: int) -> float:
        """How much health ``seat`` is about to lose."""
        return float(max(state[self._health[seat]] - int(self._after[seat](state, {})), 0))

    def _use(self, state: State, move: Move, seat: int) -> float:
        """What an action is worth beyond its price; nothing after many uses in a turn."""
        action = self._actions[move[1]]
        if action is None or self.used[seat, move[1]] >= PATIENCE:
            return -1.0
        worth = self.worths.of(self._starts["action"][move[1]])
        found = (
            worth.plain
            - action.cp * POINT
            - action.tokens * PRICE * max(self.worths.tokens[action.token], 0.0)
        )
        if move[1] < len(DUEL_SEATS) * self.content.deck:
            found -= POINT
        if worth.prevented or worth.share:
            coming = self._coming(state, seat)
            found += min(worth.prevented + worth.share * coming, coming)
        if worth.alters:
            found += self._altering(state, seat)
        return found or -1.0

    def _altering(self, state: State, seat: int) -> float:
        """What it is worth to alter a die of the offensive roll, once its attempts are over."""
        d = self.d
        if state[self._place(d.live)] != OFFENSE_ROLL or state[self._place(d.attempts)]:
            return 0.0
        attacker = state[self._place(d.attacker)]
        now = self._dice_worth(state, attacker)
        dice = [state[place] for place in self._dice]
        worth = self._rolling(state, attacker)
        others = [
            worth[tuple(sorted((*dice[:place], face, *dice[place + 1 :])))]
            for place in range(DICE) for face in range(1, 7)
        ]  # fmt: skip
        return max(others) - now if attacker == seat else (now - min(others)) / 2

    def _levels_of(self, state: State, seat: int) -> tuple[int, ...]:
        first = self._levels[seat * SLOTS]
        return state[first : first + SLOTS]

    def _rolling(self, state: State, attacker: int) -> dict[tuple[int, ...], float]:
        return self.boards[attacker].rolling(self._levels_of(state, attacker)).worth[0]

    def _dice_worth(self, state: State, attacker: int) -> float:
        """What the offensive dice are worth to ``attacker``; 0 while some are not rolled."""
        dice = tuple(sorted(state[place] for place in self._dice))
        return self._rolling(state, attacker).get(dice, 0.0)

    def _reroll(self, state: State, legal: Sequence[Move], seat: int) -> Move | None:
        """The best reroll, or None where it is best to keep all dice or none is left."""
        attempts = min(state[self._place(self.d.attempts)], 2)
        dice = [state[place] for place in self._dice]
        rolling = self.boards[seat].rolling(self._levels_of(state, seat))
        kept = rolling.kept[attempts].get(tuple(sorted(dice)))
        if not attempts or kept is None:
            return None
        mask = missing(dice, kept)
        return next((move for move in legal if self._verbs[move[0]] == "reroll" and move[1] == mask), None)

    def _announce(self, state: State, move: Move, seat: int) -> float:
        dice = tuple(sorted(state[place] for place in self._dice))
        return self.boards[seat].ability(self._offense[move[1]], dice)

    def _defend(self, _state: State, move: Move, seat: int) -> float:
        return 1.0 + self.boards[seat].guard(self._defense[move[1]]).against(USUAL)

    def _upgrade(self, state: State, move: Move, seat: int) -> float:
        """What an upgrade brings beyond its price, which is lower where the level below is there."""
        row = seat * self.content.deck + move[1]
        table = self._upgrades
        slot, new, cost = table["board space"][row], table["level"][row], table["cost"][row]
        old = state[self._levels[seat * SLOTS + slot]]
        cost -= table["lower cost"][row] if old > 1 else 0
        return self.boards[seat].upgrade(slot, old, new) - cost * POINT - POINT / 2 or -1.0

    def _sell(self, _state: State, move: Move, seat: int) -> float:
        """Sold is only what has to be, in the Discard Phase: what is worth least first."""
        if self._sources[move[0]] != "discard":
            return -1.0
        row = seat * self.content.deck + move[1]
        if self._upgrades["level"][row]:
            return -CARD - 1.0
        return -1.0 - max(self.worths.of(self._starts["action"][row]).against(USUAL), 0.0) / FINE

    def _either(self, state: State, move: Move, seat: int) -> float:
        pc = int(self._pc(state, {}))
        step = self.content.rows[pc]
        after = pc + (1 if self._verbs[move[0]] == "first" else step.arg)
        found = self.worths.of(after).against(max(self._coming(state, seat), 1.0))
        return found if step.who is Who.SELF else -found

    def _whom(self, state: State, move: Move, seat: int) -> float:
        step = self.content.rows[int(self._pc(state, {}))]
        return self.worths.word(step, Who.SELF if move[1] == seat else Who.OPPONENT, None).against(USUAL)

    def _token(self, state: State, move: Move, _seat: int) -> float:
        """Tokens are taken from oneself that do harm, and from the other that help."""
        step = self.content.rows[int(self._pc(state, {}))]
        worth = self.worths.tokens[move[1]]
        return worth if step.who is Who.OPPONENT else -worth

    def _altered(self, state: State, move: Move, seat: int) -> float:
        """What the offensive dice are worth afterwards; a reroll is taken for a change to the better."""
        d = self.d
        if state[self._place(d.live)] != OFFENSE_ROLL:
            return 0.0
        attacker = state[self._place(d.attacker)]
        sign = 1 if attacker == seat else -1
        after = self.reader.attempt(state, move)
        if after is None:
            return 0.0
        now = self._dice_worth(state, attacker)
        if self._verbs[move[0]] == "die":
            place = move[1]
            dice = [state[at] for at in self._dice]
            worth = self._rolling(state, attacker)
            mean = sum(worth.get(tuple(sorted((*dice[:place], face, *dice[place + 1 :]))), 0.0)
                       for face in range(1, 7)) / 6  # fmt: skip
            return sign * (mean - now)
        return sign * (self._dice_worth(after, attacker) - now)


def _numbered(content: TableContent, *, defensive: bool) -> list[int]:
    """For each ability of both heroes its number among those of its own."""
    counts: Counter[int] = Counter()
    numbers = []
    for owner, _ in content.printed(defensive):
        numbers.append(counts[owner])
        counts[owner] += 1
    return numbers
