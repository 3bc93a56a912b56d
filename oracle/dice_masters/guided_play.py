"""Seeking plays of Dice Masters: from positions in which much can happen to where few plays have been."""

from __future__ import annotations

from typing import Any

from dicelaw.model.dice_masters.cards.keywords import OF_ACTIONS
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import (
    ATTACK,
    BAG,
    CARD,
    FIELD,
    IN_PLAY,
    MAIN,
    OUT,
    PREP,
    RESERVE,
    USED,
    ZONES,
)
from dicelaw.oracle.dice_masters.copies import APART, copied, copyable
from dicelaw.oracle.dice_masters.scenario import COPIES, IN_TURN
from dicelaw.oracle.games.aimed_plays import HINTED, Aim, AimedPlays

LIVES = (1, 2, 3, 5, 8)
POOR = 0.1
"""How often the active player has no dice to draw."""
LENT = 0.15
"""How often a die in the field is controlled by the other player, where cards bring that about."""
COPYING = 0.4
"""How often a die in the field that can copy others does, where the turn has begun."""
STARTS = {"setup": 1, "clear": 2, "main": 8, "attack": 7}
"""The timing points at which a position begins, and how often."""
BEFORE_MAIN = ("clear", "draw", "roll", "reroll", "cleanup")
IN_COMBAT = ("attack", "block", "assign")


class TableSeeker(AimedPlays):
    """See ``Seeking``: makes positions and plays of ``opened``, a game of ``game`` between ``teams``."""

    def __init__(self, game: str, teams: str, opened: TableMachine, seed: str) -> None:
        super().__init__(seed)
        self.game, self.teams, self.opened = game, teams, opened
        self.copyable = [copyable(opened, die) for die in range(opened.table.count)]

    def setup(self, aim: Aim | None = None) -> dict[str, Any]:
        """A position in which much can happen, or one that resembles ``aim``."""
        draw, t = self.random, self.opened.table
        start = draw.choices([*STARTS], [*STARTS.values()])[0]
        turn = draw.randint(0, 1)
        if aim is not None:
            start = self._start(aim) if draw.random() < HINTED else start
            turn = aim.state[t.turn.place] if draw.random() < HINTED else turn
        rows: list[dict[str, Any]] = [{}, {}]
        setup = {
            "game": self.game,
            "teams": self.teams,
            "players": rows,
            "turn": str(turn + 1),
            "start": start,
        }
        if start == "setup":
            return setup
        crowd = draw.choice((0.2, 0.5, 0.8))
        for seat, row in enumerate(rows):
            life = aim.state[t.life[seat].place] if aim is not None and draw.random() < HINTED else 0
            row["life"] = life or min(draw.choice((*LIVES, t.life_start)), t.life_start)
            row["virtual"] = draw.choice((0, 0, 0, 1, 2)) if start == "main" else 0
        like, poor = aim is not None and draw.random() < HINTED, draw.random() < POOR
        for die, kind in enumerate(t.dice.dice):
            seat = t.dice.owners[die]
            if t.dice.kinds[kind].basic:
                seat = draw.randint(0, 1)
            zone, face = self._place(die, crowd)
            if poor and seat == turn and zone in (BAG, USED):
                zone = CARD if kind else PREP
            lent = t.lends and zone == FIELD and draw.random() < LENT
            if aim is not None and like:
                zone, face, seat = self._as_in(aim, die, zone, face, seat)
                lent = zone == FIELD and aim.state[t.keeper[die].place] == t.count + 1
            row = rows[t.seats.opponent(seat) if lent else seat]
            self._lay(row, die, zone, face, "controlled" if lent else "")
            if zone == FIELD and start in IN_TURN and (words := self._copied(die, aim if like else None)):
                row.setdefault(COPIES, {})[t.dice.names[die]] = words
        return setup

    def _copied(self, die: int, aim: Aim | None) -> str:
        """What ``die`` copies: as in ``aim``, as far as a position can say it, or anything that it may."""
        known = self.copyable[die]
        if aim is not None:
            words = copied(self.opened.table, aim.state, die, exact=True)
            return words if words and all(one in known for one in words.split(APART)) else ""
        return self.random.choice([*known]) if known and self.random.random() < COPYING else ""

    def _start(self, aim: Aim) -> str:
        """The timing point from which what ``aim`` is about comes next."""
        t, at = self.opened.table, self.opened.machine.points[aim.state[0]].id
        if at.startswith("setup"):
            return "setup"
        if at.startswith(BEFORE_MAIN):
            return "attack" if at.startswith("cleanup") else "clear"
        if at.startswith(IN_COMBAT) or aim.state[t.stage.place] != MAIN:
            return "attack"
        return "main"

    def _place(self, die: int, crowd: float) -> tuple[int, int]:
        """A zone for ``die``, with a face that it may show there."""
        draw, t = self.random, self.opened.table
        faces = t.dice.kinds[t.dice.dice[die]].faces
        levels = [at for at, face in enumerate(faces, 1) if face.level]
        actions = [at for at, face in enumerate(faces, 1) if face.action]
        starting = not t.dice.dice[die]
        if die in t.tokens_made:
            return (FIELD, levels[0]) if draw.random() < crowd else (CARD, 0)
        if draw.random() > crowd:
            zone = draw.choice((BAG, BAG, USED, PREP) if starting else (CARD, CARD, BAG, USED))
        elif levels:
            zone = draw.choice((FIELD, FIELD, RESERVE, USED))
        else:
            stays = any(die in t.bearers(keyword) for keyword in OF_ACTIONS)
            zone = draw.choice((RESERVE, IN_PLAY if stays else RESERVE, USED, CARD))
        if zone in (FIELD, IN_PLAY):
            return zone, draw.choice(levels if zone == FIELD else actions)
        if zone == RESERVE:
            return zone, draw.randint(1, len(faces))
        return zone, 0

    def _as_in(self, aim: Aim, die: int, zone: int, face: int, seat: int) -> tuple[int, int, int]:
        """Where ``die`` is in ``aim``, as far as a position can say it."""
        t, state = self.opened.table, aim.state
        if self.random.random() > HINTED:
            return zone, face, seat
        faces = t.dice.kinds[t.dice.dice[die]].faces
        there, shown = state[t.zone[die].place], state[t.face[die].place]
        owner = state[t.owner[die].place] if t.dice.kinds[t.dice.dice[die]].basic else t.dice.owners[die]
        if there in (FIELD, ATTACK) and 1 <= shown <= len(faces) and faces[shown - 1].level:
            return FIELD, shown, owner
        if there == RESERVE and 1 <= shown <= len(faces):
            return RESERVE, shown, owner
        if there == IN_PLAY and 1 <= shown <= len(faces) and faces[shown - 1].action:
            return IN_PLAY, shown, owner
        if there in (BAG, PREP, USED, OUT):
            return USED if there == OUT else there, 0, owner
        return (CARD, 0, owner) if there == CARD and t.dice.dice[die] else (zone, face, seat)

    def _lay(self, row: dict[str, Any], die: int, zone: int, face: int, how: str = "") -> None:
        """Say in ``row`` that ``die`` is in ``zone``, or there as ``how`` says."""
        name = self.opened.table.dice.names[die]
        if face:
            row.setdefault(how or ZONES[zone], {})[name] = face
        elif zone != CARD:
            row.setdefault(ZONES[zone], []).append(name)
