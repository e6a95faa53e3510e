#!/usr/bin/env bash
# lob 7.1.0 (npm, 48,000 downloads a month; prints and mails cheques): a status of 4xx is an error only where its body has an "error". A gateway's 429, 403 or 409 with a message resolves,
# and so does a 200 with an empty body, as {}: the shop books a refund by cheque that nobody mails. An address or metadata given as an object, which the service's API takes, goes out as
# the text "[object Object]", except in calls that hold a list of objects. merge_variables and true and false are texts in the shop's own object after the call.
# Safe: no cheque without an id in the answer; the id of a kept address; metadata as { "metadata[order]": "A-51" }.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts lob@7.1.0 >/dev/null
cat >refund.cjs <<'JS'
const { createServer } = require("node:http");
const Lob = require("lob");
let answer, sent;
const gateway = createServer(async (request, response) => {
  sent = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
  response.writeHead(answer[0], { "content-type": "application/json" }).end(answer[1]);
});
gateway.listen(0, "127.0.0.1", async () => {
  const lob = Lob("test_x", { host: `http://127.0.0.1:${gateway.address().port}/v1/` });
  const address = { name: "Ann", address_line1: "1 Main St", address_city: "Reno", address_state: "NV", address_zip: "89501" };
  const cheque = (more) => lob.checks.create({ to: "adr_1", from: "adr_2", bank_account: "bank_1", amount: 19.9, ...more }, { "Idempotency-Key": "refund-51" });
  for (const next of [[429, '{"message":"too many requests"}'], [403, '{"message":"forbidden"}'], [409, '{"message":"conflict"}'], [200, ""], [422, '{"error":{"message":"refused","status_code":422}}'], [502, "{}"]]) {
    answer = next;
    console.log(`${answer[0]} ${answer[1] || "without a body"}: ${await cheque().then((seen) => `resolves with ${JSON.stringify(seen)}`, () => "rejected")}`);
  }
  answer = [200, '{"id":"chk_1"}'];
  await cheque({ to: address, metadata: { order: "A-51" } });
  console.log(`sent: to ${sent.get("to")}, metadata ${sent.get("metadata")}`);
  await cheque({ "metadata[order]": "A-51" });
  console.log(`sent: to ${sent.get("to")}, metadata[order] ${sent.get("metadata[order]")}`);
  gateway.close();
  gateway.closeAllConnections();
});
JS
node refund.cjs | tee seen
diff seen - <<'TEXT'
429 {"message":"too many requests"}: resolves with {"message":"too many requests"}
403 {"message":"forbidden"}: resolves with {"message":"forbidden"}
409 {"message":"conflict"}: resolves with {"message":"conflict"}
200 without a body: resolves with {}
422 {"error":{"message":"refused","status_code":422}}: rejected
502 {}: rejected
sent: to [object Object], metadata [object Object]
sent: to adr_1, metadata[order] A-51
TEXT
