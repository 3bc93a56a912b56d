"""Decisions as people type them.

A decision is ``[who] verb [values]``: ``announce overpower``, ``2 uses protect``, ``reroll 1 3``,
``barbarian: plays Get Some!``, ``defend divine-defense``, ``pass``; or in full, the id of a transition with
its choices: ``offense/choose/announce ability=barbarian/smack``. *Who* is a seat (1 or 2) or the hero in it.
The verb is the last part of the id of a transition, or as many of its last parts as tell it from others
(``1/lois-lane``); ``use``, ``spend`` and ``play`` mean whatever way to use an action there is now, and
``play`` an upgrade too. Where no verb is called so, it is the first word of what a transition does, as
``attack`` with a die. A value is a name (any run of its parts: ``protect`` stands for
``status/protect/prevent-half``; or the first words of a part: ``jubilee`` for ``jubilee-wondra/1``) or a
number; dice are counted from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from dicelaw.model.foreign.numbers import is_whole, whole_number
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.suggestions import near, plain, unknown

ACTS = frozenset({"act", "declare", "play"})
PASSES = frozenset({"pass", "close", "let", "let-next"})
ALIASES: Mapping[str, frozenset[str]] = {
    "use": ACTS,
    "spend": ACTS,
    "play": ACTS | {"upgrade"},
    "pass": PASSES,
    "reroll": frozenset({"reroll", "die"}),
    "set": frozenset({"set", "set-first"}),
    "pick": frozenset({"pick", "remove-one", "transfer", "ward"}),
    "remove": frozenset({"remove-one"}),
    "move": frozenset({"transfer"}),
    "choose": frozenset({"choose", "pick", "first", "second"}),
    "take": frozenset({"first", "second"}),
    "give": frozenset({"choose", "give"}),
    "aim": frozenset({"aim", "aim-leader"}),
    "activate": frozenset({"announce", "defend"}),
    "attack": frozenset({"announce"}),
}
"""Verbs that stand for others; every other verb is the last part of a transition's id."""
FALLEN = frozenset({"chance", "roll", "dice", "die", "face", "draw", "discard", "toss"})
"""Verbs of what chance brings, where no player decides anything that is called so."""
_SAID = {
    "act": "use", "declare": "use", "close": "pass", "let": "pass", "let-next": "pass", "aim-leader": "aim",
}  # fmt: skip
_LOOSE = {"player", "die", "dice", "the", "to", "at", "effect", "with"}


@dataclass(frozen=True)
class Wanted:
    """What a text asks for: by whom (None: whoever may), which transitions, and which values."""

    text: str
    seat: int | None
    transitions: frozenset[str]
    values: tuple[str, ...] = ()
    named: tuple[tuple[str, str], ...] = ()

    @property
    def takes_all(self) -> bool:
        """Whether all dice are meant, however many there are."""
        return self.values == ("all",) or ("dice", "all") in self.named


def verb_of(transition: str) -> str:
    """The last part of a transition's id."""
    return transition.rpartition("/")[2]


def is_subset(choice: Choice) -> bool:
    """Whether the values of ``choice`` are sets of dice, as bits."""
    return choice.name == "dice" and not choice.labels


def labels_of(choice: Choice, seat: int | None = None) -> Iterator[tuple[int, str]]:
    """Each value of ``choice`` with its name; where names differ by seat, that for ``seat`` or each."""
    for value in range(choice.lo or 0, (choice.top or 0) + 1):
        label = choice.label(value)
        names = label.split(" or ")
        if len(names) == 1 or seat is None:
            yield from ((value, name) for name in names)
        else:
            yield value, names[min(seat, len(names) - 1)]


@lru_cache(maxsize=2**14)
def value_text(choice: Choice, value: int, seat: int | None = None) -> str:
    """``value`` as it is typed."""
    if is_subset(choice):
        return ",".join(str(place + 1) for place in range(value.bit_length()) if value >> place & 1)
    return next(name for number, name in labels_of(choice, seat) if number == value)


