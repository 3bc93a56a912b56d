"""Content files with mistakes: each is named with its line, its field and what is allowed."""

import shutil
from importlib.resources import files

import pytest
from content_problems import only_problem, problems

from dicelaw.model.dice_throne.loader import ContentError, load_pack

LINE = "common[0].effect[0]"
CARD = """\
source: mine
common:
  - id: my-card
    name: My Card
    timing: main
    cost: 1
    effect:
      - draw 1
"""
NAP = "{id: nap, name: Nap, slot: dodge, level: 1, cost: 1, spends: chi, effect: [heal 1]}"
HERO = """\
source: mine
hero:
  id: scout
  name: Scout
  symbols: [bow, bow, bow, boot, boot, moon]
  slots: [shot, dodge, finale]
  offense:
    - {slot: shot, name: Shot, level: 1, needs: 3 bow, effect: [damage 4]}
    - {slot: shot, name: Shot II, level: 2, needs: 3 bow, effect: [damage 5]}
    - {slot: finale, name: Finale, level: 1, needs: 5 moon, ultimate: true, effect: [damage 9 ultimate]}
  defense:
    - {slot: dodge, name: Dodge, level: 1, dice: 3, effect: [prevent 1 per boot]}
  upgrades:
    - {slot: shot, level: 2, cost: 2}
  companion: {health: 5, max: 7, plus: 2}
"""
STATUS = """\
source: mine
statuses:
  - id: dizzy
    name: Dizzy
    sign: negative
    limit: 1
    spend:
      - {id: shake-off, name: Shake off, effect: [], cp: 1}
"""


@pytest.mark.parametrize("text", [CARD, HERO, STATUS])
def test_the_samples_themselves_are_fine(tmp_path, text):
    (tmp_path / "mine.yaml").write_text(text)
    pack = load_pack([tmp_path])
    assert len(pack.heroes["paladin"].cards) == (34 if text is CARD else 33)
    assert ("scout" in pack.heroes) == (text is HERO)
    assert ("dizzy" in {status.id for status in pack.statuses}) == (text is STATUS)


