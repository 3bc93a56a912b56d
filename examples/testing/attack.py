"""One attack of the Barbarian on the Paladin: dice, rerolls, four abilities, the defence, the damage."""

from collections import Counter

BARBARIAN = ("sword", "sword", "sword", "life", "life", "pow")
PALADIN = ("sword", "sword", "helmet", "helmet", "life", "prayer")
NEXT = {
    "offense/rolled": "offense/choose",
    "offense/announced": "offense/end",
    "offense/end": "defense/start",
    "defense/start": "defense/choose",
    "defense/rolled": "conclusion",
    "conclusion": "over",
}


class Forbidden(Exception):
    """The rules forbid it."""


def straight(dice, length):
    """Whether there are so many faces in a row."""
    dice = sorted(set(dice))
    runs = [dice[at : at + length] for at in range(len(dice) - length + 1)]
    return any(run == list(range(run[0], run[0] + length)) for run in runs)


class Attack:
    """An attack, where it stands, and the health of both; neither has cards or tokens."""

    ABILITIES = ("smack", "sturdy-blow", "mighty-blow", "reckless")

    def __init__(self, health):
        self.health, self.at = list(health), "offense/roll"
        self.dice, self.shield, self.rerolls, self.ability = [0] * 5, [0] * 3, 2, None

    def knows(self, ability):
        return ability in self.ABILITIES

    def must_be(self, at):
        if self.at != at:
            raise Forbidden(f"this is {self.at}")

    def roll(self, face):
        """The next die shows `face`."""
        dice = self.dice if self.at == "offense/roll" else self.shield
        dice[dice.index(0)] = face
        if 0 not in dice:
            self.at = self.at.replace("roll", "rolled")

    def reroll(self, places):
        self.must_be("offense/choose")
        if not self.rerolls:
            raise Forbidden("there were three attempts")
        self.rerolls -= 1
        self.dice = [0 if at in places else face for at, face in enumerate(self.dice)]
        self.at = "offense/roll"

    def announce(self, ability):
        self.must_be("offense/choose")
        symbols = Counter(BARBARIAN[face - 1] for face in self.dice)
        may = {
            "smack": symbols["sword"] >= 3,
            "sturdy-blow": symbols["sword"] >= 2 and symbols["pow"] >= 2,
            "mighty-blow": straight(self.dice, 4),
            "reckless": straight(self.dice, 5),
        }
        if not may[ability]:
            raise Forbidden(f"the dice do not make {ability}")
        self.ability, self.at = ability, "offense/announced"

    def defend(self, ability):
        self.must_be("defense/choose")
        if self.ability == "sturdy-blow" or ability != "paladin/divine-defense":
            raise Forbidden("this is not defended so")
        self.at = "defense/roll"

    def decline(self):
        self.must_be("defense/choose")
        self.at = "conclusion"

    def both_passed(self):
        """The window closes; after the last one the damage is dealt."""
        self.at = NEXT[self.at]
        if self.at == "over":
            self.deal()

    def deal(self):
        swords = sum(BARBARIAN[face - 1] == "sword" for face in self.dice)
        damage = {"smack": 2 * swords - 2, "sturdy-blow": 4, "mighty-blow": 9, "reckless": 15}[self.ability]
        shield = Counter(PALADIN[face - 1] for face in self.shield if face)
        damage = max(damage - shield["helmet"] - 2 * shield["life"], 0)
        back = shield["sword"] + (4 if self.ability == "reckless" and damage else 0)
        self.health = [max(self.health[0] - back, 0), max(self.health[1] - damage, 0)]
