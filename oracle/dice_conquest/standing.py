"""How a game of Dice Conquest stands: heroes, the display with its dice, and the dice beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicelaw.model.dice_conquest.components import AVAILABLE, DICE, FIRST_CARD, SPENT, Place
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.state import Field, State
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.suggestions import unknown

WON, LOST = "the heroes", "the creatures"


def standing(opened: QuestMachine, reader: Concrete, state: State) -> dict[str, Any]:
    """The timing point, each hero, the display from left to right, all dice, and who has won."""
    q, point = opened.quest, opened.machine.point_of(state)
    shown = sorted((c for c in q.cards if at(state, q.place[c]) == Place.DISPLAY),
                   key=lambda card: at(state, q.order[card]))  # fmt: skip
    found: dict[str, Any] = {
        "at": point.id,
        "players": [_hero(q, state, seat) for seat in q.seats],
        "display": [_card(q, reader, state, card) for card in shown],
        "available": shown_at(q, state, AVAILABLE),
        "spent": [*shown_at(q, state, SPENT)],
        "deck": sum(at(state, q.place[card]) == Place.DECK for card in q.cards),
        "first": str(at(state, q.first) + 1),
    }
    if point.kind.value == "final":
        found["winners"] = [player["seat"] for player in found["players"]] * (point.id == "won")
    return found


def at(state: State, cell: Expr) -> int:
    """The value of ``cell``, a field, in ``state``."""
    assert isinstance(cell, Field)
    return int(state[cell.place])


def _name(q: Quest, card: int) -> str:
    return q.current.slot.labels[card]


def _hero(q: Quest, state: State, seat: int) -> dict[str, Any]:
    held = [card for card in q.cards if at(state, q.place[card]) == Place.HELD + seat]
    row: dict[str, Any] = {
        "seat": str(seat + 1),
        "hero": q.hero[seat].slot.label(at(state, q.hero[seat])),
        "health": at(state, q.health[seat]),
    }
    if guard := at(state, q.guard[seat]):
        row["guard"] = guard
    return row | ({"items": [_name(q, card) for card in held]} if held else {})


def _card(q: Quest, reader: Concrete, state: State, card: int) -> dict[str, Any]:
    health = reader.value(q.content.card("health", card), state)
    damage = reader.value(q.damage_on(card), state)
    return {"card": _name(q, card), "health": health, "damage": damage,
            "dice": shown_at(q, state, FIRST_CARD + card - 1)}  # fmt: skip


def shown_at(q: Quest, state: State, place: int) -> dict[str, int]:
    """The dice that are at ``place`` with the numbers that they show; 0 is a die that was not rolled yet."""
    return {DICE[die]: at(state, q.face[die]) for die in q.dice if at(state, q.at[die]) == place}


def lines(found: Mapping[str, Any]) -> list[str]:
    """``found`` in words: a line a hero, a line a creature, and the dice beside them."""
    rows = []
    for player in found["players"]:
        parts = [f"{player['health']} health"]
        parts += [f"{player['guard']} to avoid"] if "guard" in player else []
        parts += [f"holds {', '.join(player['items'])}"] if "items" in player else []
        first = " (First Player)" * (player["seat"] == found["first"] and len(found["players"]) > 1)
        rows.append(f"{player['seat']} {player['hero']}{first}: {', '.join(parts)}")
    for card in found["display"]:
        dice = ", ".join(f"{die} {face}" for die, face in card["dice"].items())
        suffered = f"{card['damage']} of {card['health']} damage"
        rows.append(f"{card['card']}: {suffered}" + (f" ({dice})" if dice else ""))
    available = ", ".join(f"{die} {face}" if face else die for die, face in found["available"].items())
    rows.append(f"Available: {available or 'no die'}; Spent: {', '.join(found['spent']) or 'no die'}")
    if "winners" in found:
        rows.append(f"the game is over; winner: {WON if found['winners'] else LOST}")
    return rows


def visible(q: Quest, reader: Concrete, before: State, after: State) -> list[str]:
    """What a step changes for heroes, creatures and dice."""
    found = []
    for seat in q.seats:
        for array, what in ((q.health, "health"), (q.guard, "points to avoid")):
            old, new = at(before, array[seat]), at(after, array[seat])
            if old != new:
                found.append(f"{what} of {q.seat_names[seat]} {old} -> {new}")
    for card in q.cards:
        old, new = at(before, q.place[card]), at(after, q.place[card])
        if old != new:
            label = q.place[card].slot.label
            found.append(f"{_name(q, card)}: {label(old)} -> {label(new)}")
        elif new == Place.DISPLAY:
            was, now = (reader.value(q.damage_on(card), state) for state in (before, after))
            if was != now:
                found.append(f"damage on {_name(q, card)} {was} -> {now}")
    for die in q.dice:
        old, new = at(before, q.at[die]), at(after, q.at[die])
        if old != new:
            label = q.at[die].slot.label
            found.append(f"{DICE[die]}: {label(old)} -> {label(new)}")
    return found


def value(opened: QuestMachine, session: Session, name: str, thing: str) -> int | str:
    """What ``thing``, a card or a die, has of ``name``: ``place`` (of any), ``damage``, ``shows``.

    Raises UserError for one that there is not.
    """
    q, state = opened.quest, session.state
    if thing in DICE:
        die = DICE.index(thing)
        where = q.at[die].slot.label(at(state, q.at[die]))
        return where if name == "place" else at(state, q.face[die])
    names = q.current.slot.labels
    if thing not in names[1:]:
        raise unknown("card or die", thing, [*names[1:], *DICE])
    card = names.index(thing)
    if name == "damage":
        return int(session.reader.value(q.damage_on(card), state))
    return q.place[card].slot.label(at(state, q.place[card]))
