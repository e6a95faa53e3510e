#!/usr/bin/env bash
# mangopay2-nodejs-sdk 1.62.2 (npm), Mangopay of Luxembourg. If the answer of a transfer or a refund is lost, the SDK reads the status of an answer that isn't there, inside its own catch: the promise never settles, the
# callback isn't called, and the TypeError is an unhandled rejection that no catch of the shop sees. A callback that throws after a transfer that was made does the same. Clients share their
# settings: after a second new Mangopay() in the process, the first one's transfers go to the second one's account.
# Safe: a time limit of your own, after which the transfer is looked up; an Idempotency-Key; one account for each process.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mangopay2-nodejs-sdk@1.62.2 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const Mangopay = require("mangopay2-nodejs-sdk");
let lost = true;
const service = http.createServer((call, answer) => {
  const token = call.url.includes("oauth");
  call.resume().on("end", () => {
    if (token) return answer.setHeader("Content-Type", "application/json").end('{"access_token":"t","token_type":"Bearer","expires_in":3600}');
    if (lost) return call.socket.destroy();
    console.log(`  ${call.method} ${call.url}`);
    answer.setHeader("Content-Type", "application/json").end('{"Id":"tr_1"}');
  });
});
service.listen(0, "127.0.0.1", async () => {
  const client = (clientId) => new Mangopay({ clientId, clientApiKey: "k", baseUrl: `http://127.0.0.1:${service.address().port}`, errorHandler() {} });
  const first = client("first");
  const nothing = () => new Promise((resolve) => setTimeout(resolve, 2000, "nothing"));
  const told = (callback) => {
    const unhandled = new Promise((resolve) => process.once("unhandledRejection", ({ message }) => resolve(`unhandled rejection "${message}"`)));
    const transfer = first.Transfers.create({ AuthorId: "1" }, callback).then(({ Id }) => `transfer ${Id}`, () => "rejected");
    return Promise.all([Promise.race([transfer, nothing()]), Promise.race([unhandled, nothing()])]);
  };
  console.log(`lost: ${(await told()).join("; ")}`);
  lost = false;
  console.log("made, with a callback that throws:");
  console.log(`  ${(await told(() => { throw new Error("no database"); })).join("; ")}`);
  client("second");
  console.log("the first client, after the second:");
  await told();
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
lost: nothing; unhandled rejection "Cannot read properties of undefined (reading 'data')"
made, with a callback that throws:
  POST /v2.01/first/transfers
  nothing; unhandled rejection "Cannot read properties of undefined (reading 'data')"
the first client, after the second:
  POST /v2.01/second/transfers
TEXT
