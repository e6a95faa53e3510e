#!/usr/bin/env bash
# opossum 10.0.0 (npm), a circuit breaker around a sale that throws when a card is declined: in a quiet hour a single decline opens it, since one failure of one
# call is more than its 50 percent. The next customers are refused for 30 seconds, with good cards, and the service never hears of them. Ten sales in
# the ten seconds before would have kept it shut.
# Safe: volumeThreshold, and an errorFilter that is true for declines.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts opossum@10.0.0 >/dev/null
cat >shop.cjs <<'JS'
const CircuitBreaker = require("opossum");
let sold;
const sell = async (card) => {
  sold.push(card);
  if (card === "declined") throw new Error("402");
  return "paid";
};
const told = async (options, cards) => {
  sold = [];
  const breaker = new CircuitBreaker(sell, options);
  const answers = [];
  for (const card of cards) answers.push(await breaker.fire(card).catch(({ message }) => message));
  breaker.shutdown();
  return `${answers.join(", ")}; the service heard of ${sold.length}`;
};
(async () => {
  const quiet = ["declined", "good", "good"];
  console.log(`quiet: ${await told({}, quiet)}`);
  console.log(`busy: ${await told({}, [...Array(10).fill("good"), ...quiet])}`);
  console.log(`volumeThreshold: ${await told({ volumeThreshold: 10 }, quiet)}`);
  console.log(`errorFilter: ${await told({ errorFilter: ({ message }) => message === "402" }, quiet)}`);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
quiet: 402, Breaker is open, Breaker is open; the service heard of 1
busy: paid, paid, paid, paid, paid, paid, paid, paid, paid, paid, 402, paid, paid; the service heard of 13
volumeThreshold: 402, paid, paid; the service heard of 3
errorFilter: 402, paid, paid; the service heard of 3
TEXT
