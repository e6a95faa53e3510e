#!/usr/bin/env bash
# eway-rapid 1.2.1 (npm, cards in Australia and New Zealand): a client keeps its failures. After one request that the gateway refused with a 4xx each lost sale of the same client reads
# "client error" first, so a shop that sells again after it charges twice. The list grows with each failure, and only its last one is of this request.
# The credentials are the module's, not the client's: of two shops in one process the newest client's shop is charged and refunded, and a client without an endpoint moves all to the sandbox.
# Safe: one process for each shop; the last of getErrors(), and the order looked up by its reference before it is sold again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts eway-rapid@1.2.1 >/dev/null
cat >shops.cjs <<'JS'
const http = require("node:http");
const rapid = require("eway-rapid");
const asked = [];
let answer = 200;
const gateway = http.createServer((request, response) => {
  asked.push(`${request.url} by ${Buffer.from(request.headers.authorization.slice(6), "base64").toString().split(":")[0]}`);
  if (answer === "lost") return request.socket.destroy();
  response.writeHead(answer, { "content-type": "application/json" }).end(answer === 200 ? '{"TransactionStatus":true,"Errors":null}' : "{}");
});
gateway.listen(0, "127.0.0.1", async () => {
  const address = `http://127.0.0.1:${gateway.address().port}/`;
  const anna = rapid.createClient("anna", "x", address);
  const sell = async (what, next) => {
    answer = next;
    const sale = { Payment: { TotalAmount: 1990 }, TransactionType: "Purchase" };
    const seen = await anna.createTransaction(rapid.Enum.Method.DIRECT, sale).then(() => ["sold"], (failure) => failure.getErrors());
    console.log(`${what}: ${seen.join(", ")}`);
  };
  await sell("a sale that the gateway refuses with a 400 (S9993)", 400);
  await sell("a sale whose answer is lost (S9992)", "lost");
  await sell("a sale that works", 200);
  await sell("a sale that is answered with a 500 (S9996)", 500);
  await sell("a sale whose answer is lost", "lost");
  answer = 200;
  asked.length = 0;
  rapid.createClient("berta", "x", address);
  await anna.createTransaction(rapid.Enum.Method.DIRECT, { Payment: { TotalAmount: 1990 }, TransactionType: "Purchase" });
  await anna.refund({ Refund: { TransactionID: 5, TotalAmount: 1990 } });
  console.log(`anna's sale and refund: ${asked.join("; ")}`);
  gateway.close();
});
JS
node shops.cjs | tee seen
diff seen - <<'TEXT'
a sale that the gateway refuses with a 400 (S9993): S9993
a sale whose answer is lost (S9992): S9993, S9992
a sale that works: sold
a sale that is answered with a 500 (S9996): S9993, S9992, S9996
a sale whose answer is lost: S9993, S9992, S9996, S9992
anna's sale and refund: /Transaction by berta; /Transaction/5/Refund by berta
TEXT
