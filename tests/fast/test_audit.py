"""Plays written as the log of another engine are audited: clean ones, hidden things, and planted mistakes."""

import json
from random import Random

import pytest
from audit_logs import MAPPING, as_text, random_play, row_of, written
from hypothesis import given, settings
from hypothesis import strategies as st

from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.audit.mapping import load
from dicelaw.oracle.audit.run import audit
from dicelaw.oracle.formats.formats import AuditReport

PAIRS = [("barbarian", "paladin"), ("moon-elf", "ninja"), ("barbarian", "barbarian")]


@pytest.fixture(scope="module")
def audited(tmp_path_factory):
    """Audits rows through MAPPING after some further lines of a mapping file."""
    folder = tmp_path_factory.mktemp("audit")

    def run(rows, head="", limit=5000):
        (folder / "map.yaml").write_text(head + MAPPING, encoding="utf-8")
        (folder / "log.jsonl").write_text(as_text(rows), encoding="utf-8")
        return audit(
            folder / "log.jsonl", load(folder / "map.yaml", "dice-throne"), "dice-throne", limit=limit
        )

    return run


def _moves(session):
    return [step.move for step in session.events]


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.sampled_from(PAIRS), st.sampled_from([0.2, 0.5, 0.9]))
def test_a_play_written_as_a_log_is_that_play(audited, seed, heroes, calm):
    play = random_play(seed, heroes, 300, calm)
    rows = written(play)
    found = audited(rows)
    assert (found.report.verdict, found.report.fits) == ("legal", 1)
    assert (found.report.events, found.report.lines) == (len(rows) - 1, len(rows))
    shared = min(len(play.events), len(found.session.events))
    assert _moves(found.session)[:shared] == _moves(play)[:shared]


def _planted(seed, heroes):
    """The log of a play with a step of another moment put where it is illegal, and the line of that step."""
    play, draw = random_play(seed, heroes, 250), Random(seed)
    rows = written(play, checks=False)
    steps = [step for step in play.events if step.actor is not Agent.RULES]
    place = draw.randrange(len(steps))
    step, at = steps[place], place + 2
    legal = [row_of(play, step.actor, step.before, move) for move in play.reader.enabled(step.before)]
    planted = draw.choice([row for row in rows[2:] if row not in legal])
    return [*rows[:at], planted, *rows[at:]], at + 1, planted


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.sampled_from(PAIRS))
def test_a_planted_illegal_step_is_caught_at_its_line(audited, seed, heroes):
    rows, line, planted = _planted(seed, heroes)
    report = audited(rows).report
    assert (report.verdict, report.line) == ("illegal", line)
    assert json.loads(report.original) == planted
    assert report.demands or report.moments or "not in" in report.says or " is for " in report.says
    assert report.legal


@settings(max_examples=15)
@given(st.integers(0, 10_000), st.sampled_from(["hp", "cp", "hand"]))
def test_a_planted_wrong_value_is_caught_at_its_line(audited, seed, name):
    rows, draw = written(random_play(seed, steps=250)), Random(seed)
    place = draw.choice([at for at, row in enumerate(rows) if row["t"] == "state"])
    right = rows[place][name]
    rows[place] = {**rows[place], name: right + 1}
    report = audited(rows).report
    assert (report.verdict, report.line) == ("contradicted", place + 1)
    (field,) = report.fields
    assert (field.stated, field.reached) == (right + 1, right)
    for write in field.writes:
        assert (field.since or 0) < write.line <= place + 1
    if field.writes:
        assert field.writes[-1].new == str(right)


def _without(rows, kind):
    return [row for row in rows if row["t"] != kind]


def _blank(rows, kind, field):
    return [{k: v for k, v in row.items() if (row["t"], k) != (kind, field)} for row in rows]


HIDDEN = {
    "who starts": ("hidden: setup/start-player\n", lambda rows: _without(rows, "first")),
    "passes": ("passes: implied\n", lambda rows: _without(rows, "pass")),
    "draws": ("hidden: draw/card\n", lambda rows: _without(rows, "draw")),
    "names of drawn cards": ("", lambda rows: _blank(rows, "draw", "card")),
    "names of lost cards": ("", lambda rows: _blank(_blank(rows, "draw", "card"), "lose", "card")),
    "targets": ("", lambda rows: _blank(rows, "do", "whom")),
    "actions": ("", lambda rows: _blank(rows, "do", "action")),
    "who acts": ("", lambda rows: _blank(_blank(rows, "pass", "who"), "do", "who")),
    "passes and draws": (
        "passes: implied\nhidden: draw/card\n",
        lambda rows: _without(_without(rows, "pass"), "draw"),
    ),
}


