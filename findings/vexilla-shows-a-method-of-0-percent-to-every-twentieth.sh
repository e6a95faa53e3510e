#!/usr/bin/env bash
# @vexilla/client 0.0.11 (npm, feature flags): a payment method is shown to a share of the customers, as a "gradual" flag. The share is a sum of the letters of the
# customer's id, and numbers in a row have sums that are alike. A method of 10 percent is shown to 28, 187 or 256 of the customers cus_1000 to cus_1999, as its
# seed has it. And 0 percent is not off: the method that the shop closed is still shown to 55 of the 1000 with the seed 0.77, as 0 <= 0.
# Safe: close a method with a flag of type "toggle"; and count who sees it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @vexilla/client@0.0.11 >/dev/null
cat >flags.cjs <<'JS'
const { createServer } = require("node:http");
const { VexillaClient } = require("@vexilla/client");
let flag;
const server = createServer((_, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ environments: { prod: { untagged: { wallet: { type: "gradual", ...flag } } } } }));
});
const customers = Array.from({ length: 1000 }, (_, index) => `cus_${1000 + index}`);
server.listen(0, "127.0.0.1", async () => {
  for (const seed of [0.1, 0.11, 0.77]) {
    for (const value of [0, 10]) {
      flag = { value, seed };
      const baseUrl = `http://127.0.0.1:${server.address().port}`;
      const { flags } = await new VexillaClient({ baseUrl, environment: "prod" }).getFlags("flags.json");
      const shown = customers.filter((customInstanceHash) => Object.assign(new VexillaClient({ baseUrl, customInstanceHash }), { flags }).should("wallet"));
      console.log(`seed ${seed}, ${value} percent: shown to ${shown.length} of 1000`);
    }
  }
  server.close();
});
JS
node flags.cjs | tee seen
diff seen - <<'TEXT'
seed 0.1, 0 percent: shown to 10 of 1000
seed 0.1, 10 percent: shown to 28 of 1000
seed 0.11, 0 percent: shown to 0 of 1000
seed 0.11, 10 percent: shown to 187 of 1000
seed 0.77, 0 percent: shown to 55 of 1000
seed 0.77, 10 percent: shown to 256 of 1000
TEXT
