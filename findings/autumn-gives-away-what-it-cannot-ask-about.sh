#!/usr/bin/env bash
# autumn-js 1.3.13 (npm, 115,000 downloads a month, credits and usage-based billing), as it begins. While its service is away, a lost answer or a 500, check() is fulfilled with
# { allowed: true, balance: null }, so that a shopper without credits is served, and track() with { value: 0 }, so that the use is never billed. Only the log of a lost answer says so.
# attach(), which charges, rejects. A lost answer then says "Status 555", which no server sent.
# Safe: failOpen: false; and keep a list of your own of what was used.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps autumn-js@1.3.13 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const { Autumn } = require("autumn-js");
const calls = {
  check: (autumn) => autumn.check({ customerId: "51", featureId: "credits", requiredBalance: 100 }),
  track: (autumn) => autumn.track({ customerId: "51", featureId: "credits", value: 5 }),
  attach: (autumn) => autumn.billing.attach({ customerId: "51", planId: "pro" }),
};
(async () => {
  for (const [name, call] of Object.entries(calls))
    for (const fault of ["lost", "500", "429"])
      for (const options of name === "attach" ? [{}] : [{}, { failOpen: false }]) {
        const server = createServer((request, answer) => (fault === "lost" ? request.socket.destroy() : answer.writeHead(Number(fault)).end("{}")));
        await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
        const autumn = new Autumn({ secretKey: "am_sk_test", serverURL: `http://127.0.0.1:${server.address().port}`, ...options });
        const heard = await call(autumn).then((answer) => JSON.stringify(answer), ({ statusCode }) => `an error, ${statusCode}`);
        server.closeAllConnections();
        server.close();
        console.log(`${name}, ${fault}${options.failOpen === false ? ", failOpen: false" : ""}: ${heard}`);
      }
})();
JS
node --no-warnings shop.cjs 2>/dev/null | grep -E "^(check|track|attach), " | tee seen
diff seen - <<'TEXT'
check, lost: {"allowed":true,"customerId":"","balance":null,"flag":null}
check, lost, failOpen: false: an error, undefined
check, 500: {"allowed":true,"customerId":"","balance":null,"flag":null}
check, 500, failOpen: false: an error, 500
check, 429: an error, 429
check, 429, failOpen: false: an error, 429
track, lost: {"customerId":"","value":0,"balance":null}
track, lost, failOpen: false: an error, undefined
track, 500: {"customerId":"","value":0,"balance":null}
track, 500, failOpen: false: an error, 500
track, 429: an error, 429
track, 429, failOpen: false: an error, 429
attach, lost: an error, 555
attach, 500: an error, 500
attach, 429: an error, 429
TEXT
