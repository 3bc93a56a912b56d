"""The attack is what the rules make of it, whatever is rolled and decided."""

from attack import Attack, Forbidden

from dicelaw.testing.machine import EngineMachine, Refused, Unsupported, as_test, positions

HEROES = ["barbarian", "paladin"]


class Attacks(EngineMachine):
    game, between, shows = "dice-throne", HEROES, ("health",)

    def positions(self):
        attacks = positions(self.game, self.between, starts=["offense/begin"], parts=["health"])
        return attacks.filter(lambda setup: setup["turn"] == "1")

    def begin(self, setup):
        players = setup["players"]
        more = [
            value for player in players for name, value in player.items() if name not in ("hero", "health")
        ]
        known = [player["hero"] for player in players] == HEROES and not any(more)
        if not known or (setup["start"], setup["turn"]) != ("offense/begin", "1"):
            raise Unsupported("another position")
        self.attack = Attack(50 if player.get("health") is None else player["health"] for player in players)

    def apply(self, decision):
        try:
            self.make(decision["transition"].split("/")[-1], decision["choices"])
        except Forbidden as why:
            raise Refused(str(why)) from None

    def make(self, step, choices):
        attack = self.attack
        if attack.at == "over":
            raise Unsupported("what comes after the attack")
        match step:
            case "die":
                attack.roll(choices["face"])
            case "reroll":
                attack.reroll([at for at in range(5) if choices["dice"] >> at & 1])
            case "announce":
                hero, _, ability = choices["ability"].partition("/")
                if (hero, attack.knows(ability)) != ("barbarian", True):
                    raise Unsupported(choices["ability"])
                attack.announce(ability)
            case "defend":
                attack.defend(choices["ability"])
            case "decline" if attack.at == "defense/choose":
                attack.decline()
            case "pass":
                pass
            case "close":
                attack.both_passed()
            case _:
                raise Unsupported(step)

    def show(self):
        return {"players": [{"seat": str(at), "health": one} for at, one in enumerate(self.attack.health, 1)]}


TestAttacks = as_test(Attacks, 300)
