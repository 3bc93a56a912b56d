"""Status effects: what each does by standing there, what runs by itself, and how it is spent."""

import pytest

from dicelaw.model.dice_throne.language import Action, Moment, Op, Status, Timing
from dicelaw.model.dice_throne.loader import load_pack

PACK = load_pack()
STATUS = {status.id: status for status in PACK.statuses[1:]}
FIXED = {"removable": False, "transferable": False}
POSITIVE = """
accuracy back-strike blood-power chi cleanse crit evasive fire-mastery flight honor mesmerize ninjutsu
nyras-bond protect reload retribution shadows smoke-bomb sneak-attack synth tactical-advantage wellspring
"""
UNIQUE = "blessing-of-divinity cursed-doubloon dominance hex holy-presence life-siphon silence"
COMPANIONS = "seedling sapling dryad heal-bot shock-bot nanobot"
TRAITS = {
    "concussion": {"skips_income": True},
    "stun": {"bars_actions": True},
    "knockdown": {"skips_offense": True},
    "bounty": {"attack_plus": 1, "attack_cp": 1, "persistent": True},
    "targeted": {"attack_plus": 2, "persistent": True},
    "burn": {"persistent": True},
    "poison": {"persistent": True},
    "blessing-of-divinity": {"saves": True, **FIXED},
    "shadows": {"no_offense_damage": True, "expires": "turn"},
    "life-siphon": {"persistent": True, "transferable": False},
    "shame": {"attack_minus": 1, "minus_once": True},
    "wither": {"attack_minus": 1, "persistent": True},
    "dominance": {"transferable": False},
    "entangle": {"fewer_attempts": 1, "expires": "phase"},
    "constrict": {"fewer_attempts": 1, "expires": "phase"},
    "hex": {"blanks_sixes": True, "transferable": False},
    "silence": {"bars_straights": True},
    "parlay": {"deals_nothing": True, "expires": "phase"},
    "parasite": {"stings": 3},
    "powder-keg": {"bursts": 3},
    "holy-presence": {"transferable": False},
    "cursed-doubloon": {"persistent": True, "spares": "cursed-pirate", **FIXED},
}
TRIGGERS = {
    "burn": ("upkeep", "DEAL"),
    "poison": ("upkeep", "DEAL"),
    "bleed": ("upkeep, each", "ROLL DEAL REMOVE"),
    "nanite": ("upkeep, each", "ROLL REMOVE"),
    "parasite": ("upkeep", "DEAL"),
    "powder-keg": ("upkeep", "ROLL REMOVE ISOLATED OR REMOVE TOKEN"),
    "holy-presence": ("upkeep", "DEAL"),
    "fire-mastery": ("upkeep", "REMOVE"),
    "cursed-doubloon": ("upkeep", "DEAL"),
    "blind": ("concluding", "REMOVE ROLL FIZZLE"),
    "blinding-light": ("concluding", "REMOVE ROLL FIZZLE HALVE"),
    "life-siphon": ("attacking", "STEAL_HEALTH"),
    "dominance": ("attacking", "ROLL DISCARD REMOVE"),
    "barbed-vine": ("phase-over", "REMOVE DEAL"),
    "delayed-poison": ("turn-end", "DEAL REMOVE"),
    "hex": ("turn-end", "REMOVE"),
    "silence": ("turn-end", "REMOVE"),
}
# The way to spend: tokens and CP, conditions (a word with a number or a status effect is a field), the words.
SPEND = {
    "knockdown/pay-to-remove": ("1, 2 cp", "until-offense", ""),
    "protect/prevent-half": ("1", "incoming", "HALVE"),
    "retribution/half-back": ("1", "attacked", "REFLECT"),
    "crit/add-four": ("1", "modifier at_least:5", "ADD"),
    "accuracy/makes-undefendable": ("1", "modifier offense-end", "UNDEFENDABLE"),
    "evasive/roll-avoid": ("1", "incoming", "ROLL AVOID"),
    "chi/prevent": ("1", "incoming", "PREVENT"),
    "chi/add-damage": ("1", "modifier not-turn-gained", "ADD"),
    "nyras-bond/distribute": ("1", "attacked before-defense companion-active", "SHARE"),
    "nyras-bond/heal-nyra": ("1", "companion-hurt", "HEAL_COMPANION"),
    "reload/add-half-die": ("1", "modifier", "ROLL ADD"),
    "sneak-attack/add-die": ("1", "modifier", "ROLL ADD"),
    "ninjutsu/roll-table": ("1", "modifier", "ROLL ADD ADD OR ADD OR TOKEN UNDEFENDABLE"),
    "honor/one": ("1", "modifier", "ADD"),
    "honor/two": ("2", "modifier", "ADD"),
    "back-strike/half-die-back": ("1", "attacked incoming_at_least:1", "ROLL DEAL"),
    "flight/attack": ("1", "modifier own-offense", "ROLL UNDEFENDABLE"),
    "flight/avoid": ("1", "incoming defense-phase", "ROLL AVOID"),
    "smoke-bomb/roll-avoid": ("1", "incoming", "ROLL AVOID"),
    "cleanse/remove-one": ("1", "", "REMOVE_ONE"),
    "wellspring/heal-half-die": ("1", "own-main", "ROLL HEAL"),
    "constrict/buy-back": ("1, 1 cp", "", "ATTEMPT"),
    "mesmerize/force-reroll": ("1", "", "ROLL CLEAR REROLL"),
    "seedling/reroll": ("1", "mark:seedling-spent", "REROLL"),
    "sapling/heal": ("1", "mark:sapling-spent", "HEAL CP"),
    "sapling/draw": ("1, 1 cp", "mark:sapling-spent", "DRAW"),
    "dryad/strike": ("1", "modifier mark:dryad-spent", "ADD"),
    "dryad/ward": ("1", "aimed-at mark:dryad-spent", "SHIELD"),
    "blood-power/strike": ("1", "modifier mark:blood-power-strike", "ADD"),
    "blood-power/cleanse": ("2", "mark:blood-power-cleanse", "REMOVE_ONE"),
    "blood-power/draw": ("3", "mark:blood-power-draw", "DRAW DISCARD_PICK"),
    "blood-power/heal": ("4", "attacking mark:blood-power-heal", "DRAIN"),
    "tactical-advantage/cp": ("1", "", "CP"),
    "tactical-advantage/reroll": ("1", "", "REROLL"),
    "tactical-advantage/draw": ("3", "", "DRAW"),
    "tactical-advantage/targeted": ("3", "", "TOKEN"),
    "tactical-advantage/protect": ("4", "", "TOKEN"),
    "tactical-advantage/transfer": ("4", "own-main", "TRANSFER"),
}
DETONATE = "DEAL DEAL DEAL DEAL DEAL DEAL REMOVE REMOVE"
BOTS = {
    "heal-bot": ("attacked incoming_at_least:6", "ROLL HEAL HEAL"),
    "shock-bot": ("modifier", "ADD"),
    "nanobot": ("own-upkeep", DETONATE),
}
# What the Artificer spends Synth for, as above.
SYNTH = {
    "nanite": ("4", "", "TOKEN"),
    **{f"build-{bot}": ("2", f"own-main held:{bot}", "TOKEN") for bot in BOTS},
    **{f"upgrade-{bot}": ("3", f"own-main held:{bot} held_least:1 held_most:1", "TOKEN") for bot in BOTS},
    **{
        f"{grade}-{bot}": (tokens, f"{when} held:{bot} {has} mark:{bot}-used", ops)
        for bot, (when, ops) in BOTS.items()
        for grade, tokens, has in (
            ("basic", "2", "held_least:1 held_most:1"),
            ("advanced", "1", "held_least:2 held_most:15"),
        )
    },
}
NAMING = ("held", "mark", "dice_of")


