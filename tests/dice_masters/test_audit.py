"""Logs of Dice Masters are audited: plays as they are, what a log leaves out, and planted mistakes."""

import json
from pathlib import Path
from random import Random

import pytest

from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.audit.mapping import load
from dicelaw.oracle.audit.run import audit
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.trace import step_choices
from dicelaw.oracle.games.description import description

TEAMS = {
    "dice-masters@2016": ("faerun-demo", "timing"),
    "dice-masters@2018": ("x-men-demo", "taking"),
}
MAPPING = """\
log: json
kind: t
seats: {Ann: 1, Bob: 2}
kinds:
  begin: {start: {teams: teams}}
  toss: {step: setup/toss, choices: {player: who}}
  roll: {step: '*/die', by: who, choices: {face: face}}
  draw: {step: draw/draw, by: who, choices: {die: die}}
  do:
    step: {field: what}
    by: who
    choices: {die: die, attacker: attacker, ability: ability, amount: amount, event: event, onto: onto,
              face: face}
  state: {check: {'life[{who}]': life}}
"""
NAMES = ("Ann", "Bob")
PAIRS = [(game, teams) for game, several in TEAMS.items() for teams in several]


def played(game, teams, seed, steps=250, calm=0.4):
    """A random play between ``teams``."""
    session, draw = description(game).begun(game, {"teams": teams}, {}, "later", None), Random(seed)
    while not session.over and len(session.events) < steps:
        legal = session.legal()
        quiet = [move for move in legal if session.is_pass(move)] if draw.random() < calm else []
        session.apply(draw.choice(quiet or legal))
    return session


def row_of(session, step):
    """A step as a line of the log that MAPPING reads."""
    id, chosen = session.transition(step.move).id, step_choices(session, step.move, step.before)
    who = {"who": NAMES[session.seat_of(step.move, step.before)]}
    match id:
        case "setup/toss":
            return {"t": "toss", "who": NAMES[int(chosen["player"]) - 1]}
        case "roll/die" | "reroll/roll/die":
            return {"t": "roll", **who, **chosen}
        case "draw/draw":
            return {"t": "draw", **who, **chosen}
    return {"t": "do", "what": id, **(who if isinstance(step.actor, int) else {}), **chosen}


def written(session, checks=True):
    """The events of ``session`` as lines."""
    rows = [{"t": "begin", "teams": session.game.teams.id}]
    for step in session.events:
        if step.actor is Agent.RULES:
            continue
        rows.append(row_of(session, step))
        then = session.reader.enabled(step.after)
        if checks and not (then and session.reader.actor(step.after, then[0]) is Agent.RULES):
            value = session.machine.value
            rows += [
                {"t": "state", "who": who, "life": value(step.after, f"life[{seat}]")}
                for seat, who in enumerate(NAMES, 1)
            ]
    return rows


