#!/usr/bin/env bash
# idmp 4.2.0 (npm), named after idempotency: it runs one of several equal calls. Around a sale it runs the function again each time that it throws, 30 times as it comes, so that a sale whose answer is
# lost is made 31 times, and a card is declined 31 times. A second sale with the same key within three seconds gets the first one's answer.
# Safe: { maxRetry: 0, maxAge: 0 }, and the order's number in the key.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts idmp@4.2.0 >/dev/null
cat >shop.mjs <<'JS'
import idmp from "idmp";
setInterval(() => {}, 1000);
let sales = 0;
const sell = async (outcome) => {
  sales += 1;
  if (outcome !== "paid") throw new Error(outcome);
  return `paid by sale ${sales}`;
};
const quick = { minRetryDelay: 1, maxRetryDelay: 1 };
for (const [outcome, options] of [["lost", quick], ["declined", quick], ["lost", { maxRetry: 0, maxAge: 0 }]]) {
  sales = 0;
  await idmp(`${outcome} ${Object.keys(options)}`, () => sell(outcome), options).catch(() => {});
  console.log(`${outcome}${options.maxRetry === 0 ? ", maxRetry 0" : ""}, sales: ${sales}`);
}
sales = 0;
for (const order of ["A-1", "A-2"]) console.log(`${order}: ${await idmp("tom", () => sell("paid"))}`);
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
lost, sales: 31
declined, sales: 31
lost, maxRetry 0, sales: 1
A-1: paid by sale 1
A-2: paid by sale 1
TEXT
