#!/usr/bin/env bash
# A POST of a sale by clients with their default settings. aws4fetch 1.0.20 (npm, which signs calls to API Gateway in workers) sends it 11 times if each answer is a 500, because
# a 5xx or 429 is tried again whatever the method. http-call 5.3.0 sends it 6 times if each answer is lost, retry-request 8.0.4 (under Google's clients) 3 times in both
# cases. With retry: 3 or attempts: 3, @better-fetch/fetch 1.3.3, up-fetch 2.6.1 and superagent-retry-delay 3.1.0 sell 4 times after a 402 that declines the card.
# Safe: retries: 0 in aws4fetch and retry-request; a retry condition of your own in the last three; query the order before you send a sale again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts aws4fetch@1.0.20 http-call@5.3.0 retry-request@8.0.4 teeny-request@11.1.1 @better-fetch/fetch@1.3.3 up-fetch@2.6.1 \
  superagent@9.0.2 superagent-retry-delay@3.1.0 >/dev/null
cat >sell.mjs <<'JS'
import { once } from "node:events";
import { createServer } from "node:http";
import { betterFetch } from "@better-fetch/fetch";
import { AwsClient } from "aws4fetch";
import httpCall from "http-call";
import retryRequest from "retry-request";
import superagent from "superagent";
import addRetry from "superagent-retry-delay";
import { teenyRequest } from "teeny-request";
import { up } from "up-fetch";
addRetry(superagent);
let [sales, status] = [0, 0];
const service = createServer((request, response) =>
  request.resume().on("end", () => {
    sales++;
    if (status === 0) return request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  }),
).listen(0, "127.0.0.1");
await once(service, "listening");
const url = `http://127.0.0.1:${service.address().port}/sale`;
const sale = { merchantReference: "A-1" };
const aws = new AwsClient({ accessKeyId: "id", secretAccessKey: "key", service: "execute-api", region: "eu-west-1" });
const sell = {
  aws4fetch: () => aws.fetch(url, { method: "POST", body: JSON.stringify(sale) }),
  "http-call": () => httpCall.HTTP.post(url, { body: sale }),
  "retry-request": () => new Promise((done) => retryRequest({ uri: url, method: "POST", json: sale }, { request: teenyRequest }, done)),
  "@better-fetch/fetch": () => betterFetch(url, { method: "POST", body: sale, retry: 3 }),
  "up-fetch": () => up(fetch)(url, { method: "POST", body: sale, retry: { attempts: 3 } }),
  "superagent-retry-delay": () => superagent.post(url).send(sale).retry(3, 10),
};
for (const [name, call] of Object.entries(sell)) {
  const seen = [];
  for (status of [0, 500, 402]) {
    sales = 0;
    await Promise.resolve(call()).catch(() => {});
    seen.push(sales);
  }
  console.log(`${name}: lost ${seen[0]}, 500 ${seen[1]}, 402 ${seen[2]}`);
}
process.exit();
JS
node sell.mjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
aws4fetch: lost 1, 500 11, 402 1
http-call: lost 6, 500 1, 402 1
retry-request: lost 3, 500 3, 402 1
@better-fetch/fetch: lost 1, 500 4, 402 4
up-fetch: lost 1, 500 4, 402 4
superagent-retry-delay: lost 4, 500 4, 402 4
TEXT