@pytest.mark.parametrize(
    ("text", "old", "new", "line", "field", "says"),
    [
        (CARD, "draw 1", "drw 1", 8, LINE, "line; did you mean `draw 1`? allowed: `draw 1`"),
        (CARD, "draw 1", "deal 100", 8, LINE, "'100' is more than can be said; allowed: 99 at most"),
        (CARD, "draw 1", "deal " + "9" * 500, 8, LINE, "is more than can be said; allowed: 99 at most"),
        (CARD, "draw 1", "deal 1 per pow at most 10", 8, LINE, "'10' is more than can be said; allowed: 9 "),
        (CARD, "draw 1", "draw one", 8, LINE, "allowed: `draw 1`"),
        (CARD, "draw 1", "heal", 8, LINE, "'heal' is not an effect line; did you mean `heal 1`? "),
        (CARD, "source: mine\n", "source: mine\ncards: []\n", 2, "cards",
         "unknown field 'cards'; it is a field of a hero; allowed: rules, "),
        (HERO, "  id: scout", "  statuses: []\n  id: scout", 3, "hero.statuses",
         "unknown field 'statuses'; it is a field of a content file; allowed: rules, "),
        (CARD, "draw 1", "7", 8, LINE, "7 is not an effect line; allowed: a text, `choose:`"),
        (CARD, "draw 1", "draw 1 if bow", 8, LINE, "unknown symbol 'bow'; allowed: "),
        (CARD, "draw 1", "draw 1 if sum", 8, LINE, "unknown symbol 'sum'"),
        (CARD, "draw 1", "draw 1 if !", 8, LINE, "'!' is not a condition; allowed: `2 sword`"),
        (CARD, "draw 1", "draw 1 if 1 and 2 and 3", 8, LINE, "too many conditions of one kind"),
        (CARD, "draw 1", "draw 1 of offense dice", 8, LINE, "names dice but counts none"),
        (CARD, "draw 1", "roll 6 dice", 8, LINE, "allowed: 5 at most"),
        (CARD, "draw 1", "another opponent gains stun", 8, LINE, "`another opponent` is for `several:`"),
        (CARD, "draw 1", "deal 1 to each player", 8, LINE, "`each` is for `several:`"),
        (CARD, "draw 1", "draw 1 if that player's 1 chi", 8, LINE, "`that player` is for `several:`"),
        (CARD, "draw 1", "inflict stn", 8, LINE, "'stn'; did you mean 'stun'? allowed: "),
        (CARD, "draw 1", "choose: [draw 1]", 8, LINE + ".choose", "at least two alternatives"),
        (CARD, "draw 1", "choose: [draw 1, drw]", 8, LINE + ".choose[1][0]", "'drw'"),
        (CARD, "draw 1", "choose: [draw 1, 3]", 8, LINE + ".choose[1][0]", "3 is not an effect line"),
        (CARD, "cost: 1", "cost: one", 6, "common[0].cost", "'one' is not allowed; allowed: a whole"),
        (CARD, "cost: 1", "cost: true", 6, "common[0].cost", "true is not allowed"),
        (CARD, "cost: 1", "cost: 16", 6, "common[0].cost", "allowed: a whole number from 0 to 15"),
        (CARD, "cost: 1", "cost: -1", 6, "common[0].cost", "-1 is not allowed"),
        (CARD, "cost: 1", "cost: 1\n    price: 1", 7, "common[0].price", "unknown field 'price'; allowed: "),
        (CARD, "timing: main", "timing: mian", 5, "common[0].timing", "did you mean 'main'? allowed: main"),
        (CARD, "cost: 1", "cost: 1\n    when: [attackd]", 7, "common[0].when[0]", "did you mean 'attacked'?"),
        (CARD, "id: my-card", "id: My Card", 3, "common[0].id", "allowed: lower-case words joined"),
        (CARD, "id: my-card", "id: tip-it", 3, "common[0].id", "'common/tip-it' is already the id"),
        (CARD, "cost: 1", "cost: {edition: {2016: 1}}", 6, "common[0].cost.edition", "allowed: 2017, later"),
        (CARD, "cost: 1", "cost: {edition: {2017: 1}}", 6, "common[0].cost.edition", "no value for"),
        (CARD, "cost: 1", "cost: 1\n    cost: 2", 7, "common[0].cost", "already given in line 6"),
        (CARD, "source: mine", "source: ''", 1, "source", "'' is not allowed"),
        (CARD, "source: mine\n", "", 1, "source", "the field 'source' is missing; allowed: a text"),
        (HERO, "3 bow, effect: [damage 4]", "3 bo, effect: [damage 4]", 8, "hero.offense[0].needs", "'bow'"),
        (HERO, "damage 4", "damage 1 per bo", 8, "hero.offense[0].effect[0]", "did you mean 'bow'?"),
        (HERO, "3 bow, effect: [damage 4]", "many, effect: []", 8, "hero.offense[0].needs", "`4 of a kind`"),
        (HERO, "needs: 3 bow, effect: [damage 4]", "needs: 4 bow + 2 moon, effect: []", 8,
         "hero.offense[0].needs", "more than five dice"),
        (HERO, "needs: 3 bow, effect: [damage 4]", "needs: 9 bow, effect: []", 8,
         "hero.offense[0].needs", "more than five dice"),
        (HERO, "needs: 5 moon", "needs: 5 boot", 10, "hero.offense[2].needs", "allowed: 5 of face 6"),
        (HERO, "damage 9 ultimate", "damage 9", 10, "hero.offense[2].effect[0]", "`ultimate: true`"),
        (HERO, "prevent 1 per boot", "damage 1", 12, "hero.defense[0].effect[0]", "with `deal`"),
        (HERO, "dice: 3, ", "", 12, "hero.defense[0].dice", "the field 'dice' is missing"),
        (HERO, "slot: shot, name: Shot,", "slot: shoot, name: Shot,", 8, "hero.offense[0].slot", "'shot'?"),
        (HERO, "level: 2, cost", "level: 3, cost", 14, "hero.upgrades[0].level", "allowed: [1, 2]"),
        (HERO, "name: Shot II, level: 2", "name: Shot II, level: 1", 9, "hero.offense[1].slot", "already"),
        (HERO, "boot, boot, moon]", "boot, moon]", 5, "hero.symbols", "allowed: a list of six symbols"),
        (HERO, "slots: [shot, ", "slots: [shot, shot, ", 6, "hero.slots", "names a board space twice"),
        (HERO, "id: scout", "id: paladin", 3, "hero.id", "'paladin' is already the id of a hero"),
        (HERO, "max: 7, ", "", 15, "hero.companion.max", "the field 'max' is missing"),
        (HERO, "max: 7, ", "max: 4, ", 15, "hero.companion.health", "5 is more than its full health"),
        (HERO, "damage 4", "choose: [damage 4, inflict stun]", 8, "hero.offense[0].effect[0]",
         "what the target suffers besides damage is not in one choice with damage or dice"),
        (STATUS, "sign: negative", "sign: bad", 5, "statuses[0].sign", "positive, negative, unique"),
        (STATUS, "id: dizzy", "id: stun", 3, "statuses[0].id", "already the id of a status effect"),
        (STATUS, "id: dizzy", "id: 2-dizzy", 3, "statuses[0].id", "the first of which begins with a letter"),
        (STATUS, "sign: negative", "sign: negative\n    spares: monkk", 6, "statuses[0].spares",
         "unknown hero 'monkk'; did you mean 'monk'? allowed: "),
        (HERO, "  defense:", f"  board: [{NAP}]\n  defense:", 11, "hero.board[0].spends",
         "allowed: both or neither"),
        (STATUS, "cp: 1", "cp: x", 8, "statuses[0].spend[0].cp", "'x' is not allowed"),
        (STATUS, "cp: 1", "tokens: 0, have: no dizzy", 8, "statuses[0].spend[0].have",
         "'no dizzy' lets a player without dizzy use it; allowed with `tokens: 0`: `1 dizzy` or more"),
        (STATUS, "cp: 1", "tokens: 0, have: 1 stun", 8, "statuses[0].spend[0].have", "`1 dizzy` or more"),
    ],
)  # fmt: skip
def test_one_mistake_gives_one_problem_with_its_place(tmp_path, text, old, new, line, field, says):
    assert old in text
    found = only_problem(tmp_path, text.replace(old, new, 1))
    assert found[:2] == (line, field)
    assert says in found[2]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("source: mine\ncommon: [", 3, "this is not YAML"),
        ("source: mine\n\tcommon: 1\n", 2, "this is not YAML: a tab indents this line; indent with spaces"),
        ("source: mine\r\x85\u2028\tcommon: 1\n", 4, "this is not YAML: a tab indents this line"),
        ("source: mine\r\r\r[", 5, "this is not YAML"),
        ("source: 'mine\n", 2, "this is not YAML"),
        (b"source: mine\nname: \xff\n", 2, "this is not UTF-8"),
        ("source: \x00", 0, "this is not YAML"),
        ("source: &a mine\nhero: *a\n", 2, "*a refers to another place"),
        ("source: mine\n---\nsource: mine\n", 2, "a second document"),
        ("? [a]\n: b\n", 1, "a field's name is a word"),
        ("[" * 100_000, 1, "nested more than 20 deep"),
        ("- " * 100_000, 1, "nested more than 20 deep"),
    ],
)
def test_what_cannot_be_read(tmp_path, text, line, says):
    found = only_problem(tmp_path, text)
    assert found[:2] == (line, "")
    assert says in found[2]


