#!/usr/bin/env bash
# paystack-api 2.0.6 (npm), Paystack of Nigeria. FeeHelper.addFeesTo is to add the fee that the shopper bears. It writes crossOver and reads crossover, so that the flat 100 naira of each sale above
# 2500 naira are never added: of 10,000 naira the shop gets 9,900. A second client in one process takes over the first one's calls, so that all shops charge with the newest key. verify(order) takes the
# reference out of the shop's own order, and the next verify of it throws.
# Safe: add the fee yourself, one key in a process, and verify({ reference: order.reference }).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paystack-api@2.0.6 >/dev/null
cat >shop.cjs <<'JS'
const path = require.resolve("request-promise", { paths: [require.resolve("paystack-api")] });
const send = async ({ method, url, headers }) => console.log(`${method} ${new URL(url).pathname} with ${headers.Authorization}`);
require.cache[path] = { id: path, filename: path, loaded: true, exports: send };
const paystack = require("paystack-api");
const fee = (kobo) => Math.min(Math.ceil(kobo * 0.015) + (kobo >= 250000 ? 10000 : 0), 200000);
(async () => {
  const first = paystack("sk_first");
  paystack("sk_second");
  const helper = new first.FeeHelper();
  for (const kobo of [100000, 300000, 1000000, 12000000]) {
    const asked = helper.addFeesTo(kobo);
    console.log(`a sale of ${kobo}: asks for ${asked}, of which ${asked - fee(asked)} arrive`);
  }
  await first.transaction.chargeAuth({ reference: "A-1", authorization_code: "a", email: "tom@example.com", amount: 1999 });
  const order = { reference: "A-1", amount: 1999 };
  await first.transaction.verify(order);
  console.log(`the order afterwards: ${JSON.stringify(order)}`);
  try {
    await first.transaction.verify(order);
  } catch ({ message }) {
    console.log(message);
  }
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
a sale of 100000: asks for 101523, of which 100000 arrive
a sale of 300000: asks for 304569, of which 290000 arrive
a sale of 1000000: asks for 1015229, of which 990000 arrive
a sale of 12000000: asks for 12182742, of which 11990000 arrive
POST /transaction/charge_authorization with Bearer sk_second
GET /transaction/verify/A-1 with Bearer sk_second
the order afterwards: {"amount":1999}
Argument 'reference' is required
TEXT
