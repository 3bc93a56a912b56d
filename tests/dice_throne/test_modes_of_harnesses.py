"""More than two players for engines and campaigns: positions, plays of the harness, vectors, fuzz."""

import json
from itertools import combinations
from random import Random

import pytest
from designs import HERO, card, token, write
from engines import FAULTS, Engine, run

from dicelaw.checker.dice_throne.rounds import Rounds
from dicelaw.model.dice_throne.modes import KING_OF_THE_HILL, MODES, THREE_TEAMS, TWO_TEAMS
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.mutation.content_trial import Trials
from dicelaw.mutation.ports import contents_of
from dicelaw.oracle.cli import main
from dicelaw.oracle.conform.check import Outcome, check, greet
from dicelaw.oracle.conform.coverage import Coverage
from dicelaw.oracle.conform.explore import Explorer
from dicelaw.oracle.dice_throne.fuzzing import DuelFuzzing
from dicelaw.oracle.dice_throne.opening import open_game
from dicelaw.oracle.dice_throne.position import begins
from dicelaw.oracle.dice_throne.positions import Pairings
from dicelaw.oracle.dice_throne.seating import tables
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.ruling_vectors import written
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.files.vectors import recorded
from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
from dicelaw.oracle.fuzz.corpus import Corpus, Done
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.modes import known_mode
from dicelaw.oracle.games.own_content import own_content
from dicelaw.specs.dice_throne.modes.properties import mode_properties
from dicelaw.specs.dice_throne.properties.step import step_properties
from dicelaw.specs.property import AllOf, Always, Stepwise

GAME = "dice-throne"
HEROES = ("barbarian", "paladin", "monk", "moon-elf", "pyromancer", "treant")
SEVERAL = [mode for mode in MODES if mode != "duel"]


@pytest.mark.parametrize("mode", SEVERAL)
def test_positions_are_possible_in_each_mode_and_as_proofs_take_them_to_begin(mode):
    draw = Random(mode)
    made = Pairings(GAME, HEROES, draw, Coverage(), MODES[mode])
    for number in range(2, 6):
        setup, _ = made.next(number)
        session = session_of(setup)
        assert session.game.rules.mode.id == mode
        begin = begins(session.game)[session.at]
        assert Concrete(session.machine).value(begin, session.state)


@pytest.mark.parametrize("mode", SEVERAL)
def test_the_faithful_engine_agrees_with_walks_in_each_mode(mode):
    engine, explorer = Engine(), Explorer(GAME, HEROES, 1, Coverage(), mode)
    case = explorer.next()
    assert check(case, engine, greet(engine)).outcome is Outcome.AGREES
    assert description(GAME).mode_of(case.setup) == mode


def test_what_only_several_players_bring_about_is_for_their_campaigns(tmp_path):
    plan = card("plan", ["draw 1"], several=["chosen opponent gains rust"])
    write(tmp_path, token("rust", ["suffer 1"], sign="negative"), cards=[plan])
    content = own_content(tmp_path)
    assert "status/rust" in DuelFuzzing(content, mode=KING_OF_THE_HILL).entries((HERO, "monk", "ninja"))
    assert "status/rust" not in DuelFuzzing(content).entries((HERO, "monk"))


def test_a_mistake_of_an_engine_is_found_in_a_mode_and_named_by_its_rule():
    tally = run(Engine("any-dice"), explore=2, mode="2v2")
    assert tally.count(Outcome.DISAGREES)
    rules = {need.rule for find in tally.findings.values() for need in find.rules}
    assert FAULTS["any-dice"].rule in rules


class OfDuels(Engine):
    """An engine that says nothing of modes."""

    def ask(self, question):
        answer = super().ask(question)
        return {name: value for name, value in answer.items() if name != "modes"}


def test_an_engine_of_duels_is_asked_nothing_in_a_mode():
    engine = OfDuels()
    support = greet(engine)
    explorer = Explorer(GAME, HEROES, 1, Coverage(), "2v2")
    result = check(explorer.next(), engine, support)
    assert (result.outcome, result.why) == (Outcome.SKIPPED, "it does not support the mode 2v2")
    assert support.lacks(GAME) == support.lacks(GAME, "duel") == ""


def test_vectors_of_a_mode_are_of_that_mode_and_those_of_duels_of_none():
    of = description(GAME)
    assert {of.mode_of(one.setup) for one in written(GAME)} == {"duel"}
    assert len(recorded(GAME, "2v2")) > 20
    for mode in SEVERAL:
        assert {of.mode_of(one.setup) for one in written(GAME, mode)} == {mode}


