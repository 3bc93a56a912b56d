"""`dicelaw search --from` and `dicelaw chance --from` say on which readings their answers hang."""

import json

import pytest

from dicelaw.oracle.answers import question
from dicelaw.oracle.errors import ExitCode

FORCED, LUCKY = "whatever the others and the dice do", "whatever the others do, if the dice fall for it"

STRUCK = """
game: dice-throne
players:
  - {hero: barbarian, cp: 0, hand: []}
  - {hero: paladin, health: 8, cp: 0, hand: []}
turn: 1
play:
  - roll: [1, 2, 3, 4, 6]
  - announce: mighty-blow
  - until: defense/choose
"""
"""Nine damage against a Paladin whose Divine Defense may save him; he may use none, if that is how it is."""

FULL = """
game: dice-throne
players:
  - {hero: paladin, health: 60, cp: 0, hand: []}
  - {hero: paladin, health: 20, cp: 0, hand: [], tokens: {retribution: 1}}
turn: 1
play:
  - roll: [1, 2, 3, 4, 5]
  - announce: holy-attack-large
  - until: defense/start
  - 2 uses retribution
"""
"""A Paladin at the cap heals 2, deals 8, and gets half of that back: 58 if the heal counts, else 56."""

THREE = """
game: dice-throne
players:
  - {hero: barbarian, cp: 0, hand: []}
  - {hero: paladin, cp: 0, hand: []}
  - {hero: monk, cp: 0, hand: []}
turn: 1
start: discard
"""

DRAINED = """
game: dice-masters@2016
teams:
  - {format: demo, cards: [{card: madelyne-pryor-red-queen, dice: 2}], basics: [magic-missile]}
  - {format: demo, cards: [{card: jubilee-wondra, dice: 2}], basics: [barkskin]}
players:
  - field: {madelyne-pryor-red-queen/1: level 3}
    reserve: {magic-missile/1: action}
  - field: {jubilee-wondra/1: level 2}
    life: 2
turn: 1
play:
  - use magic-missile/1
  - damage jubilee-wondra/1
  - until: attack
  - send madelyne-pryor-red-queen/1
  - until: block
  - block jubilee-wondra/1 madelyne-pryor-red-queen/1
"""
"""Two damage from an attacker whose only blocker is KO'd by what the attacker drains."""

QUIET = """
game: dice-throne
players:
  - {hero: barbarian, cp: 0, hand: []}
  - {hero: paladin, cp: 0, hand: []}
turn: 1
start: main-2
"""
"""Nobody has anything to do before the turn is over."""


@pytest.fixture
def at(tmp_path):
    """The file of a scenario, and the game that it is of."""

    def at(text):
        file = tmp_path / "it.yaml"
        file.write_text(text, encoding="utf-8")
        return text.split(maxsplit=2)[1], file

    return at


@pytest.fixture
def search(run, at):
    def search(text, goal, *more):
        game, file = at(text)
        return run("search", game, "--from", file, "--goal", goal, *more)

    return search


@pytest.fixture
def chance(run, at):
    def chance(text, goal, *more):
        game, file = at(text)
        return run("chance", game, goal, "--from", file, *more)

    return chance


def _readings(found):
    """The answers of a report under each reading of the points on which it hangs."""
    report = json.loads(found[1])
    return {one["point"]: one["answers"] for one in report["readings"]}, report["readings_unknown"]


def _forces(answers):
    return {answer: found["forces"]["Paladin"]["most"] for answer, found in answers.items()}


def test_whether_a_player_can_be_forced_to_fall_hangs_on_a_reading(search):
    code, out, _ = search(STRUCK, "winner=1")
    assert code == ExitCode.OK
    assert out.splitlines()[-3:] == [
        "this hangs on the reading defense-duty: Must a defender who can use a Defensive Ability do so?",
        f"  may (as here): there is a way; Paladin: {FORCED}",
        f"  must: there is a way; Paladin: {LUCKY}",
    ]
    hangs, unknown = _readings(search(STRUCK, "winner=1", "--format", "json"))
    assert ({point: _forces(answers) for point, answers in hangs.items()}, unknown) == (
        {"defense-duty": {"may": FORCED, "must": LUCKY}}, [],
    )  # fmt: skip


