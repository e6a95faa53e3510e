#!/usr/bin/env bash
# currency-exchanger-js 1.0.4 (npm), convertOnDate: whatever day is asked for, the library reads the latest rates, which its code knows and its README doesn't. A refund by the rate of
# the day of the sale gives back another amount, and a report of last year's sales changes with each day that it is made. The Date that is given loses its time.
# Safe: the rate kept with the order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts currency-exchanger-js@1.0.4 >/dev/null
cat >refund.cjs <<'JS'
// Rates by day, by a stand-in for the network.
const rates = { latest: 1.25, other: 1.1 };
const asked = [];
const network = async (address) => {
  const day = address.match(/currency-api@([^/]+)/)[1];
  asked.push(day);
  return { json: async () => ({ eur: { usd: rates[day] ?? rates.other } }) };
};
require.cache[require.resolve("cross-fetch")] = { exports: network, loaded: true };
const { convert, convertOnDate } = require("currency-exchanger-js");
(async () => {
  const paidAt = new Date(Date.now() - 30 * 24 * 3600 * 1000);
  paidAt.setHours(15, 30);
  console.log(`100 euros by the rate of a month ago: ${await convertOnDate(100, "eur", "usd", paidAt)} dollars; today: ${await convert(100, "eur", "usd")}`);
  console.log(`days that were asked for: ${asked.join(", ")}`);
  console.log(`the order's own time is ${paidAt.toTimeString().slice(0, 5)}, and it was 15:30`);
})();
JS
node refund.cjs | tee seen
diff seen - <<'TEXT'
100 euros by the rate of a month ago: 125 dollars; today: 125
days that were asked for: latest, latest
the order's own time is 00:00, and it was 15:30
TEXT
