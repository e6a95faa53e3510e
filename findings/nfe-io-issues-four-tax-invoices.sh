#!/usr/bin/env bash
# SDKs of services that issue a shop's tax invoices (npm) send a new invoice again by themselves after a lost answer or a 500, without a key by which the
# service could know it: nfe-io 3.0.2 (NFS-e of Brazil, whose invoices are reported to the city and taxed) makes four of one order, e-invoice-api
# 1.24.1 (Peppol) three, and @metronome/sdk 3.10.0 three contracts. The shop hears only that it failed. facturapi 5.1.0 (CFDI of Mexico) sends
# once. The service is a stand-in that counts.
# Safe: retryConfig: { maxRetries: 0 } or maxRetries: 0, and look the order's invoice up before issuing it again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts nfe-io@3.0.2 e-invoice-api@1.24.1 @metronome/sdk@3.10.0 facturapi@5.1.0 >/dev/null
cat >shop.mjs <<'JS'
import { createServer } from "node:http";
import { NfeClient } from "nfe-io";
import EInvoice from "e-invoice-api";
import Metronome from "@metronome/sdk";
import facturapi from "facturapi";
const wait = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms < 20_000 ? Math.min(ms, 5) : ms, ...rest);
const Facturapi = facturapi.default ?? facturapi;
const sales = {
  "nfe-io": (baseUrl) => new NfeClient({ apiKey: "k", baseUrl }).serviceInvoices.create("1", { servicesAmount: 50, description: "A-1" }),
  "e-invoice-api": (baseURL) => new EInvoice({ apiKey: "k", baseURL }).documents.create({ document_type: "INVOICE", invoice_id: "A-1" }),
  "@metronome/sdk": (baseURL) => new Metronome({ bearerToken: "k", baseURL }).v1.contracts.create({ customer_id: "1", starting_at: "2026-01-01T00:00:00Z" }),
  facturapi: (baseURL) => Object.assign(new Facturapi("k"), { BASE_URL: baseURL }).invoices.create({ customer: "1", items: [], payment_form: "28" }),
};
for (const [name, sell] of Object.entries(sales)) {
  for (const fault of ["lost answer", 500]) {
    let made = 0;
    const keys = new Set();
    const service = createServer((request, response) => request.resume().on("end", () => {
      made += 1;
      keys.add(request.headers["idempotency-key"]);
      if (fault === 500) response.writeHead(500).end("{}");
      else request.socket.destroy();
    }));
    await new Promise((resolve) => service.listen(0, resolve));
    const outcome = await sell(`http://localhost:${service.address().port}`).then(() => "sold", () => "failed");
    console.log(name.padEnd(15), String(fault).padEnd(12), "made", made, "key", ...keys, "heard:", outcome);
    service.closeAllConnections();
    service.close();
  }
}
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
nfe-io          lost answer  made 4 key undefined heard: failed
nfe-io          500          made 4 key undefined heard: failed
e-invoice-api   lost answer  made 3 key undefined heard: failed
e-invoice-api   500          made 3 key undefined heard: failed
@metronome/sdk  lost answer  made 3 key undefined heard: failed
@metronome/sdk  500          made 3 key undefined heard: failed
facturapi       lost answer  made 1 key undefined heard: failed
facturapi       500          made 1 key undefined heard: failed
TEXT
