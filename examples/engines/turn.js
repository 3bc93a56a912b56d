// An engine of how a turn of Dice Masters begins: who starts, draws from the bag, the roll and the reroll.
// What comes after the reroll it calls unsupported. It knows the dice of one pair of teams.
const { serve } = require("./adapter.js");

const TEAMS = "x-men-demo";
const LIFE = 10;
const DRAWN = 4;
const LISTS = ["bag", "prep", "used"];
const FACES = ["reserve", "field"];
const ok = { answer: "ok" };
const refused = (why) => ({ answer: "refused", why });
const unsupported = (why) => ({ answer: "unsupported", why });
let play = null;

function player(given, at) {
  const own = { seat: `${at + 1}`, life: given.life ?? LIFE, virtual: given.virtual ?? 0, out: [] };
  const full = (die) => (die.startsWith("sidekick/") ? `${own.seat}/${die}` : die);
  for (const zone of LISTS) own[zone] = (given[zone] ?? []).map(full);
  for (const zone of FACES) own[zone] = Object.keys(given[zone] ?? {}).map(full);
  const placed = new Set([...LISTS, ...FACES].flatMap((zone) => own[zone]));
  // Starting dice that are named nowhere are in the bag, or in the Used Pile where the bag is given.
  const rest = given.bag ? own.used : own.bag;
  for (let number = 1; number <= 8; number++) {
    const die = `${own.seat}/sidekick/${number}`;
    if (!placed.has(die)) rest.push(die);
  }
  return own;
}

function start({ setup }) {
  if (setup.teams !== TEAMS) return unsupported("other teams");
  if (!["setup", "clear"].includes(setup.start)) return unsupported("a play that begins after the reroll");
  if (setup.players.some((given) => given.controlled || given["in play"])) return unsupported("such dice");
  play = { at: "setup", turn: setup.turn, first: false, players: setup.players.map(player) };
  if (setup.start === "clear") clear();
  return ok;
}

const active = () => play.players[play.turn - 1];

function clear() {
  active().used.push(...active().reserve.splice(0));
  Object.assign(play, { at: "draw", drawn: 0 });
  draw();
}

// What the rules do by themselves before the next die is drawn, or once none can be.
function draw() {
  const own = active();
  if (play.drawn < DRAWN && own.bag.length === 0) own.bag = own.used.splice(0);
  if (play.drawn < DRAWN && own.bag.length > 0) return;
  own.life = Math.max(own.life - (DRAWN - play.drawn), 0);
  own.virtual += DRAWN - play.drawn;
  if (own.life === 0) play.at = "over";
  else roll("roll", own.prep.length);
}

function roll(at, dice) {
  Object.assign(play, { at, rolling: dice, picked: new Set() });
  if (dice === 0) rolled();
}

function rollOne() {
  play.rolling -= 1;
  if (play.rolling === 0) rolled();
}

function rolled() {
  if (play.at === "roll") play.at = "reroll";
  else keep();
}

function keep() {
  active().reserve.push(...active().prep.splice(0));
  play.at = "main";
}

// What can be decided at each timing point; a text says why not.
const STEPS = {
  setup: {
    "setup/toss": ({ player }) => void Object.assign(play, { at: "setup/choose", chooser: Number(player) }),
  },
  "setup/choose": {
    "setup/first": () => begin(play.chooser),
    "setup/second": () => begin(3 - play.chooser),
  },
  draw: {
    "draw/draw": ({ die }) => {
      const own = active();
      own.bag.splice(own.bag.indexOf(die), 1);
      play.drawn += 1;
      (play.first && play.drawn === DRAWN ? own.out : own.prep).push(die);
      draw();
    },
  },
  roll: { "roll/die": rollOne },
  reroll: {
    "reroll/pick": ({ die }) => {
      if (!active().prep.includes(die) || play.picked.has(die)) return `${die} cannot be picked`;
      play.picked.add(die);
    },
    "reroll/reroll": () => (play.picked.size ? roll("reroll/roll", play.picked.size) : "nothing is picked"),
    "reroll/pass": () => (play.picked.size ? "dice are picked" : keep()),
  },
  "reroll/roll": { "reroll/roll/die": rollOne },
};

function begin(turn) {
  Object.assign(play, { turn, first: true });
  clear();
}

function decider() {
  if (play.at === "setup/choose") return String(play.chooser);
  if (play.at === "over") return "nobody";
  return ["reroll", "main"].includes(play.at) ? String(play.turn) : "chance";
}

function decide({ decision: { actor, transition, choices } }) {
  if (play.at === "main") return unsupported("what comes after the reroll");
  const step = STEPS[play.at]?.[transition];
  if (!step || actor !== decider()) return refused(`nothing like that at ${play.at}`);
  const why = step(choices);
  return why ? refused(why) : ok;
}

serve({
  hello: () => ({ answer: "hello", format: 2, name: "turn.js", version: "1.0", parts: ["table"],
                  games: ["dice-masters@2018"], teams: [TEAMS],
                  shows: ["to_decide", "life", "virtual", "bag", "prep", "used", "out_of_play"] }),
  start,
  decide,
  observe: () => ({ answer: "position", observation: {
    to_decide: decider(),
    players: play.players.map(({ seat, life, virtual, bag, prep, used, out }) =>
      ({ seat, life, virtual, bag, prep, used, out_of_play: out })),
  } }),
});
