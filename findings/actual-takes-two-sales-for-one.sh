#!/usr/bin/env bash
# @actual-app/api 26.9.0 (npm), books of Actual. importTransactions takes a sale for one that it has already, if that has no imported_id, the same amount, and a day not more than a week away, whoever
# paid. A sale of 50.00 to Bea on December 5 overwrites that to Ann on November 30, which is gone: 50.00 for 100.00 of sales, errors [], added []. A new imported_id doesn't help, as long as the older sale has
# none. A correction under the same imported_id, 30.00 for 50.00, changes nothing. And a null for an amount is booked as 0.
# Its own utils.amountToInteger turns 0.285 to 28 and 1.005 to 100.
# Safe: an imported_id for every sale from the first, or addTransactions, which books all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "overrides": { "better-sqlite3": "13.2.0" } }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @actual-app/api@26.9.0 >/dev/null
mkdir books
cat >books.mjs <<'JS'
import * as api from "@actual-app/api";
const told = console.log;
for (const kind of ["log", "info", "warn"]) console[kind] = () => {};
await api.init({ dataDir: "books" });
await api.runImport("shop", async () => {});
const sold = async (name, act, ...sales) => {
  const account = await api.createAccount({ name }, 0);
  for (const { by, day, ...sale } of sales) await act(account, [{ account, date: day, payee_name: by, ...sale }]);
  const booked = await api.getTransactions(account, "2026-11-01", "2026-12-31");
  told(`${name}: ${booked.reverse().map(({ date, imported_payee, amount }) => `${date} ${imported_payee} ${amount}`).join(", ")}`);
};
const ann = { by: "Ann", day: "2026-11-30", amount: 5000 };
const bea = { by: "Bea", day: "2026-12-05", amount: 5000 };
await sold("two sales", api.importTransactions, ann, bea);
await sold("eight days apart", api.importTransactions, ann, { ...bea, day: "2026-12-08" });
await sold("the later with an id", api.importTransactions, ann, { ...bea, imported_id: "A-2" });
await sold("both with an id", api.importTransactions, { ...ann, imported_id: "A-1" }, { ...bea, imported_id: "A-2" });
await sold("corrected to 30.00", api.importTransactions, { ...ann, imported_id: "A-1" }, { ...ann, imported_id: "A-1", amount: 3000 });
await sold("an amount of null", api.importTransactions, { ...ann, amount: null });
await sold("added", api.addTransactions, ann, bea);
told(`0.285 is ${api.utils.amountToInteger(0.285)}, 1.005 is ${api.utils.amountToInteger(1.005)}`);
await api.shutdown();
process.exit();
JS
node --no-deprecation books.mjs | tee seen
diff seen - <<'TEXT'
two sales: 2026-11-30 Bea 5000
eight days apart: 2026-11-30 Ann 5000, 2026-12-08 Bea 5000
the later with an id: 2026-11-30 Bea 5000
both with an id: 2026-11-30 Ann 5000, 2026-12-05 Bea 5000
corrected to 30.00: 2026-11-30 Ann 5000
an amount of null: 2026-11-30 Ann 0
added: 2026-11-30 Ann 5000, 2026-12-05 Bea 5000
0.285 is 28, 1.005 is 100
TEXT