EMPTY, OTHER = "this file is empty", "is not a file of fields"


@pytest.mark.parametrize(
    ("text", "says"), [("", EMPTY), ("just text", OTHER), ("- a\n- b\n", OTHER), ("# nothing\n", EMPTY)]
)
def test_what_is_no_content_file(tmp_path, text, says):
    line, field, told = only_problem(tmp_path, text)
    assert (line, field) == (1, "")
    assert says in told


def test_all_mistakes_of_a_file_are_in_one_report(tmp_path):
    text = (
        CARD.replace("cost: 1", "cost: x").replace("mine", "mine\nextra: 1") + CARD.partition("common:\n")[2]
    )
    text = text.replace("draw 1", "inflict stn").replace("    timing: main\n", "", 1)
    found = problems(tmp_path, text)
    assert [(line, field) for line, field, _ in found] == [
        (2, "extra"),
        (4, "common[0].timing"),
        (6, "common[0].cost"),
        (14, "common[1].effect[0]"),
    ]


def test_what_nothing_else_hangs_on_hides_nothing_in_its_entry(tmp_path):
    text = (
        CARD.replace("cost: 1", "cost: x\n    colour: red")
        .replace("main", "mian")
        .replace("draw 1", "drew 1")
    )
    found = problems(tmp_path, text)
    assert [(line, field) for line, field, _ in found] == [
        (5, "common[0].timing"),
        (6, "common[0].cost"),
        (7, "common[0].colour"),
        (9, "common[0].effect[0]"),
    ]


