#!/usr/bin/env bash
# @tanstack/table-core 8.21.3 and 9.3.1 (npm, under TanStack Table for React, Vue and others): a report groups the payments of a day, whose amounts are texts, as payment services send them. The sum is 0, without an error, while
# the mean of the same texts is right. The largest of 9.00 and 100.00 is 9.00 in version 8, and undefined in version 9. If one amount is a number, it is the whole sum.
# datalib 1.9.3 glues the texts for its sum and has the right mean, too.
# Safe: an accessorFn that makes numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts table8@npm:@tanstack/table-core@8.21.3 table9@npm:@tanstack/table-core@9.3.1 datalib@1.9.3 >/dev/null
cat >report.mjs <<'JS'
import datalib from "datalib";
import { createTable, getCoreRowModel, getGroupedRowModel } from "table8";
import { aggregationFns } from "table9";
const names = ["sum", "mean", "median", "max", "min"];
const by8 = (payments, name) => {
  const columns = [{ accessorKey: "day" }, { accessorKey: "amount", aggregationFn: name }];
  const models = { getCoreRowModel: getCoreRowModel(), getGroupedRowModel: getGroupedRowModel() };
  const state = { grouping: ["day"], columnPinning: {}, columnVisibility: {}, columnOrder: [] };
  const table = createTable({ data: payments, columns, state, onStateChange() {}, renderFallbackValue: null, ...models });
  return table.getGroupedRowModel().rows[0].getValue("amount");
};
const by9 = (payments, name) => aggregationFns[name].aggregate({ rows: payments, getValue: (payment) => payment.amount });
for (const amounts of [["9.00", "100.00", "50.00"], [9, 100, 50], ["9.00", "100.00", 50]]) {
  const payments = amounts.map((amount) => ({ day: "2026-11-30", amount }));
  for (const [title, read] of [["8", by8], ["9", by9]]) console.log(`${JSON.stringify(amounts)} by version ${title}: ${names.map((name) => `${name} ${read(payments, name)}`).join(", ")}`);
  console.log(`${JSON.stringify(amounts)} by datalib: sum ${datalib.sum(amounts)}, mean ${datalib.mean(amounts)}`);
}
JS
node report.mjs | tee seen
diff seen - <<'TEXT'
["9.00","100.00","50.00"] by version 8: sum 0, mean 53, median undefined, max 9.00, min 100.00
["9.00","100.00","50.00"] by version 9: sum 0, mean 53, median undefined, max undefined, min undefined
["9.00","100.00","50.00"] by datalib: sum 09.00100.0050.00, mean 53
[9,100,50] by version 8: sum 159, mean 53, median 50, max 100, min 9
[9,100,50] by version 9: sum 159, mean 53, median 50, max 100, min 9
[9,100,50] by datalib: sum 159, mean 53
["9.00","100.00",50] by version 8: sum 50, mean 53, median undefined, max 50, min 50
["9.00","100.00",50] by version 9: sum 50, mean 53, median 50, max 50, min 50
["9.00","100.00",50] by datalib: sum 09.00100.0050, mean 53
TEXT
