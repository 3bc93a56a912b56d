"""From the entry of a hero to the hero: abilities, board actions, upgrades and cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dicelaw.model.content.checking import checked
from dicelaw.model.content.document import Document, Path
from dicelaw.model.dice_throne import schema
from dicelaw.model.dice_throne.entries.checking import check_companion, known_slot, moment, timing
from dicelaw.model.dice_throne.entries.entries import END, Dialect, Entries, among_several, ended
from dicelaw.model.dice_throne.grammar.conditions import MOST_HELD, WrongLineError
from dicelaw.model.dice_throne.grammar.grammar import EFFECT, Compiler
from dicelaw.model.dice_throne.language import (
    Ability,
    Action,
    Card,
    Hero,
    Needs,
    Pool,
    Program,
    Timing,
    Trigger,
    Upgrade,
)
from dicelaw.model.dice_throne.language.abilities import land_and_activate, wrong_damage
from dicelaw.model.foreign.shown import quoted

_NUMERALS = {2: "II", 3: "III"}
_FIVE_SIXES = Needs(symbols=((1 << 5, 5),))


def hero_of(document: Document, data: object, entries: Entries) -> Hero | None:
    """The hero in ``data`` without the common cards, or nothing; what is wrong is noted."""
    entry = checked(schema.HeroEntry, data, document, ("hero",))
    if entry is None or not entries.is_new(document, ("hero", "id"), "hero", entry.id):
        return None
    return _Builder(document, entry, entries).hero()


class _Builder:
    """Builds one hero. Every entry is checked by itself, so that one wrong entry hides no other."""

    def __init__(self, document: Document, entry: schema.HeroEntry, entries: Entries) -> None:
        self.document = document
        self.entry = entry
        self.entries = entries
        self.slots = {slot: place for place, slot in enumerate(entry.slots)}
        self.dialect = Dialect(tuple(entry.symbols), entry.blocks)

    def hero(self) -> Hero:
        """The hero."""
        entry, document = self.entry, self.document
        if len(self.slots) < len(entry.slots):
            document.wrong(("hero", "slots"), f"{quoted(entry.slots)} names a board space twice")
        offense = tuple(self._offense())
        defense = tuple(self._defense())
        board = tuple(self._board())
        passives = tuple(self._passives())
        upgrades = tuple(self._upgrades())
        entered = len(entry.offense) + len(entry.defense) + len(entry.board) + len(entry.passives)
        if len(offense) + len(defense) + len(board) + len(passives) == entered:
            levels = {(ability.slot, ability.level) for ability in (*offense, *defense)}
            levels |= {(slot, level) for slot, level, _ in passives}
            self._check_levels(levels | {(slot, level) for slot, level, _ in board})
        cards = self.entries.cards(document, entry.cards, ("hero", "cards"), entry.id, self.dialect)
        values = None
        if entry.companion is not None:
            values = checked(schema.CompanionValues, entry.companion, document, ("hero", "companion"))
            check_companion(document, ("hero", "companion"), values)
        return Hero(
            id=entry.id,
            name=entry.name,
            symbols=tuple(entry.symbols),
            slots=tuple(entry.slots),
            offense=offense,
            defense=defense,
            board=board,
            passives=passives,
            limits=tuple(self._limits()),
            cards=(*upgrades, *(Card(action) for action in cards)),
            companion=values.health if values else 0,
            companion_max=values.max if values else 0,
            companion_plus=values.plus if values else 0,
            rules=(*entry.rules, *(values.rules if values else ())),
        )

    def _is_usable(self, entry: schema.AbilityEntry | None, path: Path) -> bool:
        """Whether ``entry`` is valid, of a known space, and the first of its id and level."""
        if entry is None or not known_slot(self.document, path, entry.slot, self.slots):
            return False
        name = f"{self.entry.id}/{entry.id or entry.slot}, level {entry.level}"
        return self.entries.is_new(self.document, (*path, "id" if entry.id else "slot"), "ability", name)

    def _offense(self) -> Iterator[Ability]:
        for place, data in enumerate(self.entry.offense):
            path = ("hero", "offense", place)
            entry = checked(schema.OffenseEntry, data, self.document, path)
            if entry is None or not self._is_usable(entry, path):
                continue
            ability = self._activated(entry, path, EFFECT, entry.effect)
            needs = self._needs(entry, (*path, "needs"))
            field, effect = among_several(entry, self.dialect)
            several = self._activated(entry, path, field, effect, several=True) if effect else None
            yield replace(ability, needs=needs, several=several and replace(several, needs=needs))

    def _activated(
        self,
        entry: schema.OffenseEntry,
        path: Path,
        field: str,
        effect: Sequence[object],
        *,
        several: bool = False,
    ) -> Ability:
        """The offensive ability with its ``field`` ``effect``, in two parts, without its needs."""
        ability, blocks = self._ability(
            entry, path, field, effect, Pool.OFFENSE, is_ultimate=entry.ultimate, several=several
        )
        activate, land, mixed = land_and_activate(blocks)
        for at in mixed:
            says = "what the target suffers besides damage is not in one choice with damage or dice"
            self.document.wrong((*path, field, at), says)
        return replace(ability, activate=(*activate, END), land=(*land, END), written=ended(blocks))

    def _defense(self) -> Iterator[Ability]:
        for place, data in enumerate(self.entry.defense):
            path = ("hero", "defense", place)
            entry = checked(schema.DefenseEntry, data, self.document, path)
            if entry is not None and self._is_usable(entry, path):
                among = among_several(entry, self.dialect)
                ability, several = (
                    self._ability(
                        entry, path, field, effect, Pool.DEFENSE, dice=entry.dice, several=place == 1
                    )[0]
                    for place, (field, effect) in enumerate(((EFFECT, entry.effect), among))
                )
                yield replace(ability, several=several if among[1] else None)

    def _ability(
        self,
        entry: schema.AbilityEntry,
        path: Path,
        field: str,
        effect: Sequence[object],
        home: Pool,
        dice: int = 0,
        *,
        is_ultimate: bool = False,
        several: bool = False,
    ) -> tuple[Ability, list[Program]]:
        """The ability with the whole ``effect``, its ``field``, in ``activate``, and its blocks."""
        place = (*path, field)
        blocks = self.entries.blocks(self.document, effect, place, self.dialect, home, several=several)
        ability = Ability(
            id=f"{self.entry.id}/{entry.id or entry.slot}",
            name=entry.name,
            slot=self.slots[entry.slot],
            level=entry.level,
            activate=ended(blocks),
            land=(END,),
            dice=dice,
            is_ultimate=is_ultimate,
            unknown=entry.unknown,
            rules=tuple(entry.rules),
        )
        for at, block in enumerate(blocks):
            if says := wrong_damage(ability, block):
                self.document.wrong((*place, at), says)
        return ability, blocks

    def _needs(self, entry: schema.OffenseEntry, path: Path) -> Needs:
        try:
            needs = Compiler(self.entry.symbols, {}, Pool.OFFENSE).needs(entry.needs)
        except WrongLineError as wrong:
            self.document.wrong(path, str(wrong))
            return Needs()
        if entry.ultimate and needs != _FIVE_SIXES:
            self.document.wrong(
                path, f"{quoted(entry.needs)} is not what an Ultimate needs; allowed: 5 of face 6"
            )
        return needs

    def _board(self) -> Iterator[tuple[int, int, Action]]:
        for place, data in enumerate(self.entry.board):
            path: Path = ("hero", "board", place)
            entry = checked(schema.BoardEntry, data, self.document, path)
            if entry is None or not known_slot(self.document, path, entry.slot, self.slots):
                continue
            owner = self.entry.id
            if self.entries.is_new(self.document, (*path, "id"), "board action", f"{owner}/{entry.id}"):
                if bool(entry.spends) != bool(entry.tokens):
                    says = "`spends` and `tokens` say together what it spends; allowed: both or neither"
                    self.document.wrong((*path, "spends" if entry.spends else "tokens"), says)
                printed = timing(self.document, path, entry.timing)
                action = self.entries.action(
                    self.document,
                    entry,
                    path,
                    owner,
                    self.dialect,
                    entry.cost,
                    printed,
                    self.entries.status(self.document, (*path, "spends"), entry.spends),
                    entry.tokens,
                )
                yield self.slots[entry.slot], entry.level, action

    def _passives(self) -> Iterator[tuple[int, int, Trigger]]:
        for place, data in enumerate(self.entry.passives):
            path: Path = ("hero", "passives", place)
            entry = checked(schema.PassiveEntry, data, self.document, path)
            if entry is None or not known_slot(self.document, path, entry.slot, self.slots):
                continue
            when = moment(self.document, path, entry.at)
            program = self.entries.program(self.document, entry.effect, (*path, "effect"), self.dialect)
            if when is not None:
                several = self.entries.several(self.document, entry, path, self.dialect)
                trigger = Trigger(when, program, rules=tuple(entry.rules), several=several)
                yield self.slots[entry.slot], entry.level, trigger

    def _limits(self) -> Iterator[tuple[int, int]]:
        for name, limit in self.entry.limits.items():
            path: Path = ("hero", "limits", name)
            number = self.entries.status(self.document, path, name)
            least = self.entries.limits.get(name, 1)
            most = MOST_HELD
            if not isinstance(limit, int) or not least <= limit <= most:
                says = f"{quoted(limit)} is not a stack limit that a hero can have of {quoted(name)}"
                self.document.wrong(path, f"{says}; allowed: {least} to {most}")
            elif number:
                yield number, limit

    def _upgrades(self) -> Iterator[Card]:
        for place, data in enumerate(self.entry.upgrades):
            path: Path = ("hero", "upgrades", place)
            entry = checked(schema.UpgradeEntry, data, self.document, path)
            if entry is None or not known_slot(self.document, path, entry.slot, self.slots):
                continue
            name = f"{self.entry.id}/{entry.slot}-{entry.level}"
            if self.entries.is_new(self.document, (*path, "slot"), "card", name):
                title = " ".join(word.capitalize() for word in entry.slot.split("-"))
                action = Action(
                    id=name,
                    name=f"{title} {_NUMERALS[entry.level]}",
                    timing=Timing.UPGRADE,
                    cp=entry.cost,
                    program=(END,),
                    rules=tuple(entry.rules),
                )
                yield Card(action, Upgrade(self.slots[entry.slot], entry.level))

    def _check_levels(self, levels: set[tuple[int, int]]) -> None:
        for place, data in enumerate(self.entry.upgrades):
            slot, level = data.get("slot"), data.get("level")
            if slot in self.slots and (self.slots[slot], level) not in levels:
                there = sorted(known for space, known in levels if space == self.slots[slot])
                says = (
                    f"{quoted(level)}: the space {quoted(slot)} has nothing at this level; allowed: {there}"
                )
                self.document.wrong(("hero", "upgrades", place, "level"), says)