def test_the_vectors_of_a_mode_are_written(tmp_path, capsys):
    words = ["vectors", GAME, "--mode", "3v3", "--out", str(tmp_path), "--processes", "1"]
    assert main(words) == ExitCode.OK
    assert "example.jsonl" in capsys.readouterr().out
    text = (tmp_path / "example.jsonl").read_text(encoding="utf-8")
    assert text.count('"mode":"3v3"') == len(text.splitlines())


@pytest.mark.parametrize(
    ("words", "says", "code"),
    [
        (["vectors", GAME, "--mode", "2v3", "--out", "x"], "no mode is called '2v3'", ExitCode.UNKNOWN_NAME),
        (["vectors", "dice-conquest", "--mode", "2v2", "--out", "x"], "played in one way", ExitCode.USAGE),
        (["conform", GAME, "--mode", "2v3", "--impl", "x"], "no mode is called '2v3'", ExitCode.UNKNOWN_NAME),
        (["fuzz", "dice-masters@2018", "--mode", "2v2"], "played in one way", ExitCode.USAGE),
        (["fuzz", GAME, "--mode", "2v3"], "no mode is called '2v3'", ExitCode.UNKNOWN_NAME),
        (["mutate", GAME, "--mode", "2v3"], "no mode is called '2v3'", ExitCode.UNKNOWN_NAME),
    ],
)
def test_what_is_not_there_in_a_mode_is_said(words, says, code, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(words) == code
    assert says in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_the_usual_mode_is_meant_where_none_is_named():
    assert known_mode(GAME, None) == "duel"
    assert known_mode("dice-conquest", None) == ""


@pytest.mark.parametrize("mode", [KING_OF_THE_HILL, TWO_TEAMS, THREE_TEAMS], ids=lambda mode: mode.id)
def test_any_two_heroes_meet_as_opponents_and_in_teams_as_allies(mode):
    pairs = [*combinations(HEROES, 2)]
    met = set()
    for table in tables(mode, pairs, HEROES):
        seats = mode.seats(len(table))
        assert len({*table}) == len(table)
        for one, other in combinations(seats.numbers, 2):
            met.add((frozenset((table[one], table[other])), other in seats.allies(one)))
    sides = (False,) if mode is KING_OF_THE_HILL else (False, True)
    assert met >= {(frozenset(pair), allied) for pair in pairs for allied in sides}


@pytest.mark.parametrize("mode", SEVERAL)
def test_fuzz_asks_in_each_mode_what_it_asks_of_duels_but_for_rows_of_steps(mode):
    in_duels = DuelFuzzing(None).arena(HEROES[:2])
    rows = {one.id for one in step_properties(in_duels.made)} | {
        "over/at-once",
        "ultimate/no-opponent-action",
    }
    told = {one.id for one in in_duels.properties if isinstance(one.claim, Always | AllOf | Stepwise)}
    fuzzing = DuelFuzzing(None, mode=MODES[mode])
    asked = [one.id for one in fuzzing.arena(fuzzing.pairings[0]).properties]
    assert len({*asked}) == len(asked)
    assert {*asked} >= told - rows > {"play/structure", "word/draw", "interrupted/goes-back"}
    further = 3 if mode in ("2v2", "3v3") else 2
    opponents = {f"ultimate/no-opponent-action/{places}" for places in (1, further)}
    assert opponents < {*asked}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "mode"),
    [
        ("targeting/only-opponents/hill", KING_OF_THE_HILL), ("play/structure", TWO_TEAMS),
        ("word/token", KING_OF_THE_HILL), ("word/draw", THREE_TEAMS),
    ],
)  # fmt: skip
def test_fuzz_finds_a_planted_mistake_in_a_mode(id, mode, monkeypatch):
    """The mistake that each property is proved not to let through."""
    monkeypatch.setattr("dicelaw.oracle.fuzz.judging.ORDERED", 0)

    def spoil(made):
        return next(one for one in mode_properties(made) if one.id == id).bug.planted(made.machine)

    heroes = HEROES[: min(mode.sides)]
    finds = Campaign(DuelFuzzing(None, spoil, [heroes], mode), Done(0), Bounds(plays=60)).run()
    assert any(find.key[0] == f"property/{id}" for find in finds), [find.key for find in finds]


def _mutants(mode, entry):
    return [one for one in contents_of(GAME, mode).mutants() if f"{one.owner}/{one.entry}" == entry]


