#!/usr/bin/env bash
# mercadopago 3.6.1 (npm, 425,000 downloads a month), Payment.searchAll: "all pages" are read by offset while the loop runs, and the number of the first page's total is kept. A loop over
# the approved payments that refunds each moves the next ones up below the offset: of 250 it refunds 150 and ends without an error. A sale during a loop by the newest first pushes one
# payment into the next page, so it is booked twice.
# Safe: all ids into a Set first, then the refunds; or a search by a closed range of dates instead of a state that the loop changes, the oldest first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mercadopago@3.6.1 >/dev/null
cat >refunds.cjs <<'JS'
// A stand-in for the network, which holds payments, the newest last.
let payments;
const answer = async (request, call) => {
  const { pathname, searchParams } = new URL(request.url ?? request);
  const respond = (body) => new Response(JSON.stringify(body), { status: 200, headers: { "content-type": "application/json" } });
  const refund = pathname.match(/payments\/(\d+)\/refunds/);
  if (refund) {
    payments.find((payment) => payment.id === Number(refund[1])).status = "refunded";
    return respond({ id: 1, status: "approved" });
  }
  const found = payments.filter((payment) => payment.status === searchParams.get("status"));
  if (searchParams.get("criteria") === "desc") found.reverse();
  const offset = Number(searchParams.get("offset")), limit = Number(searchParams.get("limit"));
  return respond({ results: found.slice(offset, offset + limit), paging: { total: found.length, offset, limit } });
};
globalThis.fetch = answer;
for (const name of ["node-fetch"]) try { require.cache[require.resolve(name)] = { exports: Object.assign(answer, { default: answer }), loaded: true }; } catch {}
const { MercadoPagoConfig, Payment, PaymentRefund } = require("mercadopago");
const config = new MercadoPagoConfig({ accessToken: "TEST-x" });
const sales = (count) => Array.from({ length: count }, (_, index) => ({ id: index + 1, status: "approved", transaction_amount: 19.9 }));
(async () => {
  payments = sales(250);
  let refunded = 0;
  for await (const payment of new Payment(config).searchAll({ options: { status: "approved" } })) {
    await new PaymentRefund(config).total({ payment_id: payment.id });
    refunded++;
  }
  console.log(`refunded: ${refunded} of 250; still approved: ${payments.filter((payment) => payment.status === "approved").length}`);
  payments = sales(250);
  const booked = [];
  for await (const payment of new Payment(config).searchAll({ options: { status: "approved", sort: "date_created", criteria: "desc" } })) {
    booked.push(payment.id);
    if (booked.length === 50) payments.push({ id: 251, status: "approved", transaction_amount: 19.9 });
  }
  console.log(`booked: ${booked.length}; twice: ${booked.filter((id, index) => booked.indexOf(id) < index).join(", ") || "none"}; not booked: ${payments.filter(({ id }) => !booked.includes(id)).map(({ id }) => id).join(", ")}`);
})();
JS
node refunds.cjs | tee seen
diff seen - <<'TEXT'
refunded: 150 of 250; still approved: 100
booked: 251; twice: 151; not booked: 251
TEXT