def test_how_likely_a_player_falls_hangs_on_a_reading(chance):
    code, out, _ = chance(STRUCK, "winner=1", "--until", "main-2")
    assert code == ExitCode.OK
    assert out.splitlines()[-2:] == [
        "  may (as here): Paladin decides for it: 1.000000 = 1; Paladin decides against it: 0.375000 = 3/8",
        "  must: Paladin decides for it: 0.375000 = 3/8; Paladin decides against it: 0.375000 = 3/8",
    ]
    hangs, unknown = _readings(chance(STRUCK, "winner=1", "--until", "main-2", "--format", "json"))
    assert ([*hangs], unknown) == (["defense-duty"], [])
    assert [*hangs["defense-duty"]["must"]["decisions"]] != [*hangs["defense-duty"]["may"]["decisions"]]


def test_what_a_reading_decides_is_not_asked_again_and_is_repeated(search, chance):
    given = ("--reading", "defense-duty=must")
    code, out, err = search(STRUCK, "winner=1", *given)
    assert (code, "hangs on" in out) == (ExitCode.OK, False)
    assert f"  Paladin: {LUCKY}" in out.splitlines()
    assert err.splitlines()[-1].endswith("--goal winner=1 --reading defense-duty=must")
    _, out, err = chance(STRUCK, "winner=1", "--until", "main-2", *given)
    assert "  Paladin decides for it      0.375000 = 3/8" in out.splitlines()
    assert "hangs on" not in out
    assert err.splitlines()[-1].endswith("--until main-2 --reading defense-duty=must")


def test_two_readings_may_change_what_is_left_of_a_heal(chance):
    ends = ("--until", "main-2", "--until", "over")
    hangs, _ = _readings(
        chance(FULL, "health[1]=56", *ends, "--reading", "defense-duty=may", "--format", "json")
    )
    least = {
        point: {answer: found["chances"][1]["low"] for answer, found in answers.items()}
        for point, answers in hangs.items()
    }
    assert least == {
        "healing": {"together": "0", "at-once": "67/216"}, "heal-cap": {"net": "0", "healing": "67/216"},
    }  # fmt: skip


def test_where_a_position_begins_otherwise_the_answer_hangs_on_that(search):
    code, out, _ = search(THREE, "health[2]=35")
    assert code == ExitCode.OK
    assert [line.split("; ")[0] for line in out.splitlines()[-3:]] == [
        "  later (as here): there is a way", "  first: no way", "  variants: there is a way",
    ]  # fmt: skip


def test_a_no_may_be_a_yes_under_another_reading(search, chance):
    code, out, _ = search(DRAINED, "winner=1")
    assert code == ExitCode.REFUTED
    place = out.splitlines().index("  blocked (as here): no way")
    assert out.splitlines()[place + 1].startswith("  unblocked: there is a way; ")
    _, out, _ = chance(DRAINED, "winner=1", "--until", "cleanup")
    assert out.splitlines()[-3:-1] == [
        "  blocked (as here): whatever is decided: 0.000000 = 0",
        "  unblocked: whatever is decided: 1.000000 = 1",
    ]


@pytest.mark.parametrize("ask", ["few", "all"])
def test_where_nothing_hangs_on_a_reading_nothing_is_said(search, chance, ask):
    more = ("--other-readings", ask)
    _, out, _ = search(QUIET, "health[1]=50", *more)
    assert out.splitlines()[-1] == "1 state: all there are"
    found = search(QUIET, "health[1]=50", *more, "--format", "json")
    assert _readings(found) == ({}, [])
    assert _readings(chance(QUIET, "health[1]=49", "--until", "discard", *more, "--format", "json")) == (
        {},
        [],
    )


def test_what_is_not_asked_is_named(search):
    _, out, _ = search(STRUCK, "winner=1", "--other-readings", "none")
    assert "hangs on" not in out
    last = out.splitlines()[-1]
    assert last.startswith("not asked: whether there is a way under healing=at-once, heal-cap=healing, ")
    assert last.endswith("; --other-readings all asks")
    found = search(STRUCK, "winner=1", "--other-readings", "none", "--format", "json")
    hangs, unknown = _readings(found)
    assert (hangs, unknown[0]["point"], unknown[0]["asked"]) == ({}, "healing", False)


@pytest.fixture
def compiled(monkeypatch):
    """Every question is one for the compiled search."""
    monkeypatch.setitem(question.ask.__kwdefaults__, "few", 1)
    monkeypatch.setattr(question, "SLOWLY", 1)


