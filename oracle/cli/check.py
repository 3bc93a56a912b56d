"""`dicelaw check`: whether content of a designer breaks anything."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import echo_line, example, lines_format_option, processes_option, told
from dicelaw.oracle.cli.output import say, say_marked
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games import EDITIONS, pack_of
from dicelaw.oracle.own_content import OwnContent, own_content

if TYPE_CHECKING:
    from dicelaw.checker.dice_throne.checking import Found
    from dicelaw.checker.dice_throne.free_loops import LoopFound
    from dicelaw.checker.own_content import Finding

COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow"}
INDENT = " " * 9


@click.command("check", epilog=example("check examples/content/scout"))
@click.argument(
    "content", type=click.Path(path_type=Path), metavar="CONTENT",
    callback=lambda _context, _argument, place: own_content(place),
)  # fmt: skip
@processes_option
@lines_format_option
@click.option(
    "--save", type=click.Path(path_type=Path), metavar="FILE",
    help="Write the play that shows a free loop here, for `dicelaw replay`.",
)  # fmt: skip
@click.pass_context
def command(ctx: click.Context, content: OwnContent, processes: int, form: str, save: Path | None) -> None:
    """Say whether the cards, status effects and heroes in CONTENT break anything.

    CONTENT is a folder with content files (*.yaml), or one of them. Of each hero it is decided whether
    there are free loops: acts that can be repeated within a phase, at no net loss and with something gained.
    A loop is shown by a play from the set-up; that there is none is proved from what everything costs and
    does. Then come, in one line, the rows of `dicelaw verify --content`.

    Ends with 0 where nothing breaks, with 1 where something does, and with 7 where that is not decided.
    """
    from dicelaw.checker.dice_throne.checking import checked
    from dicelaw.oracle.trace import check_place

    pack_of(EDITIONS[0], content)
    if save is not None:
        check_place(save)
    every: list[Found] = []
    with told() as tell:
        for found in checked(content.folder, processes=processes, tell=partial(tell, "checking")):
            every.append(found)
            if form == "json":
                _print_json(found, content)
            else:
                _print(found, content)
    if save is not None:
        _save(every, content, save)
    for found in every:
        if form == "json":
            echo_line(
                {"hero": found.hero, "part": "summary", "says": summary(found), "code": int(code_of([found]))}
            )
        else:
            say("", summary(found))
    repeat()
    ctx.exit(code_of(every))


def code_of(every: list[Found]) -> ExitCode:
    """The exit code of all that was found."""
    if any(found.broken for found in every):
        return ExitCode.REFUTED
    return ExitCode.UNDECIDED if any(found.undecided for found in every) else ExitCode.OK


def summary(found: Found) -> str:
    """All that was found, in a sentence."""
    from dicelaw.checker.dice_throne.free_loops import LoopFound

    if found.broken:
        loops = [one.loop for one in found.broken if isinstance(one, LoopFound) and one.loop is not None]
        free = [" and ".join(sorted({id for _, id, _ in loop.uses})) for loop in loops]
        rows = [one.id for one in found.broken if not isinstance(one, LoopFound)]
        parts = [
            *(f"{entries} can be repeated for free" for entries in free),
            *(f"{id} does not hold" for id in rows),
        ]
        return f"{found.name}: breaks something: {'; '.join(parts)}"
    ending = of_entries(found)
    if found.undecided:
        return f"{found.name}: undecided: {', '.join(one.id for one in found.undecided)}; {ending}"
    return f"{found.name}: breaks nothing; {ending}"


def of_entries(found: Found) -> str:
    """How many entries can be used, in words."""
    entries = found.entries
    if not entries.count:
        return "there is nothing to use in it"
    parts = []
    if entries.dead:
        parts.append(f"{number_of(len(entries.dead), 'entry', 'entries')} can never be used")
    if entries.unseen:
        parts.append(f"{number_of(len(entries.unseen), 'entry', 'entries')} came up in no play")
    if not parts:
        return f"{number_of(entries.count, 'entry', 'entries')}, of which each can be used"
    return f"of {number_of(entries.count, 'entry', 'entries')} {' and '.join(parts)}"


def _print(found: Found, content: OwnContent) -> None:
    say(f"{found.name} ({found.hero})")
    for one in found.loops:
        verdict = one.verdict.outcome.value
        say_marked(f"{verdict:8}", COLOURS.get(verdict), one.says)
        say(f"{INDENT}{one.verdict.scope}; {one.verdict.evidence}", dim=True)
        if one.loop is not None:
            say(*(f"{INDENT}{row}" for row in _told(one, content)))
    _print_rows(found.rows)
    say(f"{'entries':8} {of_entries(found)}")
    say(*(f"{INDENT}never: {name}: {why}" for name, why in found.entries.dead.items()))
    say(*(f"{INDENT}in no play: {name}" for name in found.entries.unseen))


def _print_rows(rows: tuple[Finding, ...]) -> None:
    """What holds for any content, and random plays, in a line each; then each row that does not hold."""
    stated = [row for row in rows if not row.id.endswith("/plays")]
    held = [row for row in stated if row.verdict.is_proof]
    mark = "proved" if len(held) == len(stated) else "unknown"
    if any(row.outcome.value == "refuted" for row in stated):
        mark = "refuted"
    count = f"{len(held)} of {number_of(len(stated), 'row')}"
    say_marked(
        f"{mark:8}", COLOURS[mark], f"{count} of `dicelaw verify --content` hold: what holds for any content"
    )
    for row in rows:
        if row not in stated and row.outcome.value != "refuted":
            used = row.verdict.evidence.removeprefix("none was seen; ")
            say(f"{'plays':8} random plays show no fault: {used}")
        elif not row.verdict.is_proof:
            say(f"{INDENT}{row.outcome.value}: {row.id}: {row.says}", f"{INDENT}  {row.verdict.evidence}")


def _told(one: LoopFound, content: OwnContent) -> list[str]:
    """The loop of ``one`` in words: where it begins, and its first round step by step."""
    from dicelaw.oracle.standing import lines, standing
    from dicelaw.oracle.tale import told as tale

    session = _played(one, content)
    assert one.loop is not None
    first = one.loop.before
    begin = session.events[first].before
    length = len(one.loop.reached.rounds[0].moves)
    rows = [f"after a play of {number_of(first, 'step')}, at {session.machine.point_of(begin).id}:"]
    rows += [f"  {row}" for row in lines(standing(session, begin))]
    rows.append("a round, which can then be played again:")
    rows += [f"  {row}" for row in tale(session, session.events[first : first + length])]
    return rows


def _played(one: LoopFound, content: OwnContent) -> Any:
    """The session of the play that shows the loop of ``one``."""
    from dicelaw.oracle.games import open_game
    from dicelaw.oracle.session import Session

    assert one.loop is not None
    assert one.verdict.witness is not None
    heroes = one.loop.heroes
    session = Session(open_game("dice-throne", heroes, content=content), None, heroes, content)
    for move in one.verdict.witness.moves:
        session.apply(move)
    return session


def _save(every: list[Found], content: OwnContent, path: Path) -> None:
    from dicelaw.oracle.trace import write

    for found in every:
        for one in found.loops:
            if one.loop is not None:
                write(_played(one, content), path)
                say(f"wrote {path}", err=True)
                return
    say(f"no loop was found, so nothing was written to {path}", err=True)


def _print_json(found: Found, content: OwnContent) -> None:
    from dicelaw.checker.dice_throne.free_loops import LoopFound

    for one in found.all:
        loop = one if isinstance(one, LoopFound) and one.loop is not None else None
        echo_line(
            {
                "hero": found.hero,
                "part": "loops" if isinstance(one, LoopFound) else "rows",
                "id": one.id,
                "verdict": one.verdict.outcome.value,
                "says": one.says,
                "scope": one.verdict.scope,
                "evidence": one.verdict.evidence,
                "loop": None if loop is None else _loop_as_json(loop, content),
                "weights": _weights(one) if isinstance(one, LoopFound) else None,
            }
        )
    echo_line(_entries_as_json(found))


def _entries_as_json(found: Found) -> dict[str, Any]:
    entries = found.entries
    return {
        "hero": found.hero,
        "part": "entries",
        "count": entries.count,
        "never": dict(entries.dead),
        "in_no_play": list(entries.unseen),
    }


def _weights(one: LoopFound) -> list[dict[str, str]]:
    """The weights by which each use that gains something costs more, measure by measure."""
    return [
        {good: str(weight) for good, weight in measure.weights.items() if weight} for measure in one.measures
    ]


def _loop_as_json(one: LoopFound, content: OwnContent) -> dict[str, Any]:
    """The loop of ``one``: who uses what in a round, what it gains, and the whole play as it is typed."""
    assert one.loop is not None
    session = _played(one, content)
    return {
        "heroes": list(one.loop.heroes),
        "uses": [{"seat": seat + 1, "entry": id, "times": times} for seat, id, times in one.loop.uses],
        "gains": dict(one.loop.gains),
        "sure": one.loop.is_sure,
        "before": one.loop.before,
        "rounds": [len(played.moves) for played in one.loop.reached.rounds],
        "play": [session.text(step.move, step.before) for step in session.events],
    }
