// The loop of every adapter: one JSON object a line from stdin, one answer a line to stdout.
const readline = require("node:readline");

// `engine` has a function for each question that it understands: hello, start, decide, observe, total.
function serve(engine) {
  const lines = readline.createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const question = JSON.parse(line);
    const answer = question.do in engine ? engine[question.do](question) : { answer: "ok" };
    process.stdout.write(JSON.stringify({ id: question.id, ...answer }) + "\n");
    if (question.do === "stop") lines.close();
  });
}

module.exports = { serve };
