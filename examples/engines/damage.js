// An engine that knows nothing but the final damage total.
const { serve } = require("./adapter.js");

// Additions and preventions come first. Each doubling and each halving is then worked out from that same
// subtotal; halves are rounded up. Nothing but additions and doublings touches an Ultimate.
function finalTotal(damage) {
  const { kind, incoming, added, prevented, halvings, doublings, avoided } = damage;
  if (kind === "ultimate") return (incoming + added) * (1 + doublings);
  if (avoided) return 0;
  const subtotal = Math.max(incoming + added - prevented, 0);
  const half = Math.ceil(subtotal / 2);
  return Math.max(subtotal + doublings * subtotal - halvings * half, 0);
}

serve({
  hello: () => ({
    answer: "hello",
    format: 2,
    name: "damage.js",
    version: "1.0",
    parts: ["damage-total"],
  }),
  total: (question) => ({ answer: "total", total: finalTotal(question.damage) }),
});
