"""Logs of plays with one seat, with three, and of teams: clean ones, unnamed cards, and mistakes."""

import json
from pathlib import Path
from random import Random

import pytest
from audit_logs import as_text

from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.audit.mapping import load
from dicelaw.oracle.audit.run import audit
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.trace import step_choices
from dicelaw.oracle.games.decisions import is_subset, value_text
from dicelaw.oracle.games.description import description

CALLED = ("Ann", "Bob", "Cyd", "Dan")
PLAYS = {
    "King of the Hill": ("dice-throne", ("monk", "barbarian", "paladin"), None, "health[{who}]"),
    "two teams": ("dice-throne", ("monk", "barbarian", "monk", "ninja"), "2v2", "cp[{who}]"),
    "a hero alone": ("dice-conquest", ("wizard",), None, "health[{who}]"),
    "four heroes": ("dice-conquest", ("wizard", "knight", "rogue", "cleric"), None, "health[{who}]"),
}
"""A game, who plays, in which mode, and what the log says now and then."""
SEATS = ", ".join(f"{name}: {seat}" for seat, name in enumerate(CALLED, 1))
MAPPING = """\
log: json
kind: t
start: {mode}
seats: {{{seats}}}
kinds:
  begin: {{start: {{heroes: heroes}}}}
  do: {{step: {{field: what}}, by: who, choices: {{{choices}}}}}
  state: {{check: {{'{slot}': value}}}}
"""


def played(name, steps=220):
    """A random play of PLAYS."""
    game, heroes, mode, _ = PLAYS[name]
    asked = {"heroes": heroes, "mode": mode}
    session, draw = description(game).begun(game, asked, {}, "later", None), Random(7)
    while not session.over and len(session.events) < steps:
        legal = session.legal()
        quiet = [move for move in legal if session.is_pass(move)] if draw.random() < 0.4 else []
        session.apply(draw.choice(quiet or legal))
    return session


def mapping_of(name, session):
    """The mapping that reads the log of ``session``."""
    mode, slot = PLAYS[name][2:]
    names = sorted({choice.name for one in session.machine.transitions for choice in one.choices})
    choices = ", ".join(f"{one}: {one}" for one in names)
    seats = ", ".join(SEATS.split(", ")[: len(session.machine.seats)])
    start = "{}" if mode is None else f"{{mode: {mode}}}"
    return MAPPING.format(mode=start, seats=seats, choices=choices, slot=slot)


def written(name, session):
    """The log of ``session``."""
    slot = PLAYS[name][3].partition("[")[0]
    index = session.machine.slot_index
    rows = [{"t": "begin", "heroes": list(PLAYS[name][1])}]
    for step in session.events:
        if step.actor is Agent.RULES:
            continue
        transition, seat = session.transition(step.move), session.seat_of(step.move, step.before)
        chosen = step_choices(session, step.move, step.before)
        for choice, value in zip(transition.choices, step.move[1:], strict=True):
            if is_subset(choice):
                chosen[choice.name] = [*map(int, value_text(choice, value, seat).split(","))]
        by = {"who": CALLED[seat]} if isinstance(step.actor, int) else {}
        rows.append({"t": "do", "what": transition.id, **by, **chosen})
        then = session.reader.enabled(step.after)
        if not (then and session.reader.actor(step.after, then[0]) is Agent.RULES):
            for place, who in enumerate(CALLED[: len(session.machine.seats)], 1):
                named = place if f"{slot}[{place}]" in index else session.machine.seats[place - 1]
                value = session.machine.value(step.after, f"{slot}[{named}]")
                rows.append({"t": "state", "who": who, "value": value})
    return rows


@pytest.fixture(scope="module")
def logs():
    """Each play with its mapping and its log."""
    made = {}
    for name in PLAYS:
        session = played(name)
        made[name] = session, mapping_of(name, session), written(name, session)
    return made