def test_mistakes_in_content_of_a_mode_are_in_what_is_printed_for_several():
    """Purify is for a chosen teammate there: what it heals has a mistake, and that of the duel is another."""
    duels, several = (_mutants(mode, "seraph/purify") for mode in ("", "2v2"))
    assert "other-player" in {one.operator for one in several}
    assert {one.id for one in several} != {one.id for one in duels}


def test_a_play_in_a_mode_notices_a_mistake_in_what_is_printed_for_several():
    record = next(one for one in written(GAME, "king-of-the-hill") if one.id.endswith("/two-shares"))
    trials = Trials(contents_of(GAME, "king-of-the-hill"), [record])
    found = {one.id for one in _mutants("king-of-the-hill", "ninja/kuji-kiri") if [*trials.told(one)]}
    assert any("base-plus-one" in id for id in found)


@pytest.mark.slow
def test_a_property_of_a_mode_notices_a_mistake_in_the_rules_there(capsys):
    rule = ["--rule", "team/2v2/target-table", "--only", "machine", "--sample", "2", "--format", "json"]
    main(["mutate", GAME, "--mode", "2v2", "--by", "properties", "--processes", "1", *rule])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 2
    assert any((row["noticed_by"] or "").endswith("/teams") for row in rows)


def test_a_campaign_goes_on_in_its_own_mode_only(tmp_path):
    corpus = Corpus(tmp_path, GAME)
    corpus.save(Done(0, mode="2v2", plays=3))
    assert corpus.done(Done(0, mode="2v2")).plays == 3
    with pytest.raises(UserError, match="in the mode 2v2 and not in the usual mode; give another --out"):
        corpus.done(Done(0))


def test_what_a_side_loses_is_counted_once():
    made = open_game(HEROES[:4], mode="2v2")
    rounds, d = Rounds(made), made.duel
    before = [*made.machine.start]
    after = [*before]
    after[d.health[1].place] -= 3
    harm = [rounds.harm(tuple(before), tuple(after), seat) for seat in d.seats.numbers]
    assert harm == [0, 3, 0, 0]


ROLL_OFF = """
game: dice-throne
mode: 2v2
turn: 2
players:
  - {hero: artificer}
  - {hero: ninja, hand: [six-it]}
  - {hero: gunslinger, hand: [six-it]}
  - {hero: paladin, hand: [six-it]}
play:
  - roll: [1, 2, 2, 3, 6]
  - 2 announce slash
  - roll: [1]
  - 3 defend duel
  - roll: [5]
  - roll: [3, 1]
  - until: resolve/dice
"""


def test_who_has_no_die_in_a_roll_off_alters_none_of_the_own(tmp_path, capsys):
    """Fuzzing found that a third player was let, and then nothing was legal."""
    path = tmp_path / "roll-off.yaml"
    path.write_text(ROLL_OFF, encoding="utf-8")
    assert main(["legal", GAME, str(path)]) == ExitCode.OK
    listed = capsys.readouterr().out.partition("this hangs on")[0]
    offered = [line.split(":")[0] for line in listed.splitlines() if "six-it" in line]
    assert offered == ["  2 Ninja", "  3 Gunslinger"]


def test_a_run_in_a_mode_that_is_not_supported_is_skipped():
    tally = run(OfDuels(), explore=3, mode="3v3")
    skipped = [(one.case, one.why) for one in tally.results if one.outcome is Outcome.SKIPPED]
    assert skipped == [("explore", "it does not support the mode 3v3")]


RICH = """
game: dice-throne
turn: 2
players: [{hero: monk, cp: 3}, {hero: tinker, tokens: {cog: 1}}, {hero: ninja, tokens: {stun: 1}}]
start: main-1
play: [2 uses cog/use-1]
"""


def test_whose_points_are_meant_is_asked_before_who_is_picked(tmp_path, capsys):
    """Fuzzing found both possible at once, so that the rules seemed to choose."""
    (tmp_path / "own").mkdir()
    write(tmp_path / "own", token("cog", ["remove all statuses of chosen player if opponent's 3 cp"]))
    path = tmp_path / "rich.yaml"
    path.write_text(RICH, encoding="utf-8")
    assert main(["outcome", GAME, str(path), "--content", str(tmp_path / "own")]) == ExitCode.OK
    listed = capsys.readouterr().out.splitlines()
    ways = [line.removeprefix("by choice: ") for line in listed if line.startswith("by choice")]
    monk, ninja = "Tinker: pick 1 (Monk)", "Tinker: pick 3 (Ninja)"
    assert ways == [f"{monk}; {monk}", f"{monk}; Tinker: pick 2 (Tinker)", f"{monk}; {ninja}", ninja]