@pytest.mark.usefixtures("compiled")
def test_who_can_force_it_is_asked_again_of_compiled_code_on_demand(search):
    _, out, _ = search(STRUCK, "winner=1")
    assert out.splitlines()[-1] == (
        "not asked: who can bring it about under defense-duty=must; --other-readings all asks"
    )
    hangs, unknown = _readings(search(STRUCK, "winner=1", "--other-readings", "all", "--format", "json"))
    assert [found["forces"] for found in hangs["defense-duty"].values()] == [
        {"Paladin": {"least": FORCED, "most": FORCED}}, {"nobody decides": {"least": LUCKY, "most": LUCKY}},
    ]  # fmt: skip
    assert unknown == []


@pytest.mark.usefixtures("compiled")
def test_a_no_of_compiled_code_is_asked_again(search):
    code, out, _ = search(DRAINED, "winner=1")
    assert code == ExitCode.REFUTED
    assert "  unblocked: there is a way; nobody decides: " + FORCED in out.splitlines()
    assert "not asked" not in out


@pytest.mark.usefixtures("compiled")
def test_a_budget_that_runs_out_under_a_reading_is_said(search, monkeypatch):
    asked = question.ask

    def scant(machine, *words, **options):
        unblocked = machine.readings["blocker-gone"] == "unblocked"
        return asked(machine, *words, **options | ({"budget": 1} if unblocked else {}))

    monkeypatch.setattr(question, "ask", scant)
    _, out, _ = search(DRAINED, "winner=1", "--other-readings", "all")
    assert "not seen: whether there is a way under blocker-gone=unblocked; raise --budget" in out.splitlines()


def test_a_hand_that_is_left_open_is_asked_about_again(search):
    text = THREE.replace("{hero: paladin, cp: 0, hand: []}", "{hero: paladin, cp: 0, hand: any 1 card}")
    text = text.replace("discard", "main-2")
    code, out, _ = search(text, "health[2]=35, discard")
    assert code == ExitCode.OK
    place = out.splitlines().index("  later (as here): with 33 hands there is a way")
    assert out.splitlines()[place : place + 3] == [
        "  later (as here): with 33 hands there is a way",
        "  first: with 33 hands none",
        "  variants: with 33 hands there is a way",
    ]
    hangs, _ = _readings(search(text, "health[2]=35, discard", "--format", "json"))
    assert {answer: len(found["with"]) for answer, found in hangs["koth-health"].items()} == {
        "later": 33, "first": 0, "variants": 33,
    }  # fmt: skip


def test_options_that_go_with_a_position_alone(run):
    for verb, more in (("search", ()), ("chance", ())):
        code, _, err = run(verb, "reaction-window/once", "--other-readings", "all", *more)
        assert (code, "--other-readings goes with --from" in err) == (ExitCode.USAGE, True)
        code, _, err = run(verb, "reaction-window/once", "--reading", "healing=at-once")
        assert (code, "has no readings" in err) == (ExitCode.USAGE, True)


def test_a_reading_that_there_is_not_is_refused(search, chance):
    code, _, err = search(STRUCK, "winner=1", "--reading", "healing=sometimes")
    assert (code, "answer to healing" in err) == (ExitCode.UNKNOWN_NAME, True)
    code, _, err = chance(STRUCK, "winner=1", "--reading", "heeling=at-once")
    assert (code, "near: healing" in err) == (ExitCode.UNKNOWN_NAME, True)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("text", "goal"), [(DRAINED, "winner=1"), (STRUCK, "winner=1")], ids=("table", "duel")
)
def test_under_a_reading_that_is_passed_over_the_answer_is_the_same(search, monkeypatch, text, goal):
    from dicelaw.oracle.answers.looked_at import LookedAt

    passed, same_by = [], LookedAt.same_by

    def noting(self, other, start, asked):
        same = same_by(self, other, start, asked)
        passed.extend([other.machine.readings] * same)
        return same

    with monkeypatch.context() as patched:
        patched.setattr(LookedAt, "same_by", noting)
        first = json.loads(search(text, goal, "--format", "json")[1])
    assert len(passed) > 5
    words = ("--other-readings", "none", "--format", "json")
    for readings in passed[::3]:
        given = [word for item in readings.items() for word in ("--reading", "=".join(item))]
        found = json.loads(search(text, goal, *given, *words)[1])
        assert [found[key] for key in ("possible", "forces")] == [
            first[key] for key in ("possible", "forces")
        ]
