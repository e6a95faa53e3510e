#!/usr/bin/env bash
# @commercetools/ts-client 5.0.3 (npm), with two of its middlewares: enableRetry, and withConcurrentModificationMiddleware(). An update of a payment adds a refund, the
# service carries it out, and a gateway answers 503, or the answer is later than the timeout. The first middleware sends the update again; it gets a 409, as the
# version has moved on; the second middleware puts in the new version and sends it once more. The payment has two refunds, and the shop hears of one success.
# Safe: leave one of the two out, or put a key of your own into the transaction and look for it before you add.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @commercetools/ts-client@5.0.3 @commercetools/platform-sdk@9.5.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { ClientBuilder } = require("@commercetools/ts-client");
const { createApiBuilderFromCtpClient } = require("@commercetools/platform-sdk");
let [fault, version, refunds, versions] = [];
const service = http.createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const update = JSON.parse(body);
  versions.push(update.version);
  const answer = (status, value) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (update.version !== version) return answer(409, { statusCode: 409, message: "other version", errors: [{ code: "ConcurrentModification", currentVersion: version }] });
  refunds.push(...update.actions.map((action) => action.transaction.amount.centAmount));
  version++;
  if (versions.length > 1) return answer(200, { id: "p", version });
  if (fault === "503") answer(503, {});
});
service.listen(0, "127.0.0.1", async () => {
  const host = `http://127.0.0.1:${service.address().port}`;
  for (fault of ["503", "late"])
    for (const isBoth of [false, true]) {
      [version, refunds, versions] = [1, [], []];
      const builder = new ClientBuilder().withProjectKey("shop").withHttpMiddleware({ host, httpClient: fetch, enableRetry: true, timeout: 1000 });
      const client = (isBoth ? builder.withConcurrentModificationMiddleware() : builder).build();
      const payment = createApiBuilderFromCtpClient(client).withProjectKey({ projectKey: "shop" }).payments().withId({ ID: "p" });
      const transaction = { type: "Refund", amount: { currencyCode: "HKD", centAmount: 5000 } };
      const update = { version: 1, actions: [{ action: "addTransaction", transaction }] };
      const status = await payment.post({ body: update }).execute().then((answer) => answer.statusCode, (error) => error.statusCode);
      console.log(`${fault}, ${isBoth ? "both" : "retry alone"}: ${status}, sent with version ${versions}, refunds ${refunds}`);
    }
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
503, retry alone: 409, sent with version 1,1, refunds 5000
503, both: 200, sent with version 1,1,2, refunds 5000,5000
late, retry alone: 409, sent with version 1,1, refunds 5000
late, both: 200, sent with version 1,1,2, refunds 5000,5000
TEXT
