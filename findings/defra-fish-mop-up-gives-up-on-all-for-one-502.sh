#!/usr/bin/env bash
# @defra-fish/payment-mop-up-job 1.76.0 (npm) finishes British fishing licences whose buyers paid and closed the tab: it asks GOV.UK Pay about all open payments, and then
# writes the results. If one of these queries ends with a proxy's HTML page or a lost answer, nothing is written for any of them: all the queries go
# through one Promise.all. A payment that fails in this way at each run keeps everybody's licences back until it leaves the window of the scan.
# Safe: Promise.allSettled, and write each result as it comes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @defra-fish/payment-mop-up-job@1.76.0 >/dev/null 2>&1
cat >mop-up.mjs <<'JS'
import { createServer } from "node:http";
let broken;
let finished = [];
const server = createServer(async (request, response) => {
  const [, kind, id, events] = request.url.split("?")[0].split("/");
  const answer = (value) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (kind === "paymentJournals" && !id) return answer([1, 2, 3].map((n) => ({ id: `order-${n}`, paymentReference: `pay-${n}`, paymentTimestamp: "2026-01-31T10:00:00Z" })));
  if (kind === "payments" && id === broken) return response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
  if (kind === "payments" && events) return answer({ events: [{ state: { status: "success" }, updated: "2026-01-31T10:01:00Z" }] });
  if (kind === "payments") return answer({ amount: 3780, state: { status: "success" } });
  if (kind === "transactions" && request.method === "PATCH") finished.push(id);
  answer({});
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${server.address().port}`;
Object.assign(process.env, { SALES_API_URL: base, GOV_PAY_API_URL: `${base}/payments`, RATE_LIMIT_MS: "1" });
const { execute } = await import("./node_modules/@defra-fish/payment-mop-up-job/src/processors/processor.js");
for (broken of [undefined, "pay-2"]) {
  finished = [];
  const ended = await execute(180, 24).then(() => "done", () => "an error");
  console.log(`answered by a proxy: ${broken ?? "none"}; finished: ${finished.sort().join(" ") || "none"}; the run: ${ended}`);
}
process.exit();
JS
node mop-up.mjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
answered by a proxy: none; finished: order-1 order-2 order-3; the run: done
answered by a proxy: pay-2; finished: none; the run: an error
TEXT
