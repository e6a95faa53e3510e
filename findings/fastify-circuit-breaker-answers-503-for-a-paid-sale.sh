#!/usr/bin/env bash
# @fastify/circuit-breaker 4.0.3 (npm) in front of a route that sells. A sale that takes longer than its timeout, of ten seconds as it comes, isn't ended: it goes on, is paid, and then its answer is thrown
# away for "503 Timeout". The shopper reads that it failed and pays again. Each such sale counts twice against its threshold of five: the third in a row opens the breaker, and the next shoppers are refused. A 402 counts as a success.
# Safe: no breaker in front of a sale, but one behind it, around the queries. Or a timeout that is longer than any sale, and an idempotency key for what comes after a 503.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts fastify@5.12.8 @fastify/circuit-breaker@4.0.3 >/dev/null
cat >shop.cjs <<'JS'
const app = require("fastify")();
const paid = [];
(async () => {
  await app.register(require("@fastify/circuit-breaker"), { timeout: 20 });
  app.post("/sell", { preHandler: app.circuitBreaker() }, async (call, reply) => {
    const { order, card } = call.body;
    if (card === "declined") return reply.code(402).send({ status: "declined" });
    const end = Date.now() + (card === "slow" ? 60 : 0);
    while (Date.now() < end) await new Promise(setImmediate);
    paid.push(order);
    return { status: "paid" };
  });
  const sell = async (order, card) => {
    const answer = await app.inject({ method: "POST", url: "/sell", payload: { order, card } });
    const { status, message } = answer.json();
    console.log(`${order}, ${card}: ${answer.statusCode} ${status ?? message}; paid: ${paid.join(" ")}`);
  };
  await sell("A-1", "slow");
  await sell("A-2", "declined");
  for (const order of ["A-3", "A-4", "A-5"]) await sell(order, "slow");
  await sell("A-6", "good");
  process.exit();
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
A-1, slow: 503 Timeout; paid: A-1
A-2, declined: 402 declined; paid: A-1
A-3, slow: 503 Timeout; paid: A-1 A-3
A-4, slow: 503 Timeout; paid: A-1 A-3 A-4
A-5, slow: 503 Timeout; paid: A-1 A-3 A-4 A-5
A-6, good: 503 Circuit open; paid: A-1 A-3 A-4 A-5
TEXT
