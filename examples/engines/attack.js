// An engine of one attack of the Barbarian on the Paladin, without cards and tokens: dice, rerolls, four of
// the offensive abilities, Divine Defense, and the damage. All else it calls unsupported.
const { serve } = require("./adapter.js");

const FACES = { barbarian: ["sword", "sword", "sword", "life", "life", "pow"],
                paladin: ["sword", "sword", "helmet", "helmet", "life", "prayer"] };
const WINDOWS = { "offense/rolled": "offense/choose", "offense/announced": "offense/end",
                  "offense/end": "defense/start", "defense/start": "defense/choose",
                  "defense/rolled": "conclusion", conclusion: "over" };

const ABILITIES = {
  "barbarian/smack": { needs: (d) => d.sword >= 3, damage: (d) => 2 * d.sword - 2, defendable: true },
  "barbarian/sturdy-blow": { needs: (d) => d.sword >= 2 && d.pow >= 2, damage: () => 4 },
  "barbarian/mighty-blow": { needs: (d) => run(d.faces, 4), damage: () => 9, defendable: true },
  "barbarian/reckless": { needs: (d) => run(d.faces, 5), damage: () => 15, recoil: 4, defendable: true },
};

const refused = (why) => ({ answer: "refused", why });
const unsupported = (why) => ({ answer: "unsupported", why });
const ok = { answer: "ok" };
let play = null;

function count(hero, faces) {
  const found = { faces, sword: 0, life: 0, pow: 0, helmet: 0, prayer: 0 };
  for (const face of faces) found[FACES[hero][face - 1]] += 1;
  return found;
}

function run(faces, length) {
  const there = new Set(faces);
  for (let first = 1; first + length <= 7; first += 1) {
    let face = first;
    while (face < first + length && there.has(face)) face += 1;
    if (face === first + length) return true;
  }
  return false;
}

function bare(player) {
  const { hero, health, ...rest } = player;
  return Object.values(rest).every((value) => Object.keys(value ?? {}).length === 0 && typeof value !== "number");
}

function start({ setup }) {
  const heroes = setup.players.map((player) => player.hero).join(" against ");
  if (heroes !== "barbarian against paladin" || setup.turn !== "1") return unsupported("another attacker");
  if (setup.start !== "offense/begin") return unsupported("a play that does not begin with an attack");
  if (!setup.players.every(bare)) return unsupported("cards, tokens, upgrades and combat points");
  play = { at: "offense/roll", dice: [0, 0, 0, 0, 0], attempts: 2, shield: [], ability: null,
           health: setup.players.map((player) => player.health ?? 50) };
  return ok;
}

function roll(dice, face, then) {
  dice[dice.indexOf(0)] = face;
  if (!dice.includes(0)) play.at = then;
  return ok;
}

function decide({ decision }) {
  const { actor, transition, choices } = decision;
  const step = transition.split("/").pop();
  if (play.at === "over") return unsupported("what comes after the attack");
  if (!transition.startsWith(play.at + "/")) return refused(`this is ${play.at}`);
  if (play.at === "offense/roll") return roll(play.dice, choices.face, "offense/rolled");
  if (play.at === "defense/roll") return roll(play.shield, choices.face, "defense/rolled");
  if (play.at in WINDOWS) return inWindow(actor, step);
  if (play.at === "offense/choose") return choose(step, choices);
  return defend(step, choices);
}

function inWindow(actor, step) {
  if (step === "pass" && actor === "1") return ok;
  if (step !== "close" || actor !== "2") return unsupported("cards and tokens");
  play.at = WINDOWS[play.at];
  if (play.at === "over") conclude();
  return ok;
}

function choose(step, choices) {
  if (step === "reroll") {
    if (play.attempts === 0) return refused("there were three attempts");
    play.attempts -= 1;
    play.dice = play.dice.map((face, place) => ((choices.dice >> place) & 1 ? 0 : face));
    play.at = "offense/roll";
    return ok;
  }
  if (step !== "announce") return unsupported("a phase without an attack");
  if (!(choices.ability in ABILITIES)) return unsupported(choices.ability);
  const ability = ABILITIES[choices.ability];
  if (!ability.needs(count("barbarian", play.dice))) return refused("the dice do not meet the requirement");
  play.ability = ability;
  play.at = "offense/announced";
  return ok;
}

function defend(step, choices) {
  if (step === "decline") {
    play.at = "conclusion";
    return ok;
  }
  if (step !== "defend" || choices.ability !== "paladin/divine-defense") return refused("it is not the Paladin's");
  if (!play.ability.defendable) return refused("this damage is undefendable");
  play.shield = [0, 0, 0];
  play.at = "defense/roll";
  return ok;
}

function conclude() {
  const shield = count("paladin", play.shield);
  const prevented = shield.helmet + 2 * shield.life;
  const damage = Math.max(play.ability.damage(count("barbarian", play.dice)) - prevented, 0);
  const back = shield.sword + (damage >= 1 ? play.ability.recoil ?? 0 : 0);
  play.health = [Math.max(play.health[0] - back, 0), Math.max(play.health[1] - damage, 0)];
}

serve({
  hello: () => ({ answer: "hello", format: 2, name: "attack.js", version: "1.0", parts: ["duel"],
                  games: ["dice-throne"], heroes: ["barbarian", "paladin"], shows: ["health"] }),
  start,
  decide,
  observe: () => ({ answer: "position",
                    observation: { players: play.health.map((health, at) => ({ seat: `${at + 1}`, health })) } }),
});
