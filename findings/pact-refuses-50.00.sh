#!/usr/bin/env bash
# @pact-foundation/pact 17.1.4 (npm). JavaScript writes 50.00 into the contract as 50, and pact compares 50 and 50.0 as an integer and a decimal. A shop
# that sends 50.00 is refused by the mock, and a service that answers 50.00 breaks the contract. MatchersV3.decimal(50.00) refuses the very 50 that stands in the
# contract as its example, as most services write it, and takes 1e-7. An id of 19 digits is another id in the contract and in the mock's answers.
# Two sales instead of one pass the test. Safe: MatchersV3.number for amounts, and count the calls yourself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @pact-foundation/pact@17.1.4 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import http from "node:http";
import { readFileSync } from "node:fs";
import { MatchersV3, PactV3, Verifier } from "@pact-foundation/pact";
const headers = { "Content-Type": "application/json" };
const test = async (bodies) => {
  const pact = new PactV3({ consumer: "shop", provider: "pay", dir: "pacts", logLevel: "error" });
  const body = { id: MatchersV3.integer(1000000000000000001), amount: 50.00, decimal: MatchersV3.decimal(50.00), number: MatchersV3.number(50.00) };
  pact.uponReceiving("a sale").withRequest({ method: "POST", path: "/sale", headers, body: { amount: 50.00 } }).willRespondWith({ status: 200, headers, body });
  const send = async ({ url }) => {
    for (const body of bodies) console.log(body, await (await fetch(`${url}/sale`, { method: "POST", headers, body })).text().then((text) => text.slice(0, 80)));
  };
  await pact.executeTest(send).then(() => console.log("passed"), (error) => console.log(/Expected [^\n]*/.exec(error.message)[0]));
};
await test(['{"amount":50}', '{"amount":50}']);
await test(['{"amount":50.00}']);
console.log("in the contract:", JSON.stringify(JSON.parse(readFileSync("pacts/shop-pay.json", "utf8")).interactions[0].response.body));
for (const answer of ["50.00,50.00,50.00", "50,50,50", "50,1e-7,19.99"]) {
  const [amount, decimal, number] = answer.split(",");
  const service = http.createServer((request, response) => {
    response.setHeader("Content-Type", "application/json").end(`{"id":7,"amount":${amount},"decimal":${decimal},"number":${number}}`);
  });
  await new Promise((ready) => service.listen(0, "127.0.0.1", ready));
  const options = { provider: "pay", providerBaseUrl: `http://127.0.0.1:${service.address().port}`, pactUrls: ["pacts/shop-pay.json"], logLevel: "error" };
  const seen = await new Verifier(options).verifyProvider().then(() => "passed", (error) => /Expected [^"\\]*/.exec(error.message)[0]);
  console.log(`the service answers ${answer}: ${seen}`);
  service.close();
}
JS
node shop.mjs 2>errors | grep -E '^(passed|Expected|in the contract|the service|\{)' | sed -E 's/("error":"Request-Mismatch).*/\1/' | tee seen
diff seen - <<'TEXT'
{"amount":50} {"amount":50,"decimal":50,"id":1000000000000000000,"number":50}
{"amount":50} {"amount":50,"decimal":50,"id":1000000000000000000,"number":50}
passed
{"amount":50.00} {"error":"Request-Mismatch
Expected 50.0 (Decimal) to be equal to 50 (Integer)
in the contract: {"amount":50,"decimal":50,"id":1000000000000000000,"number":50}
the service answers 50.00,50.00,50.00: Expected 50.0 (Decimal) to be equal to 50 (Integer)
the service answers 50,50,50: Expected 50 (Integer) to be a decimal number
the service answers 50,1e-7,19.99: passed
TEXT