def audited(folder, name, rows, mapping):
    (folder / "map.yaml").write_text(mapping, encoding="utf-8")
    (folder / "log").write_text(as_text(rows), encoding="utf-8")
    game = PLAYS[name][0]
    return audit(folder / "log", load(folder / "map.yaml", game), game, limit=2000)


@pytest.mark.parametrize("name", PLAYS)
def test_a_play_of_any_number_of_seats_is_that_play(logs, name, tmp_path):
    session, mapping, rows = logs[name]
    found = audited(tmp_path, name, rows, mapping)
    assert found.report.verdict == "legal", found.report.says
    shared = min(len(session.events), len(found.session.events))
    assert shared > 100 or session.over
    moves, ours = ([one.move for one in each.events[:shared]] for each in (found.session, session))
    assert moves == ours


@pytest.mark.parametrize("name", PLAYS)
def test_what_another_seat_states_is_held_against_it(logs, name, tmp_path):
    _, mapping, rows = logs[name]
    at = max(at for at, row in enumerate(rows) if row["t"] == "state")
    wrong = {**rows[at], "value": rows[at]["value"] + 1}
    report = audited(tmp_path, name, [*rows[:at], wrong], mapping).report
    assert (report.verdict, report.line, report.fields[0].stated) == ("contradicted", at + 1, wrong["value"])


@pytest.mark.parametrize("name", ["King of the Hill", "two teams", "four heroes"])
def test_a_decision_of_the_wrong_seat_is_illegal(logs, name, tmp_path):
    session, mapping, rows = logs[name]
    at = max(at for at, row in enumerate(rows) if row["t"] == "do" and "who" in row)
    others = [who for who in CALLED[: len(session.machine.seats)] if who != rows[at]["who"]]
    for who in others:
        report = audited(tmp_path, name, [*rows[:at], {**rows[at], "who": who}], mapping).report
        assert (report.verdict, report.line) == ("illegal", at + 1)


def test_cards_of_the_third_seat_need_not_be_named_when_they_are_drawn(logs, tmp_path):
    name = "King of the Hill"
    session, mapping, rows = logs[name]
    kept = []
    for row in rows:
        third = row.get("what") == "draw/card" and str(row["card"]).startswith(("paladin", "common"))
        kept.append({**row, "card": None} if third else row)
    assert kept != rows
    report = audited(tmp_path, name, kept, mapping).report
    assert report.verdict == "legal", report.says
    assert session.machine.seats[2] == "Paladin"


def test_a_seat_that_there_is_not_is_said_with_its_line(logs, tmp_path):
    _, mapping, rows = logs["King of the Hill"]
    says = r"log:1: seats.Cyd: 4 is not a seat; allowed: 1, 2, 3 \(.*map.yaml:4\)"
    with pytest.raises(UserError, match=says):
        audited(tmp_path, "King of the Hill", rows, mapping.replace("Cyd: 3", "Cyd: 4"))


def test_a_mode_that_so_many_do_not_play(logs, tmp_path):
    _, mapping, rows = logs["King of the Hill"]
    with pytest.raises(UserError, match="log:1: 2 against 2 is played by 4 heroes; given: 3"):
        audited(tmp_path, "King of the Hill", rows, mapping.replace("start: {}", "start: {mode: 2v2}"))


def test_a_mapping_may_say_who_plays(logs, tmp_path, monkeypatch, capsys):
    _, mapping, rows = logs["two teams"]
    monkeypatch.chdir(tmp_path)
    start = "start: {heroes: [monk, barbarian, monk, ninja], mode: 2v2}"
    Path("map.yaml").write_text(mapping.replace("start: {mode: 2v2}", start), encoding="utf-8")
    Path("log").write_text("".join(f"{json.dumps(row)}\n" for row in rows[1:60]), encoding="utf-8")
    assert main(["audit", "dice-throne", "log", "--mapping", "map.yaml"]) == ExitCode.OK
    assert "every step is legal" in capsys.readouterr().out
