"""Loading the cards and teams of Dice Masters from content files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from importlib.resources import files
from pathlib import Path as Folder
from typing import Any, TypeGuard

from dicelaw.model.content.checking import checked, unknown
from dicelaw.model.content.document import ContentError, Document, Path, problems_of, read
from dicelaw.model.dice_masters.cards.cards import (
    ACTION_FACES,
    BURSTS,
    ON_ATTACK,
    REACTIONS,
    Card,
    Energy,
    Face,
    Global,
    Keyword,
    Moment,
    Op,
    Pack,
    Program,
    Step,
    Target,
    Teams,
)
from dicelaw.model.dice_masters.cards.keywords import EXAMPLES as KEYWORDS
from dicelaw.model.dice_masters.cards.keywords import OF_ACTIONS, keyword_of
from dicelaw.model.dice_masters.declared.forms import step_of, wrong
from dicelaw.model.dice_masters.declared.moments import (
    ACTION,
    AFFILIATION,
    BURST,
    CHARACTER,
    FIRST_TIME,
    naming,
)
from dicelaw.model.dice_masters.names import tell_dice, tell_names
from dicelaw.model.effects.triggers import Trigger, at
from dicelaw.model.effects.triggers import wrong as wrong_moment
from dicelaw.model.foreign.shown import quoted

_PROGRAMS: dict[Keyword, tuple[Moment, Program]] = {
    Keyword.ATTUNE: (Moment.ATTUNE, (Step(Op.HURT_ANY, 1, Target.PLAYERS),)),
    Keyword.BREATH_WEAPON: (Moment.ATTACKS, (Step(Op.MAY_PAY, 1), Step(Op.HURT_OPPOSING, 1))),
    Keyword.CALL_OUT: (Moment.ATTACKS, (Step(Op.CALL_OUT, 0, Target.OPPOSING),)),
    Keyword.DEADLY: (Moment.LATER, (Step(Op.KO_ENGAGED),)),
    Keyword.EQUIP: (Moment.USED, (Step(Op.ATTACH),)),
    Keyword.INTIMIDATE: (Moment.FIELDED, (Step(Op.SET_ASIDE, 0, Target.OPPOSING),)),
}
"""The keywords that are an effect for a moment; its amounts are the number of the keyword."""
ENERGY_FACES = (1, 1, 2)
"""How much energy the three energy faces of a character die give, in its own type."""
GENERIC_FACES = (2, 2, 2)


def load_pack(documents: Sequence[Document] | None = None) -> Pack:
    """The cards and teams of ``documents``, by default those of this package.

    Raises ContentError, which names everything that is wrong.
    """
    from dicelaw.model.dice_masters import schema

    found = list(documents) if documents is not None else list(_own_documents())
    pages = [
        (document, page)
        for document in found
        if not document.problems and (page := checked(schema.Page, document.data, document, ()))
    ]
    cards: dict[str, Card] = {}
    placed: list[tuple[Document, Path, Card]] = []
    for document, page in pages:
        for place, data in enumerate(page.cards):
            card = _card(document, ("cards", place), data)
            if card is None:
                continue
            tokens = [one.token.id for one in (*cards.values(), card) if one.token]
            if card.id in cards or card.id in tokens:
                document.wrong(("cards", place, "id"), f"the card {quoted(card.id)} is there already")
            elif card.token and (card.token.id in cards or tokens.count(card.token.id) > 1):
                what = f"a card or a token {quoted(card.token.id)} is there already"
                document.wrong(("cards", place, "token", "id"), what)
            else:
                cards[card.id] = card
                placed.append((document, ("cards", place), card))
    tell_names(placed)
    wrong_ones = {
        str(data.get("id")) for _, page in pages for data in page.cards if isinstance(data, Mapping)
    }
    wrong_ones -= {*cards}
    teams: dict[str, Teams] = {}
    for document, page in pages:
        for place, data in enumerate(page.teams):
            one = _teams(document, ("teams", place), data, cards, wrong_ones)
            if one is not None and one.id in teams:
                says = f"the pair of teams {quoted(one.id)} is there already; allowed: any other id"
                document.wrong(("teams", place, "id"), says)
            elif one is not None:
                teams[one.id] = one
    if problems := problems_of(found):
        raise ContentError(problems, sum(document.more for document in found))
    return Pack(cards, teams)


def load_with(documents: Sequence[Document]) -> Pack:
    """The cards and teams of this package and of ``documents``. Raises ContentError as :func:`load_pack`."""
    return load_pack([*_own_documents(), *documents])


def load_folder(content: Folder) -> Pack:
    """The cards and teams of this package and of the folder ``content``, or of the file that it is.

    Raises Unreadable, and ContentError as :func:`load_pack`.
    """
    from dicelaw.model.content.folder import content_files

    return load_with([read(str(path), data) for path, data in content_files(content)])


def _own_documents() -> Iterator[Document]:
    folder = files("dicelaw.model.dice_masters") / "content"
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".yaml"):
            yield read(f"dicelaw:dice-masters/{entry.name}", entry.read_bytes())


def _card(document: Document, path: Path, data: object) -> Card | None:
    from dicelaw.model.dice_masters import card_parts, schema

    entry = checked(schema.CardEntry, data, document, path)
    if entry is None:
        _tell_further(document, path, data)
        return None
    kind = Energy[entry.type.upper()] if entry.type else Energy.NONE
    second = Energy[entry.second_type.upper()] if entry.second_type else Energy.NONE
    if second and (second is kind or not entry.type or not entry.levels):
        document.wrong((*path, "second_type"), "only a character has one, beside another `type`")
    programs, only, first = _when(document, path, entry.when, CHARACTER if entry.levels else ACTION)
    keywords = _keywords(document, path, entry.keywords)
    for keyword, number in keywords.items():
        if keyword in _PROGRAMS:
            moment, steps = _PROGRAMS[keyword]
            _prepend(programs, moment, [replace(one, amount=number) if one.amount else one for one in steps])
    if entry.gate:
        _prepend(programs, Moment.FIELDED, [Step(Op.GATE)])
    for plain, burst in BURSTS.items():
        if plain in programs:
            programs.setdefault(burst, programs[plain])
    if not entry.levels:
        for moment in ACTION_FACES[1:]:
            programs.setdefault(moment, programs.get(Moment.USED, ()))
        programs.setdefault(ON_ATTACK[1], programs.get(ON_ATTACK[0], ()))
    for keyword in keywords:
        if (keyword in OF_ACTIONS) == bool(entry.levels):
            bearers = "action dice" if entry.levels else "characters"
            document.wrong((*path, "keywords"), f"{quoted(keyword.value)} is only for cards of {bearers}")
    if (Keyword.ENERGIZE in keywords) != (Moment.ENERGIZE in programs):
        document.wrong((*path, "keywords"), "energize and `when: energize:` go together")
    if entry.interrupts and not (entry.type or entry.levels):
        says = "a Basic Action Card has none, as both players have it; allowed: on other cards"
        document.wrong((*path, "interrupts"), says)
    found = [
        _global(document, (*path, "globals", place), one, entry.name)
        for place, one in enumerate(entry.globals)
    ]
    return Card(
        entry.id,
        entry.name,
        entry.subtitle,
        entry.cost,
        kind,
        _character_faces(kind, entry.levels, second) if entry.levels else _action_faces(kind),
        entry.maximum,
        not entry.levels and not entry.type,
        tuple(entry.affiliations),
        keywords,
        programs,
        only,
        tuple(
            bonus
            for place, data in enumerate(entry.bonuses)
            if (bonus := card_parts.read_bonus(document, (*path, "bonuses", place), data))
        ),
        tuple(one for one in found if one),
        tuple(entry.rules),
        tuple(
            one
            for place, data in enumerate(entry.interrupts)
            if (one := card_parts.read_interrupt(document, (*path, "interrupts", place), data))
        ),
        card_parts.read_guard(document, (*path, "guard"), entry.guard),
        entry.returns,
        second,
        tuple(
            price
            for place, data in enumerate(entry.prices)
            if (price := card_parts.read_price(document, (*path, "prices", place), data))
        ),
        frozenset(first),
        entry.bags_starting_dice,
        _fabricate(entry.fabricate),
        entry.gate,
        entry.departs,
        card_parts.read_lacks_global(document, path, entry),
        card_parts.read_token(document, path, entry),
    )


def _tell_further(document: Document, path: Path, data: object) -> None:
    """Tell what is wrong in effects and keywords of the card ``data``, which is not of the form of one."""
    if not isinstance(data, Mapping):
        return
    when, keywords = data.get("when"), data.get("keywords")
    if isinstance(when, Mapping):
        lines = {name: texts for name, texts in when.items() if isinstance(name, str) and _are_texts(texts)}
        _when(document, path, lines, CHARACTER if data.get("levels") else ACTION)
    if _are_texts(keywords):
        _keywords(document, path, keywords)


def _are_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _when(
    document: Document, path: Path, when: Mapping[str, Sequence[str]], by: str
) -> tuple[dict[Moment, Program], dict[Moment, str], set[Moment]]:
    """The programs of ``when`` by moment, which wait for some dice only, and which for a first time."""
    programs: dict[Moment, Program] = {}
    only: dict[Moment, str] = {}
    first: set[Moment] = set()
    names: dict[Moment, str] = {}
    named = naming(by)
    for name, lines in when.items():
        here = (*path, "when", name)
        known = _moment(name.removesuffix(FIRST_TIME), named)
        program = _program(document, here, lines)
        if known is None:
            document.wrong(here, wrong_moment(name, named, ("", FIRST_TIME)))
            continue
        moment, limit = known
        if moment in names:
            before = f"{quoted(name)} and {quoted(names[moment])} are one moment to the rules"
            document.wrong(here, f"{before}; allowed: one effect of a card for it")
            continue
        names[moment] = name
        programs[moment] = program
        if name.endswith(FIRST_TIME):
            first |= {moment, BURSTS.get(moment, moment)}
        if limit:
            only[moment] = limit
    return programs, only, first


def _fabricate(text: str) -> tuple[int, int]:
    dice, _, cost = text.partition("-")
    return int(dice or 0), int(cost or 0)


def _prepend(programs: dict[Moment, Program], moment: Moment, steps: Sequence[Step]) -> None:
    """Put ``steps`` before what ``programs`` has for ``moment``, with and without a burst."""
    burst = BURSTS.get(moment)
    programs[moment] = (*steps, *programs.get(moment, ()))
    if burst in programs:
        programs[burst] = (*steps, *programs[burst])


def _moment(name: str, named: Sequence[Trigger]) -> tuple[Moment, str] | None:
    """Which of ``named`` the ``name`` is, perhaps for faces with a burst, and its limit."""
    plain = name.removesuffix(BURST)
    found = at(name, named)
    if found is None and plain != name and (found := at(plain, named)):
        burst = BURSTS.get(Moment(found[0].number))
        return (burst, found[0].limit) if burst is not None else None
    if found is None:
        return None
    trigger, said = found
    return Moment(trigger.number), said.get(AFFILIATION.name, trigger.limit)


def _keywords(document: Document, path: Path, texts: Sequence[str]) -> dict[Keyword, int]:
    found: dict[Keyword, int] = {}
    for place, text in enumerate(texts):
        known = keyword_of(text)
        if known is None:
            document.wrong((*path, "keywords", place), unknown("keyword", text, KEYWORDS))
        else:
            found[known[0]] = known[1]
    return found


def _character_faces(kind: Energy, levels: Sequence[str], second: Energy) -> tuple[Face, ...]:
    figures = [[int(part) for part in text.rstrip(" *").split()] for text in levels]
    energy = [Face(kind, amount) for amount in ENERGY_FACES]
    if second:
        energy = [Face(kind, 1), Face(second, 1), Face(kind, 2, second)]
    return (
        *energy,
        *(
            Face(level=at, fee=fee, attack=a, defense=d, burst=levels[at - 1].count("*"))
            for at, (fee, a, d) in enumerate(figures, 1)
        ),
    )


def _action_faces(kind: Energy) -> tuple[Face, ...]:
    amounts, shown = (ENERGY_FACES, kind) if kind else (GENERIC_FACES, Energy.GENERIC)
    return (*(Face(shown, amount) for amount in amounts), *(Face(action=1 + bursts) for bursts in range(3)))


def _program(document: Document, path: Path, lines: Sequence[str]) -> Program:
    steps: list[Step] = []
    for place, line in enumerate(lines):
        step = step_of(line)
        if step is None:
            document.wrong((*path, place), wrong(line))
        else:
            steps.append(step)
    return tuple(steps)


def _global(document: Document, path: Path, data: object, card: str) -> Global | None:
    from dicelaw.model.dice_masters import schema

    entry = checked(schema.GlobalEntry, data, document, path)
    if entry is None:
        return None
    program = _program(document, (*path, "does"), entry.does)
    if not program:
        if not entry.does:
            document.wrong((*path, "does"), "[] is empty; allowed: at least one effect line")
        return None
    reactions = [step.op in REACTIONS for step in program]
    if any(reactions) and len(program) > 1:
        document.wrong((*path, "does"), "what interrupts damage does nothing else; allowed: one such line")
    if any(step.op is Op.TOKEN for step in program):
        document.wrong((*path, "does"), "a Global fields no token; allowed: an effect of a character")
    kind = Energy[entry.type.upper()] if entry.type else Energy.NONE
    rules = tuple(entry.rules)
    return Global(entry.id, f"{card}", entry.cost, kind, program, entry.once_in_own_turn, rules)


def _teams(
    document: Document, path: Path, data: Any, cards: Mapping[str, Card], wrong_ones: Set[str]
) -> Teams | None:
    """The pair of teams that ``data`` says, unless one of their cards is unknown, or one of ``wrong_ones``.

    What is wrong with these is told where they stand.
    """
    from dicelaw.model.dice_masters import schema

    entry = checked(schema.TeamsEntry, data, document, path)
    if entry is None:
        return None
    right = True
    for field, names in (("first", entry.first), ("second", entry.second), ("basics", entry.basics)):
        for name in names:
            if name in wrong_ones:
                right = False
            elif name not in cards or cards[name].basic != (field == "basics"):
                allowed = [card.id for card in cards.values() if card.basic == (field == "basics")]
                near = sorted(wrong_ones) if field != "basics" else []
                says = unknown("card", name, [*near, *allowed])
                if name in cards:
                    kind = "a Basic Action Card" if cards[name].basic else "no Basic Action Card"
                    says = f"{quoted(name)} is {kind}; allowed: {', '.join(allowed)}"
                document.wrong((*path, field), says)
                right = False
    if not right:
        return None
    for field, row in (("first", entry.first), ("second", entry.second)):
        tell_dice(document, (*path, field), row, cards)
    for at_place, basic in enumerate(entry.basics):
        if basic in entry.basics[:at_place]:
            document.wrong((*path, "basics", at_place), f"{quoted(basic)} is there already; allowed: once")
    seats = tuple(
        tuple((cards[name], dice) for name, dice in row.items()) for row in (entry.first, entry.second)
    )
    return Teams(
        entry.id,
        entry.name,
        entry.life,
        (seats[0], seats[1]),
        tuple(cards[name] for name in entry.basics),
    )
