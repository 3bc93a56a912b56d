"""How a game of Dice Masters stands: life, energy, and what lies where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicelaw.model.dice_masters.cards.cards import Face
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import ATTACK as ATTACK_ZONE
from dicelaw.model.dice_masters.state.table_state import (
    CAPTURED,
    CARD,
    FIELD,
    IN_PLAY,
    PREP,
    RESERVE,
    SEATS,
    ZONES,
)
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_masters.copies import copied
from dicelaw.oracle.suggestions import unknown


def face_name(face: Face) -> str:
    """What ``face`` shows: ``2 bolt``, ``bolt and mask``, ``level 1``, ``action *``."""
    if face.level:
        return f"level {face.level}"
    if face.action:
        return f"action {'*' * (face.action - 1)}".strip()
    if face.second:
        return f"{face.energy.name.lower()} and {face.second.name.lower()}"
    return f"{face.amount} {face.energy.name.lower()}" if face.amount > 1 else face.energy.name.lower()


def standing(opened: TableMachine, reader: Concrete, state: State) -> dict[str, Any]:
    """The timing point, each player's life and dice, and who has won where the game is over."""
    point, t = opened.machine.point_of(state), opened.table
    found: dict[str, Any] = {
        "at": point.id,
        "turn": str(state[t.turn.place] + 1),
        "players": [_player(opened, reader, state, seat) for seat in range(SEATS)],
    }
    if point.kind.value == "final":
        winner = state[t.winner.place]
        found["winners"] = [] if winner == SEATS else [str(winner + 1)]
    return found


def _player(opened: TableMachine, reader: Concrete, state: State, seat: int) -> dict[str, Any]:
    t = opened.table
    row: dict[str, Any] = {
        "seat": str(seat + 1),
        "life": state[t.life[seat].place],
        "virtual": state[t.virtual[seat].place],
    }
    if aimed := state[t.aimed[seat].place]:
        row["incoming"] = aimed
    if rolled := _rolled(opened, state, seat):
        row["rolled"] = rolled
    zones: dict[str, Any] = {name: [] for name in ZONES[1:]}
    for name in ("reserve", "field", "attack", "captured", "in play"):
        zones[name] = {}
    for die, name in enumerate(t.dice.names):
        zone = state[t.zone[die].place]
        if zone == CARD or state[t.owner[die].place] != seat:
            continue
        if zone in (RESERVE, FIELD, ATTACK_ZONE, CAPTURED, IN_PLAY):
            zones[ZONES[zone]][name] = _shown(opened, reader, state, die)
        else:
            zones[ZONES[zone]].append(name)
    return {**row, **{name.replace(" ", "_"): lies for name, lies in zones.items()}}


def _rolled(opened: TableMachine, state: State, seat: int) -> dict[str, str]:
    """The faces of the dice in the Prep Area that are rolled already."""
    t = opened.table
    return {
        name: face_name(t.dice.kinds[t.dice.dice[die]].faces[face - 1])
        for die, name in enumerate(t.dice.names)
        if state[t.zone[die].place] == PREP
        and state[t.owner[die].place] == seat
        and (face := state[t.face[die].place])
    }


def _shown(opened: TableMachine, reader: Concrete, state: State, die: int) -> dict[str, Any]:
    """The face of a rolled die; in the Field Zone also its strength, damage, and what it blocks."""
    t = opened.table
    face = state[t.face[die].place]
    zone = state[t.zone[die].place]
    faces = t.dice.kinds[t.dice.dice[die]].faces
    row: dict[str, Any] = {"face": face_name(faces[face - 1]) if face else "unrolled"}
    keeper = t.keeper[die].place
    if state[keeper]:
        row["held_by"] = opened.machine.slots[keeper].label(state[keeper])
    gear = t.bearers(Keyword.EQUIP)
    if die in gear and state[wearer := t.worn_by[gear.index(die)].place]:
        row["worn_by"] = opened.machine.slots[wearer].label(state[wearer])
    if zone in (RESERVE, CAPTURED, IN_PLAY):
        return row
    row |= {"attack": reader.value(t.attack(die), state), "defense": reader.value(t.defense(die), state)}
    row["damage"] = state[t.damage[die].place]
    if incoming := state[t.incoming[die].place]:
        row["incoming"] = incoming
    if state[t.shielded[die].place]:
        row["shielded"] = True
    if copies := copied(t, state, die):
        row["copies"] = copies
    blocks = state[t.blocks[die].place]
    return {**row, "blocks": t.dice.names[blocks - 1]} if blocks else row


