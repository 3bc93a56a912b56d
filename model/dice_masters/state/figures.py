"""What is printed on cards and dice, as expressions: read from tables, or left open for any card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_masters.cards.cards import (
    COPIED_MOMENTS,
    COPYING,
    Bonus,
    Energy,
    Face,
    Moment,
    Op,
    Step,
    Target,
)
from dicelaw.model.dice_masters.cards.interrupts import UNGUARDED, Limit, Source, Whom
from dicelaw.model.dice_masters.cards.keywords import COPIED, OF_ACTIONS, PRINTED, Keyword
from dicelaw.model.dice_masters.cards.price_changes import FREE, Payer, Priced
from dicelaw.model.dice_masters.declared.vocabulary import DECLARED
from dicelaw.model.dice_masters.state.dice import Set
from dicelaw.model.kernel.expressions import Expr, number
from dicelaw.model.kernel.labels import name_values
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.state import ArrayField, Declaration

for words in ("word", "printed word"):
    name_values(words, (op.name.lower().replace("_", " ") for op in DECLARED))

FACE_CODES = 7
"""Face 0 is that of an unrolled die, which has no meaning."""
MOMENTS = len(Moment)

FACES = (
    "energy", "energy type", "second energy", "spun face", "level",
    "fielding cost", "attack", "defense", "action", "burst",
)  # fmt: skip
"""The figures of faces."""
OPEN: Mapping[str, tuple[int, int, bool]] = {
    "cost": (0, 9, True),
    "type": (0, 4, False),
    "second type": (0, 4, False),
    "fielding cost": (0, 9, True),
    "attack": (0, 15, True),
    "defense": (0, 15, True),
    "program": (0, 0, False),
    "first only": (0, 1, False),
    "word": (0, len(DECLARED) - 1, False),
    "amount": (0, 9, True),
    "target": (0, len(Target) - 1, False),
    "per": (0, 0, False),
    "global cost": (0, 9, True),
    "global type": (0, 4, False),
    "global program": (0, 0, False),
    "global limit": (0, 1, False),
    **dict.fromkeys(PRINTED, (0, 1, False)),
    Keyword.BREATH_WEAPON: (0, 9, True),
    "guard": (0, 9, True),
    "guard source": (0, len(Source) - 1, False),
    "interrupt amount": (0, 9, True),
    "interrupt of": (0, len(Whom) - 1, False),
    "interrupt to": (0, len(Whom) - 1, False),
    "interrupt by": (0, 4, False),
    "interrupt dealer": (0, 4, False),
    "fabricate dice": (0, 9, True),
    "fabricate cost": (0, 9, True),
    "gates": (0, 1, False),
    "wears gear": (0, 1, False),
    "returns": (0, 1, False),
    "bags starting dice": (0, 1, False),
    "interrupt source": (0, len(Source) - 1, False),
    "interrupt limit": (0, len(Limit) - 1, False),
    "price priced": (0, len(Priced) - 1, False),
    "price payer": (0, len(Payer) - 1, False),
    "price less": (0, FREE, True),
    "price more": (0, 9, True),
    **dict.fromkeys(
        [f"interrupt {name}" for name in ("redirects", "exactly", "must", "kos", "spins", "moves")],
        (0, 1, False),
    ),
}
"""What cards differ in: the least and greatest value, and whether the rules know no greatest one.

