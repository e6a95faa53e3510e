#!/usr/bin/env bash
# mixpanel 0.24.0 (npm, 3.3 million downloads a month). people.increment("ann", "spent", "19.99") adds 1, as a text isn't an amount to it, and
# with an object it sends the text "19.99". track_charge reads "1,234.50" as 1. For HK$50.00 it calls back never: it writes a line and returns, so that a shop
# that awaits it waits for ever. No call of the two has a key, so a charge that is sent again after a lost answer counts twice. The service is a stand-in.
# Safe: numbers only, and after the order is marked as counted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mixpanel@0.24.0 >/dev/null
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const service = createServer((request, response) => {
  const { $add, $append } = JSON.parse(Buffer.from(new URL(request.url, "http://localhost").searchParams.get("data"), "base64"));
  console.log("  sent", JSON.stringify($add ?? $append.$transactions));
  response.end("1");
});
service.listen(0, async () => {
  const { people } = require("mixpanel").init("token", { host: "localhost", port: service.address().port, protocol: "http", logger: { ...console, error: () => {} } });
  const done = (name, call) => new Promise((resolve) => {
    console.log(name);
    const never = setTimeout(() => resolve(console.log("  not called back in a second")), 1000);
    call((error) => resolve(console.log("  called back", error ?? "without an error"), clearTimeout(never)));
  });
  await done("increment by 19.99", (back) => people.increment("ann", "spent", 19.99, back));
  await done("increment by the text 19.99", (back) => people.increment("ann", "spent", "19.99", back));
  await done("increment by an object", (back) => people.increment("ann", { spent: "19.99" }, back));
  await done("charge of 1,234.50", (back) => people.track_charge("ann", "1,234.50", { order: "A-1" }, {}, back));
  await done("charge of HK$50.00", (back) => people.track_charge("ann", "HK$50.00", { order: "A-1" }, {}, back));
  service.close();
  service.closeAllConnections();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
increment by 19.99
  sent {"spent":19.99}
  called back without an error
increment by the text 19.99
  sent {"spent":1}
  called back without an error
increment by an object
  sent {"spent":"19.99"}
  called back without an error
charge of 1,234.50
  sent {"order":"A-1","$amount":1}
  called back without an error
charge of HK$50.00
  not called back in a second
TEXT
