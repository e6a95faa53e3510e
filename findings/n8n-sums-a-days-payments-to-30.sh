#!/usr/bin/env bash
# n8n-nodes-base 2.41.2 (npm), the nodes of n8n, in which shops build their reports without code. Summarize leaves out each amount that is a text, as payment services answer them: of "100.00", "50.00", "9.00" and one 30 that
# a form gave as a number, the sum, the average and the maximum are 30, beside a count of 4. Of texts alone, the sum is 0, the average NaN and the maximum "9.00". No hint says so. Compare Datasets with "fuzzy compare" takes 50 and
# "50.00" for different, and a refund of null for the same as one of 0.
# Safe: Edit Fields before it, with the amount as a Number; cents.
# Only these two nodes are run; n8n around them is a stand-in.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts lodash@4.18.1 >/dev/null
npm pack --silent n8n-nodes-base@2.41.2 >/dev/null
tar xzf n8n-nodes-base-2.41.2.tgz
mkdir node_modules/n8n-workflow
echo 'module.exports = new Proxy({ NodeConnectionTypes: {} }, { get: (known, name) => known[name] ?? class extends Error {} });' >node_modules/n8n-workflow/index.js
cat >report.cjs <<'JS'
const nodes = "./package/dist/nodes";
const { Summarize } = require(`${nodes}/Transform/Summarize/Summarize.node.js`);
const { CompareDatasets } = require(`${nodes}/CompareDatasets/CompareDatasets.node.js`);
const summarize = async (...amounts) => {
  const values = ["sum", "average", "max", "count"].map((aggregation) => ({ aggregation, field: "amount" }));
  const around = {
    getInputData: () => amounts.map((amount) => ({ json: { amount } })),
    getNode: () => ({ typeVersion: 1.1 }),
    getNodeParameter: (name, _, otherwise) => (name === "fieldsToSummarize.values" ? values : otherwise),
    addExecutionHints: (hint) => console.log(hint),
  };
  const [[{ json }]] = await new Summarize().execute.call(around);
  console.log(`${JSON.stringify(amounts)}: ${Object.entries(json).map(([name, value]) => `${name} ${value}`).join(", ")}`);
};
const compare = async (ours, theirs) => {
  const inputs = [ours, theirs].map((amount) => [{ json: { reference: "A-1", amount } }]);
  const parameters = { "mergeByFields.values": [{ field1: "reference", field2: "reference" }], fuzzyCompare: true, resolve: "includeBoth", options: {} };
  const [, same, different] = await new CompareDatasets().execute.call({ getInputData: (input) => inputs[input], getNode: () => ({ typeVersion: 2.3 }), getNodeParameter: (name) => parameters[name] });
  console.log(`${JSON.stringify(ours)} and ${JSON.stringify(theirs)}: ${same.length ? "the same" : different.length ? "different" : "neither"}`);
};
(async () => {
  await summarize("100.00", "50.00", "9.00", 30);
  await summarize("100.00", "50.00", "9.00");
  await compare(50, "50.00");
  await compare(50, "50");
  await compare(null, 0);
})();
JS
node report.cjs | tee seen
diff seen - <<'TEXT'
["100.00","50.00","9.00",30]: sum_amount 30, average_amount 30, max_amount 30, count_amount 4
["100.00","50.00","9.00"]: sum_amount 0, average_amount NaN, max_amount 9.00, count_amount 3
50 and "50.00": different
50 and "50": the same
null and 0: the same
TEXT