def sign(name):
    """The sign of a status effect."""
    if name in UNIQUE.split():
        return "unique"
    if name in COMPANIONS.split():
        return "companion"
    return "positive" if name in POSITIVE.split() else "negative"


def different(thing, usual, without):
    """The fields of ``thing`` that are not as usual."""
    return {
        key: value
        for key, value in vars(thing).items()
        if value != vars(usual)[key] and key not in without.split()
    }


def words(program):
    """The words of a program but for its jumps and its end."""
    return " ".join(step.op.name for step in program if step.op not in (Op.SKIP, Op.END))


def hyphened(word):
    return word.name.lower().replace("_", "-")


@pytest.mark.parametrize("status", STATUS.values(), ids=[*STATUS])
def test_sign_and_traits(status):
    found = different(status, Status("", "", "", 0), "id name sign limit spend triggers rules")
    if status.sign in ("mark", "companion"):
        assert found == FIXED
    else:
        assert found == TRAITS.get(status.id, {})
    assert status.sign == "mark" or status.sign == sign(status.id)


def test_programs_that_run_by_themselves():
    found = {}
    for status in STATUS.values():
        for trigger in status.triggers:
            assert status.id not in found
            each = ", each" if trigger.each else ""
            found[status.id] = (f"{hyphened(trigger.at)}{each}", words(trigger.program))
    assert found == TRIGGERS


