"""A file of another kind than the command wants: one sentence says what it is, and what takes it."""

import json
from pathlib import Path

import pytest

from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.files.kinds import KINDS

EXAMPLES = Path(__file__).parents[2] / "examples"
SCENARIO, TEAM = EXAMPLES / "ultimate.yaml", EXAMPLES / "teams" / "mutants.yaml"
MAPPING, LOG = EXAMPLES / "audit" / "table.yaml", EXAMPLES / "audit" / "table.log"
CONTENT = next((EXAMPLES / "content").rglob("*.yaml"))
SAYS = {SCENARIO: "a scenario", TEAM: "a team", MAPPING: "a mapping", CONTENT: "content"}
TAKES = {SCENARIO: "outcome", TEAM: "check-team", MAPPING: "audit", CONTENT: "check"}
COMMANDS = {
    "check": (["check", "FILE"], CONTENT),
    "hero": (["hero", "scout", "--content", "FILE"], CONTENT),
    "outcome": (["outcome", "dice-throne", "FILE"], SCENARIO),
    "legal": (["legal", "dice-conquest", "FILE"], SCENARIO),
    "check-team": (["check-team", "FILE"], TEAM),
    "audit": (["audit", "dice-throne", str(LOG), "--mapping", "FILE"], MAPPING),
}


WRONG = [(command, given) for command, (_, wanted) in COMMANDS.items() for given in SAYS if given != wanted]


@pytest.mark.parametrize(("command", "given"), WRONG, ids=lambda one: TAKES.get(one, one))
def test_a_file_of_another_kind_is_told_in_one_sentence(run, command, given):
    arguments, wanted = COMMANDS[command]
    code, out, err = run(*(str(given) if one == "FILE" else one for one in arguments))
    says = f"this is {SAYS[given]}, and {SAYS[wanted]} is wanted here; `dicelaw {TAKES[given]}` takes it"
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == f"error: {given}:1: the file: {says}\n"


def test_what_has_a_mark_of_the_wanted_kind_is_told_field_by_field(run, tmp_path):
    mixed = tmp_path / "mixed.yaml"
    mixed.write_text("game: dice-throne\nplayers: []\nformat: demo\n", encoding="utf-8")
    code, _, err = run("outcome", "dice-throne", mixed)
    assert code == ExitCode.BAD_INPUT
    assert "no field of a scenario is called 'format'" in err


@pytest.mark.parametrize("game", ["dice-throne", "dice-masters@2016", "dice-conquest"])
def test_the_marks_are_fields_of_their_kind_and_of_none_after_it(run, game):
    later: set[str] = set()
    for kind in reversed(KINDS):
        code, out, _ = run("schema", f"--{kind}", game)
        if code != ExitCode.OK:
            assert kind == "team"
            continue
        fields = set(json.loads(out)["properties"])
        assert KINDS[kind].marks <= fields
        assert not KINDS[kind].marks & later
        later |= fields