def lying(player: Mapping[str, Any], die: str) -> tuple[str, Mapping[str, Any]]:
    """The zone in which ``player`` has the die called ``die``, and what it shows there.

    A name without a number is that of the only such die. Raises UserError where there is not one.
    """
    zones = [zone for zone, lies in player.items() if isinstance(lies, dict | list)]
    places = {name: zone for zone in zones for name in player[zone]}
    found = [name for name in places if die in (name, name.partition("/")[2], name.rpartition("/")[0])]
    if len(found) != 1:
        raise unknown(f"die of player {player['seat']}", die, places)
    lies = player[places[found[0]]]
    return places[found[0]], lies[found[0]] if isinstance(lies, dict) else {}


def lines(found: dict[str, Any]) -> list[str]:
    """``found`` in words, a line a player."""
    rows = []
    for player in found["players"]:
        parts = [f"{player['life']} life", f"{len(player['bag'])} in the bag"]
        parts += [f"{player['virtual']} virtual energy"] * bool(player["virtual"])
        for zone in (
            "prep",
            "reserve",
            "field",
            "attack",
            "in_play",
            "captured",
            "aside",
            "out_of_play",
            "used",
        ):
            lies = player[zone]
            if lies:
                shown = [_said(name, lies[name]) for name in lies] if isinstance(lies, dict) else lies
                parts.append(f"{zone.replace('_', ' ')}: {', '.join(shown)}")
        rows.append(f"player {player['seat']}: {'; '.join(parts)}")
    if "winners" in found:
        won = [f"player {seat}" for seat in found["winners"]]
        rows.append(f"the game is over; winner: {' and '.join(won) or 'nobody: a tie'}")
    return rows


def _said(name: str, row: dict[str, Any]) -> str:
    held = f", held by {row['held_by']}" if "held_by" in row else ""
    held += f", worn by {row['worn_by']}" if "worn_by" in row else ""
    if "attack" not in row:
        return f"{name} ({row['face']}{held})"
    more = f", {row['damage']} damage" * bool(row["damage"])
    more += "".join(f", {what} {row[what]}" for what in ("blocks", "copies") if what in row)
    return f"{name} ({row['face']}, {row['attack']}A {row['defense']}D{more}{held})"


VISIBLE = {
    "life": "life of player {index}: {old} -> {new}",
    "virtual": "virtual energy of player {index}: {old} -> {new}",
    "zone": "{index} goes from {old} to {new}",
    "face": "{index} shows {new}",
    "damage": "damage on {index}: {old} -> {new}",
    "plus_attack": "applied +A of {index}: {old} -> {new}",
    "plus_defense": "applied +D of {index}: {old} -> {new}",
    "traded": "{index} has its A and D exchanged",
    "bound": "{index} must {new}",
    "shielded": "{index} takes no damage",
    "keeper": "{index} is held by {new}",
    "tokens": "Experience tokens on {index}: {old} -> {new}",
    "worn_by": "{index} is worn by {new}",
}
"""The fields whose changes players see, and how a change is told."""
OVER = {
    "face": "",
    "traded": "{index} no longer has its A and D exchanged",
    "bound": "{index} may do anything again",
    "shielded": "{index} can be damaged again",
    "keeper": "{index} is held no longer",
}
"""How it is told that what a field says is over."""
END = "the end of the turn"


def visible(opened: TableMachine, before: State, after: State) -> list[str]:
    """What a step changes on the table, in words."""
    found = []
    t = opened.table
    for slot, old, new in zip(opened.machine.slots, before, after, strict=True):
        name, _, rest = slot.name.partition("[")
        if old == new or name not in VISIBLE:
            continue
        index, was, now = rest.removesuffix("]"), slot.label(old), slot.label(new)
        if name == "face" and new:
            faces = t.dice.kinds[t.dice.dice[t.dice.names.index(index)]].faces
            now = face_name(faces[new - 1])
        says = VISIBLE[name] if new or name not in OVER else OVER[name]
        if now == END:
            says = "{index} is held until {new}"
        found.append(says.format(index=index, old=was, new=now))
    return [one for one in found if one]
