"""Traces that are malformed, break off, or depart from the rules."""

import json
from pathlib import Path

import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

BOTH_RANDOM = ("--seat", "1=random")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The lines of a play of 60 steps."""
    path = tmp_path_factory.mktemp("trace") / "play.jsonl"
    main(["play", "dice-throne", *BOTH_RANDOM, "--limit", "60", "--save", str(path)])
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def replayed(recorded, capsys, tmp_path, monkeypatch):
    """Replays the play after a change to its lines: the code and what is said."""
    monkeypatch.chdir(tmp_path)

    def replay(change):
        lines = json.loads(json.dumps(recorded))
        lines = change(lines) or lines
        rows = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        Path("play.jsonl").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
        capsys.readouterr()
        code = main(["replay", "play.jsonl"])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return replay


def _decided(lines, verb):
    return next(at for at, line in enumerate(lines) if line.get("transition", "").endswith(verb))


def test_the_recorded_play_replays(replayed):
    code, out, err = replayed(lambda lines: lines)
    assert code == ExitCode.OK
    assert "every step is legal: 60 steps" in out
    assert err == "repeat: dicelaw replay play.jsonl\n"


def test_a_trace_that_breaks_off(replayed):
    code, _, err = replayed(lambda lines: lines[:30])
    assert code == ExitCode.BROKEN_TRACE
    assert err.startswith("error: play.jsonl:30: the trace breaks off here, at ")


def test_a_line_that_breaks_off(replayed):
    code, _, err = replayed(lambda lines: [*lines[:10], '{"step": 10, "trans'])
    assert code == ExitCode.BAD_INPUT
    assert err.startswith("error: play.jsonl:11: this line is not JSON")


def test_an_illegal_step_names_its_rule(replayed):
    def cheat(lines):
        at = _decided(lines, "/roll/die")
        lines[at]["choices"]["face"] = 7
        return lines

    code, _, err = replayed(cheat)
    assert code == ExitCode.ILLEGAL
    assert "face = 7 is not in 1..6" in err


def test_a_card_that_is_not_in_the_deck_any_more(replayed):
    def twice(lines):
        lines[3]["choices"] = lines[2]["choices"]
        del lines[3]["changes"]
        return lines

    code, _, err = replayed(twice)
    assert code == ExitCode.ILLEGAL
    assert err.startswith("error: play.jsonl:4: draw/card is not allowed now by setup/shuffle-and-draw")


def test_a_step_at_the_wrong_moment(replayed):
    def early(lines):
        lines[2] = {"transition": "offense/choose/decline"}
        return lines

    code, _, err = replayed(early)
    assert code == ExitCode.ILLEGAL
    assert "play.jsonl:3: offense/choose/decline happens at offense/choose; the game is at draw" in err


CHANGES = {
    "version": (0, {"dicelaw_trace": 3}, ExitCode.BAD_INPUT, "version 3 is not known; this reads 1 and 2"),
    "game": (0, {"game": "dice-trone"}, ExitCode.UNKNOWN_NAME, "near: dice-throne"),
    "heroes": (0, {"heroes": ["barbarian", "palladin"]}, ExitCode.UNKNOWN_NAME, "near: paladin"),
    "one hero": (0, {"heroes": ["barbarian"]}, ExitCode.BAD_INPUT, "2 to 6 heroes play"),
    "reading": (0, {"readings": {"heal-cp": "net"}}, ExitCode.UNKNOWN_NAME, "near: heal-cap"),
    "edition": (0, {"edition": "2016"}, ExitCode.UNKNOWN_NAME, "no edition is called '2016'"),
    "kind of a field": (0, {"heroes": "barbarian"}, ExitCode.BAD_INPUT, "heroes: 'barbarian' is not a list"),
    "unknown field": (1, {"actr": "1"}, ExitCode.BAD_INPUT, "near: actor"),
    "start slot": (0, {"start": {"helth[1]": 3}}, ExitCode.BROKEN_TRACE, "near: health[1]"),
    "start value": (0, {"start": {"health[1]": 99}}, ExitCode.BROKEN_TRACE, "99 is not in 0..60"),
    "transition": (1, {"transition": "setup/start"}, ExitCode.BROKEN_TRACE, "near: setup/start-player"),
    "choice name": (1, {"choices": {"plyer": 0}}, ExitCode.BROKEN_TRACE, "has player; given: plyer"),
    "choice value": (1, {"choices": {"player": "9"}}, ExitCode.BROKEN_TRACE, "no player is called '9'"),
    "step number": (1, {"step": 7}, ExitCode.BROKEN_TRACE, "step: 7 is not the step due, which is 1"),
    "actor": (1, {"actor": "2"}, ExitCode.BROKEN_TRACE, "by the rules it is 'chance'"),
    "changes": (1, {"changes": {}}, ExitCode.BROKEN_TRACE, "changes: stated is {}"),
    "end": (-1, {"end": "over"}, ExitCode.BROKEN_TRACE, "end: stated is 'over'"),
    "end of another kind": (-1, {"end": 3}, ExitCode.BAD_INPUT, "end: 3 is not a timing point"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_line_is_noticed(replayed, name):
    at, change, expected, says = CHANGES[name]

    def changed(lines):
        lines[at] |= change
        return lines

    code, out, err = replayed(changed)
    assert (code, out) == (expected, "")
    assert says in err


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda lines: lines[1:], "play.jsonl:1: dicelaw_trace"),
        (lambda lines: [*lines, lines[-1]], "end: lines follow after the end"),
        (lambda lines: [lines[0], "[1]", *lines[1:]], "play.jsonl:2: this line is not a JSON object"),
        (lambda lines: [lines[0], "{}", *lines[1:]], "play.jsonl:2: transition: this field is missing"),
        (lambda _: ["nonsense"], "play.jsonl:1: this line is not JSON"),
    ],
    ids=["no header", "two ends", "no object", "no transition", "no trace"],
)
def test_a_malformed_trace_is_bad_input(replayed, change, says):
    code, _, err = replayed(change)
    assert code == ExitCode.BAD_INPUT
    assert says in err


@pytest.mark.parametrize(("value", "shown"), [(True, "true"), (1.0, "1.0")])
def test_what_is_like_1_is_not_1(replayed, value, shown):
    code, _, err = replayed(lambda lines: [{**lines[0], "dicelaw_trace": value}, *lines[1:]])
    assert (code, f"version {shown} is not known" in err) == (ExitCode.BAD_INPUT, True)


def test_changes_that_are_only_like_those_by_the_rules(replayed):
    def change(lines):
        at, name = next(
            (at, name)
            for at, line in enumerate(lines)
            for name, (_, new) in line.get("changes", {}).items()
            if new == 1
        )
        lines[at]["changes"][name][1] = True

    code, _, err = replayed(change)
    assert (code, "changes: stated is" in err) == (ExitCode.BROKEN_TRACE, True)


def test_rules_that_a_step_does_not_cite(replayed):
    code, _, err = replayed(
        lambda lines: [{**one, "cites": ["made/up"]} if "cites" in one else one for one in lines]
    )
    assert (code, "cites: stated is ['made/up'], by the rules it is" in err) == (ExitCode.BROKEN_TRACE, True)


def test_a_field_that_is_given_twice(replayed):
    code, _, err = replayed(lambda lines: ['{"dicelaw_trace": 1, "game": "a", "game": "b"}', *lines[1:]])
    assert (code, "play.jsonl:1: this line is not JSON: the field 'game' is given twice" in err) == (3, True)


@pytest.mark.parametrize("deep", ["[" * 60 + "]" * 60, "[" * 900 + "]" * 900])
@pytest.mark.parametrize("place", ["heroes", "readings", "start", "content", "choices", "changes"])
def test_values_in_values_in_values(replayed, place, deep):
    def change(lines):
        at = 0 if place in ("heroes", "readings", "start", "content") else 1
        data = {**lines[at], place: "DEEP"}
        held = {"heroes": '["x", DEEP]', "readings": '{"heal-cap": DEEP}', "start": '{"turn": DEEP}',
                "content": '{"digest": "x", "heroes": [DEEP]}', "choices": '{"player": DEEP}',
                "changes": '{"at": DEEP}'}[place]  # fmt: skip
        lines[at] = json.dumps(data).replace('"DEEP"', held.replace("DEEP", deep))

    code, _, err = replayed(change)
    assert code in (ExitCode.BAD_INPUT, ExitCode.BROKEN_TRACE, ExitCode.UNKNOWN_NAME)
    assert len(err) < 1_500