@lru_cache(maxsize=2**12)
def matching(choice: Choice, text: str, seat: int | None = None) -> tuple[int, ...]:
    """The values of ``choice`` that ``text`` may mean: by name, part of a name, first words, or number.

    Where names differ by seat, those for ``seat`` count, or any.
    """
    if is_subset(choice):
        return tuple(_subset(choice, text))
    wanted = plain(text)
    named = list(labels_of(choice, seat))
    if exact := [value for value, name in named if plain(name) == wanted]:
        return tuple(dict.fromkeys(exact))
    parts = wanted.split("/")
    loose = [value for value, name in named if _has_run(plain(name).split("/"), parts)]
    if loose:
        return tuple(dict.fromkeys(loose))
    number = whole_number(text)
    if number is None:
        begun = [
            value for value, name in named if any(_begins(part, wanted) for part in plain(name).split("/"))
        ]
        return tuple(dict.fromkeys(begun))
    if all(is_whole(name) for _, name in named):
        return ()
    return (number,) if (choice.lo or 0) <= number <= (choice.top or 0) else ()


def _begins(name: str, words: str) -> bool:
    """Whether the first words of ``name`` are these ``words``."""
    return bool(words) and name.startswith(f"{words}-")


def _has_run(parts: Sequence[str], run: Sequence[str]) -> bool:
    return any(list(parts[at : at + len(run)]) == list(run) for at in range(len(parts) - len(run) + 1))


def _subset(choice: Choice, text: str) -> list[int]:
    if text == "all":
        return [2**count - 1 for count in range((choice.top or 0).bit_length(), 0, -1)]
    bits = 0
    for part in text.replace(",", " ").split():
        place = whole_number(part)
        if place is None or not 1 <= place <= (choice.top or 0).bit_length():
            return []
        bits |= 1 << (place - 1)
    return [bits] if bits else []


def parse(machine: Machine, text: str, heroes: Sequence[str] = ()) -> Wanted:
    """What ``text`` asks for. Raises UserError for unknown verbs, transitions and names."""
    words = text.split()
    seat, words = _seat(machine, words, heroes)
    if not words:
        raise UserError(f"{quoted(text)} names nothing to do")
    verb, *rest = words
    ids = _transitions(machine, verb)
    named = tuple((name, value) for name, _, value in (word.partition("=") for word in rest if "=" in word))
    whole = tuple(word for word in rest if "=" not in word)
    values = tuple(word for word in whole if word.lower() not in _LOOSE)
    if verb.lower() in ("take", "takes", "choose", "chooses") and values in (("first",), ("second",)):
        ids, values = frozenset(id for id in ids if verb_of(id) == values[0]), ()
    as_said = Wanted(text, seat, ids, whole, named)
    if whole != values and any(_ways(machine.transition(id), as_said) for id in ids):
        return as_said
    wanted = Wanted(text, seat, ids, values, named)
    _check_values(machine, wanted)
    return wanted


def _seat(machine: Machine, words: Sequence[str], heroes: Sequence[str]) -> tuple[int | None, list[str]]:
    rest = list(words)
    if len(rest) > 1 and rest[0].lower() == "player":
        rest = rest[1:]
    first = rest[0].rstrip(":") if rest else ""
    names = [{str(seat + 1), plain(name)} for seat, name in enumerate(machine.seats)]
    for seat, hero in enumerate(heroes):
        if heroes.count(hero) == 1:
            names[seat].add(hero)
    for seat, known in enumerate(names):
        if plain(first) in known:
            return seat, rest[1:]
    return None, rest


def _transitions(machine: Machine, verb: str) -> frozenset[str]:
    """The transitions of seats that ``verb`` may mean."""
    decided = [transition.id for transition in machine.transitions if transition.by_seat]
    if "/" in verb:
        if verb in machine.transition_index:
            return frozenset({verb})
        if ending := frozenset(id for id in decided if id.endswith(f"/{verb.lower()}")):
            return ending
        if near(verb, decided):
            raise unknown("transition", verb, decided)
    known = {verb_of(id) for id in decided}
    lower = verb.lower()
    forms = [
        lower,
        lower.removesuffix(":"),
        lower.removesuffix("s"),
        lower.removesuffix("es"),
        lower.removesuffix("ies") + "y",
    ]
    for form in forms:
        if verbs := ALIASES.get(form, frozenset()) & known or {form} & known:
            return frozenset(id for id in decided if verb_of(id) in verbs)
    spoken = (one for one in machine.transitions if one.by_seat and one.says.partition(" ")[0] in forms)
    if said := frozenset(one.id for one in spoken):
        return said
    if not FALLEN.isdisjoint(forms):
        raise UserError(
            f"{quoted(verb)} is nothing that a player decides: dice and cards fall by chance; `play` of a "
            "scenario says how, as `roll: [1, 2]`, `draw: [CARD]`, `discard: [CARD]` or `toss: PLAYER`",
            ExitCode.UNKNOWN_NAME,
        )
    raise unknown("decision", verb, sorted(known.union(alias for alias in ALIASES if ALIASES[alias] & known)))


