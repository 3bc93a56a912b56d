"""What the entries of all files share: ids that are used once, effects, actions and cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dicelaw.model.content.checking import checked, unknown
from dicelaw.model.content.document import Document, Path
from dicelaw.model.dice_throne import schema
from dicelaw.model.dice_throne.declared.arguments import NAME
from dicelaw.model.dice_throne.entries.checking import condition, timing
from dicelaw.model.dice_throne.grammar.conditions import held
from dicelaw.model.dice_throne.grammar.grammar import EFFECT, SEVERAL, Compiler, differs
from dicelaw.model.dice_throne.language import (
    AMONG_SEVERAL,
    Action,
    Instruction,
    Op,
    Pool,
    Program,
    Timing,
    When,
)
from dicelaw.model.foreign.shown import quoted

_HAVE = re.compile(rf"((?P<number>no|[0-9]|exactly [0-9]) )?(?P<status>{NAME})")
_ELSEWHERE = {
    Op.DAMAGE: "`damage` is what an offensive ability deals; elsewhere damage is dealt with `deal`",
    Op.RECOIL: "`recoil` is for offensive abilities; elsewhere damage is received with `suffer`",
}
END = Instruction(Op.END)
_ONLY_AMONG_SEVERAL = "`{}` is for `several:`, the effect among more than two players"


@dataclass(frozen=True)
class Dialect:
    """What the effects of one file may name: the symbols of six faces, and blocks of effect lines."""

    symbols: Sequence[str] = ("",) * 6
    named: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Entries:
    """The numbers of the status effects by id, and the place of every id that was seen."""

    numbers: Mapping[str, int]
    every_status: bool
    """Whether ``numbers`` is complete; if not, an unknown status effect is not reported."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """The stack limits of the status effects."""
    places: dict[tuple[str, str], tuple[Document, Path]] = field(default_factory=dict)

    def is_new(self, document: Document, path: Path, kind: str, name: str) -> bool:
        """Whether ``name`` is here, at ``path``, for the first time among its kind; if not, that is noted."""
        first, there = self.places.setdefault((kind, name), (document, path))
        if first is document and there == path:
            return True
        before, one = f"{first.file}:{first.lines.get(there, 1)}", "an" if kind[0] in "aeiou" else "a"
        document.wrong(
            path, f"{quoted(name)} is already the id of {one} {kind}, in {before}; allowed: any other id"
        )
        return False

    def blocks(
        self,
        document: Document,
        effect: object,
        path: Path,
        dialect: Dialect,
        home: Pool,
        *,
        several: bool = False,
    ) -> list[Program]:
        """The instructions of each line of ``effect``, perhaps among ``several``; wrong lines are noted."""
        compiler = Compiler(
            dialect.symbols, self.numbers, home, self.every_status, dialect.named, several=several
        )
        blocks = compiler.blocks(effect)
        for wrong in compiler.wrong:
            document.wrong((*path, *wrong.path), wrong.says)
        if not several:
            for at, block in enumerate(blocks):
                named = {who for step in block for who in (step.who, step.holder)}
                for who in sorted(named & AMONG_SEVERAL):
                    document.wrong(
                        (*path, at), _ONLY_AMONG_SEVERAL.format(who.name.lower().replace("_", " "))
                    )
        return blocks

    def program(
        self, document: Document, effect: object, path: Path, dialect: Dialect, *, several: bool = False
    ) -> Program:
        """The program of an ``effect`` that is not an ability's; wrong lines are noted."""
        blocks = self.blocks(document, effect, path, dialect, Pool.OFFENSE, several=several)
        for at, block in enumerate(blocks):
            for says in dict.fromkeys(_ELSEWHERE[step.op] for step in block if step.op in _ELSEWHERE):
                document.wrong((*path, at), says)
        return ended(blocks)

    def several(self, document: Document, entry: schema.Effective, path: Path, dialect: Dialect) -> Program:
        """The program of what ``entry`` at ``path`` does among more than two players, if that is another."""
        field, effect = among_several(entry, dialect)
        return self.program(document, effect, (*path, field), dialect, several=True) if effect else ()

    def action(
        self,
        document: Document,
        entry: schema.ActionEntry,
        path: Path,
        owner: str,
        dialect: Dialect,
        cp: int,
        printed: Timing,
        token: int = 0,
        tokens: int = 0,
    ) -> Action:
        """The action that ``entry`` describes."""
        when = [condition(When, document, (*path, "when", at), word) for at, word in enumerate(entry.when)]
        return Action(
            id=f"{owner}/{entry.id}",
            name=entry.name,
            timing=printed,
            cp=cp,
            program=self.program(document, entry.effect, (*path, "effect"), dialect),
            when=frozenset(word for word in when if word is not None),
            token=token,
            tokens=tokens,
            at_least=entry.at_least,
            total_at_least=entry.total_at_least,
            incoming_at_least=entry.incoming_at_least,
            **self._held(document, (*path, "have"), entry.have),
            mark=self.status(document, (*path, "once"), entry.once),
            dice_of=self.status(document, (*path, "dice_of"), entry.dice_of),
            rules=tuple(entry.rules),
            several=self.several(document, entry, path, dialect),
        )

    def status(self, document: Document, path: Path, name: str) -> int:
        """The number of the status effect ``name``; 0 for none, and for an unknown one, which is noted."""
        if name and name not in self.numbers and self.every_status:
            document.wrong(path, unknown("status effect", name, list(self.numbers)))
        return self.numbers.get(name, 0)

    def _held(self, document: Document, path: Path, text: str) -> dict[str, int]:
        if not text:
            return {}
        found = _HAVE.fullmatch(text)
        if found is None:
            document.wrong(
                path, f"{quoted(text)} is not a number of tokens; allowed: `2 chi`, `exactly 1 chi`, `no chi`"
            )
            return {}
        least, most = held(found["number"] or "1")
        return {"held": self.status(document, path, found["status"]), "held_least": least, "held_most": most}

    def cards(
        self, document: Document, entries: Sequence[Any], path: Path, owner: str, dialect: Dialect
    ) -> Iterator[Action]:
        """The actions of the cards in ``entries``."""
        for place, data in enumerate(entries):
            here = (*path, place)
            entry = checked(schema.CardEntry, data, document, here)
            if entry and self.is_new(document, (*here, "id"), "card", f"{owner}/{entry.id}"):
                printed = timing(document, here, entry.timing)
                yield self.action(document, entry, here, owner, dialect, entry.cost, printed)


def among_several(entry: schema.Effective, dialect: Dialect) -> tuple[str, Sequence[object]]:
    """The effect of ``entry`` among more than two players, and its field; nothing where it is no other."""
    if entry.several or not differs(entry.effect, dialect.named):
        return SEVERAL, entry.several
    return EFFECT, entry.effect


def ended(blocks: Sequence[Program]) -> Program:
    """The program of these ``blocks``, with its end."""
    return (*(step for block in blocks for step in block), END)