def test_moments_of_passive_abilities():
    found = {moment for hero in PACK.heroes.values() for moment in (one.at for *_, one in hero.passives)}
    assert found == {Moment.SETUP, Moment.UPKEEP, Moment.TURN_END, Moment.OPPONENT_PHASE_OVER}


def spent(action):
    """The row of a way to spend."""
    fields = different(
        action, Action("", "", Timing.INSTANT, 0, ()), "id name program several when token tokens cp rules"
    )
    named = {key: PACK.statuses[value].id if key in NAMING else value for key, value in fields.items()}
    conditions = [hyphened(word) for word in action.when] + [f"{key}:{value}" for key, value in named.items()]
    cost = f"{action.tokens}, {action.cp} cp" if action.cp else f"{action.tokens}"
    return cost, set(conditions), words(action.program)


def test_ways_to_spend():
    found = {
        action.id.removeprefix("status/"): spent(action)
        for status in STATUS.values()
        for action in status.spend
    }
    assert found == {name: (cost, set(when.split()), ops) for name, (cost, when, ops) in SPEND.items()}


def test_what_synth_is_spent_for():
    board = [action for *_, action in PACK.heroes["artificer"].board]
    found = {action.id.removeprefix("artificer/"): spent(action) for action in board}
    assert found == {name: (cost, set(when.split()), ops) for name, (cost, when, ops) in SYNTH.items()}
    assert {PACK.statuses[action.token].id for action in board} == {"synth"}


def test_a_status_effect_is_spent_for_its_own_tokens():
    for number, status in enumerate(PACK.statuses):
        assert all(action.token == number for action in status.spend)


def amounts(name):
    """The fixed amounts of a way to spend, or of a board action of the Artificer."""
    status, _, way = name.partition("/")
    board = [action for *_, action in PACK.heroes["artificer"].board]
    among = board if status == "artificer" else STATUS[status].spend
    action = next(one for one in among if one.id.endswith(f"/{way}"))
    return [step.base for step in action.program if step.op not in (Op.SKIP, Op.END)]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("crit/add-four", [4]),
        ("nyras-bond/heal-nyra", [2]),
        ("honor/one", [1]),
        ("honor/two", [3]),
        ("dryad/strike", [3]),
        ("blood-power/strike", [2]),
        ("blood-power/draw", [2, 1]),
        ("sapling/heal", [1, 1]),
        ("artificer/basic-shock-bot", [3]),
        ("artificer/advanced-heal-bot", [1, 1, 2]),
        ("artificer/basic-nanobot", [1, 2, 2, 1, 2, 2, 3, 3]),
        ("flight/avoid", [2, 0]),
        ("ninjutsu/roll-table", [1, 1, 2, 0, 2, 0, 1, 0]),
    ],
)
def test_figures_of_ways_to_spend(name, wanted):
    assert amounts(name) == wanted


@pytest.mark.parametrize(
    ("name", "mask"),
    [("evasive/roll-avoid", 0b11), ("smoke-bomb/roll-avoid", 0b111), ("flight/avoid", 0b100000)],
)
def test_faces_that_avoid(name, mask):
    status, _, way = name.partition("/")
    action = next(one for one in STATUS[status].spend if one.id.endswith(f"/{way}"))
    assert (action.program[1].need_faces, action.program[1].need_count) == (mask, 1)