def _check_values(machine: Machine, wanted: Wanted) -> None:
    """Raises UserError where no transition that is meant can take the values."""
    transitions = [machine.transition(id) for id in sorted(wanted.transitions)]
    if any(_ways(transition, wanted) for transition in transitions):
        return
    fitting = [t for t in transitions if _texts(t, wanted) is not None]
    if not fitting:
        forms = dict.fromkeys(map(_form, transitions))
        raise UserError(
            f"{quoted(wanted.text)} does not say what is to be chosen; write {' or '.join(forms)}"
        )
    for transition in fitting:
        for choice, text in zip(transition.choices, _texts(transition, wanted) or (), strict=True):
            if not matching(choice, text):
                if is_subset(choice):
                    raise UserError(f"{quoted(text)} is not a set of dice; write their places, like 1,3")
                known = [name for t in fitting for one in t.choices for _, name in labels_of(one)]
                if plain(text) in _counted(machine):
                    says = f"no {choice.name} is called {quoted(text)}: it is nothing to be used or spent"
                    raise UserError(says, ExitCode.UNKNOWN_NAME)
                raise unknown(choice.name, text, known)


def _counted(machine: Machine) -> set[str]:
    """The names of what players have some of, such as status effects."""
    named = {slot.name.partition("[")[2].rstrip("]").rpartition("/")[2] for slot in machine.slots}
    return {name for name in named if whole_number(name) is None}


def _form(transition: Transition) -> str:
    """How a decision of ``transition`` is written, with its choices in capitals."""
    verb = verb_of(transition.id)
    return quoted(" ".join([_SAID.get(verb, verb), *(choice.name.upper() for choice in transition.choices)]))


def _texts(transition: Transition, wanted: Wanted) -> list[str] | None:
    """The text for each choice of ``transition``; None if their number does not fit."""
    named = dict(wanted.named)
    if set(named) - {choice.name for choice in transition.choices}:
        return None
    open_choices = [choice for choice in transition.choices if choice.name not in named]
    values = list(wanted.values)
    if len(open_choices) == 1 and values:
        values = [" ".join(values)]
    if len(values) != len(open_choices):
        return None
    given = {choice.name: text for choice, text in zip(open_choices, values, strict=True)}
    return [(named | given)[choice.name] for choice in transition.choices]


def _ways(transition: Transition, wanted: Wanted, seat: int | None = None) -> list[tuple[int, ...]]:
    texts = _texts(transition, wanted)
    if texts is None:
        return []
    values = [matching(choice, text, seat) for choice, text in zip(transition.choices, texts, strict=True)]
    return list(product(*values))


def moves_of(machine: Machine, wanted: Wanted, at: str | None = None, seat: int | None = None) -> list[Move]:
    """Every move that ``wanted`` may mean, legal or not; with ``at``, those that leave this timing point.

    Where names differ by seat, those for ``seat`` count, or any.
    """
    found: list[Move] = []
    for id in sorted(wanted.transitions):
        transition = machine.transition(id)
        if at is None or transition.source == at:
            place = machine.transition_index[id]
            found += [(place, *values) for values in _ways(transition, wanted, seat)]
    return found


def short_text_of(machine: Machine, move: Move, seat: int | None = None) -> str:
    """``move`` as people type it."""
    transition = machine.transitions[move[0]]
    verb = _verbs(machine).get(transition.id) or verb_of(transition.id)
    chosen = zip(transition.choices, move[1:], strict=True)
    return " ".join([_SAID.get(verb, verb), *(value_text(choice, value, seat) for choice, value in chosen)])


@lru_cache(maxsize=16)
def _verbs(machine: Machine) -> Mapping[str, str]:
    """For the decisions whose last part does not tell them apart, as many of their last parts as do."""
    alike: dict[object, list[str]] = {}
    for one in machine.transitions:
        if one.by_seat:
            choices = tuple((choice.name, choice.labels) for choice in one.choices)
            alike.setdefault((one.source, verb_of(one.id), choices), []).append(one.id)
    return {id: _ending(id, ids) for ids in alike.values() if len(ids) > 1 for id in ids}


def _ending(id: str, others: Sequence[str]) -> str:
    """The last parts of ``id`` by which none of ``others`` but itself ends."""
    parts = id.split("/")
    endings = ("/".join(parts[-size:]) for size in range(1, len(parts)))
    return next((one for one in endings if sum(f"/{id}".endswith(f"/{one}") for id in others) == 1), id)
