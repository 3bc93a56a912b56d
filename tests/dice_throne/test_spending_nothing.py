"""A way to spend a status effect of which nothing is spent: only who has a token of it may use it."""

import pytest
from designs import token, write

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

OFFERED = "{0} Tinker ({0}): use status/tick/use-1"


@pytest.mark.parametrize(("first", "second"), [(1, 0), (0, 1), (0, 0), (1, 1)])
def test_only_who_has_a_token_may_use_it(tmp_path, capsys, first, second):
    (tmp_path / "own").mkdir()
    write(tmp_path / "own", token("tick", {"tokens": 0, "effect": ["draw 1"]}))
    scenario = tmp_path / "scenario.yaml"
    players = [f"{{hero: tinker, tokens: {{tick: {held}}}}}" for held in (first, second)]
    scenario.write_text(f"game: dice-throne\nplayers: [{', '.join(players)}]\nstart: main-1\n")
    assert main(["legal", "dice-throne", str(scenario), "--content", str(tmp_path / "own")]) == ExitCode.OK
    said = capsys.readouterr().out
    assert [OFFERED.format(seat) in said for seat in (1, 2)] == [bool(first), bool(second)], said