Which faces give energy, show characters or actions is left as it is; programs begin at any step.
"""


class Figures:
    """The figures of a set of dice. ``programs`` has all steps one after another, number 0 being none."""

    def __init__(self, dice: Set, look: Look = closed) -> None:
        self.set = dice
        self.look = look
        steps: list[Step | None] = [None]
        self.makers: list[int] = [0]
        """The number of the kind whose card has each step; 0 for those of Globals."""
        self.counted: list[str] = []
        """The affiliations whose active cards effects count; figure ``per`` is the place in it, from 1."""
        self.tables: dict[str, list[int]] = {name: [] for name in (*OPEN, *FACES, "single face")}

        def start(program: Sequence[Step], kind: int = 0) -> int:
            if not program:
                return 0
            at = len(steps)
            steps.extend([*program, None])
            self.makers.extend([kind] * (len(program) + 1))
            return at

        table = self.tables
        for place, kind in enumerate(dice.kinds):
            card = kind.card
            table["cost"].append(card.cost if card else 0)
            table["type"].append(card.energy if card else 0)
            table["second type"].append(card.second_energy if card else 0)
            for keyword in PRINTED:
                table[keyword].append(card.keywords.get(keyword, 0) if card else 0)
            guard = card.guard if card else UNGUARDED
            table["guard"].append(guard.amount)
            of, worth = card.fabricate if card else (0, 0)
            table["fabricate dice"].append(of)
            table["fabricate cost"].append(worth)
            table["wears gear"].append(int(card is not None and "equip" in card.affiliations))
            gated = dice.affiliated(card.gate) if card and card.gate else ()
            table["gates"] += [int(at in gated) for at in range(len(dice.kinds))]
            table["returns"].append(int(card.returns) if card else 0)
            table["bags starting dice"].append(int(card.bags_starting_dice) if card else 0)
            table["guard source"].append(guard.source)
            self._faces(kind.faces)
            programs = card.programs if card else {}
            first = card.first if card else ()
            table["first only"] += [int(moment in first) for moment in Moment]
            table["program"] += [start(programs.get(moment, ()), place) for moment in Moment]
        for ability in dice.globals:
            table["global cost"].append(ability.cost)
            table["global type"].append(ability.energy)
            table["global program"].append(start(ability.program))
            table["global limit"].append(int(ability.limited))
        for _, interrupt in dice.interrupts:
            for name, value in vars(interrupt).items():
                table[f"interrupt {name}"].append(int(value))
        for _, change in dice.price_changes:
            for name in ("priced", "payer", "less", "more"):
                table[f"price {name}"].append(int(getattr(change, name)))
        for step in steps:
            table["word"].append(step.op if step else 0)
            table["amount"].append(step.amount if step else 0)
            table["target"].append(step.target if step else 0)
            if step and step.per and step.per not in self.counted:
                self.counted.append(step.per)
            table["per"].append(self.counted.index(step.per) + 1 if step and step.per else 0)
        self.steps = len(steps)

    def _faces(self, faces: Sequence[Face]) -> None:
        table = self.tables
        singles = [
            next((at for at, face in enumerate(faces, 1) if (face.energy, face.amount) == (kind, 1)), 0)
            for kind in Energy
        ]
        table["single face"] += singles
        for face in (Face(), *faces):
            half = singles[face.energy] if face.amount > 1 and not face.second else 0
            table["energy"].append(face.amount)
            table["energy type"].append(face.energy)
            table["second energy"].append(face.second)
            table["spun face"].append(half)
            table["level"].append(face.level)
            table["fielding cost"].append(face.fee)
            table["attack"].append(face.attack)
            table["defense"].append(face.defense)
            table["action"].append(face.action)
            table["burst"].append(face.burst)

    def at(self, name: str, index: Expr | int) -> Expr:
        """Figure ``name`` of the kind, face, moment, step or Global with number ``index``."""
        most = OPEN[name][1] or None if name in OPEN else None
        return self.look(name, self.tables[name], index, most)

    def kind(self, die: Expr | int) -> Expr:
        """The number of the kind of ``die``."""
        return lookup("kind", self.set.dice, die)

    def kinds_with(self, name: str) -> list[int]:
        """The kinds of which figure ``name`` may be 1."""
        return [kind for kind, value in enumerate(self.tables[name]) if value]

    def mixes(self) -> bool:
        """Whether any face shows energy of two types."""
        return any(self.tables["second energy"])

    def bursts(self) -> bool:
        """Whether any face of a character has a burst."""
        return any(self.tables["burst"])

    def guards(self) -> bool:
        """Whether any card may take less damage."""
        return any(self.tables["guard"])

    def has_program(self, kind: int, moment: Moment) -> bool:
        """Whether dice of ``kind`` may have a program for ``moment``."""
        own = self.tables["program"][kind * MOMENTS + moment] >= 1
        copied = self.copies_text(kind) and moment in COPIED_MOMENTS
        return own or (copied and any(self.tables["program"][moment::MOMENTS]))

    def copies_text(self, kind: int) -> bool:
        """Whether dice of ``kind`` may take on the abilities of others."""
        return self.says(kind, *(COPYING - {Op.COPY}))

    def says(self, kind: int, *words: Op) -> bool:
        """Whether a program of the card ``kind`` has one of ``words``."""
        card = self.set.kinds[kind].card
        steps = [step for program in (card.programs.values() if card else ()) for step in program]
        return any(step.op in words for step in steps)

    def firsts(self) -> list[int]:
        """The kinds with a program of which only the first time in a turn may count."""
        limited = self.tables["first only"]
        return [at for at, _ in enumerate(self.set.kinds) if any(limited[at * MOMENTS : (at + 1) * MOMENTS])]

    def uses(self, *words: Op) -> bool:
        """Whether any program may have one of ``words``."""
        return not self._words.isdisjoint(words)

    @cached_property
    def _words(self) -> frozenset[int]:
        return frozenset(self.tables["word"])

    def aims(self, target: Target) -> bool:
        """Whether any program may be about what ``target`` names."""
        return target in self.tables["target"]

    def bearers(self, keyword: Keyword) -> list[int]:
        """The dice whose card may have ``keyword``."""
        some = keyword in COPIED and any(self.tables[keyword])
        return [
            die
            for die, kind in enumerate(self.set.dice)
            if self.tables[keyword][kind] or (some and self.copies_text(kind))
        ]

    def bonuses(self) -> list[tuple[int, Bonus]]:
        """Every static bonus, with the kind that gives it."""
        return [
            (at, bonus)
            for at, kind in enumerate(self.set.kinds)
            if kind.card is not None
            for bonus in kind.card.bonuses
        ]


class OpenFigures(Figures):
    """Figures that no card fixes: each is a field that nothing writes, so proofs hold for any values."""

    def __init__(self, dice: Set, declaration: Declaration, steps: int) -> None:
        super().__init__(dice)
        lengths = {name: len(self.tables[name]) for name in OPEN}
        lengths |= dict.fromkeys(("word", "amount", "target", "per"), steps)
        self.steps = steps
        self.fields: dict[str, ArrayField] = {}
        for name, (lo, hi, open_above) in OPEN.items():
            top = {"per": len(self.counted)}.get(name, steps - 1 if name.endswith("program") else hi)
            self.fields[name] = declaration.array(
                f"printed {name}", lengths[name], lo, top, f"the printed {name}", open_above=open_above
            )

    def at(self, name: str, index: Expr | int) -> Expr:
        """Figure ``name`` of the kind, face, moment, step or Global with number ``index``."""
        return self.fields[name][number(index)] if name in self.fields else super().at(name, index)

    def kinds_with(self, _name: str) -> list[int]:
        """Any card of a character may have it."""
        return [at for at, kind in enumerate(self.set.kinds) if at and not kind.basic]

    def guards(self) -> bool:
        """Any card may take less damage."""
        return True

    def has_program(self, kind: int, _moment: Moment) -> bool:
        """Whatever has a card may have any program."""
        return kind >= 1

    def copies_text(self, kind: int) -> bool:
        """A die of any character's card may take on abilities."""
        return kind >= 1 and not self.set.kinds[kind].acts

    def firsts(self) -> list[int]:
        """The kinds of cards of characters."""
        return self.kinds_with("")

    def uses(self, *_words: Op) -> bool:
        """Any program may have any word."""
        return True

    def aims(self, _target: Target) -> bool:
        """Any program may be about anything."""
        return True

    def bearers(self, keyword: Keyword) -> list[int]:
        """Any die of a character's card may have any keyword but those of action dice, which they have."""
        acts = keyword in OF_ACTIONS
        return [die for die, kind in enumerate(self.set.dice) if kind and self.set.kinds[kind].acts == acts]
