#!/usr/bin/env bash
# @defra-fish/recurring-payments-job 1.76.0 (npm), which renews British fishing licences with GOV.UK Pay each day. A payment whose answer is lost on its way back gets a
# line in the log, and nothing else: no entry in the payment journal, so neither this job nor the payment mop-up job ever asks what became of it. The angler has
# paid and has no licence. So the renewal is still due on the next day, when it's charged again under a new reference, without an Idempotency-Key.
# Safe: write the journal entry before the call, and look for the payment by its reference before the next.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @defra-fish/recurring-payments-job@1.76.0 >/dev/null 2>&1
cat >renew.mjs <<'JS'
import { createServer } from "node:http";
const wait = globalThis.setTimeout; // the job waits for a minute before it asks
globalThis.setTimeout = (run, delay, ...rest) => wait(run, Math.min(delay, 50), ...rest);
console.error = () => {};
const due = new Set(["1", "2"]);
let transactions = 0;
let payments = 0;
const server = createServer(async (request, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  const body = text && JSON.parse(text);
  const [, kind, id, ...rest] = request.url.split("?")[0].split("/");
  const answer = (value) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  switch (kind) {
    case "health": return answer({ ping: { healthy: true }, deadlocks: { healthy: true } });
    case "dueRecurringPayments":
      return answer([...due].map((n) => ({ entity: { agreementId: `agreement-${n}`, id: `renewal-${n}` }, expanded: { activePermission: { entity: { referenceNumber: n } } } })));
    case "permissionRenewalData": return answer({ licensee: {}, licenceStartDate: "2026-02-01", permitId: id });
    case "transactions": return answer({ id: `transaction-${++transactions}`, cost: 37.8, recurringPayment: body.recurringPayment });
    case "paymentJournals": console.log(`  journal: ${id} ${body.paymentReference}`); return answer({});
    case "processRPResult": console.log(`  licence: ${id} ${rest[0]}`); due.delete("1"); return answer({});
    case "payments":
      if (request.method === "GET") return answer({ payment_id: id, reference: "transaction-1", created_date: "2026-01-31", state: { status: "success" } });
      console.log(`  charged: ${body.agreement_id} ${body.amount} for ${body.reference}, Idempotency-Key: ${request.headers["idempotency-key"]}`);
      if (body.agreement_id === "agreement-2") return request.socket.destroy();
      return answer({ payment_id: `pay-${++payments}`, agreement_id: body.agreement_id, reference: body.reference, created_date: "2026-01-31" });
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${server.address().port}`;
Object.assign(process.env, { SALES_API_URL: base, GOV_PAY_API_URL: `${base}/payments`, GOV_PAY_HEALTH_CHECK_URL: `${base}/health`, RUN_RECURRING_PAYMENTS: "true" });
Object.assign(process.env, { GOV_PAY_POST_BATCH_SIZE: "1", GOV_PAY_GET_BATCH_SIZE: "1", GOV_PAY_BATCH_DELAY_MS: "1" });
const { execute } = await import("./node_modules/@defra-fish/recurring-payments-job/src/recurring-payments-processor.js");
for (const day of ["first", "second"]) {
  console.log(`${day} day`);
  await execute();
}
process.exit();
JS
node renew.mjs | tee seen
diff seen - <<'TEXT'
first day
  charged: agreement-1 3780 for transaction-1, Idempotency-Key: undefined
  charged: agreement-2 3780 for transaction-2, Idempotency-Key: undefined
  journal: transaction-1 pay-1
  licence: transaction-1 pay-1
second day
  charged: agreement-2 3780 for transaction-3, Idempotency-Key: undefined
TEXT
