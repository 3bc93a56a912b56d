"""What a hero of Dice Conquest has, and the exact chance to slay each creature alone in a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dicelaw.checker.chances.chances import Chance, chance
from dicelaw.checker.chances.game import explore
from dicelaw.model.dice_conquest.components import DICE, Place
from dicelaw.model.dice_conquest.language import Pack
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_conquest.lists import said
from dicelaw.oracle.dice_conquest.opening import pack_with
from dicelaw.oracle.dice_conquest.standing import at
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import OfHero
from dicelaw.oracle.suggestions import unknown

Row = dict[str, Any]
USUAL = ("d12",)
"""The dice of a round where none are named."""
OVER = ("round-end", "won", "lost")


def hero_rows(game: str, name: str, asked: OfHero) -> Iterator[Row]:
    """The hero ``name``, and then each creature. Raises UserError for what is unknown."""
    if asked.level is not None:
        raise UserError(f"heroes of {game} have no levels; leave --level out", ExitCode.USAGE)
    pack, dice = pack_with((name,), asked.content), tuple(dict.fromkeys(asked.dice or USUAL))
    for die in dice:
        if die not in DICE:
            raise unknown("die", die, DICE)
    known = [card.id for card in pack.creatures]
    for creature in asked.against:
        if creature not in known:
            raise unknown("creature", creature, known)
    hero = pack.heroes[name]
    yield {
        "kind": "hero", "id": name, "name": hero.name, "ability": said(hero.ability),
        "critical": f"{hero.critical_number}: {said(hero.critical)}",
    }  # fmt: skip
    for creature in asked.against or known:
        found = slaying(game, name, creature, dice, asked.content)
        yield {"kind": "slaying", "creature": creature, **_figures(pack, creature), "dice": list(dice),
               "low": str(found.low), "high": str(found.high)}  # fmt: skip


def _figures(pack: Pack, creature: str) -> Row:
    return {"health": pack.cards[creature].health}


def slaying(
    game: str, hero: str, creature: str, dice: Sequence[str], content: OwnContent | None = None
) -> Chance:
    """The chance that ``hero`` slays ``creature`` in a round with ``dice`` if it is decided best for that.

    Both are alone, nothing lies on the creature, and the hero has full health and no magic item. It is exact
    unless there are more states than are looked at; then it is certainly between the bounds.
    """
    from dicelaw.model.content.document import Document

    setup = {
        "game": game, "players": [{"hero": hero}], "turn": "1", "start": "round",
        "display": {creature: {}}, "spent": [die for die in DICE if die not in dice], "deck": [],
    }  # fmt: skip
    session = open_scenario(loaded(Document("setup", setup), game), content=content)
    made = session.game
    assert isinstance(made, QuestMachine)
    q, over = made.quest, {made.machine.point_index[point] for point in OVER}
    place = q.place[q.current.slot.labels.index(creature)]

    def slain(state: State) -> bool:
        return at(state, place) != Place.DISPLAY or made.machine.points[state[0]].id == "won"

    game_graph = explore(made.machine, session.state, until=lambda state: state[0] in over or slain(state))
    return chance(game_graph, {number for number, state in enumerate(game_graph.states) if slain(state)})
