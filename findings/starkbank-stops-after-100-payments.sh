#!/usr/bin/env bash
# starkbank 2.42.0 with starkcore 0.4.0 (npm, Pix and transfers in Brazil): query keeps the limit in one variable for all lists. A loop over the paid invoices that asks the log of each
# ends at the 100th, with no error; a loop of 100 to refund doesn't end at 100, for a list without a limit was read inside. Two lists at once end each other, too. A Date as due is a
# whole day where the server's clock shows midnight, and a moment elsewhere; by the package's own comment a day makes another kind of invoice, with a fine after the day.
# Safe: page(…) with a cursor of your own, or the list read to its end into an array first; due as a text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts starkbank@2.42.0 starkcore@0.4.0 >/dev/null
cat >lists.cjs <<'JS'
const starkbank = require("starkbank");
const { PrivateKey } = require("starkbank-ecdsa");
// A stand-in for the network: 250 invoices in pages of at most 100, and one log for each.
require("axios").defaults.adapter = async (config) => {
  const { pathname, searchParams } = new URL(config.url);
  const from = Number(searchParams.get("cursor") || 0), count = Number(searchParams.get("limit") || 100);
  const invoices = Array.from({ length: Math.min(count, 250 - from) }, (_, i) => ({ id: `${from + i + 1}`, amount: 1000 }));
  const data = pathname.endsWith("/log") ? { logs: [{ id: "1", type: "paid" }], cursor: null } : { invoices, cursor: from + count < 250 ? `${from + count}` : null };
  return { data, status: 200, statusText: "OK", headers: {}, config };
};
starkbank.user = new starkbank.Project({ environment: "sandbox", id: "1", privateKey: new PrivateKey().toPem() });
const count = async (query, each = () => {}) => {
  let seen = 0;
  for await (const invoice of await starkbank.invoice.query(query)) {
    seen++;
    await each(invoice);
  }
  return seen;
};
const logs = (query) => async (invoice) => {
  for await (const log of await starkbank.invoice.log.query({ invoiceIds: [invoice.id], ...query })) if (log.type === "paid") break;
};
(async () => {
  console.log(`paid invoices: ${await count({ status: "paid" })}; with the newest log of each: ${await count({ status: "paid" }, logs({ limit: 1 }))}`);
  console.log(`the first 120: ${await count({ limit: 120 })}; with the logs of each: ${await count({ limit: 120 }, logs({}))}`);
  console.log(`the paid ones and the newest 10 at once: ${(await Promise.all([count({ status: "paid" }), count({ limit: 10 })])).join(" and ")}`);
  const due = new Date("2026-12-01T00:00:00Z");
  console.log(`due: ${new starkbank.Invoice({ amount: 1000, taxId: "20.018.183/0001-80", name: "Shop", due }).due}`);
})();
JS
{ TZ=UTC node lists.cjs; TZ=America/Sao_Paulo node lists.cjs | tail -1; } | tee seen
diff seen - <<'TEXT'
paid invoices: 250; with the newest log of each: 100
the first 120: 120; with the logs of each: 250
the paid ones and the newest 10 at once: 100 and 10
due: 2026-12-01
due: 2026-12-01T00:00:00.000+00:00
TEXT
