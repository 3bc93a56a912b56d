"""What a die of Dice Masters is and can do: its figures, its keywords, its own and its copied abilities."""

from __future__ import annotations

from functools import cached_property

from dicelaw.model.dice_masters.cards.cards import BURSTS, COPIED_MOMENTS, Moment
from dicelaw.model.dice_masters.cards.keywords import COPIED, Keyword
from dicelaw.model.dice_masters.state.figures import FACE_CODES, MOMENTS
from dicelaw.model.dice_masters.state.table_state import ADDED, BESIDE, LEVELS, WAYS, WHOLE, TableState
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, all_of, any_of, constant, where
from dicelaw.model.kernel.lookups import lookup


class Abilities(TableState):
    """The state of a game, with the expressions over it that say what each die is and can do."""

    def shown(self, name: str, die: Expr | int) -> Expr:
        """Figure ``name`` of the face that ``die`` shows."""
        return self.figures.at(name, self.figures.kind(die) * FACE_CODES + self.face[die])

    def face_figure(self, name: str, die: Expr | int, face: Expr | int) -> Expr:
        """Figure ``name`` of ``face`` of ``die``."""
        return self.figures.at(name, self.figures.kind(die) * FACE_CODES + face)

    def printed(self, name: str, die: Expr | int) -> Expr:
        """Figure ``name`` of the card of ``die``."""
        return self.figures.at(name, self.figures.kind(die))

    def printed_of(self, kind: int, name: str) -> Expr:
        """Figure ``name`` of the card ``kind``."""
        return self.figures.at(name, kind)

    def has(self, die: Expr | int, keyword: Keyword) -> Expr:
        """Whether the card of ``die`` has ``keyword``."""
        bearers = self.bearers(keyword)
        may = lookup(f"may have {keyword}", [int(one in bearers) for one in range(self.count)], die) == 1
        printed = self.printed(keyword, die) >= 1
        if self.copiers and keyword in COPIED:
            other = self.figures.at(keyword, self.copied_card(die)) >= 1
            printed = any_of(all_of(self.keeps_text(die), printed), all_of(self.text[die] >= 1, other))
        return all_of(may, printed)

    # Copied abilities. Each number in ``text`` is one of the cards, in one of the ``WAYS``.

    def copied_card(self, die: Expr | int) -> Expr:
        """The number of the card whose abilities ``die`` has copied; 0 where it has none."""
        return lookup("card copied", self._cards_copied, self.text[die])

    @cached_property
    def _cards_copied(self) -> tuple[int, ...]:
        return (0, *(kind for _ in WAYS for kind in range(len(self.dice.kinds))))

    def _copies_so(self, die: Expr | int, *ways: int) -> Expr:
        kinds = len(self.dice.kinds)
        numbers = (0, *(so for way in WAYS for so in (int(way in ways),) * kinds))
        return lookup("way copied", numbers, self.text[die]) == 1

    def keeps_text(self, die: Expr | int) -> Expr:
        """Whether ``die`` has the abilities of its own card."""
        return any_of(self.text[die] == 0, self._copies_so(die, ADDED, BESIDE))

    def is_copy(self, die: Expr | int) -> Expr:
        """Whether ``die`` has become a copy of a die, with its name and all that is printed."""
        return self._copies_so(die, WHOLE, BESIDE)

    def card_of(self, die: Expr | int) -> Expr:
        """The number of the card that ``die`` is one of, by copying or by itself."""
        own = self.figures.kind(die)
        copies = self.copiers if not isinstance(die, int) else die in self.copiers
        return where(self.is_copy(die), self.copied_card(die), own) if copies else own

    def same_card(self, one: int, other: int) -> Expr:
        """Whether both dice are of one card, by copying or by themselves."""
        if {one, other}.intersection(self.copiers):
            return self.card_of(one) == self.card_of(other)
        return TRUE if self.dice.dice[one] == self.dice.dice[other] else FALSE

    def affiliated(self, die: Expr | int, affiliation: str) -> Expr:
        """Whether ``die`` has ``affiliation``, or that name, by copying or by itself."""
        kinds = self.dice.affiliated(affiliation)
        named = [int(kind in kinds) for kind in range(len(self.dice.kinds))]
        return lookup(affiliation, named, self.card_of(die)) == 1

    def stat(self, name: str, die: Expr | int) -> Expr:
        """The printed ``name`` of ``die``, or that of what it copies: of its face, or of its own level."""
        own = self._own_stat(name, die)
        if not self.copying:
            return own
        face: Expr = self.copies[die]
        if self.copies_levels:
            starts = [face // FACE_CODES * FACE_CODES for face in range(len(self.dice.kinds) * FACE_CODES)]
            begins = lookup("kind copied", starts, face)
            of_level = begins + (FACE_CODES - 1 - LEVELS) + self.shown("level", die)
            face = where(begins == 0, FACE_CODES - 1, of_level)
        return where(self.copies[die] == 0, own, self.figures.at(name, face))

    def _own_stat(self, name: str, die: Expr | int) -> Expr:
        """The ``name`` on the face that ``die`` shows, or on that of the die that it has become a copy of."""
        if not self.copiers:
            return self.shown(name, die)
        return where(self.is_copy(die), self.figures.at(name, self.copied_face(die)), self.shown(name, die))

    def copied_face(self, die: Expr | int) -> Expr:
        """The face, among those of all cards, on the level of ``die`` of the card that it has copied."""
        card = self.copied_card(die)
        level = where(card == 0, LEVELS, self.shown("level", die)) + (FACE_CODES - 1 - LEVELS)
        return card * FACE_CODES + level

    def program(self, die: Expr | int, moment: Expr | Moment) -> Expr:
        """Where the program of ``die`` for ``moment`` begins, of its own card first; 0 where it has none."""
        own = self.figures.at("program", self.figures.kind(die) * MOMENTS + moment)
        if not self.copiers or (isinstance(die, int) and die not in self.copiers):
            return own
        mine = where(self.keeps_text(die), own, 0)
        return where(mine >= 1, mine, self._copied_program(die, moment))

    def _copied_program(self, die: Expr | int, moment: Expr | Moment) -> Expr:
        copies = lookup("moment copied", [int(one in COPIED_MOMENTS) for one in Moment], moment) == 1
        other = self.figures.at("program", self.copied_card(die) * MOMENTS + moment)
        return where(all_of(copies, self.text[die] >= 1), other, 0)

    def second_program(self, die: Expr | int, moment: Expr | Moment) -> Expr:
        """Where the copied program of ``die`` for ``moment`` begins that follows the one of its own card."""
        own = self.figures.at("program", self.figures.kind(die) * MOMENTS + moment)
        both = all_of(self.keeps_text(die), own >= 1)
        return where(both, self._copied_program(die, moment), 0)

    def ready(self, die: Expr | int, moment: Expr | Moment) -> Expr:
        """Whether ``die`` has a program for ``moment`` that did not have its only time this turn."""
        there = self.program(die, moment) >= 1
        if not self.firsts:
            return there
        return all_of(there, any_of(self.limited(die, moment) == 0, self.happened[self.card(die)] == 0))

    def card(self, die: Expr | int) -> Expr:
        """The place in ``happened`` of the card of ``die``; 0 for one without."""
        places = [
            self.firsts.index(kind) if kind in self.firsts else 0 for kind in range(len(self.dice.kinds))
        ]
        return lookup("card", places, self.figures.kind(die))

    def limited(self, die: Expr | int, moment: Expr | int) -> Expr:
        """Whether only the first ``moment`` of a turn counts for the card of ``die``: 1 or 0."""
        return self.figures.at("first only", self.figures.kind(die) * MOMENTS + moment)

    def moment(self, die: Expr | int, moment: Moment) -> Expr:
        """What ``moment`` becomes for ``die``, whose face, or that of what it copies, may have a burst."""
        if moment not in BURSTS:
            return constant(moment)
        bursts = self.shown("burst", die) == 1
        if self.copying:
            bursts = any_of(bursts, self.stat("burst", die) == 1)
        return where(bursts, BURSTS[moment], moment)

    def has_program(self, die: int, moment: Moment) -> bool:
        """Whether ``die`` may have a program for ``moment``."""
        return self.figures.has_program(self.dice.dice[die], moment)

    def may_fall(self, die: Expr | int, *, by_damage: bool) -> Expr:
        """Whether ``die`` can be KO'd: one with Iron Will only after it has been damaged this turn.

        The damage that it withstood does not KO it any more.
        """
        if not self.bearers(Keyword.IRON_WILL):
            return TRUE
        hurt = self.withstood[die] == 2 if by_damage else self.withstood[die] >= 1
        return any_of(~self.has(die, Keyword.IRON_WILL), hurt)