def test_a_misspelt_field_brings_no_mistakes_that_are_none(tmp_path):
    found = problems(tmp_path, CARD.replace("timing", "timming").replace("draw 1", "drew 1"))
    assert [(line, field) for line, field, _ in found] == [(3, "common[0].timing"), (5, "common[0].timming")]


def test_an_unreadable_file_hides_no_mistake_elsewhere_and_makes_none(tmp_path):
    (tmp_path / "broken.yaml").write_text("statuses: [")
    found = problems(tmp_path, CARD.replace("draw 1", "inflict dizzy").replace("cost: 1", "cost: x"))
    assert [(line, field) for line, field, _ in found] == [(2, ""), (6, "common[0].cost")]


def test_a_wrong_status_effect_is_still_known(tmp_path):
    (tmp_path / "status.yaml").write_text(STATUS.replace("limit: 1", "limit: 0"))
    found = problems(tmp_path, CARD.replace("draw 1", "inflict dizzy"))
    assert [(line, field) for line, field, _ in found] == [(6, "statuses[0].limit")]


def test_a_duplicate_names_the_first_place(tmp_path):
    (tmp_path / "a.yaml").write_text(CARD)
    ((line, field, says),) = problems(tmp_path, CARD)
    assert (line, field) == (3, "common[0].id")
    assert "a.yaml:3" in says


def test_a_missing_folder_and_an_unknown_edition(tmp_path):
    with pytest.raises(ContentError, match="there is no such folder"):
        load_pack([tmp_path / "nowhere"])
    with pytest.raises(ContentError, match="unknown edition '2020'; allowed: 2017, later"):
        load_pack(edition="2020")


def test_the_report_is_one_line_a_problem(tmp_path):
    (tmp_path / "mine.yaml").write_text(CARD.replace("cost: 1", "cost: x").replace("main", "mian"))
    with pytest.raises(ContentError) as caught:
        load_pack([tmp_path])
    assert str(caught.value).splitlines() == [str(problem) for problem in caught.value.problems]
    first, second = caught.value.lines
    assert first.startswith(
        f"{tmp_path / 'mine.yaml'}:5: common[0].timing: unknown timing 'mian'; did you mean"
    )
    assert second.startswith(f"{tmp_path / 'mine.yaml'}:6: common[0].cost: 'x' is not allowed")


def test_our_own_files_twice_are_duplicates_and_nothing_else(tmp_path):
    own = files("dicelaw.model.dice_throne") / "content"
    for entry in own.iterdir():
        shutil.copyfile(str(entry), tmp_path / entry.name)
    with pytest.raises(ContentError) as caught:
        load_pack([tmp_path])
    assert all("already the id" in problem.says for problem in caught.value.problems)


def test_a_mistake_that_shows_in_our_own_files_is_forgotten_with_the_content_that_makes_it(tmp_path):
    mine = tmp_path / "mine.yaml"
    head, entry = CARD.split("common:\n")
    mine.write_text(f"{head}common:\n{''.join(entry.replace('my-card', f'card-{at}') for at in range(40))}")
    with pytest.raises(ContentError) as caught:
        load_pack([tmp_path])
    assert any(problem.file.startswith("dicelaw:content/") for problem in caught.value.problems)
    mine.write_text(CARD)
    assert "paladin" in load_pack([tmp_path]).heroes
