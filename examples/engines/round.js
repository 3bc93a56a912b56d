// An engine of one round of Dice Conquest with the cards of our pack: dice, placing, slaying, damage.
// Abilities that are used, Critical Hits, items and what a new card reveals are called unsupported.
const { serve } = require("./adapter.js");

const SIDES = { d4: 4, d6: 6, d8: 8, d10: 10, "d10%": 10, d12: 12, d20: 20 };
const HEALTH = [0, 20, 10, 6, 4]; // of each hero, by how many play
const HEROES = {
  scholar: { rerolls: 1 }, shieldmaiden: { guard: 1 }, champion: { guard: 2 },
  cutpurse: {}, tracker: {}, warlock: {}, healer: {}, tinker: {},
};
const CREATURES = {
  "bone-guard": { health: 7, damage: 1, exact: true }, "pit-imp": { health: 3, damage: 1, exact: true },
  "mirror-shade": { health: 11, damage: 2, exact: true }, "cellar-spider": { health: 8, damage: 1, parity: 1 },
  "clay-giant": { health: 18, damage: 3, parity: 0 }, "stare-lizard": { health: 9, damage: 1, noRerolls: true },
  "bridge-troll": { health: 15, damage: 3, most: 9 }, "rat-heap": { health: 6, damage: 1, most: 4 },
  "hill-giant": { health: 20, damage: 3, sting: 1 }, "hedge-witch": { health: 10, damage: 2, noAbilities: true },
  wailer: { health: 8, damage: 1 }, "gate-keeper": { health: 12, damage: 2, first: true },
  "ledge-gargoyle": { health: 9, damage: 1, item: true }, "ring-thief": { health: 6, damage: 1, item: true },
  "fire-dancer": { health: 10, damage: 2, item: true }, "storm-priest": { health: 12, damage: 2, item: true },
  brewer: { health: 5, damage: 1, item: true }, "grave-monk": { health: 8, damage: 1, item: true },
  clockmaker: { health: 7, damage: 1, item: true }, headsman: { health: 14, damage: 3, item: true },
  "drum-goblin": { health: 4, damage: 0 }, "marsh-wolf": { health: 6, damage: 1, least: 3 },
  kalterstorm: { health: 57, damage: 5, boss: true },
};

let play;
const shown = () => Object.keys(play.display);
const any = (mark) => shown().some((card) => CREATURES[card][mark]);
const onCard = (card) => Object.entries(play.at).filter(([, where]) => where === card).map(([die]) => die);
const suffered = (card) => play.display[card] + onCard(card).reduce((sum, die) => sum + play.face[die], 0);
const available = () => Object.keys(SIDES).filter((die) => play.at[die] === "available");

function accepts(card, value) {
  if (!(card in play.display)) return false;
  const { health, parity, least = 1, most = 20, exact, first } = CREATURES[card];
  if (any("first") && !first) return false;
  if (parity !== undefined && value % 2 !== parity) return false;
  if (value < least || value > most) return false;
  return !exact || suffered(card) + value <= health;
}

function judge() {
  const isSlain = (card) => (CREATURES[card].exact ? suffered(card) === CREATURES[card].health
    : suffered(card) >= CREATURES[card].health);
  const card = shown().find(isSlain);
  if (card === undefined) return (play.point = play.back);
  for (const die of onCard(card)) play.at[die] = "spent";
  if (!CREATURES[card].item) delete play.display[card];
  if (CREATURES[card].boss) return (play.point = "won");
  if (!CREATURES[card].item) return judge();
  play.gift = card;
  return (play.point = "judge/gift");
}

// Points of damage are dealt one by one, each to the next hero where `spread`; who is on guard is asked.
function blow(points, seat, spread, then) {
  play.blow = { points, seat, spread, then };
  dealt();
}

function dealt() {
  const { points, seat, then } = play.blow;
  if (points === 0) return then();
  if (play.guard[seat] > 0) return (play.point = "damage/answer");
  return taken();
}

function passedOn() {
  play.blow.points -= 1;
  if (play.blow.spread) play.blow.seat = (play.blow.seat + 1) % play.heroes.length;
}

function taken() {
  const { seat } = play.blow;
  play.health[seat] -= 1;
  passedOn();
  if (play.health[seat] === 0) return (play.point = "lost");
  return dealt();
}

function endRound() {
  const damage = shown().reduce((sum, card) => sum + CREATURES[card].damage, 0);
  blow(damage, play.first, true, () => (play.point = "round-end/dice"));
}

function nextTurn(seat) {
  play.turn = seat;
  if (shown().length === 0 || available().length === 0) return endRound();
  return (play.point = "turn");
}

function rollNext() {
  if (play.rolling.length > 0) return (play.point = "roll");
  return play.rerolls > 0 ? (play.point = "attack") : nextTurn(play.turn);
}

function beginRound() {
  play.guard = play.heroes.map((hero) => HEROES[hero].guard || 0);
  play.turn = play.first;
  play.rolling = available();
  rollNext();
}

