"""Loading content: the pack that we made up, and the packs that users write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from dicelaw.model.content.checking import checked
from dicelaw.model.content.document import ContentError, Document, Problem, problems_of, read
from dicelaw.model.content.document import Path as Place
from dicelaw.model.content.folder import content_files
from dicelaw.model.dice_conquest.language import Card, Effect, Hero, Pack
from dicelaw.model.dice_conquest.schema import CreatureEntry, FileEntry, HeroEntry, TrapEntry
from dicelaw.model.dice_conquest.vocabulary import GRAMMARS, WORDS
from dicelaw.model.dice_conquest.wording import ABILITY, CRITICAL, ITEM, PLACES
from dicelaw.model.effects.lines import every
from dicelaw.model.effects.lines import read as read_line
from dicelaw.model.effects.programs import read as read_program
from dicelaw.model.effects.words import saying
from dicelaw.model.foreign.files import Unreadable
from dicelaw.model.foreign.shown import quoted

OWN = "made-up.yaml"
"""The pack of ours: made up, as most of what the cards of the game say is not public."""
PUBLISHED = "published.yaml"
"""The cards of which something is public; what no source has is made up and named."""
Named = TypeVar("Named", Hero, Card)
PARITIES = {None: 0, "odd": 1, "even": 2}


def load_pack(folders: Sequence[Path] = (), own: str = OWN) -> Pack:
    """The content in the ``*.yaml`` files of ``folders``; without any, our pack ``own``.

    Raises ContentError, which names everything that is wrong.
    """
    problems: list[Problem] = []
    documents: list[Document] = []
    for folder in folders:
        try:
            documents += [read(str(path), content) for path, content in content_files(folder)]
        except Unreadable as why:
            problems.append(Problem(str(why.path), why.line, "", why.says))
    if not folders:
        content = (files("dicelaw.model.dice_conquest") / "content" / own).read_bytes()
        documents = [read(f"dicelaw:content/{own}", content)]
    pack = build(documents)
    problems += problems_of(documents)
    if problems:
        raise ContentError(problems, sum(document.more for document in documents))
    return pack


def build(documents: Iterable[Document]) -> Pack:
    """The pack in ``documents``; what is wrong with it is noted in them."""
    heroes: dict[str, Hero] = {}
    cards: dict[str, Card] = {}
    last: Document | None = None
    for document in documents:
        if document.problems:
            continue
        last = document
        file = checked(FileEntry, document.data, document, ())
        if file is None:
            continue
        for place, entry in enumerate(file.heroes):
            hero = _hero(entry, document, ("heroes", place))
            if hero is not None:
                _add(heroes, hero.id, hero, document, ("heroes", place, "id"))
        for place, entry in enumerate(file.creatures):
            creature = _creature(entry, document, ("creatures", place))
            if creature is not None:
                _add(cards, creature.id, creature, document, ("creatures", place, "id"))
        for place, entry in enumerate(file.traps):
            trap = checked(TrapEntry, entry, document, ("traps", place))
            if trap is not None:
                made = Card(
                    trap.id, trap.name, trap=True, reveal_damage=trap.reveal_damage,
                    reveal_all=trap.reveal_all, reveal_draws=trap.reveal_draws, rules=tuple(trap.rules),
                    made_up=tuple(trap.made_up),
                )  # fmt: skip
                _add(cards, trap.id, made, document, ("traps", place, "id"))
    if last is not None and not last.problems:
        _check_whole(heroes, cards, last)
    return Pack(heroes, cards)


def _check_whole(heroes: dict[str, Hero], cards: dict[str, Card], document: Document) -> None:
    """Note what keeps the content from being played whose entries are all right."""
    if not heroes:
        document.wrong(("heroes",), "there is no hero; allowed: at least one")
    bosses = [card.id for card in cards.values() if card.boss]
    if len(bosses) != 1:
        found = ", ".join(bosses) or "none"
        document.wrong(("creatures",), f"{found} is the boss; allowed: one creature with `boss: true`")


def _add(into: dict[str, Named], id: str, entry: Named, document: Document, path: Place) -> None:
    if id in into:
        document.wrong(path, f"{quoted(id)} is there already; allowed: an id of its own")
    into.setdefault(id, entry)


def _hero(entry: object, document: Document, path: Place) -> Hero | None:
    found = checked(HeroEntry, entry, document, path)
    if found is None:
        return None
    ability = _effect(found.ability, ABILITY, document, (*path, "ability"))
    critical = _effect(found.critical.effect, CRITICAL, document, (*path, "critical", "effect"))
    number = found.critical.number
    return Hero(found.id, found.name, ability, number, critical, tuple(found.rules), tuple(found.made_up))


def _creature(entry: object, document: Document, path: Place) -> Card | None:
    found = checked(CreatureEntry, entry, document, path)
    if found is None:
        return None
    item = Effect()
    if found.item is not None:
        if found.boss:
            document.wrong((*path, "item"), "the boss has an item; allowed: none")
        item = _effect(found.item.effect, ITEM, document, (*path, "item", "effect"), found.item.name)
    if found.least > found.most:
        document.wrong((*path, "least"), f"{found.least} is over `most`, {found.most}; allowed: no more")
    return Card(
        found.id, found.name, boss=found.boss, health=found.health, damage=found.damage,
        parity=PARITIES[found.takes], least=found.least, most=found.most, exact=found.exact,
        bars_rerolls=found.bars_rerolls, bars_abilities=found.bars_abilities, first=found.first,
        sting=found.sting, reveal_damage=found.reveal_damage, reveal_all=found.reveal_all,
        reveal_draws=found.reveal_draws, item=item, rules=tuple(found.rules), made_up=tuple(found.made_up),
    )  # fmt: skip


def _effect(said: str | list[str], place: str, document: Document, path: Place, name: str = "") -> Effect:
    """The effect that is ``said`` in ``place``; what is wrong with it is noted."""
    program, wrong = read_program(said, GRAMMARS[place])
    for row, why in wrong:
        text = said if isinstance(said, str) else said[row or 0] if said else ""
        document.wrong(path if row is None else (*path, row), _elsewhere(text, place) or why)
    return Effect(() if wrong else program, name)


def _elsewhere(text: str, place: str) -> str:
    """What is told of ``text``, if other places may say it."""
    found = read_line(" ".join(text.split()), WORDS)
    if found is None or place in found[0].uses:
        return ""
    others = " or ".join(PLACES[one] for one in found[0].uses)
    allowed = every(saying(WORDS, place))
    return f"a {PLACES[place]} cannot say {quoted(text)}, only a {others} can; allowed: {allowed}"
