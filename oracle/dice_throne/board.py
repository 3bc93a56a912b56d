"""The board and the deck of a hero as rows of plain values, with the chances of each offensive ability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dicelaw.checker.dice_throne.activation import (
    ALL,
    Activation,
    activations,
    idle,
    on_board,
    overlaps,
    ways,
)
from dicelaw.model.dice_throne.language import Ability, Action, Hero, Pack, Program
from dicelaw.model.dice_throne.prose import describe, requirement

Row = dict[str, Any]


def board_rows(pack: Pack, hero: Hero, level: int = 1) -> Iterator[Row]:
    """All that ``hero`` has, a row a thing, with its ``kind`` first.

    The rows ``idle`` and ``overlap`` are about a board whose spaces are at ``level``, or at their highest
    level below it.
    """
    board, found = _Board(pack, hero), activations(hero, pack.statuses)
    yield board.hero_row()
    yield from (board.offense(one) for one in found)
    yield from (board.defense(ability) for ability in hero.defense)
    for slot, at, action in hero.board:
        yield {"kind": "action", **board.place(slot, at), **board.action(action)}
    for slot, at, trigger in hero.passives:
        when = trigger.at.name.lower().replace("_", "-")
        effect = board.effect(trigger.program, trigger.several)
        yield {"kind": "passive", **board.place(slot, at), "at": when, **effect}
    yield from board.deck()
    here = on_board(found, [level] * len(hero.slots))
    yield {"kind": "idle", "level": level, "results": ways(idle(here)), "of": ALL}
    for pair in overlaps(here):
        both = (pair.one, pair.other)
        yield {
            "kind": "overlap",
            "level": level,
            "ids": [one.ability.id for one in both],
            "names": [one.ability.name for one in both],
            "results": pair.ways,
            "of": ALL,
            "every_result_of": [one.ability.id for one in both if one.results == pair.results],
        }


class _Board:
    """Says what is on the board of one hero."""

    def __init__(self, pack: Pack, hero: Hero) -> None:
        self.pack = pack
        self.hero = hero

    def does(self, program: Program) -> list[str]:
        """What ``program`` does, phrase by phrase."""
        return describe(program, self.pack.statuses, self.hero.symbols)

    def effect(self, program: Program, several: Program = ()) -> Row:
        """What ``program`` does, and what is done among ``several`` players where that is something else."""
        row: Row = {"does": self.does(program)}
        return {**row, "several": self.does(several)} if several else row

    def place(self, slot: int, level: int) -> Row:
        """Where on the board something is."""
        return {"space": self.hero.slots[slot], "level": level}

    def hero_row(self) -> Row:
        """The hero, with the symbols of the faces from 1 on, and with a companion and own limits if any."""
        hero = self.hero
        row: Row = {"kind": "hero", "id": hero.id, "name": hero.name, "symbols": list(hero.symbols)}
        if hero.companion:
            row["companion"] = {
                "health": hero.companion, "max": hero.companion_max, "adds": hero.companion_plus,
            }  # fmt: skip
        if hero.limits:
            row["limits"] = {self.pack.statuses[token].id: limit for token, limit in hero.limits}
        return row

    def offense(self, one: Activation) -> Row:
        """An offensive ability, with how many results activate it and with its chance in three attempts."""
        return {
            "kind": "offense",
            **self.ability(one.ability),
            "needs": requirement(one.ability.needs, self.hero.symbols),
            "ultimate": one.ability.is_ultimate,
            **self.effect(one.ability.written, one.ability.several.written if one.ability.several else ()),
            "lands": self.does(one.ability.land),
            "results": one.ways,
            "of": ALL,
            "chance": {"numerator": one.chance.numerator, "denominator": one.chance.denominator},
        }

    def defense(self, ability: Ability) -> Row:
        """A defensive ability."""
        return {
            "kind": "defense",
            **self.ability(ability),
            "dice": ability.dice,
            **self.effect(ability.activate, ability.several.activate if ability.several else ()),
        }

    def ability(self, ability: Ability) -> Row:
        """What all abilities have; ``known`` says whether there is a source for what it does."""
        at = self.place(ability.slot, ability.level)
        return {**at, "id": ability.id, "name": ability.name, "known": not ability.unknown}

    def action(self, action: Action) -> Row:
        """A card, or an action printed on the board; ``tokens`` are spent besides the ``cost`` in CP."""
        timing = action.timing.name.lower()
        row: Row = {"id": action.id, "name": action.name, "timing": timing, "cost": action.cp}
        if action.tokens:
            row["tokens"] = {self.pack.statuses[action.token].id: action.tokens}
        return {**row, **self.effect(action.program, action.several)}

    def deck(self) -> Iterator[Row]:
        """The upgrades, then the other cards."""
        for card in self.hero.cards:
            if card.upgrade is not None:
                at = self.place(card.upgrade.slot, card.upgrade.level)
                named = {"id": card.action.id, "name": card.action.name, "cost": card.action.cp}
                yield {"kind": "upgrade", **at, **named}
        for card in self.hero.cards:
            if card.upgrade is None:
                yield {"kind": "card", **self.action(card.action)}
