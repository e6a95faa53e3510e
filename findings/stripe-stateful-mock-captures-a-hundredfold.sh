#!/usr/bin/env bash
# stripe-stateful-mock 0.0.16 (npm), a Stripe for tests that keeps what was charged: a capture may take more than was authorized. 500000 cents of 5000 are
# captured, so a shop that makes cents of cents passes its tests; Stripe refuses it. A charge of NaN succeeds with the amount null, and a refund takes a part of
# a cent: 19.99 of 5000 leave 4980.01. Refunds above the charge, and a key with another amount, are refused, as by Stripe.
# Safe: compare amount_captured with amount in the test, and assert whole numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts stripe-stateful-mock@0.0.16 >/dev/null 2>&1
cat >charges.cjs <<'JS'
process.env.LOG_LEVEL = "silent";
const { createExpressApp } = require("stripe-stateful-mock");
const server = createExpressApp().listen(0, "127.0.0.1", async () => {
  const call = async (path, members, key) => {
    const headers = { Authorization: `Basic ${btoa("sk_test_x:")}`, ...(key && { "Idempotency-Key": key }) };
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/v1/${path}`, { method: "POST", headers, body: new URLSearchParams(members) });
    return answer.json();
  };
  const charge = (members, key) => call("charges", { currency: "hkd", source: "tok_visa", ...members }, key);
  const show = (name, { error, amount, amount_captured, status }) => console.log(`${name}:`, error ? (error.code ?? error.type) : `amount ${amount}${amount_captured === undefined ? "" : `, captured ${amount_captured}`}, ${status}`);
  const { id } = await charge({ amount: 5000, capture: "false" });
  show("capture 500000 of 5000", await call(`charges/${id}/capture`, { amount: 500000 }));
  show("charge NaN", await charge({ amount: Number.NaN }));
  const whole = await charge({ amount: 5000 });
  for (const amount of [6000, 19.99]) show(`refund ${amount} of 5000`, await call("refunds", { charge: whole.id, amount }));
  show("refund the rest", await call("refunds", { charge: whole.id }));
  show("charge by a key", await charge({ amount: 5000 }, "A-1"));
  show("charge another amount by the key", await charge({ amount: 6000 }, "A-1"));
  server.close().closeAllConnections();
});
JS
node charges.cjs | tee seen
diff seen - <<'TEXT'
capture 500000 of 5000: amount 5000, captured 500000, succeeded
charge NaN: amount null, captured null, succeeded
refund 6000 of 5000: invalid_request_error
refund 19.99 of 5000: amount 19.99, succeeded
refund the rest: amount 4980.01, succeeded
charge by a key: amount 5000, captured 5000, succeeded
charge another amount by the key: idempotency_error
TEXT