@pytest.mark.parametrize("what", HIDDEN)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_log_hides_is_followed(audited, what, seed):
    head, hide = HIDDEN[what]
    found = audited(hide(written(random_play(seed, PAIRS[seed % 2], 350, 0.7))), head)
    assert found.report.verdict == "legal"
    _replayed(found.session)


@pytest.mark.parametrize("what", ["passes", "draws", "passes and draws"])
@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_value_is_noticed_whatever_the_log_hides(audited, what, seed):
    head, hide = HIDDEN[what]
    rows = hide(written(random_play(seed, steps=300, calm=0.7)))
    place = max(at for at, row in enumerate(rows) if row["t"] == "state")
    rows[place] = {**rows[place], "hp": 60 if rows[place]["hp"] < 50 else 1}
    report = audited(rows, head).report
    assert (report.verdict, report.line) == ("contradicted", place + 1)


def _replayed(session):
    """That every step of ``session`` is legal."""
    state = session.start
    for step in session.events:
        state = session.reader.step(state, step.move)
    assert state == session.state


def test_a_reshuffled_deck_of_unseen_cards(audited):
    play = random_play(4, steps=3500, calm=0.6)
    assert any(play.transition(step.move).id == "draw/reshuffle" for step in play.events)
    found = audited(_without(written(play), "draw"), "hidden: draw/card\n")
    assert found.report.verdict == "legal"
    _replayed(found.session)


def test_a_card_is_not_drawn_unseen_twice(audited):
    play = random_play(3, steps=400, calm=0.3)
    rows = _without(written(play), "draw")
    place = next(at for at, row in enumerate(rows) if "card" in row and row["t"] == "do")
    rows.insert(place + 1, rows[place])
    report = audited(_without(rows[: place + 2], "state"), "hidden: draw/card\n").report
    assert (report.verdict, report.original) == ("illegal", json.dumps(rows[place]))
    assert "cards/lost-card-unusable" in [demand.rule for demand in report.demands]


@pytest.mark.parametrize("seed", range(6))
def test_an_unnamed_card_may_be_any_of_those_drawn_unseen(audited, seed):
    play = random_play(seed, PAIRS[seed % 3], 300, 0.4)
    rows = _without(written(play), "draw")
    used = [at for at, row in enumerate(rows) if row["t"] == "do" and {"card", "action"} & set(row)]
    place = used[len(used) // 2]
    rows[place] = {name: value for name, value in rows[place].items() if name not in ("card", "action")}
    found = audited(rows, "hidden: draw/card\n")
    assert found.report.verdict == "legal"
    _replayed(found.session)


def test_covered_dice_are_followed_and_the_audit_says_when_it_is_lost(audited):
    rows = _without(written(random_play(2, steps=120, calm=0.7)), "state")
    first = next(at for at, row in enumerate(rows) if row["t"] == "roll")
    covered = [*rows[:first], {"t": "roll"}, *rows[first + 1 :]]
    assert audited(covered[: first + 1]).report.fits == 6
    found = audited(covered)
    assert found.report.verdict == "legal"
    _replayed(found.session)
    lost = audited(_without(rows, "roll"), "hidden: '*/die'\n", limit=100).report
    assert lost.verdict == "undecided"
    assert "more than 100 plays fit" in lost.says
    assert lost.line


def test_several_plays_in_one_log(audited):
    rows = [row for seed in range(3) for row in written(random_play(seed, PAIRS[seed], 150))]
    report = audited(rows).report
    assert (report.verdict, report.plays) == ("legal", 3)


def test_a_check_may_hold_at_any_moment_if_the_mapping_says_so(audited):
    play = random_play(0, steps=300, calm=1)
    place = next(at for at, step in enumerate(play.events) if play.transition(step.move).id == "income/take")
    before = play.events[place].before
    play.events = play.events[:place]
    who = play.machine.value(before, "turn")
    cp = play.machine.value(before, f"cp[{who + 1}]")
    rows = [*written(play, checks=False), {"t": "state", "who": ("Ann", "Bob")[who], "cp": cp}]
    assert audited(rows, "checks: any\n").report.verdict == "legal"
    report = audited(rows).report
    assert report.verdict == "contradicted"
    assert [write.transition for write in report.fields[0].writes][-1] == "income/take"
    rows[-1] = {**rows[-1], "cp": cp + 2}
    assert audited(rows, "checks: any\n").report.verdict == "contradicted"


def test_reports_have_the_published_shape(audited):
    for rows in (written(random_play(1, steps=50)), _planted(1, PAIRS[0])[0]):
        report = audited(rows).report
        assert AuditReport.model_validate_json(report.model_dump_json()) == report
