"""Which teams a player may bring: each rule of team building as a check of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from dicelaw.model.dice_masters.cards.card_names import plain_name
from dicelaw.model.number_of import number_of
from dicelaw.model.open_points import OpenPoint

Place = tuple[str | int, ...]
POINT = OpenPoint(
    "team-dice",
    "May a team have fewer dice than the format says?",
    {"at-most": "yes, the number is the greatest one", "exactly": "no, it is the number of dice"},
    ("team/twenty-dice@2016",),
)
"""What the text of 2016 leaves open about teams."""
OPEN_POINTS = {"2016": (POINT,), "2018": ()}


@dataclass(frozen=True)
class Format:
    """A way to play: how many cards, dice and Basic Action Cards a team has, with the rule of each number."""

    id: str
    life: int
    cards: int
    dice: int | None
    """The dice on the cards together; None where each card says its own."""
    basics: int | None
    """None where the document does not say whose they are."""
    cards_rule: str
    dice_rule: str
    basics_rule: str
    each: int | None = None
    """How many dice every card has, where that is fixed."""


def _full(id: str, life: int, dice: int, rule: str) -> Format:
    return Format(id, life, 8, dice, 2, "team/max-eight-cards", rule, "team/two-basic-cards")


FORMATS: Mapping[str, Mapping[str, Format]] = {
    "2016": {
        "tournament": _full("tournament", 20, 20, "team/twenty-dice@2016"),
        "casual": _full("casual", 15, 15, "setup/life-and-dice-casual"),
        "demo": Format(
            "demo", 10, 2, None, None, "setup/demo-teams@2016", "setup/demo-dice-per-card@2016", "", each=2
        ),
    },
    "2018": {
        "tournament": _full("tournament", 20, 20, "team/twenty-dice@2018"),
        "demo": Format("demo", 10, 2, None, 1, "setup/demo-reduced-team", "", "setup/demo-reduced-team"),
    },
}
"""The formats of each edition, the usual one first."""


@dataclass(frozen=True)
class Pick:
    """A card of a team: its name and subtitle, the most dice that it may have, and how many it has."""

    name: str
    subtitle: str
    maximum: int
    basic: bool
    dice: int
    id: str = ""
    """What it is called among the cards that can be played; nothing for another."""


@dataclass(frozen=True)
class Team:
    """What one player brings, before anybody has checked it: cards with dice, and Basic Action Cards."""

    cards: tuple[Pick, ...]
    basics: tuple[Pick, ...]


@dataclass(frozen=True)
class Violation:
    """What is wrong with a team: the rules that forbid it, what it says, and where."""

    rules: tuple[str, ...]
    says: str
    place: Place


@dataclass(frozen=True)
class Building:
    """The rules of team building of one edition and format, under answers to its open points."""

    edition: str
    format: Format
    readings: Mapping[str, str]

    @property
    def names_rules(self) -> tuple[str, ...]:
        """The statements that forbid two cards of one name."""
        newer = ("team/no-same-name-any-die-design",) if self.edition == "2018" else ()
        return ("team/no-same-name", *newer)


Check = Callable[[Building, Team], Iterator[Violation]]


def _number_of_cards(rules: Building, team: Team) -> Iterator[Violation]:
    most, found = rules.format.cards, len(team.cards)
    if found > most:
        yield Violation((rules.format.cards_rule,), f"there are {found} cards; {_allowed(most)}", ("cards",))


def _kinds_of_cards(rules: Building, team: Team) -> Iterator[Violation]:
    for field, wanted, rule in (
        ("cards", False, rules.format.cards_rule),
        ("basics", True, rules.format.basics_rule or rules.format.cards_rule),
    ):
        for at, pick in enumerate(team.cards if field == "cards" else team.basics):
            if pick.basic != wanted:
                kind = "is" if pick.basic else "is not"
                yield Violation((rule,), f"{pick.name} {kind} a Basic Action Card", (field, at))


def _basic_cards(rules: Building, team: Team) -> Iterator[Violation]:
    wanted, found = rules.format.basics, len(team.basics)
    if wanted is not None and found != wanted:
        there = "there is" if found == 1 else "there are"
        says = f"{there} {number_of(found, 'Basic Action Card')}; {_allowed(wanted, 'exactly')}"
        yield Violation((rules.format.basics_rule,), says, ("basics",))


def _names(rules: Building, team: Team) -> Iterator[Violation]:
    seen: dict[str, Pick] = {}
    for at, pick in enumerate(team.cards):
        before = seen.setdefault(plain_name(pick.name), pick)
        if before is not pick:
            says = f"{_called(pick)} has the name of {_called(before)}"
            yield Violation(rules.names_rules, says, ("cards", at))
    basics: set[str] = set()
    for at, pick in enumerate(team.basics):
        name = plain_name(pick.name)
        if name in basics:
            rule = rules.format.basics_rule or "team/two-basic-cards"
            yield Violation((rule,), f"{pick.name} is there twice", ("basics", at))
        basics.add(name)


def _dice_of_each(rules: Building, team: Team) -> Iterator[Violation]:
    for at, pick in enumerate(team.cards):
        place = ("cards", at, "dice")
        each = rules.format.each
        if pick.dice < 1:
            yield Violation(("team/at-least-one-die-per-card",), f"{_called(pick)} has no die", place)
        elif pick.dice > pick.maximum:
            says = f"{_called(pick)} has {number_of(pick.dice, 'die', 'dice')}; {_allowed(pick.maximum)}"
            yield Violation(("team/die-limit-per-card",), says, place)
        elif each is not None and pick.dice != each:
            says = f"{_called(pick)} has {number_of(pick.dice, 'die', 'dice')}; {_allowed(each, 'exactly')}"
            yield Violation((rules.format.dice_rule,), says, place)


def _all_dice(rules: Building, team: Team) -> Iterator[Violation]:
    most, found = rules.format.dice, sum(pick.dice for pick in team.cards)
    if most is None:
        return
    exact = rules.readings.get(POINT.id) == "exactly"
    if found > most or (exact and found < most):
        how = "exactly" if exact else "at most"
        says = f"the cards have {number_of(found, 'die', 'dice')}; {_allowed(most, how)}"
        yield Violation((rules.format.dice_rule,), says, ("cards",))


CHECKS: tuple[Check, ...] = (
    _number_of_cards, _kinds_of_cards, _basic_cards, _names, _dice_of_each, _all_dice,
)  # fmt: skip


def violations(rules: Building, team: Team) -> list[Violation]:
    """Everything about ``team`` that ``rules`` forbid; nothing where it is legal."""
    return [one for check in CHECKS for one in check(rules, team)]


def cited_rules(edition: str) -> dict[str, tuple[str, ...]]:
    """The statements that the checks of each format of ``edition`` rest on."""
    permitted = (
        "team/dice-split-free", "team/mixing-allowed", "team/basic-use-line", "team/one-card-per-die-type",
        f"team/name-example-{edition}",
    )  # fmt: skip
    found = {}
    for played in FORMATS[edition].values():
        rules = Building(edition, played, {})
        own = (played.cards_rule, played.dice_rule, played.basics_rule)
        each = ("team/at-least-one-die-per-card", "team/die-limit-per-card")
        found[played.id] = tuple(rule for rule in (*own, *each, *rules.names_rules, *permitted) if rule)
    return found


def _allowed(number: int, how: str = "at most") -> str:
    return f"{how} {number} {'is' if number == 1 else 'are'} allowed"


def _called(pick: Pick) -> str:
    return f"{pick.name}, {pick.subtitle}" if pick.subtitle else pick.name
