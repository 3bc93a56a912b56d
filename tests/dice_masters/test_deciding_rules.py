"""Which rules a step of Dice Masters names: those that make a difference there, not all that speak of it."""

from tables import EDITIONS, NEW, played, starting


def _decided(session, transition):
    """What decided each step of ``session`` that takes ``transition``, without the edition."""
    return [
        {rule.partition("@")[0] for rule in session.reader.decisive(step.before, step.move)}
        for step in session.events
        if session.transition(step.move).id == transition
    ]


def _main(first, second, play, game, team="prices"):
    text = f"teams: {team}\nplayers:\n  - {{{first}}}\n  - {{{second}}}\nplay: [{play}]\n"
    return played(text.replace("sidekick", starting(game)), game)


@EDITIONS
def test_energy_of_one_type_that_its_player_pays_goes_out_of_play(game):
    session = _main(
        "reserve: {sidekick/1: bolt}, field: {sidekick/2: level 1}", "",
        "global magic-missile, pay sidekick/1 1, damage sidekick/2, until: main", game,
    )  # fmt: skip
    assert _decided(session, "pay/pay") == [
        {"energy/spend-own-turn", "zone/oop-contents", "energy/four-types"}
    ]


@EDITIONS
def test_in_the_turn_of_the_opponent_it_goes_to_the_used_pile(game):
    session = _main(
        "field: {sidekick/2: level 1}", "reserve: {sidekick/1: bolt}",
        "1 passes, global magic-missile, pay 2/sidekick/1 1, damage 1/sidekick/2, until: main", game,
    )  # fmt: skip
    assert _decided(session, "pay/pay") == [{
        "energy/spend-opponents-turn", "energy/save-for-opponents-turn",
        "zone/used-direct-on-opponents-turn", "energy/four-types",
    }]  # fmt: skip
    used = _decided(session, "main/global")[0]
    assert {"global/both-players", "priority/inactive-options"} < used
    assert "global/repeat" not in used


def test_a_die_that_a_text_makes_free_names_the_rules_about_such_texts():
    session = _main("reserve: {1/lone-wolf/1: level 1}", "", "field 1/lone-wolf/1, until: main", NEW)
    assert _decided(session, "main/field") == [
        {
            "field/zero-cost",
            "field/self-cost-exception",
            "dice/affiliation-always",
            "effects/text-needs-field",
        }
    ]


@EDITIONS
def test_a_price_that_nothing_changes_names_no_rule_about_changes(game):
    session = _main(
        "reserve: {sidekick/1: bolt, sidekick/2: level 1}", "", "field sidekick/2, until: main", game
    )
    assert _decided(session, "main/field") == [{"field/zero-cost"}]
