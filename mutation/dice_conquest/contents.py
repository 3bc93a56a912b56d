"""The content of Dice Conquest: mistakes in the lines of its cards, which examples of the text may notice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dicelaw.model.content.look import OpenTables
from dicelaw.model.dice_conquest import standing
from dicelaw.model.dice_conquest.language import Card, Effect, Pack
from dicelaw.model.dice_conquest.machine import QuestMachine, quest
from dicelaw.model.dice_conquest.vocabulary import GRAMMARS
from dicelaw.model.dice_conquest.wording import ABILITY, CRITICAL, ITEM, PLACES
from dicelaw.model.effects.programs import mistakes
from dicelaw.mutation.content_kill_check import Arena
from dicelaw.mutation.content_mutant import ContentMutant
from dicelaw.oracle.dice_conquest.lists import said
from dicelaw.oracle.dice_conquest.opening import opened, pack_with, packs
from dicelaw.oracle.files.stage import stage_of

if TYPE_CHECKING:
    from dicelaw.checker.walks.observed_play import Stage
    from dicelaw.model.kernel.machine import Machine
    from dicelaw.mutation.ports import Key
    from dicelaw.oracle.files.vectors import Record
    from dicelaw.oracle.games.session import Session


class QuestContents:
    """See :class:`~dicelaw.mutation.ports.Contents`."""

    def __init__(self, game: str) -> None:
        self.game = game

    def mutants(self) -> list[ContentMutant]:
        """See ``Contents``: of effects, and of what cards do by themselves, in both packs of ours."""
        found = [one for pack in packs() for one in _of_pack(pack)]
        return list({one.id: one for one in reversed(found)}.values())[::-1]

    def key(self, setup: Mapping[str, Any]) -> Key:
        """The heroes and the readings."""
        heroes = tuple(player["hero"] for player in setup["players"])
        return (heroes, tuple(sorted(setup.get("readings", {}).items())))

    def homes(self, records: Sequence[Record]) -> Mapping[str, Collection[Key]]:
        """See ``Contents``: the games of the hero, or those with the card in the pack."""
        keys = {self.key(one.setup) for one in records}
        return {one.id: {key for key in keys if self.has(key, one)} for one in self.mutants()}

    def first(self, _mutant: ContentMutant) -> str:
        """See ``Contents``: no vectors are about one card."""
        return ""

    def home(self, mutant: ContentMutant) -> tuple[str, ...]:
        """See ``Contents``: the hero, or one of the pack that has the card."""
        pack = next(one for one in packs() if mutant.owner in {*one.heroes, *one.cards})
        return (mutant.owner if mutant.owner in pack.heroes else next(iter(pack.heroes)),)

    def usual(self, key: Key) -> bool:
        """Whether ``key`` has no other readings."""
        return not key[1]

    def has(self, key: Key, mutant: ContentMutant) -> bool:
        """See ``Contents``: a hero plays, a card is in the pack of those who play."""
        heroes, _ = key
        return mutant.owner in heroes or mutant.owner in pack_with(heroes).cards

    def rebuilt(self, mutant: ContentMutant, session: Session) -> QuestMachine:
        """See ``Contents``."""
        heroes = session.machine.seats
        return quest(mutant.planted(pack_with(heroes)), heroes, session.machine.readings)

    def arena(self, setup: Mapping[str, Any]) -> QuestArena:
        """See ``Contents``."""
        heroes, answers = self.key(setup)
        usual = stage_of(opened(heroes, dict(answers)))
        return QuestArena(usual, pack_with(heroes), heroes)

    def proofs(self, _between: tuple[str, ...]) -> Unproved:
        """See ``Contents``."""
        return Unproved()


class Unproved:
    """Proofs about mutants of cards: there are none, so no mutant is proved to change nothing."""

    def proved(self, _mutant: ContentMutant) -> bool:
        """Whether a mutant is proved to change nothing."""
        return False


class QuestArena(Arena):
    """A game with ``heroes``, who play with ``pack``: mistakes are built in, as its machines are small."""

    def __init__(self, usual: Stage, pack: Pack, heroes: Sequence[str]) -> None:
        self.usual = self.stage = usual
        self.tables, self.open = (), OpenTables()
        self._pack, self._heroes = pack, heroes

    def patch(self, _mutant: ContentMutant) -> None:
        """See :class:`Arena`: no tables can be replaced."""

    def rebuilt(self, mutant: ContentMutant) -> Machine:
        """See :class:`Arena`."""
        return quest(mutant.planted(self._pack), self._heroes, self.usual.machine.readings).machine


def _of_pack(pack: Pack) -> Iterator[ContentMutant]:
    """The mutants of ``pack``: what each line of a card may be taken for."""
    for hero in pack.heroes.values():
        for entry, effect in ((ABILITY, hero.ability), (CRITICAL, hero.critical)):
            yield from _of_effect(effect, hero.name, ("heroes", hero.id, entry), hero.rules)
    for card in pack.cards.values():
        yield from _of_effect(card.item, card.name, ("cards", card.id, ITEM), card.rules)
        yield from _by_itself(card)


def _by_itself(card: Card) -> Iterator[ContentMutant]:
    """The mutants of what ``card`` does without being used."""
    for operator, value in standing.mistakes(card):
        before, after = ("; ".join(standing.said(one)) or "nothing" for one in (card, value))
        yield ContentMutant(
            f"{card.id}/by-itself#{operator}", card.id, "by-itself", operator,
            f"{card.name}: “{before}” is read as “{after}”", (("cards", card.id),), value, card.rules,
        )  # fmt: skip


def _of_effect(
    effect: Effect, name: str, place: tuple[str, str, str], rules: tuple[str, ...]
) -> Iterator[ContentMutant]:
    _, owner, entry = place
    for operator, changed in mistakes(effect.program, GRAMMARS[entry]):
        value = replace(effect, program=changed)
        says = f"{name}, {PLACES[entry]}: “{said(effect)}” is read as “{said(value)}”"
        yield ContentMutant(
            f"{owner}/{entry}#{operator}", owner, entry, operator, says, (place,), value, rules
        )
