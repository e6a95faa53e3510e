#!/usr/bin/env bash
# 2checkout-node 0.0.1 (npm). A client has one set of options, which each call changes, and which is asked for the kind of the call again when its answer comes. A sale that is declined while a list of sales is
# on its way is called back without an error, with the decline as its result; a refused refund during a sale is called back as done. A shop that looks at the error alone, as the package's examples do, ships what isn't
# paid, and notes refunds that nobody got. One call after another, both are errors. After a sale, payments.list is sent as a sale, without the shop's user, and its refusal is no error.
# Safe: a client for each call.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts 2checkout-node@0.0.1 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const Twocheckout = require("2checkout-node");
const answers = {
  authService: { exception: { errorMsg: "Payment Authorization Failed", errorCode: "602" } },
  refund_invoice: { errors: [{ code: "AMOUNT", message: "Amount greater than remaining balance on invoice." }] },
  list_sales: { response_code: "OK", sale_summary: [] },
};
const held = [];
let waitsFor = 1;
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const answer = answers[pathname.split("/").at(-1)] ?? { errors: [{ message: request.headers.authorization ? "none" : "Unauthorized" }] };
  request.resume().on("end", () => {
    held.push(() => response.end(JSON.stringify(answer)));
    if (held.length >= waitsFor) for (const send of held.splice(0)) send();
  });
});
const told = (error, result) => (error ? `error: ${error.message}` : `no error, ${JSON.stringify(result)}`);
server.listen(0, "127.0.0.1", async () => {
  const client = new Twocheckout({ sellerId: "1", privateKey: "key", apiUser: "shop", apiPass: "secret" });
  client.domain = `http://127.0.0.1:${server.address().port}`;
  const acts = {
    sale: (done) => client.checkout.authorize({ merchantOrderId: "A-1", total: "50.00", token: "t" }, done),
    refund: (done) => client.sales.refund({ invoice_id: 1, amount: 50, currency: "vendor", category: 1, comment: "back" }, done),
    list: (done) => client.sales.list({}, done),
    payments: (done) => client.payments.list(done),
  };
  const run = (name) => new Promise((resolve) => acts[name]((...answer) => resolve(told(...answer))));
  for (const name of ["sale", "refund"]) console.log(`${name} alone: ${await run(name)}`);
  waitsFor = 2;
  for (const [name, other] of [["sale", "list"], ["refund", "sale"]]) console.log(`${name} with a ${other}: ${(await Promise.all([run(name), run(other)]))[0]}`);
  waitsFor = 1;
  await run("sale");
  console.log(`payments after a sale: ${await run("payments")}`);
  server.close();
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
sale alone: error: Payment Authorization Failed
refund alone: error: Amount greater than remaining balance on invoice.
sale with a list: no error, {"exception":{"errorMsg":"Payment Authorization Failed","errorCode":"602"}}
refund with a sale: no error, {"errors":[{"code":"AMOUNT","message":"Amount greater than remaining balance on invoice."}]}
payments after a sale: no error, {"errors":[{"message":"Unauthorized"}]}
TEXT
