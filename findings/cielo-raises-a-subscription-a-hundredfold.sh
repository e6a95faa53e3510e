#!/usr/bin/env bash
# cielo 2.4.4 (npm), Cielo of Brazil. A sale, a capture and a cancellation take cents. modifyAmount of a subscription alone takes reais: whoever gives cents, as everywhere else,
# charges 1990.00 instead of 19.90 from the next month on. Given 19.90 or 19.99 reais it sends "1989.9999999999998" or "1998.9999999999998", in quotes.
# Safe: give modifyAmount a hundredth of whole cents, check that times 100 it is whole, and read the subscription afterwards.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cielo@2.4.4 >/dev/null
cat >shop.cjs <<'JS'
const https = require("node:https");
const { EventEmitter } = require("node:events");
const { Readable } = require("node:stream");
let sent;
https.request = (_, answered) =>
  Object.assign(new EventEmitter(), {
    write: (body) => (sent = body),
    end: () => answered(Object.assign(Readable.from(["{}"]), { statusCode: 200 })),
  });
const { Cielo } = require("cielo");
const shop = new Cielo({ merchantId: "m", merchantKey: "k", sandbox: true });
(async () => {
  await shop.recurrent.create({ merchantOrderId: "A-1", payment: { amount: 1990 } });
  console.log(`create with 1990: ${sent}`);
  for (const amount of [1990, 19.9, 19.99, 0.29]) {
    await shop.recurrent.modifyAmount({ paymentId: "p", amount });
    console.log(`modifyAmount with ${amount}: ${sent}`);
  }
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
create with 1990: {"merchantOrderId":"A-1","payment":{"amount":1990}}
modifyAmount with 1990: "199000"
modifyAmount with 19.9: "1989.9999999999998"
modifyAmount with 19.99: "1998.9999999999998"
modifyAmount with 0.29: "28.999999999999996"
TEXT
