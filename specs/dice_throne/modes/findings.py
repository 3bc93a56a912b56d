"""Findings about more than two players: where the text is silent, or says two things."""

from __future__ import annotations

from dicelaw.specs.finding import Finding

FINDINGS = (
    Finding(
        "finding/six-on-a-hill",
        "gap",
        "King of the Hill is for three to six players, but no starting Health is known for six. The "
        "model takes that of five.",
        ("koth/starting-health",),
        "the reading koth-health, and example/koth/starting-health/five",
    ),
    Finding(
        "finding/any-player-or-opponent",
        "conflict",
        "Two places let anyone be aimed at in King of the Hill, oneself too, and a third only an opponent.",
        ("targeting/koth-free-choice", "def/attack"),
        "the reading koth-target=anybody of targeting/only-opponents/hill",
    ),
    Finding(
        "finding/five-against-an-ultimate",
        "conflict",
        "During an Ultimate opponents take no action of any kind, but a 5 on the targeting die lets "
        "them choose the target.",
        ("ultimate/targeting-roll-only-attacker", "ultimate/no-opponent-action", "team/2v2/target-table"),
        "the reading ultimate-target, and example/ultimate/targeting-roll-only-attacker/five",
    ),
    Finding(
        "finding/stunned-chooser",
        "gap",
        "A 5 on the targeting die lets the opponents choose, and nothing says who of them speaks, nor "
        "whether to choose is an action, from which Stun bars. In the model it is the first who is not "
        "stunned; if all are, it is the first, as somebody has to choose.",
        ("team/2v2/target-table", "status/stun/no-actions"),
        "example/team/2v2/target-table/stunned",
    ),
    Finding(
        "finding/table-of-a-lost-team",
        "gap",
        "Once a team is defeated, 2 against 2 against 2 has two opponents for the four numbers of its "
        "targeting die. The model counts round again among those who are left.",
        ("team/2v2v2/target-table",),
        "the transition targeting/read/named of 2 against 2 against 2",
    ),
    Finding(
        "finding/blank-targeting-die",
        "gap",
        "Whoever has Hex rolls a blank for a 6, and no table of targets says whom a blank means. In the "
        "model the targeting die keeps its 6.",
        ("status/hex/sixes-blank", "team/2v2/target-table"),
        "the transitions targeting/read/named and targeting/read/attacker, and "
        "example/status/hex/sixes-blank/targeting-die",
    ),
    Finding(
        "finding/defeated-in-the-own-turn",
        "gap",
        "Nothing says what becomes of a turn whose player is defeated while others play on. The model "
        "drops what is under way, and the turn passes.",
        ("health/zero-is-defeat",),
        "the transitions turn-lost/drop and turn-lost/pass",
    ),
    Finding(
        "finding/stun-of-a-defeated-player",
        "gap",
        "Stun is taken off by the player who inflicted it. Nothing says how it leaves where that player is "
        "defeated by the same Roll Phase. The model keeps it: its bearer skips turns until an ability that "
        "anybody aims at the bearer is concluded; whoever that is has the additional Offensive Roll Phase.",
        ("status/stun/extra-offensive-phase", "status/stun/no-actions"),
        "example/status/stun/extra-offensive-phase/inflicter-defeated",
    ),
    Finding(
        "finding/last-two-on-a-hill",
        "open",
        "With two players left in King of the Hill each has one opponent, for whom nobody is chosen, but an "
        "Attack on a Leader brings a card when its target is chosen. Nothing says whether the rules of the "
        "mode still hold then.",
        ("targeting/single-opponent-skip", "koth/leader-bonus-card", "koth/bonus-timing"),
        "the reading koth-last-two, and example/targeting/single-opponent-skip/last-two",
    ),
    Finding(
        "finding/attack-on-a-teammate",
        "conflict",
        "An Attack is an ability aimed at an opponent, but a 1 for Dominance makes a teammate the target. "
        "In the model it stays an Attack, and the teammate may defend as anybody may.",
        ("def/attack", "status/dominance/roll-on-attack"),
        "example/status/dominance/roll-on-attack/teammate",
    ),
    Finding(
        "finding/two-struck",
        "conflict",
        "Pure damage has no targeting of its own and goes to the target of the ability, but Kuji-Kiri deals "
        "it to two opponents whom its user chooses, and pure damage of an Offensive Ability is an Attack. In "
        "the model that is one Attack: the first is its target, the other is Attacked as well.",
        ("damage/no-special-targeting", "damage/pure/is-attack", "def/defender"),
        "the rule model/two-struck, and example/damage/pure/is-attack/second-opponent",
    ),
    Finding(
        "finding/two-leaders-struck",
        "gap",
        "Whoever targets a Leader with an Attack draws a card. Nothing says whether an Attack on two tied "
        "Leaders brings one card or two; in the model one Attack brings one.",
        ("koth/leader-bonus-card", "koth/tied-leader-still-bonus"),
        "example/koth/leader-bonus-card/two-leaders",
    ),
    Finding(
        "finding/whose-attack",
        "gap",
        "An Attack Modifier needs an Attack, and nothing says that it has to be the player's own. Tokens "
        "are spent after attacking, and an Ultimate is raised by who activated it, so in the model nobody "
        "adds to the Attack of a teammate.",
        ("modifier/needs-attack", "ultimate/enhanceable-by-attacker"),
        "the rule model/own-attack, and example/modifier/needs-attack/of-a-teammate",
    ),
)