@pytest.fixture
def audited(tmp_path):
    """Audits rows through MAPPING after some further lines of a mapping file."""

    def run(game, rows, head="", mapping=MAPPING):
        (tmp_path / "map.yaml").write_text(head + mapping, encoding="utf-8")
        (tmp_path / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return audit(tmp_path / "log.jsonl", load(tmp_path / "map.yaml", game), game)

    return run


@pytest.mark.slow
@pytest.mark.parametrize(("game", "teams"), PAIRS)
@pytest.mark.parametrize("seed", range(3))
def test_a_play_written_as_a_log_is_that_play(audited, game, teams, seed):
    play = played(game, teams, seed)
    rows = written(play)
    found = audited(game, rows)
    assert (found.report.verdict, found.report.fits, found.report.events) == ("legal", 1, len(rows))
    shared = min(len(play.events), len(found.session.events))
    assert [one.move for one in found.session.events[:shared]] == [one.move for one in play.events[:shared]]


@pytest.mark.parametrize(("game", "teams"), PAIRS)
@pytest.mark.parametrize("seed", range(5))
def test_a_planted_illegal_step_is_caught_at_its_line(audited, game, teams, seed):
    play, draw = played(game, teams, seed), Random(seed)
    rows = written(play, checks=False)
    steps = [step for step in play.events if step.actor is not Agent.RULES]
    place = draw.randrange(len(steps))
    before = steps[place].before
    legal = [
        row_of(play, type(steps[0])(play.reader.actor(before, move), before, move, before))
        for move in play.reader.enabled(before)
    ]
    planted = draw.choice([row for row in rows[2:] if row not in legal])
    report = audited(game, [*rows[: place + 1], planted, *rows[place + 1 :]]).report
    assert (report.verdict, report.line) == ("illegal", place + 2)
    assert json.loads(report.original) == planted
    assert report.demands or report.moments or "not in" in report.says or " is for " in report.says
    assert report.legal


@pytest.mark.parametrize(("game", "teams"), PAIRS)
def test_a_planted_wrong_life_is_caught_at_its_line(audited, game, teams):
    rows, draw = written(played(game, teams, 1)), Random(1)
    place = draw.choice([at for at, row in enumerate(rows) if row["t"] == "state"])
    right = rows[place]["life"]
    rows[place] = {**rows[place], "life": right + 1}
    report = audited(game, rows).report
    assert (report.verdict, report.line) == ("contradicted", place + 1)
    assert [(field.stated, field.reached) for field in report.fields] == [(right + 1, right)]


HIDDEN = {
    "passes": ("passes: implied\n", lambda row: row.get("what", "").endswith(("/pass", "/close", "/let"))),
    "payments": ("hidden: 'pay/*'\n", lambda row: row.get("what", "").startswith("pay/")),
    "who starts": ("hidden: ['setup/*']\n", lambda row: row["t"] == "toss" or "setup" in row.get("what", "")),
}


@pytest.mark.parametrize("what", HIDDEN)
@pytest.mark.parametrize(("game", "teams"), PAIRS[::2])
def test_what_a_log_leaves_out_is_followed(audited, game, teams, what):
    head, hides = HIDDEN[what]
    rows = written(played(game, teams, 4, 160))
    kept = [row for row in rows if not hides(row)]
    assert len(kept) < len(rows)
    found = audited(game, kept, head)
    assert found.report.verdict == "legal"
    state = found.session.start
    for step in found.session.events:
        state = found.session.reader.step(state, step.move)
    assert state == found.session.state


def test_dice_of_one_card_need_no_numbers(audited):
    game = "dice-masters@2018"
    rows = written(played(game, "x-men-demo", 2, 40), checks=False)
    first = next(at for at, row in enumerate(rows) if row["t"] == "draw")
    rows[first] = {**rows[first], "die": "sidekick"}
    assert audited(game, rows[: first + 1]).report.fits == 8
    assert audited(game, rows).report.verdict == "legal"


WRONG_STARTS = {
    "heroes": (
        "start: {heroes: [barbarian, paladin]}\n",
        "no field of a start is called 'heroes'; there are: teams",
    ),
    "edition": ("start: {teams: x-men-demo, edition: '2017'}\n", "no field of a start is called 'edition'"),
    "two names": ("start: {teams: [one, other]}\n", "start.teams: one name stands for both teams; given: 2"),
    "no teams": ("start: {teams: x-men}\n", "no pair of teams is called 'x-men'; near: x-men-demo"),
}


@pytest.mark.parametrize("name", WRONG_STARTS)
def test_a_start_that_is_not_of_this_game_is_named(audited, name):
    head, says = WRONG_STARTS[name]
    with pytest.raises(UserError, match=says.replace("?", ".")) as raised:
        audited("dice-masters@2018", [{"t": "toss", "who": "Ann"}], head)
    assert raised.value.exit_code in (ExitCode.BAD_INPUT, ExitCode.UNKNOWN_NAME)


def test_a_mapping_that_says_nobody_plays_asks_for_teams(audited):
    with pytest.raises(UserError, match=r"nothing says who plays; write `start: \{teams: name\}`"):
        audited("dice-masters@2018", [], mapping="log: json\nkind: t\nkinds: {a: ignore}\n")
    wrong = MAPPING.replace("{teams: teams}", "{heroes: [one, two]}")
    with pytest.raises(UserError, match="a start is `teams: field`"):
        audited("dice-masters@2018", [], mapping=wrong)
    with pytest.raises(UserError, match="says which teams play"):
        audited("dice-masters@2018", [{"t": "toss", "who": "Ann"}])


def test_an_audit_begins_where_a_scenario_does(audited, tmp_path):
    (tmp_path / "here.yaml").write_text(
        "game: dice-masters@2018\nstart: main\nplayers: [{life: 3}, {life: 7}]\n", encoding="utf-8"
    )
    rows = [{"t": "state", "who": "Bob", "life": 7}]
    head = "start: {scenario: here.yaml}\n"
    assert audited("dice-masters@2018", rows, head).report.verdict == "legal"
    rows[0]["life"] = 6
    assert audited("dice-masters@2018", rows, head).report.verdict == "contradicted"


def test_the_example_names_the_rule(monkeypatch):
    monkeypatch.chdir(Path(__file__).resolve().parents[2] / "examples/audit")
    mapping = load(Path("masters.yaml"), "dice-masters@2018")
    found = audit(Path("masters.jsonl"), mapping, "dice-masters@2018").report
    assert (found.verdict, found.line) == ("illegal", 40)
    assert [demand.rule for demand in found.demands] == ["zone/bag-source"]
