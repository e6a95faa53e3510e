#!/usr/bin/env bash
# react-pivottable 0.11.1 and pivottable 2.23.0 (npm), tables of a day's payments from a service's CSV: a text is read up to its first comma, so that 50.00 and 1,234.50 are 51.00, and the smallest
# payment is 1.00. A refund as (5.00) or HK$5.00 is left out of the sum and counted, and 5.00- is a payment. The share of the day's sales is computed of these.
# Safe: a column of numbers, made before the table.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps react-pivottable@0.11.1 pivottable@2.23.0 jquery@3.7.1 jquery-ui@1.14.1 jsdom@26.1.0 >/dev/null
cat >report.cjs <<'JS'
const { JSDOM } = require("jsdom");
const { PivotData, aggregators } = require("react-pivottable/Utilities");
const { window } = new JSDOM("");
Object.assign(globalThis, { window, document: window.document });
globalThis.jQuery = globalThis.$ = window.jQuery = require("jquery");
require("pivottable");
const days = { "50.00 and 1,234.50": ["50.00", "1,234.50"], "9.00 and (5.00)": ["9.00", "(5.00)"], "9.00 and HK$5.00": ["9.00", "HK$5.00"], "9.00 and 5.00-": ["9.00", "5.00-"] };
const data = Object.entries(days).flatMap(([day, amounts]) => amounts.map((amount) => ({ day, amount })));
const shape = { rows: ["day"], cols: [], vals: ["amount"] };
const names = ["Sum", "Minimum", "Count"];
const cell = (pivot, day) => {
  const aggregator = pivot.getAggregator([day], []);
  return aggregator.format(aggregator.value());
};
for (const day of Object.keys(days)) {
  const react = names.map((name) => `${name} ${cell(new PivotData({ data, ...shape, aggregatorName: name, aggregators }), day)}`);
  const { PivotData: Plain, aggregators: plain } = $.pivotUtilities;
  const jquery = names.map((name) => `${name} ${cell(new Plain(data, { ...shape, aggregator: plain[name](["amount"]), aggregatorName: name, filter: () => true, sorters: {}, derivedAttributes: {} }), day)}`);
  console.log(`${day}: ${react.join(", ")}; by pivottable ${jquery.join(", ")}`);
}
JS
node report.cjs | tee seen
diff seen - <<'TEXT'
50.00 and 1,234.50: Sum 51.00, Minimum 1.00, Count 2; by pivottable Sum 51.00, Minimum 1.00, Count 2
9.00 and (5.00): Sum 9.00, Minimum 9.00, Count 2; by pivottable Sum 9.00, Minimum 9.00, Count 2
9.00 and HK$5.00: Sum 9.00, Minimum 9.00, Count 2; by pivottable Sum 9.00, Minimum 9.00, Count 2
9.00 and 5.00-: Sum 14.00, Minimum 5.00, Count 2; by pivottable Sum 14.00, Minimum 5.00, Count 2
TEXT
