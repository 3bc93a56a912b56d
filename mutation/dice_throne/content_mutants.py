"""Mutants of the content of Dice Throne: one small mistake in an ability, a card, a status or a companion.

A mistake is a number that is one off, a condition, step or trait left out, a player, token, face, timing or
type of damage taken for another. It is made in the frozen values of a pack and keeps the length of every
program, so all that is not mistaken has the same place in the tables of a duel. Ids are paths into the
content, and the same in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dicelaw.model.dice_throne.language import Ability, Action, Hero, Pack, Program, Status, Trigger
from dicelaw.model.dice_throne.tables.narrow import narrowed
from dicelaw.mutation.content_mutant import ContentMutant, Mistake, Place, one_off
from dicelaw.mutation.dice_throne.content_operators import in_action, in_needs, in_program, in_status

COMMON = "common"
STATUS = "status"
COMPANION = "companion"


def content_mutants(pack: Pack) -> list[ContentMutant]:
    """Every mutant of ``pack``, in a stable order; ids are unique."""
    maker = _Maker(pack)
    found = [one for hero in pack.heroes.values() for one in maker.of_hero(hero)]
    found += [*maker.of_common(), *maker.of_statuses(), *maker.of_companions()]
    return list({one.id: one for one in found}.values())


class _Maker:
    """Makes the mutants of one pack."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.kinds = {status.id: kind for kind, status in enumerate(pack.statuses)}
        decks = [{card.action.id for card in hero.cards} for hero in pack.heroes.values()]
        self.common = set.intersection(*decks) if len(decks) > 1 else set[str]()

    def of_hero(self, hero: Hero) -> Iterator[ContentMutant]:
        """The mutants of what only ``hero`` has."""
        known = [self.kinds[status.id] for status in narrowed(self.pack, (hero.id,))[0][1:]]
        at: Place = ("heroes", hero.id)
        for side in ("offense", "defense"):
            for number, ability in enumerate(getattr(hero, side)):
                yield from self._ability(hero, ability, (*at, side, number), known)
        for number, card in enumerate(hero.cards):
            if card.action.id not in self.common:
                name = f"{hero.id}/{_short(card.action.id, hero.id)}"
                yield from self._action(name, card.action, [(*at, "cards", number, "action")], known, hero)
        for number, (slot, level, action) in enumerate(hero.board):
            name = f"{hero.id}/{_short(action.id, hero.id)}/{hero.slots[slot]}-{level}"
            yield from self._action(name, action, [(*at, "board", number, 2)], known, hero)
        seen: dict[str, int] = {}
        for number, (slot, level, trigger) in enumerate(hero.passives):
            name = f"{hero.id}/{hero.slots[slot]}/passive-{level}-{trigger.at.name.lower()}"
            seen[name] = seen.get(name, 0) + 1
            name += f"-{seen[name]}" if seen[name] > 1 else ""
            yield from self._trigger(name, trigger, [(*at, "passives", number, 2)], known, hero)
        for number, (kind, limit) in enumerate(hero.limits):
            what = f"the stack limit of {self.pack.statuses[kind].name} of {hero.name}"
            for mistake in one_off("limit", limit, what):
                place = (*at, "limits", number, 1)
                yield self._made(
                    f"{hero.id}/limit/{self.pack.statuses[kind].id}", mistake, [place], hero.rules
                )
        for field in ("companion", "companion_max", "companion_plus"):
            for mistake in one_off(field.replace("_", "-"), getattr(hero, field), f"{hero.name}, {field}"):
                yield self._made(f"{hero.id}/companion", mistake, [(*at, field)], hero.rules)

    def of_common(self) -> Iterator[ContentMutant]:
        """The mutants of the cards that are in every deck: the mistake is in all of them."""
        first = next(iter(self.pack.heroes.values()))
        for card in first.cards:
            if card.action.id in self.common:
                places: list[Place] = [
                    ("heroes", hero.id, "cards", number, "action")
                    for hero in self.pack.heroes.values()
                    for number, other in enumerate(hero.cards)
                    if other.action.id == card.action.id
                ]
                name = f"{COMMON}/{_short(card.action.id, COMMON)}"
                yield from self._action(name, card.action, places, (), None)

    def of_statuses(self) -> Iterator[ContentMutant]:
        """The mutants of status effects, their uses and programs."""
        for kind, status in enumerate(self.pack.statuses):
            if kind:
                yield from self._status(status, ("statuses", kind))

    def of_companions(self) -> Iterator[ContentMutant]:
        """The mutants of companions that a scenario may give to any hero."""
        for id, companion in self.pack.companions.items():
            for field in ("health", "max", "plus"):
                for mistake in one_off(field, getattr(companion, field), f"{companion.name}, {field}"):
                    yield self._made(
                        f"{COMPANION}/{id}", mistake, [("companions", id, field)], companion.rules
                    )

    def _ability(
        self, hero: Hero, ability: Ability, at: Place, known: Sequence[int]
    ) -> Iterator[ContentMutant]:
        name = f"{hero.id}/{_short(ability.id, hero.id)}/{ability.level}"
        says = f"{ability.name} of {hero.name}"
        if ability.unknown:
            return
        for field, mistake in in_needs(ability.needs, hero.symbols, says):
            yield self._made(f"{name}/needs", mistake, [(*at, "needs", *field)], ability.rules)
        for mistake in one_off("dice", ability.dice, f"{says}, dice", most=5):
            yield self._made(name, mistake, [(*at, "dice")], ability.rules)
        if ability.is_ultimate:
            mistake = Mistake("no-ultimate", f"{says} is no Ultimate", False)
            yield self._made(name, mistake, [(*at, "is_ultimate")], ability.rules)
        for part in ("activate", "land"):
            yield from self._program(
                f"{name}/{part}", getattr(ability, part), [(*at, part)], says, known, hero, ability.rules
            )

    def _action(
        self, name: str, action: Action, places: Sequence[Place], known: Sequence[int], hero: Hero | None
    ) -> Iterator[ContentMutant]:
        for field, mistake in in_action(action, self.pack.statuses):
            yield self._made(name, mistake, [(*at, field) for at in places], action.rules)
        programs = [(*at, "program") for at in places]
        yield from self._program(name, action.program, programs, action.name, known, hero, action.rules)

    def _trigger(
        self, name: str, trigger: Trigger, places: Sequence[Place], known: Sequence[int], hero: Hero | None
    ) -> Iterator[ContentMutant]:
        says = f"what runs by itself ({name})"
        if trigger.each:
            mistake = Mistake("once", f"{says} runs once, not for each token", False)
            yield self._made(name, mistake, [(*at, "each") for at in places], trigger.rules)
        programs = [(*at, "program") for at in places]
        yield from self._program(name, trigger.program, programs, says, known, hero, trigger.rules)

    def _status(self, status: Status, at: Place) -> Iterator[ContentMutant]:
        name = f"{STATUS}/{status.id}"
        known = [self.kinds[status.id]]
        for field, mistake in in_status(status):
            yield self._made(name, mistake, [(*at, field)], status.rules)
        for number, action in enumerate(status.spend):
            own = f"{name}/{_short(action.id, status.id)}"
            yield from self._action(own, action, [(*at, "spend", number)], known, None)
        for number, trigger in enumerate(status.triggers):
            own = f"{name}/{trigger.at.name.lower()}-{number + 1}"
            told = replace(trigger, rules=trigger.rules or status.rules)
            yield from self._trigger(own, told, [(*at, "triggers", number)], known, None)

    def _program(
        self,
        name: str,
        program: Program,
        places: Sequence[Place],
        says: str,
        known: Sequence[int],
        hero: Hero | None,
        rules: tuple[str, ...],
    ) -> Iterator[ContentMutant]:
        symbols = hero.symbols if hero else ()
        for number, field, mistake in in_program(program, self.pack.statuses, known, symbols):
            told = Mistake(mistake.operator, f"{says}: {mistake.says}", mistake.value)
            own = [(*at, *(() if field == "program" else (number, *field))) for at in places]
            yield self._made(f"{name}/{number + 1}", told, own, rules)

    def _made(
        self, name: str, mistake: Mistake, places: Sequence[Place], rules: tuple[str, ...]
    ) -> ContentMutant:
        owner, entry = name.split("/")[:2]
        return ContentMutant(
            f"{name}#{mistake.operator}",
            owner,
            entry,
            mistake.operator,
            mistake.says,
            tuple(places),
            mistake.value,
            rules,
        )


def _short(id: str, owner: str) -> str:
    return id.removeprefix(f"{owner}/").replace("/", "-")