const unless = (holds) => (holds ? null : { answer: "refused", why: "not now" });
const atPoint = (point, then) => (choices) => unless(play.point === point && then(choices) !== false);
const DECISIONS = {
  "turn/choose": atPoint("turn", ({ die }) => {
    if (play.at[die] !== "available") return false;
    Object.assign(play, { chosen: die, rerolls: 0, point: "attack" });
  }),
  "turn/pass": atPoint("turn", endRound),
  "attack/reroll": atPoint("attack", () => {
    const more = any("noAbilities") ? 0 : HEROES[play.heroes[play.turn]].rerolls || 0;
    if (any("noRerolls") || play.rerolls > more) return false;
    play.rerolls += 1;
    play.rolling = [play.chosen];
    rollNext();
  }),
  "attack/place": atPoint("attack", ({ card }) => {
    if (!accepts(card, play.face[play.chosen])) return false;
    play.at[play.chosen] = card;
    play.back = "after";
    blow(CREATURES[card].sting || 0, play.turn, false, judge);
  }),
  "attack/stranded": atPoint("attack", () => {
    if (shown().some((card) => accepts(card, play.face[play.chosen]))) return false;
    endRound();
  }),
  "after/end": atPoint("after", () => nextTurn((play.turn + 1) % play.heroes.length)),
  "judge/give": atPoint("judge/gift", ({ hero }) => {
    play.items[play.heroes.indexOf(hero)].push(play.gift);
    delete play.display[play.gift];
    judge();
  }),
  "damage/accept": atPoint("damage/answer", taken),
  "damage/avoid": atPoint("damage/answer", () => {
    play.guard[play.blow.seat] -= 1;
    passedOn();
    dealt();
  }),
  "round-end/remove": atPoint("round-end/dice", ({ die }) => {
    if (!(play.at[die] in play.display)) return false;
    play.at[die] = "spent";
    play.back = "round-end/dice";
    judge();
  }),
};

function start({ setup }) {
  if (!["turn", "round", "round-end"].includes(setup.start)) return { answer: "unsupported", why: "cards that come" };
  if (Object.keys(setup.readings || {}).length > 0) return { answer: "unsupported", why: "another reading" };
  const { players } = setup;
  play = {
    heroes: players.map((one) => one.hero),
    health: players.map((one) => one.health ?? HEALTH[players.length]),
    guard: players.map((one) => one.guard ?? HEROES[one.hero].guard ?? 0),
    items: players.map((one) => [...(one.items || [])]),
    first: Number(setup.first ?? "1") - 1, turn: Number(setup.turn) - 1, display: {}, at: {}, face: {}, rolling: [], rerolls: 0,
  };
  for (const die of Object.keys(SIDES)) [play.at[die], play.face[die]] = ["available", (setup.available || {})[die] || 0];
  const lying = setup.spent || {};
  const spent = Array.isArray(lying) ? Object.fromEntries(lying.map((die) => [die, 1])) : lying;
  for (const die of Object.keys(spent)) [play.at[die], play.face[die]] = ["spent", spent[die]];
  for (const [card, row] of Object.entries(setup.display || {})) {
    play.display[card] = row.damage || 0;
    for (const die of Object.keys(row).filter((name) => name in SIDES)) [play.at[die], play.face[die]] = [card, row[die]];
  }
  if (setup.start === "turn") play.point = "turn";
  else if (setup.start === "round") beginRound();
  else endRound();
  return { answer: "ok" };
}

function decide({ decision: { transition, choices } }) {
  if (transition.startsWith("roll/")) {
    if (play.point !== "roll" || transition !== `roll/${play.rolling[0]}`) return unless(false);
    play.face[play.rolling.shift()] = choices.face;
    rollNext();
    return { answer: "ok" };
  }
  if (!(transition in DECISIONS)) return { answer: "unsupported", why: `${transition} is not covered` };
  return DECISIONS[transition](choices) || { answer: "ok" };
}

function decides() {
  const seats = { "damage/answer": play.blow && play.blow.seat, "round-end/dice": play.first };
  if (play.point === "won" || play.point === "lost") return "nobody";
  return play.point === "roll" ? "chance" : `${(seats[play.point] ?? play.turn) + 1}`;
}

function observe() {
  const dice = (where) => Object.fromEntries(
    Object.keys(SIDES).filter((die) => play.at[die] === where).map((die) => [die, play.face[die]]),
  );
  const seats = play.heroes.map((_, seat) => `${seat + 1}`);
  const winners = { won: seats, lost: [] }[play.point];
  const observation = {
    at: play.point, to_decide: decides(), first: seats[play.first],
    players: play.heroes.map((hero, seat) => ({
      seat: seats[seat], hero, health: play.health[seat],
      ...(play.guard[seat] ? { guard: play.guard[seat] } : {}),
      ...(play.items[seat].length ? { items: play.items[seat] } : {}),
    })),
    display: shown().map((card) => ({
      card, health: CREATURES[card].health, damage: suffered(card), dice: dice(card),
    })),
    available: dice("available"), spent: Object.keys(dice("spent")), ...(winners ? { winners } : {}),
  };
  return { answer: "position", observation };
}

serve({
  hello: () => ({
    answer: "hello", format: 2, name: "round.js", version: "1.0", parts: ["quest"], games: ["dice-conquest"],
    heroes: Object.keys(HEROES),
    shows: ["at", "to_decide", "winners", "health", "guard", "items", "display", "order", "available", "spent", "first"],
  }),
  start, decide, observe,
});
