// An engine of how a game begins, up to the first attack: set-up, Upkeep, Income, cards sold for combat points.
// What cards do, and what comes later, it calls unsupported.
const { serve } = require("./adapter.js");

const DEALT = 4;
const CP_MAX = 15;
const ok = { answer: "ok" };
const refused = (why) => ({ answer: "refused", why });
const unsupported = (why) => ({ answer: "unsupported", why });
let play = null;

function start({ setup }) {
  const bare = setup.players.every((player) => Object.values(player).length === 1);
  if (setup.start !== "setup" || !bare) return unsupported("a play that does not begin with the set-up");
  const player = () => ({ health: 50, cp: 2, hand: new Set() });
  play = { at: "setup", players: [player(), player()], turn: null, drawing: null, toDraw: 0, first: true };
  return ok;
}

function deal(seat, count) {
  play.at = "draw";
  play.drawing = seat;
  play.toDraw = count;
}

// What the rules do by themselves, once nothing more is to be drawn.
function afterDraw() {
  const other = 1 - play.drawing;
  if (play.turn === null || play.players[other].hand.size === 0) return deal(other, DEALT);
  play.at = play.first ? "upkeep" : "main-1";
  play.decider = play.turn;
}

function income() {
  if (play.first) {
    play.first = false;
    play.at = "main-1";
    return;
  }
  const player = play.players[play.turn];
  player.cp = Math.min(player.cp + 1, CP_MAX);
  deal(play.turn, 1);
}

function decide({ decision }) {
  const { actor, transition } = decision;
  const step = transition.split("/").pop();
  if (!transition.startsWith(play.at + "/")) return refused(`this is ${play.at}`);
  if (play.at === "setup") {
    play.turn = Number(decision.choices.player) - 1;
    deal(0, DEALT);
    return ok;
  }
  if (play.at === "draw") {
    play.players[play.drawing].hand.add(decision.choices.card);
    play.toDraw -= 1;
    if (play.toDraw === 0) afterDraw();
    return ok;
  }
  if (Number(actor) - 1 !== play.decider) return refused("another player has the decision");
  if (step === "sell") {
    const player = play.players[play.decider];
    if (play.decider !== play.turn) return refused("it is not your Main Phase");
    if (!player.hand.delete(decision.choices.card)) return refused("this card is not in hand");
    player.cp = Math.min(player.cp + 1, CP_MAX);
    return ok;
  }
  if (step === "pass") {
    play.decider = 1 - play.turn;
    return ok;
  }
  if (step !== "close") return unsupported("what cards do");
  if (play.at === "main-1") return unsupported("attacks");
  play.decider = play.turn;
  income();
  return ok;
}

const decider = () => (["setup", "draw"].includes(play.at) ? "chance" : String(play.decider + 1));

serve({
  hello: () => ({ answer: "hello", format: 2, name: "opening.js", version: "1.0", parts: ["duel"],
                  games: ["dice-throne"], heroes: ["barbarian", "paladin"],
                  shows: ["to_decide", "health", "cp", "hand"] }),
  start,
  decide,
  observe: () => ({ answer: "position", observation: {
    to_decide: decider(),
    players: play.players.map(({ health, cp, hand }, at) => ({ seat: `${at + 1}`, health, cp, hand: hand.size })),
  } }),
});
