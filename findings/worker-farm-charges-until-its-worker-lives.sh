#!/usr/bin/env bash
# A worker process charges an order and then dies, as one does that runs out of memory while it makes the invoice. worker-farm 1.7.0 (npm) gives the call to
# a new worker, with no limit: here eleven die and the twelfth answers "paid". The caller hears that one answer, and the order was charged twelve
# times. jest-worker 30.5.1, used as a pool, charges four times and then fails. piscina 5.3.2 and workerpool 10.0.3 charge once and fail.
# Safe: maxRetries: 0 of both, and a merchantReference that is made before the call.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts worker-farm@1.7.0 jest-worker@30.5.1 piscina@5.3.2 workerpool@10.0.3 >/dev/null
cat >job.cjs <<'JS'
const { appendFileSync, readFileSync } = require("node:fs");
const charge = (order) => {
  appendFileSync("ledger", order + "\n");
  if (readFileSync("ledger", "utf8").split("\n").length <= 12) process.exit(1);
  return "paid";
};
module.exports = (order, done) => done(null, charge(order));
module.exports.charge = charge;
JS
echo 'module.exports = require("./job.cjs").charge;' >piscina.cjs
echo 'require("workerpool").worker({ charge: require("./job.cjs").charge });' >workerpool.cjs
cat >shop.cjs <<'JS'
const { readFileSync, rmSync } = require("node:fs");
const path = (name) => require.resolve(`./${name}.cjs`);
const pools = {
  "worker-farm": () => new Promise((paid, failed) => require("worker-farm")({ maxConcurrentWorkers: 1 }, path("job"))("A-1", (error, answer) => (error ? failed(error) : paid(answer)))),
  "jest-worker": () => new (require("jest-worker").Worker)(path("job"), { numWorkers: 1, exposedMethods: ["charge"] }).charge("A-1"),
  piscina: () => new (require("piscina").Piscina)({ filename: path("piscina") }).run("A-1"),
  workerpool: () => require("workerpool").pool(path("workerpool"), { workerType: "process" }).exec("charge", ["A-1"]),
};
(async () => {
  for (const [name, sell] of Object.entries(pools)) {
    rmSync("ledger", { force: true });
    let answer = "an error";
    await Promise.resolve(sell()).then((paid) => (answer = paid), () => {});
    console.log(`${name}: ${answer}, charged ${readFileSync("ledger", "utf8").trim().split("\n").length}`);
  }
  process.exit();
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
worker-farm: paid, charged 12
jest-worker: an error, charged 4
piscina: an error, charged 1
workerpool: an error, charged 1
TEXT
