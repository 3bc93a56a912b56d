"""What is said of a game of Dice Conquest. Nothing in it is hidden: the order of the deck is chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

from dicelaw.model.dice_conquest.components import SIDES
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_conquest import testing
from dicelaw.oracle.dice_conquest.opening import opened as opened_of
from dicelaw.oracle.dice_conquest.opening import packs
from dicelaw.oracle.dice_conquest.standing import standing
from dicelaw.oracle.fuzz.arena import Fuzzing
from dicelaw.oracle.games.decisions import verb_of
from dicelaw.oracle.games.description import Beginnings, Description, Seeking
from dicelaw.oracle.games.in_the_open import InTheOpen
from dicelaw.oracle.games.modes import OneWay
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import Asked, port
from dicelaw.oracle.games.session import Session

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from dicelaw.checker.walks.observed_play import View
    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.graph import Transition
    from dicelaw.oracle.conform.coverage import Coverage
    from dicelaw.oracle.games.decisions import Wanted
    from dicelaw.oracle.games.departures import Departure
    from dicelaw.oracle.games.ports import Opened
    from dicelaw.specs.rulings import Rulings

MOMENTS = {
    "choose": "turn/one-die-per-turn",
    "pass": "round-end/hero-passes",
    "reroll": "turn/keep-or-reroll",
    "place": "placement/on-creature-keep-value",
    "ability": "hero/ability-when-attacking",
    "critical": "hero/critical-when-die-equals-number",
    "item": "item/use-any-time-own-turn",
    "give": "slay/item-card-to-any-hero",
    "remove": "round-end/keep-or-remove-dice",
    "keep": "round-end/keep-or-remove-dice",
    "avoid": "clarify/avoid-damage-members",
    "accept": "clarify/avoid-damage-members",
    "traps": "trap/optional",
    "hero": "setup/choose-hero",
    "hit": "creature/reveal-abilities",
}
"""By the last part of the id of a transition; what a word does is the moment of the ability."""


PLAYED = (
    ("scholar", "shieldmaiden"),
    ("champion",),
    ("tracker", "warlock", "healer", "cutpurse"),
    ("wizard", "knight", "rogue"),
)
"""The heroes of the games that recorded plays are about: each word, each number of heroes, and both packs."""
_FOLDER = files("dicelaw.specs.dice_conquest")


class QuestDescription(OneWay, InTheOpen):
    """See :class:`~dicelaw.oracle.games.description.Description`."""

    who = "heroes"
    chance_about = "turn"
    implied: frozenset[str] = frozenset()

    def begun(
        self,
        game: str,
        seats: Mapping[str, Any],
        readings: Mapping[str, str],
        edition: str,
        content: OwnContent | None,
    ) -> Session:
        """See the protocol; ``heroes`` are those of the seats."""
        heroes, teams = tuple(seats.get("heroes") or ()), seats.get("teams")
        return port(game).begun(game, Asked(heroes, teams, edition, content, seats.get("mode")), readings)

    def standing(self, session: Session, state: State) -> dict[str, Any]:
        """See the protocol."""
        return standing(_quest(session.game), session.reader, state)

    def whose(self, opened: Opened, transition: Transition) -> Expr | None:
        """Dice are rolled by the hero in turn."""
        return _quest(opened).quest.turn if transition.source == "roll" else None

    def view(self, opened: Opened) -> View:
        """What lies on the table: of cards that are nowhere to be seen only how many are in the deck."""
        from dicelaw.oracle.dice_conquest.view import view_of

        return view_of(_quest(opened))

    def view_across(self, opened: Opened) -> View:
        """There is one edition only."""
        return self.view(opened)

    def between(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """The heroes."""
        return tuple(player["hero"] for player in setup["players"])

    def openings(self, game: str, _mode: str = "") -> Sequence[Mapping[str, Any]]:
        """One to four heroes, of both packs."""
        return [
            {"game": game, "players": [{"hero": one} for one in heroes], "turn": "1", "start": "setup/heroes"}
            for heroes in PLAYED
        ]

    def records(self, _game: str) -> Sequence[Traversable]:
        """See the protocol."""
        return [_FOLDER / "vectors"]

    def ruled(self, _game: str) -> Traversable:
        """See the protocol."""
        return _FOLDER / "ruling-vectors"

    def setup_of(self, scenario: Any, answers: Mapping[str, str]) -> dict[str, Any]:
        """The position of ``scenario``, without what is played."""
        from dicelaw.oracle.dice_conquest.scenario import setup_of

        return setup_of(scenario, answers)

    def begins(self, opened: Opened) -> Mapping[str, Expr]:
        """See the protocol."""
        return testing.begins(_quest(opened))

    own_rules = staticmethod(testing.own_rules)
    used = staticmethod(testing.used)
    places = staticmethod(testing.places)
    setup_here = staticmethod(testing.setup_here)

    def starters(self) -> Sequence[str]:
        """The heroes of both packs."""
        return [hero for pack in packs() for hero in pack.heroes]

    def beginnings(
        self, game: str, known: Sequence[str], draw: Random, _coverage: Coverage, _mode: str = ""
    ) -> Beginnings:
        """Games of one to four heroes of one pack."""
        return testing.Quests(game, known, draw)

    def seeker(self, game: str, opening: Mapping[str, Any], seed: str) -> Seeking:
        """See the protocol."""
        from dicelaw.oracle.dice_conquest.guided_play import QuestSeeker

        heroes = self.between(opening)
        return QuestSeeker(game, heroes, opened_of(heroes, {}), seed)

    def fuzzing(self, _game: str, content: OwnContent | None, _mode: str = "") -> Fuzzing:
        """Games between any two heroes of a pack."""
        from dicelaw.oracle.dice_conquest.fuzzing import fuzzing

        return fuzzing(content)

    def rulings(self) -> Rulings:
        """The examples of the rules."""
        from dicelaw.specs.dice_conquest.rulings import load

        return load()

    def departures(self, session: Session) -> Iterator[Departure]:
        """See :class:`Description`."""
        from dicelaw.oracle.dice_conquest.departures import departures

        return departures(session)

    def moment(self, _session: Session, transitions: Sequence[str]) -> Iterator[str]:
        """The rules that set when something may be done."""
        found = (MOMENTS.get(verb_of(id), "hero/ability-when-attacking") for id in transitions)
        yield from dict.fromkeys(found)

    def option(self, session: Session, move: Move) -> str:
        """What an ability, a Critical Hit or an item does."""
        q, verb = _quest(session.game).quest, verb_of(session.transition(move).id)
        hero = session.reader.value(q.hero[q.turn], session.state)
        about: tuple[Expr, Expr] | None = None
        if verb == "ability":
            about = q.content.hero("ability", hero), q.content.hero("ability_amount", hero)
        elif verb == "critical":
            about = q.content.hero("critical", hero), q.content.hero("critical_amount", hero)
        elif verb == "item":
            about = q.content.card("item", move[1]), q.content.card("item_amount", move[1])
        if about is None:
            return ""
        word, amount = (session.reader.value(one, session.state) for one in about)
        return f"{q.word.slot.label(word)} {amount}" if amount else q.word.slot.label(word)

    def spoken(self, _game: str, text: str) -> str:
        """See :class:`Description`: there is one edition only."""
        return text

    def meant(self, _session: Session, wanted: Wanted) -> Wanted:
        """See :class:`Description`: every way is for all that it can name."""
        return wanted

    def owner(self, _session: Session, _move: Move) -> None:
        """Dice and creatures are common."""

    def facts(self, session: Session, state: State, move: Move) -> Sequence[str]:
        """What the creature has suffered that a die was to be placed on, and the die; who holds the item."""
        transition = session.transition(move)
        if not transition.choices or transition.choices[0].name != "card":
            return ()
        name = transition.choices[0].label(move[1])
        if verb_of(transition.id) == "item":
            q = _quest(session.game).quest
            cell, who = q.place.base + move[1], session.machine.seats[session.reader.value(q.turn, state)]
            return (
                f"{name} is not with {who}; its place is: {session.machine.slots[cell].label(state[cell])}",
            )
        shown = standing(_quest(session.game), session.reader, state)["display"]
        found = [one for one in shown if one["card"] == name]
        if not found:
            return (f"{name} is not in the display",)
        suffered = f"{name} has suffered {found[0]['damage']} of {found[0]['health']}"
        if verb_of(transition.id) != "place":
            return (suffered,)
        return (*_die_and_limits(session, state, move[1], name), suffered)


def _die_and_limits(session: Session, state: State, card: int, name: str) -> Iterator[str]:
    """What the chosen die shows, and which numbers ``card`` takes, if not all."""
    q = _quest(session.game).quest

    def now(value: Expr) -> int:
        return session.reader.value(value, state)

    yield f"the {q.chosen.slot.label(state[q.chosen.place])} shows {now(q.face[q.chosen])}"
    parity, least, most = (now(q.content.card(figure, card)) for figure in ("parity", "least", "most"))
    takes = ["odd" if parity == 1 else "even"] * bool(parity)
    takes += [f"{least} or more"] * (least > 1) + [f"{most} or less"] * (most < max(SIDES))
    if takes:
        yield f"{name} takes numbers that are {' and '.join(takes)}"


def _quest(opened: Opened) -> QuestMachine:
    assert isinstance(opened, QuestMachine)
    return opened


QUEST: Description = QuestDescription()
